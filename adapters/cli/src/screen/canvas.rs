//! Lays out text for a terminal.

use super::wrap::{Span, cut, wrap};
use super::{Look, clean};
use unicode_width::UnicodeWidthStr;

/// The style of a run of text. Without colors, all styles look the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    #[default]
    Plain,
    Strong,
    Faint,
    Good,
    Fair,
    Bad,
}

impl Style {
    /// The parameters of its SGR sequence (ECMA-48, 8.3.117).
    fn code(self) -> Option<&'static str> {
        match self {
            Style::Plain => None,
            Style::Strong => Some("1"),
            Style::Faint => Some("2"),
            Style::Good => Some("32"),
            Style::Fair => Some("33"),
            Style::Bad => Some("31"),
        }
    }
}

pub struct Canvas {
    look: Look,
    lines: Vec<Vec<Span>>,
}

impl Canvas {
    pub fn new(look: Look) -> Self {
        Self { look, lines: Vec::new() }
    }

    /// Wrapped text: the first line after `first`, the others indented to its width.
    pub fn paragraph(&mut self, first: &str, spans: &[(&str, Style)]) {
        let first = clean(first);
        let indent = first.width();
        let spans: Vec<Span> = spans.iter().map(|(text, style)| (clean(text), *style)).collect();
        for (number, line) in wrap(&spans, self.look.width.saturating_sub(indent)).into_iter().enumerate() {
            let lead = if number == 0 { first.clone() } else { " ".repeat(indent) };
            self.lines.push([vec![(lead, Style::Plain)], line].concat());
        }
    }

    /// One line, cut at the edge of the terminal.
    pub fn line(&mut self, text: &str, style: Style) {
        self.lines.push(vec![(cut(&clean(text), self.look.width), style)]);
    }

    /// One line of any length, for text that is useless if cut, such as an address.
    pub fn whole(&mut self, text: &str, style: Style) {
        self.lines.push(vec![(clean(text), style)]);
    }

    /// Cells in columns if they fit; otherwise each row as wrapped text.
    pub fn rows(&mut self, indent: &str, rows: &[Vec<String>]) {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|cell| clean(cell)).collect()).collect();
        let widths = column_widths(&rows);
        let all = indent.width() + widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        for row in &rows {
            if all <= self.look.width {
                self.whole(&format!("{indent}{}", in_columns(row, &widths)), Style::Plain);
            } else {
                self.paragraph(indent, &[(&row.join(" · "), Style::Plain)]);
            }
        }
    }

    /// An empty line, unless there is one already or nothing precedes it.
    pub fn gap(&mut self) {
        if self.lines.last().is_some_and(|line| !line.is_empty()) {
            self.lines.push(Vec::new());
        }
    }

    /// A heading with an empty line above.
    pub fn heading(&mut self, text: &str) {
        self.gap();
        self.paragraph("", &[(text, Style::Strong)]);
    }

    pub fn finish(self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let mut shown = String::new();
            for (part, style) in line {
                match style.code().filter(|_| self.look.colours && !part.trim().is_empty()) {
                    Some(code) => shown.push_str(&format!("\u{1b}[{code}m{part}\u{1b}[0m")),
                    None => shown.push_str(part),
                }
            }
            text.push_str(shown.trim_end());
            text.push('\n');
        }
        while text.ends_with("\n\n") {
            text.pop();
        }
        text
    }
}

/// The width of the widest cell in each column.
pub(super) fn column_widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.width()).max();
    (0..columns).map(|column| widest(column).unwrap_or(0)).collect()
}

/// One row, each cell cut or padded to its column's width, with two spaces between columns.
pub(super) fn in_columns(row: &[String], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, width) in row.iter().zip(widths) {
        let cell = cut(cell, *width);
        let filled = cell.width();
        text.push_str(&cell);
        text.push_str(&" ".repeat(width.saturating_sub(filled) + 2));
    }
    text.trim_end().to_owned()
}
