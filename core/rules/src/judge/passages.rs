//! Cuts a text into passages of about a paragraph: small enough to quote from, large enough to understand.

use crate::text::blocks::{Block, BlockKind, blocks, heading_path};
use crate::text::sentences::sentences;
use std::ops::Range;

/// A passage of one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// The headings above it, joined.
    pub headings: String,
}

/// Words of a passage: neighbours are joined until there are enough, and a longer paragraph is split.
const ENOUGH: usize = 60;
const MOST: usize = 200;

/// The passages of a text, in order. Lists stay with their lead-in, table rows with their header, and no passage
/// goes over a heading.
pub fn cut(text: &str) -> Vec<Cut> {
    let blocks = blocks(text);
    let mut cuts: Vec<Cut> = Vec::new();
    let mut open: Option<(Cut, usize)> = None;
    for (at, block) in blocks.iter().enumerate() {
        if matches!(block.kind, BlockKind::Heading { .. }) {
            cuts.extend(open.take().map(|(cut, _)| cut));
            continue;
        }
        for range in pieces(text, block) {
            let words = word_count(&text[range.clone()]);
            let goes_on = matches!(block.kind, BlockKind::ListItem { .. } | BlockKind::TableRow { .. });
            open = Some(match open.take() {
                Some((mut cut, count)) if count + words <= MOST && (count < ENOUGH || goes_on) => {
                    cut.range.end = range.end;
                    (cut, count + words)
                }
                before => {
                    cuts.extend(before.map(|(cut, _)| cut));
                    (Cut { range, headings: headings(text, &blocks, at) }, words)
                }
            });
        }
    }
    cuts.extend(open.map(|(cut, _)| cut));
    cuts
}

/// A block whole, or in runs of sentences when it is too long for one passage.
fn pieces(text: &str, block: &Block) -> Vec<Range<usize>> {
    if word_count(&text[block.range.clone()]) <= MOST {
        return vec![block.range.clone()];
    }
    let mut pieces: Vec<Range<usize>> = Vec::new();
    let mut words = 0;
    for sentence in sentences(text, block.range.clone()) {
        let count = word_count(&text[sentence.clone()]);
        match pieces.last_mut() {
            Some(last) if words + count <= MOST && words < ENOUGH * 2 => {
                last.end = sentence.end;
                words += count;
            }
            _ => {
                pieces.push(sentence);
                words = count;
            }
        }
    }
    if pieces.is_empty() { vec![block.range.clone()] } else { pieces }
}

/// Words by spaces; a run without spaces counts two characters for one word.
fn word_count(text: &str) -> usize {
    text.split_whitespace()
        .map(|run| {
            let wide = run.chars().filter(|c| super::super::text::words::is_unspaced(*c)).count();
            if wide > 1 { wide / 2 } else { 1 }
        })
        .sum()
}

fn headings(text: &str, blocks: &[Block], at: usize) -> String {
    heading_path(blocks, at).into_iter().map(|range| &text[range]).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn short_neighbours_are_joined_and_headings_part() {
        let text = "# One\n\nA first line.\n\nA second line.\n\n## Two\n\nA third line.";
        let cuts = cut(text);
        let shown: Vec<(&str, &str)> =
            cuts.iter().map(|cut| (&text[cut.range.clone()], cut.headings.as_str())).collect();
        assert_eq!(shown, [("A first line.\n\nA second line.", "One"), ("A third line.", "One Two")]);
    }

    #[test]
    fn long_paragraphs_are_split_between_sentences() {
        let text = "This sentence has exactly seven words here. ".repeat(80);
        let cuts = cut(text.trim());
        assert!(cuts.len() >= 3);
        for cut in cuts {
            let slice = &text[cut.range];
            assert!(slice.ends_with("here.") && word_count(slice) <= MOST, "{slice}");
        }
    }

    proptest! {
        #[test]
        fn passages_never_overlap(text in "([#*|-] )?(\\PC{0,30}[.!]? ?\n{0,2}){0,12}") {
            let mut last = 0;
            for cut in cut(&text) {
                prop_assert!(cut.range.start >= last && text.get(cut.range.clone()).is_some());
                last = cut.range.end;
            }
        }
    }
}
