//! Units as claims: the words as they stand, with what they need to be understood, and exact quotes.

use super::corpus::{Corpus, Unit, UnitKind, on_one_line, word_count};
use gorkd_core::model::{DraftClaim, Part, Quote};
use crate::Material;
use crate::text::blocks;
use crate::text;
use std::ops::Range;

/// A list is quoted as one claim up to this many words, else item by item.
const LONGEST_LIST: usize = 60;

/// Units of one text that make one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// In the order of the text; more than one only for the items of a list.
    pub units: Vec<usize>,
    /// A part of the unit's words, when the whole is too long.
    pub cut: Option<Range<usize>>,
}

impl Piece {
    pub fn of(unit: usize) -> Self {
        Piece { units: vec![unit], cut: None }
    }

    /// The whole list that an item belongs to, if it is short enough to be one claim.
    pub fn list_of(corpus: &Corpus, materials: &[Material<'_>], unit: usize) -> Option<Self> {
        let item = &corpus.units[unit];
        let lead = item.lead.as_ref().filter(|_| item.kind == UnitKind::Item)?;
        let same = |index: &usize| {
            let other = &corpus.units[*index];
            other.material == item.material
                && other.kind == UnitKind::Item
                && other.lead.as_ref().is_some_and(|other| other.range == lead.range)
        };
        let first = (0..unit).rev().take_while(same).last().unwrap_or(unit);
        let last = (unit..corpus.units.len()).take_while(same).last().unwrap_or(unit);
        let piece = Piece { units: (first..=last).collect(), cut: None };
        (last > first && word_count(&piece.words(corpus, materials)) <= LONGEST_LIST).then_some(piece)
    }

    /// The words of the claim.
    pub fn words(&self, corpus: &Corpus, materials: &[Material<'_>]) -> String {
        let Some(unit) = self.units.first().map(|first| &corpus.units[*first]) else { return String::new() };
        let text = materials[unit.material].text;
        if let Some(cut) = &self.cut {
            return with_ellipses(text, &unit.range, cut);
        }
        match unit.kind {
            UnitKind::Row => row(text, unit),
            UnitKind::Code => {
                let lines: Vec<String> = text[unit.range.clone()]
                    .lines()
                    .filter(|line| !line.trim().is_empty())
                    .map(code)
                    .collect();
                led(text, unit, &lines.join(" "))
            }
            UnitKind::Sentence | UnitKind::Item => {
                let items: Vec<String> = self
                    .units
                    .iter()
                    .map(|unit| on_one_line(&text[corpus.units[*unit].range.clone()]))
                    .collect();
                match items.as_slice() {
                    [one] => led(text, unit, one),
                    _ => led(text, unit, &joined(&items)),
                }
            }
        }
    }

    /// The quotes: what the words were taken from, as slices of the stored text.
    pub fn quotes(&self, corpus: &Corpus, materials: &[Material<'_>]) -> Vec<Quote> {
        let (Some(first), Some(last)) = (self.units.first(), self.units.last()) else { return Vec::new() };
        let unit = &corpus.units[*first];
        let material = &materials[unit.material];
        let main = self.cut.clone().unwrap_or(unit.range.start..corpus.units[*last].range.end);
        let lead = unit.lead.as_ref().filter(|_| self.cut.is_none()).map(|lead| lead.range.clone());
        lead.into_iter()
            .chain([main])
            .map(|range| Quote {
                source: material.source.clone(),
                hash: material.document.hash.clone(),
                text: material.text[range.clone()].to_owned(),
                span: Some(text::span_of(material.text, range)),
            })
            .collect()
    }

    pub fn claim(
        &self,
        corpus: &Corpus,
        materials: &[Material<'_>],
        part: Part,
        heading: Option<String>,
    ) -> DraftClaim {
        DraftClaim {
            text: self.words(corpus, materials),
            part,
            heading,
            quotes: self.quotes(corpus, materials),
        }
    }
}

/// Words with what introduces them.
fn led(text: &str, unit: &Unit, words: &str) -> String {
    match &unit.lead {
        Some(lead) => format!("{} {words}", on_one_line(&text[lead.range.clone()])),
        None => words.to_owned(),
    }
}

/// Items after one another; the last keeps its own end.
fn joined(items: &[String]) -> String {
    let ends = |c: char| matches!(c, ';' | ',' | '.');
    let last = items.len().saturating_sub(1);
    let parts: Vec<&str> = items
        .iter()
        .enumerate()
        .map(|(index, item)| if index == last { item.as_str() } else { item.trim_end_matches(ends) })
        .collect();
    parts.join("; ")
}

/// A table row as words: each cell after the title of its column.
fn row(text: &str, unit: &Unit) -> String {
    let titles = unit.lead.as_ref().map_or_else(Vec::new, |lead| blocks::cells(text, lead.range.clone()));
    let cells = blocks::cells(text, unit.range.clone());
    let parts: Vec<String> = cells
        .into_iter()
        .enumerate()
        .filter(|(_, cell)| !cell.is_empty())
        .map(|(index, cell)| {
            let cell = on_one_line(&text[cell]);
            match titles.get(index).map(|title| on_one_line(&text[title.clone()])) {
                Some(title) if !title.is_empty() => format!("{title}: {cell}"),
                _ => cell,
            }
        })
        .collect();
    parts.join("; ")
}

/// A line of code, marked as such.
fn code(line: &str) -> String {
    let line = line.trim();
    if line.contains('`') { line.to_owned() } else { format!("`{line}`") }
}

fn with_ellipses(text: &str, whole: &Range<usize>, cut: &Range<usize>) -> String {
    let words = on_one_line(&text[cut.clone()]);
    let before = if cut.start > whole.start { "… " } else { "" };
    let after = if cut.end < whole.end { " …" } else { "" };
    format!("{before}{words}{after}")
}
