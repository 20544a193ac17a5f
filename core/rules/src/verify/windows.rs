//! Stretches of a text that hold most of what a claim says: for its quotes, and for what a model is shown of them.

use super::known::Reader;
use super::quotes::surroundings;
use crate::Material;
use crate::text::one_line;
use crate::text::sentences::sentences;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::Range;

/// Maximum bytes of a quote of several sentences, and of one with code.
const QUOTE: usize = 600;
const CODE: usize = 1_200;
/// The weight of a piece of code. A word weighs 1.
const PIECE: usize = 3;
/// Minimum letters and signs of such a piece: shorter ones are words.
const SHORTEST: usize = 8;
/// Another stretch is worth quoting if what only it holds weighs this much.
pub const WORTH: usize = 3;

/// What a claim says: its words, and its pieces of code as they are written.
#[derive(Debug)]
pub struct Wanted {
    words: Vec<u32>,
    code: Vec<String>,
}

/// What a text holds of it, by position: words, then pieces of code.
pub type Held = BTreeSet<usize>;

impl Wanted {
    pub fn of(claim: &str, reader: &mut Reader<'_>) -> Self {
        let words: BTreeSet<u32> = reader.keys_in(claim).into_iter().collect();
        let pieces: Vec<&str> = claim.split('`').collect();
        // The last piece is not closed.
        let marked = pieces.iter().take(pieces.len() - 1).skip(1).step_by(2);
        let code = marked.map(|piece| one_line(piece).trim_end_matches(';').to_owned());
        let code = code.filter(|piece| piece.len() >= SHORTEST).collect();
        Self { words: words.into_iter().collect(), code }
    }

    pub fn held(&self, text: &str, reader: &mut Reader<'_>) -> Held {
        let keys: BTreeSet<u32> = reader.keys_in(text).into_iter().collect();
        let line = one_line(text);
        let words = self.words.iter().map(|word| keys.contains(word));
        let code = self.code.iter().map(|piece| line.contains(piece.as_str()));
        words.chain(code).enumerate().filter(|(_, held)| *held).map(|(at, _)| at).collect()
    }

    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// How many words, and how many pieces of code.
    pub fn counted(&self, held: &Held) -> (usize, usize) {
        let words = held.range(..self.words.len()).count();
        (words, held.len() - words)
    }

    pub fn weight(&self, held: &Held) -> usize {
        let (words, code) = self.counted(held);
        words + PIECE * code
    }
}

/// Is it short enough for a quote?
pub fn fits(text: &str, range: &Range<usize>) -> bool {
    range.len() <= if text[range.clone()].contains("```") { CODE } else { QUOTE }
}

/// A quote from the term on of the definition that it is taken from, if that is short enough. `None` if the claim doesn't
/// name the term, or the quote does.
pub fn with_term(
    material: &Material<'_>,
    quote: &Range<usize>,
    wanted: &Wanted,
    reader: &mut Reader<'_>,
) -> Option<Range<usize>> {
    let term = material.term_above(quote)?;
    let wider = term.start..quote.end;
    let named = wanted.held(&material.text[term], reader);
    let held = wanted.held(&material.text[quote.clone()], reader);
    (!named.is_subset(&held) && fits(material.text, &wider)).then_some(wider)
}

/// The run of parts that together hold most; the shortest of several. It includes the parts `core`, if any, and is as
/// long as `fits` allows; a single part may be longer.
pub fn fullest(
    parts: &[Range<usize>],
    held: &[Held],
    core: Option<&Range<usize>>,
    wanted: &Wanted,
    fits: impl Fn(&Range<usize>) -> bool,
) -> Option<Range<usize>> {
    let (mut best, mut most) = (None, (0, Reverse(usize::MAX)));
    let last = core.map_or(parts.len(), |core| core.start + 1);
    for start in 0..last {
        let mut all = Held::new();
        for end in start..parts.len() {
            all.extend(&held[end]);
            let bytes = parts[start].start..parts[end].end;
            if end > start && bytes.len() > CODE {
                break;
            }
            let whole = core.is_none_or(|core| end + 1 >= core.end);
            if !whole || end > start && !fits(&bytes) {
                continue;
            }
            let order = (wanted.weight(&all), Reverse(bytes.len()));
            if best.is_none() || order > most {
                (best, most) = (Some(start..end + 1), order);
            }
        }
    }
    best
}

