//! Raises the scores of passages in which words that are close in the query are close as well.
//!
//! Only the best passage of each of the top documents is checked: positions are the costliest part of an
//! index.

use super::LibraryError;
use super::query::ParsedQuery;
use super::rank::{Ranking, Tuning, sort};
use super::snapshot::Snapshot;
use tantivy::postings::Postings;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, Term};

/// Number of documents to check.
const MAX_CHECKED: usize = 100;
/// Maximum distance, in words, at which two words still count as close.
const WINDOW: u32 = 8;

/// Sorted word positions, by checked passage, then by concept.
type Positions = Vec<Vec<Vec<u32>>>;

/// Raises the scores in `ranking`, which was computed for `wanted.concepts`, and sorts it again.
pub fn reward(
    snapshot: &Snapshot,
    wanted: &ParsedQuery,
    ranking: &mut Ranking,
    tuning: &Tuning,
) -> Result<(), LibraryError> {
    if wanted.pairs.is_empty() && wanted.phrases.is_empty() {
        return Ok(());
    }
    let looked_at = ranking.documents.len().min(MAX_CHECKED);
    let positions = positions(snapshot, wanted, ranking, looked_at)?;
    for (entry, found) in ranking.documents.iter_mut().zip(&positions) {
        let mut reward = 0.0;
        for (left, right, apart) in &wanted.pairs {
            let rarity = ranking.rarity[*left].min(ranking.rarity[*right]);
            reward += tuning.pairs * rarity * together(&found[*left], &found[*right], *apart);
        }
        for phrase in &wanted.phrases {
            if holds(found, phrase) {
                reward += tuning.phrases * phrase.iter().map(|(at, _)| ranking.rarity[*at]).sum::<f32>();
            }
        }
        entry.score += reward;
    }
    sort(&mut ranking.documents);
    Ok(())
}

/// 0 to 1: whether two words occur at the query's distance, or at least close together.
fn together(left: &[u32], right: &[u32], apart: u32) -> f32 {
    let exact = left.iter().filter(|at| right.binary_search(&(**at + apart)).is_ok()).count() as f32;
    let near = left
        .iter()
        .filter(|at| {
            let next = right.partition_point(|other| *other + WINDOW < **at);
            right.get(next).is_some_and(|other| *other <= **at + WINDOW)
        })
        .count() as f32;
    0.7 * exact / (exact + 0.5) + 0.3 * near / (near + 1.0)
}

fn holds(found: &[Vec<u32>], phrase: &[(usize, u32)]) -> bool {
    let Some(((first, _), rest)) = phrase.split_first() else { return false };
    found[*first].iter().any(|start| {
        rest.iter().all(|(concept, distance)| found[*concept].binary_search(&(start + distance)).is_ok())
    })
}

fn positions(
    snapshot: &Snapshot,
    wanted: &ParsedQuery,
    ranking: &Ranking,
    looked_at: usize,
) -> Result<Positions, LibraryError> {
    let mut found: Positions = vec![vec![Vec::new(); wanted.concepts.len()]; looked_at];
    let mut places: Vec<_> = ranking.documents[..looked_at]
        .iter()
        .enumerate()
        .map(|(at, entry)| (snapshot.address(entry.passage), at))
        .collect();
    places.sort_unstable();
    let field = snapshot.fields.body;
    for (number, segment) in snapshot.searcher.segment_readers().iter().enumerate() {
        let here: Vec<_> =
            places.iter().filter(|(address, _)| address.segment_ord == number as u32).collect();
        if here.is_empty() {
            continue;
        }
        let index = segment.inverted_index(field)?;
        for (concept, wanted) in wanted.concepts.iter().enumerate() {
            for term in &wanted.terms {
                let term = Term::from_field_text(field, term);
                let postings = index.read_postings(&term, IndexRecordOption::WithFreqsAndPositions)?;
                let Some(mut postings) = postings else { continue };
                for (address, at) in &here {
                    if postings.doc() < address.doc_id {
                        postings.seek(address.doc_id);
                    }
                    if postings.doc() == address.doc_id {
                        postings.append_positions_with_offset(0, &mut found[*at][concept]);
                    }
                }
            }
        }
    }
    for list in found.iter_mut().flatten() {
        list.sort_unstable();
        list.dedup();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_the_same_order_count_most() {
        let exact = together(&[3], &[4], 1);
        let swapped = together(&[4], &[3], 1);
        let far = together(&[3], &[40], 1);
        assert!(exact > swapped && swapped > far, "{exact} {swapped} {far}");
        assert_eq!(far, 0.0);
    }

    #[test]
    fn a_phrase_is_held_only_word_by_word() {
        let found = vec![vec![1, 10], vec![5, 11], vec![12]];
        assert!(holds(&found, &[(0, 0), (1, 1), (2, 2)]));
        assert!(!holds(&found, &[(0, 0), (2, 1)]));
    }
}
