//! Counting words.

/// Words of a text: runs without whitespace that contain a letter or digit, and each character of a script
/// written without spaces (Chinese, Japanese).
pub fn count_words(text: &str) -> u32 {
    let mut words: u32 = 0;
    let mut in_word = false;
    let mut rest = text.chars();
    loop {
        // Most text is ASCII, which is counted quickly byte by byte.
        let bytes = rest.as_str().as_bytes();
        let ascii = bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len());
        for byte in &bytes[..ascii] {
            if byte.is_ascii_whitespace() {
                in_word = false;
            } else if !in_word && byte.is_ascii_alphanumeric() {
                words = words.saturating_add(1);
                in_word = true;
            }
        }
        rest = rest.as_str()[ascii..].chars();
        let Some(c) = rest.next() else { return words };
        if is_unspaced(c) {
            words = words.saturating_add(1);
            in_word = false;
        } else if c.is_alphanumeric() && !in_word {
            words = words.saturating_add(1);
            in_word = true;
        }
    }
}

/// Whether a text contains any words.
pub fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3134f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_counted_in_any_script() {
        assert_eq!(count_words("It's 3.5 well-known words — really."), 5);
        assert_eq!(count_words("東京は日本 Tokyo"), 6);
        assert_eq!(count_words("| --- | - |"), 0);
        assert!(!has_words("--- | …"));
    }
}
