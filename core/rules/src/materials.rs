//! Gathers what a job has read for the pure stages: attached documents and what it read itself, then relevant documents
//! from earlier turns of its thread.

use crate::at_hand::{bears_on, may_be_reused};
use crate::{Brief, Material};
use gorkd_core::job::{Job, search_stem};
use gorkd_core::model::{Document, DocumentHash, FoundBlock, Maker, SearchHit};
use gorkd_core::ports::Texts;
use std::collections::BTreeSet;

/// The documents of a job whose texts are at hand, in reading order, each source once.
pub fn materials<'a>(job: &'a Job, texts: &'a Texts) -> Vec<Material<'a>> {
    let found = found_for_parts(job);
    let of = |document: &'a Document| {
        let text = texts.get(&document.hash)?;
        let (pinned, found) = (job.pinned.contains(&document.source_id()), blocks_of(&found, document));
        Some(Material { pinned, found, ..Material::new(document, text) })
    };
    let given = |material: Material<'a>| Material {
        pinned: true,
        why: "given along with the question",
        score: 1.0,
        ..material
    };
    let attached = job.attached.iter().filter_map(of).map(given);
    let read = job.documents().filter_map(|(round, read, document)| {
        let chosen = &read.chosen;
        let (snippet, why, score) = (chosen.snippet.as_str(), chosen.why.as_str(), chosen.score);
        Some(Material { round, snippet, why, score, ..of(document)? })
    });
    let kept = job.at_hand.iter().filter(|document| may_be_reused(job, document)).filter_map(of);
    let kept = kept.filter(|material| bears_on(&job.question, material.text));
    let kept = kept.map(|material: Material<'a>| Material {
        why: "read for an earlier question of this thread",
        ..material
    });
    let mut seen = BTreeSet::new();
    let all = attached.chain(read).chain(kept).filter(|material| !job.excluded.contains(&material.source));
    all.filter(|material| seen.insert(material.source.clone())).collect()
}

/// What the first query of each part found, which asks for the part in its own words: the scores of other queries tell
/// nothing about it.
fn found_for_parts(job: &Job) -> Vec<(&str, &SearchHit)> {
    let mut found = Vec::new();
    // A model's queries are in words of its own.
    let plan = job.plan.as_ref().filter(|plan| plan.by == Maker::Rules);
    for part in plan.into_iter().flat_map(|plan| &plan.sub_questions) {
        let first = job.rounds.iter().enumerate().find_map(|(number, round)| {
            let query = round.queries.iter().find(|query| query.sub_question == part.id)?;
            Some((number, round, query))
        });
        let Some((number, round, query)) = first else { continue };
        let lists =
            job.providers.iter().filter_map(|name| round.found.get(&search_stem(number, query, name)));
        found.extend(lists.flat_map(|found| found.hits.iter()).map(|hit| (part.id.as_str(), hit)));
    }
    // What other queries found is known to be held by the library, and no more.
    found.extend(job.hits().filter(|hit| !hit.blocks.is_empty()).map(|hit| ("", hit)));
    found
}

fn blocks_of<'a>(found: &[(&'a str, &SearchHit)], document: &Document) -> Vec<(&'a str, FoundBlock)> {
    let of_document = found.iter().filter(|(_, hit)| hit.hash.as_ref() == Some(&document.hash));
    of_document.flat_map(|(part, hit)| hit.blocks.iter().map(|block| (*part, *block))).collect()
}

/// Hashes of all that a job has read or has at hand.
pub fn hashes(job: &Job) -> Vec<DocumentHash> {
    let mut hashes: Vec<_> = job.documents().map(|(_, _, document)| document.hash.clone()).collect();
    hashes.extend(job.attached.iter().map(|document| document.hash.clone()));
    let kept = job.at_hand.iter().filter(|document| may_be_reused(job, document));
    hashes.extend(kept.map(|document| document.hash.clone()));
    hashes.sort();
    hashes.dedup();
    hashes
}

pub fn brief(job: &Job) -> Brief<'_> {
    Brief {
        question: &job.question,
        earlier: &job.earlier,
        constraints: &job.constraints,
        budget: &job.budget,
        domain: job.terms.domain.as_deref(),
        now: job.asked_at,
    }
}
