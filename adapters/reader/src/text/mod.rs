//! The one form of every stored text, whatever its source: light Markdown in NFC, without invisible
//! characters.
//!
//! Quotes are slices of this text, so nothing may change it afterwards. The pool checks each text from a
//! child with [`is_normalised`].

mod blocks;
mod language;
mod lines;
mod links;
mod plain;
mod render;
mod words;

pub use blocks::{Block, on_one_line, set_in};
pub use language::{detect as detect_language, is_language_code};
pub use lines::{clip, one_line, push_collapsed};
pub use links::Words;
pub use plain::plain_text;
pub use render::{Rendered, is_code_language, render};
pub use words::{count_words, has_words};

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc, is_nfc_quick};

/// Brings a text into the form that [`is_normalised`] accepts.
pub fn normalise(text: &str) -> String {
    let cleaned = clean(text);
    let composed = match is_nfc_quick(cleaned.chars()) {
        IsNormalized::Yes => cleaned,
        IsNormalized::No | IsNormalized::Maybe => cleaned.nfc().collect(),
    };
    lay_out(&composed)
}

/// NFC; lines end in `\n` without trailing spaces; no two blank lines in a row, and none at either end; no
/// tabs, special spaces or invisible characters.
pub fn is_normalised(text: &str) -> bool {
    !text.contains("\n\n\n")
        && !text.contains(" \n")
        && !text.starts_with('\n')
        && !text.ends_with(['\n', ' '])
        // A fast path: most characters are plain ASCII.
        && text.chars().all(|c| matches!(c, '\n' | ' '..='~') || (!is_special_space(c) && !is_unseen(c)))
        && is_nfc(text)
}

fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // Most text is plain ASCII and is copied in runs.
    while let Some(at) = rest.bytes().position(|byte| !matches!(byte, b'\n' | b' '..=b'~')) {
        out.push_str(&rest[..at]);
        let mut chars = rest[at..].chars();
        if let Some(c) = chars.next() {
            clean_char(c, chars.as_str(), &mut out);
        }
        rest = chars.as_str();
    }
    out.push_str(rest);
    out
}

fn clean_char(c: char, after: &str, out: &mut String) {
    match c {
        '\t' => out.push_str("    "),
        '\r' if after.starts_with('\n') => {}
        '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => out.push('\n'),
        c if is_special_space(c) => out.push(' '),
        c if is_unseen(c) => {}
        c => out.push(c),
    }
}

fn lay_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut blank = 0;
    for line in text.split('\n').map(|line| line.trim_end_matches(' ')) {
        if line.is_empty() {
            blank += 1;
            continue;
        }
        if !out.is_empty() {
            out.push_str(if blank > 0 { "\n\n" } else { "\n" });
        }
        blank = 0;
        out.push_str(line);
    }
    out
}

/// Spaces other than U+0020.
fn is_special_space(c: char) -> bool {
    matches!(c, '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}')
}

/// Invisible characters that could hide words, reverse text or split words: controls, default-ignorable code
/// points, private use and noncharacters.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fdd0}'..='\u{fdef}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{10ffff}')
        || (c as u32 & 0xfffe) == 0xfffe
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn invisible_characters_go_and_spaces_become_plain() {
        let hidden = "a\u{200b}b\u{202e}c\u{e0041}\u{fe0f}d\u{ad}e\u{feff}";
        assert_eq!(normalise(hidden), "abcde");
        assert_eq!(normalise("1\u{a0}000\u{2009}m\tx"), "1 000 m    x");
        assert_eq!(normalise("a\r\nb\rc\u{2028}d \n\n\n\ne\n"), "a\nb\nc\nd\n\ne");
        assert_eq!(normalise("cafe\u{301}"), "café");
        assert_eq!(normalise("東京 ≠ 京都, 👍 naïve"), "東京 ≠ 京都, 👍 naïve");
    }

    proptest! {
        #[test]
        fn normalising_is_done_once_and_for_all(text in "\\PC*|[ -~\\n\\t\u{300}\u{a0}\u{200b}]*|(?s).*") {
            let once = normalise(&text);
            prop_assert!(is_normalised(&once), "{once:?}");
            prop_assert_eq!(normalise(&once), once);
        }
    }
}
