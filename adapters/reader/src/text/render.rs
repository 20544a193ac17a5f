//! Renders blocks as normalized, light Markdown.
//!
//! | block | form |
//! | --- | --- |
//! | heading, item, table, code | `# …`, `- …` or `1. …`, rows between bars, a fence with the language behind it |
//! | what belongs to an item | indented two spaces more than the item, after a blank line |
//! | definition | each term as `**term**` on its own line, with the definition indented by two spaces below |

use super::{Block, normalise, one_line};
use gorkd_core::model::Span;

/// Deeper nesting is rendered at this depth.
const MAX_DEPTH: usize = 8;
/// In bytes. Nobody writes a longer line without a break, so it is split at sentence ends.
const LONGEST_LINE: usize = 20_000;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rendered {
    pub text: String,
    /// Ranges of the text that are navigation, in code points; sorted and disjoint.
    pub navigation: Vec<Span>,
    /// The text was cut before the last block.
    pub cut: bool,
}

/// Renders blocks, stopping at a block boundary before the text exceeds `max_text` bytes.
pub fn render(blocks: &[Block], max_text: usize) -> Rendered {
    let mut writer = Writer { max_text, ..Writer::default() };
    writer.blocks(blocks, 0);
    Rendered { text: writer.out, navigation: writer.navigation, cut: writer.cut }
}

/// How a piece of text relates to the next one.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Piece {
    #[default]
    Other,
    Item,
    /// The next piece follows directly below.
    Term,
}

#[derive(Default)]
struct Writer {
    out: String,
    max_text: usize,
    last: Piece,
    cut: bool,
    /// Number of open navigation blocks.
    in_navigation: usize,
    navigation: Vec<Span>,
    /// The previous piece was navigation too.
    after_navigation: bool,
    /// Code points in the first `counted` bytes.
    points: usize,
    counted: usize,
}

impl Writer {
    /// `indent` is in steps of two spaces.
    fn blocks(&mut self, blocks: &[Block], indent: usize) {
        for block in blocks {
            self.block(block, indent);
        }
    }

    fn block(&mut self, block: &Block, indent: usize) {
        match block {
            Block::Heading(level, text) => {
                let marks = &"######"[..usize::from((*level).clamp(1, 6))];
                self.line(Piece::Other, indent, &one_line(text), |text, out| {
                    *out += &format!("{marks} {text}");
                });
            }
            Block::Paragraph(text) => self.paragraph(text, indent),
            Block::Item { depth, number, text } => {
                let mark = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
                let text = one_line(text);
                for part in parts(&text) {
                    self.line(Piece::Item, indent + depth, part, |text, out| {
                        out.push_str(&mark);
                        out.push_str(text);
                    });
                }
            }
            Block::Continuation { depth, blocks } => self.blocks(blocks, indent + depth + 1),
            Block::Code { language, text } => {
                self.lines(Piece::Other, indent, &fenced(language.as_deref(), &normalise(text)));
            }
            Block::Table(rows) => self.lines(Piece::Other, indent, &table(rows)),
            Block::Definition { terms, body } => {
                for term in terms {
                    self.line(Piece::Term, indent, &one_line(term), |text, out| {
                        *out += &format!("**{text}**");
                    });
                }
                self.blocks(body, indent + 1);
                self.last = if self.last == Piece::Term { Piece::Other } else { self.last };
            }
            Block::Navigation(blocks) => {
                self.in_navigation += 1;
                self.blocks(blocks, indent);
                self.in_navigation -= 1;
            }
        }
    }

    /// The lines of a paragraph, with whitespace collapsed. Blank lines are dropped: they would end the
    /// paragraph.
    fn paragraph(&mut self, text: &str, indent: usize) {
        let text = normalise(text);
        let lines: Vec<String> = text.split('\n').map(collapsed).filter(|line| !line.is_empty()).collect();
        if lines.iter().all(|line| line.len() <= LONGEST_LINE) {
            self.lines(Piece::Other, indent, &lines.join("\n"));
            return;
        }
        for part in lines.iter().flat_map(|line| parts(line)) {
            self.lines(Piece::Other, indent, part);
        }
    }

    fn line(&mut self, piece: Piece, indent: usize, text: &str, write: impl Fn(&str, &mut String)) {
        if !text.is_empty() {
            let mut line = String::with_capacity(text.len() + 8);
            write(text, &mut line);
            self.lines(piece, indent, &line);
        }
    }

