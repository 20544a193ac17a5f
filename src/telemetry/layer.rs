//! Collects spans from `tracing` events and queues them. Never blocks.

use super::export::count;
use super::span::Span;
use tokio::sync::mpsc::Sender;
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

pub struct Spans {
    queue: Sender<Span>,
    /// The collector is on this machine or was listed by the operator.
    near: bool,
}

impl Spans {
    pub fn new(queue: Sender<Span>, near: bool) -> Self {
        Self { queue, near }
    }
}

impl<S: Subscriber> Layer<S> for Spans {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut span = Span::default();
        event.record(&mut span);
        // A remote collector must not even learn that a private job existed.
        if span.near && !self.near {
            return;
        }
        if self.queue.try_send(span).is_err() {
            count("dropped", 1);
        }
    }
}
