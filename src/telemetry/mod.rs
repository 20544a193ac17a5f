//! Traces for a collector that speaks OTLP over HTTP: a job is a trace, and each of its effects is a span.
//!
//! The core tells spans as events of `tracing`; a layer takes them from there and a task in the background sends them.
//! Ids are made from those of the job and its effects, so two processes that work on one job write one trace without
//! knowing of each other. This is an exporter of our own because a span here has its times from the journal and its
//! client from `gorkd_net`, where every connection starts; the usual exporters bring a client and a gRPC stack with them.

mod export;
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

/// Spans that wait to be sent. More are dropped and counted: no job waits for a collector.
const QUEUE: usize = 4096;
/// How long the end of a process waits until the last spans are sent.
const LAST: Duration = Duration::from_secs(3);

/// The sending of spans. Ends with [`Telemetry::finish`].
#[derive(Default)]
pub struct Telemetry {
    halt: CancellationToken,
    sending: Option<JoinHandle<()>>,
}

impl Telemetry {
    /// Starts sending where the settings name a collector; the layer belongs into the log.
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

    /// Sends what is left, as far as the collector takes it in time.
    pub async fn finish(self) {
        self.halt.cancel();
        if let Some(sending) = self.sending
            && tokio::time::timeout(LAST, sending).await.is_err()
        {
            tracing::warn!("the collector did not take the last spans in time");
        }
    }
}

/// Where traces go: a collector's own address, or the path for traces below its base.
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