    /// Appends a piece whose lines are already normalized.
    fn lines(&mut self, piece: Piece, indent: usize, text: &str) {
        if text.is_empty() || self.cut {
            return;
        }
        let before = self.out.len();
        if before > 0 {
            let close = self.last == Piece::Term || self.last == Piece::Item && piece == Piece::Item;
            self.out.push_str(if close { "\n" } else { "\n\n" });
        }
        let start = self.out.len();
        let indent = "  ".repeat(indent.min(MAX_DEPTH));
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.out.push('\n');
            }
            if !line.is_empty() {
                self.out.push_str(&indent);
                self.out.push_str(line);
            }
        }
        if self.out.len() > self.max_text {
            // A piece that is too long by itself is cut rather than dropped.
            self.out.truncate(if before == 0 { end_of_word(&self.out, self.max_text) } else { before });
            self.cut = true;
            return;
        }
        self.last = piece;
        self.mark(start + indent.len());
    }

    /// Records the range from `start` to here if it is navigation.
    fn mark(&mut self, start: usize) {
        let is_navigation = self.in_navigation > 0;
        let joins = std::mem::replace(&mut self.after_navigation, is_navigation);
        if !is_navigation {
            return;
        }
        let start = self.point(start);
        let end = self.point(self.out.len());
        match self.navigation.last_mut() {
            Some(last) if joins => last.end = end,
            Some(_) | None => self.navigation.push(Span { start, end }),
        }
    }

    /// The number of code points before a byte. Calls must be in ascending order.
    fn point(&mut self, byte: usize) -> usize {
        self.points += self.out[self.counted..byte].chars().count();
        self.counted = byte;
        self.points
    }
}

fn collapsed(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for word in line.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Splits a long line at sentence ends where possible, otherwise between words.
fn parts(line: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = line;
    while rest.len() > LONGEST_LINE {
        let window = &rest[..rest.floor_char_boundary(LONGEST_LINE)];
        let sentence = window
            .char_indices()
            .rev()
            .take_while(|(at, _)| *at > LONGEST_LINE / 2)
            .find(|(at, c)| {
                let next = window[at + c.len_utf8()..].chars().next();
                matches!(c, '。' | '！' | '？') || matches!(c, '.' | '!' | '?') && next == Some(' ')
            })
            .map(|(at, c)| at + c.len_utf8());
        let end = sentence.unwrap_or_else(|| end_of_word(window, window.len()));
        parts.push(rest[..end].trim_end());
        rest = rest[end..].trim_start();
    }
    parts.push(rest);
    parts
}

/// The end of the last word within `longest` bytes, or a character boundary if there is no word.
fn end_of_word(text: &str, longest: usize) -> usize {
    let start = &text[..text.floor_char_boundary(longest)];
    match start.rfind([' ', '\n']) {
        Some(end) if end > 0 => start[..end].trim_end().len(),
        Some(_) | None => start.len(),
    }
}

fn fenced(language: Option<&str>, text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    // A fence must be longer than any run of backticks inside.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{}\n{text}\n{fence}", language.unwrap_or_default())
}

fn table(rows: &[Vec<String>]) -> String {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    if width == 0 {
        return out;
    }
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let padding = std::iter::repeat_n("", width - row.len());
        table_row(row.iter().map(String::as_str).chain(padding), &mut out);
        if index == 0 {
            out.push('\n');
            table_row(std::iter::repeat_n("---", width), &mut out);
        }
    }
    normalise(&out)
}

/// A table row: `| a | b |`, with bars inside cells escaped as `\|`.
fn table_row<'a>(cells: impl IntoIterator<Item = &'a str>, out: &mut String) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        for (index, word) in cell.split_whitespace().enumerate() {
            if index > 0 {
                out.push(' ');
            }
            if word.contains('|') {
                out.push_str(&word.replace('|', "\\|"));
            } else {
                out.push_str(word);
            }
        }
        out.push_str(" |");
    }
}

/// Whether this can follow a fence as a language name. Tools write various names for "none".
pub fn is_code_language(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '#' | '-' | '.' | '_');
    let none = ["default", "none", "plain", "plaintext", "text", "txt", "nohighlight"];
    (1..=20).contains(&name.len())
        && name.chars().all(fits)
        && !none.contains(&name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
#[path = "render_tests.rs"]
mod tests;
