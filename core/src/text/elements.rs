//! Splits a stored text into elements by line: headings, paragraphs, list items, table rows, code, terms,
//! quotations.
//!
//! The reader normalizes stored texts (see [`crate::model::Reading`]), so each line tells its kind. Anything
//! else is a paragraph, so no text is ever lost.

use std::ops::Range;

/// One element of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub kind: ElementKind,
    /// Bytes of its words, without a leading `#`, list marker, fence, or quotation mark.
    pub words: Range<usize>,
    /// Bytes of its lines without the indentation of the first one, including markers.
    pub lines: Range<usize>,
    /// Columns before its first character.
    pub indent: usize,
    /// Whether there is a blank line above it.
    pub apart: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// `level` is 1 to 6.
    Heading {
        level: u8,
    },
    Paragraph,
    Item {
        ordered: bool,
    },
    /// The first row of a table, followed by a rule.
    TableHeader,
    TableRow,
    /// A fenced block; its words are the code alone.
    Code,
    /// A bold line, defined by the indented lines below it.
    Term,
    /// Lines starting with `>`.
    Quotation,
}

/// The elements of a text, in order. Their ranges don't overlap, and are on character boundaries.
pub fn elements(text: &str) -> Vec<Element> {
    let mut found: Vec<Element> = Vec::new();
    let mut lines = Lines { text, at: 0 };
    let mut apart = true;
    let mut in_table = false;
    while let Some(line) = lines.next_line() {
        let content = trimmed(text, line.clone());
        let words = &text[content.clone()];
        if words.is_empty() {
            apart = true;
            in_table = false;
            continue;
        }
        let indent = indent_of(&text[line.clone()]);
        let (kind, inner) = kind_of(text, content.clone(), indent, &lines);
        if kind == ElementKind::TableRow && is_rule(words) {
            continue;
        }
        if kind == ElementKind::Code {
            let (code, end) = lines.until_fence(fence_of(words).unwrap_or("```"));
            found.push(Element { kind, words: code, lines: content.start..end, indent, apart });
        } else if !apart && continues(found.last(), kind, indent) {
            if let Some(last) = found.last_mut() {
                last.words.end = content.end;
                last.lines.end = content.end;
            }
        } else {
            let kind = match kind {
                ElementKind::TableRow if !in_table && lines.peek_is_rule() => ElementKind::TableHeader,
                other => other,
            };
            found.push(Element { kind, words: inner, lines: content, indent, apart });
        }
        in_table = matches!(kind, ElementKind::TableRow | ElementKind::TableHeader);
        apart = false;
    }
    found
}

/// Whether a line directly below an element continues it.
fn continues(last: Option<&Element>, kind: ElementKind, indent: usize) -> bool {
    last.is_some_and(|last| match (last.kind, kind) {
        (ElementKind::Paragraph | ElementKind::Quotation, ElementKind::Paragraph) => true,
        (ElementKind::Quotation, ElementKind::Quotation) => true,
        (ElementKind::Item { .. }, ElementKind::Paragraph) => indent >= last.indent,
        (ElementKind::Paragraph | ElementKind::Quotation | ElementKind::Item { .. }, _)
        | (ElementKind::Heading { .. } | ElementKind::Code | ElementKind::Term, _)
        | (ElementKind::TableHeader | ElementKind::TableRow, _) => false,
    })
}

fn kind_of(
    text: &str,
    content: Range<usize>,
    indent: usize,
    lines: &Lines<'_>,
) -> (ElementKind, Range<usize>) {
    let words = &text[content.clone()];
    if fence_of(words).is_some() {
        (ElementKind::Code, content)
    } else if let Some((level, at)) = heading_of(words) {
        (ElementKind::Heading { level }, trimmed(text, content.start + at..content.end))
    } else if words.starts_with('|') && words.len() > 1 {
        (ElementKind::TableRow, content)
    } else if let Some((ordered, at)) = item_of(words) {
        (ElementKind::Item { ordered }, content.start + at..content.end)
    } else if let Some(term) = term_of(words)
        && lines.defines(indent)
    {
        (ElementKind::Term, content.start + term.start..content.start + term.end)
    } else if let Some(rest) = words.strip_prefix("> ") {
        (ElementKind::Quotation, content.end - rest.len()..content.end)
    } else {
        (ElementKind::Paragraph, content)
    }
}

struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Lines<'_> {
    fn line_at(&self, at: usize) -> Option<Range<usize>> {
        (at < self.text.len()).then(|| {
            let end = self.text[at..].find('\n').map_or(self.text.len(), |offset| at + offset);
            at..end
        })
    }

    fn next_line(&mut self) -> Option<Range<usize>> {
        let line = self.line_at(self.at)?;
        self.at = line.end + 1;
        Some(line)
    }

    fn peek_is_rule(&self) -> bool {
        self.line_at(self.at).is_some_and(|line| is_rule(self.text[line].trim()))
    }

    /// Whether the following text is indented below a term at `indent`, possibly after further names of the
    /// same entry.
    fn defines(&self, indent: usize) -> bool {
        let mut at = self.at;
        while let Some(line) = self.line_at(at) {
            at = line.end + 1;
            let content = self.text[line.clone()].trim();
            if content.is_empty() {
                continue;
            }
            let here = indent_of(&self.text[line]);
            if here == indent && term_of(content).is_some() {
                continue;
            }
            return here >= indent + 2;
        }
        false
    }

    /// The lines up to the closing fence, or to the end of the text without one, and where the block ends.
    fn until_fence(&mut self, fence: &str) -> (Range<usize>, usize) {
        let start = self.at.min(self.text.len());
        let mut end = start;
        while let Some(line) = self.next_line() {
            let content = trimmed(self.text, line.clone());
            let words = &self.text[content.clone()];
            if words.starts_with(fence) && words.chars().all(|c| fence.starts_with(c)) {
                return (start..end, content.end);
            }
            end = line.end;
        }
        (start..end, end)
    }
}

pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
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
    let level = u8::try_from(level).ok().filter(|level| (1..=6).contains(level))?;
    spaced.then_some((level, usize::from(level) + 1))
}

/// For a list item, whether it is numbered, and where its words start.
fn item_of(line: &str) -> Option<(bool, usize)> {
    let (ordered, marker) = match line.chars().next()? {
        first @ ('-' | '*' | '+' | '•') => (false, first.len_utf8()),
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

/// The words of a line that is entirely bold.
fn term_of(line: &str) -> Option<Range<usize>> {
    let inner = line.strip_prefix("**")?.strip_suffix("**")?;
    (!inner.trim().is_empty() && !inner.contains("**")).then(|| 2..2 + inner.len())
}

/// Whether this is the line below a table's header: bars, dashes, and colons only.
fn is_rule(line: &str) -> bool {
    line.starts_with('|') && line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | ' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn seen(text: &str) -> Vec<(ElementKind, &str)> {
        elements(text).into_iter().map(|element| (element.kind, &text[element.words])).collect()
    }

    #[test]
    fn each_line_says_what_it_is() {
        let item = ElementKind::Item { ordered: false };
        assert_eq!(
            seen(
                "# Tea\n\nYou need:\n\n- a pot\n  of clay\n- leaves\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n> so it is\n> said\n"
            ),
            [
                (ElementKind::Heading { level: 1 }, "Tea"),
                (ElementKind::Paragraph, "You need:"),
                (item, "a pot\n  of clay"),
                (item, "leaves"),
                (ElementKind::TableHeader, "| a | b |"),
                (ElementKind::TableRow, "| 1 | 2 |"),
                (ElementKind::Quotation, "so it is\n> said"),
            ]
        );
    }

    #[test]
    fn bold_lines_are_terms_only_above_what_they_define() {
        let text = "**port**\n**listen**\n  The port.\n\n**Bold words**\nNot set in.";
        assert_eq!(
            seen(text),
            [
                (ElementKind::Term, "port"),
                (ElementKind::Term, "listen"),
                (ElementKind::Paragraph, "The port."),
                (ElementKind::Paragraph, "**Bold words**\nNot set in."),
            ]
        );
    }

    #[test]
    fn code_is_one_element_with_or_without_its_closing_fence() {
        let text = "Run:\n```sh\nmake run\n# no heading\n```\nAfter.\n\n~~~\nopen\n- end";
        let found = elements(text);
        assert_eq!(&text[found[1].words.clone()], "make run\n# no heading");
        assert_eq!(&text[found[1].lines.clone()], "```sh\nmake run\n# no heading\n```");
        assert_eq!(seen(text)[3], (ElementKind::Code, "open\n- end"));
    }

    #[test]
    fn what_only_looks_like_a_marker_is_text() {
        let text = "#hashtag and\n- \n1999. That year\n-5 degrees";
        assert_eq!(seen(text), [(ElementKind::Paragraph, text)]);
        assert!(elements(" \n\n\t\n").is_empty());
    }

    proptest! {
        #[test]
        fn elements_never_overlap(text in "([#*|>-] |\\*\\*|```)?(\\PC{0,20}[.!]? ?\n{0,2} {0,3}){0,12}") {
            let mut last = 0;
            for element in elements(&text) {
                prop_assert!(element.lines.start >= last && element.words.start >= element.lines.start);
                prop_assert!(text.get(element.lines.clone()).is_some() && text.get(element.words).is_some());
                last = element.lines.end;
            }
        }
    }
}
