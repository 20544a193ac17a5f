//! What all event streams share: how they begin and keep the connection alive, the position of a reader who
//! reconnects, and the response.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use std::convert::Infallible;
use std::time::Duration;

/// Sent at the start: how long a browser waits before it reconnects. Proxies forward a response once they have
/// its first bytes.
pub const HELLO: Bytes = Bytes::from_static(b"retry: 1000\n: gorkd\n\n");

/// Sent when nothing else is, so that nobody considers the connection dead.
pub const BEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// How often a quiet stream sends a sign of life.
pub const BEAT_EVERY: Duration = Duration::from_secs(15);

/// The source of a stream's bytes.
pub trait Frames: Send + 'static {
    /// The next bytes; `None` when the stream ends.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>> + Send;
}

/// The event after which a reader wants to continue: from the header of an `EventSource` that reconnects, or
/// else from the query.
pub fn last_event(headers: &HeaderMap, query: Option<String>) -> Option<String> {
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    header.or(query).filter(|id| !id.is_empty())
}

/// Sends frames as they come, until the reader disconnects or there are no more.
pub fn response(frames: impl Frames) -> Response {
    let frames = stream::unfold(frames, |mut frames| async move {
        let bytes = frames.next().await?;
        Some((Ok::<_, Infallible>(bytes), frames))
    });
    let mut response = Response::new(Body::from_stream(frames));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Proxies that buffer responses would hold a stream back forever.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
