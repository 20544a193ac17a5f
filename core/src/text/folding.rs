//! Normalizes texts for comparison: removes case, Latin accents, and typographic variants.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Folds a text to lower case, without Latin accents, with plain quotes and dashes and single spaces. For
/// comparing texts, never for showing them.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    // No step crosses white space, and most words are plain ASCII.
    for word in text.split_inclusive(char::is_whitespace) {
        if word.is_ascii() {
            fold_plain(word, &mut folded);
        } else {
            fold_any(word, &mut folded);
        }
    }
    if folded.starts_with(' ') || folded.ends_with(' ') { folded.trim().to_owned() } else { folded }
}

fn fold_any(text: &str, folded: &mut String) {
    for c in without_accents(&text.nfkc().collect::<String>().to_lowercase()).chars() {
        match c {
            '‘' | '’' | '‚' | '`' | '´' => folded.push('\''),
            '“' | '”' | '„' | '«' | '»' => folded.push('"'),
            '‐' | '‑' | '‒' | '–' | '—' | '−' => folded.push('-'),
            c if c.is_whitespace() => space(folded),
            c => folded.push(c),
        }
    }
}

/// Like [`fold`] for ASCII, which has little to fold.
fn fold_plain(text: &str, folded: &mut String) {
    for byte in text.bytes() {
        match char::from(byte) {
            '`' => folded.push('\''),
            c if c.is_whitespace() => space(folded),
            c => folded.push(c.to_ascii_lowercase()),
        }
    }
}

fn space(folded: &mut String) {
    if folded.as_bytes().last() != Some(&b' ') {
        folded.push(' ');
    }
}

/// Removes accents from Latin letters. Other scripts keep their marks, which distinguish letters.
pub fn without_accents(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let mut bare = String::with_capacity(text.len());
    let mut latin = false;
    for c in text.nfd() {
        if is_combining_mark(c) {
            if !latin {
                bare.push(c);
            }
            continue;
        }
        latin = is_latin(c);
        match c {
            'ß' => bare.push_str("ss"),
            'æ' => bare.push_str("ae"),
            'œ' => bare.push_str("oe"),
            'ø' => bare.push('o'),
            'ł' => bare.push('l'),
            'đ' | 'ð' => bare.push('d'),
            c => bare.push(c),
        }
    }
    bare.nfc().collect()
}

fn is_latin(c: char) -> bool {
    matches!(u32::from(c), 0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn plain_texts_fold_as_any_others(text in "[ -~\\t\\n]{0,40}") {
            // An accented letter at the end forces the slow path.
            let long = fold(&format!("{text}x\u{e9}"));
            prop_assert_eq!(fold(&format!("{text}xe")), long);
        }

        #[test]
        fn words_fold_by_themselves_as_they_do_together(text in "([a-zA-Z`]|[ \t\n\u{a0}\u{2003}]|[\u{300}\u{308}\u{345}]|[éÅßΣσςİıﬁ¨´“’–½Ⅳ한가가]){0,30}") {
            let mut together = String::new();
            fold_any(&text, &mut together);
            prop_assert_eq!(fold(&text), together.trim());
        }
    }
}
