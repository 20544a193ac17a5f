//! Marks around the words of a page: footnotes, list markers, and headings. They are of no use where a sentence
//! stands alone.

use super::{is_fence, one_line};
use gorkd_core::text::blocks::blocks;
use gorkd_core::text::code_spans;

/// Maximum letters of a footnote mark, such as `[citation needed]`.
const LONGEST: usize = 20;

/// Removes footnote marks: `[3]`, `[a]`, `[^2]`, `[note 1]`, `[citation needed]` directly after a word or a
/// sentence. Code keeps its brackets.
pub fn without_footnotes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut fenced = false;
    for line in text.split_inclusive('\n') {
        let fence = is_fence(line);
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

/// Whether a mark directly follows a word, a sentence, or another mark.
fn attached(before: &str) -> bool {
    before.chars().next_back().is_some_and(|c| !c.is_whitespace() && !matches!(c, '(' | '|' | '`'))
}

/// The byte length of the mark at the start of a text.
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

/// Removes the numbers of footnotes that a space sets apart from the sentence before them ("It is so. [1] Then …"). At the
/// start of a statement, that sentence is the one before it (`goes_on`); what begins a line is an entry of a list of notes.
pub fn without_notes(statement: &str, goes_on: bool) -> String {
    let mut kept = String::with_capacity(statement.len());
    let mut at = 0;
    let code = code_spans(statement);
    for (found, _) in statement.match_indices('[') {
        let before = &statement[..found];
        let ended = before.ends_with(' ') && before.trim_end().ends_with(['.', '!', '?', '。']);
        let set_apart = if before.is_empty() { goes_on } else { ended };
        let Some(end) = mark(&statement[found..]).map(|length| found + length) else { continue };
        let number = statement[found + 1..end - 1].bytes().all(|byte| byte.is_ascii_digit());
        let behind = &statement[end..];
        let alone = behind.is_empty() || behind.starts_with(' ');
        if set_apart && number && alone && !code.iter().any(|code| code.contains(&found)) {
            kept.push_str(statement[at..found].trim_end());
            at = if kept.is_empty() { end + usize::from(!behind.is_empty()) } else { end };
        }
    }
    kept.push_str(&statement[at..]);
    kept
}

/// What a quote says, on one line, without footnote marks, list markers, and headings.
pub fn said_in(quote: &str) -> String {
    let blocks = blocks(quote, &[]);
    let said: Vec<&str> =
        blocks.iter().flat_map(|block| &block.statements).map(|range| &quote[range.clone()]).collect();
    let words = if said.is_empty() { quote.trim_start_matches('#').to_owned() } else { said.join(" ") };
    one_line(&without_footnotes(&words))
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
    fn numbers_of_notes_go_where_a_space_sets_them_apart() {
        for (statement, goes_on, kept) in [
            ("[1] Here are most of them.", true, "Here are most of them."),
            ("[1] A list of notes.", false, "[1] A list of notes."),
            ("It is so. [1]", false, "It is so."),
            ("It is so. [2] Then it ends.", false, "It is so. Then it ends."),
            (
                "Call `f. [1] x`, see [1] and [the manual].",
                true,
                "Call `f. [1] x`, see [1] and [the manual].",
            ),
        ] {
            assert_eq!(without_notes(statement, goes_on), kept);
        }
    }

    #[test]
    fn a_quote_alone_has_no_marks() {
        for (quote, said) in [
            ("It is 330 metres high.[3]", "It is 330 metres high."),
            ("- It is open[a]\n- It is free", "It is open It is free"),
            ("## Height\n\nIt is 330 metres\nhigh.", "It is 330 metres high."),
            ("## Height", "Height"),
            ("-5 degrees and *never* more", "-5 degrees and *never* more"),
        ] {
            assert_eq!(said_in(quote), said);
        }
    }
}