/// The bytes of a run of parts.
pub fn bytes(parts: &[Range<usize>], run: &Range<usize>) -> Range<usize> {
    parts[run.start].start..parts[run.end - 1].end
}

/// What to show of a text around a quote: the quote with the whole sentences and items beside it, about `most` bytes.
/// Of a quote longer than `longest`, the sentences and items that hold most of the claim.
pub fn around(
    text: &str,
    quote: &Range<usize>,
    claim: &str,
    (most, longest): (usize, usize),
    reader: &mut Reader<'_>,
) -> Range<usize> {
    let whole = surroundings(text, quote);
    let parts = units(text, whole);
    let touches = |part: &Range<usize>| part.start < quote.end && quote.start < part.end;
    let Some(first) = parts.iter().position(touches) else { return quote.clone() };
    let end = parts.iter().rposition(touches).map_or(first + 1, |last| last + 1);
    let own = bytes(&parts, &(first..end));
    if own.len() > longest && quote.len() <= longest {
        return quote.clone();
    }
    if own.len() > longest {
        let own = &parts[first..end];
        let wanted = Wanted::of(claim, reader);
        let held: Vec<Held> = own.iter().map(|part| wanted.held(&text[part.clone()], reader)).collect();
        let run = fullest(own, &held, None, &wanted, |bytes| bytes.len() <= most);
        return run.map_or_else(|| quote.clone(), |run| bytes(own, &run));
    }
    let mut run = first..end;
    loop {
        let length = |run: &Range<usize>| bytes(&parts, run).len();
        let before = run.start.checked_sub(1).map(|start| start..run.end).filter(|run| length(run) <= most);
        let behind = (run.end < parts.len()).then(|| run.start..run.end + 1);
        let behind = behind.filter(|run| length(run) <= most);
        // One on each side in turn.
        let next = if first - run.start <= run.end - end { before.or(behind) } else { behind.or(before) };
        match next {
            Some(wider) => run = wider,
            None => return bytes(&parts, &run),
        }
    }
}

/// The sentences of a text; each item of a list, row, and block of code begins another one.
fn units(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let mut starts = vec![range.start];
    let (mut at, mut in_code, mut after_gap) = (range.start, false, false);
    for line in text[range.clone()].split_inclusive('\n') {
        let words = line.trim_start();
        let fence = words.starts_with("```") || words.starts_with("~~~");
        if !in_code && at > range.start && (fence || after_gap || is_item(words)) {
            starts.push(at);
        }
        in_code ^= fence;
        after_gap = words.is_empty() || fence && !in_code;
        at += line.len();
    }
    let ends = starts.iter().skip(1).copied().chain([range.end]);
    let pieces = starts.iter().zip(ends).map(|(start, end)| *start..end);
    let mut found = Vec::new();
    for piece in pieces {
        let words = text[piece.clone()].trim();
        if words.starts_with("```") || words.starts_with("~~~") {
            let start = piece.start + (text[piece.clone()].len() - text[piece.clone()].trim_start().len());
            found.push(start..start + words.len());
        } else {
            found.extend(sentences(text, piece));
        }
    }
    found
}

/// Does a line begin an item of a list, or a row?
pub(super) fn is_item(line: &str) -> bool {
    let behind = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = behind.len() < line.len();
    let mark =
        if counted { behind.strip_prefix(['.', ')']) } else { line.strip_prefix(['-', '*', '+', '•']) };
    // "3.5 MB" and "-d" are words of a sentence that goes on.
    line.starts_with('|') || mark.is_some_and(|rest| rest.starts_with(char::is_whitespace))
}

#[cfg(test)]
#[path = "windows_tests.rs"]
mod tests;
