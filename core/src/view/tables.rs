//! The tables of an answer as rows of cells, and as CSV for spreadsheets.

use super::{AnswerView, JobView};
use crate::model::{AnswerBlock, Part, SourceId};
use crate::text::blocks::BlockKind;
use crate::text::{Block, parse};
use serde::{Deserialize, Serialize};

/// A table of an answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TableView {
    /// `t1`, `t2` … in reading order.
    pub id: String,
    pub part: Part,
    /// The heading above it, if any.
    pub title: Option<String>,
    pub columns: Vec<String>,
    /// Each row has as many cells as there are columns.
    pub rows: Vec<Vec<String>>,
    /// The source that it is quoted from; empty if it isn't a quotation.
    pub source_ids: Vec<SourceId>,
    pub claim_ids: Vec<String>,
}

/// The tables of an answer, starting with those in the summary; empty until there is an answer.
pub fn tables(job: &JobView) -> Vec<TableView> {
    let Some(answer) = &job.answer else { return Vec::new() };
    let mut found = Vec::new();
    for (part, text) in [(Part::Summary, &answer.summary), (Part::Detail, &answer.detail)] {
        let mut heading = None;
        walk(&parse(text), part, &mut heading, &mut found);
    }
    for (n, table) in found.iter_mut().enumerate() {
        table.id = format!("t{}", n + 1);
        if let Some(block) = quoted(answer, table) {
            table.source_ids = vec![block.source_id.clone()];
            table.claim_ids.clone_from(&block.claim_ids);
            table.title = Some(block.heading_path.join(" › ")).filter(|title| !title.is_empty());
        }
    }
    found
}

fn walk(blocks: &[Block], part: Part, heading: &mut Option<String>, found: &mut Vec<TableView>) {
    for block in blocks {
        match block {
            Block::Heading(..) => *heading = Some(block.plain()),
            Block::Table(cells) => {
                let mut rows = cells.iter().cloned();
                let columns = rows.next().unwrap_or_default();
                let as_wide = |mut row: Vec<String>| {
                    row.resize(columns.len(), String::new());
                    row
                };
                found.push(TableView {
                    part,
                    title: heading.clone(),
                    rows: rows.map(as_wide).collect(),
                    columns: columns.clone(),
                    ..TableView::default()
                });
            }
            Block::Quote(inner) => walk(inner, part, heading, found),
            Block::List { items, .. } => items.iter().for_each(|item| walk(item, part, heading, found)),
            Block::Paragraph(_) | Block::Code { .. } | Block::Rule => {}
        }
    }
}

/// The quotation that contains a table, if any.
fn quoted<'a>(answer: &'a AnswerView, table: &TableView) -> Option<&'a AnswerBlock> {
    let is_it = |block: &Block| matches!(block, Block::Table(cells) if cells.iter().eq([&table.columns].into_iter().chain(&table.rows)));
    let mut quoted = answer.blocks.iter().filter(|block| block.kind == BlockKind::Table);
    quoted.find(|block| parse(&block.text).iter().any(is_it))
}

/// The table with this number (from 1), or the only one; otherwise a sentence that says what is wrong.
pub fn chosen(job: &JobView, number: Option<u32>) -> Result<TableView, String> {
    let all = tables(job);
    let count = all.len();
    let at = match number {
        Some(number) => usize::try_from(number).ok().and_then(|number| number.checked_sub(1)),
        None => (count == 1).then_some(0),
    };
    at.and_then(|at| all.into_iter().nth(at)).ok_or_else(|| match count {
        0 => "This answer has no table.".to_owned(),
        1 => "This answer has one table: leave `table` out, or set it to 1.".to_owned(),
        many => format!("This answer has {many} tables. Choose one with `table`, from 1 to {many}."),
    })
}

/// A table as CSV (RFC 4180), columns first. A cell that a spreadsheet would treat as a formula gets a leading
/// apostrophe.
pub fn csv(table: &TableView) -> String {
    let mut out = String::new();
    for row in [&table.columns].into_iter().chain(&table.rows) {
        let cells: Vec<String> = row.iter().map(|text| cell(text)).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    }
    out
}

fn cell(text: &str) -> String {
    let runs = text.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']);
    let runs = runs || text.starts_with(['\t', '\r', '\n']);
    let text = if runs { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "| Bridge | Length |\n| --- | --- |\n| Harbour | 503 m |\n| Ferry |";

    #[test]
    fn tables_are_found_with_what_they_stand_under_and_rest_on() {
        let block = AnswerBlock {
            kind: BlockKind::Table,
            text: TABLE.into(),
            source_id: "src_1".into(),
            heading_path: vec!["Eastmoor".into(), "Bridges".into()],
            claim_ids: vec!["c2".into()],
            ..AnswerBlock::default()
        };
        let answer = AnswerView {
            summary: "Two. [1]".into(),
            detail: format!("**Eastmoor** [1]\n\n{TABLE}\n\n## Tolls\n\n- | a |\n  | --- |\n  | b |"),
            blocks: vec![block],
            ..AnswerView::default()
        };
        let job = JobView { answer: Some(answer), ..JobView::default() };
        let found = tables(&job);
        assert_eq!(found.iter().map(|table| table.id.as_str()).collect::<Vec<_>>(), ["t1", "t2"]);
        assert_eq!(found[0].title.as_deref(), Some("Eastmoor › Bridges"));
        assert_eq!(found[0].columns, ["Bridge", "Length"]);
        assert_eq!(found[0].rows, [["Harbour", "503 m"], ["Ferry", ""]]);
        assert_eq!((found[0].source_ids.len(), found[0].claim_ids.as_slice()), (1, &["c2".to_owned()][..]));
        assert_eq!((found[1].title.as_deref(), found[1].part), (Some("Tolls"), Part::Detail));
        assert_eq!(tables(&JobView::default()), []);
    }

    #[test]
    fn a_cell_is_quoted_when_it_has_to_be_and_never_runs() {
        let table = TableView {
            columns: vec!["a".into(), "b, \"c\"".into()],
            rows: vec![
                vec!["=1+1".into(), "@SUM(A1),2".into()],
                vec!["-5".into(), " +1".into()],
                vec!["5 - 3".into(), "two\nlines".into()],
            ],
            ..TableView::default()
        };
        assert_eq!(
            csv(&table),
            "a,\"b, \"\"c\"\"\"\r\n'=1+1,\"'@SUM(A1),2\"\r\n'-5,' +1\r\n5 - 3,\"two\nlines\"\r\n"
        );
    }
}
