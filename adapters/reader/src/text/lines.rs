//! Short texts on one line: titles, names, cells, warnings.

/// The text on one line, normalized, with whitespace collapsed.
pub fn one_line(text: &str) -> String {
    let normal = super::normalise(text);
    let mut out = String::with_capacity(normal.len());
    for word in normal.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// Cuts to `longest` characters, at a nearby word boundary if possible, with an ellipsis.
pub fn clip(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let cut: String = text.chars().take(longest.saturating_sub(2)).collect();
    let kept = match cut.rfind(' ') {
        Some(at) if at * 2 > cut.len() => &cut[..at],
        Some(_) | None => cut.as_str(),
    };
    format!("{}…", kept.trim_end())
}

/// Appends text with whitespace collapsed, as a browser renders it.
pub fn push_collapsed(text: &str, line: &mut String) {
    let mut pieces = text.split(|c: char| c.is_ascii_whitespace());
    if let Some(first) = pieces.next() {
        line.push_str(first);
    }
    for piece in pieces {
        if !line.is_empty() && !line.ends_with([' ', '\n']) {
            line.push(' ');
        }
        line.push_str(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_cut_at_a_word() {
        assert_eq!(one_line("  a\n b\u{a0}c "), "a b c");
        assert_eq!(clip("short", 10), "short");
        assert_eq!(clip("some words that go on", 14), "some words…");
        assert_eq!(clip(&"x".repeat(30), 10), format!("{}…", "x".repeat(8)));
    }
}
