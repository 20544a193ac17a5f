//! Breaks text into lines by display width, for every script.
//!
//! Lines break at spaces, and between wide characters (Chinese, Japanese, Korean) where punctuation allows.
//! Addresses are never broken, so that they stay clickable, nor is code, so that it can be copied; citation markers stay
//! with the preceding word.

use super::Style;
use gorkd_core::text::code_spans;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// A run of text in one style.
pub type Span = (String, Style);

/// Lines of at most `width` columns, unless a word is longer.
pub fn wrap(spans: &[Span], width: usize) -> Vec<Vec<Span>> {
    let width = width.max(8);
    let mut lines: Vec<Vec<Span>> = Vec::new();
    let mut line: Vec<Span> = Vec::new();
    let mut used = 0;
    for word in words(spans) {
        let space = usize::from(word.spaced && used > 0);
        if used > 0 && used + space + word.width > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 && space > 0 {
            push(&mut line, " ", word.parts.first().map_or(Style::Plain, |(_, style)| *style));
            used += 1;
        }
        if word.width > width && !word.is_address && !word.has_code {
            for (piece, style) in &word.parts {
                for letter in piece.graphemes(true) {
                    if used > 0 && used + letter.width() > width {
                        lines.push(std::mem::take(&mut line));
                        used = 0;
                    }
                    push(&mut line, letter, *style);
                    used += letter.width();
                }
            }
            continue;
        }
        for (piece, style) in &word.parts {
            push(&mut line, piece, *style);
        }
        used += word.width;
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts text to `width` columns, with an ellipsis if anything was cut.
pub fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut kept = String::new();
    let mut used = 0;
    for letter in text.graphemes(true) {
        if used + letter.width() + 1 > width {
            break;
        }
        kept.push_str(letter);
        used += letter.width();
    }
    kept.truncate(kept.trim_end().len());
    kept.push('…');
    kept
}

/// Columns of code that is kept in one piece.
const MOST_CODE: usize = 200;

/// An unbreakable unit, and whether a space precedes it.
struct Word {
    parts: Vec<Span>,
    width: usize,
    spaced: bool,
    is_address: bool,
    has_code: bool,
}

impl Word {
    fn empty(spaced: bool) -> Self {
        Self { parts: Vec::new(), width: 0, spaced, is_address: false, has_code: false }
    }

    fn text(&self) -> String {
        self.parts.iter().map(|(text, _)| text.as_str()).collect()
    }
}

fn words(spans: &[Span]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut word = Word::empty(false);
    let mut before: Option<&str> = None;
    let all: String = spans.iter().map(|(text, _)| text.as_str()).collect();
    // Longer than this, it is hardly code: backticks are also quotation marks.
    let mut code =
        code_spans(&all).into_iter().filter(|code| all[code.clone()].width() <= MOST_CODE).peekable();
    let mut at = 0;
    for (text, style) in spans {
        for letter in text.graphemes(true) {
            while code.next_if(|code| code.end <= at).is_some() {}
            let in_code = code.peek().is_some_and(|code| code.start <= at);
            at += letter.len();
            if in_code {
                word.has_code = true;
                push(&mut word.parts, letter, *style);
                word.width += letter.width();
                before = None;
                continue;
            }
            if letter.chars().all(char::is_whitespace) {
                finish(&mut words, std::mem::replace(&mut word, Word::empty(true)));
                before = None;
                continue;
            }
            if before.is_some_and(|before| may_part(before, letter)) {
                finish(&mut words, std::mem::replace(&mut word, Word::empty(false)));
            }
            push(&mut word.parts, letter, *style);
            word.width += letter.width();
            before = Some(letter);
        }
    }
    finish(&mut words, word);
    words
}

fn finish(words: &mut Vec<Word>, mut word: Word) {
    if word.parts.is_empty() {
        return;
    }
    let text = word.text();
    word.is_address = ["http://", "https://", "file://"].iter().any(|scheme| text.contains(scheme));
    match words.last_mut() {
        Some(last) if is_marker(&text) && !last.is_address && last.width + word.width < 40 => {
            if word.spaced {
                push(&mut last.parts, " ", Style::Plain);
                last.width += 1;
            }
            last.width += word.width;
            word.parts.into_iter().for_each(|(text, style)| push(&mut last.parts, &text, style));
        }
        Some(_) | None => words.push(word),
    }
}

/// `[1]` or `[2][3]`, with or without a period.
fn is_marker(text: &str) -> bool {
    text.starts_with('[') && text.chars().all(|c| c.is_ascii_digit() || "[].,;".contains(c))
}

/// Whether a line may break between these two without a space. Closing marks stay with what precedes them,
/// opening marks with what follows.
fn may_part(before: &str, after: &str) -> bool {
    const CLOSING: &str =
        "、。，．・：；？！）］｝〕〉》」』】〙〗’”ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ%,.:;!?)]}";
    const OPENING: &str = "（［｛〔〈《「『【〘〖‘“([{";
    let wide = |letter: &str| letter.width() == 2 && letter.chars().all(|c| !c.is_ascii());
    let stuck = CLOSING.contains(after) || OPENING.contains(before) || after.starts_with('[');
    (wide(before) || wide(after)) && !stuck
}

fn push(spans: &mut Vec<Span>, text: &str, style: Style) {
    match spans.last_mut() {
        Some((last, same)) if *same == style => last.push_str(text),
        Some(_) | None => spans.push((text.to_owned(), style)),
    }
}
