//! A model's judgement of a round: verdicts, notes, a false premise, what is missing, and what to look for.

use super::advice::advice;
use super::notes::{RawNote, cut, notes};
use super::premise::{RawPremise, premise, raw as raw_premise};
use super::queries::{QUERIES, is_same, queries, served};
use super::shape::{flag, short, texts};
use super::verdicts::{place, verdicts};
use super::{first, invalid};
use crate::Material;
use crate::analyze::recent_events;
use crate::lenient::Json;
use crate::prompts::{NEXT_QUERIES, Shown};
use crate::text::once;
use crate::text::words::{fold, keys};
use gorkd_core::job::{Judgement, PartJudgement};
use gorkd_core::model::*;
use gorkd_core::text::tables::find_whole;

const ENOUGH: [&str; 3] = ["sufficient", "enough", "issufficient"];
const PARTS: [&str; 5] = ["parts", "answered", "verdicts", "subquestions", "answers"];
const GAPS: [&str; 3] = ["gaps", "missing", "gap"];
const TEXT: [&str; 4] = ["text", "gap", "question", "part"];
/// Next action of a judge that expects something of another search.
const SEARCH: &str = "search";

/// Notes and queries of one reply that are read, and notes of a job that are kept.
const MOST_NOTES: usize = 24;
const MOST_QUERIES: usize = 12;
const MOST_KEPT: usize = 60;
const MOST_GAPS: usize = 6;

/// What a reply is read against.
#[derive(Clone, Copy)]
pub struct JudgementInput<'a> {
    pub question: &'a Question,
    pub plan: &'a Plan,
    /// What was measured, with the notes of earlier rounds.
    pub measured: &'a Judgement,
    /// What the batches of blocks before this one came to.
    pub before: Option<&'a Judgement>,
    pub shown: &'a [Shown],
    pub materials: &'a [Material<'a>],
    /// Titles and snippets of hits that nobody has read.
    pub unread: &'a [String],
    /// Every query asked so far.
    pub asked: &'a [&'a Query],
    pub queries_left: u32,
    pub by: &'a str,
}

/// A model's view of a round, on top of what was measured: evidence and saturation stay as measured. A model that
/// calls it enough while nothing bears on the question is not followed.
pub fn judgement(reply: &str, input: &JudgementInput<'_>) -> Result<Judgement, Failure> {
    let read = first(reply, |json| raw(json, input));
    let Some(raw) = read else {
        return Err(invalid("The model did not say whether what was read is enough."));
    };
    Ok(judged(raw, input))
}

/// What a batch of blocks comes to that no model has judged: parts that the ranking answers from one of these blocks
/// count as it says.
pub fn ranked_batch(ids: &[String], input: &JudgementInput<'_>) -> Judgement {
    let so_far = input.before.unwrap_or(input.measured);
    let of_batch = |part: &PartJudgement| {
        let best = input.measured.evidence.iter().find(|found| found.sub_question == part.sub_question);
        best.is_some_and(|best| ids.contains(&best.id))
    };
    let parts = so_far.parts.iter().map(|part| {
        let measured = input.measured.parts.iter().find(|one| one.sub_question == part.sub_question);
        let better = measured.filter(|one| one.answered > part.answered && of_batch(one));
        better.cloned().unwrap_or_else(|| part.clone())
    });
    Judgement { parts: parts.collect(), ..so_far.clone() }
}

#[derive(Default)]
struct Raw {
    sufficient: Option<bool>,
    parts: Vec<(usize, Answered)>,
    premise: Option<RawPremise>,
    notes: Vec<RawNote>,
    gaps: Vec<String>,
    queries: Vec<Query>,
    advice: Option<Advice>,
}

fn raw(json: &Json, input: &JudgementInput<'_>) -> Option<Raw> {
    let sufficient = json.get(&ENOUGH).and_then(flag);
    let parts = json.get(&PARTS).map(|list| verdicts(list, &input.plan.sub_questions)).unwrap_or_default();
    let next = |list: &Json| queries(list, MOST_QUERIES, recent_events(input.question));
    (sufficient.is_some() || !parts.is_empty()).then(|| Raw {
        sufficient,
        parts,
        premise: raw_premise(json),
        notes: json.get(&["notes", "note", "evidence"]).map(notes).unwrap_or_default(),
        gaps: json.get(&GAPS).map(|list| texts(list, &TEXT)).unwrap_or_default(),
        queries: json.get(&QUERIES).map(next).unwrap_or_default(),
        advice: advice(json),
    })
}

