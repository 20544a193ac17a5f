//! A second look with the words of what the first look found best (relevance model RM3: Lavrenko and Croft, 2001;
//! Abdul-Jaleel et al., 2004).
//!
//! The words of the person keep more than half of the weight, so that a bad first look cannot lead far astray.

use super::language::Language;
use super::query::{Concept, Wanted};
use super::rank::Tuning;
use super::snapshot::Snapshot;
use super::words::{PieceKind, pieces};
use std::collections::{HashMap, HashSet};

/// A passage that was found, and how well.
pub struct Found<'a> {
    pub text: &'a str,
    pub language: Language,
    pub score: f32,
}

/// The concepts of `wanted` followed by those that the found passages add.
pub fn widen(wanted: &Wanted, found: &[Found<'_>], snapshot: &Snapshot, tuning: &Tuning) -> Vec<Concept> {
    let asked: f32 = wanted.concepts.iter().map(|concept| concept.weight).sum();
    let mut concepts = wanted.concepts.clone();
    let added = words(found, wanted, snapshot, tuning.feedback_terms);
    let sum: f32 = added.iter().map(|(_, weight)| weight).sum();
    if asked <= 0.0 || sum <= 0.0 {
        return concepts;
    }
    // Weights keep the sum they had, so that scores of one and two looks are of one size.
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

/// The words that tell the found passages from the rest, with how much they do.
fn words(found: &[Found<'_>], wanted: &Wanted, snapshot: &Snapshot, most: usize) -> Vec<(String, f32)> {
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
        // A word of one passage alone finds nothing new. Words that were asked for keep the weights they have
        // among each other: a rare one must not lose to one that a single passage repeats.
        if holders >= 2.0 && !asked.contains(&term) {
            let rarity = (1.0 + (count - holders + 0.5).max(0.0) / (holders + 0.5)).ln();
            words.push((term, weight, weight * rarity));
        }
    }
    words.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(&b.0)));
    words.truncate(most);
    words.into_iter().map(|(term, weight, _)| (term, weight)).collect()
}
