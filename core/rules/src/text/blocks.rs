//! Splits a stored text into blocks: headings, paragraphs, list items, table rows, code.
//!
//! This is not a Markdown parser: the reader normalizes stored texts (see [`gorkd_core::model::Reading`]), so
//! lines tell their kind. Anything else is a paragraph, so no text is ever lost.

use std::ops::Range;

/// A range of text of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub kind: BlockKind,
    /// Bytes of its words in the text, without `#`, list marker, or code fence; a table row includes its bars.
    pub range: Range<usize>,
    /// Index of the heading above it; for a heading, of the one a level above.
    pub heading: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `level` is 1 to 6.
    Heading {
        level: u8,
    },
    Paragraph,
    /// `lead_in` is the index of the block that introduces the list: the parent item for a nested list,
    /// otherwise the preceding paragraph. `depth` is 0 for the outermost list.
    ListItem {
        lead_in: Option<usize>,
        depth: u8,
        ordered: bool,
    },
    TableHeader,
    /// `header` is the index of the table's `TableHeader`; `None` for a table without one.
    TableRow {
        header: Option<usize>,
    },
    Code,
}

/// The blocks of a text, in order. Their ranges don't overlap, and are on character boundaries.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut parser = Parser { text, blocks: Vec::new(), path: Vec::new(), list: Vec::new(), table: None };
    let mut lines = Lines { text, at: 0 };
    let mut open: Option<Range<usize>> = None;
    let mut loose = false;
    while let Some(line) = lines.next_line() {
        let content = trimmed(text, line.clone());
        let words = &text[content.clone()];
        if words.is_empty() {
            parser.close(&mut open);
            parser.table = None;
            loose = true;
            continue;
        }
        let indent = indent_of(&text[line.clone()]);
        let after_blank = std::mem::take(&mut loose);
        if let Some(fence) = fence_of(words) {
            parser.close(&mut open);
            let code = lines.until_fence(fence);
            parser.table = None;
            parser.push(BlockKind::Code, code);
        } else if let Some((level, at)) = heading_of(words) {
            parser.close(&mut open);
            parser.heading(level, trimmed(text, content.start + at..content.end));
        } else if words.starts_with('|') {
            parser.close(&mut open);
            let heads = lines.peek_line().is_some_and(|next| is_rule(text[next].trim()));
            parser.table_row(content, heads);
        } else if let Some((ordered, at)) = item_of(words) {
            parser.close(&mut open);
            parser.item(indent, ordered, content.start + at);
            open = Some(content.start + at..content.end);
        } else if let Some(range) = &mut open {
            range.end = content.end;
        } else {
            // A paragraph indented below a list item continues the list; any other paragraph ends it.
            let continues = after_blank && indent >= 2 && !parser.list.is_empty();
            if !continues {
                parser.list.clear();
            }
            parser.table = None;
            parser.push(BlockKind::Paragraph, content.clone());
            open = Some(content);
        }
    }
    parser.close(&mut open);
    parser.blocks
}

/// The headings above a block, outermost first, as byte ranges.
pub fn heading_path(blocks: &[Block], at: usize) -> Vec<Range<usize>> {
    let mut path = Vec::new();
    let mut next = blocks.get(at).and_then(|block| block.heading);
    while let Some(heading) = next.and_then(|index| blocks.get(index)) {
        path.push(heading.range.clone());
        next = heading.heading;
    }
    path.reverse();
    path
}

/// The cells of a table row as trimmed byte ranges. A `\|` doesn't separate cells. Empty cells are kept.
pub fn cells(text: &str, row: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = row.start;
    let mut escaped = false;
    for (offset, character) in text[row.clone()].char_indices() {
        let at = row.start + offset;
        if character == '|' && !escaped {
            if at > row.start {
                found.push(trimmed(text, start..at));
            }
            start = at + 1;
        }
        escaped = character == '\\' && !escaped;
    }
    if !text[start..row.end].trim().is_empty() {
        found.push(trimmed(text, start..row.end));
    }
    found
}

struct Parser<'a> {
    text: &'a str,
    blocks: Vec<Block>,
    /// Current headings, outermost first: level and index.
    path: Vec<(u8, usize)>,
    /// Current list items, outermost first: indent, index, lead-in.
    list: Vec<(usize, usize, Option<usize>)>,
    table: Option<Option<usize>>,
}

