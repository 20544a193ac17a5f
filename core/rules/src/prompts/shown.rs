//! Blocks as a model sees them: with the neighbors that they depend on, each text once.

use crate::Material;
use crate::near::originals;
use crate::write::{SHORT, grown};
use gorkd_core::model::{Evidence, Note, Span};
use gorkd_core::text::blocks::Block;
use gorkd_core::text::{byte_range, span_of};
use std::collections::BTreeMap;
use std::ops::Range;

/// Words that a block grows to with its neighbors: a line of a list says little without the lines around it, and room
/// that one block takes is lost to others.
const GROWN: usize = 120;

/// A block of a prompt.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Its span covers the neighbors that are shown with it.
    pub evidence: Evidence,
    /// Bytes of what it says in the text of its document: its sentences, items, rows, code. A model names them by
    /// number, from 1.
    pub statements: Vec<Range<usize>>,
    /// Titles of other works that say the same in the same words.
    pub also: Vec<String>,
}

impl From<&Evidence> for Shown {
    fn from(evidence: &Evidence) -> Self {
        Self { evidence: evidence.clone(), ..Self::default() }
    }
}

/// The blocks to show, those that a model has taken notes from first. What stands inside another one, and what says the
/// same with the same numbers, is shown once.
pub fn shown(evidence: &[Evidence], notes: &[Note], materials: &[Material<'_>]) -> Vec<Shown> {
    let noted = |piece: &&Evidence| notes.iter().any(|note| note.evidence == piece.id);
    let first = evidence.iter().filter(noted);
    let rest = evidence.iter().filter(|piece| !noted(piece));
    let mut cut: BTreeMap<usize, Vec<Block>> = BTreeMap::new();
    let mut found: Vec<(usize, Shown)> = Vec::new();
    for piece in first.chain(rest) {
        let Some(at) = materials.iter().position(|material| material.source == piece.source) else {
            continue;
        };
        let material = &materials[at];
        let blocks = cut.entry(at).or_insert_with(|| material.blocks_of(material.text));
        let one = widened(piece, material, blocks);
        let inside = |other: &(usize, Shown)| {
            let (own, all) = (one.evidence.passage.span, other.1.evidence.passage.span);
            other.0 == at && all.start <= own.start && own.end <= all.end
        };
        if !found.iter().any(inside) {
            found.push((at, one));
        }
    }
    without_copies(found, materials)
}

fn widened(piece: &Evidence, material: &Material<'_>, blocks: &[Block]) -> Shown {
    let text = material.text;
    let own = byte_range(text, piece.passage.span);
    let shared =
        |block: &Block| block.range.end.min(own.end).saturating_sub(block.range.start.max(own.start));
    // Older journals hold passages of another cut.
    let nearest = (0..blocks.len()).rev().max_by_key(|at| shared(&blocks[*at]));
    let Some(at) = nearest.filter(|at| shared(&blocks[*at]) > 0) else { return Shown::from(piece) };
    let language = material.document.language.as_deref().unwrap_or("en");
    let run = &blocks[grown(text, blocks, at, SHORT..GROWN, language)];
    let whole = match (run.first(), run.last()) {
        (Some(first), Some(last)) => first.range.start.min(own.start)..last.range.end.max(own.end),
        (None, _) | (_, None) => own,
    };
    let mut evidence = piece.clone();
    evidence.passage.span = span_of(text, whole);
    let statements = run.iter().flat_map(|block| block.statements.iter().cloned()).collect();
    Shown { evidence, statements, also: Vec::new() }
}

fn without_copies(found: Vec<(usize, Shown)>, materials: &[Material<'_>]) -> Vec<Shown> {
    let words = |(at, one): &(usize, Shown)| &materials[*at].text[bytes(materials[*at].text, one)];
    let texts: Vec<&str> = found.iter().map(words).collect();
    let originals = originals(&texts);
    let mut kept: Vec<(usize, Shown)> = Vec::new();
    let titles: Vec<String> = found.iter().map(|(at, _)| named(&materials[*at])).collect();
    let texts: Vec<Vec<String>> = texts.iter().map(|text| numbers(text)).collect();
    for (place, (_, one)) in found.into_iter().enumerate() {
        let original = originals[place];
        let known = kept.iter().position(|(at, _)| *at == original);
        match known.filter(|_| original != place && texts[original] == texts[place]) {
            Some(known) => {
                let also = &mut kept[known].1.also;
                if titles[place] != titles[original] && !also.contains(&titles[place]) {
                    also.push(titles[place].clone());
                }
            }
            None => kept.push((place, one)),
        }
    }
    kept.into_iter().map(|(_, one)| one).collect()
}

fn bytes(text: &str, one: &Shown) -> Range<usize> {
    let Span { start, end } = one.evidence.passage.span;
    byte_range(text, Span { start, end })
}

fn named(material: &Material<'_>) -> String {
    material.document.work.clone().unwrap_or_else(|| material.document.title.clone())
}

/// The numbers of a text. Two versions of a manual differ in nothing else, and that is what is asked for.
fn numbers(text: &str) -> Vec<String> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
    digits.map(str::to_owned).collect()
}
