//! Checks a draft sentence by sentence against the stored texts, and builds the answer from supported claims.
//!
//! The cheapest checks come first: was the cited document read, does it contain the quote, do numbers, dates, names,
//! and negations agree? A claim that fails is cited from other evidence that supports it, or else dropped. Nothing
//! here asks a model, and a model's opinion counts only within limits.

mod absence;
mod agreement;
mod align;
mod assemble;
mod blocks;
mod bounds;
mod cautions;
mod closely;
mod conditions;
mod confidence;
mod conflicts;
mod conversions;
mod copied;
mod demands;
mod denials;
mod denied;
mod derived;
mod differs;
mod doubts;
mod entities;
mod exchanged;
mod identifiers;
mod in_part;
mod instead;
mod known;
mod labels;
mod nearest;
mod opinions;
pub(crate) mod opposites;
mod order;
mod places;
mod quotes;
mod recite;
mod reversals;
mod roles;
mod scopes;
mod shortfalls;
mod values;
pub(crate) mod windows;
mod wording;

pub use agreement::Finding;
pub(crate) use conflicts::{as_written, conflict, disagreeing, without_value};
pub use known::{AnalyzedText, Reader};
pub use opinions::{Doubtful, doubtful};
pub use quotes::{Context, locate};

use super::insufficient::{SearchTotals, insufficient};
use super::{Brief, Material};
use crate::text::sentences::sentences;
use crate::text::{flowing, one_line};
use agreement::Ground;
use gorkd_core::job::{Opinion, PartJudgement, Verdict};
use gorkd_core::model::{Answer, Draft, DraftClaim, Evidence, Note, Numbered, Plan, SourceId, Support};
use gorkd_core::text::{slice, span_of};
use std::cell::OnceCell;
use std::ops::Range;

/// The evidence that a draft is checked against.
#[derive(Clone, Debug)]
pub struct VerifyInput<'a> {
    pub brief: Brief<'a>,
    pub plan: &'a Plan,
    pub draft: &'a Draft,
    pub materials: &'a [Material<'a>],
    pub evidence: &'a [Evidence],
    /// A model's notes from the evidence, by part; empty if rules judged.
    pub notes: &'a [Note],
    /// Pages that couldn't be read.
    pub unread: u32,
    /// Whether failed claims may be sent back to the writer.
    pub may_repair: bool,
    /// A model's opinions on claims that rules couldn't decide; empty if none was asked.
    pub opinions: &'a [Opinion],
    /// The thread's source numbers so far. No other source may have one of them.
    pub numbering: &'a [Numbered],
    /// The judgment of each part of the question; empty in older journals.
    pub parts: &'a [PartJudgement],
    /// How the search went, for an answer that says that nothing was found. If `None`, it is derived from the plan.
    pub totals: Option<&'a SearchTotals>,
}

/// A claim and the result of its check.
#[derive(Clone, Debug)]
pub(super) struct Checked<'a> {
    pub draft: &'a DraftClaim,
    pub support: Support,
    /// The position of each quote that supports it: material, and bytes of its text.
    pub cited: Vec<(usize, Range<usize>)>,
    /// The same of what bears out only a part of it, and is cited for that. It is no second source.
    pub in_part: Vec<(usize, Range<usize>)>,
    /// The positions of all its quotes.
    pub quoted: Vec<(usize, Range<usize>)>,
    /// Why it failed, for the writer.
    pub problem: Option<String>,
    /// What the support is based on.
    pub ground: Ground,
}

/// Checks a draft. The result is either an answer, or what a repair must fix.
pub fn verify(input: &VerifyInput<'_>) -> Verdict {
    let mut reader = reader_for(input);
    let said = OnceCell::new();
    let mut checked: Vec<Checked<'_>> =
        input.draft.claims.iter().map(|claim| check(claim, input, &mut reader, &said)).collect();
    opinions::hear(&mut checked, input, &mut reader);
    let mut draft = without_absences(input, &mut checked);
    if input.may_repair {
        let problems: Vec<String> = checked.iter().filter_map(|claim| claim.problem.clone()).collect();
        if !problems.is_empty() {
            return Verdict::Repair(problems);
        }
    }
    let quotations = instead::quotations(input, &checked);
    for (before, claim) in quotations.iter().rev() {
        let quoted = check(claim, input, &mut reader, &said);
        if quoted.support == Support::Supported {
            checked.insert(*before, quoted);
            draft.claims.insert(*before, claim.clone());
        }
    }
    let parts = instead::parts(input, &checked);
    let input = &VerifyInput { draft: &draft, parts: &parts, ..input.clone() };
    let holds = checked.iter().any(|claim| claim.support >= Support::Partly);
    if !holds {
        let from_plan = SearchTotals::from_plan(input.plan, input.materials.len(), input.unread);
        let totals = input.totals.unwrap_or(&from_plan);
        let sources = assemble::sources(input, &[]);
        let answer = insufficient(&input.brief, totals, sources, checked.len());
        let answer = assemble::with_closest(input, answer);
        return Verdict::Passed(Answer { claims: assemble::left_out(&checked), ..answer });
    }
    Verdict::Passed(assemble::answer(input, &checked))
}

