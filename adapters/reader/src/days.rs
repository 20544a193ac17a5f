//! The day that a title or a file name gives: `2025-10-09 platform weekly.md`, `Minutes of 9 October 2025`.
//!
//! Only a full date counts. A year, a quarter, or a version is no date, and of two different dates nobody knows which
//! one is meant, so nothing is taken from either.

use gorkd_core::model::Millis;
use gorkd_core::text::lists::{month, month_names};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use std::ops::RangeInclusive;

/// Years in which documents were written that somebody has as a file.
const YEARS: RangeInclusive<i16> = 1_900..=2_200;
/// Letters of an abbreviated month: `Oct`, `Sept`, `févr`.
const SHORTEST: usize = 3;

/// The only day that a text names, at midnight UTC.
pub fn day_in(text: &str) -> Option<Millis> {
    let words = words(text);
    let one = |at| in_digits(&words, at).or_else(|| in_words(&words, at)).or_else(|| month_first(&words, at));
    let mut days = (0..words.len()).filter_map(one);
    let day = days.next()?;
    days.all(|other| other == day).then_some(())?;
    Some(Millis(day.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

/// `09.10.2025`, `9.10.25`: with periods, the day comes first. What follows doesn't matter.
pub fn day_first(text: &str) -> Option<Millis> {
    let text = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    let mut parts = text.splitn(3, '.');
    let mut next = || parts.next().map(str::trim);
    let (day, month, rest) = (next()?, next()?, next()?);
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let year = match end {
        4 => rest[..4].parse().ok()?,
        2 => 2_000 + rest[..2].parse::<i16>().ok()?,
        _ => return None,
    };
    let date = date(year, month.parse().ok()?, day.parse().ok()?)?;
    Some(Millis(date.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond()))
}

/// A run of letters or of digits, and the characters between it and the next run.
struct Word<'a> {
    text: &'a str,
    gap: &'a str,
}

fn words(text: &str) -> Vec<Word<'_>> {
    let kind = |c: char| (c.is_ascii_digit(), c.is_alphabetic());
    let mut words: Vec<Word<'_>> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        if let Some(last) = words.last_mut() {
            last.gap = &rest[..start];
        }
        rest = &rest[start..];
        let first = rest.chars().next().map(kind);
        let end = rest.find(|c: char| Some(kind(c)) != first).unwrap_or(rest.len());
        // A character that is neither, such as a raised digit, is a word of its own.
        let end = end.max(rest.chars().next().map_or(rest.len(), char::len_utf8));
        words.push(Word { text: &rest[..end], gap: "" });
        rest = &rest[end..];
    }
    words
}

fn date(year: i16, month: i8, day: i8) -> Option<Date> {
    YEARS.contains(&year).then(|| Date::new(year, month, day).ok()).flatten()
}

fn digits(word: &Word<'_>, count: usize) -> Option<i16> {
    (word.text.len() == count && word.text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| word.text.parse().ok())
        .flatten()
}

