//! A thread that has readers: its frames, and the drafts being written.
//!
//! One task per thread and process follows the journal for all readers. It ends when the last reader leaves.

use super::Inner;
use super::frames::{self, Encoder, Frame};
use super::log::{Log, LogRead};
use bytes::Bytes;
use gorkd_core::engine::Delta;
use gorkd_core::job::{Event, JobStatus};
use gorkd_core::model::{JobId, ThreadId};
use gorkd_core::ports::{RunningDraft, StoreError};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{Notify, broadcast, watch};

/// Maximum number of events read from the store at once.
pub const PAGE: u32 = 256;

/// Notifications may be lost, so the journal is also polled at this interval.
const POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Delay after a store failure.
const BACK_OFF: Duration = Duration::from_secs(1);

/// How many pieces of a draft a reader may lag behind.
const PIECES: usize = 256;

pub struct Channel {
    thread: ThreadId,
    log: Mutex<Log>,
    /// The number of frames; `None` until the journal has been read once.
    pub length: watch::Sender<Option<u64>>,
    drafts: Mutex<BTreeMap<JobId, RunningDraft>>,
    pieces: broadcast::Sender<Bytes>,
    wake: Arc<Notify>,
    /// Every job of the thread is over, and all its frames are in the log.
    quiet: AtomicBool,
}

impl Channel {
    pub fn new(thread: ThreadId, room: usize) -> Self {
        Self {
            thread,
            log: Mutex::new(Log::new(room)),
            length: watch::Sender::new(None),
            drafts: Mutex::default(),
            pieces: broadcast::Sender::new(PIECES),
            wake: Arc::default(),
            quiet: AtomicBool::new(false),
        }
    }

    /// Whether no job of the thread is active. Call this before looking for frames: if it returns true, the
    /// last frames are already in the log.
    pub fn is_quiet(&self) -> bool {
        self.quiet.load(Ordering::Acquire)
    }

    /// Signals that something may be new.
    pub fn wake(&self) {
        self.wake.notify_one();
    }

    pub fn first(&self) -> u64 {
        self.log().first()
    }

    pub fn after(&self, id: &str) -> Option<u64> {
        self.log().after(id)
    }

    pub fn from(&self, place: u64, limit: usize) -> LogRead {
        self.log().from(place, limit)
    }

    /// The drafts so far, and a receiver for the pieces that follow, without gaps or duplicates.
    pub fn drafts(&self) -> (Vec<Bytes>, broadcast::Receiver<Bytes>) {
        let drafts = self.lock_drafts();
        (drafts.values().map(frames::draft).collect(), self.pieces.subscribe())
    }

    /// Adds a piece of a draft. Returns false if earlier pieces are missing.
    pub fn told(&self, delta: &Delta) -> bool {
        let mut drafts = self.lock_drafts();
        let known = drafts.get_mut(&delta.job);
        let same = known.filter(|draft| draft.effect == delta.effect && draft.attempt == delta.attempt);
        match same {
            Some(draft) => {
                let length = draft.text.chars().count();
                let Some(known) = length.checked_sub(delta.offset) else { return false };
                let text: String = delta.text.chars().skip(known).collect();
                if !text.is_empty() {
                    draft.text.push_str(&text);
                    let rest = Delta { offset: length, text, ..delta.clone() };
                    let _ = self.pieces.send(frames::delta(&rest));
                }
                true
            }
            None if delta.offset == 0 => {
                let draft = RunningDraft {
                    job: delta.job.clone(),
                    effect: delta.effect.clone(),
                    attempt: delta.attempt,
                    text: delta.text.clone(),
                    at: Default::default(),
                };
                let _ = self.pieces.send(frames::delta(delta));
                drafts.insert(delta.job.clone(), draft);
                true
            }
            None => false,
        }
    }

    /// Replaces a draft with the whole text from the store.
    pub fn drafted(&self, draft: RunningDraft) {
        let mut drafts = self.lock_drafts();
        // An error means that there are no readers.
        let _ = self.pieces.send(frames::draft(&draft));
        drafts.insert(draft.job.clone(), draft);
    }

    fn forget_draft(&self, job: &JobId) {
        self.lock_drafts().remove(job);
    }

    fn push(&self, frames: Vec<Frame>) {
        let mut log = self.log();
        frames.into_iter().for_each(|frame| log.push(frame));
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_drafts(&self) -> MutexGuard<'_, BTreeMap<JobId, RunningDraft>> {
        self.drafts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Channel {
    /// Wakes the follower, which then finds that nobody is left.
    fn drop(&mut self) {
        self.wake.notify_one();
    }
}

/// Follows a thread's journal until it has no more readers.
pub async fn follow(inner: Arc<Inner>, channel: Weak<Channel>) {
    let Some(wake) = channel.upgrade().map(|channel| channel.wake.clone()) else { return };
    let mut encoder = Encoder::default();
    loop {
        let Some(open) = channel.upgrade() else { return };
        let read = read_on(&inner, &open, &mut encoder).await;
        drop(open);
        if let Err(error) = read {
            tracing::warn!(%error, "failed to read the journal for a stream");
            tokio::time::sleep(BACK_OFF).await;
            continue;
        }
        tokio::select! {
            () = wake.notified() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            () = inner.halt.cancelled() => return,
        }
    }
}

async fn read_on(inner: &Inner, channel: &Channel, encoder: &mut Encoder) -> Result<(), StoreError> {
    let first_time = channel.length.borrow().is_none();
    loop {
        let events = {
            let after = encoder.cursor.as_ref().map(|(job, seq)| (job, *seq));
            inner.journal.of_thread(&channel.thread, after, PAGE).await?
        };
        let whole_page = events.len() as u32 == PAGE;
        if !events.is_empty() {
            channel.quiet.store(false, Ordering::Release);
        }
        for (job, recorded) in &events {
            channel.push(encoder.learn(job, recorded));
            let over = encoder.job(job).is_some_and(|job| job.status().is_over());
            if over || matches!(recorded.event, Event::Drafted { .. } | Event::Verified { .. }) {
                channel.forget_draft(job);
            }
        }
        if !whole_page {
            break;
        }
    }
    if first_time {
        for job in encoder.jobs().filter(|job| job.status() == JobStatus::Running) {
            if let Ok(Some(draft)) = inner.scratch.draft(&job.id).await {
                channel.drafted(draft);
            }
        }
    }
    channel.quiet.store(encoder.jobs().all(|job| job.status().is_over()), Ordering::Release);
    let end = channel.log().end();
    channel.length.send_if_modified(|length| {
        let grown = *length != Some(end);
        *length = Some(end);
        grown
    });
    Ok(())
}
