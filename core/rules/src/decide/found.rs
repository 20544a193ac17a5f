//! Adds blocks that searches found to those that a model judges.
//!
//! Judging weighs blocks by the words of the question. A model's queries contain the words of the page with the answer,
//! which may differ: "kick out a connection" is answered under `pg_terminate_backend`.

use crate::Material;
use gorkd_core::job::{Job, Judgement};
use gorkd_core::model::{Evidence, FoundBlock, Maker, Passage, Stance};
use gorkd_core::text::{byte_range, span_of};

/// Blocks of one query that are put in.
const OF_A_QUERY: usize = 6;
/// The best blocks by measure stay in front; from there on one found by a search comes after each.
const IN_FRONT: usize = 3;

/// The judgement with the best blocks of each query that a model has made.
pub fn with_found(job: &Job, judgement: Judgement, materials: &[Material<'_>]) -> Judgement {
    let by_model = |by: &Maker| *by != Maker::Rules;
    let planned = job.plan.as_ref().is_some_and(|plan| by_model(&plan.by));
    let mut found: Vec<Evidence> = Vec::new();
    let first = &judgement.evidence[..judgement.evidence.len().min(IN_FRONT)];
    let known =
        |found: &[Evidence], passage: &Passage| first.iter().chain(found).any(|one| one.passage == *passage);
    for (number, round) in job.rounds.iter().enumerate() {
        let before = number.checked_sub(1).and_then(|before| job.rounds[before].judgement.as_ref());
        if !(number == 0 && planned || before.is_some_and(|before| by_model(&before.by))) {
            continue;
        }
        for (query, hits) in super::lists_of(job, number, round) {
            let mut best: Vec<(usize, FoundBlock)> = Vec::new();
            for hit in hits {
                let read = |material: &Material<'_>| hit.hash.as_ref() == Some(&material.document.hash);
                let place = materials.iter().position(read);
                best.extend(
                    place.into_iter().flat_map(|at| hit.blocks.iter().map(move |block| (at, *block))),
                );
            }
            best.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(a.1.span.cmp(&b.1.span)));
            for (at, block) in best.into_iter().take(OF_A_QUERY) {
                let material = &materials[at];
                let piece = evidence(material, &block, &query.sub_question);
                if let Some(piece) = piece.filter(|piece| !known(&found, &piece.passage)) {
                    found.push(piece);
                }
            }
        }
    }
    let evidence = in_front(judgement.evidence, found);
    Judgement { evidence, ..judgement }
}

/// The evidence with what was found among the first of it.
fn in_front(mut evidence: Vec<Evidence>, found: Vec<Evidence>) -> Vec<Evidence> {
    let mut next = evidence.iter().filter_map(|one| one.id.strip_prefix('e')?.parse().ok()).max();
    for (count, piece) in found.into_iter().enumerate() {
        // The measure may have put it behind all that a prompt has room for.
        let piece = match evidence.iter().position(|one| one.passage == piece.passage) {
            Some(at) => evidence.remove(at),
            None => {
                let number: u32 = next.unwrap_or(0) + 1;
                next = Some(number);
                Evidence { id: format!("e{number}"), ..piece }
            }
        };
        evidence.insert((IN_FRONT + 2 * count).min(evidence.len()), piece);
    }
    evidence
}

/// None for what is no block of the text, or only leads elsewhere.
fn evidence(material: &Material<'_>, found: &FoundBlock, part: &str) -> Option<Evidence> {
    let range = byte_range(material.text, found.span);
    let block = material.blocks().iter().find(|block| block.range == range && !block.navigation)?;
    Some(Evidence {
        id: String::new(),
        source: material.source.clone(),
        passage: Passage {
            hash: material.document.hash.clone(),
            span: span_of(material.text, block.range.clone()),
        },
        sub_question: part.to_owned(),
        relevance: found.coverage,
        stance: Stance::Neutral,
        kind: block.kind,
        headings: material.heading_path(block),
        scores: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::{Found, Round, search_stem};
    use gorkd_core::model::*;

    const TEXT: &str =
        "# Signals\n\nA stuck connection waits.\n\nThe function pg_terminate_backend ends a session.\n";

    #[test]
    fn a_block_that_only_the_models_words_find_is_judged() {
        let document = Document {
            hash: DocumentHash::of_text(TEXT),
            canonical_url: "file:///a.md".into(),
            ..Document::default()
        };
        let material = Material::new(&document, TEXT);
        let span = |words: &str| {
            let start = TEXT.find(words).unwrap_or(0);
            span_of(TEXT, start..start + TEXT[start..].find('\n').unwrap_or(0))
        };
        let query =
            Query { text: "pg_terminate_backend".into(), sub_question: "q1".into(), ..Query::default() };
        let blocks = ["The function", "A stuck"].map(|words| FoundBlock {
            span: span(words),
            score: 9.0,
            coverage: 0.7,
        });
        let hit =
            SearchHit { hash: Some(document.hash.clone()), blocks: blocks.into(), ..SearchHit::default() };
        let mut round = Round { queries: vec![query.clone()], ..Round::default() };
        let found = Found { provider: "library".into(), hits: vec![hit], cached: false };
        round.found.insert(search_stem(0, &query, "library"), found);
        let measured = Judgement {
            evidence: vec![Evidence {
                id: "e1".into(),
                passage: Passage { hash: document.hash.clone(), span: span("A stuck") },
                ..Evidence::default()
            }],
            ..Judgement::default()
        };
        let ids = |by: Maker| {
            let plan = Some(Plan { by, ..Plan::default() });
            let job = Job {
                plan,
                rounds: vec![round.clone()],
                providers: vec!["library".into()],
                ..Job::default()
            };
            let judged = with_found(&job, measured.clone(), std::slice::from_ref(&material));
            judged.evidence.into_iter().map(|one| (one.id, one.passage.span)).collect::<Vec<_>>()
        };
        let own = ("e1".to_owned(), span("A stuck"));
        assert_eq!(ids(Maker::Model("m".into())), [own.clone(), ("e2".to_owned(), span("The function"))]);
        assert_eq!(ids(Maker::Rules), [own], "rules search with the question's own words");
    }

    #[test]
    fn a_block_that_the_measure_put_last_comes_in_front() {
        let piece = |id: &str| Evidence { id: id.to_owned(), ..Evidence::default() };
        let mut evidence: Vec<Evidence> = ["e1", "e2", "e3", "e4", "e5"].map(piece).into();
        for (at, one) in evidence.iter_mut().enumerate() {
            one.passage.span.start = at;
        }
        let found = evidence[4].clone();
        let order: Vec<String> = in_front(evidence, vec![found]).into_iter().map(|one| one.id).collect();
        assert_eq!(order, ["e1", "e2", "e3", "e5", "e4"]);
    }
}
