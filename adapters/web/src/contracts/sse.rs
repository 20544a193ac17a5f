//! Streams server-sent events about a job while it runs.

use super::follow::{Follow, JobChange};
use crate::stream::{BEAT, Frames, response};
use axum::response::Response;
use bytes::Bytes;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// Decides what to send for each change of a job. `Break` ends the stream.
pub trait Reporter: Send + 'static {
    /// Called when the job has changed, or with `changed` false when no more changes will come.
    fn report(&mut self, follow: &Follow, changed: bool, out: &mut VecDeque<Bytes>) -> ControlFlow<()>;
}

/// A stream of what `reporter` sends about a job. If the client disconnects, the run continues.
pub fn stream(follow: Follow, reporter: impl Reporter, first: Option<Bytes>) -> Response {
    response(ReportStream { follow, reporter, ready: VecDeque::from_iter(first), over: false })
}

struct ReportStream<T> {
    follow: Follow,
    reporter: T,
    ready: VecDeque<Bytes>,
    over: bool,
}

impl<T: Reporter> Frames for ReportStream<T> {
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if let Some(bytes) = self.ready.pop_front() {
                return Some(bytes);
            }
            if self.over {
                return None;
            }
            match self.follow.next().await {
                JobChange::Idle => self.ready.push_back(BEAT),
                JobChange::Changed => self.over = self.report(true),
                JobChange::Ended => {
                    self.report(false);
                    self.over = true;
                }
            }
        }
    }
}

impl<T: Reporter> ReportStream<T> {
    fn report(&mut self, changed: bool) -> bool {
        self.reporter.report(&self.follow, changed, &mut self.ready).is_break()
    }
}
