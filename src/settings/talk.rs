//! Settings of conversations: what is asked before a run goes on, what is given again, what is looked at again.

use gorkd_core::engine::MonthLimits;
use gorkd_core::job::{Flip, Gates};
use gorkd_core::model::MicroUsd;
use gorkd_web::TokenKey;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use std::time::Duration;

/// Before what a person is asked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Approvals {
    /// Negative: never.
    above_usd: f64,
    /// 0: never.
    above_pages: u32,
    publish: bool,
}

/// What may be spent in a month; 0 for no limit.
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

/// Answers that are known already.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    pub reuse: bool,
    pub news_hours: u64,
    pub days: u64,
}

/// Articles of sites, for their readers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Articles {
    /// Research looks into the library as well.
    pub library: bool,
    /// Of a run in mode `quick`.
    pub seconds: u32,
    /// `https://HOST` or `https://HOST:PORT`.
    pub origins: Vec<String>,
    /// `SITE:KEY_ID:SECRET`.
    #[serde(default)]
    token_secrets: Vec<SecretString>,
}

impl Articles {
    /// What sites sign the tokens of their people with; each was checked when it was set.
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

/// What holds on every chat platform.
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
    /// None when nobody is mentioned.
    pub fn mention_after_ms(&self) -> Option<u64> {
        (self.mention_after_seconds > 0).then(|| self.mention_after_seconds * 1000)
    }

    /// How long something that came in may take to work off.
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
    /// The gates of a run; `ask_back` and `flip` are settings of asking.
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
    /// None when nobody looks.
    pub fn look(&self) -> Option<Duration> {
        (self.look_seconds > 0).then(|| Duration::from_secs(self.look_seconds))
    }
}
