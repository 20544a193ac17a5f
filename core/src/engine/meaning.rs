//! How near passages are to the parts of a question in meaning, by an embedder, where one is set up.
//!
//! Only a bounded number of passages is embedded, those that words already point to first. Without an embedder, or
//! when it fails, nothing changes: words alone rank.

use super::Ports;
use super::deciding::on_a_blocking_thread;
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{Embedder, Similar, Texts, ToCompare, compare};
use std::sync::Arc;
use tracing::warn;

/// Passages that are embedded for one judgement.
const MOST: usize = 48;

/// Similarities for the judge; none when words alone have to do.
pub async fn similar(ports: &Ports, job: &Arc<Job>, texts: &Texts, effect: &Effect) -> Option<Similar> {
    let embedder = ports.embedder.as_ref().filter(|_| matches!(effect, Effect::Judge { .. }))?;
    let outside = embedder.leaves_machine();
    if outside && job.terms.privacy == Privacy::LocalOnly {
        return None;
    }
    let open = !outside || job.terms.privacy == Privacy::CloudAllowed;
    let (rules, thinking, texts, effect) = (ports.decide.clone(), job.clone(), texts.clone(), effect.clone());
    let found = on_a_blocking_thread(ports, move || {
        rules.to_compare(&thinking, &texts, &effect, open, MOST)
    });
    let wanted = found.await.ok()??;
    if wanted.passages.is_empty() {
        return None;
    }
    compared(embedder.as_ref(), job, wanted).await
}

async fn compared(embedder: &dyn Embedder, job: &Job, wanted: ToCompare) -> Option<Similar> {
    let ToCompare { parts, passages: candidates } = wanted;
    let count = parts.len();
    let mut all = parts;
    all.extend(candidates.iter().map(|candidate| candidate.text.clone()));
    let vectors = match embedder.embed(&all, job.terms.privacy).await {
        Ok(vectors) if vectors.len() == all.len() => vectors,
        Ok(_) => {
            warn!(job = %job.id, "the embedder gave another number of vectors than it was asked for");
            return None;
        }
        Err(failure) => {
            warn!(job = %job.id, reason = ?failure.reason, "the embedder failed; words alone rank");
            return None;
        }
    };
    let (parts, passages) = vectors.split_at(count);
    Some(compare(candidates, parts, passages))
}
