//! Rows under headings, for lists of threads, documents and hits.

use super::wrap::cut;
use super::{Canvas, Look, Style, clean};
use unicode_width::UnicodeWidthStr;

/// Columns as wide as they need to be; where that is too wide for the terminal, the widest ones are cut.
pub fn table(headings: &[&str], rows: &[Vec<String>], look: Look) -> String {
    let rows: Vec<Vec<String>> =
        rows.iter().map(|row| row.iter().map(|cell| clean(cell)).collect()).collect();
    let mut widths: Vec<usize> = headings.iter().map(|heading| heading.width()).collect();
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.width());
        }
    }
    let between = 2 * widths.len().saturating_sub(1);
    // Only a terminal has an edge; a file or a pipe gets the whole text.
    while look.live && widths.iter().sum::<usize>() + between > look.width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 8 => *widest -= 1,
            Some(_) | None => break,
        }
    }
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (cell, width) in cells.zip(&widths) {
            let cell = cut(cell, *width);
            let filled = cell.width();
            text.push_str(&cell);
            text.push_str(&" ".repeat(width.saturating_sub(filled) + 2));
        }
        text.trim_end().to_owned()
    };
    let mut canvas = Canvas::new(look);
    canvas.whole(&line(&mut headings.iter().copied()), Style::Strong);
    for row in &rows {
        canvas.whole(&line(&mut row.iter().map(String::as_str)), Style::Plain);
    }
    canvas.finish()
}