/// `2025-10-09`, `2025_10_09`, `20251009`, with nothing but spaces and punctuation around it.
fn in_digits(words: &[Word<'_>], at: usize) -> Option<Date> {
    let stands_alone = |from: usize, to: usize| {
        let before = from.checked_sub(1).map_or(" ", |before| words[before].gap);
        // A date with a time goes on with a `T`.
        let timed = words.get(to + 1).is_some_and(|next| next.text == "T");
        let behind = if to + 1 == words.len() || timed { " " } else { words[to].gap };
        [before, behind].iter().all(|gap| !matches!(*gap, "" | "/"))
    };
    let first = words[at].text;
    if first.len() == 8 && first.bytes().all(|byte| byte.is_ascii_digit()) {
        let date = date(first[..4].parse().ok()?, first[4..6].parse().ok()?, first[6..].parse().ok()?)?;
        return stands_alone(at, at).then_some(date);
    }
    let [year, month, day] = words.get(at..at + 3)? else { return None };
    if year.gap != month.gap || !matches!(year.gap, "-" | "_") {
        return None;
    }
    let (year, month, day) = (digits(year, 4)?, digits(month, 2)?, digits(day, 2)?);
    let date = date(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?)?;
    stands_alone(at, at + 2).then_some(date)
}

/// A month by its name with a day and a year around it: `9 October 2025`, `9. Okt. 2025`, `9 de octubre de 2025`,
/// `October 9th, 2025`.
fn in_words(words: &[Word<'_>], at: usize) -> Option<Date> {
    let month = i8::try_from(month_of(words[at].text)?).ok()?;
    let of = |at: usize| matches!(words.get(at).map(|word| word.text), Some("de" | "del" | "of" | "do"));
    let ending = |at: usize| {
        let known = ["st", "nd", "rd", "th", "er", "º", "ª"];
        words.get(at).is_some_and(|word| known.contains(&word.text))
    };
    let year = |at: usize| digits(words.get(at)?, 4);
    let day = |at: usize| {
        let word = words.get(at)?;
        digits(word, 1).or_else(|| digits(word, 2)).and_then(|day| i8::try_from(day).ok())
    };
    let mut before = at.checked_sub(1)?;
    if of(before) || ending(before) {
        before = before.checked_sub(1).unwrap_or(before);
    }
    if ending(before) {
        before = before.checked_sub(1).unwrap_or(before);
    }
    let behind = if of(at + 1) { at + 2 } else { at + 1 };
    day(before).zip(year(behind)).and_then(|(day, year)| date(year, month, day))
}

/// `October 9, 2025`, where nothing needs to stand before the month.
fn month_first(words: &[Word<'_>], at: usize) -> Option<Date> {
    let month = i8::try_from(month_of(words[at].text)?).ok()?;
    let day = words.get(at + 1)?;
    let day = digits(day, 1).or_else(|| digits(day, 2)).and_then(|day| i8::try_from(day).ok())?;
    let next = words.get(at + 2)?.text;
    let behind = if ["st", "nd", "rd", "th"].contains(&next) { at + 3 } else { at + 2 };
    date(digits(words.get(behind)?, 4)?, month, day)
}

/// A month by its full name or an abbreviation of it, in any language.
fn month_of(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    let short = || {
        let enough = word.chars().count() >= SHORTEST;
        let mut long = month_names().map(|(_, name)| name).filter(|name| name.starts_with(&word));
        long.find_map(month).filter(|_| enough)
    };
    month(&word).or_else(short)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse_date;

    #[test]
    fn a_full_date_in_a_title_or_a_file_name_is_found() {
        let day = parse_date("2025-10-09");
        for text in [
            "2025-10-09 platform weekly.md",
            "2025-10-09-split-brain.md",
            "Zalora minutes 2025-10-09.docx",
            "minutes_2025_10_09.txt",
            "20251009_minutes.pdf",
            "Platform weekly, 9 October 2025",
            "Protokoll vom 9. Oktober 2025",
            "Sitzung am Do., 09. Okt. 2025 in Hamburg",
            "Compte rendu du 9 octobre 2025",
            "Acta del 9 de octubre de 2025",
            "Minutes of October 9th, 2025",
            "Minutes of the 9th of October 2025",
            "Оперативка 9 октября 2025",
            "export 2025-10-09T08:00:00Z.log",
            "9 October 2025 (2025-10-09)",
        ] {
            assert_eq!(day_in(text), day, "{text}");
        }
    }

    #[test]
    fn a_year_a_version_a_number_or_two_dates_are_none() {
        for text in [
            "",
            "Budget 2026",
            "Plan for October 2025",
            "Release 4.2.1",
            "Release 2025.10.09",
            "yyy 2025-10",
            "2025-13-40 notes",
            "Top 10 marketing 2025",
            "Invoice 120251009",
            "Case 2025-10-09-0017/4 2025-10-10",
            "From 1 January 2025 to 31 December 2025",
            "RFC 1234-10-09",
            "v2025-10-0912",
            "May the force be with you",
            "Q4 2025",
            "A12-2025-10",
        ] {
            assert_eq!(day_in(text), None, "{text}");
        }
    }

    #[test]
    fn with_periods_the_day_comes_first() {
        assert_eq!(day_first("Do, 09.10.2025 um 10:12"), parse_date("2025-10-09"));
        assert_eq!(day_first("9.10.25"), parse_date("2025-10-09"));
        for text in ["", "10.2025", "31.13.2025", "1.2.3", "1.2.345"] {
            assert_eq!(day_first(text), None, "{text}");
        }
    }
}
