//! Cuts what a prompt has no room for where a reader would: behind a line, a row, an item, or a sentence.

use crate::text::is_fence;
use crate::text::sentences::sentences;
use std::borrow::Cow;

/// Says that something is missing.
const MORE: &str = "[…]";

/// A text of so many code points at most and the mark of what is missing. Code is left out, or cut behind a line of it
/// and closed.
pub(super) fn within(text: &str, most: usize) -> Cow<'_, str> {
    let room = most.saturating_sub(MARKS);
    let Some((limit, _)) = text.char_indices().nth(most).and_then(|_| text.char_indices().nth(room)) else {
        return Cow::Borrowed(text);
    };
    let head = &text[..limit];
    let line = head.rfind('\n').unwrap_or(0);
    if let Some(fence) = open_fence(head) {
        let before = text[..fence].trim_end();
        if before.len() > limit / 2 {
            return Cow::Owned(format!("{before}\n{MORE}"));
        }
        let mark = if text[fence..].starts_with("~~~") { "~~~" } else { "```" };
        let end = if line > fence { line } else { limit };
        return Cow::Owned(format!("{}\n{MORE}\n{mark}", text[..end].trim_end()));
    }
    let begin = if line == 0 { 0 } else { line + 1 };
    let until = text[begin..].find('\n').map_or(text.len(), |end| begin + end);
    let ends = sentences(text, begin..until).into_iter().map(|sentence| sentence.end);
    let sentence = ends.take_while(|end| *end <= limit).last().unwrap_or(0);
    let space = || head.rfind(char::is_whitespace).filter(|at| *at > limit / 2).unwrap_or(limit);
    let (end, apart) = match (sentence, line) {
        (sentence, _) if sentence > limit / 2 => (sentence, " "),
        (_, line) if line > limit / 2 => (line, "\n"),
        _ => (space(), " "),
    };
    Cow::Owned(format!("{}{apart}{MORE}", text[..end].trim_end()))
}

/// Code points of the mark, and of the fence that closes code.
const MARKS: usize = 8;

/// Where the code begins in which a text ends.
pub(super) fn open_fence(text: &str) -> Option<usize> {
    let (mut at, mut open) = (0, None);
    for line in text.split_inclusive('\n') {
        if is_fence(line) {
            open = if open.is_some() { None } else { Some(at + line.len() - line.trim_start().len()) };
        }
        at += line.len();
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_ends_with_a_whole_sentence_or_item() {
        let text = "It is long enough. It goes to sqlite3_malloc() for more.";
        assert_eq!(within(text, 100), text);
        assert_eq!(within(text, 40), "It is long enough. […]");
        let list = "These are the values:\n- critical bugs: 0 days\n- older than seven days: 2 days";
        assert_eq!(within(list, 70), "These are the values:\n- critical bugs: 0 days\n[…]");
    }

    #[test]
    fn code_is_cut_behind_a_line_and_closed() {
        let text = "Run:\n\n```\nmake all\nmake install\nmake clean\n```";
        assert_eq!(within(text, 45), "Run:\n\n```\nmake all\nmake install\n[…]\n```");
        let late = "This takes a while on most machines:\n\n```\nmake all install\n```";
        assert_eq!(within(late, 58), "This takes a while on most machines:\n[…]");
    }

    proptest! {
        #[test]
        fn nothing_is_longer_than_asked(text in "(\\PC{0,30}(\n|\\. |```\n)){0,9}", most in 20usize..200) {
            prop_assert!(within(&text, most).chars().count() <= most);
        }
    }
}
