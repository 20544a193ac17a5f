//! IDs of passages in prompts and replies: `e4821`, a short hash of document and span. A passage has the same ID in
//! every round and in a replay, and an ID that a model invents refers to nothing: likely inventions such as `e1` are
//! never used.

use gorkd_core::job::Judgement;
use gorkd_core::model::{Evidence, Passage, sha256_hex};

/// Digits of an id, and at most where ids would be alike.
const DIGITS: u32 = 4;
pub(crate) const MOST_DIGITS: u32 = 8;

/// The id of a passage, of so many digits; the first is no zero.
fn of(passage: &Passage, digits: u32) -> String {
    let named = format!("{} {} {}", passage.hash.0, passage.span.start, passage.span.end);
    let number = u64::from_str_radix(&sha256_hex(named.as_bytes())[..15], 16).unwrap_or_default();
    let least = 10_u64.pow(digits - 1);
    format!("e{}", least + number % (9 * least))
}

/// A passage's longest id, which stays its own: its short one may be another passage's once it is no longer evidence.
pub fn lasting(evidence: &[Evidence], id: &str) -> Option<String> {
    evidence.iter().find(|piece| piece.id == id).map(|piece| of(&piece.passage, MOST_DIGITS))
}

/// Names the evidence of a judgement. What the judgement before it has named keeps its id, whatever that looks like.
pub fn named(before: Option<&Judgement>, judgement: Judgement) -> Judgement {
    let known = |piece: &Evidence| {
        let mut earlier = before.into_iter().flat_map(|before| &before.evidence);
        earlier.find(|known| known.passage == piece.passage).map(|known| known.id.clone())
    };
    let mut given: Vec<(Passage, String)> = Vec::new();
    let mut evidence: Vec<Evidence> = Vec::with_capacity(judgement.evidence.len());
    for piece in judgement.evidence {
        let same = given.iter().find(|(passage, _)| *passage == piece.passage).map(|(_, id)| id.clone());
        let id = same.or_else(|| known(&piece)).unwrap_or_else(|| {
            let earlier = before.into_iter().flat_map(|before| &before.evidence).map(|piece| &piece.id);
            let taken: Vec<&String> = given.iter().map(|(_, id)| id).chain(earlier).collect();
            let mut longer = (DIGITS..=MOST_DIGITS).map(|digits| of(&piece.passage, digits));
            longer.find(|id| !taken.contains(&id)).unwrap_or_else(|| of(&piece.passage, MOST_DIGITS))
        });
        given.push((piece.passage.clone(), id.clone()));
        evidence.push(Evidence { id, ..piece });
    }
    Judgement { evidence, ..judgement }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{DocumentHash, Span};

    fn piece(start: usize, id: &str) -> Evidence {
        let passage = Passage { hash: DocumentHash::of_text("a"), span: Span { start, end: start + 9 } };
        Evidence { id: id.into(), passage, ..Evidence::default() }
    }

    fn judged(pieces: impl IntoIterator<Item = Evidence>) -> Judgement {
        Judgement { evidence: pieces.into_iter().collect(), ..Judgement::default() }
    }

    #[test]
    fn the_same_passage_has_the_same_id_in_every_order() {
        let ids = |pieces: Vec<Evidence>| {
            let mut ids: Vec<(usize, String)> = named(None, judged(pieces))
                .evidence
                .into_iter()
                .map(|piece| (piece.passage.span.start, piece.id))
                .collect();
            ids.sort();
            ids
        };
        let one = ids(vec![piece(0, "e1"), piece(20, "e2"), piece(0, "e3")]);
        assert_eq!(one, ids(vec![piece(0, "e9"), piece(0, "e1"), piece(20, "e4")]));
        assert_eq!(one[0], one[1], "one passage that bears on two parts");
        assert!(one.iter().all(|(_, id)| id.len() == 5), "{one:?}");
    }

    #[test]
    fn what_was_shown_is_told_from_what_bears_its_short_id_later() {
        let (first, later) = ([piece(0, "e4821")], [piece(20, "e4821")]);
        assert_ne!(lasting(&first, "e4821"), lasting(&later, "e4821"));
        assert_eq!(lasting(&first, "e4821"), lasting(&[piece(0, "e9999")], "e9999"));
        assert_eq!(lasting(&first, "e1"), None);
    }

    #[test]
    fn no_two_passages_share_an_id_and_old_ones_stay() {
        let many = named(None, judged((0..1_000).map(|at| piece(at, "e1"))));
        let ids: std::collections::BTreeSet<&String> = many.evidence.iter().map(|piece| &piece.id).collect();
        assert_eq!(ids.len(), 1_000);
        assert!(many.evidence.iter().any(|piece| piece.id.len() > 5), "some would have been alike");
        let old = judged([piece(0, "e12")]);
        let next = named(Some(&old), judged([piece(0, "e12"), piece(20, "e13")]));
        assert_eq!(next.evidence[0].id, "e12");
        assert_eq!(next.evidence[1].id, of(&piece(20, "").passage, DIGITS));
    }
}
