//! Lets others watch a draft being written: pieces for this process, and one overwritten row for all processes.
//!
//! Both can be lost. The row is deleted as soon as the journal has an outcome.

use super::Ports;
use super::deltas::Delta;
use crate::job::{Job, Recorded, Stage};
use crate::model::{EffectId, JobId};
use crate::ports::RunningDraft;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Minimum intervals between two pieces, and between two writes of the row.
const PIECES: Duration = Duration::from_millis(50);
const ROWS: Duration = Duration::from_millis(400);

/// Reports a growing reply until dropped; never completes on its own.
pub async fn tell(ports: &Ports, job: &Job, effect: &EffectId, mut reply: watch::Receiver<String>) {
    let attempt = job.ledger.running.get(effect).map_or(1, |running| running.attempt);
    let mut told = String::new();
    let mut written: Option<Instant> = None;
    while reply.changed().await.is_ok() {
        let text = ports.decide.readable(&reply.borrow_and_update());
        // From the first difference on, the reply has been parsed differently than before, so that part is sent
        // again.
        let same = told.char_indices().zip(text.chars()).take_while(|((_, a), b)| a == b).count();
        let piece: String = text.chars().skip(same).collect();
        if !piece.is_empty() {
            ports.deltas.tell(Delta {
                thread: job.thread.clone(),
                job: job.id.clone(),
                effect: effect.clone(),
                attempt,
                offset: same,
                text: piece,
            });
            told = text;
            if written.is_none_or(|at| at.elapsed() >= ROWS) {
                written = Some(Instant::now());
                let draft = RunningDraft {
                    job: job.id.clone(),
                    effect: effect.clone(),
                    attempt,
                    text: told.clone(),
                    at: ports.clock.now(),
                };
                if let Err(error) = ports.scratch.put_draft(&draft).await {
                    tracing::debug!(job = %job.id, %error, "failed to store a partial draft");
                }
            }
        }
        tokio::time::sleep(PIECES).await;
    }
    std::future::pending().await
}

/// Deletes the draft of a job once one of these events records its outcome.
pub async fn forget(ports: &Ports, job: &JobId, written: &[Recorded]) {
    let settled = |one: &Recorded| {
        one.event.outcome_of().is_some_and(|effect| Stage::of_effect(effect) == Stage::Synthesize)
    };
    if written.iter().any(settled)
        && let Err(error) = ports.scratch.drop_drafts(job).await
    {
        tracing::debug!(%job, %error, "failed to delete an obsolete draft");
    }
}
