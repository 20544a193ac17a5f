//! Ranks passages with models, if they are configured. An embedder measures how close passages are in meaning
//! to the parts of a question; a reranker reads each passage together with the question.
//!
//! Only a limited number of passages is ranked this way: the best by words and, where it is known, by meaning. If no
//! model is configured or it fails, passages are ranked by words alone.

use super::Ports;
use super::deciding::{on_a_blocking_thread, texts};
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{
    Candidate, Embedder, Failed, Ranked, Reranker, Similar, TextRole, Texts, ToCompare, ToRank, compare,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};
use tracing::warn;

/// Maximum passages to embed for one judgment.
pub const EMBEDDED: usize = 48;
/// Passages per embedding batch, between checks of the clock: few on this machine, and as many as a provider
/// takes in one call.
const BATCH: usize = 8;
const REMOTE_BATCH: usize = 32;
/// Time limit for embedding all of them and the parts of the question.
const EMBEDDING_TIME: Duration = Duration::from_millis(4_000);
/// Passages that a reranker reads for one judgment. Of 181 questions over 2,900 pages, by three people who didn't
/// know gorkd, the first passage answers 95 and one of the first three 119 if it reads 20 in full; 90 and 113 if
/// it first scores 60 by one sentence each and reads the 10 best, which takes nearly twice as long.
pub const READ: usize = 20;
/// Of those, the best that an embedder on this machine compares with the question.
const COMPARED: usize = 10;
/// Time limit of a reranker for one judgment. If many questions are ranked at once, each gets as far as its share
/// of the time allows.
const RANKING_TIME: Duration = Duration::from_millis(5_000);

/// Scores the best passages for an effect with the embedder and the reranker; `None` for each one that is not
/// used. Takes at most `most`, including the wait for the texts. Fails if the texts can't be loaded.
pub async fn by_models(
    ports: &Ports,
    job: &Arc<Job>,
    effect: &Effect,
    most: Duration,
) -> Result<(Option<Similar>, Option<Ranked>), Failed> {
    if !matches!(effect, Effect::Judge { .. }) {
        return Ok((None, None));
    }
    let began = Instant::now();
    let reach = job.terms.reach();
    let embedder = ports.embedder.as_ref().and_then(|embedder| embedder.within(reach));
    let reranker = ports.reranker.as_ref().filter(|reranker| reranker.reads(&job.question.language));
    if embedder.is_none() && reranker.is_none() {
        return Ok((None, None));
    }
    let open = embedder.map(|embedder| reach.allows_private(embedder.destination()));
    let ranks = reranker.is_some();
    let near = embedder.is_some_and(|embedder| embedder.destination() == Destination::Near);
    // An embedder on this machine compares what the reranker puts first, so nothing else has to be chosen for it.
    let embedded = if ranks && near { 0 } else { EMBEDDED };
    let loaded = texts(ports, job, effect).await?;
    let (rules, thinking, effect) = (ports.decide.clone(), job.clone(), effect.clone());
    let work = move |texts: Texts| {
        let compare = |open| rules.to_compare(&thinking, &texts, &effect, open, embedded);
        (open.and_then(compare), ranks.then(|| rules.to_rank(&thinking, &texts, &effect, READ)))
    };
    let Ok((to_compare, to_rank)) = on_a_blocking_thread(ports, move || loaded.over(work)).await else {
        return Ok((None, None));
    };
    let embedder = embedder.map(|embedder| (embedder.as_ref(), reach));
    let left = most.saturating_sub(began.elapsed());
    let (similar, ranked) = look(embedder, reranker.map(Arc::as_ref), to_compare, to_rank, left).await;
    let told = |failure: Failure, what| {
        warn!(job = %job.id, reason = ?failure.reason, "the {what} failed; passages are ranked without it");
    };
    let similar = similar.map_err(|failure| told(failure, "embedder")).ok().flatten();
    let ranked = ranked.map_err(|failure| told(failure, "reranker")).ok().flatten();
    Ok((similar, ranked))
}

/// Scores passages with both models within `most`. If both are available, the embedder scores those that the
/// reranker puts first.
pub async fn look(
    embedder: Option<(&dyn Embedder, Reach)>,
    reranker: Option<&dyn Reranker>,
    to_compare: Option<ToCompare>,
    to_rank: Option<Vec<ToRank>>,
    most: Duration,
) -> (Result<Option<Similar>, Failure>, Result<Option<Ranked>, Failure>) {
    let began = Instant::now();
    // What a remote embedder may see has already been selected.
    let near = embedder.is_some_and(|(embedder, _)| embedder.destination() == Destination::Near);
    let passages = to_rank.iter().flatten().filter(|_| near).flat_map(|part| &part.passages);
    let candidates: Vec<Candidate> = passages.cloned().collect();
    let ranked = match reranker.zip(to_rank) {
        Some((reranker, wanted)) if !most.is_zero() => {
            read_all(reranker, wanted, most.min(RANKING_TIME)).await
        }
        Some(_) | None => Ok(None),
    };
    let first = ranked.as_ref().ok().and_then(Option::as_ref).map(|ranked| first(ranked, candidates));
    let wanted = to_compare.map(|wanted| match first.filter(|_| near) {
        Some(passages) => ToCompare { passages, ..wanted },
        None => wanted,
    });
    let similar = match embedder.zip(wanted) {
        Some(((embedder, reach), wanted)) => {
            let left = most.saturating_sub(began.elapsed());
            compared(embedder, reach, wanted, left.min(EMBEDDING_TIME)).await
        }
        None => Ok(None),
    };
    (similar, ranked)
}

