//! Settings of conversations: what is asked before a run goes on, what is given again, what is looked at again.

use gorkd_core::model::MicroUsd;
use gorkd_core::research::Gates;
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

/// Answers that are known already.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answers {
    pub reuse: bool,
    pub news_hours: u64,
    pub days: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Watches {
    pub shortest_minutes: u64,
    look_seconds: u64,
}

impl Approvals {
    /// The gates of a run; `ask_back` is a setting of asking.
    pub fn gates(&self, ask_back: bool) -> Gates {
        Gates {
            ask_back,
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
