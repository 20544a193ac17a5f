//! Where a checked answer falls short of the requirements of its profile and domain: sources cited, their age, works
//! for each part, and coverage of each part and each named thing. Shortfalls are listed as issues and lower the
//! confidence.

use super::confidence::{cited, cited_materials, own_notes, works};
use super::{Checked, VerifyInput};
use crate::analyze::{span, year_of};
use crate::plan::compared;
use crate::text::mentions::{Value, mentions};
use crate::text::one_line;
use crate::text::words::keys;
use gorkd_core::model::*;
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

const DAY: u64 = 24 * 3_600 * 1_000;
/// The share of a part's words that a statement about it contains.
const ABOUT: f64 = 0.5;

/// What an answer lacks.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Shortfalls {
    pub issues: Vec<String>,
    pub limitations: Vec<String>,
    pub questions: Vec<String>,
    /// The confidence drops by one level.
    pub lowers: bool,
    /// Something that was asked for is missing entirely.
    pub leaves_out: bool,
}

impl Shortfalls {
    /// The remaining confidence.
    pub fn applied(&self, confidence: Confidence) -> Confidence {
        let confidence = if self.leaves_out { confidence.min(Confidence::Medium) } else { confidence };
        match (self.lowers, confidence) {
            (true, Confidence::High) => Confidence::Medium,
            (true, Confidence::Medium | Confidence::Low) => Confidence::Low,
            (_, confidence) => confidence,
        }
    }
}

pub(super) fn shortfalls(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Shortfalls {
    let mut found = Shortfalls::default();
    // One clear note of one's own needs no second one, and seldom says when it was written.
    let own = own_notes(input, checked);
    if !own {
        citations(input, checked, &mut found);
    }
    age(input, checked, own, &mut found);
    parts(input, checked, own, &mut found);
    sides(input, checked, &mut found);
    found
}

/// Are enough sources cited?
fn citations(input: &VerifyInput<'_>, checked: &[Checked<'_>], found: &mut Shortfalls) {
    let least = input.brief.budget.min_citations.max(input.plan.routing.rules.min_citations);
    let places = cited_materials(checked).into_iter();
    let sources: BTreeSet<&SourceId> = places.map(|place| &input.materials[place].source).collect();
    if sources.len() < least as usize {
        let few = Msg::IssueFewCitations { count: sources.len() as u64, least: least.into() };
        found.issues.push(input.brief.locale().say(few));
        found.lowers = true;
    }
}

/// Is the newest source recent enough? Also reported if the question asks for something recent, whoever wrote the
/// answer.
fn age(input: &VerifyInput<'_>, checked: &[Checked<'_>], own: bool, found: &mut Shortfalls) {
    let (question, locale) = (input.brief.question, input.brief.locale());
    let asked = fresh_for(question);
    let wanted = [input.brief.budget.max_age_days, input.plan.routing.rules.max_age_days];
    let demanded = wanted.into_iter().filter(|days| *days > 0 && !is_past(question, input.brief.now) && !own);
    let demanded = demanded.min().map(u64::from);
    let Some(limit) = asked.into_iter().chain(demanded).min() else { return };
    let places = cited_materials(checked);
    let dates = places.iter().filter_map(|place| {
        let dated = input.materials[*place].document.published_at;
        dated.or_else(|| named_date(input, checked, *place))
    });
    let Some(newest) = dates.max() else {
        if !places.is_empty() {
            found.limitations.push(locale.say(Msg::LimitNoDates));
            found.questions.push(locale.say(Msg::NextStillSo));
            if let Some(most) = demanded {
                found.issues.push(locale.say(Msg::IssueUndated { most: in_words(most, locale) }));
                found.lowers = true;
            }
        }
        return;
    };
    let days = input.brief.now.since(newest) / DAY;
    if days > limit {
        found.limitations.push(locale.say(Msg::LimitOld { age: in_words(days, locale) }));
        found.questions.push(locale.say(Msg::NextChanged { age: in_words(days, locale) }));
    }
    if let Some(most) = demanded.filter(|most| days > *most) {
        let (age, most) = (in_words(days, locale), in_words(most, locale));
        found.issues.push(locale.say(Msg::IssueTooOld { age, most }));
        found.lowers = true;
    }
}

/// The latest day or month named in a page's title, or in the headings above what is cited from it: "Release 3.12.0
/// of 2016-03-29". A year alone is too vague, and future dates date nothing.
fn named_date(input: &VerifyInput<'_>, checked: &[Checked<'_>], place: usize) -> Option<Millis> {
    let material = &input.materials[place];
    let language = material.language();
    let places = cited(checked).filter(|(at, _)| *at == place);
    let above = places.flat_map(|place| input.evidence_at(&place)).flat_map(|piece| &piece.headings);
    let texts = std::iter::once(&material.document.title).chain(above);
    let dates = texts.flat_map(|text| mentions(text, language)).filter_map(|mention| match mention.value {
        Value::Date(date) => date.month.and_then(|_| span(date)).map(|(from, _)| from),
        Value::Number { .. } | Value::Words(_) => None,
    });
    dates.filter(|date| *date <= input.brief.now).max()
}

