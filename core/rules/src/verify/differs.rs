//! Differences between a claim and the sentence that it relies on, found by aligning the two: a different value in
//! the same position, a word that is the opposite, another bound, a range that became a single value, another order,
//! swapped roles, and a dropped condition.

use super::align::align;
use super::bounds::other_bound;
use super::known::{AnalyzedText, Reader};
use super::order::reordered;
use super::reversals::opposite;
use super::roles::swapped;
use super::values::same_value;
use super::wording::{Wording, in_marks};
use crate::text::mentions::{Mention, Value};

/// Maximum number of words that may replace a value.
const PLACE: usize = 4;

/// A claim aligned with a source.
pub(super) struct Beside<'k> {
    pub ours: Wording<'k>,
    pub theirs: Wording<'k>,
    /// The position in the source of each word of the claim.
    pub to: Vec<Option<usize>>,
}

/// What is found in an English claim beside a source.
#[cfg(test)]
pub(super) fn beside<T>(claim: &str, source: &str, find: impl FnOnce(&Beside<'_>) -> T) -> T {
    let mut reader = Reader::new("en");
    let (claim, source) = (reader.of(claim), reader.of(source));
    find(&Beside::of(&claim, &source, &mut reader))
}

// Differences, each as the end of a sentence for the writer, with what would be correct.

/// A claim with so many negations, against a clause of the source with so many.
pub(super) fn denied(ours: usize, theirs: usize) -> String {
    let who = match (ours, theirs) {
        (0, _) => "the source denies this",
        (_, 0) => "the source says so without a denial",
        (_, _) => "claim and source deny different things",
    };
    format!("{who}; say it as the source does")
}

pub(super) fn turned((ours, theirs): (String, String)) -> String {
    format!("the source says {} where the claim says {}", in_marks(&theirs), in_marks(&ours))
}

pub(super) fn exchanged((first, second): (String, String)) -> String {
    format!(
        "the claim has {} and {} the other way around; keep the order of the source",
        in_marks(&first),
        in_marks(&second)
    )
}

impl<'k> Beside<'k> {
    pub fn of(claim: &'k AnalyzedText<'_>, source: &'k AnalyzedText<'_>, reader: &mut Reader<'_>) -> Self {
        let (ours, theirs) = (Wording::of(claim, reader), Wording::of(source, reader));
        Self { ours, theirs, to: align(ours.tokens, theirs.tokens) }
    }

    /// The first word or bound that the source turns round, if any.
    pub fn turned(&self) -> Option<String> {
        opposite(self).or_else(|| other_bound(&self.ours, &self.theirs)).map(turned)
    }

    /// Two things that the source has in another order.
    pub fn exchanged(&self) -> Option<String> {
        reordered(&self.ours, &self.theirs).or_else(|| swapped(self)).map(exchanged)
    }

    /// A value that the source gives differently. Only values that satisfy `counts` are considered.
    pub fn value(&self, counts: impl Fn(&Mention) -> bool) -> Option<String> {
        let mut values = self.ours.known.values().filter(|one| counts(one));
        values.find_map(|mention| self.other_value(mention))
    }

    /// Is this word of the source aligned with a word of the claim?
    pub fn holds(&self, place: usize) -> bool {
        self.to.contains(&Some(place))
    }

    /// The source's value in the position of one of the claim's, if it is different.
    fn other_value(&self, mention: &Mention) -> Option<String> {
        let words = self.ours.within(&mention.range)?;
        let same = |other: &&Mention| same_in_place(self, mention, other);
        let values = || self.theirs.known.values();
        let held: Vec<usize> = words.clone().filter_map(|at| self.to[at]).collect();
        let differ = |other: &Mention| {
            let written = (&self.theirs.text[other.range.clone()], &self.ours.text[mention.range.clone()]);
            Some(format!("the source says {}, not {}", written.0, written.1))
        };
        if !held.is_empty() {
            let holds = |other: &&Mention| {
                let places = self.theirs.within(&other.range);
                places.is_some_and(|places| held.iter().any(|at| places.contains(at)))
            };
            let mut there = values().filter(holds);
            let other = there.clone().next()?;
            // The same value may stand there twice, and have been laid beside another word.
            let spare = |other: &&Mention| self.is_spare(other) && same(other);
            return if there.any(|other| same(&other)) || values().any(|other| spare(&other)) {
                None
            } else {
                differ(other)
            };
        }
        // The end of the claim is laid beside the end of the source.
        let before = words.start.checked_sub(1).and_then(|at| self.to[at]);
        let after = self.to.get(words.end).copied().unwrap_or(Some(self.theirs.tokens.len()));
        let begins = |other: &Mention| self.theirs.within(&other.range).map(|places| places.start);
        let ends = |other: &Mention| self.theirs.within(&other.range).map(|places| places.end);
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
                    || after.is_some_and(|at| at < self.theirs.tokens.len() && ends(other) == Some(at)))
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

    /// Is it aligned with nothing in the claim?
    fn is_spare(&self, mention: &Mention) -> bool {
        let places = self.theirs.within(&mention.range);
        places.is_some_and(|mut places| places.all(|place| !self.holds(place)))
    }
}

/// Are two values in the same position equal?
fn same_in_place(beside: &Beside<'_>, ours: &Mention, theirs: &Mention) -> bool {
    let words = &beside.ours.text[ours.range.clone()];
    let less_exact = match &theirs.value {
        // "Version 3" where the source says 3.11.
        Value::Words(version) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            let said = words.trim_start_matches(['v', 'V']);
            version == said || version.strip_prefix(said).is_some_and(|rest| rest.starts_with('.'))
        }
        Value::Words(_) | Value::Number { .. } | Value::Date(_) => false,
    };
    less_exact || same_value((beside.ours.text, ours), (beside.theirs.text, theirs))
}
