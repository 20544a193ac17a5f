//! Ranks passages with models, if they are configured. An embedder measures how close passages are in meaning
//! to the parts of a question; a reranker reads each passage together with the question.
//!
//! Only a limited number of passages is ranked this way, best word matches first. If no model is configured or
//! it fails, passages are ranked by words alone.

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
/// Passages that a reranker scores by one sentence each for one judgment, and how many of them it then reads in
/// full. Of 67 questions over 2,900 pages, the first three blocks answer 31 if the 20 best word matches are
/// read, 34 with 40, and 37 if 80 are glanced at first. Of 27 other questions, whose articles share few words
/// with the pages, they answer 13 with 60 glances and 10 read, and 12 with 80 and 16, which takes half as long
/// again.
pub const GLANCED: usize = 60;
const READ: usize = 10;
/// Time limit of a reranker for one judgment; half of it is for glances. One question takes a second on two
/// cores. If many are ranked at once, each gets as far as its share of the time allows.
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
        (open.and_then(compare), ranks.then(|| rules.to_rank(&thinking, &texts, &effect, GLANCED)))
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

/// The passages with the best scores for any part of the question, as many as are read in full.
fn first(ranked: &Ranked, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    let best = |candidate: &Candidate| {
        let scores = ranked.scores.get(&candidate.passage).into_iter().flatten();
        scores.flatten().copied().fold(f32::NEG_INFINITY, f32::max)
    };
    candidates.sort_by(|a, b| best(b).total_cmp(&best(a)).then_with(|| a.passage.cmp(&b.passage)));
    candidates.dedup_by(|a, b| a.passage == b.passage);
    candidates.truncate(READ);
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
        for (passage, score) in read(reranker, wanted, READ.div_ceil(parts), share).await? {
            ranked.scores.entry(passage).or_insert_with(|| vec![None; parts])[part] = score;
        }
    }
    let read = ranked.scores.values().flatten().any(Option::is_some);
    Ok(read.then_some(ranked))
}

/// The better score of each passage, at a glance and in full: one sentence that answers is enough, and a long
/// passage may drown it (Dai and Callan, 2019, take a document's best passage for the same reason). If there
/// are many, only the best at a glance are read in full.
async fn read(
    reranker: &dyn Reranker,
    wanted: ToRank,
    whole: usize,
    most: Duration,
) -> Result<Vec<(Passage, Option<f32>)>, Failure> {
    let ToRank { passages, glances, wordings } = wanted;
    let looks = match passages.len() > whole {
        true => scores(reranker, pairs(&wordings, glances.iter()), most / 2).await?,
        false => vec![None; passages.len()],
    };
    // Passages that there was no time for keep their word ranking, after those that were scored.
    let mut order: Vec<usize> = (0..passages.len()).collect();
    let look = |at: &usize| looks[*at].unwrap_or(f32::NEG_INFINITY);
    order.sort_by(|a, b| look(b).total_cmp(&look(a)));
    order.truncate(whole);
    let asked: Vec<String> = order.iter().map(|at| wordings[*at].clone()).collect();
    let texts = order.iter().map(|at| &passages[*at].text);
    let wholes = scores(reranker, pairs(&asked, texts), most - most / 2).await?;
    let mut best = looks;
    for (at, score) in order.into_iter().zip(wholes) {
        best[at] = best[at].into_iter().chain(score).max_by(f32::total_cmp);
    }
    Ok(passages.into_iter().map(|candidate| candidate.passage).zip(best).collect())
}

fn pairs<'a>(asked: &'a [String], texts: impl Iterator<Item = &'a String>) -> Vec<(&'a str, &'a str)> {
    asked.iter().map(String::as_str).zip(texts.map(String::as_str)).collect()
}

