//! How near passages are to the parts of a question in meaning, by an embedder, where one is set up.
//!
//! Only a bounded number of passages is embedded, those that words already point to first. Without an embedder, or
//! when it fails, nothing changes: words alone rank.

use super::Ports;
use super::materials::materials;
use super::rules::{on_a_blocking_thread, with_judge_input};
use crate::model::*;
use crate::ports::{Embedder, TextRole, Texts};
use crate::research::Job;
use crate::research::judge::{Candidate, Similar, candidates, compare};
use std::sync::Arc;
use tracing::warn;

/// Passages that are embedded for one judgement.
const MOST: usize = 48;

/// Similarities for the judge; none when words alone have to do.
pub async fn similar(ports: &Ports, job: &Arc<Job>, texts: &Texts, round: usize) -> Option<Similar> {
    let embedder = ports.embedder.as_ref()?;
    let outside = embedder.leaves_machine();
    if outside && job.terms.privacy == Privacy::LocalOnly {
        return None;
    }
    let open = !outside || job.terms.privacy == Privacy::CloudAllowed;
    let parts: Vec<String> = job.plan_or_plain().sub_questions.iter().map(|part| part.text.clone()).collect();
    let (thinking, texts) = (job.clone(), texts.clone());
    let found = on_a_blocking_thread(ports, move || {
        let mut materials = materials(&thinking, &texts);
        materials.retain(|material| open || !material.document.is_private());
        with_judge_input(&thinking, &materials, round, None, |input| candidates(input, MOST))
    });
    let candidates = found.await.ok()?;
    if candidates.is_empty() {
        return None;
    }
    compared(embedder.as_ref(), job, parts, candidates).await
}

async fn compared(
    embedder: &dyn Embedder,
    job: &Job,
    parts: Vec<String>,
    candidates: Vec<Candidate>,
) -> Option<Similar> {
    let passages: Vec<String> = candidates.iter().map(|candidate| candidate.text.clone()).collect();
    let parts = vectors(embedder, job, &parts, TextRole::Question).await?;
    let passages = vectors(embedder, job, &passages, TextRole::Passage).await?;
    Some(compare(candidates, &parts, &passages))
}

/// One vector a text; none when the embedder failed.
async fn vectors(
    embedder: &dyn Embedder,
    job: &Job,
    texts: &[String],
    role: TextRole,
) -> Option<Vec<Vec<f32>>> {
    match embedder.embed(texts, role, job.terms.privacy).await {
        Ok(vectors) if vectors.len() == texts.len() => Some(vectors),
        Ok(_) => {
            warn!(job = %job.id, "the embedder gave another number of vectors than it was asked for");
            None
        }
        Err(failure) => {
            warn!(job = %job.id, reason = ?failure.reason, "the embedder failed; words alone rank");
            None
        }
    }
}