fn judged(raw: Raw, input: &JudgementInput<'_>) -> Judgement {
    let so_far = input.before.unwrap_or(input.measured);
    let mut kept = so_far.notes.clone();
    for note in raw.notes.iter().take(MOST_NOTES).flat_map(|note| taken_down(note, input)) {
        let known = |other: &Note| {
            other.source == note.source
                && other.passage.span.holds(note.passage.span)
                && other.sub_question == note.sub_question
        };
        if !kept.iter().any(known) && kept.len() < MOST_KEPT {
            kept.push(note);
        }
    }
    let denied =
        raw.premise.as_ref().and_then(|said| premise(said, input.question, input.shown, input.materials));
    let denied = denied.or_else(|| so_far.premise.clone());
    let grounded = !input.measured.evidence.is_empty();
    let parts = parts(&raw, denied.as_ref(), input);
    let all = |least: Answered| !parts.is_empty() && parts.iter().all(|part| part.answered >= least);
    let next = new_queries(&raw, input);
    let gaps = gaps(&raw, &parts, input);
    let sufficient = match raw.parts.is_empty() {
        true => raw.sufficient == Some(true) || input.before.is_some_and(|before| before.sufficient),
        // What is still missing is worth a further round where the model wants to search for it in a new way, or where a
        // hit that nobody has read names it.
        false if goes_on(&raw, &parts, &next) => false,
        false => all(Answered::Yes) || all(Answered::Partly) && !gaps.iter().any(|gap| is_named(gap, input)),
    };
    let sufficient = sufficient && grounded;
    let advice = raw.advice.clone();
    let reason = advice.as_ref().map(|advice| advice.reason.clone()).unwrap_or_default();
    Judgement {
        by: Maker::Model(input.by.to_owned()),
        sufficient,
        reason,
        queries: next_queries(next, advice.as_ref(), sufficient, input),
        gaps,
        parts,
        notes: kept,
        premise: denied,
        advice,
        ..input.measured.clone()
    }
}

/// Does the model ask for a search that nobody has made, for a part that is not answered in full?
fn goes_on(raw: &Raw, parts: &[PartJudgement], next: &[Query]) -> bool {
    let asks = raw.advice.as_ref().is_some_and(|advice| advice.next_action == SEARCH);
    asks && !next.is_empty() && parts.iter().any(|part| part.answered < Answered::Yes)
}

/// The words of a note, each stretch on its own.
fn taken_down(raw: &RawNote, input: &JudgementInput<'_>) -> Vec<Note> {
    let parts = &input.plan.sub_questions;
    let named = place(&raw.part, parts).and_then(|at| parts.get(at)).map(|part| part.id.clone());
    cut(raw, input.shown, input.materials)
        .into_iter()
        .map(|cut| {
            let of = input.shown.iter().find(|one| one.evidence.id == cut.evidence);
            let own = of.map(|one| one.evidence.sub_question.clone()).unwrap_or_default();
            Note {
                sub_question: named.clone().unwrap_or(own),
                evidence: cut.evidence,
                passage: Passage { hash: cut.quote.hash, span: cut.quote.span.unwrap_or_default() },
                source: cut.quote.source,
            }
        })
        .collect()
}

/// The verdict on each part: the model's, where it gives one, and the best of all batches of blocks and of all rounds,
/// because none of them shows what an earlier one did.
fn parts(raw: &Raw, denied: Option<&Premise>, input: &JudgementInput<'_>) -> Vec<PartJudgement> {
    let judged = |(at, part): (usize, &SubQuestion)| {
        let blank = || PartJudgement { sub_question: part.id.clone(), ..PartJudgement::default() };
        let of = |judgement: &Judgement| {
            judgement.parts.iter().find(|known| known.sub_question == part.id).cloned().unwrap_or_else(blank)
        };
        let measured = of(input.measured);
        let so_far = of(input.before.unwrap_or(input.measured));
        let earlier = Some(so_far).filter(|part| part.by_model).map(|part| part.answered);
        let said = raw.parts.iter().find(|(place, _)| *place == at).map(|(_, said)| *said);
        let is_enough = raw.parts.is_empty() && raw.sufficient == Some(true);
        let said = said.or_else(|| is_enough.then(|| measured.answered.max(Answered::Partly)));
        let Some(mut answered) = said.max(earlier) else { return measured };
        // What a question wrongly takes for granted is answered by saying so, in the part that asks it.
        let denies = |premise: &Premise| {
            input.plan.sub_questions.len() == 1 || stands_in(premise, &part.id, &input.measured.evidence)
        };
        if denied.is_some_and(denies) {
            answered = answered.max(Answered::Partly);
        }
        if input.measured.evidence.is_empty() {
            answered = Answered::No;
        }
        let mut missing = if answered == Answered::No { measured.missing.clone() } else { Vec::new() };
        missing.retain(|name| !input.measured.evidence.iter().any(|piece| mentions(piece, name, input)));
        PartJudgement { answered, by_model: true, missing, ..measured }
    };
    input.plan.sub_questions.iter().enumerate().map(judged).collect()
}

