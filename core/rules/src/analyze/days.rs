//! Months and days named in a question: the period that it is about.
//!
//! Months and days are in UTC. The word before a date (after it in Chinese) says which side of it is meant.

use super::period::year_of;
use crate::text::mentions::{Date, dated};
use crate::text::tables::{Tables, lists};
use crate::text::words::{fold, is_unspaced};
use gorkd_core::model::{Millis, Period};
use gorkd_core::text::tables::Words;
use jiff::civil;
use jiff::tz::TimeZone;
use std::ops::Range;

/// The side of a date that is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Since,
    After,
    Until,
    Before,
}

/// The period of a text that names a month or a day together with its year; `None` if it names neither.
pub(super) fn days_of(text: &str, language: &str) -> Option<Period> {
    let dated = dated(text, language);
    if !dated.iter().any(|(_, date)| date.month.is_some()) {
        return None;
    }
    let spans: Vec<(Millis, Millis)> = dated.iter().filter_map(|(_, date)| span(*date)).collect();
    let from = spans.iter().map(|(from, _)| *from).min()?;
    let before = spans.iter().map(|(_, before)| *before).max()?;
    let side = match dated.as_slice() {
        [(range, _)] => side(text, range),
        _ => None,
    };
    let (from, before) = match side {
        Some(Side::Since) => (Some(from), None),
        Some(Side::After) => (Some(before), None),
        Some(Side::Until) => (None, Some(before)),
        Some(Side::Before) => (None, Some(from)),
        None => (Some(from), Some(before)),
    };
    let last = |before: Millis| year_of(Millis(before.0 - 1));
    Some(Period { from_year: from.map(year_of), to_year: before.map(last), recent: None, from, before })
}

/// The first moment of a date, and the first one after it; `None` for days that don't exist.
pub fn span(date: Date) -> Option<(Millis, Millis)> {
    let (year, month, day) = (date.year?, date.month, date.day);
    let first = |date: civil::Date| {
        let moment = date.to_zoned(TimeZone::UTC).ok()?;
        Some(Millis(moment.timestamp().as_millisecond()))
    };
    let number = |part: Option<u8>| part.map_or(Ok(1), i8::try_from).ok();
    let begins = civil::Date::new(year, number(month)?, number(day)?).ok()?;
    let ends = match (month, day) {
        (Some(_), Some(_)) => begins.tomorrow().ok()?,
        (Some(_), None) => begins.last_of_month().tomorrow().ok()?,
        (None, _) => begins.last_of_year().tomorrow().ok()?,
    };
    Some((first(begins)?, first(ends)?))
}

