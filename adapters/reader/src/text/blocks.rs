//! What a document is made of, and how that is written down. Every parser ends in blocks, so that texts look
//! alike whatever they came from.

/// One block of a document. Texts may hold any white space; the renderer puts it in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Level 1 to 6.
    Heading(u8, String),
    /// Line breaks inside are kept.
    Paragraph(String),
    /// A list item at a depth of nesting, 0 for the outermost, with its number if the list counts.
    Item { depth: usize, number: Option<u32>, text: String },
    /// Lines kept as they are.
    Code(String),
    /// Rows of cells. The first is the header; its cells are empty when the table has none.
    Table(Vec<Vec<String>>),
}

/// Deeper nesting of lists is written at this depth.
const MAX_DEPTH: usize = 8;

/// Writes blocks as light Markdown, normalised, and cuts at the end of a block before `max_text` bytes.
/// Says whether something was cut off.
pub fn render(blocks: &[Block], max_text: usize) -> (String, bool) {
    let mut out = String::new();
    let mut after_item = false;
    let mut cut = false;
    for block in blocks {
        let before = out.len();
        let is_item = matches!(block, Block::Item { .. });
        if !out.is_empty() {
            out.push_str(if after_item && is_item { "\n" } else { "\n\n" });
        }
        let start = out.len();
        push(block, &mut out);
        if out.len() == start {
            out.truncate(before);
            continue;
        }
        if out.len() > max_text {
            // A block that is too long by itself is better cut than left out.
            out.truncate(if before == 0 { end_of_word(&out, max_text) } else { before });
            cut = true;
            break;
        }
        after_item = is_item;
    }
    let mut text = super::normalise(&out);
    if text.len() > max_text {
        // Composing and widening tabs can make a text a little longer.
        text.truncate(end_of_word(&text, max_text));
        return (super::normalise(&text), true);
    }
    (text, cut)
}

/// The end of the last word in the first `longest` bytes, or a place between characters if there is no word.
fn end_of_word(text: &str, longest: usize) -> usize {
    let start = &text[..text.floor_char_boundary(longest)];
    match start.rfind([' ', '\n']) {
        Some(end) if end > 0 => end,
        Some(_) | None => start.len(),
    }
}

/// A table row: `| a | b |`, with bars inside cells escaped as `\|`.
fn table_row<'a>(cells: impl IntoIterator<Item = &'a str>, out: &mut String) {
    out.push('|');
    for cell in cells {
        out.push(' ');
        let mut words = cell.split_whitespace();
        if let Some(first) = words.next() {
            push_cell_word(first, out);
        }
        for word in words {
            out.push(' ');
            push_cell_word(word, out);
        }
        out.push_str(" |");
    }
}

fn push_cell_word(word: &str, out: &mut String) {
    if word.contains('|') {
        out.push_str(&word.replace('|', "\\|"));
    } else {
        out.push_str(word);
    }
}

fn push(block: &Block, out: &mut String) {
    match block {
        Block::Heading(level, text) => {
            let text = super::one_line(text);
            if !text.is_empty() {
                out.push_str(&"######"[..usize::from((*level).clamp(1, 6))]);
                out.push(' ');
                out.push_str(&text);
            }
        }
        Block::Paragraph(text) => push_lines(text, out),
        Block::Item { depth, number, text } => {
            let text = super::one_line(text);
            if !text.is_empty() {
                out.push_str(&"  ".repeat((*depth).min(MAX_DEPTH)));
                match number {
                    Some(number) => out.push_str(&format!("{number}. ")),
                    None => out.push_str("- "),
                }
                out.push_str(&text);
            }
        }
        Block::Code(text) => push_code(text, out),
        Block::Table(rows) => push_table(rows, out),
    }
}

/// Lines of a paragraph, each collapsed; blank ones are left out, for a blank line would end the paragraph.
fn push_lines(text: &str, out: &mut String) {
    let start = out.len();
    for line in text.split('\n') {
        let mut words = line.split_whitespace();
        let Some(first) = words.next() else { continue };
        if out.len() > start {
            out.push('\n');
        }
        out.push_str(first);
        for word in words {
            out.push(' ');
            out.push_str(word);
        }
    }
}

fn push_code(text: &str, out: &mut String) {
    let text = text.trim_end().trim_start_matches(['\n', '\r']);
    if text.is_empty() {
        return;
    }
    // A fence must be longer than any run of marks inside.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    out.push_str(&fence);
    out.push('\n');
    out.push_str(text);
    out.push('\n');
    out.push_str(&fence);
}

fn push_table(rows: &[Vec<String>], out: &mut String) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let padding = std::iter::repeat_n("", width - row.len());
        table_row(row.iter().map(String::as_str).chain(padding), out);
        if index == 0 {
            out.push('\n');
            table_row(std::iter::repeat_n("---", width), out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_written_as_light_markdown() {
        let item = |depth, number, text: &str| Block::Item { depth, number, text: text.into() };
        let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
        let blocks = [
            Block::Heading(2, " A\n title ".into()),
            Block::Paragraph("one  two\n\n three".into()),
            Block::Paragraph("  ".into()),
            item(0, None, "first"),
            item(1, Some(3), "second\nline"),
            Block::Code("\nlet x = 1;  \n\n\n  y\n".into()),
            Block::Table(vec![row(&["a", "b"]), row(&["1 || 2"])]),
        ];
        let text = "## A title\n\none two\nthree\n\n- first\n  3. second line\n\n```\nlet x = 1;\n\n  y\n```\n\n\
                    | a | b |\n| --- | --- |\n| 1 \\|\\| 2 |  |";
        assert_eq!(render(&blocks, 1_000), (text.to_owned(), false));
        let long = [Block::Paragraph("some words that go on".into())];
        assert_eq!(render(&long, 12), ("some words".to_owned(), true));
        assert_eq!(render(&blocks, 40), ("## A title\n\none two\nthree\n\n- first".to_owned(), true));
    }

    #[test]
    fn a_fence_is_longer_than_the_marks_inside() {
        let (text, _) = render(&[Block::Code("a\n```\nb".into())], 100);
        assert_eq!(text, "````\na\n```\nb\n````");
    }
}
