//! Code in running text: where it is, and a text on one line that keeps its code as it is written.

use std::ops::Range;

/// Backticks that fence a block.
const FENCE: usize = 3;

/// Bytes of the code in a text, in order, with its backticks: code spans, and blocks fenced by backticks. Backticks
/// without a partner of the same length are none.
pub fn code_spans(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(open) = text[at..].find('`').map(|offset| at + offset) {
        let inside = open + ticks(&text[open..]);
        at = match closed(text, inside, inside - open) {
            Some(end) => {
                found.push(open..end);
                end
            }
            None => inside,
        };
    }
    found
}

/// A text on one line, with its code as it is written: spaces in code spans stay, and a fenced block keeps its lines.
pub fn flowing(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    let mut at = 0;
    for code in code_spans(text) {
        flow(&text[at..code.start], &mut line);
        let written = &text[code.clone()];
        if is_block(text, &code) {
            line.truncate(line.trim_end().len());
            if !line.is_empty() {
                line.push('\n');
            }
            line.push_str(written);
            line.push('\n');
        } else {
            // In a code span, the end of a line is a space.
            line.push_str(&written.replace("\r\n", " ").replace(['\n', '\r'], " "));
        }
        at = code.end;
    }
    flow(&text[at..], &mut line);
    line.truncate(line.trim_end().len());
    line
}

/// Does a text that [`flowing`] made end with a fenced block?
pub fn ends_with_block(text: &str) -> bool {
    code_spans(text).last().is_some_and(|code| code.end == text.len() && is_block(text, code))
}

/// Appends words with single spaces between them, and one before and after them where they have any.
fn flow(words: &str, line: &mut String) {
    let apart = |line: &String| !line.is_empty() && !line.ends_with([' ', '\n']);
    if words.starts_with(char::is_whitespace) && apart(line) {
        line.push(' ');
    }
    for word in words.split_whitespace() {
        line.push_str(word);
        line.push(' ');
    }
    let ends = words.trim().is_empty() || words.ends_with(char::is_whitespace);
    if !ends {
        line.pop();
    }
}

/// Is this code a block: several lines, with both fences alone at the start of a line?
fn is_block(text: &str, code: &Range<usize>) -> bool {
    let written = &text[code.clone()];
    let alone = |before: &str| before.rsplit('\n').next().is_none_or(|start| start.trim().is_empty());
    let inside = written.trim_end_matches('`');
    ticks(written) >= FENCE && inside.contains('\n') && alone(&text[..code.start]) && alone(inside)
}

/// Where code ends that begins after so many backticks.
fn closed(text: &str, from: usize, count: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text[at..].find('`').map(|offset| at + offset) {
        let run = ticks(&text[found..]);
        at = found + run;
        if run == count {
            return Some(at);
        }
    }
    None
}

fn ticks(text: &str) -> usize {
    text.bytes().take_while(|byte| *byte == b'`').count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_flow_and_code_stays_as_it_is_written() {
        for (text, line) in [
            ("  It  is\n open. ", "It is open."),
            ("Turn `'    hello'`  into\n`'hello'` .", "Turn `'    hello'` into `'hello'` ."),
            ("A span `of two\n  lines`, here", "A span `of two   lines`, here"),
            ("A stray `  mark   here", "A stray ` mark here"),
            ("``a `  b`` and  (`c  d`)", "``a `  b`` and (`c  d`)"),
            (
                "Run  this:\n\n```sh\nif x:\n    y\n```\n\nThen  stop.",
                "Run this:\n```sh\nif x:\n    y\n```\nThen stop.",
            ),
            ("```\na  b\n```", "```\na  b\n```"),
            ("Run ```a  b``` now", "Run ```a  b``` now"),
            ("Run ``` a\nb ``` now", "Run ``` a b ``` now"),
            ("", ""),
        ] {
            assert_eq!(flowing(text), line, "{text:?}");
        }
    }

    #[test]
    fn a_block_at_the_end_is_told_from_a_span() {
        assert!(ends_with_block("Run:\n```\nmake\n```"));
        assert!(!ends_with_block("Run `make`") && !ends_with_block("Run ```make```"));
        assert!(!ends_with_block("```\nmake\n```\nThen stop.") && !ends_with_block(""));
    }

    proptest! {
        #[test]
        fn nothing_but_spaces_changes(text in "[a `\n]{0,40}") {
            let line = flowing(&text);
            let bare = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(bare(&line), bare(&text));
            prop_assert_eq!(flowing(&line), line);
        }

        #[test]
        fn spans_are_in_order_and_have_their_marks(text in "[aé `\n]{0,40}") {
            let mut last = 0;
            for code in code_spans(&text) {
                prop_assert!(code.start >= last && text[code.clone()].starts_with('`'));
                prop_assert!(text[code.clone()].ends_with('`'));
                last = code.end;
            }
        }
    }
}
