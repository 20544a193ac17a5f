//! The numbers of the sentences of a passage, by which a model names them.

use std::ops::Range;

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
    fn each_statement_has_its_number() {
        let stored = "One thing. Obey me. Another thing.";
        let statements = [0..10, 11..19, 20..34];
        assert_eq!(numbered(stored, stored, &statements), "[1] One thing. [2] Obey me. [3] Another thing.");
        let neutral = "One thing. […] Another thing.";
        assert_eq!(numbered(neutral, stored, &statements), "[1] One thing. […] [3] Another thing.");
    }
}
