//! Answer text on its way: pieces of what a model is still writing, told to whoever watches in this process.
//!
//! Pieces may be lost and are never checked: what counts is the answer in the journal. A watcher that has missed
//! one sees a gap between offsets and takes the whole from `Scratch::draft`.

use crate::model::{EffectId, JobId, ThreadId};
use tokio::sync::broadcast;

/// Pieces that a slow watcher may lie behind before it misses some.
const ROOM: usize = 1024;

/// A piece of text that a running effect has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    pub thread: ThreadId,
    pub job: JobId,
    pub effect: EffectId,
    /// 1 for the first. A later attempt starts the text afresh.
    pub attempt: u32,
    /// Code points of the text before this piece.
    pub offset: usize,
    pub text: String,
}

/// Where pieces are told.
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

    /// Nobody listening is no failure.
    pub fn tell(&self, delta: Delta) {
        let _ = self.told.send(delta);
    }
}

impl Default for Deltas {
    fn default() -> Self {
        Self::new()
    }
}
