//! Streams server-sent events about a job while it runs.

use super::follow::{Follow, Told};
use crate::stream::{BEAT, Frames, response};
use axum::response::Response;
use bytes::Bytes;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Decides what to send for each change of a job. `Break` ends the stream.
pub trait Teller: Send + 'static {
    /// Called when the job has changed, or with `moved` false when no more changes will come.
    fn tell(&mut self, follow: &Follow, moved: bool, out: &mut VecDeque<Bytes>) -> ControlFlow<()>;
}

/// A stream of what `teller` sends about a job. If the client disconnects, the run continues.
pub fn stream(follow: Follow, teller: impl Teller, first: Option<Bytes>) -> Response {
    response(Telling { follow, teller, ready: VecDeque::from_iter(first), over: false })
}

struct Telling<T> {
    follow: Follow,
    teller: T,
    ready: VecDeque<Bytes>,
    over: bool,
}

impl<T: Teller> Frames for Telling<T> {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some(bytes);
            }
            if self.over {
                return None;
            }
            match self.follow.next().await {
                Told::Quiet => self.ready.push_back(BEAT),
                Told::Moved => self.over = self.tell(true),
                Told::Gone => {
                    self.tell(false);
                    self.over = true;
                }
            }
        }
    }
}

impl<T: Teller> Telling<T> {
    fn tell(&mut self, moved: bool) -> bool {
        self.teller.tell(&self.follow, moved, &mut self.ready).is_break()
    }
}
