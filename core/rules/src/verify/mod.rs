//! Checks a draft sentence by sentence against the stored texts, and builds the answer from supported claims.
//!
//! The cheapest checks come first: was the cited document read, does it contain the quote, do numbers, dates, names,
//! and negations agree? A claim that fails is cited from other evidence that supports it, or else dropped. Nothing
//! here asks a model, and a model's opinion counts only within limits.
//!
//! What people see of a draft, and where each is checked if a model wrote it:
//!
//! - `claims`: here, against their quotes; their headings when the answer is assembled (`unquoted.rs`).
//! - `limitations`: as the draft is read (`Basis::bears`), against what its claims cite. `questions`, too, unless they
//!   ask: a question states nothing. Where nobody was asked to write, the limitations are what the judge missed, each
//!   introduced as not found (`decide/refused.rs`).
//! - `conflicts`: as the draft is read (`interpret/disagreements.rs`). `about` and the values are words of the passages,
//!   `why` is worded by rules.
//! - `premise`: `said` as it is read (`interpret/premise.rs`), against the question; `found` with the answer
//!   (`decide/checked.rs`), which falls back on the quotes' own words if they don't say that.
//! - `entities`: nothing but the type of a name that the evidence has (`entities.rs`).
//! - `summary`, `blocks`: quotations, which only rules make. `deliverable`, `parts`, `numbering` hold no words.

mod absence;
mod agreement;
mod align;
mod assemble;
mod blocks;
mod bounds;
mod cautions;
mod closely;
mod commands;
mod compared;
mod conditions;
mod confidence;
mod conflicts;
mod conversions;
mod copied;
mod defaults;
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
mod markers;
mod nearest;
mod opinions;
pub(crate) mod opposites;
mod order;
mod places;
mod quotes;
mod rates;
mod recite;
mod restrictions;
mod reversals;
mod roles;
mod scopes;
mod shortfalls;
mod subjects;
mod unquoted;
mod values;
pub(crate) mod windows;
mod wording;

pub use agreement::Finding;
pub(crate) use compared::COMPARED;
pub(crate) use conflicts::{as_written, conflict, disagreeing, without_value};
pub use known::{AnalyzedText, Reader};
pub use opinions::{Doubtful, doubtful};
pub use quotes::{Context, locate};
pub(crate) use unquoted::{Basis, brings_in};

use super::insufficient::{SearchTotals, insufficient};
use super::{Brief, Material};
use crate::text::one_line;
use agreement::Ground;
use compared::comparison;
use gorkd_core::job::{Opinion, PartJudgement, Verdict};
use gorkd_core::model::{Answer, Draft, DraftClaim, Evidence, Note, Numbered, Plan, Support};
use gorkd_core::text::slice;
use places::Place;
use std::rc::Rc;

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
    /// How the search went, for an answer that says that nothing was found.
    pub totals: &'a SearchTotals,
    /// The question's word for something that nobody has told: "it" in "Is it safe?".
    pub untold: Option<String>,
}

/// A claim and the result of its check.
#[derive(Clone, Debug)]
pub(super) struct Checked<'a> {
    pub draft: &'a DraftClaim,
    pub support: Support,
    /// Each quote that supports it.
    pub cited: Vec<Place>,
    /// The same of what bears out only a part of it, and is cited for that. It is no second source.
    pub in_part: Vec<Place>,
    /// All its quotes.
    pub quoted: Vec<Place>,
    /// Why it failed, for the writer.
    pub problem: Option<String>,
    /// What the support is based on.
    pub ground: Ground,
}

impl<'a> Checked<'a> {
    /// A claim with the quotes that support it. They are all that it has.
    fn supported(draft: &'a DraftClaim, cited: Vec<Place>, ground: Ground) -> Self {
        let quoted = cited.clone();
        Self { draft, support: Support::Supported, cited, in_part: Vec::new(), quoted, problem: None, ground }
    }
}

/// A quote of a claim, and whether it supports it.
#[derive(Clone, Debug)]
struct Found {
    place: Place,
    finding: Finding,
}

