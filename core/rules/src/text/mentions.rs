//! Comparable mentions in a text: numbers with units, money, percentages, dates, versions, names, quoted
//! phrases, and negations. Each has a position and a normalized value.
//!
//! `1,000`, `1000`, and `one thousand` have the same value, and so do `5 March 2024`, `March 5, 2024`, and
//! `2024-03-05`.

use super::tables::Tables;
use super::units::Unit;
use super::words::{self, Word};
use super::{dates, names, numbers};
use gorkd_core::model::EntityKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// A mention with its position.
#[derive(Clone, Debug, PartialEq)]
pub struct Mention {
    /// Bytes of the text, on character boundaries. Mentions of the same kind don't overlap.
    pub range: Range<usize>,
    pub kind: MentionKind,
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MentionKind {
    Number,
    /// A number with a unit of measure.
    Quantity,
    Money,
    Percent,
    Date,
    Version,
    Name,
    Quoted,
    Negation,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `base` is `written` in the unit's base: 5 km has `written` 5 and `base` 5,000 meters.
    Number {
        written: f64,
        base: f64,
        unit: Unit,
    },
    Date(Date),
    /// Folded words of a name, a quoted phrase, a version, or a decade; `not` for a negation.
    Words(String),
}

/// A calendar date, as far as it is given. `05.03.` has no year; `2024` has no month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    pub year: Option<i16>,
    pub month: Option<u8>,
    pub day: Option<u8>,
}

/// All mentions in a text, in order. `language` (ISO 639-1) decides how `1.000` is parsed.
pub fn mentions(text: &str, language: &str) -> Vec<Mention> {
    let words = words::words(text);
    let (mut found, names) = values_and_names(text, &words, language);
    found.extend(names);
    found.extend(negations(&words, language));
    sort(&mut found);
    found
}

/// The dates, versions, and numbers among the [`mentions`] of a text, dates first.
pub fn values(text: &str, language: &str) -> Vec<Mention> {
    let mut found = dates::find(text);
    numbers::find(text, &words::words(text), language, &mut found);
    found
}

/// The dates in a text that name a year.
pub fn dated(text: &str, language: &str) -> Vec<(Range<usize>, Date)> {
    let date = |mention: Mention| match mention.value {
        Value::Date(date) if date.year.is_some() => Some((mention.range, date)),
        _ => None,
    };
    values(text, language).into_iter().filter_map(date).collect()
}

/// The names and quoted phrases among the [`mentions`] of a text.
pub fn named(text: &str, language: &str) -> Vec<Mention> {
    let (_, mut found) = values_and_names(text, &words::words(text), language);
    sort(&mut found);
    found
}

fn sort(mentions: &mut [Mention]) {
    mentions.sort_by_key(|mention| (mention.range.start, mention.range.end, mention.kind));
}

