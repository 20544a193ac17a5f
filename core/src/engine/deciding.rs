//! Runs pure decisions on a blocking thread, with everything that they need.
//!
//! The texts of a job are the largest part of it in memory. So few jobs at once have theirs loaded, however many run:
//! they are loaded when a thread is about to be free, and dropped before anybody else is waited for.

use super::perform::store_failed;
use super::{Performed, Ports, looking_up, meaning};
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{Failed, Seen, Texts};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room for pure work of this process. Cheap to clone; all clones share it.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Pure work runs on at most this many blocking threads at once.
    threads: Arc<Semaphore>,
    /// So many jobs have their texts in memory.
    texts: Arc<Semaphore>,
}

impl Thinking {
    /// While a thread works on the texts of one job, those of the next are loaded.
    pub fn on(threads: usize) -> Self {
        let threads = threads.max(1);
        Self { threads: Arc::new(Semaphore::new(threads)), texts: Arc::new(Semaphore::new(2 * threads)) }
    }
}

/// Decides an effect by rules alone.
pub async fn decide(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    effect: Effect,
) -> Result<Performed, Failed> {
    let (similar, ranked) = meaning::by_models(ports, &job, &effect, Duration::MAX).await?;
    let hits = match ports.decide.look_up(&job, &effect) {
        Some(name) => looking_up::look_up(ports, &job, &name).await,
        None => Vec::new(),
    };
    let loaded = texts(ports, &job, &effect).await?;
    let (rules, id) = (ports.decide.clone(), id.clone());
    let work = move |texts: Texts| rules.decide(&job, &Seen { texts, similar, ranked, hits }, &id, &effect);
    let event = on_a_blocking_thread(ports, move || loaded.over(work)).await?;
    Ok(Performed { event, reading: None })
}

/// The texts of one job in memory, and the room that they take.
#[derive(Debug, Default)]
pub struct Loaded {
    texts: Texts,
    room: Option<OwnedSemaphorePermit>,
}

impl Loaded {
    /// Works on the texts. There is room for those of another job once they are dropped.
    pub fn over<T>(self, work: impl FnOnce(Texts) -> T) -> T {
        let Self { texts, room } = self;
        let result = work(texts);
        drop(room);
        result
    }
}

/// The texts needed to decide an effect, as soon as there is room for them. To be dropped soon: others wait for it.
pub async fn texts(ports: &Ports, job: &Job, effect: &Effect) -> Result<Loaded, Failed> {
    let hashes = ports.decide.needs(job, effect);
    if hashes.is_empty() {
        return Ok(Loaded::default());
    }
    // The semaphore is never closed.
    let room = ports.thinking.texts.clone().acquire_owned().await.ok();
    let texts = ports.documents.texts(&hashes).await.map_err(store_failed)?;
    Ok(Loaded { texts, room })
}

/// Runs pure work on a blocking thread. A panic in it is a failure and doesn't end the process.
pub async fn on_a_blocking_thread<T: Send + 'static>(
    ports: &Ports,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failed> {
    let permit = ports.thinking.threads.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        drop(permit);
        result
    });
    done.await.map_err(|error| {
        tracing::error!(%error, "pure work ended by a fault");
        Failure::retry(FailureReason::Internal, "A fault in gorkd ended it.").into()
    })
}
