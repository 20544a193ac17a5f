//! An answer that is sent as events of a stream while its job goes on.

use super::follow::{Follow, Told};
use crate::stream::response;
use axum::response::Response;
use bytes::Bytes;
use futures::stream;
use std::collections::VecDeque;
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
                return Some((bytes, (follow, teller, ready, over)));
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
    response(bytes)
}
