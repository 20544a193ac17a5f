//! Calendar dates, as written in the languages that have a table here, and in ISO 8601.

use super::mentions::{Date, Mention, MentionKind, Taken, Value};
use super::tables::{Tables, lists};
use regex::{Captures, Regex};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::LazyLock;

/// All dates that name a month or a span of years. Bare years are handled as numbers.
pub(super) fn find(text: &str) -> Vec<Mention> {
    let mut found: Vec<Mention> = Vec::new();
    // Every format contains a digit, and most sentences have none.
    if !text.contains(char::is_numeric) {
        return found;
    }
    let mut taken = Taken::default();
    for form in FORMS.iter() {
        for captures in form.pattern.captures_iter(text) {
            let Some(whole) = captures.get(0) else { continue };
            let range = whole.range();
            if taken.overlaps(&range) || glued(text, &range) {
                continue;
            }
            let Some(dates) = (form.read)(&captures) else { continue };
            taken.take(&range);
            for (group, date) in dates {
                let place = group.and_then(|group| captures.get(group)).unwrap_or(whole);
                let value = Value::Date(date);
                found.push(Mention { range: place.range(), kind: MentionKind::Date, value });
            }
        }
    }
    found
}

/// The dates in a match, each with its group (`None`: the whole match).
type Dates = Vec<(Option<usize>, Date)>;
type ReadDates = fn(&Captures<'_>) -> Option<Dates>;

struct Form {
    pattern: Regex,
    read: ReadDates,
}

/// From most to least exact: earlier formats claim their text first.
static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    // Some languages capitalize months and others don't. "May" and "mars" as ordinary words are excluded by the
    // digits that must be next to them.
    let names: BTreeSet<String> = lists::month_names()
        .flat_map(|(_, name)| {
            let mut letters = name.chars();
            let capital: String =
                letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
            let small = (!Tables::all().small_months.has(name)).then(|| name.to_owned());
            small.into_iter().chain([capital])
        })
        .collect();
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let months = names.join("|");
    let forms: [(String, ReadDates); 7] = [
        (r"(\d{4})-(\d{2})(?:-(\d{2}))?".to_owned(), ymd),
        (r"(\d{4})年(?:(\d{1,2})月(?:(\d{1,2})日)?)?".to_owned(), ymd),
        (r"(\d{1,2})([./])(\d{1,2})[./](\d{4})".to_owned(), with_signs),
        (
            format!(
                r"(\d{{1,2}})(?:st|nd|rd|th|\.|º|er)?\s+(?:of\s+|de\s+)?({months})\b\.?(?:,?\s+(?:de\s+)?(\d{{4}}))?"
            ),
            |c| named(c, Some(1), 2, 3),
        ),
        (format!(r"\b({months})\b\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(\d{{4}}))?"), |c| {
            named(c, Some(2), 1, 3)
        }),
        (format!(r"\b({months})\b\.?,?\s+(?:de\s+|of\s+)?(\d{{4}})"), |c| named(c, None, 1, 2)),
        (r"\b(1\d{3}|20\d{2})\s?[-–—]\s?(\d{4}|\d{2})".to_owned(), years),
    ];
    forms
        .into_iter()
        .filter_map(|(pattern, read)| Regex::new(&pattern).ok().map(|pattern| Form { pattern, read }))
        .collect()
});

/// Whether a match is part of a longer number or word, and so not a date.
fn glued(text: &str, range: &Range<usize>) -> bool {
    let word = |c: char| c.is_alphanumeric() && !super::words::is_unspaced(c);
    let before = text[..range.start].chars().next_back();
    let after = text[range.end..].chars().next();
    let starts_with_word = text[range.clone()].chars().next().is_some_and(word);
    let ends_with_word = text[range.clone()].chars().next_back().is_some_and(word);
    (starts_with_word && before.is_some_and(word)) || (ends_with_word && after.is_some_and(word))
}

fn number<T: std::str::FromStr>(captures: &Captures<'_>, group: usize) -> Option<T> {
    captures.get(group).and_then(|digits| digits.as_str().parse().ok())
}

fn checked(year: Option<i16>, month: Option<u8>, day: Option<u8>) -> Option<Date> {
    let good = year.is_none_or(|year| (1..=2999).contains(&year))
        && month.is_none_or(|month| (1..=12).contains(&month))
        && day.is_none_or(|day| (1..=31).contains(&day));
    good.then_some(Date { year, month, day })
}

fn ymd(c: &Captures<'_>) -> Option<Dates> {
    Some(vec![(None, checked(number(c, 1), number(c, 2), number(c, 3))?)])
}

/// `05.03.2024` is day first. `03/05/2024` only gives its year, unless one of the two can't be a month.
fn with_signs(c: &Captures<'_>) -> Option<Dates> {
    let (a, b): (u8, u8) = (number(c, 1)?, number(c, 3)?);
    let year: i16 = number(c, 4)?;
    let dotted = c.get(2).is_some_and(|sign| sign.as_str() == ".");
    let (month, day) = if dotted || (a > 12 && b <= 12) {
        (Some(b), Some(a))
    } else if (b > 12 && a <= 12) || a == b {
        (Some(a), Some(b))
    } else {
        (None, None)
    };
    Some(vec![(None, checked(Some(year), month, day)?)])
}

fn named(c: &Captures<'_>, day: Option<usize>, name: usize, year: usize) -> Option<Dates> {
    let month = lists::month(&c.get(name)?.as_str().to_lowercase())?;
    let day = match day {
        Some(group) => Some(number(c, group)?),
        None => None,
    };
    Some(vec![(None, checked(number(c, year), Some(month), day)?)])
}

/// `1939–45` and `1939-1945`: both years.
fn years(c: &Captures<'_>) -> Option<Dates> {
    let from: i16 = number(c, 1)?;
    let written = c.get(2)?.as_str();
    let to: i16 = written.parse().ok()?;
    let to = if written.len() == 2 { from - from % 100 + to } else { to };
    (to > from && to <= 2100).then(|| {
        let year = |year| Date { year: Some(year), month: None, day: None };
        vec![(Some(1), year(from)), (Some(2), year(to))]
    })
}