/// Checks a draft. The result is either an answer, or what a repair must fix.
pub fn verify(input: &VerifyInput<'_>) -> Verdict {
    let mut checker = Checker::of(input);
    let mut checked: Vec<Checked<'_>> = input.draft.claims.iter().map(|claim| checker.check(claim)).collect();
    checker.hear(&mut checked);
    let mut draft = without_absences(input, &mut checked);
    if input.may_repair {
        let problems: Vec<String> = checked.iter().filter_map(|claim| claim.problem.clone()).collect();
        if !problems.is_empty() {
            return Verdict::Repair(problems);
        }
    }
    let quotations = instead::quotations(input, &checked);
    for (before, claim) in quotations.iter().rev() {
        let quoted = checker.check(claim);
        if quoted.support == Support::Supported {
            checked.insert(*before, quoted);
            draft.claims.insert(*before, claim.clone());
        }
    }
    let parts = instead::parts(input, &checked);
    let input = &VerifyInput { draft: &draft, parts: &parts, ..input.clone() };
    let holds = checked.iter().any(|claim| claim.support >= Support::Partly);
    if !holds {
        let sources = assemble::sources(input, &[]);
        let answer = insufficient(&input.brief, input.totals, sources, checked.len());
        let answer = assemble::with_closest(input, answer);
        return Verdict::Passed(Answer { claims: assemble::left_out(&checked), ..answer });
    }
    Verdict::Passed(assemble::answer(input, &checked))
}

/// The draft without sentences about what the passages don't say; those become limitations.
fn without_absences(input: &VerifyInput<'_>, checked: &mut Vec<Checked<'_>>) -> Draft {
    let language = input.brief.question.language.as_str();
    let is_absent = |claim: &Checked<'_>| {
        // That one denies what the other says is expected of them.
        let differs = claim.support == Support::Contradicted && claim.ground == Ground::Plain;
        let borne_out = claim.support >= Support::Partly || differs || !claim.cited.is_empty();
        !borne_out && absence::is_absence(&claim.draft.text, language)
    };
    let (absent, kept): (Vec<_>, Vec<_>) = std::mem::take(checked).into_iter().partition(is_absent);
    let mut draft = input.draft.clone();
    draft.claims = kept.iter().map(|claim| claim.draft.clone()).collect();
    draft.limitations.extend(absent.iter().map(|claim| claim.draft.text.trim().to_owned()));
    *checked = kept;
    draft
}

/// Checks the claims of a draft. What it reads for one of them, it knows for the next.
struct Checker<'i, 'a> {
    input: &'i VerifyInput<'a>,
    /// Knows the question and, if the draft calculates something, the cited passages.
    reader: Reader<'a>,
    /// The sentences of the evidence, once a claim has failed.
    said: Option<Rc<Vec<recite::Said>>>,
}

impl<'i, 'a> Checker<'i, 'a> {
    fn of(input: &'i VerifyInput<'a>) -> Self {
        let question = input.brief.question;
        let mut reader = Reader::new(&question.language).asking(&question.text);
        let claims = &input.draft.claims;
        let calculates = claims.iter().any(|claim| !derived::derived(&claim.text).is_empty());
        let mut cited: Vec<&str> = Vec::new();
        for quote in claims.iter().filter(|_| calculates).flat_map(|claim| &claim.quotes) {
            let Ok(place) = input.place_of(quote) else { continue };
            let passage = match input.evidence_at(&place).next() {
                Some(piece) => slice(input.materials[place.0].text, piece.passage.span),
                None => input.context(&place).around,
            };
            if !cited.contains(&passage) {
                cited.push(passage);
            }
        }
        reader.cite(&cited);
        Self { input, reader, said: None }
    }

