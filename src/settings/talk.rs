//! Settings for conversations: approvals, reuse of answers, and watches.

use gorkd_core::engine::MonthLimits;
use gorkd_core::job::{Flip, Gates};
use gorkd_core::model::MicroUsd;
use gorkd_web::TokenKey;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use std::time::Duration;

/// When a person is asked for approval.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approvals {
    /// US dollars; negative for never.
    above_usd: f64,
    /// 0 for never.
    above_pages: u32,
    publish: bool,
}

/// Spending limits per month; 0 for no limit.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budgets {
    pub month_usd: f64,
    pub person_usd: f64,
    pub place_usd: f64,
    pub channel_usd: f64,
    pub workspace_usd: f64,
}

impl Budgets {
    pub fn limits(&self) -> MonthLimits {
        let limit = |usd: f64| (usd > 0.0).then(|| MicroUsd((usd * 1e6).round() as u64));
        MonthLimits {
            everything: limit(self.month_usd),
            person: limit(self.person_usd),
            place: limit(self.place_usd),
            channel: limit(self.channel_usd),
            workspace: limit(self.workspace_usd),
        }
    }
}

/// Reuse of known answers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    pub reuse: bool,
    pub news_hours: u64,
    pub days: u64,
}

/// Articles on sites, and questions of their readers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Articles {
    /// Whether research includes the library.
    pub library: bool,
    /// Time limit of a run in mode `quick`, in seconds.
    pub seconds: u32,
    /// `https://HOST` or `https://HOST:PORT`.
    pub origins: Vec<String>,
    /// `SITE:KEY_ID:SECRET`.
    #[serde(default)]
    token_secrets: Vec<SecretString>,
}

impl Articles {
    /// The keys with which sites sign their users' tokens; validated when they were set.
    pub fn token_keys(&self) -> Vec<TokenKey> {
        self.token_secrets.iter().filter_map(|secret| TokenKey::parse(secret.expose_secret())).collect()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watches {
    pub shortest_minutes: u64,
    look_seconds: u64,
}

/// Settings that apply to every chat platform.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    pub channel_runs_per_hour: u32,
    pub workspace_runs_per_hour: u32,
    pub deep_for_admins: bool,
    pub admin_roles: Vec<String>,
    mention_after_seconds: u64,
    heartbeat_ms: u64,
    poll_ms: u64,
    patience_seconds: f64,
    pub retention_days: u32,
}

impl Chat {
    /// `None` if nobody is mentioned.
    pub fn mention_after_ms(&self) -> Option<u64> {
        (self.mention_after_seconds > 0).then(|| self.mention_after_seconds * 1000)
    }

    /// How long handling an arrival may take.
    pub fn patience(&self) -> Duration {
        Duration::from_secs_f64(self.patience_seconds)
    }

    pub fn heartbeat(&self) -> Duration {
        Duration::from_millis(self.heartbeat_ms)
    }

    pub fn poll(&self) -> Duration {
        Duration::from_millis(self.poll_ms)
    }
}

impl Approvals {
    /// The approvals of a run; `ask_back` and `flip` come from the settings for asking.
    pub fn gates(&self, ask_back: bool, flip: Flip) -> Gates {
        Gates {
            ask_back,
            flip: Some(flip),
            above_usd: (self.above_usd >= 0.0).then(|| MicroUsd((self.above_usd * 1e6).round() as u64)),
            above_pages: (self.above_pages > 0).then_some(self.above_pages),
            publish: self.publish,
        }
    }
}

impl Watches {
    /// `None` if watches are off.
    pub fn look(&self) -> Option<Duration> {
        (self.look_seconds > 0).then(|| Duration::from_secs(self.look_seconds))
    }
}