/// Dates and numbers; quoted phrases and names. A month is not a name, and neither is the GB of "2 GB".
fn values_and_names(text: &str, words: &[Word<'_>], language: &str) -> (Vec<Mention>, Vec<Mention>) {
    let mut values = dates::find(text);
    let dates: Taken = values.iter().collect();
    numbers::find(text, words, language, &mut values);
    let is_unit = |range: &Range<usize>| {
        let mut measured = values.iter().filter(|value| value.kind == MentionKind::Quantity);
        measured.any(|value| value.range.start <= range.start && range.end <= value.range.end)
    };
    let is_name = |name: &Mention| !dates.overlaps(&name.range) && !is_unit(&name.range);
    let names = names::names(text, words, language).into_iter().filter(is_name);
    let names = names::quoted(text).into_iter().chain(names).collect();
    (values, names)
}

/// Number of negations in a text.
pub fn negation_count(text: &str, language: &str) -> usize {
    negations(&words::words(text), language).len()
}

impl Mention {
    /// A key for counting, equal for mentions of the same value. Numbers are compared to twelve significant
    /// digits.
    pub fn key(&self) -> String {
        match &self.value {
            Value::Number { base, unit, .. } => match unit {
                Unit::None => format!("n:{base:.11e}"),
                Unit::Ordinal => format!("nth:{base}"),
                Unit::Percent => format!("%:{base:.11e}"),
                Unit::Money(code) => format!("{code}:{base:.11e}"),
                Unit::Of(measure) => format!("{measure:?}:{base:.11e}"),
            },
            Value::Date(date) => {
                let part = |part: Option<i64>| part.map_or("?".to_owned(), |part| part.to_string());
                format!(
                    "d:{}-{}-{}",
                    part(date.year.map(i64::from)),
                    part(date.month.map(i64::from)),
                    part(date.day.map(i64::from))
                )
            }
            Value::Words(words) => format!("{:?}:{words}", self.kind),
        }
    }

    /// The kind under which it is listed among an answer's entities; `None` for quotes, negations, and bare
    /// numbers.
    pub fn entity_kind(&self) -> Option<EntityKind> {
        match self.kind {
            MentionKind::Quantity => Some(EntityKind::Quantity),
            MentionKind::Money => Some(EntityKind::Money),
            MentionKind::Percent => Some(EntityKind::Percent),
            MentionKind::Date => Some(EntityKind::Date),
            MentionKind::Version => Some(EntityKind::Version),
            MentionKind::Name => Some(EntityKind::Name),
            MentionKind::Number | MentionKind::Quoted | MentionKind::Negation => None,
        }
    }
}

impl Value {
    /// Whether both say the same. A date agrees with a less exact one that contains it, a bare number with a
    /// measured one that is written the same, and a number between 1000 and 2100 with that year.
    pub fn agrees(&self, other: &Value) -> bool {
        match (self, other) {
            (
                Value::Number { written, base, unit },
                Value::Number { written: other_written, base: other_base, unit: other_unit },
            ) => {
                if unit == other_unit {
                    near(*base, *other_base)
                } else {
                    (*unit == Unit::None || *other_unit == Unit::None) && near(*written, *other_written)
                }
            }
            (Value::Date(date), Value::Date(other)) => {
                fits(date.year, other.year)
                    && fits(date.month, other.month)
                    && fits(date.day, other.day)
                    && (date.year.is_some() && other.year.is_some()
                        || date.month.is_some() && other.month.is_some())
            }
            (Value::Words(words), Value::Words(other)) => words == other,
            (Value::Number { written, unit: Unit::None, .. }, Value::Date(date))
            | (Value::Date(date), Value::Number { written, unit: Unit::None, .. }) => {
                date.year.is_some_and(|year| f64::from(year) == *written)
            }
            (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => false,
        }
    }

    /// Whether both could be values of the same thing, so that one excludes the other. Only for units that
    /// rarely occur for two things in one sentence: money in one currency, percentages, one measure, dates of
    /// equal exactness.
    pub fn comparable(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Number { unit, .. }, Value::Number { unit: other, .. }) => {
                *unit != Unit::None && *unit != Unit::Ordinal && unit == other
            }
            (Value::Date(date), Value::Date(other)) => {
                date.year.is_some()
                    && other.year.is_some()
                    && date.month.is_some() == other.month.is_some()
                    && date.day.is_some() == other.day.is_some()
            }
            (Value::Number { .. } | Value::Date(_) | Value::Words(_), _) => false,
        }
    }
}

/// Ranges of a text that mentions have already claimed. They never overlap, so only the nearest one matters.
#[derive(Default)]
pub(super) struct Taken(BTreeMap<usize, usize>);

impl Taken {
    pub(super) fn overlaps(&self, range: &Range<usize>) -> bool {
        self.0.range(..range.end).next_back().is_some_and(|(_, end)| *end > range.start)
    }

    pub(super) fn take(&mut self, range: &Range<usize>) {
        self.0.insert(range.start, range.end);
    }
}

impl<'a> FromIterator<&'a Mention> for Taken {
    fn from_iter<T: IntoIterator<Item = &'a Mention>>(mentions: T) -> Self {
        let mut taken = Taken::default();
        for mention in mentions {
            taken.take(&mention.range);
        }
        taken
    }
}

/// Equal except for what unit conversions lose.
fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * a.abs().max(b.abs())
}

fn fits<T: PartialEq>(a: Option<T>, b: Option<T>) -> bool {
    a.is_none() || b.is_none() || a == b
}

/// The code of a language whose negations are known.
pub fn code_of(language: &str) -> Option<&'static str> {
    let knows = |(code, tables): &(&'static str, &Tables)| {
        *code == language && !tables.negations.written().is_empty()
    };
    Tables::languages().find(knows).map(|(code, _)| code)
}

/// Whether this lower-case word is a negation.
pub fn is_denial(lower: &str, language: &str) -> bool {
    let own = &Tables::or_english(language).negations;
    let cues = if own.written().is_empty() { &Tables::of("en").negations } else { own };
    cues.has(lower) || lower.ends_with("n't") || lower.ends_with("n’t")
}

