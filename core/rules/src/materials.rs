//! Gathers what a job has read, with its texts, for the pure stages: what was given along and what it read itself,
//! then what earlier turns of its thread had read, where that bears on the question.

use crate::at_hand::{bears_on, may_be_reused};
use crate::{Brief, Material};
use gorkd_core::job::Job;
use gorkd_core::model::{Document, DocumentHash, FoundBlock};
use gorkd_core::ports::Texts;

/// The documents of a job whose texts are at hand, in reading order, each source once.
pub fn materials<'a>(job: &'a Job, texts: &'a Texts) -> Vec<Material<'a>> {
    let mut seen = std::collections::BTreeSet::new();
    let mut materials = Vec::new();
    for document in &job.attached {
        let source = document.source_id();
        let Some(text) = texts.get(&document.hash) else { continue };
        if seen.insert(source.clone()) && !job.excluded.contains(&source) {
            materials.push(Material {
                pinned: true,
                found: found_blocks(job, document),
                source,
                document,
                text,
                round: 0,
                snippet: "",
                why: "given along with the question",
                score: 1.0,
            });
        }
    }
    for (round, read, document) in job.documents() {
        let source = document.source_id();
        let Some(text) = texts.get(&document.hash) else { continue };
        if !seen.insert(source.clone()) {
            continue;
        }
        materials.push(Material {
            pinned: job.pinned.contains(&source),
            found: found_blocks(job, document),
            source,
            document,
            text,
            round,
            snippet: &read.chosen.snippet,
            why: &read.chosen.why,
            score: read.chosen.score,
        });
    }
    for document in job.at_hand.iter().filter(|document| may_be_reused(job, document)) {
        let source = document.source_id();
        let Some(text) = texts.get(&document.hash) else { continue };
        if bears_on(&job.question, text) && seen.insert(source.clone()) {
            materials.push(Material {
                pinned: job.pinned.contains(&source),
                found: found_blocks(job, document),
                source,
                document,
                text,
                round: 0,
                snippet: "",
                why: "read for an earlier question of this thread",
                score: 0.5,
            });
        }
    }
    materials
}

/// The blocks of a document that searches of the job found, each with its best score.
fn found_blocks(job: &Job, document: &Document) -> Vec<FoundBlock> {
    let mut blocks: Vec<FoundBlock> = Vec::new();
    let hits = job.rounds.iter().flat_map(|round| round.found.values()).flat_map(|found| &found.hits);
    for hit in hits.filter(|hit| hit.hash.as_ref() == Some(&document.hash)) {
        for found in &hit.blocks {
            match blocks.iter_mut().find(|known| known.span == found.span) {
                Some(known) => known.score = known.score.max(found.score),
                None => blocks.push(*found),
            }
        }
    }
    blocks
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
