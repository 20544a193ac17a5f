//! Answer text in progress: pieces of what a model is still writing, sent to watchers in this process.
//!
//! Pieces can be lost and are never checked: what counts is the answer in the journal. A watcher that misses one sees a
//! gap between offsets and gets the whole text from `Scratch::draft`.

use crate::model::{EffectId, JobId, ThreadId};
use tokio::sync::broadcast;

/// Number of pieces that a slow watcher may lag before it misses some.
const ROOM: usize = 1024;

/// A piece of text that a running effect has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    pub thread: ThreadId,
    pub job: JobId,
    pub effect: EffectId,
    /// 1 for the first. A later attempt starts the text again.
    pub attempt: u32,
    /// Code points of the text before this piece.
    pub offset: usize,
    pub text: String,
}

/// Where pieces are sent.
#[derive(Clone, Debug)]
pub struct Deltas {
    told: broadcast::Sender<Delta>,
}

impl Deltas {
    pub fn new() -> Self {
        Self { told: broadcast::Sender::new(ROOM) }
    }

    pub fn watch(&self) -> broadcast::Receiver<Delta> {
        self.told.subscribe()
    }

    /// It is not an error if nobody listens.
    pub fn tell(&self, delta: Delta) {
        let _ = self.told.send(delta);
    }
}

impl Default for Deltas {
    fn default() -> Self {
        Self::new()
    }
}