/// The number of days for which a source counts as recent; `None` if the question doesn't ask for something recent.
fn fresh_for(question: &Question) -> Option<u64> {
    match question.period.as_ref().and_then(|period| period.recent) {
        Some(Recency::Day) => Some(2),
        Some(Recency::Week) => Some(10),
        Some(Recency::Month) => Some(45),
        Some(Recency::Year) => Some(400),
        None if question.kind == QuestionKind::CurrentEvent => Some(45),
        None => None,
    }
}

/// Is the question about a period that is over?
fn is_past(question: &Question, now: Millis) -> bool {
    question.period.as_ref().is_some_and(|period| {
        let year = period.to_year.is_some_and(|year| year < year_of(now));
        year || period.before.is_some_and(|before| before < now)
    })
}

fn in_words(days: u64, locale: Locale) -> String {
    locale.say(match days {
        0..=59 => Msg::AgeDays { count: days },
        60..=729 => Msg::AgeMonths { count: days / 30 },
        _ => Msg::AgeYears { count: days / 365 },
    })
}

/// Is each answered part covered, by as many works as the profile requires?
fn parts(input: &VerifyInput<'_>, checked: &[Checked<'_>], own: bool, found: &mut Shortfalls) {
    let locale = input.brief.locale();
    let least = input.brief.budget.min_works as usize;
    for part in &input.plan.sub_questions {
        let judged = input.parts.iter().find(|judged| judged.sub_question == part.id);
        if judged.is_none_or(|judged| judged.answered == Answered::No) {
            continue;
        }
        let of_part: Vec<Checked<'_>> =
            checked.iter().filter(|claim| is_about(claim, part, input)).cloned().collect();
        if of_part.is_empty() {
            found.issues.push(locale.say(Msg::IssueUntold { part: part.text.clone() }));
            found.leaves_out = true;
            continue;
        }
        let works = works(input, &of_part);
        if works < least && !own {
            let part = one_line(&part.text);
            let few = Msg::IssueFewWorks { part, works: works as u64, least: least as u64 };
            found.issues.push(locale.say(few));
            found.lowers = true;
        }
    }
}

/// Is a supported statement about a part of the question? If there is only one part, all are.
pub(super) fn is_about(claim: &Checked<'_>, part: &SubQuestion, input: &VerifyInput<'_>) -> bool {
    if claim.support < Support::Partly {
        return false;
    }
    let block = claim.draft.block.and_then(|at| input.draft.blocks.get(at as usize));
    if input.plan.sub_questions.len() == 1 || block.is_some_and(|block| block.part == part.id) {
        return true;
    }
    // A model may have taken down words for this part from a block that was found for another one.
    let found = input.evidence.iter().filter(|piece| piece.sub_question == part.id);
    let found = found.map(|piece| (&piece.source, piece.passage.span));
    let noted = input.notes.iter().filter(|note| note.sub_question == part.id);
    let noted = noted.map(|note| (&note.source, note.passage.span));
    found.chain(noted).any(|(source, span)| input.meets(&claim.cited, source, span))
        || has_words_of(claim, part, input)
}

/// Does a statement, with what is cited for it, contain enough of a part's words?
pub(super) fn has_words_of(claim: &Checked<'_>, part: &SubQuestion, input: &VerifyInput<'_>) -> bool {
    let language = input.brief.question.language.as_str();
    let (said, wanted) = (words_of(claim, input), keys(&part.text, language));
    let shared = wanted.iter().filter(|key| said.contains(key)).count() as f64;
    shared >= ABOUT * wanted.len() as f64
}

/// The words of a statement, and of what is cited for it: a statement may call by "it" what its source names.
fn words_of(claim: &Checked<'_>, input: &VerifyInput<'_>) -> Vec<String> {
    let language = input.brief.question.language.as_str();
    let quotes = claim.cited.iter().map(|place| input.words_at(place));
    std::iter::once(claim.draft.text.as_str()).chain(quotes).flat_map(|text| keys(text, language)).collect()
}

/// Is each side of a comparison covered, by its name or under a heading that names it?
fn sides(input: &VerifyInput<'_>, checked: &[Checked<'_>], found: &mut Shortfalls) {
    let (language, locale) = (input.brief.question.language.as_str(), input.brief.locale());
    let sides = compared(input.brief.question, input.plan);
    if sides.is_empty() {
        return;
    }
    let held = checked.iter().filter(|claim| claim.support >= Support::Partly);
    let mut said: BTreeSet<String> = BTreeSet::new();
    for claim in held {
        said.extend(words_of(claim, input));
        for place in &claim.cited {
            said.extend(keys(&input.materials[place.0].document.title, language));
            said.extend(input.evidence_at(place).flat_map(|piece| keys(&piece.headings.join(" "), language)));
        }
    }
    for side in sides {
        let named = keys(&side, language).iter().all(|key| said.contains(key));
        let untold = locale.say(Msg::IssueUntold { part: side });
        if !named && !found.issues.contains(&untold) {
            found.issues.push(untold);
            found.leaves_out = true;
        }
    }
}