/// Does a passage hold a name, in whole words? Measuring looks for it in the best few.
fn mentions(piece: &Evidence, name: &str, input: &JudgementInput<'_>) -> bool {
    let said = Material::words_of(input.materials, piece);
    said.is_some_and(|said| find_whole(&fold(said), &fold(name)).is_some())
}

/// Is the quote that denies a premise part of the evidence for this sub-question?
fn stands_in(premise: &Premise, part: &str, evidence: &[Evidence]) -> bool {
    evidence.iter().filter(|piece| piece.sub_question == part).any(|piece| {
        let meets = |span: Span| span.meets(piece.passage.span);
        premise.quotes.iter().any(|quote| quote.source == piece.source && quote.span.is_some_and(meets))
    })
}

/// What is still missing, as the model words it, else the parts that are not answered.
fn gaps(raw: &Raw, parts: &[PartJudgement], input: &JudgementInput<'_>) -> Vec<String> {
    let said = !raw.parts.is_empty();
    if said && parts.iter().all(|part| part.answered == Answered::Yes) {
        return Vec::new();
    }
    let mut gaps: Vec<String> = input.before.map(|before| before.gaps.clone()).unwrap_or_default();
    gaps.extend(raw.gaps.iter().map(|gap| match place(gap, &input.plan.sub_questions) {
        Some(at) => input.plan.sub_questions[at].text.clone(),
        None => short(gap, 300),
    }));
    if said && gaps.is_empty() {
        let open = parts.iter().filter(|part| part.answered == Answered::No);
        let asked = |part: &PartJudgement| {
            let mut asked = input.plan.sub_questions.iter();
            asked.find(|one| one.id == part.sub_question).map(|one| one.text.clone())
        };
        gaps = open.filter_map(asked).collect();
    }
    let mut gaps = once(gaps);
    gaps.truncate(MOST_GAPS);
    gaps
}

/// Does a hit that nobody has read hold all the words of what is missing?
fn is_named(gap: &str, input: &JudgementInput<'_>) -> bool {
    let language = input.question.language.as_str();
    let wanted = keys(gap, language);
    let holds = |hit: &String| {
        let found = keys(hit, language);
        wanted.iter().all(|key| found.contains(key))
    };
    !wanted.is_empty() && input.unread.iter().any(holds)
}

/// The model's queries that were not made yet, those of earlier batches of blocks behind its own.
fn new_queries(raw: &Raw, input: &JudgementInput<'_>) -> Vec<Query> {
    let before = input.before.into_iter().flat_map(|before| &before.queries);
    let mut fresh: Vec<Query> = Vec::new();
    for query in raw.queries.iter().chain(before) {
        let known = input.asked.iter().any(|asked| is_same(asked, query));
        if !known && !fresh.iter().any(|other| is_same(other, query)) {
            let sub_question = served(&query.text, &input.plan.sub_questions, &input.question.language);
            let why = if query.why.is_empty() { "what is missing".to_owned() } else { query.why.clone() };
            fresh.push(Query { sub_question, why, ..query.clone() });
        }
    }
    fresh.truncate(input.queries_left.min(NEXT_QUERIES) as usize);
    fresh
}

/// What to look for next: nothing where there is enough, or where the model sees no use in it and names nothing.
fn next_queries(
    fresh: Vec<Query>,
    advice: Option<&Advice>,
    sufficient: bool,
    input: &JudgementInput<'_>,
) -> Vec<Query> {
    let no_use = advice.is_some_and(|advice| ["stop", "write"].contains(&advice.next_action.as_str()));
    match sufficient {
        true => Vec::new(),
        false if fresh.is_empty() && !no_use => {
            // Not enough, and no idea of its own: the measured queries are better than giving up.
            let most = input.queries_left.min(NEXT_QUERIES) as usize;
            input.measured.queries.iter().take(most).cloned().collect()
        }
        false => fresh,
    }
}
