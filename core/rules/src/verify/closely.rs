//! Does a source say a claim in nearly the same words: all of them, in the same order, and no others between them? Then
//! there is nothing that a model could tell of it.

use super::align::Sort;
use super::differs::Beside;
use super::wording::Wording;
use crate::text::tables::lists;

/// Minimum content words of such a claim.
const FEWEST: usize = 5;
/// For each word that the source has where the claim has a pronoun, the claim has at least so many.
const BETWEEN: usize = 6;

/// Articles may differ, and the claim may have a pronoun for what the source names. Nothing else may: "may", "rarely",
/// and "northern" change what is said.
pub(super) fn is_close(beside: &Beside<'_>) -> bool {
    let (ours, theirs) = (&beside.ours, &beside.theirs);
    let content = (0..ours.tokens.len()).filter(|at| ours.is_content(*at)).count();
    let mut before: Option<usize> = None;
    let (mut named, mut between) = (false, 0);
    for (at, to) in beside.to.iter().enumerate() {
        let Some(place) = *to else {
            match minor(ours, at) {
                Some(Minor::Article) => {}
                Some(Minor::Pronoun) => named = true,
                None => return false,
            }
            continue;
        };
        let from = before.map_or(place, |before| before + 1);
        if from > place || before.is_some() && (from..=place).any(|at| theirs.begins_sentence(at)) {
            return false;
        }
        for other in (from..place).filter(|other| minor(theirs, *other).is_none()) {
            if !named || !theirs.is_content(other) {
                return false;
            }
            between += 1;
        }
        (before, named) = (Some(place), false);
    }
    content >= FEWEST && between * BETWEEN <= content
}

enum Minor {
    Article,
    Pronoun,
}

fn minor(wording: &Wording<'_>, at: usize) -> Option<Minor> {
    let word = wording.word(at);
    let tables = lists::Tables::or_english(wording.language);
    if wording.tokens[at].sort == Sort::Denial {
        None
    } else if tables.articles.has(&word) {
        Some(Minor::Article)
    } else {
        tables.pointing_words.has(&word).then_some(Minor::Pronoun)
    }
}

#[cfg(test)]
mod tests {
    use super::super::differs::beside;
    use super::*;

    fn found(claim: &str, source: &str) -> bool {
        beside(claim, source, is_close)
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
            (
                "The guard rings the bell of the northern yard after ten minutes.",
                "The guard may ring the bell of the northern yard after ten minutes.",
            ),
            (
                "The guard rings the bell of the northern yard after ten minutes.",
                "The guard rarely rings the bell of the northern yard after ten minutes.",
            ),
            (
                "Carts of old members can be kept in the yard of the harbour over winter.",
                "Carts of old members can be kept in the northern yard of the harbour over winter.",
            ),
        ] {
            assert!(!found(claim, source), "{claim}");
        }
    }
}
