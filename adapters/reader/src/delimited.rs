//! Tables in text files, separated by commas, semicolons, tabs or bars.

use crate::parse::Draft;
use crate::text::Block;
use gorkd_core::model::DocumentKind;

/// Maximum cells per row, and in total. Otherwise a file of nothing but commas would exhaust memory.
const MAX_COLUMNS: usize = 200;
const MAX_CELLS: usize = 600_000;
/// Maximum length of a line in a table, in bytes.
const MAX_LINE: usize = 1_000_000;
/// Rows examined to detect the separator.
const SAMPLE: usize = 20;
const SAMPLE_BYTES: usize = 64 << 10;

/// Reads one table; its first row is the header. With `cut`, the last line may be incomplete and is dropped.
pub fn read(source: &str, cut: bool) -> Draft {
    let source = match source.rfind('\n') {
        Some(end) if cut => &source[..end],
        Some(_) | None => source,
    };
    let mut draft = Draft { kind: DocumentKind::Data, ..Draft::default() };
    // The parser buffers a whole row, and its memory grows with the number of cells.
    let longest = source.lines().map(str::len).max().unwrap_or(0);
    let source = if longest > MAX_LINE {
        draft.truncated = true;
        draft
            .warnings
            .push(format!("A line of the table is longer than {MAX_LINE} bytes; the rest was not read."));
        &source[..source.floor_char_boundary(MAX_LINE)]
    } else {
        source
    };
    let (mut cells, mut wide, mut broken) = (0, false, 0_u32);
    let mut rows = Vec::new();
    for record in reader(source, delimiter(source)).byte_records() {
        let Ok(record) = record else {
            broken += 1;
            continue;
        };
        wide |= record.len() > MAX_COLUMNS;
        let cell = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let row: Vec<String> = record.iter().take(MAX_COLUMNS).map(cell).collect();
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        cells += row.len();
        if cells > MAX_CELLS {
            draft.truncated = true;
            draft.warnings.push(format!("Only the first {} rows of the table were read.", rows.len()));
            break;
        }
        rows.push(row);
    }
    if wide {
        draft.truncated = true;
        draft.warnings.push(format!("Only the first {MAX_COLUMNS} columns of the table were read."));
    }
    if broken > 0 {
        draft.warnings.push(match broken {
            1 => "One row of the table could not be read.".to_owned(),
            _ => format!("{broken} rows of the table could not be read."),
        });
    }
    draft.blocks.push(Block::Table(rows));
    draft
}

fn reader(source: &str, delimiter: u8) -> csv::Reader<&[u8]> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(source.as_bytes())
}

/// The separator with which the first rows have the most columns, and all the same number.
fn delimiter(source: &str) -> u8 {
    let source = &source[..source.floor_char_boundary(SAMPLE_BYTES)];
    let columns = |delimiter: u8| {
        let mut widths =
            reader(source, delimiter).into_byte_records().take(SAMPLE).flatten().map(|row| row.len());
        let first = widths.next().unwrap_or(0);
        let even = widths.filter(|width| *width == first).count();
        if first > 1 { first.min(MAX_COLUMNS) * (even + 1) } else { 0 }
    };
    // The comma comes last because ties go to the last element.
    b"|;\t,".iter().copied().max_by_key(|delimiter| columns(*delimiter)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::render;

    fn text_of(source: &str, cut: bool) -> String {
        render(&read(source, cut).blocks, 100_000).text
    }

    #[test]
    fn separators_are_detected_from_the_content() {
        let table = "| name | size |\n| --- | --- |\n| a, b | 1 |\n| c | 2 |";
        assert_eq!(text_of("name,size\n\"a, b\",1\nc,2\n", false), table);
        assert_eq!(text_of("name;size\na, b;1\nc;2\n", false), table);
        assert_eq!(text_of("name\tsize\r\na, b\t1\r\n\r\nc\t2\r\n", false), table);
    }

    #[test]
    fn rows_may_differ_in_length_and_a_cut_row_is_left_out() {
        assert_eq!(
            text_of("a,b\n1\n2,3,4\n", false),
            "| a | b |  |\n| --- | --- | --- |\n| 1 |  |  |\n| 2 | 3 | 4 |"
        );
        assert_eq!(text_of("a,b\n1,2\n3,4567", true), "| a | b |\n| --- | --- |\n| 1 | 2 |");
    }

    #[test]
    fn a_line_of_commas_does_not_fill_the_memory() {
        let draft = read(&format!("a{}\nb,c", ",x".repeat(5_000_000)), false);
        assert!(draft.truncated);
        assert!(draft.warnings[0].contains("longer than"));
        let draft = read(&format!("a{}\nb,c", ",x".repeat(1_000)), false);
        assert_eq!(draft.warnings, ["Only the first 200 columns of the table were read."]);
    }
}
