//! Strips the Markdown from a stored text.

/// A text without Markdown: no `#`, marks of lists and quotations, table bars, rules, fences, term marks or indentation. For
/// measuring and comparing; quotes are always taken from the text itself.
pub fn plain_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.lines() {
        let set_out = line.trim_start_matches(' ');
        let marks = &set_out[..set_out.len() - set_out.trim_start_matches('`').len()];
        match fence {
            Some(open) if set_out == open => {
                fence = None;
                continue;
            }
            Some(_) => out.push_str(line),
            None if marks.len() >= 3 && !set_out[marks.len()..].contains(['`', ' ']) => {
                fence = Some(marks);
                continue;
            }
            None => push_plain_line(line, &mut out),
        }
        out.push('\n');
    }
    out.truncate(out.trim_end().len());
    out
}

fn push_plain_line(line: &str, out: &mut String) {
    let line = line.trim_start_matches(' ');
    if let Some(row) = line.strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
        let rule = row.chars().all(|c| matches!(c, '-' | '|' | ' ' | ':')) && row.contains('-');
        if !rule {
            out.push_str(row.replace(" | ", "  ").replace("\\|", "|").trim());
        }
        return;
    }
    let term = || line.strip_prefix("**")?.strip_suffix("**");
    let body = heading_text(line)
        .or_else(term)
        .or_else(|| line.strip_prefix("- "))
        .or_else(|| line.strip_prefix("> "))
        .or_else(|| after_number(line));
    out.push_str(body.unwrap_or(line));
}

fn heading_text(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (1..=6).contains(&level).then(|| text.strip_prefix(' ')).flatten()
}

fn after_number(item: &str) -> Option<&str> {
    let rest = item.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < item.len() && item.len() - rest.len() <= 4).then(|| rest.strip_prefix(". ")).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_go_and_words_stay() {
        let text = "# Title\n\nA *b* - c\n\n- one\n  2. two\n\n| a | b \\| c |\n| --- | --- |\n| 1 | 2 |\n\n```\n# code - x\n```\n\n**-v**\n  Meaning.\n\n  ```sh\n  ls\n  ```\n\n> said\n\nEnd";
        let plain = "Title\n\nA *b* - c\n\none\ntwo\n\na  b | c\n\n1  2\n\n# code - x\n\n-v\nMeaning.\n\n  ls\n\nsaid\n\nEnd";
        assert_eq!(plain_text(text), plain);
    }
}
