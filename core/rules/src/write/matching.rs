//! Which words of the texts meet a term of the question, and how well: the same stem, a word derived from it, a
//! word of like meaning, a word spelled nearly alike.

use super::synonyms;
use super::want::Want;
use crate::text::words;

/// For every word of a vocabulary, the terms that it meets, with a strength of 0 to 1.
#[derive(Debug, Default)]
pub struct Matches {
    hits: Vec<Vec<Hit>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Index of the question's term.
    pub term: usize,
    pub strength: f64,
}

/// A term as it is compared: its key, its letters, and the group of words of like meaning that it belongs to.
struct Wanted {
    key: String,
    letters: Vec<char>,
    groups: Vec<usize>,
    exact: bool,
}

impl Matches {
    /// `keys` are the keys of each word of the vocabulary, in the question's language.
    pub fn of(want: &Want, keys: &[Vec<String>]) -> Self {
        let meanings = synonyms::Meanings::of(&want.language);
        let wanted: Vec<Wanted> = want
            .terms
            .iter()
            .map(|term| Wanted {
                letters: term.key.chars().collect(),
                groups: meanings.groups(&term.key).to_vec(),
                exact: term.key.chars().any(|c| c.is_ascii_digit() || words::is_unspaced(c)),
                key: term.key.clone(),
            })
            .collect();
        let hits = keys.iter().map(|keys| hits_of(keys, &wanted, &meanings)).collect();
        Matches { hits }
    }

    pub fn of_word(&self, word: u32) -> &[Hit] {
        self.hits.get(word as usize).map_or(&[], Vec::as_slice)
    }
}

fn hits_of(keys: &[String], wanted: &[Wanted], meanings: &synonyms::Meanings) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for key in keys {
        let letters: Vec<char> = key.chars().collect();
        for (index, wanted) in wanted.iter().enumerate() {
            let strength = strength(key, &letters, wanted, meanings);
            if strength > 0.0 {
                match hits.iter_mut().find(|hit| hit.term == index) {
                    Some(hit) => hit.strength = hit.strength.max(strength),
                    None => hits.push(Hit { term: index, strength }),
                }
            }
        }
    }
    hits
}

fn strength(key: &str, letters: &[char], wanted: &Wanted, meanings: &synonyms::Meanings) -> f64 {
    if key == wanted.key {
        return 1.0;
    }
    if wanted.exact {
        return 0.0;
    }
    let (short, long) = (letters.len().min(wanted.letters.len()), letters.len().max(wanted.letters.len()));
    let shared = letters.iter().zip(&wanted.letters).take_while(|(a, b)| a == b).count();
    // "defend" and "defensive", "Germany" and "German": a long common beginning is one family of words.
    if shared >= 4 && shared * 10 >= short * 8 && shared * 10 >= long * 6 {
        return 0.8;
    }
    if !wanted.groups.is_empty() && meanings.groups(key).iter().any(|group| wanted.groups.contains(group)) {
        return 0.6;
    }
    // Slips and variants of spelling: "colour" and "color", "Tchaikovsky" and "Tschaikowsky".
    if shared >= 1 && short >= 5 && long - short <= 3 && alike(letters, &wanted.letters) >= 0.6 {
        return 0.5;
    }
    0.0
}

/// Share of letter pairs that two words have in common (Dice's coefficient).
fn alike(a: &[char], b: &[char]) -> f64 {
    let mut rest: Vec<&[char]> = b.windows(2).collect();
    let pairs = a.len() + b.len() - 2;
    let shared = a
        .windows(2)
        .filter(|pair| match rest.iter().position(|other| other == pair) {
            Some(at) => {
                rest.swap_remove(at);
                true
            }
            None => false,
        })
        .count();
    2.0 * shared as f64 / pairs as f64
}
