//! Gathers what a job has read, with its texts, for the pure stages.

use crate::model::DocumentHash;
use crate::ports::Texts;
use crate::research::{Brief, Job, Material};

/// The documents of a job whose texts are at hand, in reading order, each source once.
pub fn materials<'a>(job: &'a Job, texts: &'a Texts) -> Vec<Material<'a>> {
    let mut seen = std::collections::BTreeSet::new();
    let mut materials = Vec::new();
    for (round, read, document) in job.documents() {
        let source = document.source_id();
        let Some(text) = texts.get(&document.hash) else { continue };
        if !seen.insert(source.clone()) {
            continue;
        }
        materials.push(Material {
            pinned: job.pinned.contains(&source),
            source,
            document,
            text,
            round,
            snippet: &read.chosen.snippet,
            why: &read.chosen.why,
            score: read.chosen.score,
        });
    }
    materials
}

/// Hashes of all that a job has read.
pub fn hashes(job: &Job) -> Vec<DocumentHash> {
    let mut hashes: Vec<_> = job.documents().map(|(_, _, document)| document.hash.clone()).collect();
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
