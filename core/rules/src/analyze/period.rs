//! The period that a question or a constraint is about.

use super::days::{Side, days_of, side};
use crate::text::mentions::dated;
use crate::text::says_little;
use crate::text::tables::Tables;
use crate::text::units::{Measure, Unit, unit as unit_of};
use crate::text::words::fold;
use gorkd_core::model::{Millis, Period, Question, QuestionKind, Recency};

/// Years, spans of years, days and months, or recency; `None` if no time is named.
pub fn period_of(text: &str, language: &str, now: Millis) -> Option<Period> {
    if let Some(days) = days_of(text, language) {
        return Some(days);
    }
    let lower = spoken(text);
    let folded = fold(&lower);
    let years = spoken_years(text, language);
    if !years.is_empty() {
        return Some(span(text, &years));
    }
    let this_year = year_of(now);
    if let Some(count) = last_years(&lower) {
        return Some(Period { from_year: Some(this_year - count), to_year: None, ..Period::default() });
    }
    let only = |year| Some(Period { from_year: Some(year), to_year: Some(year), ..Period::default() });
    let tables = Tables::all();
    if tables.this_year.folded().stand_in(&folded) {
        return only(this_year);
    }
    if tables.last_year.folded().stand_in(&folded) {
        return only(this_year - 1);
    }
    let present = || tables.present.folded().stand_in(&folded) || is_current(&folded);
    let recent = happened(&folded).or_else(|| present().then_some(Recency::Year));
    recent.map(|recency| Period { recent: Some(recency), ..Period::default() })
}

/// How new pages must be for a question about news or recent events. `None` if it asks about the present state
/// ("nowadays", "the latest version"), which an old page may describe as well.
pub fn recent_events(question: &Question) -> Option<Recency> {
    let recent = question.period.as_ref()?.recent?;
    let news = question.kind == QuestionKind::CurrentEvent;
    (news || happened(&fold(&spoken(&question.text))).is_some()).then_some(recent)
}

/// How far back a text looks for events.
fn happened(folded: &str) -> Option<Recency> {
    let mut recent = Tables::all().recent.iter();
    recent.find(|(_, cues)| cues.folded().stand_in(folded)).map(|(recency, _)| *recency)
}

/// In lower case, with spaces in place of sentence punctuation.
fn spoken(text: &str) -> String {
    text.to_lowercase().replace(['?', '!', ',', '.', ':', ';'], " ")
}

/// The calendar year (UTC) of a moment.
pub fn year_of(now: Millis) -> i16 {
    jiff::Timestamp::from_millisecond(now.0)
        .map(|moment| moment.to_zoned(jiff::tz::TimeZone::UTC).year())
        .unwrap_or(1970)
}

fn spoken_years(text: &str, language: &str) -> Vec<(usize, i16)> {
    let dates = dated(text, language).into_iter();
    let years = dates.filter_map(|(range, date)| Some((range.start, date.year?)));
    years.filter(|(_, year)| (1000..=2100).contains(year)).collect()
}

/// A single year with the word before it, or the span from the earliest to the latest year.
fn span(text: &str, years: &[(usize, i16)]) -> Period {
    let from = years.iter().map(|(_, year)| *year).min();
    let to = years.iter().map(|(_, year)| *year).max();
    if let [(at, year)] = years {
        let (from_year, to_year) = match side(text, &(*at..*at)) {
            Some(Side::Since) => (Some(*year), None),
            Some(Side::After) => (Some(year + 1), None),
            Some(Side::Until) => (None, Some(*year)),
            Some(Side::Before) => (None, Some(year - 1)),
            None => (from, to),
        };
        return Period { from_year, to_year, ..Period::default() };
    }
    Period { from_year: from, to_year: to, ..Period::default() }
}

/// For example, "the last 5 years" or "letzten fünf Jahre".
fn last_years(lower: &str) -> Option<i16> {
    let tables = Tables::all();
    let words: Vec<&str> = lower.split_whitespace().collect();
    words.windows(3).find_map(|window| {
        let [last, count, unit] = window else { return None };
        let years =
            unit_of(unit).is_some_and(|(unit, factor)| unit == Unit::Of(Measure::Months) && factor == 12.0);
        let count = count.parse().ok().or_else(|| tables.numbers.get(count).map(|count| *count as i16))?;
        (tables.last.has(last) && years && (1..=100).contains(&count)).then_some(count)
    })
}

/// True for "the current president", but not for "alternating current" or "the current in a wire".
fn is_current(folded: &str) -> bool {
    let tables = Tables::of("en");
    let little = |word: &str| says_little(word, "en") || word == "s";
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.windows(3).any(|window| {
        let [before, word, after] = window else { return false };
        tables.current.has(word) && little(before) && !little(after)
    })
}
