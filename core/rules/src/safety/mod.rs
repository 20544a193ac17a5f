//! Sentences of a page that address the program that reads it rather than a person.
//!
//! A page is data. What is certainly an instruction to a language model is kept out of prompts and counted, so that the
//! source is shown with a warning. Much else only looks like one: a heading "How do I …", a manual's "type this". Such
//! sentences are kept if they are relevant to the question, and silently left out if not: then no answer could rest on
//! them. Stored texts and quotations are never changed.

mod code;
mod dress;
mod grade;
mod headings;
mod strange;

use super::text::is_fence;
use super::text::sentences::{said, sentences};
use super::text::words::keys;
use code::{coded, one_code};
use gorkd_core::text::blocks::code_in;
use grade::{Grade, find_ignoring_case, fragments, gives_orders, grade, has_password, may_give_orders};
pub use headings::heading;
use std::collections::BTreeSet;
use std::ops::Range;
pub use strange::Usual;
use strange::strange;

/// A text fit for a prompt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Neutral {
    pub text: String,
    /// Orders that were left out.
    pub left_out: usize,
}

impl Neutral {
    /// Is anything left of the text?
    pub fn says_something(&self) -> bool {
        self.text.replace(GAP, "").chars().any(char::is_alphanumeric)
    }
}

/// The terms of a question that a sentence of a page can share with it.
#[derive(Clone, Debug, Default)]
pub struct QuestionTerms {
    terms: BTreeSet<String>,
    language: String,
}

impl QuestionTerms {
    /// `language` is an ISO 639-1 code.
    pub fn new<'a>(texts: impl IntoIterator<Item = &'a str>, language: &str) -> Self {
        let terms = texts.into_iter().flat_map(|text| keys(text, language)).collect();
        Self { terms, language: language.to_owned() }
    }

    /// Does a text bear on it? One common word is chance where many were asked for.
    fn concerns(&self, text: &str) -> bool {
        let shared: BTreeSet<String> =
            keys(text, &self.language).into_iter().filter(|key| self.terms.contains(key)).collect();
        shared.len() >= (self.terms.len() / 3).clamp(1, 2)
    }
}

impl Neutral {
    /// Takes over a stretch of a text, or not. Says whether it was left out. What follows a stretch that was left out
    /// begins its line; the lines of code keep their indentation.
    fn pass_on(&mut self, stretch: &str, kept: bool, after_gap: bool) -> bool {
        if kept {
            let begins = after_gap && (self.text.is_empty() || self.text.ends_with('\n'));
            self.text.push_str(if begins { stretch.trim_start() } else { stretch });
        }
        !kept
    }
}

/// Marks the end of a paragraph from which sentences were left out.
const GAP: &str = "[…]";
/// Lines that a sentence can announce by the colon at its end.
const ANNOUNCED: usize = 60;

/// The text as a prompt may show it to a model that answers what was asked. Marks of chat templates are taken off.
pub fn neutral(text: &str, asked: &QuestionTerms) -> Neutral {
    without(text, &code_in(text), &Criteria { asked, strange: BTreeSet::new(), usual: None })
}

/// Like [`neutral`], for a stretch of a document: keeps what only reads like an order where the document goes on about
/// the same, and knows code by the fences around it, even those outside of the stretch.
pub fn excerpt(text: &str, asked: &QuestionTerms, usual: &Usual<'_>) -> Neutral {
    without(text, &usual.code_of(text), &Criteria { asked, strange: BTreeSet::new(), usual: Some(usual) })
}

/// Like [`excerpt`], for a passage: also drops sentences unrelated to the text around them.
pub fn passage(text: &str, asked: &QuestionTerms, headings: &str, usual: &Usual<'_>) -> Neutral {
    let anchors = asked.terms.iter().cloned().chain(keys(headings, usual.language)).collect();
    let code = usual.code_of(text);
    let strange = strange(&prose(text, &code), &anchors, usual);
    without(text, &code, &Criteria { asked, strange, usual: Some(usual) })
}

/// The criteria by which a sentence is judged.
struct Criteria<'a> {
    asked: &'a QuestionTerms,
    /// Sentences unrelated to the text around them.
    strange: BTreeSet<String>,
    usual: Option<&'a Usual<'a>>,
}