/// A reader that knows the question and, if the draft calculates something, the cited passages.
fn reader_for<'a>(input: &VerifyInput<'a>) -> Reader<'a> {
    let question = input.brief.question;
    let mut reader = Reader::new(&question.language).asking(&question.text);
    let claims = &input.draft.claims;
    if claims.iter().all(|claim| derived::derived(&claim.text).is_empty()) {
        return reader;
    }
    let mut cited: Vec<&str> = Vec::new();
    for quote in claims.iter().flat_map(|claim| &claim.quotes) {
        let place = material_of(&quote.source, &quote.hash.0, input.materials);
        let Some(material) = place.map(|place| &input.materials[place]) else { continue };
        let Some(range) = locate(material.text, quote) else { continue };
        let own = span_of(material.text, range.clone());
        let holds = |piece: &&Evidence| {
            let whole = piece.passage.span;
            piece.source == material.source && whole.start < own.end && own.start < whole.end
        };
        let passage = match input.evidence.iter().find(holds) {
            Some(piece) => slice(material.text, piece.passage.span),
            None => Context::new(material, range).around,
        };
        if !cited.contains(&passage) {
            cited.push(passage);
        }
    }
    reader.cite(&cited);
    reader
}

/// The draft without sentences about what the passages don't say; those become limitations.
fn without_absences(input: &VerifyInput<'_>, checked: &mut Vec<Checked<'_>>) -> Draft {
    let mut draft = input.draft.clone();
    let language = input.brief.question.language.as_str();
    let absent = |claim: &Checked<'_>| {
        // That one denies what the other says is expected of them.
        let differs = claim.support == Support::Contradicted && claim.ground == Ground::Plain;
        let borne_out = claim.support >= Support::Partly || differs || !claim.cited.is_empty();
        !borne_out && absence::is_absence(&claim.draft.text, language)
    };
    let is_absent: Vec<bool> = checked.iter().map(absent).collect();
    let mut at = is_absent.iter();
    checked.retain(|_| at.next() == Some(&false));
    let (mut kept, mut limitations) = (Vec::new(), Vec::new());
    for (claim, absent) in draft.claims.into_iter().zip(is_absent) {
        match absent {
            true => limitations.push(claim.text.trim().to_owned()),
            false => kept.push(claim),
        }
    }
    draft.claims = kept;
    draft.limitations.extend(limitations);
    draft
}

