//! What of a cited passage becomes the quote of a claim: the sentences that say it, no more than a reader needs.

use crate::Material;
use crate::text::sentences::sentences;
use crate::verify::windows::{Held, WORTH, Wanted, bytes, fits, fullest, with_term};
use crate::verify::{Context, Reader};
use gorkd_core::model::{Evidence, Quote, Support};
use gorkd_core::text::{slice, span_of};
use std::cmp::Reverse;
use std::ops::Range;

/// Sentences of a passage that are weighed as the quote of a claim.
const CLOSELY: usize = 4;

/// The quotes of a passage for a claim: one, or a second one for what stands too far from the first.
pub(super) fn quotes(
    claim: &str,
    piece: &Evidence,
    materials: &[Material<'_>],
    reader: &mut Reader<'_>,
) -> Vec<Quote> {
    let Some(material) = Material::of(materials, &piece.source) else { return Vec::new() };
    let passage = slice(material.text, piece.passage.span);
    if passage.trim().is_empty() {
        return Vec::new();
    }
    let start = passage.as_ptr() as usize - material.text.as_ptr() as usize;
    let ranges = narrowed(claim, material, start..start + passage.len(), reader);
    ranges.into_iter().map(|range| quote_of(piece, material, range)).collect()
}

/// A stretch of the document that a passage is from.
pub(super) fn quote_of(piece: &Evidence, material: &Material<'_>, range: Range<usize>) -> Quote {
    Quote {
        source: piece.source.clone(),
        hash: piece.passage.hash.clone(),
        span: Some(span_of(material.text, range.clone())),
        text: material.text[range].to_owned(),
    }
}

/// A claim beside the sentences of a passage.
struct Beside<'b, 'm, 'l> {
    claim: &'b str,
    material: &'b Material<'m>,
    wanted: Wanted,
    parts: Vec<Range<usize>>,
    /// What each of them holds of the claim.
    held: Vec<Held>,
    reader: &'b mut Reader<'l>,
}

fn narrowed(
    claim: &str,
    material: &Material<'_>,
    whole: Range<usize>,
    reader: &mut Reader<'_>,
) -> Vec<Range<usize>> {
    let parts = sentences(material.text, whole.clone());
    let wanted = Wanted::of(claim, reader);
    let held = parts.iter().map(|part| wanted.held(&material.text[part.clone()], reader)).collect();
    let mut beside = Beside { claim, material, wanted, parts, held, reader };
    let Some(core) = beside.core(&whole) else { return vec![beside.with_term(whole)] };
    let run = beside.widened(core);
    let first = beside.with_term(bytes(&beside.parts, &run));
    let apart = |range: &Range<usize>| range.end <= first.start || first.end <= range.start;
    let second = beside.second(&run).filter(apart).map(|second| {
        let wider = beside.with_term(second.clone());
        if apart(&wider) { wider } else { second }
    });
    [first.clone()].into_iter().chain(second).collect()
}

