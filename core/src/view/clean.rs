//! Removes everything from a text that could affect the program showing it, or hide or reorder what it says.

/// The text without control characters, escape sequences, and invisible or direction-changing characters.
/// Line breaks and tabs become spaces.
pub fn clean(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        match character {
            '\u{1b}' => rest = after_escape(rest),
            '\u{9b}' => rest = after_control_sequence(rest),
            '\u{90}' | '\u{98}' | '\u{9d}' | '\u{9e}' | '\u{9f}' => rest = after_string(rest),
            '\n' | '\r' | '\t' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => kept.push(' '),
            other if other.is_control() || is_invisible(other) => {}
            other => kept.push(other),
        }
    }
    kept
}

/// Characters that change the direction of text, or are invisible. Zero-width joiners are kept: Persian, Hindi,
/// and many emoji need them.
fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{ad}'
            | '\u{61c}'
            | '\u{180e}'
            | '\u{200b}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// The rest of the text after an ECMA-48 escape sequence whose ESC has been read.
fn after_escape(rest: &str) -> &str {
    match rest.chars().next() {
        Some('[') => after_control_sequence(&rest[1..]),
        Some(']' | 'P' | 'X' | '^' | '_') => after_string(&rest[1..]),
        Some(' '..='/') => {
            let inner = rest.trim_start_matches(|c| (' '..='/').contains(&c));
            inner.strip_prefix(|c| ('0'..='~').contains(&c)).unwrap_or(inner)
        }
        Some('0'..='~') => &rest[1..],
        Some(_) | None => rest,
    }
}

/// The rest after the parameters and the final byte of a control sequence. One without a final byte only loses
/// its introducer, so that it can't swallow the words that follow.
fn after_control_sequence(rest: &str) -> &str {
    let body = rest.trim_start_matches(|c| (' '..='?').contains(&c));
    body.strip_prefix(|c| ('@'..='~').contains(&c)).unwrap_or(rest)
}

/// The rest after the terminator of a string such as a window title or a hyperlink. An unterminated one only
/// loses its introducer.
fn after_string(rest: &str) -> &str {
    let end = rest.find(['\u{7}', '\u{9c}', '\u{1b}']);
    match end.map(|at| rest.split_at(at)) {
        Some((_, tail)) => {
            tail.strip_prefix("\u{1b}\\").or_else(|| tail.strip_prefix(['\u{7}', '\u{9c}'])).unwrap_or(rest)
        }
        None => rest,
    }
}
