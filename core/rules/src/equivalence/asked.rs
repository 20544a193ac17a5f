//! What is asked for: a person, a time, a reason, a way, an amount, a yes or no.

use super::words::{is_asker, is_idle, is_link};
use crate::text::tables::Tables;
use serde::Deserialize;

/// The start of a question, as far as it determines what an answer must say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionHead {
    /// What, which, or a request to list, explain, describe.
    Thing,
    Person,
    Time,
    Place,
    Reason,
    /// How something is done or happens.
    Manner,
    Amount,
    /// How long, how old, how far: depends on the next word.
    Degree,
    Fact,
    Possible,
    Advised,
    Future,
}

/// Parses the start of a clause, in lower case: what is asked, and how many words say so.
pub(super) fn head(words: &[&str]) -> (Option<QuestionHead>, usize) {
    let polite = politeness(words);
    let rest = &words[polite..];
    let heads = Tables::of("en").heads.iter();
    let found = heads.filter_map(|(asked, patterns)| Some((patterns.begin(rest, says_something)?, *asked)));
    match found.max_by_key(|(count, _)| *count) {
        Some((count, asked)) => (Some(asked), polite + count),
        None => (None, polite),
    }
}

fn says_something(word: &str) -> bool {
    !(is_idle(word) || is_asker(word) || is_link(word))
}

/// Words at the start that are only polite.
pub(super) fn politeness(words: &[&str]) -> usize {
    let mut skipped = 0;
    // Something has to be left that is asked.
    while let Some(count) = Tables::of("en").polite.begin(&words[skipped..], says_something)
        && skipped + count < words.len()
    {
        skipped += count;
    }
    skipped
}
