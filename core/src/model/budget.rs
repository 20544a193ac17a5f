//! How much one run may use, and how much it has used. Money is in millionths of a US dollar, so that sums are
//! exact.

use super::{is_default, named};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Add, AddAssign};
use std::time::Duration;

/// Millionths of a US dollar.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MicroUsd(pub u64);

impl MicroUsd {
    pub fn of_usd(usd: f64) -> Self {
        Self((usd.max(0.0) * 1_000_000.0).round() as u64)
    }

    pub fn as_usd(self) -> f64 {
        self.0 as f64 / 1_000_000.0
    }
}

impl fmt::Display for MicroUsd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${:.3}", self.as_usd())
    }
}

named! {
    /// The name of a budget.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum Profile {
        Quick = "quick",
        #[default]
        Standard = "standard",
        Deep = "deep",
    }
}

/// The maximum usage of one run. The numbers of each profile are in `config/profiles.toml`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    pub rounds: u32,
    pub queries: u32,
    /// Pages read in all rounds.
    pub pages: u32,
    pub citations: u32,
    /// Results requested from one search.
    pub results: u32,
    /// Active seconds of the whole run, and how many of them are reserved for writing and verifying.
    pub seconds: u32,
    pub reserve_seconds: u32,
    pub page_seconds: u32,
    pub search_seconds: u32,
    pub tokens: u64,
    pub usd: f64,
    /// Minimum number of cited sources, and maximum age of the newest one in days (0: any age). Shortfalls are
    /// listed as issues and lower the confidence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min_citations: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub max_age_days: u32,
    /// Independent works required for each part of a question.
    #[serde(default, skip_serializing_if = "is_default")]
    pub min_works: u32,
    /// Searches for evidence that contradicts the findings.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contrary_queries: u32,
}

impl Budget {
    pub fn micro_usd(&self) -> MicroUsd {
        MicroUsd::of_usd(self.usd)
    }

    /// Active milliseconds of the whole run.
    pub fn ms(&self) -> u64 {
        u64::from(self.seconds) * 1000
    }

    /// Active milliseconds of its research.
    pub fn research_ms(&self) -> u64 {
        u64::from(self.seconds.saturating_sub(self.reserve_seconds)) * 1000
    }

    pub fn page_time(&self) -> Duration {
        Duration::from_secs(self.page_seconds.into())
    }

    pub fn search_time(&self) -> Duration {
        Duration::from_secs(self.search_seconds.into())
    }

    pub fn covers(&self, spend: Spend) -> bool {
        spend.tokens() <= self.tokens && spend.usd <= self.micro_usd()
    }
}

/// What was used, or is reserved for an active call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Spend {
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// The part of `input_tokens` that the server had cached.
    pub cached_tokens: u64,
    pub usd: MicroUsd,
}

impl Spend {
    pub fn tokens(&self) -> u64 {
        self.input_tokens + self.output_tokens
    }

    pub fn is_zero(&self) -> bool {
        *self == Spend::default()
    }
}

impl Add for Spend {
    type Output = Spend;
    fn add(self, other: Spend) -> Spend {
        Spend {
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
            cached_tokens: self.cached_tokens + other.cached_tokens,
            usd: MicroUsd(self.usd.0 + other.usd.0),
        }
    }
}

impl AddAssign for Spend {
    fn add_assign(&mut self, other: Spend) {
        *self = *self + other;
    }
}