impl Beside<'_, '_, '_> {
    /// One sentence that bears the claim, or two in a row; else those that hold most of it. `None` for the whole passage.
    fn core(&mut self, whole: &Range<usize>) -> Option<Range<usize>> {
        if let Some(run) = self.bearing(1).or_else(|| self.bearing(2)) {
            return Some(run);
        }
        if fits(self.material.text, whole) {
            return None;
        }
        let run = self.fullest(None)?;
        let bears = self.support(&bytes(&self.parts, &run)) == Support::Supported;
        (bears || self.support(whole) != Support::Supported).then_some(run)
    }

    /// The first of the runs of so many sentences, those that hold most of the claim first, that bears it.
    fn bearing(&mut self, length: usize) -> Option<Range<usize>> {
        let starts = 0..(self.parts.len() + 1).saturating_sub(length);
        let runs = starts.map(|start| start..start + length);
        let mut counted: Vec<(Reverse<usize>, Reverse<usize>, Range<usize>)> = Vec::new();
        for run in runs {
            let (words, code) = self.wanted.counted(&self.held_by(&run));
            // Words around a sentence may bear it, too; the quote itself has to hold a good part of the claim.
            if code > 0 || words * 2 >= self.wanted.words() {
                counted.push((Reverse(code), Reverse(words), run));
            }
        }
        counted.sort_by_key(|(code, words, run)| (*code, *words, run.start));
        let mut near = counted.into_iter().take(CLOSELY).map(|(.., run)| run);
        near.find(|run| self.support(&bytes(&self.parts, run)) == Support::Supported)
    }

    /// The run with what beside it holds more of the claim, if that is worth it and bears the claim no less.
    fn widened(&mut self, core: Range<usize>) -> Range<usize> {
        let Some(wider) = self.fullest(Some(&core)) else { return core };
        let gained = self.weight(&wider).saturating_sub(self.weight(&core));
        if gained < WORTH {
            return core;
        }
        let before = self.support(&bytes(&self.parts, &core));
        if self.support(&bytes(&self.parts, &wider)) >= before { wider } else { core }
    }

    /// Another stretch of the passage, for what the first quote does not hold.
    fn second(&mut self, first: &Range<usize>) -> Option<Range<usize>> {
        let known = self.held_by(first);
        let text = self.material.text;
        let mut best: Option<(usize, Range<usize>)> = None;
        for side in [0..first.start, first.end..self.parts.len()] {
            let parts = &self.parts[side.clone()];
            let new = |held: &Held| held.difference(&known).copied().collect::<Held>();
            let held: Vec<Held> = self.held[side].iter().map(new).collect();
            let Some(run) = fullest(parts, &held, None, &self.wanted, |range| fits(text, range)) else {
                continue;
            };
            let weight = self.wanted.weight(&held[run.clone()].iter().flatten().copied().collect());
            if weight >= WORTH && best.as_ref().is_none_or(|(known, _)| weight > *known) {
                best = Some((weight, bytes(parts, &run)));
            }
        }
        let (_, range) = best?;
        (self.support(&range) != Support::Contradicted).then_some(range)
    }

    /// A quote with the term that the claim names, if that bears the claim no less.
    fn with_term(&mut self, quote: Range<usize>) -> Range<usize> {
        let Some(wider) = with_term(self.material, &quote, &self.wanted, self.reader) else { return quote };
        let before = self.support(&quote);
        if self.support(&wider) >= before { wider } else { quote }
    }

    fn fullest(&self, core: Option<&Range<usize>>) -> Option<Range<usize>> {
        let text = self.material.text;
        fullest(&self.parts, &self.held, core, &self.wanted, |range| fits(text, range))
    }

    fn held_by(&self, run: &Range<usize>) -> Held {
        self.held[run.clone()].iter().flatten().copied().collect()
    }

    fn weight(&self, run: &Range<usize>) -> usize {
        self.wanted.weight(&self.held_by(run))
    }

    fn support(&mut self, range: &Range<usize>) -> Support {
        let context = Context::new(self.material, range.clone());
        self.reader.agreement(self.claim, &context).support
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Document, DocumentHash, Passage};

    fn quoted(claim: &str, text: &str, from: &str) -> Vec<String> {
        let document = Document {
            hash: DocumentHash::of_text(text),
            url: "file:///harbour.md".into(),
            canonical_url: "file:///harbour.md".into(),
            ..Document::default()
        };
        let start = text.find(from).unwrap_or(0);
        let piece = Evidence {
            source: document.source_id(),
            passage: Passage { hash: document.hash.clone(), span: span_of(text, start..text.len()) },
            ..Evidence::default()
        };
        let material = Material::new(&document, text);
        let found = quotes(claim, &piece, &[material], &mut Reader::new("en"));
        found.into_iter().map(|quote| quote.text).collect()
    }

    const LEVELS: &str = "# Levels\n\n**logging (enum)**\n  Decides how much of the tide is written down. The default is \
        harbour, which writes enough for most boats.\n\n**rope_length (integer)**\n  Sets the length of a rope.";

    #[test]
    fn a_quote_from_a_definition_begins_with_the_term_that_the_claim_names() {
        let claim = "The default of logging is harbour, which writes enough for most boats.";
        let end = LEVELS.find("\n\n**rope").unwrap_or(0);
        let entry = &LEVELS[LEVELS.find("**logging").unwrap_or(0)..end];
        assert_eq!(quoted(claim, LEVELS, "**logging"), [entry]);
        let second = "The default is harbour, which writes enough for most boats.";
        assert_eq!(quoted(second, LEVELS, "**logging"), [second], "nothing names the term");
        let long = LEVELS.replace("tide", &"tide of the long grey winter ".repeat(20));
        assert_eq!(
            quoted(claim, &long, "**logging"),
            [second],
            "and no quote is longer for it than quotes may be"
        );
    }

    const IDS: &str = "# Ids\n\n**0-99:**\n  Handed out by the harbour office, the same in every harbour.\n\n  They appear in \
        the book of all harbours, which is printed each year.\n\n  Boats which need a single lasting id should ask for one \
        of these.";

    #[test]
    fn a_claim_that_joins_two_paragraphs_quotes_both() {
        let claim = "Boats which need a single lasting id should ask for one from 0-99, which are handed out by the harbour \
            office and the same in every harbour.";
        let found = quoted(claim, IDS, "**0-99").join("\n");
        assert!(found.contains("Handed out") && found.contains("Boats which need"), "{found}");
        let one = "Boats which need a single lasting id should ask for one of these.";
        assert_eq!(quoted(one, IDS, "**0-99"), [one], "and one that does not, no more than its own");
    }

    #[test]
    fn the_code_of_a_claim_is_in_its_quote() {
        let text = "The same room can be opened by two guests as follows:\n\n```\nopen(\"room::hall?share=yes\", &key);\n```\n\n\
            Or,\n\n```\nBOOK ROOM 'room::hall?share=yes' AS den;\n```\n\nThis lets several guests share the same room. If two \
            or more distinct rooms are needed by the guests, then the mode=share parameter can be used to open a room by \
            name:\n\n```\nopen(\"room:den1?mode=share&share=yes\", &key);\n```";
        let claim = "Open the room by name for both guests: `open(\"room::hall?share=yes\", &key)` or \
            `BOOK ROOM 'room::hall?share=yes' AS den;`.";
        let found = quoted(claim, text, "Or,").join("\n");
        assert!(found.contains("BOOK ROOM 'room::hall?share=yes' AS den;"), "{found}");
    }

    #[test]
    fn what_no_sentence_bears_out_quotes_those_nearest_to_it() {
        let lamps: String =
            (0..20).map(|n| format!("Lamp {n} hangs above a door of the old mill by the pond. ")).collect();
        let lever = "The red lever opens the lower gate.";
        let text = format!("{lamps}{lever}");
        let claim = "The red lever opens the lower gate and feeds forty unicorns.";
        assert_eq!(quoted(claim, &text, "Lamp 0"), [lever]);
    }
}
