//! Sends spans to a collector in batches. A batch that is not accepted is retried for a while, then dropped
//! and counted.

use super::span::{Span, request};
use gorkd_core::model::Reach;
use gorkd_net::Services;
use secrecy::{ExposeSecret, SecretString};
use std::time::Duration;
use tokio::sync::mpsc::Receiver;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tokio_util::sync::CancellationToken;
use tracing::warn;

/// Maximum number of spans per request.
const BATCH: usize = 512;
/// How long a batch waits for more spans.
const BATCH_DELAY: Duration = Duration::from_secs(1);
const REQUEST: Duration = Duration::from_secs(10);
/// Delay before each retry.
const RETRY_DELAYS: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(2), Duration::from_secs(4)];
/// Minimum time between two log messages about the same problem.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

pub struct Exporter {
    services: Services,
    url: String,
    authorization: Option<SecretString>,
    told: Option<Instant>,
}

/// Why a batch was not accepted.
struct NotAccepted {
    reason: String,
    /// It may be accepted later.
    later: bool,
}

impl Exporter {
    pub fn new(services: &Services, url: String, authorization: Option<SecretString>) -> Self {
        Self { services: services.clone(), url, authorization, told: None }
    }

    /// Sends spans until told to stop, and then the remaining ones.
    pub async fn run(mut self, mut queue: Receiver<Span>, halt: CancellationToken) {
        let mut batch = Vec::new();
        loop {
            let ended = tokio::select! {
                () = gather(&mut queue, &mut batch) => batch.is_empty(),
                () = halt.cancelled() => true,
            };
            if ended {
                break;
            }
            self.deliver(&mut batch, &halt).await;
        }
        queue.close();
        while let Ok(span) = queue.try_recv() {
            batch.push(span);
        }
        while !batch.is_empty() {
            let rest = batch.split_off(batch.len().min(BATCH));
            self.deliver(&mut batch, &halt).await;
            batch = rest;
        }
    }

    /// Sends a batch, with retries unless shutdown is waiting.
    async fn deliver(&mut self, batch: &mut Vec<Span>, halt: &CancellationToken) {
        let number = batch.len() as u64;
        let body = request(batch);
        batch.clear();
        let mut waits = RETRY_DELAYS.iter();
        loop {
            let not_taken = match self.send(body.clone()).await {
                Ok(()) => return count("sent", number),
                Err(not_taken) => not_taken,
            };
            match waits.next().filter(|_| not_taken.later && !halt.is_cancelled()) {
                Some(wait) => {
                    halt.run_until_cancelled(sleep(*wait)).await;
                }
                None => {
                    count("failed", number);
                    return self.tell(&not_taken.reason);
                }
            }
        }
    }

    async fn send(&self, body: String) -> Result<(), NotAccepted> {
        let client = self.services.client(Reach::ANYWHERE);
        let mut post = client.post(&self.url).header("content-type", "application/json").body(body);
        if let Some(authorization) = &self.authorization {
            post = post.header("authorization", authorization.expose_secret());
        }
        let unreached = |reason: &str| NotAccepted { reason: reason.to_owned(), later: true };
        let reply = match timeout(REQUEST, post.send()).await {
            Ok(Ok(reply)) => reply,
            // Without the library's message, which contains the address and any credentials in it.
            Ok(Err(error)) if error.is_connect() => return Err(unreached("it cannot be reached")),
            Ok(Err(_)) => return Err(unreached("the request failed")),
            Err(_) => return Err(unreached("it did not answer in time")),
        };
        let status = reply.status().as_u16();
        if (200..300).contains(&status) {
            return Ok(());
        }
        // The statuses that the protocol defines as retryable.
        let later = [429, 502, 503, 504].contains(&status);
        Err(NotAccepted { reason: format!("it answered with status {status}"), later })
    }

    fn tell(&mut self, reason: &str) {
        if self.told.is_none_or(|told| told.elapsed() >= LOG_INTERVAL) {
            warn!(reason, "spans were dropped: the collector in telemetry.otlp_url does not take them");
            self.told = Some(Instant::now());
        }
    }
}

/// Waits for a first span, then briefly for others. An empty batch means that no more can come.
async fn gather(queue: &mut Receiver<Span>, batch: &mut Vec<Span>) {
    if batch.is_empty() && queue.recv_many(batch, BATCH).await == 0 {
        return;
    }
    let until = Instant::now() + BATCH_DELAY;
    while batch.len() < BATCH {
        let room = BATCH - batch.len();
        match timeout_at(until, queue.recv_many(batch, room)).await {
            Ok(more) if more > 0 => {}
            Ok(_) | Err(_) => return,
        }
    }
}

/// Begins the counters at zero, for alerts on their increase.
pub fn begin_counting() {
    ["sent", "failed", "dropped"].into_iter().for_each(|outcome| count(outcome, 0));
}

/// Counts spans by outcome: sent, failed (not accepted by the collector), dropped (queue full).
pub fn count(outcome: &'static str, spans: u64) {
    metrics::counter!("otlp_spans_total", "outcome" => outcome).increment(spans);
}
