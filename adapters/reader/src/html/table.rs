//! Tables: tells data tables from layout tables, and finds the header.

use super::convert::{Converter, Shared};
use super::tree::{NodeId, Tree};
use crate::text::{Block, on_one_line};

const MAX_SPAN: usize = 50;
/// In characters. A longer cell is a passage, not an entry.
const LONG_CELL: usize = 1_500;

struct Cell {
    blocks: Vec<Block>,
    text: String,
    is_header: bool,
    /// All of its text is bold.
    is_bold: bool,
    columns: usize,
    rows: usize,
}

struct Row {
    cells: Vec<Cell>,
    in_head: bool,
}

/// Converts a data table to one block below its caption, a layout table to the blocks of its cells, and a
/// table of labels and descriptions to a list.
pub(super) fn blocks_of(shared: Shared<'_, '_>, table: NodeId) -> Vec<Block> {
    let tree = shared.tree;
    let mut rows = Vec::new();
    let mut blocks = Vec::new();
    collect(shared, table, false, &mut rows, &mut blocks);
    rows.retain(|row: &Row| row.cells.iter().any(|cell| !cell.text.trim().is_empty()));
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);

    if width == 1 && is_column_of_entries(&rows) {
        // Each cell is an entry that spans several lines.
        let entry = |row: Row| row.cells.into_iter().next().map(|cell| item(cell.text));
        blocks.extend(rows.into_iter().filter_map(entry));
    } else if is_layout(tree, table, &rows, width) {
        blocks.extend(rows.into_iter().flat_map(|row| row.cells).flat_map(placed));
    } else if width == 2 && is_labelled(&rows) {
        for row in rows {
            push_labelled(row, &mut blocks);
        }
    } else {
        blocks.push(Block::Table(grid(rows)));
    }
    blocks
}

/// Collects the rows of a table, without those of nested tables. Captions are put before it.
fn collect(
    shared: Shared<'_, '_>,
    node: NodeId,
    in_head: bool,
    rows: &mut Vec<Row>,
    before: &mut Vec<Block>,
) {
    let tree = shared.tree;
    for child in tree.children(node) {
        match tree.name(child) {
            "tr" => rows.push(row(shared, child, in_head)),
            "thead" => collect(shared, child, true, rows, before),
            "tbody" | "tfoot" | "form" | "div" => collect(shared, child, false, rows, before),
            "caption" => before.extend(Converter::part(shared, child)),
            _ => {}
        }
    }
}

fn row(shared: Shared<'_, '_>, node: NodeId, in_head: bool) -> Row {
    let tree = shared.tree;
    let cells = tree.children(node).filter(|child| matches!(tree.name(*child), "td" | "th"));
    let cells = cells.filter(|cell| !shared.drops(*cell)).map(|cell| {
        let blocks = Converter::part(shared, cell);
        let span = |name| {
            let span = tree.attribute(cell, name).and_then(|span| span.trim().parse().ok());
            span.unwrap_or(1).clamp(1, MAX_SPAN)
        };
        Cell {
            text: on_one_line(&blocks),
            blocks,
            is_header: tree.name(cell) == "th",
            is_bold: is_bold(tree, cell),
            columns: span("colspan"),
            rows: span("rowspan"),
        }
    });
    Row { cells: cells.collect(), in_head }
}

fn is_bold(tree: &Tree<'_>, cell: NodeId) -> bool {
    let within = |text: &NodeId| {
        let outer = std::iter::successors(Some(tree.parent(*text)), |node| Some(tree.parent(*node)));
        outer.take_while(|node| *node != cell).any(|node| matches!(tree.name(node), "b" | "strong"))
    };
    let has_words = |node: &NodeId| tree.text(*node).is_some_and(|text| !text.trim().is_empty());
    let mut texts = tree.descendants(cell).filter(has_words).peekable();
    texts.peek().is_some() && texts.all(|text| within(&text))
}

fn is_layout(tree: &Tree<'_>, table: NodeId, rows: &[Row], width: usize) -> bool {
    let role = tree.attribute(table, "role").unwrap_or_default();
    let cells = || rows.iter().flat_map(|row| &row.cells);
    let holds_structure = |cell: &Cell| {
        cell.blocks.iter().any(|block| match block {
            Block::Heading(level, _) => *level <= 3,
            Block::Code { text, .. } => text.trim().lines().count() > 2,
            Block::Table(_) => true,
            Block::Paragraph(_) | Block::Item { .. } | Block::Continuation { .. } => false,
            Block::Definition { .. } | Block::Navigation(_) => false,
        })
    };
    matches!(role, "presentation" | "none")
        || width < 2
        || rows.len() < 2
        || (cells().any(holds_structure) && !cells().any(|cell| cell.is_header && !cell.text.is_empty()))
        || cells().any(|cell| cell.blocks.len() > 12 || cell.text.len() > 4 * LONG_CELL)
}

