//! What a model is shown, taken from its prompt again: the question, its parts, notes, passages, and claims in doubt.

use gorkd_core::text::blocks::{BlockKind, blocks, code_in};
use gorkd_core::text::flowing;
use gorkd_reader::plain_text;
use std::ops::Range;

/// The mark of a sentence that denies what the question takes for granted, and the line above notes of such sentences.
const DENIES: &str = "premise";
const DENIED: &str = "Contradicts what the question takes for granted";
/// Numbers from here on are words of the page, because no passage has so many sentences.
const NUMBERS: usize = 1_000;

/// A passage, or what was noted of one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passage {
    pub id: String,
    pub noted: bool,
    /// Its words, without the marks in front of its sentences.
    pub text: String,
    /// Its sentences, items, rows, and code; a judge names them by number, from 1. One that is not shown is empty.
    pub statements: Vec<String>,
}

/// The question, and the same behind the questions that were asked before it.
pub fn asked(user: &str) -> (String, String) {
    let question = between(user, "<question>\n", "\n</question>").unwrap_or_default();
    let earlier = user.split("<earlier>\n").skip(1).filter_map(|turn| turn.lines().next());
    let all: Vec<&str> = earlier.chain([question]).collect();
    (question.to_owned(), all.join(" "))
}

/// Ids of the parts of the question.
pub fn parts(user: &str) -> Vec<String> {
    let list = user.split_once("\nParts of the question:\n").map_or("", |(_, list)| list);
    let id = |line: &str| Some(line.strip_prefix("- ")?.split_once(':')?.0.to_owned());
    let ids: Vec<String> = list.lines().map_while(id).collect();
    if ids.is_empty() { vec!["q1".to_owned()] } else { ids }
}

pub fn passages(user: &str, read: impl Fn(&str, &str) -> Passage) -> Vec<Passage> {
    let passage = |piece: &str| Some(read(piece.split_once('"')?.0, between(piece, ">\n", "\n</passage>")?));
    user.split("<passage id=\"").skip(1).filter_map(passage).collect()
}

/// Notes with the passage that each was taken from. What denies a premise has none, and is
/// repeated in another note.
pub fn notes(user: &str) -> Vec<Passage> {
    let mut notes: Vec<(&str, String)> = Vec::new();
    let mut open = false;
    for line in between(user, "\n<notes>\n", "</notes>\n").unwrap_or_default().lines() {
        let begins = line.strip_prefix("- ").and_then(|rest| rest.split_once(':'));
        if let Some((id, words)) = begins.filter(|(id, _)| is_numbered(id, 'e')) {
            notes.push((id, words.to_owned()));
            open = true;
        } else if line.strip_suffix(':').is_some_and(|above| is_noted(above) || above == DENIED) {
            open = false;
        } else if let Some((_, words)) = notes.last_mut().filter(|_| open) {
            words.push('\n');
            words.push_str(line);
        }
    }
    notes.into_iter().map(|(id, words)| Passage { noted: true, ..marked(id, words.trim_start()) }).collect()
}

/// Claims in doubt: the id, the words, and the passages of each.
pub fn claims(user: &str) -> impl Iterator<Item = (&str, &str, Vec<&str>)> {
    user.split("<claim id=\"").skip(1).filter_map(|piece| {
        let (text, passages) = between(piece, ">\n", "\n</claim>")?.split_once("\n<passage")?;
        let words = passages.split("<passage").filter_map(|one| between(one, ">\n", "\n</passage>"));
        Some((piece.split_once('"')?.0, text, words.collect()))
    })
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    text.split_once(open)?.1.split_once(close).map(|(inside, _)| inside)
}

/// A passage whose sentences have numbers. They rise, so a number out of turn stands in the page.
pub fn numbered(id: &str, text: &str) -> Passage {
    let number = |inside: &str| inside.parse::<usize>().ok().filter(|number| *number < NUMBERS);
    let found: Vec<(Range<usize>, usize)> =
        marks(text).filter_map(|(range, inside)| Some((range, number(inside)?))).collect();
    let most = found.iter().map(|(_, number)| *number).max().unwrap_or(0);
    let (mut rest, mut taken) = (found.as_slice(), Vec::new());
    for number in 1..=most {
        if let Some(at) = rest.iter().position(|(_, other)| *other == number) {
            taken.push(&rest[at]);
            rest = &rest[at + 1..];
        }
    }
    let mut whole = text[..taken.first().map_or(text.len(), |(range, _)| range.start)].to_owned();
    let mut statements = vec![String::new(); taken.last().map_or(0, |(_, number)| *number)];
    for (at, (range, number)) in taken.iter().enumerate() {
        let end = taken.get(at + 1).map_or(text.len(), |(next, _)| next.start);
        whole.push_str(&text[range.end..end]);
        statements[number - 1] = text[range.end..end].trim().to_owned();
    }
    Passage { id: id.to_owned(), noted: false, text: whole, statements }
}

/// A passage in which only noted sentences are marked.
pub fn marked(id: &str, text: &str) -> Passage {
    let (mut whole, mut done, mut noted) = (String::with_capacity(text.len()), 0, false);
    for (range, _) in marks(text).filter(|(_, inside)| is_noted(inside)) {
        let before = &text[done..range.start];
        // A mark above code stands on a line of its own.
        let alone = text[range.clone()].ends_with('\n');
        whole.push_str(if alone { before.trim_end_matches(' ') } else { before });
        (done, noted) = (range.end, true);
    }
    whole.push_str(&text[done..]);
    let statements = said(&whole);
    Passage { id: id.to_owned(), noted, text: whole, statements }
}

/// What a text says, in sentences that a writer can copy: code in its fences, a definition with its term, all else on
/// one line.
fn said(text: &str) -> Vec<String> {
    let code = code_in(text);
    let mut found = Vec::new();
    for block in blocks(text, &[]) {
        for (at, range) in block.statements.iter().enumerate() {
            let is_code = code.iter().any(|code| code.start <= range.start && range.end <= code.end);
            let defines = at == 0 && block.kind == BlockKind::Definition;
            let start = if defines { block.range.start } else { range.start };
            found.push(match is_code {
                true => format!("```\n{}\n```", text[range.clone()].trim_end()),
                false => flowing(&plain_text(&text[start..range.end])),
            });
        }
    }
    found
}

/// Marks in front of sentences: their bytes, with the space or the end of the line behind them, and what they say.
fn marks(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices('[').filter_map(move |(at, _)| {
        let (inside, _) = text[at + 1..].split_once(']')?;
        let end = at + inside.len() + 2;
        let begins = text[..at].chars().next_back().is_none_or(char::is_whitespace);
        (begins && text[end..].starts_with([' ', '\n'])).then_some((at..end + 1, inside))
    })
}

/// The parts of the question that a sentence was noted for: `q1`, or `q1, q2`.
fn is_noted(mark: &str) -> bool {
    mark.split(", ").all(|word| word == DENIES || is_numbered(word, 'q'))
}

fn is_numbered(name: &str, letter: char) -> bool {
    let digits = name.strip_prefix(letter).unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}