/// The side of a date indicated by the words around it.
pub(super) fn side(text: &str, date: &Range<usize>) -> Option<Side> {
    let before = fold(text.get(..date.start)?);
    let behind = fold(text.get(date.end..)?);
    let (before, behind) = (before.trim_end(), behind.trim_start());
    // "Since the 5th of March": the article is ignored.
    let tables = Tables::all();
    let article = |text: &str| {
        text.rsplit(' ').next().is_some_and(|last| lists::Tables::all().articles.folded().has(last))
    };
    let bare =
        if article(before) { before.rsplit_once(' ').map_or(before, |(rest, _)| rest) } else { before };
    let sides = [
        (Side::Since, &tables.since),
        (Side::After, &tables.after),
        (Side::Until, &tables.until),
        (Side::Before, &tables.before),
    ];
    let stands_before = |cues: &Words| cues.folded().end(before) || cues.folded().end(bare);
    let stands_behind = |cues: &Words| {
        let mut unspaced = cues.iter().filter(|cue| cue.chars().all(is_unspaced));
        unspaced.any(|cue| behind.starts_with(cue))
    };
    let named = sides.iter().find(|(_, cues)| stands_before(cues));
    named.or_else(|| sides.iter().find(|(_, cues)| stands_behind(cues))).map(|(side, _)| *side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use proptest::prelude::*;

    const NOW: Millis = Millis(1_780_272_000_000);

    fn day(year: i16, month: i8, day: i8) -> Millis {
        let date = civil::Date::new(year, month, day).expect("a day");
        Millis(date.to_zoned(TimeZone::UTC).expect("a moment").timestamp().as_millisecond())
    }

    fn bounds(text: &str) -> (Option<Millis>, Option<Millis>) {
        let period = analyze(text, NOW).period.unwrap_or_else(|| panic!("{text}: no period"));
        (period.from, period.before)
    }

    #[test]
    fn months_and_days_are_read_in_the_languages_of_the_catalogue() {
        let march = (Some(day(2024, 3, 1)), Some(day(2024, 4, 1)));
        let twelfth = (Some(day(2024, 3, 12)), Some(day(2024, 3, 13)));
        for (text, wanted) in [
            ("What did the ECB decide in March 2024?", march),
            ("Was hat die EZB im März 2024 beschlossen?", march),
            ("¿Qué decidió el BCE en marzo de 2024?", march),
            ("Qu'a décidé la BCE en mars 2024 ?", march),
            ("Что решил ЕЦБ в марте 2024 года?", march),
            ("欧洲央行2024年3月决定了什么？", march),
            ("ماذا قرر البنك المركزي في مارس 2024؟", march),
            ("What did the ECB decide on 12 March 2024?", twelfth),
            ("What did the ECB decide on March 12, 2024?", twelfth),
            ("Was beschloss die EZB am 12. März 2024?", twelfth),
            ("¿Qué decidió el BCE el 12 de marzo de 2024?", twelfth),
            ("Qu'a décidé la BCE le 12 mars 2024 ?", twelfth),
            ("Что решил ЕЦБ 12 марта 2024 года?", twelfth),
            ("欧洲央行2024年3月12日决定了什么？", twelfth),
            ("ماذا قرر البنك المركزي في 12 مارس 2024؟", twelfth),
        ] {
            assert_eq!(bounds(text), wanted, "{text}");
        }
    }

    #[test]
    fn the_word_beside_a_date_says_which_side_of_it_is_meant() {
        let first = Some(day(2024, 3, 1));
        let second = Some(day(2024, 3, 2));
        for (text, wanted) in [
            ("Papers on sleep since 2024-03-01", (first, None)),
            ("Studien zum Schlaf seit dem 1. März 2024", (first, None)),
            ("estudios desde el 1 de marzo de 2024", (first, None)),
            ("études depuis le 1er mars 2024", (first, None)),
            ("исследования с 1 марта 2024 года", (first, None)),
            ("自2024年3月1日以来的研究", (first, None)),
            ("دراسات منذ 1 مارس 2024", (first, None)),
            ("Papers on sleep after 2024-03-01", (second, None)),
            ("Papers on sleep before 2024-03-01", (None, first)),
            ("Papers on sleep until 2024-03-01", (None, second)),
            ("Studien vor dem 1. März 2024", (None, first)),
            ("2024年3月1日之前的研究", (None, first)),
            ("Papers between 1 March 2024 and 2 April 2024", (first, Some(day(2024, 4, 3)))),
            ("Papers from March 2024 to April 2024", (first, Some(day(2024, 5, 1)))),
        ] {
            assert_eq!(bounds(text), wanted, "{text}");
        }
    }

    proptest! {
        #[test]
        fn every_day_that_there_is_is_read_back(year in 1900i16..2100, month in 1i8..=12, number in 1i8..=31, form in 0usize..5) {
            const NAMES: [&str; 12] = ["January", "February", "March", "April", "May", "June", "July", "August",
                "September", "October", "November", "December"];
            const GERMAN: [&str; 12] = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August",
                "September", "Oktober", "November", "Dezember"];
            let at = usize::from(month.unsigned_abs()) - 1;
            let text = match form {
                0 => format!("What happened on {number} {} {year}?", NAMES[at]),
                1 => format!("What happened on {} {number}, {year}?", NAMES[at]),
                2 => format!("What happened on {year}-{month:02}-{number:02}?"),
                3 => format!("Was geschah am {number}. {} {year}?", GERMAN[at]),
                _ => format!("{year}年{month}月{number}日发生了什么？"),
            };
            let period = days_of(&text, "en");
            match civil::Date::new(year, month, number) {
                Ok(_) => {
                    let period = period.expect("a period");
                    prop_assert_eq!(period.from, Some(day(year, month, number)));
                    prop_assert_eq!(period.before, Some(Millis(day(year, month, number).0 + 86_400_000)));
                    prop_assert_eq!((period.from_year, period.to_year), (Some(year), Some(year)));
                }
                // February 30 is not a bound.
                Err(_) => prop_assert_eq!(period, None),
            }
        }

        #[test]
        fn no_text_makes_it_stumble(text in "\\PC{0,60}", date in "(2024-0[0-9]-[0-9]{2}|March 2024|0000年13月|31\\.04\\.2024)?") {
            if let Some(Period { from: Some(from), before: Some(before), .. }) = days_of(&format!("{text} {date}"), "en") {
                prop_assert!(from < before);
            }
        }
    }
}