    fn check<'c>(&mut self, claim: &'c DraftClaim) -> Checked<'c> {
        let input = self.input;
        let mut found: Vec<Found> = Vec::new();
        let mut misplaced: Option<&str> = None;
        for quote in &claim.quotes {
            let place = match input.place_of(quote) {
                Ok(place) => place,
                Err(why) => {
                    misplaced = misplaced.or(Some(why));
                    continue;
                }
            };
            // Quoted blocks are shown verbatim, so there is nothing to compare.
            if claim.block.is_some() && one_line(input.words_at(&place)) == claim.text {
                return Checked::supported(claim, vec![place], Ground::Plain);
            }
            let finding = self.reader.agreement(&claim.text, &input.context(&place));
            found.push(Found { place, finding });
        }
        let with = |support: Support| found.iter().filter(move |one| one.finding.support == support);
        let places =
            |support: Support| -> Vec<Place> { with(support).map(|one| one.place.clone()).collect() };
        let quoted: Vec<Place> = found.iter().map(|one| one.place.clone()).collect();
        if let Some(ground) = with(Support::Supported).map(|one| one.finding.ground).min() {
            let cited = places(Support::Supported);
            let in_part = self.more(&claim.text, &cited, in_part::others(&found, &cited));
            return Checked { in_part, quoted, ..Checked::supported(claim, cited, ground) };
        }
        // Two quotes may hold together what neither holds alone, unless one of them has another value. What is denied of
        // one thing may hold for another one that the other quote is about.
        let has_other_value = with(Support::Contradicted).any(|one| one.finding.ground == Ground::Plain);
        let mut of_all: Option<Finding> = None;
        if found.len() > 1 && !has_other_value {
            let contexts: Vec<Context<'_>> = quoted.iter().map(|place| input.context(place)).collect();
            let together = self.reader.together(&claim.text, &contexts);
            if together.support == Support::Supported {
                return Checked::supported(claim, quoted, together.ground);
            }
            of_all = Some(together);
        }
        let still_denied = of_all.as_ref().is_none_or(|all| all.support == Support::Contradicted);
        let denied = with(Support::Contradicted).next().filter(|_| still_denied);
        // What the writer's own quote refutes must stand elsewhere word for word: sentences about the same are many.
        let refuted = found.iter().any(|one| one.finding.refuted);
        let elsewhere = self.recite(&claim.text, &quoted);
        if let Some((place, ground)) = elsewhere.filter(|(_, ground)| !refuted || *ground == Ground::Plain) {
            // What the writer cited stays where it says some of it, and comes first.
            let in_part = in_part::own(&found);
            return Checked { in_part, quoted, ..Checked::supported(claim, vec![place], ground) };
        }
        let best = found.iter().max_by_key(|one| one.finding.support);
        // What all quotes together lack is what the claim lacks.
        let lacking = of_all.filter(|all| best.is_some_and(|one| all.support >= one.finding.support));
        let lacking = lacking.and_then(|all| all.problem);
        let support = match denied {
            Some(_) => Support::Contradicted,
            None => best.map_or(Support::Unsupported, |one| one.finding.support.max(Support::Unsupported)),
        };
        let (mut cited, mut in_part) = (Vec::new(), Vec::new());
        if support == Support::Partly {
            cited = places(Support::Partly);
            in_part = self.more(&claim.text, &cited, in_part::others(&found, &cited));
        }
        let nearest = denied.or(best);
        let alone = nearest.filter(|_| lacking.is_none());
        let reason = lacking
            .or_else(|| nearest.and_then(|one| one.finding.problem.clone()))
            .unwrap_or_else(|| misplaced.unwrap_or("it cites nothing").to_owned());
        let compared = alone.map(|one| {
            let context = input.context(&one.place);
            comparison(&claim.text, &reason, &one.finding, &context, &mut self.reader)
        });
        let compared = compared.unwrap_or_default();
        let ground = nearest.map_or(Ground::Plain, |one| one.finding.ground);
        let problem = Some(format!("“{}”: {reason}{compared}.", claim.text.trim()));
        Checked { draft: claim, support, cited, in_part, quoted, problem, ground }
    }
}

#[cfg(test)]
#[path = "verify_tests.rs"]
mod tests;
