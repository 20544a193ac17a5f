//! Adds blocks that searches found to those that a model judges.
//!
//! Judging weighs blocks by the words of the question. A model's queries contain the words of the page with the answer,
//! which may differ: "kick out a connection" is answered under `pg_terminate_backend`.

use crate::Material;
use crate::judge::{LOOKED_AT, in_turns};
use crate::weigh::{Texts, query_terms};
use gorkd_core::job::{Job, Judgement};
use gorkd_core::model::{Evidence, FoundBlock, Maker, Query, SearchHit};
use gorkd_core::text::{byte_range, canonical_url, span_of};
use std::cell::OnceCell;
use std::cmp::Ordering;

/// Blocks that are put in of a query that a model has made; of one by rules, whose words are the question's own, the best.
const OF_A_QUERY: usize = 6;
/// The best blocks by measure stay in front. The best of each query comes next, whatever a reranker makes of it: only the
/// query may name what is looked for. From there on one that a search found comes after each.
const IN_FRONT: usize = 3;

/// The judgement with the best blocks of each query, new ones without ids.
pub fn with_found(job: &Job, judgement: Judgement, materials: &[Material<'_>]) -> Judgement {
    let by_model = |by: &Maker| *by != Maker::Rules;
    let planned = job.plan.as_ref().is_some_and(|plan| by_model(&plan.by));
    // A page is taken apart once for all queries.
    let texts: Vec<OnceCell<Texts>> = materials.iter().map(|_| OnceCell::new()).collect();
    let mut lists: Vec<Vec<Evidence>> = Vec::new();
    // What the latest round asked for has not been judged yet.
    for (number, round) in job.rounds.iter().enumerate().rev() {
        let before = number.checked_sub(1).and_then(|before| job.rounds[before].judgement.as_ref());
        let own = number == 0 && planned || before.is_some_and(|before| by_model(&before.by));
        let most = if own { OF_A_QUERY } else { 1 };
        for query in &round.queries {
            let mut found: Vec<Vec<(usize, FoundBlock)>> = super::lists_of(job, number, round)
                .into_iter()
                .filter(|(of, _)| std::ptr::eq(*of, query))
                .map(|(_, hits)| best(job, query, hits, (materials, texts.as_slice())))
                .collect();
            // Scores are comparable within one provider only.
            let held =
                |list: &Vec<(usize, FoundBlock)>| list.first().map_or(0.0, |(_, block)| block.coverage);
            found.sort_by(|a, b| held(b).total_cmp(&held(a)));
            let found = in_turns(&found).into_iter();
            let pieces =
                found.filter_map(|(at, block)| evidence(&materials[at], &block, &query.sub_question));
            lists.push(pieces.take(most).collect());
        }
    }
    let first = &judgement.evidence[..judgement.evidence.len().min(IN_FRONT)];
    let (mut found, mut named): (Vec<Evidence>, usize) = (Vec::new(), 0);
    let queries = lists.iter().filter(|list| !list.is_empty()).count();
    for (at, piece) in in_turns(&lists).into_iter().enumerate() {
        if !first.iter().chain(&found).any(|one| one.passage == piece.passage) {
            found.push(piece);
            named += usize::from(at < queries);
        }
    }
    let evidence = in_front(judgement.evidence, found, named);
    Judgement { evidence, ..judgement }
}

/// The blocks that a search found in what was read, best first, by words and by meaning in turns. Where it tells of none,
/// the best block of the first hit that was read.
fn best(
    job: &Job,
    query: &Query,
    hits: &[SearchHit],
    (materials, texts): (&[Material<'_>], &[OnceCell<Texts>]),
) -> Vec<(usize, FoundBlock)> {
    let mut found: Vec<(usize, FoundBlock)> = Vec::new();
    for hit in hits.iter().filter(|hit| !hit.blocks.is_empty()) {
        let read = |material: &Material<'_>| hit.hash.as_ref() == Some(&material.document.hash);
        let place = materials.iter().position(read);
        found.extend(place.into_iter().flat_map(|at| hit.blocks.iter().map(move |block| (at, *block))));
    }
    if found.is_empty() {
        let place = hits.iter().find_map(|hit| place_of(job, hit, materials));
        found.extend(place.and_then(|at| Some((at, by_words(query, &materials[at], &texts[at])?))));
    }
    found.sort_by(|a, b| b.1.order().total_cmp(&a.1.order()).then(a.1.span.cmp(&b.1.span)));
    let mut near: Vec<(usize, FoundBlock)> =
        found.iter().filter(|(_, one)| one.near.is_some()).copied().collect();
    near.sort_by(|a, b| b.1.near.partial_cmp(&a.1.near).unwrap_or(Ordering::Equal));
    found.retain(|(_, one)| one.score > 0.0);
    let mut both: Vec<(usize, FoundBlock)> = Vec::new();
    for (at, one) in in_turns(&[found, near]) {
        if !both.iter().any(|(known, block)| *known == at && block.span == one.span) {
            both.push((at, one));
        }
    }
    both
}

/// Where the page of a hit is among what was read.
fn place_of(job: &Job, hit: &SearchHit, materials: &[Material<'_>]) -> Option<usize> {
    let address = canonical_url(&hit.url);
    let mut of_hit = job.reads().filter(|read| read.chosen.canonical_url == address);
    let document = of_hit.find_map(|read| read.document.as_ref())?;
    materials.iter().position(|material| material.document.hash == document.hash)
}

/// The block of a page that meets a query best by its words. `texts`: those of its blocks, once they are known.
fn by_words(query: &Query, material: &Material<'_>, texts: &OnceCell<Texts>) -> Option<FoundBlock> {
    let language = material.language();
    let blocks = || material.blocks().iter().take_while(|block| block.range.end <= LOOKED_AT);
    let texts = texts.get_or_init(|| {
        let mut texts = Texts::default();
        for block in blocks() {
            texts.add(&material.with_headings(block, None), language);
        }
        texts
    });
    let matches = texts.matches(&query_terms(&query.text, language));
    let met = blocks().zip(matches).filter(|(block, met)| !block.navigation && met.score > 0.0);
    let found = met.map(|(block, met)| {
        (block, FoundBlock { score: met.score, coverage: met.coverage, ..FoundBlock::default() })
    });
    let (block, best) = found.max_by(|(_, a), (_, b)| a.order().total_cmp(&b.order()))?;
    Some(FoundBlock { span: span_of(material.text, block.range.clone()), ..best })
}

/// The evidence with what was found among the first of it; the first `named` of that stand together.
fn in_front(mut evidence: Vec<Evidence>, found: Vec<Evidence>, named: usize) -> Vec<Evidence> {
    for (count, piece) in found.into_iter().enumerate() {
        // The measure may have put it behind all that a prompt has room for.
        let known = evidence.iter().position(|one| one.passage == piece.passage);
        let piece = known.map_or(piece, |at| evidence.remove(at));
        let place = IN_FRONT + if count < named { count } else { 2 * count + 1 - named };
        evidence.insert(place.min(evidence.len()), piece);
    }
    evidence
}

/// None for what is no block of the text, or only leads elsewhere.
fn evidence(material: &Material<'_>, found: &FoundBlock, part: &str) -> Option<Evidence> {
    let range = byte_range(material.text, found.span);
    let block = material.blocks().iter().find(|block| block.range == range && !block.navigation)?;
    Some(Evidence {
        source: material.source.clone(),
        passage: material.passage(range),
        sub_question: part.to_owned(),
        relevance: found.coverage,
        kind: block.kind,
        headings: material.heading_path(block),
        ..Evidence::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::{Chosen, ReadState, Round, SearchResult, search_stem};
    use gorkd_core::model::*;
    use std::sync::Arc;

    const TEXT: &str =
        "# Signals\n\nA stuck connection waits.\n\nThe function pg_terminate_backend ends a session.\n";

    #[test]
    fn a_block_that_only_its_page_speaks_for_comes_after_one_that_holds_the_words() {
        let document = Document { hash: DocumentHash::of_text(TEXT), ..Document::default() };
        let material = Material::new(&document, TEXT);
        let block = |at: usize, score: f64, coverage: f64, about: f64| FoundBlock {
            span: span_of(TEXT, at..at + 1),
            score,
            coverage,
            about,
            near: None,
        };
        let blocks = vec![block(0, 9.0, 0.0, 0.4), block(11, 8.0, 0.7, 0.0)];
        let hit = SearchHit { hash: Some(document.hash.clone()), blocks, ..SearchHit::default() };
        let texts: Vec<OnceCell<Texts>> = Vec::new();
        let at_hand = (std::slice::from_ref(&material), texts.as_slice());
        let found = best(&Job::default(), &Query::default(), &[hit], at_hand);
        let scores: Vec<f64> = found.iter().map(|(_, block)| block.score).collect();
        assert_eq!(scores, [8.0, 9.0]);
    }

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
        let blocks = [("The function", 8.0), ("A stuck", 9.0)].map(|(words, score)| FoundBlock {
            span: span(words),
            score,
            coverage: 0.7,
            ..FoundBlock::default()
        });
        let hit =
            SearchHit { hash: Some(document.hash.clone()), blocks: blocks.into(), ..SearchHit::default() };
        let mut round = Round { queries: vec![query.clone()], ..Round::default() };
        let found = SearchResult { provider: "library".into(), hits: Arc::from(vec![hit]), cached: false };
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
        assert_eq!(ids(Maker::Model("m".into())), [own.clone(), (String::new(), span("The function"))]);
        assert_eq!(ids(Maker::Rules), [own], "rules search with the question's own words");
    }

    #[test]
    fn each_query_has_its_turn() {
        assert_eq!(in_turns(&[vec![1, 2, 3], Vec::new(), vec![4]]), [1, 4, 2, 3]);
    }

    #[test]
    fn the_best_block_of_a_web_page_by_the_words_of_a_query_is_judged() {
        let document = Document {
            hash: DocumentHash::of_text(TEXT),
            url: "https://a.test/".into(),
            canonical_url: "https://a.test/".into(),
            ..Document::default()
        };
        let material = Material::new(&document, TEXT);
        let query = Query { text: "how pg_terminate_backend ends it".into(), ..Query::default() };
        let hit = |url: &str| SearchHit { url: url.into(), ..SearchHit::default() };
        let hits = vec![hit("https://unread.test/"), hit("https://a.test/")];
        let mut round = Round { queries: vec![query.clone()], ..Round::default() };
        let found = SearchResult { provider: "web".into(), hits: hits.into(), cached: false };
        round.found.insert(search_stem(0, &query, "web"), found);
        let chosen = Chosen { canonical_url: "https://a.test/".into(), ..Chosen::default() };
        let read = ReadState { chosen, document: Some(Arc::new(document.clone())), ..ReadState::default() };
        round.reads.insert("r0.read.1".into(), read);
        let job = Job { rounds: vec![round], providers: vec!["web".into()], ..Job::default() };
        let judged = with_found(&job, Judgement::default(), std::slice::from_ref(&material));
        let shown: Vec<&str> =
            judged.evidence.iter().map(|one| gorkd_core::text::slice(TEXT, one.passage.span)).collect();
        assert_eq!(shown, ["The function pg_terminate_backend ends a session."]);
    }

    #[test]
    fn a_block_that_the_measure_put_last_comes_in_front() {
        let piece = |id: &str| Evidence { id: id.to_owned(), ..Evidence::default() };
        let mut evidence: Vec<Evidence> = ["e1", "e2", "e3", "e4", "e5"].map(piece).into();
        for (at, one) in evidence.iter_mut().enumerate() {
            one.passage.span.start = at;
        }
        let found = [evidence[4].clone(), evidence[3].clone()];
        let order = |found: &[Evidence], named| -> Vec<String> {
            in_front(evidence.clone(), found.to_vec(), named).into_iter().map(|one| one.id).collect()
        };
        assert_eq!(order(&found[..1], 1), ["e1", "e2", "e3", "e5", "e4"]);
        assert_eq!(order(&found, 2), ["e1", "e2", "e3", "e5", "e4"]);
        assert_eq!(order(&found[..1], 0), ["e1", "e2", "e3", "e4", "e5"]);
    }
}
