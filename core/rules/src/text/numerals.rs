//! Numbers written as words. English is fully supported ("two hundred and fifty-one"); other languages only
//! have small numbers.

use super::tables::Tables;
use super::words::Word;
use std::ops::Range;

/// A number in words.
pub(super) struct Spelled {
    pub range: Range<usize>,
    pub value: f64,
    pub ordinal: bool,
    /// The word has other meanings ("one", "un"): it is a number only next to a unit or magnitude.
    pub weak: bool,
}

pub(super) fn find(text: &str, words: &[Word<'_>], language: &str) -> Vec<Spelled> {
    if language == "en" { english(text, words) } else { single(words, language) }
}

fn single(words: &[Word<'_>], language: &str) -> Vec<Spelled> {
    let Some(tables) = Tables::known(language) else { return Vec::new() };
    words
        .iter()
        .filter_map(|word| {
            let value = tables.numbers.get(&word.text.to_lowercase())?;
            Some(Spelled { range: word.range.clone(), value: *value, ordinal: false, weak: *value <= 1.0 })
        })
        .collect()
}

fn english(text: &str, words: &[Word<'_>]) -> Vec<Spelled> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        // Most words can't start a number.
        if !words[at].text.starts_with(BEGINNINGS) {
            at += 1;
            continue;
        }
        match phrase(text, &words[at..]) {
            Some((spelled, used)) => {
                found.push(spelled);
                at += used;
            }
            None => at += 1,
        }
    }
    found
}

/// The longest number at the start of `words`, and how many words it has.
fn phrase(text: &str, words: &[Word<'_>]) -> Option<(Spelled, usize)> {
    let mut total = 0.0;
    let mut group = 0.0;
    let mut used = 0;
    let mut ordinal = false;
    let mut parts = 0;
    while let Some(word) = words.get(used) {
        if used > 0 && !text[words[used - 1].range.end..word.range.start].trim().is_empty() {
            break;
        }
        let lower = word.text.to_lowercase();
        if used == 0 && matches!(lower.as_str(), "a" | "an") {
            // "a hundred", "a million".
            let next = words.get(1)?.text.to_lowercase();
            Tables::of("en").magnitudes.get(&next)?;
            group = 1.0;
        } else if let Some(factor) = Tables::of("en").magnitudes.get(&lower) {
            if parts == 0 && group == 0.0 {
                break;
            }
            if *factor == 100.0 {
                group *= factor;
            } else {
                total += group * factor;
                group = 0.0;
            }
            parts += 1;
        } else if let Some((value, is_ordinal)) = below_hundred(&lower) {
            // "Twenty five" adds up; "five twenty" and "two three" don't.
            let fits = group % 100.0 == 0.0 || (group % 10.0 == 0.0 && value < 10.0 && group % 100.0 >= 20.0);
            if !fits {
                break;
            }
            group += value;
            ordinal = is_ordinal;
            parts += 1;
        } else if lower == "and" && parts >= 2 && group % 100.0 == 0.0 {
            let next = words.get(used + 1)?.text.to_lowercase();
            if below_hundred(&next).is_none() {
                break;
            }
        } else {
            break;
        }
        used += 1;
        if ordinal {
            break;
        }
    }
    let value = total + group;
    (parts > 0 && used > 0).then(|| {
        let range = words[0].range.start..words[used - 1].range.end;
        let weak = used == 1 && (value <= 1.0 || (ordinal && value == 2.0));
        (Spelled { range, value, ordinal, weak: weak && !(ordinal && value == 1.0) }, used)
    })
}

fn below_hundred(word: &str) -> Option<(f64, bool)> {
    let tables = Tables::of("en");
    if let Some(value) = tables.numbers.get(word) {
        return Some((*value, false));
    }
    // "Second" is usually a unit of time, or announces what comes next.
    if let Some(value) = tables.ordinals.get(word).filter(|_| tables.units.get(word).is_none()) {
        return Some((*value, true));
    }
    let (tens, ones) = word.split_once('-')?;
    let tens = tables.numbers.get(tens).filter(|value| **value >= 20.0)?;
    let (ones, ordinal) = below_hundred(ones)?;
    (1.0..10.0).contains(&ones).then_some((tens + ones, ordinal))
}

/// The letters that numbers can start with, including `a hundred`.
const BEGINNINGS: &[char] = &['a', 'e', 'f', 'n', 'o', 's', 't', 'z', 'A', 'E', 'F', 'N', 'O', 'S', 'T', 'Z'];