/// The passages with the best scores for any part of the question, for an embedder.
fn first(ranked: &Ranked, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let best = |candidate: &Candidate| {
        let scores = ranked.scores.get(&candidate.passage).into_iter().flatten();
        scores.flatten().copied().fold(f32::NEG_INFINITY, f32::max)
    };
    candidates.sort_by(|a, b| best(b).total_cmp(&best(a)).then_with(|| a.passage.cmp(&b.passage)));
    candidates.dedup_by(|a, b| a.passage == b.passage);
    candidates.truncate(COMPARED);
    candidates.retain(|candidate| !candidate.compared);
    candidates
}

/// The reranker's scores of the best candidates for each part of a question; `None` if there was no time.
async fn read_all(
    reranker: &dyn Reranker,
    wanted: Vec<ToRank>,
    most: Duration,
) -> Result<Option<Ranked>, Failure> {
    let parts = wanted.len();
    let mut ranked = Ranked { refuses_below: reranker.refuses_below(), ..Ranked::default() };
    for (part, wanted) in wanted.into_iter().enumerate() {
        let share = most / u32::try_from(parts).unwrap_or(1).max(1);
        for (passage, score) in read(reranker, wanted, share).await? {
            ranked.scores.entry(passage).or_insert_with(|| vec![None; parts])[part] = score;
        }
    }
    let read = ranked.scores.values().flatten().any(Option::is_some);
    Ok(read.then_some(ranked))
}

/// The score of each passage, read with its wording of the question; `None` for those that there was no time for. Each
/// wording's share of the time is its share of the passages.
async fn read(
    reranker: &dyn Reranker,
    wanted: ToRank,
    most: Duration,
) -> Result<Vec<(Passage, Option<f32>)>, Failure> {
    let ToRank { passages, wordings } = wanted;
    let mut by_wording: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, wording) in wordings.iter().enumerate() {
        match by_wording.iter_mut().find(|(known, _)| known == wording) {
            Some((_, places)) => places.push(at),
            None => by_wording.push((wording, vec![at])),
        }
    }
    let mut scores = vec![None; passages.len()];
    for (wording, places) in by_wording {
        let texts: Vec<String> = places.iter().map(|at| passages[*at].text.clone()).collect();
        let share = most.mul_f64(places.len() as f64 / passages.len() as f64);
        for (at, score) in places.into_iter().zip(reranker.rank(wording, &texts, share).await?) {
            scores[at] = score;
        }
    }
    Ok(passages.into_iter().map(|candidate| candidate.passage).zip(scores).collect())
}

/// The cosine similarities of as many passages as time allows, in order; `None` if there was no time.
async fn compared(
    embedder: &dyn Embedder,
    reach: Reach,
    wanted: ToCompare,
    most: Duration,
) -> Result<Option<Similar>, Failure> {
    let until = Instant::now() + most;
    let ToCompare { parts, passages: mut candidates } = wanted;
    if candidates.is_empty() || most.is_zero() {
        return Ok(None);
    }
    let Ok(parts) = timeout_at(until, vectors(embedder, reach, &parts, TextRole::Question)).await else {
        return Ok(None);
    };
    let parts = parts?;
    let together = match embedder.destination() {
        Destination::Near => BATCH,
        Destination::Far => REMOTE_BATCH,
    };
    let mut found = Vec::new();
    for some in candidates.chunks(together) {
        let texts: Vec<String> = some.iter().map(|candidate| candidate.text.clone()).collect();
        match timeout_at(until, vectors(embedder, reach, &texts, TextRole::Passage)).await {
            Ok(vectors) => found.extend(vectors?),
            Err(_) => break,
        }
    }
    candidates.truncate(found.len());
    Ok((!found.is_empty()).then(|| compare(candidates, &parts, &found)))
}

/// Returns one vector per text.
async fn vectors(
    embedder: &dyn Embedder,
    reach: Reach,
    texts: &[String],
    role: TextRole,
) -> Result<Vec<Vec<f32>>, Failure> {
    let vectors = embedder.embed(texts, role, reach).await?;
    if vectors.len() != texts.len() {
        let detail = "The embedder returned a different number of vectors than requested.";
        return Err(Failure::skip(FailureReason::Malformed, detail));
    }
    Ok(vectors)
}

