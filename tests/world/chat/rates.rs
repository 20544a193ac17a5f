//! So many requests within a time.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// A window that slides.
#[derive(Default)]
pub struct Window(VecDeque<Instant>);

impl Window {
    /// Counts one more, unless it is full: then how long until there is room.
    pub fn take(&mut self, now: Instant, length: Duration, most: usize) -> Option<Duration> {
        while self.0.front().is_some_and(|first| now.duration_since(*first) >= length) {
            self.0.pop_front();
        }
        if self.0.len() >= most {
            return self.0.front().map(|first| length.saturating_sub(now.duration_since(*first)));
        }
        self.0.push_back(now);
        None
    }
}
