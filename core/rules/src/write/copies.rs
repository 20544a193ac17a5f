//! Texts that copy one another, and sentences that say the same in the same words.

use super::corpus::Corpus;
use std::collections::{BTreeMap, BTreeSet};

/// Sentences of fewer words than this are too common to show that a text was copied.
const TELLING_WORDS: usize = 6;

/// For each material, the index of the one that it copies; its own index when it stands for itself. `order` lists
/// the materials, the ones to keep first.
pub fn originals(corpus: &Corpus, order: &[usize]) -> Vec<usize> {
    let mut places: BTreeMap<Vec<u32>, Vec<usize>> = BTreeMap::new();
    let mut telling = vec![0_usize; order.len()];
    for unit in corpus.units.iter().filter(|unit| unit.tokens.len() >= TELLING_WORDS) {
        let words: Vec<u32> = unit.tokens.iter().map(|token| token.word).collect();
        let place = places.entry(words).or_default();
        if !place.contains(&unit.material) {
            place.push(unit.material);
            telling[unit.material] += 1;
        }
    }
    let mut shared: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for materials in places.values() {
        for (at, a) in materials.iter().enumerate() {
            for b in &materials[at + 1..] {
                *shared.entry((*a.min(b), *a.max(b))).or_default() += 1;
            }
        }
    }
    let mut originals: Vec<usize> = (0..order.len()).collect();
    for (at, later) in order.iter().enumerate() {
        let original = order[..at].iter().find(|earlier| {
            let pair = ((**earlier).min(*later), (**earlier).max(*later));
            let both = shared.get(&pair).copied().unwrap_or(0);
            // Half of the shorter text's sentences, word for word.
            both > 0 && both * 2 >= telling[**earlier].min(telling[*later])
        });
        if let Some(original) = original {
            originals[*later] = originals[*original];
        }
    }
    originals
}

/// Share of words that two units have in common, of all words of both; 0 to 1.
pub fn alike(corpus: &Corpus, a: usize, b: usize) -> f64 {
    let words =
        |unit: usize| corpus.units[unit].tokens.iter().map(|token| token.word).collect::<BTreeSet<_>>();
    let (a, b) = (words(a), words(b));
    let shared = a.intersection(&b).count();
    let all = a.len() + b.len() - shared;
    if all == 0 { 1.0 } else { shared as f64 / all as f64 }
}