fn check<'a>(
    claim: &'a DraftClaim,
    input: &VerifyInput<'_>,
    reader: &mut Reader<'_>,
    said: &OnceCell<recite::EvidenceSentences>,
) -> Checked<'a> {
    let mut found: Vec<(usize, Range<usize>, Finding)> = Vec::new();
    let mut problem: Option<String> = None;
    for quote in &claim.quotes {
        let Some(place) = material_of(&quote.source, &quote.hash.0, input.materials) else {
            problem.get_or_insert_with(|| "it cites a source that was not read".to_owned());
            continue;
        };
        let material = &input.materials[place];
        let Some(range) = locate(material.text, quote) else {
            problem.get_or_insert_with(|| "its quote does not stand in the source".to_owned());
            continue;
        };
        // Quoted blocks are shown verbatim, so there is nothing to compare.
        if claim.block.is_some() && one_line(&material.text[range.clone()]) == claim.text {
            let cited = vec![(place, range)];
            return Checked {
                draft: claim,
                support: Support::Supported,
                quoted: cited.clone(),
                cited,
                in_part: Vec::new(),
                problem: None,
                ground: Ground::Plain,
            };
        }
        let context = Context::new(material, range.clone());
        let finding = reader.agreement(&claim.text, &context);
        found.push((place, range, finding));
    }
    let supporting: Vec<(usize, Range<usize>)> = found
        .iter()
        .filter(|(_, _, finding)| finding.support == Support::Supported)
        .map(|(place, range, _)| (*place, range.clone()))
        .collect();
    let quoted: Vec<(usize, Range<usize>)> =
        found.iter().map(|(place, range, _)| (*place, range.clone())).collect();
    let supported = |cited, in_part, ground| Checked {
        draft: claim,
        support: Support::Supported,
        cited,
        in_part,
        quoted: quoted.clone(),
        problem: None,
        ground,
    };
    if !supporting.is_empty() {
        let firm = found.iter().filter(|(_, _, finding)| finding.support == Support::Supported);
        let ground = firm.map(|(_, _, finding)| finding.ground).min().unwrap_or(Ground::Words);
        let others = in_part::others(&found, &supporting);
        let rest = in_part::rest(&claim.text, &supporting, others, input, reader);
        return supported(supporting, rest, ground);
    }
    // Two quotes may hold together what neither holds alone, unless one of them has another value. What is denied of one
    // thing may hold for another one that the other quote is about.
    let denies = |(_, _, finding): &&(usize, Range<usize>, Finding)| finding.support == Support::Contradicted;
    let has_other_value = found.iter().filter(denies).any(|(_, _, finding)| finding.ground == Ground::Plain);
    let mut of_all: Option<Finding> = None;
    if found.len() > 1 && !has_other_value {
        let contexts: Vec<Context<'_>> = found
            .iter()
            .map(|(place, range, _)| Context::new(&input.materials[*place], range.clone()))
            .collect();
        let together = reader.together(&claim.text, &contexts);
        if together.support == Support::Supported {
            return supported(quoted.clone(), Vec::new(), together.ground);
        }
        of_all = Some(together);
    }
    let still_denied = of_all.as_ref().is_none_or(|all| all.support == Support::Contradicted);
    let denied = found.iter().find(denies).filter(|_| still_denied);
    let said = said.get_or_init(|| recite::EvidenceSentences::new(input, reader));
    // What the writer's own quote refutes must stand elsewhere word for word: sentences about the same are many.
    let refuted = found.iter().any(|(_, _, finding)| finding.refuted);
    let elsewhere = recite::recite(&claim.text, &quoted, input, reader, said);
    if let Some((place, range, ground)) =
        elsewhere.filter(|(_, _, ground)| !refuted || *ground == Ground::Plain)
    {
        // What the writer cited stays where it says some of it, and comes first.
        return supported(vec![(place, range)], in_part::own(&found), ground);
    }
    let best = found.iter().max_by_key(|(_, _, finding)| finding.support);
    // What all quotes together lack is what the claim lacks.
    let lacking = of_all.filter(|all| best.is_some_and(|(_, _, one)| all.support >= one.support));
    let support = match (denied, best) {
        (Some(_), _) => Support::Contradicted,
        (None, Some((_, _, finding))) => finding.support.max(Support::Unsupported),
        (None, None) => Support::Unsupported,
    };
    let cited = match support {
        Support::Partly => found
            .iter()
            .filter(|(_, _, finding)| finding.support == Support::Partly)
            .map(|(place, range, _)| (*place, range.clone()))
            .collect(),
        Support::Contradicted | Support::Unsupported | Support::Supported => Vec::new(),
    };
    let in_part = match support {
        Support::Partly => in_part::rest(&claim.text, &cited, in_part::others(&found, &cited), input, reader),
        Support::Contradicted | Support::Unsupported | Support::Supported => Vec::new(),
    };
    let lacking = lacking.and_then(|all| all.problem);
    let nearest = denied.or(best);
    let compared = nearest.filter(|_| lacking.is_none()).map(|(place, range, finding)| {
        let context = Context::new(&input.materials[*place], range.clone());
        let sentence = match &finding.against {
            Some(clause) => clause.as_str(),
            None => most_like(&claim.text, context.sentence, reader),
        };
        format!(" (compared with “{}”)", shortened(sentence))
    });
    let reason = lacking
        .or_else(|| nearest.and_then(|(_, _, finding)| finding.problem.clone()))
        .or(problem)
        .unwrap_or_else(|| "it cites nothing".to_owned());
    let ground = nearest.map_or(Ground::Plain, |(_, _, finding)| finding.ground);
    let compared = compared.unwrap_or_default();
    let problem = Some(format!("“{}”: {reason}{compared}.", claim.text.trim()));
    Checked { draft: claim, support, cited, in_part, quoted, problem, ground }
}

/// The sentence that shares the most words with a claim; the first one if there are several.
fn most_like<'t>(claim: &str, text: &'t str, reader: &mut Reader<'_>) -> &'t str {
    let wanted = reader.keys_in(claim);
    let mut shared =
        |sentence: &str| reader.keys_in(sentence).iter().filter(|key| wanted.contains(key)).count();
    let all = sentences(text, 0..text.len()).into_iter().map(|range| &text[range]).rev();
    all.max_by_key(|sentence| shared(sentence)).unwrap_or(text)
}

/// A sentence of a passage as quoted in a reason: its beginning, which is enough to find it.
fn shortened(sentence: &str) -> String {
    const LONGEST: usize = 200;
    let line = flowing(sentence);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => {
            let end = line[..end].rfind(' ').unwrap_or(end);
            format!("{} …", &line[..end])
        }
        None => line,
    }
}

/// The material that a quote refers to, by source or by text.
fn material_of(source: &SourceId, hash: &str, materials: &[Material<'_>]) -> Option<usize> {
    materials
        .iter()
        .position(|material| {
            material.source == *source && (hash.is_empty() || material.document.hash.0 == hash)
        })
        .or_else(|| {
            materials.iter().position(|material| !hash.is_empty() && material.document.hash.0 == hash)
        })
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
