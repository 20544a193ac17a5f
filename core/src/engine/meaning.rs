//! What ranking models make of passages, where they are set up: an embedder tells how near passages are to the parts
//! of a question in meaning, a reranker reads each of them together with the question.
//!
//! Only a bounded number of passages is shown to them, those that words already point to first. Without a model, or
//! when it fails, nothing changes: words alone rank.

use super::Ports;
use super::deciding::on_a_blocking_thread;
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{Embedder, Ranked, Reranker, Similar, TextRole, Texts, ToCompare, ToRank, compare};
use std::sync::Arc;
use std::time::Duration;
use tracing::warn;

/// Passages that are embedded for one judgement.
const MOST: usize = 48;
/// Passages that a reranker reads for one judgement. On 77 questions over 2,900 pages, 20 are as good as 50; 10 lose a
/// tenth of the answers.
const MOST_RANKED: usize = 20;
/// How long a reranker may take for one judgement: an answer without a language model is there in about two seconds.
const RANKING: Duration = Duration::from_millis(2_500);

/// What the reranker makes of the best passages; none when words alone have to do.
pub async fn ranked(ports: &Ports, job: &Arc<Job>, texts: &Texts, effect: &Effect) -> Option<Ranked> {
    let reads = |reranker: &&Arc<dyn Reranker>| reranker.reads(&job.question.language);
    let reranker =
        ports.reranker.as_ref().filter(|_| matches!(effect, Effect::Judge { .. })).filter(reads)?;
    let (rules, thinking, texts, effect) = (ports.decide.clone(), job.clone(), texts.clone(), effect.clone());
    let found = on_a_blocking_thread(ports, move || rules.to_rank(&thinking, &texts, &effect, MOST_RANKED));
    let wanted = found.await.ok()?;
    let parts = wanted.len();
    let mut ranked = Ranked { refuses_below: reranker.refuses_below(), ..Ranked::default() };
    for (part, ToRank { question, passages }) in wanted.into_iter().enumerate() {
        let texts: Vec<String> = passages.iter().map(|passage| passage.text.clone()).collect();
        let most = RANKING / u32::try_from(parts).unwrap_or(1).max(1);
        let scores = match reranker.rank(&question, &texts, most).await {
            Ok(scores) => scores,
            Err(failure) => {
                warn!(job = %job.id, reason = ?failure.reason, "the reranker failed; words alone rank");
                return None;
            }
        };
        for (passage, score) in passages.into_iter().zip(scores) {
            ranked.scores.entry(passage.passage).or_insert_with(|| vec![None; parts])[part] = score;
        }
    }
    let read = ranked.scores.values().flatten().any(Option::is_some);
    read.then_some(ranked)
}

/// Similarities for the judge; none when words alone have to do.
pub async fn similar(ports: &Ports, job: &Arc<Job>, texts: &Texts, effect: &Effect) -> Option<Similar> {
    let embedder = ports.embedder.as_ref().filter(|_| matches!(effect, Effect::Judge { .. }))?;
    let outside = embedder.leaves_machine();
    if outside && job.terms.privacy == Privacy::LocalOnly {
        return None;
    }
    let open = !outside || job.terms.privacy == Privacy::CloudAllowed;
    let (rules, thinking, texts, effect) = (ports.decide.clone(), job.clone(), texts.clone(), effect.clone());
    let found = on_a_blocking_thread(ports, move || rules.to_compare(&thinking, &texts, &effect, open, MOST));
    let wanted = found.await.ok()??;
    if wanted.passages.is_empty() {
        return None;
    }
    compared(embedder.as_ref(), job, wanted).await
}

async fn compared(embedder: &dyn Embedder, job: &Job, wanted: ToCompare) -> Option<Similar> {
    let ToCompare { parts, passages: candidates } = wanted;
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
