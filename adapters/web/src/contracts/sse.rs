//! An answer that is sent as events of a stream while its job goes on.

use super::follow::{Follow, Told};
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::ops::ControlFlow;

const BEAT: &[u8] = b": still here\n\n";

/// What is sent of each thing that a job tells; `Break` ends the stream.
pub trait Teller: Send + 'static {
    /// The job has moved, or (false) no more will be told of it.
    fn tell(&mut self, follow: &Follow, moved: bool, out: &mut VecDeque<Bytes>) -> ControlFlow<()>;
}

/// A stream of what `teller` makes of a job. Whoever leaves it stops following, and the run goes on.
pub fn stream(follow: Follow, teller: impl Teller, first: Option<Bytes>) -> Response {
    let state = (follow, teller, VecDeque::from_iter(first), false);
    let bytes = stream::unfold(state, |(mut follow, mut teller, mut ready, mut over)| async move {
        loop {
            if let Some(bytes) = ready.pop_front() {
                return Some((Ok::<_, Infallible>(bytes), (follow, teller, ready, over)));
            }
            if over {
                return None;
            }
            over = match follow.next().await {
                Told::Quiet => {
                    ready.push_back(Bytes::from_static(BEAT));
                    false
                }
                Told::Moved => teller.tell(&follow, true, &mut ready).is_break(),
                Told::Gone => {
                    let _ = teller.tell(&follow, false, &mut ready);
                    true
                }
            };
        }
    });
    let mut response = Response::new(Body::from_stream(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    // Proxies that gather answers before they pass them on would hold a stream for ever.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
