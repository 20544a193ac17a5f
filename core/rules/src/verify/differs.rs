//! Differences between a claim and the sentence that it relies on, found by aligning the two: a different value in
//! the same position, a word that is the opposite, another bound, a range that became a single value, another order,
//! swapped roles, and a dropped condition.

use super::align::Token;
use super::bounds::other_bound;
use super::known::AnalyzedText;
use super::order::reordered;
use super::reversals::opposite;
use super::roles::swapped;
use super::values::{is_value, same_value};
use super::wording::Wording;
use crate::text::mentions::{Mention, Value};
use std::ops::Range;

/// Maximum number of words that may replace a value.
const PLACE: usize = 4;

/// A claim aligned with a source: the position there of each of its words.
pub(super) struct Beside<'k> {
    pub claim: &'k AnalyzedText<'k>,
    pub source: &'k AnalyzedText<'k>,
    pub ours: &'k [Token],
    pub theirs: &'k [Token],
    /// For each word of the claim.
    pub to: &'k [Option<usize>],
    pub language: &'k str,
}

/// A difference between the two.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Differs {
    Value { ours: String, theirs: String },
    Denied,
    Opposite { ours: String, theirs: String },
    Swapped { first: String, second: String },
}

impl Differs {
    /// As the end of a sentence for the writer, with what would be correct.
    pub fn problem(&self) -> String {
        match self {
            Self::Value { ours, theirs } => format!("the source says {theirs}, not {ours}"),
            Self::Denied => {
                "one of claim and source denies what the other says; say it as the source does".to_owned()
            }
            Self::Opposite { ours, theirs } => {
                format!("the source says “{theirs}” where the claim says “{ours}”")
            }
            Self::Swapped { first, second } => {
                format!("in the source “{first}” and “{second}” stand the other way round; keep its order")
            }
        }
    }
}

impl Beside<'_> {
    /// The first difference in a word, in a bound, or in order, if any.
    pub fn differs(&self) -> Option<Differs> {
        let ours = Wording::new(&self.claim.text, self.ours, self.language);
        let theirs = Wording::new(&self.source.text, self.theirs, self.language);
        let bound = || other_bound((self.claim, &ours), (self.source, &theirs));
        let opposite = opposite(self, &ours, &theirs).or_else(bound);
        let opposite = opposite.map(|(ours, theirs)| Differs::Opposite { ours, theirs });
        let swapped = || reordered(&ours, &theirs).or_else(|| swapped(self));
        opposite.or_else(|| swapped().map(|(first, second)| Differs::Swapped { first, second }))
    }

    /// A value that the source gives differently. Only values that satisfy `counts` are considered.
    pub fn value(&self, counts: impl Fn(&Mention) -> bool) -> Option<Differs> {
        let mut values = self.claim.mentions().iter().filter(|one| is_value(one) && counts(one));
        values.find_map(|mention| self.other_value(mention))
    }

    /// Is this word of the source aligned with a word of the claim?
    pub fn from(&self, place: usize) -> Option<usize> {
        self.to.iter().position(|found| *found == Some(place))
    }

    /// The source's value in the position of one of the claim's, if it is different.
    fn other_value(&self, mention: &Mention) -> Option<Differs> {
        let words = within(self.ours, &mention.range)?;
        let same = |other: &&Mention| same_in_place(self, mention, other);
        let values = || self.source.mentions().iter().filter(|other| is_value(other));
        let held: Vec<usize> = words.clone().filter_map(|at| self.to[at]).collect();
        let differ = |other: &Mention| {
            Some(Differs::Value {
                ours: self.claim.text[mention.range.clone()].to_owned(),
                theirs: self.source.text[other.range.clone()].to_owned(),
            })
        };
        if !held.is_empty() {
            let mut there = values().filter(|other| {
                within(self.theirs, &other.range)
                    .is_some_and(|places| held.iter().any(|at| places.contains(at)))
            });
            let other = there.clone().next()?;
            // The same value may stand there twice, and have been laid beside another word.
            let spare = |other: &&Mention| self.is_spare(other) && same(other);
            return if there.any(|other| same(&other)) || values().any(|other| spare(&other)) {
                None
            } else {
                differ(other)
            };
        }
        let before = self.neighbor(words.start.checked_sub(1), None);
        let after = self.neighbor(Some(words.end), Some(self.theirs.len()));
        let begins = |other: &Mention| within(self.theirs, &other.range).map(|places| places.start);
        let ends = |other: &Mention| within(self.theirs, &other.range).map(|places| places.end);
        if let (Some(from), Some(to)) = (before.map(|at| at + 1).or((words.start == 0).then_some(0)), after)
            && from < to
            && to - from <= PLACE
        {
            let between = |other: &&Mention| {
                begins(other).is_some_and(|at| at >= from) && ends(other).is_some_and(|at| at <= to)
            };
            let mut there = values().filter(between);
            let first = there.clone().next()?;
            return if there.any(|other| same(&other)) { None } else { differ(first) };
        }
        // One neighbor alone tells less: the claim's value may stand elsewhere in the sentence.
        let beside = |other: &&Mention| {
            self.is_spare(other)
                && (before.is_some_and(|at| begins(other) == Some(at + 1))
                    || after.is_some_and(|at| at < self.theirs.len() && ends(other) == Some(at)))
        };
        if values().any(|other| same(&other)) {
            return None;
        }
        let other = values().find(beside).filter(|other| {
            mention.value.comparable(&other.value)
                || std::mem::discriminant(&mention.value) == std::mem::discriminant(&other.value)
        })?;
        differ(other)
    }

    /// The position of the claim's word in the source; `end` for the one after the last.
    fn neighbor(&self, at: Option<usize>, end: Option<usize>) -> Option<usize> {
        match at? {
            at if at == self.ours.len() => end,
            at => self.to[at],
        }
    }

    /// Is it aligned with nothing in the claim?
    fn is_spare(&self, mention: &Mention) -> bool {
        within(self.theirs, &mention.range)
            .is_some_and(|mut places| places.all(|place| self.from(place).is_none()))
    }
}

/// The words in a piece of text.
pub(super) fn within(tokens: &[Token], range: &Range<usize>) -> Option<Range<usize>> {
    let start =
        tokens.iter().position(|token| token.range.end > range.start && token.range.start < range.end)?;
    let end = tokens.iter().rposition(|token| token.range.start < range.end)?;
    Some(start..end + 1)
}

/// Are two values in the same position equal?
fn same_in_place(beside: &Beside<'_>, ours: &Mention, theirs: &Mention) -> bool {
    let words = &beside.claim.text[ours.range.clone()];
    let less_exact = match &theirs.value {
        // "Version 3" where the source says 3.11.
        Value::Words(version) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            let said = words.trim_start_matches(['v', 'V']);
            version == said || version.strip_prefix(said).is_some_and(|rest| rest.starts_with('.'))
        }
        Value::Words(_) | Value::Number { .. } | Value::Date(_) => false,
    };
    less_exact || same_value((&beside.claim.text, ours), (&beside.source.text, theirs))
}
