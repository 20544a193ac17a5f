//! What a model wrote, in pieces: paragraphs, and the sentences of a line. Code stays in one piece.

use crate::text::sentences::sentences;
use gorkd_core::text::code_spans;
use std::ops::Range;

/// The paragraphs of a text. Empty lines in code part nothing.
pub fn paragraphs(text: &str) -> Vec<&str> {
    let code = code_spans(text);
    let mut found = Vec::new();
    let mut start = 0;
    for (at, gap) in text.match_indices("\n\n") {
        if at >= start && !code.iter().any(|code| code.start < at && at < code.end) {
            found.push(&text[start..at]);
            start = at + gap.len();
        }
    }
    found.push(&text[start..]);
    found
}

/// The sentences of a line, with whatever code they contain.
pub fn sentences_of(line: &str) -> Vec<Range<usize>> {
    let code = code_spans(line);
    let mut found: Vec<Range<usize>> = Vec::new();
    for sentence in sentences(line, 0..line.len()) {
        // Full stops in long code, and in code that is all there is, end no sentence.
        let inside = code.iter().find(|code| code.start < sentence.start && sentence.start < code.end);
        match found.last_mut().filter(|_| inside.is_some()) {
            Some(last) => last.end = sentence.end,
            None => found.push(sentence),
        }
    }
    // A sentence that begins or ends within code has all of it.
    for sentence in &mut found {
        for code in &code {
            if code.start < sentence.end && sentence.start < code.end {
                *sentence = sentence.start.min(code.start)..sentence.end.max(code.end);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parted(line: &str) -> Vec<&str> {
        sentences_of(line).into_iter().map(|range| &line[range]).collect()
    }

    #[test]
    fn code_of_any_length_stays_in_one_sentence() {
        let long = format!("Run `{}` first. Then stop.", "a. B ".repeat(120));
        assert_eq!(parted(&long).len(), 2);
        assert_eq!(parted(&long)[1], "Then stop.");
        let block = format!("Run this:\n```\n{}```\nThen stop. It ends.", "say. More\n".repeat(60));
        let found = parted(&block);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].ends_with("```\nThen stop.") && found[1] == "It ends.");
        assert_eq!(parted("It is `x. Y`. It ends."), ["It is `x. Y`.", "It ends."]);
        let alone = "```\nmake all. Then\nmake install\n```";
        assert_eq!(parted(alone), [alone]);
        assert_eq!(parted("A stray ` mark. It ends."), ["A stray ` mark.", "It ends."]);
    }

    #[test]
    fn code_with_an_empty_line_is_one_paragraph() {
        assert_eq!(
            paragraphs("One.\n\nTwo:\n```\na\n\nb\n```\n\nThree."),
            ["One.", "Two:\n```\na\n\nb\n```", "Three."]
        );
        assert_eq!(paragraphs("One."), ["One."]);
    }
}