impl Parser<'_> {
    fn push(&mut self, kind: BlockKind, range: Range<usize>) {
        if self.text[range.clone()].trim().is_empty() {
            return;
        }
        let heading = self.path.last().map(|(_, index)| *index);
        self.blocks.push(Block { kind, range, heading });
    }

    /// Ends an open paragraph or item, whose range further lines may have extended.
    fn close(&mut self, open: &mut Option<Range<usize>>) {
        let Some(range) = open.take() else { return };
        if let Some(last) = self.blocks.last_mut()
            && last.range.start == range.start
        {
            last.range.end = range.end;
        }
    }

    fn heading(&mut self, level: u8, range: Range<usize>) {
        self.list.clear();
        self.table = None;
        while self.path.last().is_some_and(|(above, _)| *above >= level) {
            self.path.pop();
        }
        let before = self.blocks.len();
        self.push(BlockKind::Heading { level }, range);
        if self.blocks.len() > before {
            self.path.push((level, before));
        }
    }

    fn table_row(&mut self, range: Range<usize>, heads: bool) {
        if is_rule(&self.text[range.clone()]) {
            return;
        }
        self.list.clear();
        let index = self.blocks.len();
        let kind = match self.table {
            None if heads => {
                self.table = Some(Some(index));
                BlockKind::TableHeader
            }
            None => {
                self.table = Some(None);
                BlockKind::TableRow { header: None }
            }
            Some(header) => BlockKind::TableRow { header },
        };
        self.push(kind, range);
    }

    fn item(&mut self, indent: usize, ordered: bool, start: usize) {
        self.table = None;
        let mut lead_in = match (self.list.is_empty(), self.blocks.last()) {
            (true, Some(Block { kind: BlockKind::Paragraph, .. })) => Some(self.blocks.len() - 1),
            _ => None,
        };
        while let Some((above, index, shared)) = self.list.last().copied() {
            if above < indent {
                lead_in = Some(index);
                break;
            }
            lead_in = shared;
            self.list.pop();
        }
        let depth = u8::try_from(self.list.len()).unwrap_or(u8::MAX);
        self.list.push((indent, self.blocks.len(), lead_in));
        // The item's end is set once its last line is known; until then, it is one character long.
        let end = self.text[start..].chars().next().map_or(start, |first| start + first.len_utf8());
        self.push(BlockKind::ListItem { lead_in, depth, ordered }, start..end);
    }
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Lines<'_> {
    fn peek_line(&self) -> Option<Range<usize>> {
        if self.at >= self.text.len() {
            return None;
        }
        let end = self.text[self.at..].find('\n').map_or(self.text.len(), |offset| self.at + offset);
        Some(self.at..end)
    }

    fn next_line(&mut self) -> Option<Range<usize>> {
        let line = self.peek_line()?;
        self.at = line.end + 1;
        Some(line)
    }

    /// The lines up to the closing fence, or to the end of the text without one.
    fn until_fence(&mut self, fence: &str) -> Range<usize> {
        let start = self.at.min(self.text.len());
        let mut end = start;
        while let Some(line) = self.next_line() {
            let words = self.text[line.clone()].trim();
            if words.starts_with(fence) && words.chars().all(|c| fence.starts_with(c)) {
                break;
            }
            end = line.end;
        }
        start..end
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let words = &text[range.clone()];
    let start = range.start + (words.len() - words.trim_start().len());
    start..(start + words.trim().len())
}

fn indent_of(line: &str) -> usize {
    line.chars().take_while(|c| *c == ' ' || *c == '\t').map(|c| if c == '\t' { 4 } else { 1 }).sum()
}

/// The opening fence of a code block: at least three backticks or tildes.
fn fence_of(line: &str) -> Option<&str> {
    let mark = line.chars().next().filter(|c| *c == '`' || *c == '~')?;
    let length = line.chars().take_while(|c| *c == mark).count();
    (length >= 3 && !line[length..].contains(mark)).then(|| &line[..length])
}

/// The level of a heading, and where its words start in the line.
fn heading_of(line: &str) -> Option<(u8, usize)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let spaced = line[level..].starts_with([' ', '\t']);
    ((1..=6).contains(&level) && spaced).then_some((u8::try_from(level).unwrap_or(6), level + 1))
}

