//! Runs pure decisions on a blocking thread, with everything that they need.

use super::perform::store_failed;
use super::{Performed, Ports, looking_up, meaning};
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{Failed, Seen, Texts};
use std::sync::Arc;

/// Decides an effect by rules alone.
pub async fn decide(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    effect: Effect,
) -> Result<Performed, Failed> {
    let texts = texts(ports, &job, &effect).await?;
    let similar = meaning::similar(ports, &job, &texts, &effect).await;
    let ranked = meaning::ranked(ports, &job, &texts, &effect).await;
    let hits = match ports.decide.look_up(&job, &effect) {
        Some(name) => looking_up::look_up(ports, &job, &name).await,
        None => Vec::new(),
    };
    let seen = Seen { texts, similar, ranked, hits };
    let (rules, id) = (ports.decide.clone(), id.clone());
    let event = on_a_blocking_thread(ports, move || rules.decide(&job, &seen, &id, &effect)).await?;
    Ok(Performed { event, reading: None })
}

/// The texts needed to decide an effect.
pub async fn texts(ports: &Ports, job: &Job, effect: &Effect) -> Result<Texts, Failed> {
    let hashes = ports.decide.needs(job, effect);
    if hashes.is_empty() {
        return Ok(Texts::new());
    }
    ports.documents.texts(&hashes).await.map_err(store_failed)
}

/// Runs pure work on a blocking thread. A panic in it is a failure and doesn't end the process.
pub async fn on_a_blocking_thread<T: Send + 'static>(
    ports: &Ports,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failed> {
    let permit = ports.thinking.clone().acquire_owned().await;
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
