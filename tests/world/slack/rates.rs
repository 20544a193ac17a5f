//! How often each method may be asked: the published tiers, and one message a second in a channel.

use super::published::Method;
use crate::world::chat::rates::Window;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Messages that a channel takes in a short burst.
const BURST: usize = 5;

#[derive(Default)]
pub struct Rates {
    asked: BTreeMap<(String, String), Window>,
    posted: BTreeMap<String, Window>,
    /// Requests that were too many: method, and when.
    pub refused: Vec<(String, Instant)>,
}

impl Rates {
    /// How long the asker has to wait, if it asks too much. A minute is `minute` long.
    pub fn ask(
        &mut self,
        method: &Method,
        team: &str,
        channel: Option<&str>,
        minute: Duration,
    ) -> Option<Duration> {
        let now = Instant::now();
        let mut wait = None;
        if let Some(most) = method.a_minute() {
            let key = (team.to_owned(), method.name.clone());
            wait = self.asked.entry(key).or_default().take(now, minute, most as usize);
        }
        let is_post = method.name == "chat.postMessage";
        if let (true, Some(channel), None) = (is_post, channel, wait) {
            let key = format!("{team}:{channel}");
            wait = self.posted.entry(key).or_default().take(now, minute * BURST as u32 / 60, BURST);
        }
        if wait.is_some() {
            self.refused.push((method.name.clone(), now));
        }
        wait
    }
}
