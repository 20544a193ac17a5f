//! Slack's published rate limits: tiers by method and workspace, one message per second and channel, and
//! `Retry-After`.
//!
//! Nothing waits here. Callers that reach a limit learn when to retry, and then send newer content.

use dashmap::DashMap;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Less urgent requests leave part of the limit to more urgent ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    /// May use the entire limit.
    Now,
    /// Progress, which will be sent again.
    Progress,
    /// Reactions, which are skipped if the limit is reached.
    Courtesy,
}

impl Urgency {
    /// The usable percentage of the limit.
    fn share(self) -> u32 {
        match self {
            Urgency::Now => 90,
            Urgency::Progress => 40,
            Urgency::Courtesy => 60,
        }
    }
}

/// Messages allowed in one channel in a short burst, and the length of the burst in seconds.
const BURST: u32 = 4;
const BURST_SECONDS: u32 = 5;

/// Requests per minute in a workspace; `None` if Slack publishes no tier.
fn per_minute(method: &str) -> Option<u32> {
    Some(match method {
        "chat.startStream" | "chat.stopStream" | "reactions.remove" => 20,
        "agents.sessions.setStatus"
        | "chat.update"
        | "chat.delete"
        | "reactions.add"
        | "conversations.replies"
        | "conversations.history"
        | "conversations.info"
        | "conversations.open"
        | "team.info"
        | "apps.connections.open"
        | "bots.info" => 50,
        "chat.appendStream"
        | "chat.postEphemeral"
        | "users.info"
        | "views.open"
        | "views.publish"
        | "views.push"
        | "views.update"
        | "files.getUploadURLExternal"
        | "files.completeUploadExternal"
        | "assistant.threads.setTitle"
        | "assistant.threads.setSuggestedPrompts" => 100,
        _ => return None,
    })
}

#[derive(Debug)]
pub struct Limits {
    minute: Duration,
    sent: DashMap<String, VecDeque<Instant>>,
    /// Earliest time of the next request, by method and workspace.
    paused: DashMap<String, Instant>,
}

impl Limits {
    pub fn new(minute: Duration) -> Self {
        Self { minute, sent: DashMap::new(), paused: DashMap::new() }
    }

    /// Counts a request, or fails with the time until there is room for it.
    pub fn take(
        &self,
        method: &str,
        team: &str,
        channel: Option<&str>,
        urgency: Urgency,
    ) -> Result<(), Duration> {
        let now = Instant::now();
        let key = format!("{team}|{method}");
        if let Some(until) = self.paused.get(&key).map(|until| *until).filter(|until| *until > now) {
            return Err(until - now);
        }
        if let Some(most) = per_minute(method) {
            let room = (most * urgency.share() / 100).max(1);
            self.count(key, self.minute, room, now)?;
        }
        if let ("chat.postMessage", Some(channel)) = (method, channel) {
            let window = self.minute * BURST_SECONDS / 60;
            self.count(format!("{team}|{channel}"), window, BURST, now)?;
        }
        Ok(())
    }

    fn count(&self, key: String, window: Duration, most: u32, now: Instant) -> Result<(), Duration> {
        let mut sent = self.sent.entry(key).or_default();
        while sent.front().is_some_and(|first| now.duration_since(*first) >= window) {
            sent.pop_front();
        }
        if sent.len() >= most as usize {
            // There is room once the oldest request that counts leaves the window.
            let at = sent.len() - most as usize;
            let leaves = sent.get(at).map_or(window, |one| window.saturating_sub(now.duration_since(*one)));
            return Err(leaves.max(Duration::from_millis(10)));
        }
        sent.push_back(now);
        Ok(())
    }

    /// Slack asked to pause this method.
    pub fn pause(&self, method: &str, team: &str, wait: Duration) {
        self.paused.insert(format!("{team}|{method}"), Instant::now() + wait);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_urgent_requests_leave_room() {
        let limits = Limits::new(Duration::from_secs(60));
        let take = |urgency| limits.take("chat.update", "T1", None, urgency);
        let progress = (0..100).take_while(|_| take(Urgency::Progress).is_ok()).count();
        assert_eq!(progress, 20);
        assert_eq!((0..100).take_while(|_| take(Urgency::Courtesy).is_ok()).count(), 10);
        let rest = (0..100).take_while(|_| take(Urgency::Now).is_ok()).count();
        assert_eq!(progress + 10 + rest, 45);
        assert!(take(Urgency::Now).is_err_and(|wait| wait <= Duration::from_secs(60)));
        assert!(limits.take("chat.update", "T2", None, Urgency::Now).is_ok(), "another workspace");
    }

    #[test]
    fn a_channel_takes_one_message_a_second_and_a_pause_is_kept() {
        let limits = Limits::new(Duration::from_secs(60));
        let post = |channel| limits.take("chat.postMessage", "T1", Some(channel), Urgency::Now);
        assert_eq!((0..10).take_while(|_| post("C1").is_ok()).count(), 4);
        assert!(post("C2").is_ok());
        limits.pause("chat.postMessage", "T1", Duration::from_secs(30));
        assert!(post("C3").is_err_and(|wait| wait > Duration::from_secs(29)));
        assert!(limits.take("chat.update", "T1", Some("C3"), Urgency::Now).is_ok());
    }
}