impl Criteria<'_> {
    /// Does a sentence bear on what was asked, or say what its document says elsewhere?
    fn belongs(&self, sentence: &str) -> bool {
        self.asked.concerns(sentence) || self.usual.is_some_and(|usual| usual.holds(sentence))
    }
}

/// What a sentence says, where no full stop stands between several: lines that begin anew, and what `fragments` tells.
fn units(sentence: &str) -> Vec<Range<usize>> {
    let mut units: Vec<Range<usize>> = Vec::new();
    for part in fragments(sentence) {
        match units.last_mut() {
            Some(last) if sentence[part.clone()].starts_with(char::is_lowercase) => last.end = part.end,
            Some(_) | None => units.push(part),
        }
    }
    units
}

/// The sentences of a text, without headings, lists, tables, and code.
fn prose(text: &str, code: &[Range<usize>]) -> Vec<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let coded = coded(text, code);
    let (mut found, mut at) = (Vec::new(), 0);
    while at < lines.len() {
        let piece = Piece::at(&lines, at);
        if !coded[at] && piece.mark.trim().is_empty() {
            for sentence in said(&piece.text) {
                let said = units(sentence).into_iter().map(|unit| sentence[unit].trim().to_owned());
                found.extend(said.filter(|unit| !unit.is_empty()));
            }
        }
        at += piece.lines;
    }
    found
}

/// `code` are the bytes of the text that are code.
fn without(text: &str, code: &[Range<usize>], known: &Criteria<'_>) -> Neutral {
    let lines: Vec<&str> = text.split('\n').collect();
    let coded = coded(text, code);
    let mut out = Neutral::default();
    let mut at = 0;
    while at < lines.len() {
        if at > 0 {
            out.text.push('\n');
        }
        let run = coded[at..].iter().take_while(|coded| **coded).count();
        at = match run {
            0 => one_piece(&lines, at, known, &mut out),
            run => one_code(&lines[..at + run], at, known, &mut out),
        };
    }
    out
}

/// Takes over one paragraph or line of a list, or leaves sentences of it out with what they announce; gives the next
/// line.
fn one_piece(lines: &[&str], at: usize, known: &Criteria<'_>, out: &mut Neutral) -> usize {
    let (asked, strange) = (known.asked, &known.strange);
    let piece = Piece::at(lines, at);
    let end = at + piece.lines;
    out.text.push_str(piece.mark);
    // Whoever wants a password said leads up to it in the same breath.
    let coded = !piece.is_heading && has_password(&piece.text);
    let (mut done, mut gap, mut next) = (0, false, end);
    for range in sentences(&piece.text, 0..piece.text.len()) {
        let sentence = &piece.text[range.clone()];
        let announces =
            sentence.trim_end().ends_with([':', '：']) && piece.text[range.end..].trim().is_empty();
        let last = if announces { announced(lines, end) } else { end };
        // What an order announces may be the page's own next paragraph.
        let goes_too = last > end && !asked.concerns(&lines[end..last].join("\n"));
        let graded = grade(sentence, piece.is_heading);
        let left = match graded {
            Grade::Plain => coded && !asked.concerns(sentence),
            Grade::Aside => !known.belongs(sentence) && (goes_too || last == end),
            Grade::Order => {
                out.left_out += 1;
                true
            }
        };
        let suspect = left || graded != Grade::Plain;
        let parts = if suspect { fragments(sentence) } else { units(sentence) };
        if parts.len() > 1 || !suspect {
            // Where no full stop stands between them, an order and the page's own words are one sentence.
            for part in parts {
                let end = range.start + part.end;
                let words = &sentence[part];
                let fit = || known.belongs(words) && grade(words, piece.is_heading) != Grade::Order;
                let kept = !strange.contains(words.trim()) && (!suspect || fit());
                gap |= out.pass_on(&piece.text[done..end], kept, gap);
                done = end;
            }
        } else {
            gap |= out.pass_on(&piece.text[done..range.end], !left, gap);
            done = range.end;
        }
        if left && goes_too {
            next = last;
        }
    }
    out.text.push_str(&piece.text[done..]);
    if gap {
        let blank = out.text.is_empty() || out.text.ends_with(['\n', ' ']);
        out.text.push_str(if blank { "" } else { " " });
        out.text.push_str(GAP);
    }
    next
}

/// A heading, a line of a list or a table, or the lines of a paragraph.
struct Piece<'a> {
    /// A list marker, a heading mark or a quotation mark is not part of the sentence.
    mark: &'a str,
    text: String,
    lines: usize,
    is_heading: bool,
}

