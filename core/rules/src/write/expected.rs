//! Words in a unit that are of the kind the question expects, new, and near the question's terms.

use super::corpus::{Unit, UnitKind};
use super::scale::{Place, Scale};
use super::want::Expects;
use crate::text::mentions::{self, Mention, MentionKind, Value};
use crate::text::units::{Measure, Unit as Counted};
use crate::text::words;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    pub fits: f64,
    pub near: f64,
    pub counted: f64,
}

/// Looks for what the question expects. `places` are the tokens that meet its terms.
pub fn find(scale: &Scale<'_>, unit: &Unit, text: &str, language: &str, places: &[Place]) -> Expected {
    let expects = scale.want.expects;
    match expects {
        Expects::Reason => cues(text, language, REASONS),
        Expects::Definition => Expected { fits: defines(unit, places), ..Expected::default() },
        Expects::Steps => Expected { fits: steps(unit, text), ..Expected::default() },
        Expects::Anything => Expected::default(),
        Expects::Person
        | Expects::Place
        | Expects::Time
        | Expects::Duration
        | Expects::Count
        | Expects::Money
        | Expects::Percent
        | Expects::Thing => {
            let mut best = Expected::default();
            for mention in mentions::mentions(text, language) {
                let value = fitting(expects, &mention, text, language);
                if value == 0.0 || !is_new(scale, &mention, text) {
                    continue;
                }
                let near = nearness(scale, unit, &mention, places) * value;
                best.fits = best.fits.max(value);
                best.near = best.near.max(near);
                best.counted = best.counted.max(counted(scale, unit, &mention, places));
            }
            best
        }
    }
}

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

/// How well a mention stands to the question's terms: beside the counted noun, and near the others.
pub fn strength(scale: &Scale<'_>, unit: &Unit, mention: &Mention, places: &[Place]) -> f64 {
    counted(scale, unit, mention, places) + nearness(scale, unit, mention, places)
}

/// A mention is new when one of its words does not stand in the question.
pub fn is_new(scale: &Scale<'_>, mention: &Mention, text: &str) -> bool {
    words::words(&text[mention.range.clone()])
        .iter()
        .any(|word| !scale.want.known.contains(&word.text.to_lowercase()))
}

fn is_time(unit: Option<Counted>) -> bool {
    matches!(unit, Some(Counted::Of(Measure::Seconds | Measure::Months)))
}

fn after_place_word(mention: &Mention, text: &str, language: &str) -> bool {
    let before = text[..mention.range.start].trim_end();
    let last = before.rsplit(|c: char| c.is_whitespace()).next().unwrap_or("").to_lowercase();
    let list = PLACE_WORDS.iter().find(|(code, _)| *code == language).or(PLACE_WORDS.first());
    list.is_some_and(|(_, words)| words.contains(&last.as_str()))
}

/// Weight of the terms, each less the further away it stands: five words off counts half.
fn nearness(scale: &Scale<'_>, unit: &Unit, mention: &Mention, places: &[Place]) -> f64 {
    if scale.reachable == 0.0 {
        return 0.0;
    }
    let (first, last) = tokens_of(unit, mention);
    let mut terms = vec![0.0_f64; scale.want.terms.len()];
    for place in places {
        let distance = if place.at < first { first - place.at } else { place.at.saturating_sub(last) };
        if (first..=last).contains(&place.at) {
            continue;
        }
        let value = place.strength / (1.0 + distance as f64 / 5.0);
        terms[place.term] = terms[place.term].max(value);
    }
    terms.iter().zip(&scale.rarity).map(|(value, rarity)| value * rarity).sum::<f64>() / scale.reachable
}

/// Does the noun that is counted or named stand right beside the mention?
fn counted(scale: &Scale<'_>, unit: &Unit, mention: &Mention, places: &[Place]) -> f64 {
    let (first, last) = tokens_of(unit, mention);
    places
        .iter()
        .filter(|place| scale.want.focus.contains(&place.term))
        .filter(|place| place.at + 3 >= first && place.at <= last + 3)
        .map(|place| place.strength)
        .fold(0.0, f64::max)
}

/// First and last token of a mention.
fn tokens_of(unit: &Unit, mention: &Mention) -> (usize, usize) {
    let first = unit.tokens.partition_point(|token| (token.end as usize) <= mention.range.start);
    let after = unit.tokens.partition_point(|token| (token.start as usize) < mention.range.end);
    (first, after.saturating_sub(1).max(first))
}

/// Whether a phrase of the list stands in the text.
fn cues(text: &str, language: &str, lists: &[(&str, &[&str])]) -> Expected {
    let lower = text.to_lowercase();
    let list = lists.iter().find(|(code, _)| *code == language).or(lists.first()).map_or(&[][..], |(_, l)| l);
    let found = list.iter().any(|cue| lower.contains(cue));
    Expected { fits: if found { 1.0 } else { 0.0 }, ..Expected::default() }
}

/// A definition begins with its term, and says "is".
fn defines(unit: &Unit, places: &[Place]) -> f64 {
    let early = places.iter().any(|place| place.at <= 2);
    match (early, unit.opens) {
        (true, true) => 1.0,
        (true, false) => 0.7,
        (false, _) => 0.0,
    }
}

/// Steps stand in lists and code, or begin with what to do.
fn steps(unit: &Unit, text: &str) -> f64 {
    let listed = matches!(unit.kind, UnitKind::Item | UnitKind::Code);
    let coded = text.contains('`');
    if listed || coded { 1.0 } else { 0.0 }
}

const REASONS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "because",
            "due to",
            "since ",
            "as a result",
            "in order to",
            "so that",
            "caused by",
            "reason",
            "led to",
            "therefore",
            "owing to",
            "thanks to",
            "to avoid",
            "to prevent",
            "to protect",
            "to ensure",
            "thus",
            "consequently",
            "so as to",
            "for fear",
            "resulted in",
            "results in",
        ],
    ),
    (
        "de",
        &[
            "weil", "da ", "wegen", "aufgrund", "um ", "damit", "dadurch", "deshalb", "grund", "folge",
            "führte",
        ],
    ),
    (
        "es",
        &[
            "porque",
            "debido a",
            "ya que",
            "a causa",
            "por lo que",
            "para ",
            "razón",
            "gracias a",
            "resultado",
        ],
    ),
    ("fr", &["parce que", "car ", "en raison", "à cause", "afin", "grâce", "raison", "puisque", "pour "]),
    (
        "ru",
        &["потому", "так как", "из-за", "поскольку", "чтобы", "поэтому", "благодаря", "причин", "вследствие"],
    ),
    ("ar", &["لأن", "بسبب", "نتيجة", "لذلك", "من أجل", "سبب", "نظرا"]),
    ("zh", &["因为", "由于", "因此", "所以", "为了", "原因", "导致", "以便"]),
    ("ja", &["ため", "から", "ので", "理由", "原因"]),
];

const PLACE_WORDS: &[(&str, &[&str])] = &[
    ("en", &["in", "at", "near", "across", "outside", "inside", "into", "around", "through"]),
    ("de", &["in", "im", "bei", "nach", "nahe", "aus"]),
    ("es", &["en", "hasta", "hacia"]),
    ("fr", &["à", "en", "au", "aux", "dans", "vers"]),
    ("ru", &["в", "во", "под", "около"]),
    ("ar", &["في", "قرب"]),
];
