//! Plain text and source code.

use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::DocumentKind;

/// Average line length, in characters, above which a paragraph counts as wrapped at a fixed width.
const WRAPPED: usize = 45;

/// Splits paragraphs at blank lines. Lines wrapped at a fixed width are joined; indented or aligned lines
/// stay unchanged.
pub fn read(source: &str) -> Draft {
    let title = title_of(source);
    Draft { blocks: blocks(source), title, ..Draft::default() }
}

pub fn read_code(source: &str) -> Draft {
    Draft { blocks: vec![Block::code(source)], kind: DocumentKind::Code, ..Draft::default() }
}

/// The blocks of a plain text, also used for one embedded in a page.
pub fn blocks(source: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    for line in source.split('\n').map(str::trim_end).chain([""]) {
        if !line.trim().is_empty() {
            lines.push(line);
        } else if !lines.is_empty() {
            push(&lines, &mut blocks);
            lines.clear();
        }
    }
    blocks
}

fn push(lines: &[&str], blocks: &mut Vec<Block>) {
    if is_aligned(lines) {
        let code = lines.join("\n");
        match blocks.last_mut() {
            // Code with blank lines inside is one block.
            Some(Block::Code { text: before, .. }) => {
                before.push_str("\n\n");
                before.push_str(&code);
            }
            Some(_) | None => blocks.push(Block::code(code)),
        }
        return;
    }
    if let [title, rule] = lines
        && is_rule(rule)
        && title.len() <= 120
    {
        let level = if rule.starts_with(['=', '*', '#']) { 1 } else { 2 };
        blocks.push(Block::Heading(level, (*title).to_owned()));
        return;
    }
    blocks.push(Block::Paragraph(joined(lines)));
}

/// Lines in columns: most are indented by four spaces or contain wide gaps.
fn is_aligned(lines: &[&str]) -> bool {
    let aligned = |line: &&&str| {
        line.starts_with("    ")
            || line.starts_with('\t')
            || line.trim_start().contains("   ")
            || line.contains('\t')
    };
    let count = lines.iter().filter(aligned).count();
    count * 2 > lines.len() && (lines.len() != 1 || lines[0].starts_with([' ', '\t']))
}

fn is_rule(line: &str) -> bool {
    let mut chars = line.chars();
    let Some(first) = chars.next() else { return false };
    line.len() >= 3 && matches!(first, '=' | '-' | '*' | '~' | '#') && chars.all(|c| c == first)
}

/// Joins wrapped lines. A line that starts a list item, or is in a block of short lines, keeps its break.
fn joined(lines: &[&str]) -> String {
    let length: usize = lines.iter().map(|line| line.trim().chars().count()).sum();
    let wrapped = lines.len() > 1 && length / lines.len() > WRAPPED;
    let mut out = String::new();
    for line in lines.iter().map(|line| line.trim()) {
        if !out.is_empty() {
            out.push(if wrapped && !starts_item(line) { ' ' } else { '\n' });
        }
        out.push_str(line);
    }
    out
}

fn starts_item(line: &str) -> bool {
    let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(['-', '*', '•', '+', '>', '|'])
        || (after_number.len() < line.len() && after_number.starts_with(['.', ')']))
}

/// The first line, if it looks like a title: short, and alone or underlined.
fn title_of(source: &str) -> Option<String> {
    let mut lines = source.lines().map(str::trim).skip_while(|line| line.is_empty());
    let first = lines.next()?;
    let alone = lines.next().is_none_or(|line| line.is_empty() || is_rule(line));
    let length = first.chars().count();
    (alone && (3..=120).contains(&length) && !first.ends_with(['.', ',', ';'])).then(|| first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    #[test]
    fn paragraphs_titles_lists_and_aligned_lines_are_recognized() {
        let source = "Release notes\n=============\n\nThis text was wrapped by somebody at a fixed width, so its\n\
                      lines belong together, and reading it as one paragraph is right.\n\n- one\n- two\n\n\
                      \x20   $ make\n    $ make test\n\n    $ make run\n\nShort\nlines\nstay\n";
        let draft = read(source);
        assert_eq!(draft.title.as_deref(), Some("Release notes"));
        let text = "# Release notes\n\nThis text was wrapped by somebody at a fixed width, so its lines belong \
                    together, and reading it as one paragraph is right.\n\n- one\n- two\n\n```\n    $ make\n    \
                    $ make test\n\n    $ make run\n```\n\nShort\nlines\nstay";
        assert_eq!(render(&draft.blocks, 10_000).text, text);
    }
}
