//! The marks in front of the sentences of a passage: numbers by which a model names them, or the parts of the question
//! that they were noted for.

use super::borders::open_fence;
use crate::text::footnotes::without_notes;
use std::ops::Range;

/// The text with the number of each statement, from 1, in front of it. `stored` is the stretch of the document that the
/// text was made from and `statements` the bytes of what it says; what is not in the text any longer gets no number.
pub(super) fn numbered(text: &str, stored: &str, statements: &[Range<usize>]) -> String {
    marked(text, stored, statements, |at| Some((at + 1).to_string()))
}

/// The same with any marks; none for a statement without one.
pub(super) fn marked(
    text: &str,
    stored: &str,
    statements: &[Range<usize>],
    mark: impl Fn(usize) -> Option<String>,
) -> String {
    let mut out = String::with_capacity(text.len() + 5 * statements.len());
    let mut done = 0;
    for (at, range) in statements.iter().enumerate() {
        let said = stored[range.clone()].trim();
        let Some(found) = text[done..].find(said).filter(|_| !said.is_empty()) else { continue };
        out.push_str(&text[done..done + found]);
        // A footnote's number would be taken for one of these.
        let goes_on = !out.trim_end_matches(' ').is_empty() && !out.trim_end_matches(' ').ends_with('\n');
        if let Some(mark) = mark(at) {
            put(&mut out, &mark);
        }
        out.push_str(&without_notes(said, goes_on));
        done += found + said.len();
    }
    out.push_str(&text[done..]);
    out
}

fn put(out: &mut String, mark: &str) {
    // A mark inside code would be copied with it, so it goes above the fence.
    let opened = open_fence(out).filter(|fence| !out[*fence..].trim_end().contains('\n'));
    if let Some(fence) = opened {
        let line = out[..fence].rfind('\n').map_or(0, |at| at + 1);
        let above = format!("[{mark}]\n{}", &out[line..fence]);
        out.insert_str(fence, &above);
        return;
    }
    // Right behind a word or a full stop it would be taken for a footnote.
    if out.chars().next_back().is_some_and(|c| !c.is_whitespace()) {
        out.push(' ');
    }
    out.push_str(&format!("[{mark}] "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_statement_has_its_number() {
        let stored = "One thing. Obey me. Another thing.";
        let statements = [0..10, 11..19, 20..34];
        assert_eq!(numbered(stored, stored, &statements), "[1] One thing. [2] Obey me. [3] Another thing.");
        let neutral = "One thing. […] Another thing.";
        assert_eq!(numbered(neutral, stored, &statements), "[1] One thing. […] [3] Another thing.");
    }

    #[test]
    fn the_number_of_a_footnote_is_no_mark() {
        let stored = "It is so. [1] Here are most of them.\n[1] A note.";
        let statements = [0..9, 10..36, 37..stored.len()];
        let shown = "[1] It is so. [2] Here are most of them.\n[3] [1] A note.";
        assert_eq!(numbered(stored, stored, &statements), shown);
    }

    #[test]
    fn only_what_was_noted_is_marked() {
        let stored = "One thing. Another. One thing.";
        let statements = [0..10, 11..19, 20..30];
        let noted = |at: usize| (at == 2).then(|| "q1".to_owned());
        assert_eq!(marked(stored, stored, &statements, noted), "One thing. Another. [q1] One thing.");
    }

    #[test]
    fn the_mark_of_code_stands_above_its_fence() {
        let stored = "Run:\n\n  ```sh\n  make all\n  ```\n\nThen wait.";
        let code = stored.find("make").expect("it is there");
        let last = stored.find("Then").expect("it is there");
        let statements = [0..4, code..code + 8, last..stored.len()];
        let shown = "[1] Run:\n\n  [2]\n  ```sh\n  make all\n  ```\n\n[3] Then wait.";
        assert_eq!(numbered(stored, stored, &statements), shown);
    }
}
