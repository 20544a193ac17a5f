//! The backlog in `/metrics`: read from the store at each scrape, so it covers all processes.

use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::model::Millis;
use gorkd_core::ports::{Backlog, Pending};
use gorkd_store::Store;
use metrics::{Unit, describe_gauge, gauge};
use std::time::Duration;
use tokio::time::timeout;

const UP: &str = "store_up";
const DUE: &str = "queue_jobs";
const DUE_AGE: &str = "queue_oldest_seconds";
const RUNNING: &str = "running_jobs";
const MESSAGES: &str = "chat_messages_pending";
const MESSAGES_AGE: &str = "chat_messages_oldest_seconds";
const DELIVERIES: &str = "chat_deliveries_pending";
const DELIVERIES_AGE: &str = "chat_deliveries_oldest_seconds";

/// How long a scrape waits for the store. Prometheus gives up after 10 seconds and would then see no metric at all.
const PATIENCE: Duration = Duration::from_secs(3);

/// A platform with an empty backlog does not appear in it, but is shown anyway.
const PLATFORMS: [&str; 2] = ["discord", "slack"];

/// Describes each metric and its unit.
pub fn describe() {
    describe_gauge!(UP, "1 if the store answers, else 0.");
    describe_gauge!("shared_state_up", "1 if Redis answered when it was last asked, else 0.");
    describe_gauge!(DUE, "Jobs that a worker could take up now and that none has.");
    describe_gauge!(DUE_AGE, Unit::Seconds, "How long the oldest of them has been due.");
    describe_gauge!(RUNNING, "Jobs that workers hold, in all processes.");
    describe_gauge!(MESSAGES, "Messages that came from a chat platform and are not handled yet.");
    describe_gauge!(MESSAGES_AGE, Unit::Seconds, "How long ago the oldest of them came.");
    describe_gauge!(DELIVERIES, "Jobs that have ended and are not fully shown in their chat yet.");
    describe_gauge!(DELIVERIES_AGE, Unit::Seconds, "How long ago the oldest of them last changed.");
}

/// Updates the gauges. If the store does not answer in time, they keep their last values.
pub async fn count(store: &dyn Store) {
    let now = SystemClock.now();
    let backlog = timeout(PATIENCE, store.backlog(now)).await;
    gauge!(UP).set(if matches!(backlog, Ok(Ok(_))) { 1.0 } else { 0.0 });
    let Ok(Ok(Backlog { due, running, messages, deliveries })) = backlog else { return };
    gauge!(DUE).set(due.count as f64);
    gauge!(DUE_AGE).set(age(due, now));
    gauge!(RUNNING).set(running as f64);
    for platform in PLATFORMS {
        let of = |waiting: &[(String, Pending)]| {
            waiting.iter().find(|(name, _)| name == platform).map(|(_, pending)| *pending).unwrap_or_default()
        };
        let (messages, deliveries) = (of(&messages), of(&deliveries));
        gauge!(MESSAGES, "platform" => platform).set(messages.count as f64);
        gauge!(MESSAGES_AGE, "platform" => platform).set(age(messages, now));
        gauge!(DELIVERIES, "platform" => platform).set(deliveries.count as f64);
        gauge!(DELIVERIES_AGE, "platform" => platform).set(age(deliveries, now));
    }
}

fn age(pending: Pending, now: Millis) -> f64 {
    pending.since.map_or(0.0, |since| now.since(since) as f64 / 1000.0)
}
