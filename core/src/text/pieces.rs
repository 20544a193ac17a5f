//! Cuts and splits texts at the best positions. The caller measures lengths: platforms count characters, UTF-16
//! units, or bytes.

use unicode_segmentation::UnicodeSegmentation;

/// Number of characters as people see them.
pub fn graphemes(text: &str) -> usize {
    text.graphemes(true).count()
}

/// The text if its `length` is at most `most`, or else its start followed by `…`. Cut between words if one ends
/// in the second half, and never inside a visible character.
pub fn cut(text: &str, most: usize, length: impl Fn(&str) -> usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let room = most.saturating_sub(length("…"));
    let end = longest(text, room, &length);
    let kept = &text[..end];
    let words = kept.trim_end().rfind(char::is_whitespace).filter(|at| *at * 2 > end);
    let kept = words.map_or(kept, |at| &kept[..at]).trim_end();
    if most < length("…") { String::new() } else { format!("{kept}…") }
}

/// Splits a text into pieces of at most `most`: at blank lines if possible, else at line ends, sentence ends,
/// between words, or between characters. Nothing but the white space at the cuts is lost.
pub fn pieces(text: &str, most: usize, length: impl Fn(&str) -> usize) -> Vec<String> {
    let (mut rest, mut pieces) = (text.trim(), Vec::new());
    while !rest.is_empty() {
        if length(rest) <= most {
            pieces.push(rest.to_owned());
            break;
        }
        let end = longest(rest, most, &length).max(rest.chars().next().map_or(0, char::len_utf8));
        let window = &rest[..end];
        let at = ["\n\n", "\n", ". ", "。", " "]
            .iter()
            .find_map(|mark| window.rfind(mark).map(|at| at + mark.len()).filter(|at| *at * 3 > end))
            .unwrap_or(end);
        let (piece, after) = rest.split_at(at);
        if !piece.trim().is_empty() {
            pieces.push(piece.trim_end().to_owned());
        }
        rest = after.trim_start();
    }
    pieces
}

/// The byte length of the longest prefix of whole visible characters with a length of at most `most`.
fn longest(text: &str, most: usize, length: &impl Fn(&str) -> usize) -> usize {
    let (mut end, mut used) = (0, 0);
    for grapheme in text.graphemes(true) {
        used += length(grapheme);
        if used > most {
            break;
        }
        end += grapheme.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chars(text: &str) -> usize {
        text.chars().count()
    }

    #[test]
    fn a_cut_keeps_whole_words_and_whole_characters() {
        assert_eq!(cut("short", 10, chars), "short");
        assert_eq!(cut("one two three four", 12, chars), "one two…");
        assert_eq!(cut("👩‍👩‍👧👩‍👩‍👧", 6, chars), "👩‍👩‍👧…");
        assert_eq!(cut("abc", 0, chars), "");
    }

    #[test]
    fn pieces_hold_everything_and_none_is_too_long() {
        let text = "First paragraph here.\n\nSecond one. It has two sentences.\nAnd a line. 東京は大きい。とても大きい。";
        for most in 1..80 {
            let pieces = pieces(text, most, chars);
            assert!(pieces.iter().all(|piece| chars(piece) <= most), "{most}: {pieces:?}");
            let bare = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(bare(&pieces.concat()), bare(text), "{most}");
        }
        assert_eq!(pieces(text, 40, chars)[0], "First paragraph here.");
    }
}
