//! Traces for an OTLP/HTTP collector: a job is a trace, and each of its effects is a span.
//!
//! The core emits spans as `tracing` events; a layer collects them, and a background task sends them. IDs are
//! derived from those of the job and its effects, so two processes that work on one job write the same trace
//! without knowing of each other. The exporter is our own because span times come from the journal, and all
//! connections are opened by `gorkd_net`; the usual exporters bring their own client and a gRPC stack.

mod export;
pub use export::begin_counting;
mod layer;
mod span;

use crate::logs::Lines;
use crate::settings::Settings;
use crate::wire;
use export::Exporter;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::Layer;
use url::Url;

/// Maximum number of queued spans. More are dropped and counted: no job waits for a collector.
const QUEUE: usize = 4096;
/// How long shutdown waits for the last spans to be sent.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);

/// The exporter. Must be ended with [`Telemetry::finish`].
#[derive(Default)]
pub struct Telemetry {
    halt: CancellationToken,
    sending: Option<JoinHandle<()>>,
}

impl Telemetry {
    /// Starts the exporter if settings name a collector. The layer must be added to the log's subscriber.
    pub fn start(settings: &Settings) -> anyhow::Result<(Self, Option<Lines>)> {
        let Some(url) = &settings.telemetry.otlp_url else { return Ok((Self::default(), None)) };
        let services = wire::services(settings)?;
        let near = services.is_near(url);
        let (sender, queue) = mpsc::channel(QUEUE);
        let exporter = Exporter::new(&services, traces(url), settings.telemetry.otlp_authorization.clone());
        let halt = CancellationToken::new();
        let sending = tokio::spawn(exporter.run(queue, halt.clone()));
        let only = Targets::new().with_target(gorkd_core::engine::SPANS, LevelFilter::DEBUG);
        let layer: Lines = layer::Spans::new(sender, near).with_filter(only).boxed();
        Ok((Self { halt, sending: Some(sending) }, Some(layer)))
    }

    /// Sends the remaining spans, as far as the collector accepts them in time.
    pub async fn finish(self) {
        self.halt.cancel();
        if let Some(sending) = self.sending
            && tokio::time::timeout(FLUSH_TIMEOUT, sending).await.is_err()
        {
            tracing::warn!("the collector did not take the last spans in time");
        }
    }
}

/// The traces endpoint: the given URL itself, or the standard path below a base URL.
fn traces(url: &Url) -> String {
    let base = url.as_str().trim_end_matches('/');
    if base.ends_with("/v1/traces") { base.to_owned() } else { format!("{base}/v1/traces") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_go_below_the_base_or_where_the_address_says() {
        for (given, to) in [
            ("http://127.0.0.1:4318", "http://127.0.0.1:4318/v1/traces"),
            ("https://otel.example/otlp/", "https://otel.example/otlp/v1/traces"),
            ("https://otel.example/v1/traces", "https://otel.example/v1/traces"),
        ] {
            assert_eq!(traces(&given.parse().expect("an address")), to);
        }
    }
}
