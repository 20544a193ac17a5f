//! Removes what a page says twice: for wide and narrow screens, or as an excerpt and in full.

use crate::text::Block;
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Minimum words of a passage; shorter ones are labels, which may recur.
const PASSAGE: u32 = 4;
/// Words from which passages are compared by their words rather than literally.
const MIN_COMPARED: u32 = 20;
/// Words per run (n-gram).
const RUN: usize = 4;

/// Keeps each passage once. Of two that say the same, the longer one stays.
pub fn once(blocks: Vec<Block>) -> Vec<Block> {
    let mut order: Vec<usize> = (0..blocks.len()).collect();
    order.sort_by_key(|at| std::cmp::Reverse(blocks[*at].words()));
    let (mut texts, mut runs) = (HashSet::new(), HashSet::new());
    let mut is_new = vec![true; blocks.len()];
    for at in order {
        let block = &blocks[at];
        let stays = matches!(block, Block::Code { .. } | Block::Table(_) | Block::Definition { .. });
        if stays || block.words() < PASSAGE {
            continue;
        }
        let own = runs_of(std::slice::from_ref(block));
        let known = own.iter().filter(|run| runs.contains(*run)).count();
        // All but the last words, because an excerpt may be cut there.
        let is_part = block.words() >= MIN_COMPARED && known * 20 >= own.len() * 19;
        is_new[at] = !is_part && texts.insert(block.texts().concat());
        runs.extend(own);
    }
    let kept = blocks.into_iter().zip(is_new).filter(|(_, is_new)| *is_new);
    kept.map(|(block, _)| block).collect()
}

/// Maximum words of such a line: a long text repeats its words, too.
const MAX_REFRAIN: usize = 200;

/// Whether a line repeats the same few words over and over, like a ticker.
pub fn is_refrain(block: &Block) -> bool {
    let (Block::Paragraph(text) | Block::Item { text, .. }) = block else { return false };
    let (mut all, mut different) = (0, HashSet::new());
    for word in text.split_whitespace() {
        all += 1;
        different.insert(word);
    }
    (MIN_COMPARED as usize..=MAX_REFRAIN).contains(&all) && different.len() * 5 <= all
}

/// Whether a text is contained in another one: a third of its word runs occur there.
pub fn is_in(text: &[Block], other: &[Block]) -> bool {
    let (text, other) = (runs_of(text), runs_of(other));
    let other: HashSet<u64> = other.into_iter().collect();
    let found = text.iter().filter(|run| other.contains(run)).count();
    text.len() <= RUN || found * 3 >= text.len()
}

/// Hashes of all word runs.
fn runs_of(blocks: &[Block]) -> Vec<u64> {
    let texts = blocks.iter().flat_map(Block::texts);
    let words = texts.flat_map(|text| text.split(|c: char| !c.is_alphanumeric()));
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    let hash = |run: &[String]| {
        let mut hasher = DefaultHasher::new();
        run.hash(&mut hasher);
        hasher.finish()
    };
    words.windows(RUN.min(words.len().max(1))).map(hash).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraphs(texts: &[&str]) -> Vec<Block> {
        texts.iter().map(|text| Block::Paragraph((*text).to_owned())).collect()
    }

    #[test]
    fn a_passage_and_its_beginning_are_read_once() {
        let whole = "The lamp is made of beech from forests nearby and of brass that is turned by hand in a small town, \
                     and it is sent with a cable of two meters and a bulb that lasts for years.";
        let beginning = "The lamp is made of beech from forests nearby and of brass that is turned by hand in a small \
                         town, and it is sent with a";
        let other = "The lamp is sold without a bulb.";
        let kept = once(paragraphs(&[beginning, whole, other, "Add to cart", other, "Add to cart"]));
        assert_eq!(kept, paragraphs(&[whole, other, "Add to cart", "Add to cart"]));
    }
}