#[cfg(test)]
mod tests {
    use super::*;
    use async_trait::async_trait;

    /// Scores a text by the share of the question's words that it contains.
    struct Sharing;

    #[async_trait]
    impl Reranker for Sharing {
        fn name(&self) -> &str {
            "sharing"
        }

        fn refuses_below(&self) -> Option<f32> {
            None
        }

        fn reads(&self, _: &str) -> bool {
            true
        }

        async fn rank(
            &self,
            question: &str,
            passages: &[String],
            most: Duration,
        ) -> Result<Vec<Option<f32>>, Failure> {
            assert!(!most.is_zero(), "{question} has no time");
            let words: Vec<&str> = question.split(' ').collect();
            let held = |text: &String| words.iter().filter(|word| text.contains(**word)).count();
            Ok(passages.iter().map(|text| Some(held(text) as f32 / words.len() as f32)).collect())
        }
    }

    #[tokio::test]
    async fn each_passage_is_read_with_its_sentence() {
        let passages = ["a b", "a b c d", "x"].iter().enumerate().map(|(at, text)| Candidate {
            passage: Passage { span: Span { start: at, end: at + 1 }, ..Passage::default() },
            text: (*text).to_owned(),
            compared: false,
        });
        let wordings = ["a b c d", "c d", "a b c d"].map(str::to_owned).into();
        let wanted = ToRank { passages: passages.collect(), wordings };
        let read = read(&Sharing, wanted, Duration::from_secs(1)).await.expect("scores");
        let scores: Vec<_> = read.into_iter().map(|(passage, score)| (passage.span.start, score)).collect();
        assert_eq!(scores, [(0, Some(0.5)), (1, Some(1.0)), (2, Some(0.0))]);
    }

    /// A text that must never be scored.
    const NOTHING: &str = "nothing";

    /// Embeds a text as the two numbers in it.
    struct Numbers;

    #[async_trait]
    impl Embedder for Numbers {
        fn name(&self) -> &str {
            "numbers"
        }

        fn destination(&self) -> Destination {
            Destination::Near
        }

        async fn embed(&self, texts: &[String], _: TextRole, _: Reach) -> Result<Vec<Vec<f32>>, Failure> {
            assert!(!texts.iter().any(|text| text == NOTHING), "there is nothing to compare it with");
            let numbers = |text: &String| text.split(' ').filter_map(|word| word.parse().ok()).collect();
            Ok(texts.iter().map(numbers).collect())
        }
    }

    #[tokio::test]
    async fn an_embedder_compares_what_a_reranker_puts_first() {
        let candidate = |at: usize, text: String| Candidate {
            passage: Passage { span: Span { start: at, end: at + 1 }, ..Passage::default() },
            text,
            compared: false,
        };
        // More than an embedder compares; later ones score higher.
        let letters: Vec<String> = ('a'..).take(COMPARED + 5).map(String::from).collect();
        let texts: Vec<String> =
            (0..letters.len()).map(|at| format!("{} 0 {at}", letters[..=at].join(" "))).collect();
        let passages: Vec<Candidate> =
            texts.iter().enumerate().map(|(at, text)| candidate(at, text.clone())).collect();
        let wordings = vec![letters.join(" "); texts.len()];
        let to_rank = ToRank { passages: passages.clone(), wordings };
        let to_compare = ToCompare { parts: vec!["0 1".to_owned()], passages };
        let near = Some((&Numbers as &dyn Embedder, Reach::NEAR));
        let (similar, ranked) =
            look(near, Some(&Sharing), Some(to_compare.clone()), Some(vec![to_rank.clone()]), RANKING_TIME)
                .await;
        assert!(ranked.expect("it reads").is_some());
        let similar = similar.expect("it compares").expect("cosines");
        let compared: Vec<usize> = similar.keys().map(|passage| passage.span.start).collect();
        assert_eq!(compared, (5..COMPARED + 5).collect::<Vec<_>>());
        let alone =
            look(near, None, Some(to_compare.clone()), None, RANKING_TIME).await.0.expect("it compares");
        assert_eq!(alone.expect("cosines").len(), COMPARED + 5, "without a reranker, all are compared");
        // The reranker fails if it is asked without time.
        let late = look(near, Some(&Sharing), Some(to_compare), Some(vec![to_rank]), Duration::ZERO).await;
        assert_eq!(late, (Ok(None), Ok(None)), "without time, nobody is asked");
        let nothing = ToCompare { parts: vec![NOTHING.to_owned()], passages: Vec::new() };
        let asked = look(near, None, Some(nothing), None, RANKING_TIME).await.0;
        assert_eq!(asked, Ok(None), "without passages, nobody is asked");
    }
}
