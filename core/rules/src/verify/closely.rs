//! Does a source say a claim in nearly the same words: all of them, in the same order, and hardly any others between
//! them? Then there is nothing that a model could tell of it.

use super::align::{Sort, Token};
use super::denials::ends_sentence;
use super::differs::Beside;
use crate::text::beginning;
use crate::text::tables::{Tables, lists};
use crate::text::words::fold;

/// Minimum content words of such a claim.
const FEWEST: usize = 5;
/// For each word that the source has in between, the claim has at least so many.
const BETWEEN: usize = 6;

/// Articles and pronouns of the claim may differ; nothing else may.
pub(super) fn is_close(beside: &Beside<'_>) -> bool {
    let content = beside.ours.iter().filter(|token| token.sort == Sort::Content).count();
    let mut before: Option<usize> = None;
    let mut between = 0;
    for (token, to) in beside.ours.iter().zip(beside.to) {
        let Some(place) = *to else {
            if points(beside, token) {
                continue;
            }
            return false;
        };
        let from = before.map_or(place, |before| before + 1);
        if from > place || before.is_some() && (from..=place).any(|at| parts(beside, at, place)) {
            return false;
        }
        between += (from..place).filter(|at| beside.theirs[*at].sort == Sort::Content).count();
        before = Some(place);
    }
    content >= FEWEST && between * BETWEEN <= content
}

/// An article or a pronoun.
fn points(beside: &Beside<'_>, token: &Token) -> bool {
    let word = beside.claim.text[token.range.clone()].to_lowercase();
    let tables = lists::Tables::or_english(beside.language);
    token.sort != Sort::Denial && (tables.articles.has(&word) || tables.pointing_words.has(&word))
}

/// Does another sentence begin with a word of the source? Before the word `end`, also what changes the meaning of the
/// words around it.
fn parts(beside: &Beside<'_>, at: usize, end: usize) -> bool {
    let (source, token) = (beside.source.text.as_str(), &beside.theirs[at]);
    let last = at.checked_sub(1).map_or(0, |before| beside.theirs[before].range.end);
    if ends_sentence(source.get(last..token.range.start).unwrap_or_default()) {
        return true;
    }
    let tables = Tables::or_english(beside.language);
    let word = source[token.range.clone()].to_lowercase();
    let rest = || fold(beginning(&source[token.range.start..], 40));
    at < end
        && (token.sort == Sort::Denial
            || tables.restrictions.has(&word)
            || tables.exceptions.has(&word)
            || tables.contrasting.has(&word)
            || tables.or_words.has(&word)
            || tables.conditions.folded().begin(&rest()).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::align::align;
    use super::super::known::Reader;
    use super::*;

    fn found(claim: &str, source: &str) -> bool {
        let mut reader = Reader::new("en");
        let (claim, source) = (reader.of(claim), reader.of(source));
        let (ours, theirs) = (reader.tokens(&claim), reader.tokens(&source));
        let to = align(ours, theirs);
        is_close(&Beside { claim: &claim, source: &source, ours, theirs, to: &to, language: "en" })
    }

    #[test]
    fn nearly_the_same_words_are_told_from_a_selection_of_them() {
        let shed = "The shed is automatically emptied and its floor is swept when the last guest of the shed leaves.";
        let boats = "Boats cost little. Carts can be kept in the northern yard of the harbour over winter.";
        for (claim, source) in [
            (shed, shed),
            (
                "The shed is automatically emptied and its floor is swept when the last guest of it leaves.",
                shed,
            ),
            ("Carts can be kept in the northern yard of the harbour over winter.", boats),
            ("Carts can be kept in a northern yard of the harbour.", boats),
        ] {
            assert!(found(claim, source), "{claim}");
        }
        for (claim, source) in [
            ("Boats can be kept in the northern yard of the harbour over winter.", boats),
            ("Carts can be kept in the southern yard of the harbour over winter.", boats),
            ("Carts must be kept in the northern yard of the harbour over winter.", boats),
            ("The last guest of the shed leaves when the floor is automatically swept.", shed),
            ("It is swept.", shed),
            (
                "Carts of members can be kept in the northern yard over winter.",
                "Carts of members can, unless the harbour is closed, be kept in the northern yard over winter.",
            ),
            (
                "Carts of old members can be kept in the northern yard over winter.",
                "Carts of old members can only be kept in the northern yard over winter.",
            ),
        ] {
            assert!(!found(claim, source), "{claim}");
        }
    }
}