/// For a list item, whether it is numbered, and where its words start.
fn item_of(line: &str) -> Option<(bool, usize)> {
    let (ordered, marker) = match line.chars().next()? {
        '-' | '*' | '+' | '•' => (false, line.chars().next().map_or(1, char::len_utf8)),
        '0'..='9' => {
            let digits = line.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 3 || !line[digits..].starts_with(['.', ')']) {
                return None;
            }
            (true, digits + 1)
        }
        _ => return None,
    };
    let rest = &line[marker..];
    let words = rest.trim_start();
    (words.len() < rest.len() && !words.is_empty()).then(|| (ordered, line.len() - words.len()))
}

/// Whether this is the line below a table's header: bars, dashes, and colons only.
fn is_rule(line: &str) -> bool {
    line.starts_with('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(BlockKind, &str)> {
        blocks(text).into_iter().map(|block| (block.kind, &text[block.range])).collect()
    }

    #[test]
    fn headings_make_a_path() {
        let text = "# Tea\n\nIntro.\n\n## Kinds\n\n### Green\n\nLight.\n\n## Water\n\nSoft.\n";
        let parsed = blocks(text);
        let last = parsed.len() - 1;
        let path = |at| heading_path(&parsed, at).into_iter().map(|r| &text[r]).collect::<Vec<_>>();
        assert_eq!(path(last), ["Tea", "Water"]);
        assert_eq!(path(4), ["Tea", "Kinds", "Green"]);
        assert_eq!(path(1), ["Tea"]);
    }

    #[test]
    fn items_know_what_introduces_them() {
        let text = "You need:\n\n- a pot\n  of clay\n- leaves\n  1. green\n  2. black\n- water\n\nDone.";
        let parsed = seen(text);
        let item = |lead_in, depth, ordered| BlockKind::ListItem { lead_in: Some(lead_in), depth, ordered };
        assert_eq!(
            parsed,
            [
                (BlockKind::Paragraph, "You need:"),
                (item(0, 0, false), "a pot\n  of clay"),
                (item(0, 0, false), "leaves"),
                (item(2, 1, true), "green"),
                (item(2, 1, true), "black"),
                (item(0, 0, false), "water"),
                (BlockKind::Paragraph, "Done."),
            ]
        );
    }

    #[test]
    fn table_rows_know_their_header() {
        let text =
            "Sizes\n\n| City | People |\n| --- | ---: |\n| Bern | 134,000 |\n| Basel | \\| |\n\n| x | y |";
        assert_eq!(
            seen(text),
            [
                (BlockKind::Paragraph, "Sizes"),
                (BlockKind::TableHeader, "| City | People |"),
                (BlockKind::TableRow { header: Some(1) }, "| Bern | 134,000 |"),
                (BlockKind::TableRow { header: Some(1) }, "| Basel | \\| |"),
                (BlockKind::TableRow { header: None }, "| x | y |"),
            ]
        );
        let row = blocks(text)[2].range.clone();
        let words: Vec<_> = cells(text, row).into_iter().map(|cell| &text[cell]).collect();
        assert_eq!(words, ["Bern", "134,000"]);
    }

    #[test]
    fn code_is_one_block_even_when_it_is_never_closed() {
        let text = "Run:\n```sh\nmake run\n# not a heading\n```\nAfter.\n\n~~~\nopen\n- end";
        assert_eq!(
            seen(text),
            [
                (BlockKind::Paragraph, "Run:"),
                (BlockKind::Code, "make run\n# not a heading"),
                (BlockKind::Paragraph, "After."),
                (BlockKind::Code, "open\n- end"),
            ]
        );
    }

    #[test]
    fn what_only_looks_like_a_marker_is_text() {
        let text = "#hashtag and\n- \n1999. That year\n-5 degrees";
        assert_eq!(seen(text), [(BlockKind::Paragraph, text)]);
        assert!(blocks(" \n\n\t\n").is_empty());
    }

    #[test]
    fn lines_of_a_paragraph_belong_together() {
        assert_eq!(
            seen("One\ntwo.\n\nThree"),
            [(BlockKind::Paragraph, "One\ntwo."), (BlockKind::Paragraph, "Three")]
        );
    }
}
