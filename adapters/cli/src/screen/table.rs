//! Tables with headings, for lists of threads, documents and hits.

use super::canvas::{column_widths, in_columns};
use super::{Canvas, Look, Style, clean};

/// Columns as wide as needed; if that is too wide for a terminal, the widest ones are cut.
pub fn table(headings: &[&str], rows: &[Vec<String>], look: Look) -> String {
    let head: Vec<String> = headings.iter().map(|&heading| heading.to_owned()).collect();
    let rows = rows.iter().map(|row| row.iter().map(|cell| clean(cell)).collect());
    let all: Vec<Vec<String>> = std::iter::once(head).chain(rows).collect();
    let mut widths = column_widths(&all);
    let between = 2 * widths.len().saturating_sub(1);
    // Only a terminal has an edge; a file or pipe gets the full text.
    while look.live && widths.iter().sum::<usize>() + between > look.width {
        match widths.iter_mut().max() {
            Some(widest) if *widest > 8 => *widest -= 1,
            Some(_) | None => break,
        }
    }
    let mut canvas = Canvas::new(look);
    for (number, row) in all.iter().enumerate() {
        let style = if number == 0 { Style::Strong } else { Style::Plain };
        canvas.whole(&in_columns(row, &widths), style);
    }
    canvas.finish()
}