/// Scores pairs of a question and a text. Each question's share of the time is its share of the pairs.
async fn scores(
    reranker: &dyn Reranker,
    pairs: Vec<(&str, &str)>,
    most: Duration,
) -> Result<Vec<Option<f32>>, Failure> {
    let mut by_question: Vec<(&str, Vec<usize>)> = Vec::new();
    for (at, (question, _)) in pairs.iter().enumerate() {
        match by_question.iter_mut().find(|(known, _)| known == question) {
            Some((_, places)) => places.push(at),
            None => by_question.push((question, vec![at])),
        }
    }
    let mut scores = vec![None; pairs.len()];
    for (question, places) in by_question {
        let texts: Vec<String> = places.iter().map(|at| pairs[*at].1.to_owned()).collect();
        let share = most.mul_f64(places.len() as f64 / pairs.len() as f64);
        for (at, score) in places.into_iter().zip(reranker.rank(question, &texts, share).await?) {
            scores[at] = score;
        }
    }
    Ok(scores)
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
    async fn the_better_score_counts_and_each_is_read_with_its_sentence() {
        let texts = ["a b c d", "c d", "x"];
        let passage = |at: usize| Passage { span: Span { start: at, end: at + 1 }, ..Passage::default() };
        let candidates = texts.iter().enumerate();
        let wanted = |glances: [&str; 3], wordings: [&str; 3]| ToRank {
            passages: candidates
                .clone()
                .map(|(at, text)| Candidate {
                    passage: passage(at),
                    text: (*text).to_owned(),
                    compared: false,
                })
                .collect(),
            glances: glances.map(str::to_owned).into(),
            wordings: wordings.map(str::to_owned).into(),
        };
        let scores = async |wanted: ToRank, whole: usize| {
            let read = read(&Sharing, wanted, whole, Duration::from_secs(1)).await.expect("scores");
            read.into_iter().map(|(passage, score)| (passage.span.start, score)).collect::<Vec<_>>()
        };
        let story = wanted(texts, ["a b c d", "c d", "c d"]);
        let all = [(0, Some(1.0)), (1, Some(1.0)), (2, Some(0.0))];
        assert_eq!(scores(story, 3).await, all, "the second holds all of its sentence");
        let plain = ["a b c d"; 3];
        assert_eq!(scores(wanted(texts, plain), 3).await, [(0, Some(1.0)), (1, Some(0.5)), (2, Some(0.0))]);
        // The first one scores best at a glance and is read in full; the others keep their glance score.
        let glances = ["a b c", "c", "d x"];
        let read = [(0, Some(1.0)), (1, Some(0.25)), (2, Some(0.25))];
        assert_eq!(scores(wanted(glances, plain), 1).await, read);
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
        // More than are read in full; later ones score higher.
        let letters: Vec<String> = ('a'..).take(READ + 5).map(String::from).collect();
        let texts: Vec<String> =
            (0..letters.len()).map(|at| format!("{} 0 {at}", letters[..=at].join(" "))).collect();
        let passages: Vec<Candidate> =
            texts.iter().enumerate().map(|(at, text)| candidate(at, text.clone())).collect();
        let wordings = vec![letters.join(" "); texts.len()];
        let to_rank = ToRank { passages: passages.clone(), glances: texts, wordings };
        let to_compare = ToCompare { parts: vec!["0 1".to_owned()], passages };
        let near = Some((&Numbers as &dyn Embedder, Reach::NEAR));
        let (similar, ranked) =
            look(near, Some(&Sharing), Some(to_compare.clone()), Some(vec![to_rank.clone()]), RANKING_TIME)
                .await;
        assert!(ranked.expect("it reads").is_some());
        let similar = similar.expect("it compares").expect("cosines");
        let compared: Vec<usize> = similar.keys().map(|passage| passage.span.start).collect();
        assert_eq!(compared, (5..READ + 5).collect::<Vec<_>>());
        let alone =
            look(near, None, Some(to_compare.clone()), None, RANKING_TIME).await.0.expect("it compares");
        assert_eq!(alone.expect("cosines").len(), READ + 5, "without a reranker, all are compared");
        // The reranker fails if it is asked without time.
        let late = look(near, Some(&Sharing), Some(to_compare), Some(vec![to_rank]), Duration::ZERO).await;
        assert_eq!(late, (Ok(None), Ok(None)), "without time, nobody is asked");
        let nothing = ToCompare { parts: vec![NOTHING.to_owned()], passages: Vec::new() };
        let asked = look(near, None, Some(nothing), None, RANKING_TIME).await.0;
        assert_eq!(asked, Ok(None), "without passages, nobody is asked");
    }
}
