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
pub const EMBEDDED: usize = 48;
/// Passages at which a reranker takes a quick look for one judgement, one sentence each, and how many of them it then
/// reads whole. Of 67 questions over 2,900 pages, the first three blocks answer 31 when the 20 with the best words are
/// read, 34 with 40, and 37 with a look at 80, which takes about as long as reading 40.
pub const GLANCED: usize = 80;
const READ: usize = 16;
/// How long a reranker may take for one judgement, half of it for looking. A question alone needs a second on two cores;
/// where many are asked at once, each is ranked as far as this goes.
const RANKING: Duration = Duration::from_millis(4_000);

/// What the reranker makes of the best passages; none when words alone have to do.
pub async fn ranked(ports: &Ports, job: &Arc<Job>, texts: &Texts, effect: &Effect) -> Option<Ranked> {
    let reads = |reranker: &&Arc<dyn Reranker>| reranker.reads(&job.question.language);
    let reranker =
        ports.reranker.as_ref().filter(|_| matches!(effect, Effect::Judge { .. })).filter(reads)?;
    let (rules, thinking, texts, effect) = (ports.decide.clone(), job.clone(), texts.clone(), effect.clone());
    let found = on_a_blocking_thread(ports, move || rules.to_rank(&thinking, &texts, &effect, GLANCED));
    let wanted = found.await.ok()?;
    match read_all(reranker.as_ref(), wanted).await {
        Ok(ranked) => ranked,
        Err(failure) => {
            warn!(job = %job.id, reason = ?failure.reason, "the reranker failed; words alone rank");
            None
        }
    }
}

/// The reranker's scores of what is worth its time for each part of a question; none when it had time for nothing.
pub async fn read_all(reranker: &dyn Reranker, wanted: Vec<ToRank>) -> Result<Option<Ranked>, Failure> {
    let parts = wanted.len();
    let mut ranked = Ranked { refuses_below: reranker.refuses_below(), ..Ranked::default() };
    for (part, wanted) in wanted.into_iter().enumerate() {
        let most = RANKING / u32::try_from(parts).unwrap_or(1).max(1);
        for (passage, score) in read(reranker, wanted, READ.div_ceil(parts), most).await? {
            ranked.scores.entry(passage).or_insert_with(|| vec![None; parts])[part] = score;
        }
    }
    let read = ranked.scores.values().flatten().any(Option::is_some);
    Ok(read.then_some(ranked))
}

/// The scores of the passages that are read whole: those that look best at a glance, where there are many.
async fn read(
    reranker: &dyn Reranker,
    wanted: ToRank,
    whole: usize,
    most: Duration,
) -> Result<Vec<(Passage, Option<f32>)>, Failure> {
    let ToRank { question, mut passages, glances } = wanted;
    if passages.len() > whole {
        let looks = reranker.rank(&question, &glances, most / 2).await?;
        let mut looked: Vec<_> = passages.into_iter().zip(looks).collect();
        // What there was no time to look at keeps the order of its words, after what was looked at.
        looked.sort_by(|(_, a), (_, b)| {
            b.unwrap_or(f32::NEG_INFINITY).total_cmp(&a.unwrap_or(f32::NEG_INFINITY))
        });
        looked.truncate(whole);
        passages = looked.into_iter().map(|(passage, _)| passage).collect();
    }
    let texts: Vec<String> = passages.iter().map(|passage| passage.text.clone()).collect();
    let scores = reranker.rank(&question, &texts, most - most / 2).await?;
    Ok(passages.into_iter().map(|candidate| candidate.passage).zip(scores).collect())
}

/// Similarities for the judge; none when words alone have to do.
pub async fn similar(ports: &Ports, job: &Arc<Job>, texts: &Texts, effect: &Effect) -> Option<Similar> {
    let embedder = ports.embedder.as_ref().filter(|_| matches!(effect, Effect::Judge { .. }))?;
    let reach = job.terms.reach();
    let open = reach.allows_private(embedder.destination());
    let embedder = embedder.within(reach)?;
    let (rules, thinking, texts, effect) = (ports.decide.clone(), job.clone(), texts.clone(), effect.clone());
    let found =
        on_a_blocking_thread(ports, move || rules.to_compare(&thinking, &texts, &effect, open, EMBEDDED));
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
    match embedder.embed(texts, role, job.terms.reach()).await {
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
