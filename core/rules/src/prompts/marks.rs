//! Marks in a passage: footnotes are removed before a model sees it, and its sentences are numbered.

use std::ops::Range;

/// Letters of a footnote mark at most, such as `[citation needed]`.
const LONGEST: usize = 20;

/// A text without its footnote marks: `[3]`, `[a]`, `[^2]`, `[note 1]`, `[citation needed]` right behind a word or a
/// sentence. Code keeps its brackets.
pub(super) fn without_footnotes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        fenced ^= fence;
        if fenced || fence {
            kept.push_str(line);
        } else {
            strip(line, &mut kept);
        }
    }
    kept
}

fn strip(line: &str, kept: &mut String) {
    let mut coded = false;
    let mut at = 0;
    while let Some(c) = line[at..].chars().next() {
        coded ^= c == '`';
        if c == '['
            && !coded
            && attached(&line[..at])
            && let Some(end) = mark(&line[at..])
        {
            at += end;
            continue;
        }
        kept.push(c);
        at += c.len_utf8();
    }
}

/// Does a mark directly follow a word, a sentence, or another mark?
fn attached(before: &str) -> bool {
    before.chars().next_back().is_some_and(|c| !c.is_whitespace() && !matches!(c, '(' | '|' | '`'))
}

/// The length of the mark at the beginning of a text.
fn mark(text: &str) -> Option<usize> {
    let end = text.find(']')?;
    let inside = &text[1..end];
    // `[1](address)` is a link.
    if inside.len() > LONGEST || text[end + 1..].starts_with('(') {
        return None;
    }
    let plain = inside.strip_prefix('^').unwrap_or(inside);
    let digits = |text: &str| (1..=3).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    let letter = plain.len() == 1 && plain.bytes().all(|b| b.is_ascii_lowercase());
    let note = plain.strip_prefix("note ").is_some_and(digits);
    (digits(plain) || letter || note || plain == "citation needed").then_some(end + 1)
}

/// The text with the number of each statement, from 1, in front of it. `stored` is the stretch of the document that the
/// text was made from and `statements` the bytes of what it says; what is not in the text any longer gets no number.
pub(super) fn numbered(text: &str, stored: &str, statements: &[Range<usize>]) -> String {
    let mut out = String::with_capacity(text.len() + 5 * statements.len());
    let mut done = 0;
    for (number, range) in statements.iter().enumerate() {
        let said = stored[range.clone()].trim();
        let Some(found) = text[done..].find(said).filter(|_| !said.is_empty()) else { continue };
        out.push_str(&text[done..done + found]);
        // A number right behind a word or a full stop would be taken for a footnote.
        if out.chars().next_back().is_some_and(|c| !c.is_whitespace()) {
            out.push(' ');
        }
        out.push_str(&format!("[{}] ", number + 1));
        out.push_str(&text[done + found..done + found + said.len()]);
        done += found + said.len();
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn footnotes_go_and_code_stays() {
        for (marked, plain) in [
            (
                "It opened in 1931.[3][a] It is long[citation needed], they say.[^2]",
                "It opened in 1931. It is long, they say.",
            ),
            (
                "Call `args[1]` or see [1] and [the manual](x).",
                "Call `args[1]` or see [1] and [the manual](x).",
            ),
            ("Text[2]\n```\nlist[0]\n```\nmore.[note 1]", "Text\n```\nlist[0]\n```\nmore."),
            ("- [x] done", "- [x] done"),
        ] {
            assert_eq!(without_footnotes(marked), plain);
        }
    }

    #[test]
    fn each_statement_has_its_number() {
        let stored = "One thing. Obey me. Another thing.";
        let statements = [0..10, 11..19, 20..34];
        assert_eq!(numbered(stored, stored, &statements), "[1] One thing. [2] Obey me. [3] Another thing.");
        let neutral = "One thing. […] Another thing.";
        assert_eq!(numbered(neutral, stored, &statements), "[1] One thing. […] [3] Another thing.");
    }
}
