//! The writer that needs no model: the block that answers, quoted in full under its headings, and two that support it.
//!
//! Nothing is assembled from fragments. A colleague would point you to a passage in a manual; that is what the answer
//! is, so each of its statements quotes itself.

mod anaphora;
mod choose;
mod cues;
mod expected;
mod form;
mod forms;
pub mod kind;
mod lead;
pub(crate) mod notes;
mod rows;
mod statements;
#[cfg(test)]
mod tests;
mod want;

pub use expected::fitting;
pub use forms::form_for;
pub(crate) use forms::form_with;
pub use notes::other_language;
pub use want::{Expects, expects, of_kind};

use crate::number::number;
use crate::text::one_line;
use crate::{Brief, Material};
pub(crate) use anaphora::starts_with_reference;
use choose::{Chosen, choose};
pub(crate) use choose::{SHORT, grown};
pub(crate) use form::markdown;
use gorkd_core::job::PartJudgement;
use gorkd_core::model::*;
use gorkd_core::text::span_of;
use rows::{Row, Rows};
use std::ops::Range;

/// What a draft is made of.
#[derive(Clone, Copy, Debug)]
pub struct WriteInput<'a> {
    pub brief: &'a Brief<'a>,
    pub plan: &'a Plan,
    /// What the judge found, best first.
    pub evidence: &'a [Evidence],
    /// What the judge made of each part of the question; empty in journals of older builds.
    pub parts: &'a [PartJudgement],
    pub materials: &'a [Material<'a>],
    /// The thread's source numbers so far.
    pub numbering: &'a [Numbered],
    /// The form that is wanted.
    pub deliverable: Deliverable,
    /// Did somebody ask for that form? Where nobody did, nobody has to be told that it is another one.
    pub form_wished: bool,
}

/// Writes a draft. Where no part of the question is answered, it has no claims.
///
/// Sources that the thread has cited before keep their numbers; new ones continue after the highest.
pub fn write(input: &WriteInput<'_>) -> Draft {
    let mut blocks = choose(input);
    let leads = lead::leads(input, &blocks);
    let rows = match input.deliverable.has_rows() {
        true => rows::rows(input, &mut blocks),
        false => Rows::None,
    };
    let mut claims: Vec<DraftClaim> = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let lead = leads.iter().find(|lead| lead.block == at);
        for (number, statement) in block.statements.iter().enumerate() {
            let led = lead.is_some_and(|lead| lead.statements.contains(&number));
            let part = if led { Part::Summary } else { Part::Detail };
            // What is told in a row is not told a second time below it.
            if !led && is_all_in(&rows, at, block) {
                continue;
            }
            claims.push(claim(&input.materials[block.material], statement.clone(), part, at));
        }
    }
    if input.deliverable == Deliverable::Report {
        // A report stands for itself: what its summary says is told in full below its headings.
        let summed_up = claims.iter().filter(|claim| claim.part == Part::Summary);
        let in_full = |claim: &DraftClaim| DraftClaim { part: Part::Detail, ..claim.clone() };
        let in_full: Vec<DraftClaim> = summed_up.map(in_full).collect();
        claims.extend(in_full);
    }
    let has_rows = matches!(rows, Rows::Quoted | Rows::Of(_));
    if let Rows::Of(rows) = rows {
        claims.extend(cells(input, &blocks, rows));
    }
    // All of the summary comes before all of the detail.
    claims.sort_by_key(|claim| claim.part == Part::Detail);
    let mut limitations = match blocks.is_empty() {
        true => Vec::new(),
        false => notes::limitations(input, &claims),
    };
    let is_missed = !blocks.is_empty() && input.form_wished;
    let (deliverable, missed) = form_with(input.deliverable, has_rows, is_missed, input.brief.locale());
    limitations.extend(missed);
    Draft {
        by: Maker::Rules,
        numbering: number(&claims, input.numbering),
        claims,
        limitations,
        blocks: blocks.iter().map(|block| draft_block(input, block)).collect(),
        summary: lead::summary(leads),
        deliverable: Some(deliverable),
        ..Draft::default()
    }
}

/// Is the whole block covered by rows?
fn is_all_in(rows: &Rows, at: usize, block: &Chosen) -> bool {
    let Rows::Of(rows) = rows else { return false };
    let told = |nth: usize| rows.iter().any(|row| row.block == at && row.statements.contains(&nth));
    (0..block.statements.len()).all(told)
}

/// The statements of rows, each under what its row is about.
fn cells(input: &WriteInput<'_>, blocks: &[Chosen], rows: Vec<Row>) -> Vec<DraftClaim> {
    let of_row = |row: &Row| -> Vec<DraftClaim> {
        let block = &blocks[row.block];
        let of = |nth: &usize| {
            let statement = block.statements[*nth].clone();
            let claim = claim(&input.materials[block.material], statement, Part::Detail, row.block);
            DraftClaim { heading: Some(row.item.clone()), ..claim }
        };
        row.statements.iter().map(of).collect()
    };
    rows.iter().flat_map(of_row).collect()
}

fn claim(material: &Material<'_>, range: Range<usize>, part: Part, block: usize) -> DraftClaim {
    let words = &material.text[range.clone()];
    DraftClaim {
        text: one_line(words),
        part,
        heading: None,
        block: u32::try_from(block).ok(),
        quotes: vec![Quote {
            source: material.source.clone(),
            hash: material.document.hash.clone(),
            text: words.to_owned(),
            span: Some(span_of(material.text, range)),
        }],
    }
}

fn draft_block(input: &WriteInput<'_>, chosen: &Chosen) -> QuotedBlock {
    let material = &input.materials[chosen.material];
    QuotedBlock {
        part: chosen.part.clone(),
        source: material.source.clone(),
        span: span_of(material.text, chosen.range.clone()),
        kind: chosen.kind,
        headings: chosen.headings.clone(),
        text: chosen.text.clone(),
    }
}
