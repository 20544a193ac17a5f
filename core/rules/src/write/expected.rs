//! Does a mention of a number, date, or name fit the kind of thing that a question asks for?

use super::want::Expects;
use crate::text::mentions::{Mention, MentionKind, Value};
use crate::text::tables::Tables;
use crate::text::units::{Measure, Unit as Counted};

/// How well a mention fits the kind of answer, 0 to 1.
pub fn fitting(expects: Expects, mention: &Mention, text: &str, language: &str) -> f64 {
    let number_unit = match &mention.value {
        Value::Number { unit, .. } => Some(*unit),
        Value::Date(_) | Value::Words(_) => None,
    };
    match expects {
        Expects::Person => match mention.kind {
            MentionKind::Name if after_place_word(mention, text, language) => 0.4,
            MentionKind::Name => 1.0,
            _ => 0.0,
        },
        Expects::Place => match mention.kind {
            MentionKind::Name if after_place_word(mention, text, language) => 1.0,
            MentionKind::Name => 0.6,
            _ => 0.0,
        },
        Expects::Time => match mention.kind {
            MentionKind::Date => 1.0,
            MentionKind::Quantity if is_time(number_unit) => 0.4,
            MentionKind::Number if matches!(number_unit, Some(Counted::Ordinal)) => 0.4,
            _ => 0.0,
        },
        // "How long" asks for a time or a length.
        Expects::Duration => match mention.kind {
            MentionKind::Quantity if is_time(number_unit) => 1.0,
            MentionKind::Quantity if number_unit == Some(Counted::Of(Measure::Metres)) => 0.9,
            MentionKind::Number => 0.4,
            // Or for bytes, or characters.
            MentionKind::Quantity => 0.3,
            _ => 0.0,
        },
        Expects::Count => match mention.kind {
            MentionKind::Number if number_unit == Some(Counted::Ordinal) => 0.1,
            MentionKind::Number | MentionKind::Quantity => 1.0,
            MentionKind::Percent | MentionKind::Money => 0.7,
            _ => 0.0,
        },
        Expects::Money => match mention.kind {
            MentionKind::Money => 1.0,
            MentionKind::Number | MentionKind::Percent => 0.3,
            _ => 0.0,
        },
        Expects::Percent => match mention.kind {
            MentionKind::Percent => 1.0,
            MentionKind::Number => 0.4,
            _ => 0.0,
        },
        Expects::Thing => match mention.kind {
            MentionKind::Name | MentionKind::Quoted => 1.0,
            _ => 0.0,
        },
        Expects::Reason | Expects::Definition | Expects::Steps | Expects::Anything => 0.0,
    }
}

fn is_time(unit: Option<Counted>) -> bool {
    matches!(unit, Some(Counted::Of(Measure::Seconds | Measure::Months)))
}

fn after_place_word(mention: &Mention, text: &str, language: &str) -> bool {
    let before = text[..mention.range.start].trim_end();
    let last = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("").to_lowercase();
    let own = &Tables::of(language).place_words;
    let words = if own.written().is_empty() { &Tables::of("en").place_words } else { own };
    words.has(&last)
}
