//! The health of the process, for supervisors and monitoring.

use crate::parts::Web;
use crate::problem::Problem;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use tokio::time::timeout;

/// How long a probe or a scrape waits for the store: supervisors give up after about five seconds, and Prometheus
/// after ten.
pub const PATIENCE: Duration = Duration::from_secs(3);

/// Check that the process is alive
#[utoipa::path(get, path = "/healthz", tag = "operations",
    responses((status = 200, description = "Alive", body = String)))]
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Check that this process can do its work: the store is writable, and no part is missing. The error says what is
#[utoipa::path(get, path = "/readyz", tag = "operations",
    responses((status = 200, description = "Ready", body = String)))]
pub async fn readyz(State(web): State<Web>) -> Result<&'static str, Problem> {
    let mut missing = (web.missing)();
    if web.halt.is_cancelled() {
        missing.push("gorkd is shutting down".to_owned());
    }
    if !matches!(timeout(PATIENCE, web.service.is_ready()).await, Ok(Ok(()))) {
        missing.push("the store can't be written".to_owned());
    }
    if missing.is_empty() { Ok("ready\n") } else { Err(Problem::not_ready(&missing)) }
}

/// Counters and durations in the Prometheus text format
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, description = "Metrics", body = String)))]
pub async fn metrics(State(web): State<Web>, _: crate::access::Asker) -> Response {
    let text = (web.metrics)().await;
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}
