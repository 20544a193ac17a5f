//! Partial answers: pieces of text that a model is still writing, sent to watchers in this process.
//!
//! Pieces can be lost and are never verified; only the answer in the journal counts. A watcher that misses one
//! sees a gap between offsets and loads the whole text from `Scratch::draft`.

use crate::model::{EffectId, JobId, ThreadId};
use tokio::sync::broadcast;

/// Pieces that a slow watcher may lag behind before it loses some.
const CAPACITY: usize = 1024;

/// A piece of text that a running effect has written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delta {
    pub thread: ThreadId,
    pub job: JobId,
    pub effect: EffectId,
    /// 1 for the first. A later attempt restarts the text.
    pub attempt: u32,
    /// Number of code points before this piece.
    pub offset: usize,
    pub text: String,
}

/// The channel that pieces are sent to.
#[derive(Clone, Debug)]
pub struct Deltas {
    told: broadcast::Sender<Delta>,
}

impl Deltas {
    pub fn watch(&self) -> broadcast::Receiver<Delta> {
        self.told.subscribe()
    }

    /// Having no listeners is not an error.
    pub fn tell(&self, delta: Delta) {
        let _ = self.told.send(delta);
    }
}

impl Default for Deltas {
    fn default() -> Self {
        Self { told: broadcast::Sender::new(CAPACITY) }
    }
}
