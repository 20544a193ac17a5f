//! The light Markdown of an answer's detail on a terminal: headings, lists, tables, code, paragraphs.

use crate::screen::{Canvas, Style};

/// Each line but headings stands behind `indent`.
pub fn detail(canvas: &mut Canvas, indent: &str, markdown: &str) {
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut after_heading = false;
    let mut code = false;
    let mut lines = markdown.lines().chain([""]).peekable();
    while let Some(line) = lines.next() {
        let last = lines.peek().is_none();
        let kind = if code { Kind::Code } else { Kind::of(line) };
        if !matches!(kind, Kind::Row | Kind::Rule) && !rows.is_empty() {
            canvas.rows(&format!("{indent}  "), &std::mem::take(&mut rows));
        }
        let heading = matches!(kind, Kind::Heading(_));
        match kind {
            Kind::Text => canvas.paragraph(indent, &marked(line.trim(), Style::Plain)),
            // What follows keeps its own distance.
            Kind::Blank | Kind::Code if last => {}
            Kind::Blank if after_heading => {}
            Kind::Blank => canvas.gap(),
            Kind::Heading(title) => canvas.heading(title),
            Kind::Item(lead, text) => {
                canvas.paragraph(&format!("{indent}{lead}"), &marked(text, Style::Plain));
            }
            Kind::Rule => {}
            Kind::Row => rows.push(cells(line)),
            Kind::Fence => code = true,
            Kind::Code if line.trim_start().starts_with("```") => code = false,
            Kind::Code => canvas.whole(&format!("{indent}    {line}"), Style::Plain),
        }
        after_heading = heading;
    }
}

/// The text with its citation markers and any bold start (a heading path or term) separated.
pub fn marked(text: &str, style: Style) -> Vec<(&str, Style)> {
    let parts = gorkd_core::view::export::marked(text);
    let styled = |(part, marker)| (part, if marker { Style::Faint } else { style });
    let mut spans: Vec<(&str, Style)> = parts.into_iter().map(styled).collect();
    if let Some((first, _)) = spans.first().copied()
        && let Some((strong, rest)) = bold(first)
    {
        spans.splice(
            ..1,
            [(strong, Style::Strong), (rest, style)].into_iter().filter(|(part, _)| !part.is_empty()),
        );
    }
    spans
}

/// The bold start of a text, and the rest. A term may contain asterisks: `**kwargs`.
fn bold(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix("**")?;
    let whole = inside.trim_end();
    if let Some(whole) = whole.strip_suffix("**").filter(|whole| !whole.is_empty()) {
        return Some((whole, &inside[inside.trim_end().len()..]));
    }
    let (strong, rest) = inside.split_once("**")?;
    (!strong.is_empty() && rest.starts_with(' ')).then_some((strong, rest))
}

enum Kind<'a> {
    Blank,
    Text,
    Heading(&'a str),
    /// The list marker, and the text.
    Item(String, &'a str),
    Row,
    /// The row of dashes below a table header.
    Rule,
    Fence,
    Code,
}

impl<'a> Kind<'a> {
    fn of(line: &'a str) -> Self {
        let text = line.trim();
        let depth = (line.len() - line.trim_start().len()).min(8);
        let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
        if text.is_empty() {
            Kind::Blank
        } else if (1..=6).contains(&hashes) && text[hashes..].starts_with(' ') {
            Kind::Heading(text[hashes..].trim())
        } else if let Some(item) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
            Kind::Item(format!("{}- ", " ".repeat(depth + 2)), item)
        } else if let Some((number, item)) = numbered(text) {
            Kind::Item(format!("{}{number}. ", " ".repeat(depth + 2)), item)
        } else if text.starts_with("```") {
            Kind::Fence
        } else if text.starts_with('|') && text.chars().all(|c| "|-: ".contains(c)) {
            Kind::Rule
        } else if text.starts_with('|') {
            Kind::Row
        } else {
            Kind::Text
        }
    }
}

fn numbered(text: &str) -> Option<(&str, &str)> {
    let (number, rest) = text.split_once(". ")?;
    let is_number = !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then_some((number, rest))
}

/// The cells of `| a | b |`.
fn cells(row: &str) -> Vec<String> {
    row.trim().trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
}
