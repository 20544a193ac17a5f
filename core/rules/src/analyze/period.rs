//! The time that a question, or a person's wish, is about.

use super::days::days_of;
use crate::text::mentions::{Mention, MentionKind, Value, mentions};
use crate::text::words::fold;
use gorkd_core::model::{Millis, Period, Recency};

/// Years, spans of years, days and months, or how recent; none when no time is named.
pub fn period_of(text: &str, language: &str, now: Millis) -> Option<Period> {
    if let Some(days) = days_of(text, language) {
        return Some(days);
    }
    let folded = format!(" {} ", fold(text).replace(['?', '!', ',', '.', ':', ';'], " "));
    let years = spoken_years(text, language);
    if !years.is_empty() {
        return Some(span(text, &years));
    }
    let this_year = year_of(now);
    if let Some(count) = last_years(&folded) {
        return Some(Period { from_year: Some(this_year - count), to_year: None, ..Period::default() });
    }
    let only = |year| Some(Period { from_year: Some(year), to_year: Some(year), ..Period::default() });
    if says(&folded, THIS_YEAR) {
        return only(this_year);
    }
    if says(&folded, LAST_YEAR) {
        return only(this_year - 1);
    }
    let recent = RECENT.iter().find(|(_, cues)| says(&folded, cues)).map(|(recency, _)| *recency);
    let recent = recent.or_else(|| is_current(&folded).then_some(Recency::Year));
    recent.map(|recency| Period { recent: Some(recency), ..Period::default() })
}

/// The calendar year of a moment, in UTC.
pub fn year_of(now: Millis) -> i16 {
    jiff::Timestamp::from_millisecond(now.0)
        .map(|moment| moment.to_zoned(jiff::tz::TimeZone::UTC).year())
        .unwrap_or(1970)
}

fn spoken_years(text: &str, language: &str) -> Vec<(usize, i16)> {
    let year = |mention: &Mention| match (&mention.kind, &mention.value) {
        (MentionKind::Date, Value::Date(date)) => date.year.map(|year| (mention.range.start, year)),
        _ => None,
    };
    mentions(text, language)
        .iter()
        .filter_map(year)
        .filter(|(_, year)| (1000..=2100).contains(year))
        .collect()
}

/// One year with the word before it, or the span from the earliest to the latest.
fn span(text: &str, years: &[(usize, i16)]) -> Period {
    let from = years.iter().map(|(_, year)| *year).min();
    let to = years.iter().map(|(_, year)| *year).max();
    if let [(at, year)] = years {
        let before = fold(&text[..*at]);
        let ends =
            |list: &[&str]| list.iter().any(|cue| before == *cue || before.ends_with(&format!(" {cue}")));
        if ends(SINCE) {
            return Period { from_year: Some(*year), to_year: None, ..Period::default() };
        }
        if ends(AFTER) {
            return Period { from_year: Some(year + 1), to_year: None, ..Period::default() };
        }
        if ends(UNTIL) {
            return Period { from_year: None, to_year: Some(*year), ..Period::default() };
        }
        if ends(BEFORE) {
            return Period { from_year: None, to_year: Some(year - 1), ..Period::default() };
        }
    }
    Period { from_year: from, to_year: to, ..Period::default() }
}

/// "the last 5 years", "letzten fünf Jahre".
fn last_years(folded: &str) -> Option<i16> {
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.windows(3).find_map(|window| {
        let [last, count, unit] = window else { return None };
        let fits = ["last", "past", "letzten", "vergangenen", "ultimos", "dernieres", "ultimi", "последние"]
            .contains(last)
            && ["years", "jahre", "jahren", "anos", "annees", "anni", "лет", "года"].contains(unit);
        let count = count.parse().ok().or_else(|| {
            ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
                .iter()
                .position(|word| word == count)
                .map(|at| at as i16 + 1)
        })?;
        (fits && (1..=100).contains(&count)).then_some(count)
    })
}

fn says(folded: &str, cues: &[&str]) -> bool {
    cues.iter().any(|cue| folded.contains(&format!(" {cue} ")))
}

/// "the current president", but not an electric current.
fn is_current(folded: &str) -> bool {
    let electric =
        ["alternating", "direct", "electric", "electrical", "ocean", "eddy", "leakage", "air", "dc", "ac"];
    let words: Vec<&str> = folded.split_whitespace().collect();
    words.windows(3).any(|window| {
        let [before, word, after] = window else { return false };
        *word == "current"
            && ["the", "its", "their", "whose", "s", "is"].contains(before)
            && !electric.contains(before)
            && !["in", "of", "through", "flows", "flow", "is", "and", "or"].contains(after)
    }) || says(
        folded,
        &["currently", "right now", "as of now", "nowadays", "aktuell", "derzeit", "actualmente"],
    )
}

const SINCE: &[&str] = &["since", "from", "seit", "ab", "desde", "depuis", "dal", "с"];
const AFTER: &[&str] = &["after", "nach", "despues de", "apres", "dopo", "depois de", "после"];
const UNTIL: &[&str] = &["until", "till", "up to", "bis", "hasta", "jusqu'en", "fino al", "ate", "до"];
const BEFORE: &[&str] = &["before", "prior to", "vor", "antes de", "avant", "prima del"];
const THIS_YEAR: &[&str] =
    &["this year", "dieses jahr", "in diesem jahr", "este ano", "cette annee", "quest'anno"];
const LAST_YEAR: &[&str] =
    &["last year", "letztes jahr", "im letzten jahr", "el ano pasado", "l'annee derniere"];

const RECENT: &[(Recency, &[&str])] = &[
    (
        Recency::Day,
        &[
            "today",
            "tonight",
            "last 24 hours",
            "past 24 hours",
            "yesterday",
            "heute",
            "hoy",
            "aujourd'hui",
            "oggi",
            "hoje",
            "сегодня",
        ],
    ),
    (
        Recency::Week,
        &[
            "this week",
            "past week",
            "last week",
            "last 7 days",
            "last few days",
            "diese woche",
            "letzte woche",
            "esta semana",
            "cette semaine",
            "questa settimana",
        ],
    ),
    (
        Recency::Month,
        &[
            "this month",
            "past month",
            "last month",
            "last 30 days",
            "latest news",
            "recent news",
            "diesen monat",
            "este mes",
            "ce mois-ci",
        ],
    ),
    (
        Recency::Year,
        &[
            "latest",
            "newest",
            "recent",
            "recently",
            "most recent",
            "up to date",
            "up-to-date",
            "these days",
            "past year",
            "last 12 months",
            "neueste",
            "neuesten",
            "neuester",
            "neuestes",
            "kurzlich",
            "reciente",
            "recientes",
            "ultima version",
            "recent",
            "recente",
            "recentes",
            "dernier",
            "derniere",
            "ultimo",
            "ultima",
            "последние",
            "последняя",
            "最新",
        ],
    ),
];