impl<'a> Piece<'a> {
    fn at(lines: &[&'a str], at: usize) -> Self {
        let line = lines[at];
        let body = body(line);
        let mark = &line[..line.len() - body.len()];
        let is_text = mark.trim().is_empty() || mark.contains(|c: char| c.is_ascii_digit());
        let is_running = is_text && !body.trim().is_empty() && !is_fence(line);
        let pairs = lines[at..].windows(2);
        let more = pairs.take_while(|pair| is_running && goes_on(pair[0], pair[1])).count();
        let mut text = without_marks(body);
        for line in &lines[at + 1..at + 1 + more] {
            text.push('\n');
            text.push_str(&without_marks(line));
        }
        Self { mark, text, lines: 1 + more, is_heading: line.starts_with('#') }
    }
}

/// Lines shorter than this were not broken for want of room.
const BROKEN: usize = 60;

/// Is a line the rest of the one before it, and not one of its own?
fn goes_on(before: &str, line: &str) -> bool {
    let begins_low = line.trim_start().starts_with(|c: char| c.is_lowercase() || c.is_ascii_digit());
    let is_text = !line.trim().is_empty() && body_is_all(line) && !is_fence(line);
    is_text && (begins_low || before.chars().count() >= BROKEN)
}

fn body(line: &str) -> &str {
    let words = line.trim_start_matches([' ', '#', '>', '-', '*', '|']);
    &words[number(words)..]
}

fn body_is_all(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with(['#', '>', '-', '*', '|']) && number(line) == 0
}

/// The length of the number of an item at the beginning of a line: `2. ` or `2) `.
fn number(line: &str) -> usize {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let ends = line[digits..].starts_with(['.', ')']) && line[digits + 1..].starts_with(' ');
    if (1..=3).contains(&digits) && ends { digits + 2 } else { 0 }
}

/// Where the code or the paragraph ends that begins at a line, blank ones before it aside.
fn announced(lines: &[&str], from: usize) -> usize {
    let most = lines.len().min(from + ANNOUNCED);
    let Some(start) = (from..most).find(|at| !lines[*at].trim().is_empty()) else { return from };
    if lines[start].trim_start().starts_with("```") {
        return (start + 1..most).find(|at| lines[*at].trim() == "```").map_or(most, |fence| fence + 1);
    }
    (start..most).find(|at| lines[*at].trim().is_empty()).unwrap_or(most)
}

/// How many sentences of a text are surely orders to a program.
pub fn count(text: &str) -> usize {
    // Most texts hold nothing at all that an order could be made of.
    if !may_give_orders(text) {
        return 0;
    }
    let lines: Vec<&str> = text.split('\n').collect();
    let (mut at, mut orders) = (0, 0);
    while at < lines.len() {
        let piece = Piece::at(&lines, at);
        orders += said(&piece.text).into_iter().filter(|sentence| gives_orders(sentence)).count();
        at += piece.lines;
    }
    orders
}

/// Marks by which chat templates tell who speaks; nobody writes them for people.
const TEMPLATE_MARKS: &[&str] = &[
    "<|im_start|>",
    "<|im_end|>",
    "<|begin_of_text|>",
    "<|end_of_text|>",
    "<|start_header_id|>",
    "<|end_header_id|>",
    "<|eot_id|>",
    "<|system|>",
    "<|user|>",
    "<|assistant|>",
    "<|endoftext|>",
    "<start_of_turn>",
    "<end_of_turn>",
    "[INST]",
    "[/INST]",
    "<<SYS>>",
    "<</SYS>>",
    "<s>",
    "</s>",
    "[SYSTEM]",
    "[/SYSTEM]",
];

/// What each of them begins with.
const MARKS_BEGIN: [char; 2] = ['<', '['];
/// What a mark becomes: a speaker that no page for people has.
const SPEAKER: &str = " chat template: ";

fn without_marks(line: &str) -> String {
    let mut text = line.to_owned();
    if !line.contains(MARKS_BEGIN) {
        return text;
    }
    for mark in TEMPLATE_MARKS {
        while let Some(at) = find_ignoring_case(&text, mark) {
            // A mark is itself a sign that an order follows.
            text.replace_range(at..at + mark.len(), SPEAKER);
        }
    }
    text
}

#[cfg(test)]
mod tests;