/// The content of a layout cell. A column of single words becomes one line.
fn placed(cell: Cell) -> Vec<Block> {
    let is_word = |block: &Block| matches!(block, Block::Paragraph(text) if text.len() < 40);
    if cell.blocks.len() >= 4 && cell.blocks.iter().all(is_word) {
        return vec![Block::Paragraph(cell.text)];
    }
    cell.blocks
}

/// One column below a header, with cells no longer than list entries.
fn is_column_of_entries(rows: &[Row]) -> bool {
    let fits =
        |row: &Row| row.cells.iter().all(|cell| cell.text.len() <= LONG_CELL && cell.blocks.len() <= 12);
    rows.len() >= 3 && rows.iter().all(fits) && rows[0].cells.iter().any(|cell| cell.is_header)
}

fn item(text: String) -> Block {
    Block::Item { depth: 0, number: None, text }
}

/// Two columns with short labels on the left and no header.
fn is_labelled(rows: &[Row]) -> bool {
    let labelled = |row: &Row| match row.cells.as_slice() {
        [label, value] => {
            (label.is_header && !value.is_header) || (!label.is_header && value.text.len() > LONG_CELL / 3)
        }
        [only] => only.is_header || only.columns > 1,
        _ => false,
    };
    let has_header = rows
        .iter()
        .any(|row| row.in_head || row.cells.len() > 1 && row.cells.iter().all(|cell| cell.is_header));
    !has_header && rows.iter().filter(|row| labelled(row)).count() * 2 > rows.len()
}

fn push_labelled(row: Row, blocks: &mut Vec<Block>) {
    let mut cells = row.cells.into_iter();
    let (first, second) = (cells.next(), cells.next());
    match (first, second) {
        (Some(label), Some(value)) if value.text.len() > LONG_CELL || label.text.is_empty() => {
            blocks.extend((!label.text.is_empty()).then(|| item(format!("{}:", label.text))));
            blocks.extend(value.blocks);
        }
        (Some(label), Some(value)) => {
            blocks.push(item(format!("{}: {}", label.text.trim_end_matches(':'), value.text)));
        }
        (Some(only), None) => blocks.extend(only.blocks),
        (None, _) => {}
    }
}

/// Turns rows into a regular grid: fills in spans, joins header rows into one, and adds an empty header if
/// there is none.
fn grid(rows: Vec<Row>) -> Vec<Vec<String>> {
    let heads = header_rows(&rows);
    let mut table: Vec<Vec<String>> = Vec::with_capacity(rows.len() + 1);
    // What a cell from a row above still covers, by column: rows left, and its text.
    let mut covered: Vec<(usize, String)> = Vec::new();
    for row in rows {
        let mut line = Vec::new();
        let fill = |line: &mut Vec<String>, covered: &mut Vec<(usize, String)>| {
            while let Some((left @ 1.., text)) = covered.get_mut(line.len()) {
                *left -= 1;
                line.push(text.clone());
            }
        };
        for cell in row.cells {
            fill(&mut line, &mut covered);
            for column in 0..cell.columns {
                // The text of a wide cell goes into its first column, except in a header, where each column
                // gets it.
                let text = if column == 0 || row.in_head { cell.text.clone() } else { String::new() };
                if cell.rows > 1 {
                    covered.resize(covered.len().max(line.len() + 1), (0, String::new()));
                    covered[line.len()] = (cell.rows - 1, text.clone());
                }
                line.push(text);
            }
        }
        fill(&mut line, &mut covered);
        table.push(line);
    }
    let head = joined_header(&table[..heads]);
    let mut grid = vec![head];
    grid.extend(table.drain(heads..));
    grid
}

/// The number of leading header rows: those in `thead`, else first rows that have only header cells, else a first row
/// that is bold, unless the second one is, too.
fn header_rows(rows: &[Row]) -> usize {
    let in_head = rows.iter().take_while(|row| row.in_head).count();
    if in_head > 0 && in_head < rows.len() {
        return in_head.min(4);
    }
    let all = |row: &Row, marked: fn(&Cell) -> bool| {
        row.cells.len() > 1 && row.cells.iter().all(|cell| marked(cell) || cell.text.is_empty())
    };
    let marked = rows.iter().take_while(|row| all(row, |cell| cell.is_header)).count();
    let is_bold = |row: &Row| all(row, |cell| cell.is_bold || cell.is_header);
    let bold = usize::from(is_bold(&rows[0]) && rows.get(1).is_some_and(|row| !is_bold(row)));
    marked.max(bold).min(rows.len() - 1).min(2)
}

fn joined_header(rows: &[Vec<String>]) -> Vec<String> {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    (0..width)
        .map(|column| {
            let mut parts: Vec<&str> =
                rows.iter().filter_map(|row| row.get(column)).map(String::as_str).collect();
            parts.retain(|part| !part.is_empty());
            parts.dedup();
            parts.join(" ")
        })
        .collect()
}
