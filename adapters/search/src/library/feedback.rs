//! Expands a query with words from the best passages of the first ranking (pseudo-relevance feedback, RM3:
//! Lavrenko and Croft, 2001; Abdul-Jaleel et al., 2004).
//!
//! The original words keep more than half of the weight, so that a poor first ranking cannot lead far astray.

use super::language::Language;
use super::query::{Concept, ParsedQuery};
use super::rank::Tuning;
use super::snapshot::Snapshot;
use super::words::{PieceKind, pieces};
use std::collections::{HashMap, HashSet};

/// A passage from the first ranking, with its score.
pub struct FeedbackPassage<'a> {
    pub text: &'a str,
    pub language: Language,
    pub score: f32,
}

/// The concepts of `wanted`, followed by those that the found passages add.
pub fn widen(
    wanted: &ParsedQuery,
    found: &[FeedbackPassage<'_>],
    snapshot: &Snapshot,
    tuning: &Tuning,
) -> Vec<Concept> {
    let asked: f32 = wanted.concepts.iter().map(|concept| concept.weight).sum();
    let mut concepts = wanted.concepts.clone();
    let added = words(found, wanted, snapshot, tuning.feedback_terms);
    let sum: f32 = added.iter().map(|(_, weight)| weight).sum();
    if asked <= 0.0 || sum <= 0.0 {
        return concepts;
    }
    // The total weight stays the same, so that scores with and without expansion are comparable.
    for concept in &mut concepts {
        concept.weight *= tuning.feedback_original;
    }
    for (term, weight) in added {
        let weight = asked * (1.0 - tuning.feedback_original) * weight / sum;
        match concepts.iter_mut().find(|concept| concept.terms.contains(&term)) {
            Some(known) => known.weight += weight,
            None => concepts.push(Concept { terms: vec![term], weight, works: None }),
        }
    }
    concepts
}

/// The words that distinguish the found passages from the rest, with their weights.
fn words(
    found: &[FeedbackPassage<'_>],
    wanted: &ParsedQuery,
    snapshot: &Snapshot,
    most: usize,
) -> Vec<(String, f32)> {
    let total: f32 = found.iter().map(|passage| passage.score).sum();
    let mut weights: HashMap<String, f32> = HashMap::new();
    for passage in found {
        let pieces = pieces(passage.text);
        let share = passage.score / total.max(f32::MIN_POSITIVE) / pieces.len().max(1) as f32;
        for piece in pieces {
            let tells = piece.kind != PieceKind::Whole
                && piece.text.chars().count() > 1
                && !piece.text.chars().all(char::is_numeric)
                && !passage.language.is_stop_word(&piece.text);
            if tells {
                *weights.entry(piece.term(passage.language)).or_default() += share;
            }
        }
    }
    let count = snapshot.passages() as f32;
    let asked: HashSet<&String> = wanted.concepts.iter().flat_map(|concept| &concept.terms).collect();
    let mut words: Vec<(String, f32, f32)> = Vec::new();
    for (term, weight) in weights {
        let holders = snapshot.holders(&term) as f32;
        // A word from a single passage finds nothing new. The original words keep their relative weights: a
        // rare one must not lose to one that a single passage repeats.
        if holders >= 2.0 && !asked.contains(&term) {
            let rarity = (1.0 + (count - holders + 0.5).max(0.0) / (holders + 0.5)).ln();
            words.push((term, weight, weight * rarity));
        }
    }
    words.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    words.truncate(most);
    words.into_iter().map(|(term, weight, _)| (term, weight)).collect()
}
