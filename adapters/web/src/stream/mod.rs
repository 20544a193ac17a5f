//! Event streams: the journal of a thread, followed by any number of readers.
//!
//! What is sent is a function of the journal, so it does not matter when a reader reconnects, or to which
//! process. The only exceptions are drafts in progress, which may be lost.

mod channel;
mod frames;
mod log;
mod news;
mod reader;
mod response;
#[cfg(test)]
mod tests;

pub use frames::encode;
pub use news::{Kind, interrupt_json};
pub use reader::Reader;
pub use response::{BEAT, BEAT_EVERY, Frames, HELLO, last_event, response};

use channel::Channel;
use gorkd_core::engine::{Delta, Deltas, Ports, Service};
use gorkd_core::model::{JobId, ThreadId};
use gorkd_core::ports::{Journal, Scratch};
use reader::Wants;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// Maximum bytes of frames kept per thread. A reader that falls further behind is dropped.
const ROOM: usize = 8 << 20;

/// Minimum time between reads of a draft from the store, when pieces are missing.
const DRAFT_READ_INTERVAL: Duration = Duration::from_millis(250);

/// All threads that have readers in this process.
#[derive(Clone)]
pub struct Streams {
    inner: Arc<Inner>,
}

/// The sources of streams.
pub struct Feed {
    pub journal: Arc<dyn Journal>,
    pub scratch: Arc<dyn Scratch>,
    pub deltas: Deltas,
}

impl From<&Ports> for Feed {
    fn from(ports: &Ports) -> Self {
        Self { journal: ports.journal.clone(), scratch: ports.scratch.clone(), deltas: ports.deltas.clone() }
    }
}

pub struct Inner {
    service: Service,
    journal: Arc<dyn Journal>,
    scratch: Arc<dyn Scratch>,
    open: Mutex<HashMap<ThreadId, Weak<Channel>>>,
    /// One permit per concurrent reader.
    seats: Arc<Semaphore>,
    halt: CancellationToken,
    room: usize,
    beat: Duration,
}

impl Streams {
    /// All streams end when `halt` is canceled. At most `readers` run at once.
    pub fn new(service: &Service, feed: Feed, readers: usize, halt: CancellationToken) -> Self {
        Self::with(service, feed, readers, halt, ROOM, BEAT_EVERY)
    }

    fn with(
        service: &Service,
        feed: Feed,
        readers: usize,
        halt: CancellationToken,
        room: usize,
        beat: Duration,
    ) -> Self {
        let (changes, pieces) = (feed.journal.changes(), feed.deltas.watch());
        let inner = Arc::new(Inner {
            service: service.clone(),
            journal: feed.journal,
            scratch: feed.scratch,
            open: Mutex::default(),
            seats: Arc::new(Semaphore::new(readers)),
            halt,
            room,
            beat,
        });
        // Subscribed before anything is read, so that no event in between is missed.
        tokio::spawn(route_news(inner.clone(), changes));
        tokio::spawn(route_pieces(inner.clone(), pieces));
        Self { inner }
    }

    /// A reader for an existing thread. With `documents`, it gets each job's document when the job ends, and
    /// its stream ends when no job of the thread is active. Returns `None` if the maximum number of readers is
    /// reached.
    pub async fn reader(
        &self,
        thread: &ThreadId,
        after: Option<String>,
        kinds: BTreeSet<Kind>,
        documents: bool,
    ) -> Option<Reader> {
        let seat = self.seat()?;
        let channel = self.inner.join(thread);
        let wants = Wants { kinds, documents };
        Some(Reader::start(self.inner.clone(), channel, thread.clone(), after, wants, seat).await)
    }

    /// A permit to stream something until it ends. Returns `None` if the maximum number of readers is reached.
    pub fn seat(&self) -> Option<OwnedSemaphorePermit> {
        self.inner.seats.clone().try_acquire_owned().ok()
    }

    /// Canceled when all streams must end.
    pub fn halt(&self) -> CancellationToken {
        self.inner.halt.clone()
    }
}

impl Inner {
    fn join(self: &Arc<Self>, thread: &ThreadId) -> Arc<Channel> {
        let mut open = self.open();
        if let Some(channel) = open.get(thread).and_then(Weak::upgrade) {
            return channel;
        }
        open.retain(|_, channel| channel.strong_count() > 0);
        let channel = Arc::new(Channel::new(thread.clone(), self.room));
        open.insert(thread.clone(), Arc::downgrade(&channel));
        tokio::spawn(channel::follow(self.clone(), Arc::downgrade(&channel)));
        channel
    }

    fn find(&self, thread: &ThreadId) -> Option<Arc<Channel>> {
        self.open().get(thread).and_then(Weak::upgrade)
    }

    fn all(&self) -> Vec<Arc<Channel>> {
        self.open().values().filter_map(Weak::upgrade).collect()
    }

    fn open(&self) -> MutexGuard<'_, HashMap<ThreadId, Weak<Channel>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn route_news(
    inner: Arc<Inner>,
    mut changes: tokio::sync::broadcast::Receiver<gorkd_core::ports::Change>,
) {
    loop {
        let Some(change) = inner.halt.run_until_cancelled(changes.recv()).await else { return };
        match change {
            Ok(change) => {
                if let Some(channel) = inner.find(&change.thread) {
                    channel.wake();
                }
            }
            Err(RecvError::Lagged(_)) => inner.all().iter().for_each(|channel| channel.wake()),
            Err(RecvError::Closed) => return,
        }
    }
}

async fn route_pieces(inner: Arc<Inner>, mut deltas: tokio::sync::broadcast::Receiver<Delta>) {
    let mut asked: HashMap<JobId, Instant> = HashMap::new();
    loop {
        let Some(delta) = inner.halt.run_until_cancelled(deltas.recv()).await else { return };
        let delta = match delta {
            Ok(delta) => delta,
            // The next piece shows what is missing.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return,
        };
        let Some(channel) = inner.find(&delta.thread) else { continue };
        asked.retain(|_, at| at.elapsed() < DRAFT_READ_INTERVAL);
        if !channel.told(&delta) && !asked.contains_key(&delta.job) {
            asked.insert(delta.job.clone(), Instant::now());
            if let Ok(Some(draft)) = inner.scratch.draft(&delta.job).await {
                channel.drafted(draft);
                channel.told(&delta);
            }
        }
    }
}