fn negations(words: &[Word<'_>], language: &str) -> Vec<Mention> {
    words
        .iter()
        .filter(|word| is_denial(&word.text.to_lowercase(), language))
        .map(|word| Mention {
            range: word.range.clone(),
            kind: MentionKind::Negation,
            value: Value::Words("not".to_owned()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn first(text: &str, language: &str) -> Mention {
        mentions(text, language)
            .into_iter()
            .find(|m| !matches!(m.kind, MentionKind::Name))
            .unwrap_or_else(|| panic!("nothing in {text}"))
    }

    fn same(spellings: &[&str], language: &str) {
        let keys: Vec<String> = spellings.iter().map(|text| first(text, language).key()).collect();
        assert!(keys.windows(2).all(|pair| pair[0] == pair[1]), "{spellings:?}: {keys:?}");
    }

    #[test]
    fn one_value_has_one_key_however_it_is_written() {
        same(&["1,000 people", "1000 people", "one thousand people", "a thousand people"], "en");
        same(&["on 5 March 2024", "on March 5, 2024", "on 2024-03-05", "the 5th of March 2024"], "en");
        same(&["5 %", "5%", "5 percent", "five per cent"], "en");
        same(&["5 km", "5 kilometres", "5,000 m", "five kilometers"], "en");
        same(&["$5 million", "US$5,000,000", "5 million dollars", "$5m"], "en");
        same(&["2.5 billion", "2,500,000,000"], "en");
        same(&["2,5 Milliarden", "2.500.000.000", "2,5 Mrd."], "de");
        same(&["am 5. März 2024", "am 05.03.2024"], "de");
        same(&["le 5 mars 2024", "2024-03-05"], "fr");
        same(&["5 de marzo de 2024", "2024-03-05"], "es");
        same(&["5 марта 2024", "2024-03-05"], "ru");
        same(&["2024年3月5日", "2024-03-05"], "zh");
        same(&["two hundred and fifty miles", "250 miles"], "en");
        same(&["the third time", "the 3rd time"], "en");
        same(&["twenty-one days", "21 days", "3 weeks"], "en");
        same(&["-5 °C", "−5 °C"], "en");
        same(&["an 8-byte integer", "8 bytes", "eight bytes", "a 64-bit integer"], "en");
        same(&["2 MiB", "2 mebibytes", "2048 KiB"], "en");
        same(&["1 millisecond", "1 ms", "1000 microseconds"], "en");
        same(&["from 5 to 10 km", "5 km", "5-10 km", "5 or 6 km"], "en");
        same(&["from 1024 to 4096 bytes", "1024 bytes"], "en");
        same(&["from 1024 to 4096", "exactly 1024.0"], "en");
        same(&["a 7200RPM disk drive", "7200 RPM", "7,200RPM"], "en");
    }

    #[test]
    fn what_differs_has_different_keys() {
        for (a, b) in [
            ("1,000", "1,001"),
            ("5 km", "5 miles"),
            ("8 bytes", "8 bits"),
            ("1 second", "1 microsecond"),
            ("5 MB", "5 MiB"),
            ("4294967294 pages", "4294967297 pages"),
            ("5 %", "5"),
            ("$5", "€5"),
            ("version 3.1", "version 3.10"),
            ("5 °C", "-5 °C"),
            ("in March 2024", "in March 2023"),
        ] {
            assert_ne!(first(a, "en").key(), first(b, "en").key(), "{a} and {b}");
        }
    }

    #[test]
    fn versions_and_years_are_told_from_numbers() {
        assert_eq!(first("PostgreSQL 15.2", "en").kind, MentionKind::Version);
        assert_eq!(first("since v1.2.3", "en").kind, MentionKind::Version);
        assert_eq!(first("in 1999", "en").kind, MentionKind::Date);
        assert_eq!(first("1999 km", "en").kind, MentionKind::Quantity);
        assert_eq!(first("3.14 or so", "en").kind, MentionKind::Number);
    }

    #[test]
    fn digits_in_a_name_are_no_number() {
        for name in ["2FA", "12ab-cd", "x-12ab", "12ab.org", "12ab34", "U+10FFFF"] {
            let text = format!("It takes {name} then.");
            assert!(values(&text, "en").is_empty(), "{name}");
        }
    }

    #[test]
    fn dates_agree_as_far_as_they_are_said() {
        let exact = first("5 March 2024", "en").value;
        for (other, agree) in [("2024", true), ("March 2024", true), ("2023", false), ("6 March 2024", false)]
        {
            assert_eq!(exact.agrees(&first(other, "en").value), agree, "{other}");
        }
        assert!(first("1939–45", "en").value.agrees(&first("1939", "en").value));
    }

    #[test]
    fn names_are_runs_of_capitals() {
        let names = |text: &str| -> Vec<String> {
            mentions(text, "en")
                .into_iter()
                .filter(|m| m.kind == MentionKind::Name)
                .map(|m| text[m.range].to_owned())
                .collect()
        };
        assert_eq!(
            names("Are Christopher Nolan and Sathish Kalathil both film directors?"),
            ["Christopher Nolan", "Sathish Kalathil"]
        );
        assert_eq!(names("The era of Haymo of Faversham began."), ["Haymo of Faversham"]);
        assert_eq!(names("Water boils. It was NASA, said Dr. Smith."), ["NASA", "Dr. Smith"]);
        assert_eq!(names("What is the Lord of the Rings?"), ["Lord of the Rings"]);
        assert_eq!(names("What is the oldest Python I can use?"), ["Python"]);
        assert_eq!(names("When did World War I begin?"), ["World War I"]);
        assert_eq!(names("It takes more CPUs."), ["CPU"]);
        assert_eq!(names("It takes more IDs."), ["IDs"]);
        assert_eq!(names("Why is my file still 2 GB on SQLite?"), ["SQLite"]);
    }

    #[test]
    fn quotations_have_the_marks_of_their_language() {
        let quoted = |text: &str| -> Vec<String> {
            let all = mentions(text, "de").into_iter().filter(|mention| mention.kind == MentionKind::Quoted);
            all.map(|mention| text[mention.range].to_owned()).collect()
        };
        assert_eq!(quoted("„kein Platz“, »zu voll« und \"mehr\""), ["kein Platz", "zu voll", "mehr"]);
        assert_eq!(quoted("… déjà vu » et « la suite »"), [" la suite "]);
        assert_eq!(quoted("… сказал он» и «ушёл»"), ["ушёл"]);
    }

    #[test]
    fn negation_is_counted_in_its_language() {
        assert_eq!(negation_count("It does not work and can't be mended without help.", "en"), 3);
        assert_eq!(negation_count("Das geht nicht.", "de"), 1);
        assert_eq!(negation_count("Notable knots.", "en"), 0);
    }

    proptest! {
        #[test]
        fn any_text_gives_ranges_on_character_boundaries(text in "\\PC{0,60}", language in "en|de|fr|ru|zh|xx") {
            let names = |kind| matches!(kind, MentionKind::Name | MentionKind::Quoted);
            let all: Vec<Mention> = mentions(&text, &language).into_iter().filter(|one| names(one.kind)).collect();
            prop_assert_eq!(named(&text, &language), all);
            let is_value = |kind| !names(kind) && kind != MentionKind::Negation;
            let mut others = mentions(&text, &language);
            others.retain(|one| is_value(one.kind));
            let mut alone = values(&text, &language);
            alone.sort_by_key(|one| (one.range.start, one.range.end, one.kind));
            prop_assert_eq!(alone, others);
            for mention in mentions(&text, &language) {
                prop_assert!(text.get(mention.range.clone()).is_some_and(|slice| !slice.is_empty()));
                prop_assert!(!mention.key().is_empty());
            }
        }

        #[test]
        fn number_like_texts_do_no_harm(text in "[-0-9.,' %$€kmMil–—/TteEnhy\u{a0}年月]{0,40}") {
            for mention in mentions(&text, "en") {
                prop_assert!(text.get(mention.range).is_some());
            }
        }

        #[test]
        fn a_number_survives_being_grouped(n in 1_000u64..10_000_000_000) {
            let plain = n.to_string();
            let mut grouped = String::new();
            for (at, digit) in plain.chars().enumerate() {
                if at > 0 && (plain.len() - at) % 3 == 0 {
                    grouped.push(',');
                }
                grouped.push(digit);
            }
            let value = first(&format!("exactly {grouped} things"), "en").value;
            let same = matches!(value, Value::Number { written, .. } if written == n as f64);
            prop_assert!(same, "{} is read as {:?}", grouped, value);
        }
    }
}
