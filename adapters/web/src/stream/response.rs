//! What every event stream has in common: how it begins and shows that it lives, the place that a reader comes back
//! with, and the response.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use std::convert::Infallible;
use std::time::Duration;

/// Told at the start: how long a browser waits before it comes back. Proxies pass an answer on with its first bytes.
pub const HELLO: Bytes = Bytes::from_static(b"retry: 1000\n: gorkd\n\n");

/// Told in silence, so that nobody takes the connection for dead.
pub const BEAT: Bytes = Bytes::from_static(b": still here\n\n");

/// How often a silent stream shows that it lives.
pub const BEAT_EVERY: Duration = Duration::from_secs(15);

/// What a stream consists of.
pub trait Frames: Send + 'static {
    /// The next bytes; none when the stream ends.
    fn next(&mut self) -> impl Future<Output = Option<Bytes>> + Send;
}

/// The event that a reader wants to go on after: the header of an `EventSource` that comes back, else what its address
/// says.
pub fn last_event(headers: &HeaderMap, query: Option<String>) -> Option<String> {
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    header.or(query).filter(|id| !id.is_empty())
}

/// Frames as they come, until the reader leaves or there are no more.
pub fn response(frames: impl Frames) -> Response {
    let frames = stream::unfold(frames, |mut frames| async move {
        let bytes = frames.next().await?;
        Some((Ok::<_, Infallible>(bytes), frames))
    });
    let mut response = Response::new(Body::from_stream(frames));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Proxies that gather answers before they pass them on would hold a stream for ever.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
