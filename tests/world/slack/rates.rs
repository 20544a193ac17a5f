//! How often each method may be asked: the published tiers, and one message a second in a channel.

use super::methods::Method;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

/// Messages that a channel takes in a short burst.
const BURST: usize = 5;

#[derive(Default)]
pub struct Rates {
    asked: BTreeMap<(String, String), VecDeque<Instant>>,
    posted: BTreeMap<String, VecDeque<Instant>>,
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
            wait = full(self.asked.entry(key).or_default(), now, minute, most as usize);
        }
        let is_post = method.name == "chat.postMessage";
        if let (true, Some(channel), None) = (is_post, channel, wait) {
            let key = format!("{team}:{channel}");
            wait = full(self.posted.entry(key).or_default(), now, minute * BURST as u32 / 60, BURST);
        }
        if wait.is_some() {
            self.refused.push((method.name.clone(), now));
        }
        wait
    }
}

/// Counts one more within a window, unless it is full: then how long until there is room.
fn full(asked: &mut VecDeque<Instant>, now: Instant, window: Duration, most: usize) -> Option<Duration> {
    while asked.front().is_some_and(|first| now.duration_since(*first) >= window) {
        asked.pop_front();
    }
    if asked.len() >= most {
        return asked.front().map(|first| window.saturating_sub(now.duration_since(*first)));
    }
    asked.push_back(now);
    None
}
