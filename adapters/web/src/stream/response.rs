//! What every event stream has in common: the place that a reader comes back with, and the response.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use futures::Stream;
use futures::StreamExt;
use std::convert::Infallible;

/// The event that a reader wants to go on after: the header of an `EventSource` that comes back, else what its address
/// says.
pub fn last_event(headers: &HeaderMap, query: Option<String>) -> Option<String> {
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok()).map(str::to_owned);
    header.or(query).filter(|id| !id.is_empty())
}

/// Frames as they come, until the reader leaves or there are no more.
pub fn response(frames: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let mut response = Response::new(Body::from_stream(frames.map(Ok::<_, Infallible>)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Proxies that gather answers before they pass them on would hold a stream for ever.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
