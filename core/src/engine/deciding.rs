//! Runs pure decisions on a blocking thread, with everything they need.
//!
//! A job's texts take most of its memory, so only a few jobs have theirs loaded at once, however many are
//! running. Texts are loaded when a thread is about to become free, and dropped before the job waits for
//! anything else.

use super::perform::store_failed;
use super::{Performed, Ports, looking_up, meaning};
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{DecisionInputs, Failed, Texts};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Limits the pure work of this process. Cheap to clone; all clones share the limits.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// Maximum blocking threads for pure work.
    threads: Arc<Semaphore>,
    /// Maximum jobs with their texts in memory.
    texts: Arc<Semaphore>,
}

impl Thinking {
    /// Twice as many jobs may have their texts in memory, so the next ones load while the threads work.
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
    let unknown = unknown_words(ports, &job, &effect).await;
    let loaded = texts(ports, &job, &effect).await?;
    let (rules, id) = (ports.decide.clone(), id.clone());
    let work = move |texts: Texts| {
        rules.decide(&job, &DecisionInputs { texts, similar, ranked, unknown, hits }, &id, &effect)
    };
    let event = on_a_blocking_thread(ports, move || loaded.over(work)).await?;
    Ok(Performed { event, reading: None })
}

/// The words of the question that are in none of the asker's own documents; none if others are searched as well, which may
/// know them.
async fn unknown_words(ports: &Ports, job: &Job, effect: &Effect) -> Vec<String> {
    if !matches!(effect, Effect::Judge { .. }) || !job.searches_only_own() {
        return Vec::new();
    }
    let mut unknown: Option<Vec<String>> = None;
    let asked = ports.searches.iter().filter_map(|search| search.within(job.terms.reach()));
    for search in asked.filter(|search| job.providers.iter().any(|name| name == search.name())) {
        let words = search.unknown_words(&job.question.text, &job.question.language).await;
        unknown = Some(match unknown {
            Some(known) => known.into_iter().filter(|word| words.contains(word)).collect(),
            None => words,
        });
    }
    unknown.unwrap_or_default()
}

/// The texts of one job in memory, with the permit that they hold.
#[derive(Debug, Default)]
pub struct Loaded {
    texts: Texts,
    room: Option<OwnedSemaphorePermit>,
}

impl Loaded {
    /// Runs `work` on the texts, then drops them and frees the permit for another job.
    pub fn over<T>(self, work: impl FnOnce(Texts) -> T) -> T {
        let Self { texts, room } = self;
        let result = work(texts);
        drop(room);
        result
    }
}

/// Loads the texts needed to decide an effect, as soon as there is room. Drop them soon: other jobs are
/// waiting.
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

/// Runs pure work on a blocking thread. A panic becomes a failure and doesn't end the process.
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
    done.await.map_err(|_| {
        // The panic message is not logged: it may quote a text.
        tracing::error!("pure work panicked");
        Failure::retry(FailureReason::Internal, "A fault in gorkd ended it.").into()
    })
}
