//! Does a mention of a number or date fit the kind of thing that a question asks for?

use super::want::Expects;
use crate::text::mentions::{Mention, MentionKind, Value};
use crate::text::stopwords::is_stop_word;
use crate::text::units::{Measure, Unit as Counted};

/// How well a mention fits the kind of answer, 0 to 1.
pub fn fitting(expects: Expects, mention: &Mention, text: &str) -> f64 {
    let unit = match &mention.value {
        Value::Number { unit, .. } => *unit,
        Value::Date(_) | Value::Words(_) => Counted::None,
    };
    let is_time = matches!(unit, Counted::Of(Measure::Seconds | Measure::Months));
    match (expects, mention.kind) {
        (Expects::Time, MentionKind::Date) => 1.0,
        (Expects::Time, MentionKind::Quantity) if is_time => 0.4,
        // "When did they add it?"
        (Expects::Time, MentionKind::Version) => 0.4,
        (Expects::Time, MentionKind::Number) if unit == Counted::Ordinal => 0.4,
        // "How long" asks for a time or a length, or for bytes, or characters.
        (Expects::Duration, MentionKind::Quantity) if is_time => 1.0,
        (Expects::Duration, MentionKind::Quantity) if unit == Counted::Of(Measure::Metres) => 0.9,
        (Expects::Duration, MentionKind::Quantity) => 0.3,
        (Expects::Duration, MentionKind::Number) => 0.4,
        (Expects::Count, MentionKind::Number) if unit == Counted::Ordinal => 0.1,
        (Expects::Count, MentionKind::Number | MentionKind::Quantity) => 1.0,
        (Expects::Count, MentionKind::Percent | MentionKind::Money) => 0.7,
        (Expects::Money, MentionKind::Money) => 1.0,
        (Expects::Money, MentionKind::Number | MentionKind::Percent) => 0.3,
        (Expects::Percent, MentionKind::Percent) => 1.0,
        (Expects::Percent, MentionKind::Number) => 0.4,
        (Expects::Version, MentionKind::Version) => 1.0,
        // "Debian 12", "Release 9"
        (Expects::Version, MentionKind::Number) if after_product(mention, text) => 0.6,
        _ => 0.0,
    }
}

/// Does a number follow a capitalized word that isn't a stop word?
fn after_product(mention: &Mention, text: &str) -> bool {
    let Some(before) = text[..mention.range.start].strip_suffix(' ') else { return false };
    let last = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    last.starts_with(char::is_uppercase) && !is_stop_word(&last.to_lowercase(), "en")
}
