//! A table as it is compared with a question: by the rows that share most with it. A table as a whole is about as near to
//! one question as to another, and what answers is a row.

use super::evidence::Weighed;
use crate::text::words::keys;
use gorkd_core::text::blocks::BlockKind;

/// Rows that are compared at most, and from which share of the best one's weight on.
const MOST: usize = 3;
const ABOUT_AS_GOOD: f64 = 0.8;
/// A table of no more rows is compared as a whole.
const SHORT: usize = 3;

impl Weighed<'_> {
    /// The header of a table and the rows that hold most of what is asked. `None` for what is no table, and for one of which
    /// no row holds a word of the question.
    pub(super) fn telling_rows(&self, passage: usize, asked: &str) -> Option<String> {
        let (material, block) = &self.passages[passage];
        if block.kind != BlockKind::Table {
            return None;
        }
        let text = self.input.materials[*material].text;
        let is_row = |line: &&str| line.starts_with('|') && line.contains(char::is_alphanumeric);
        let mut rows = text[block.range.clone()].lines().map(str::trim).filter(is_row);
        let header = match &block.lead {
            Some(lead) => text[lead.clone()].lines().map(str::trim).find(|line| line.starts_with('|')),
            None => None,
        };
        let header = header.or_else(|| rows.next())?;
        let wanted = self.texts.query(asked, self.language());
        let weigh = |row: &str| -> f64 {
            let held = keys(row, self.language());
            wanted.iter().filter(|key| held.contains(key)).map(|key| self.texts.weight(key)).sum()
        };
        let rows: Vec<(&str, f64)> = rows.map(|row| (row, weigh(row))).collect();
        let best = rows.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        if rows.len() <= SHORT || best <= 0.0 {
            return None;
        }
        let good = rows.into_iter().filter(|(_, weight)| *weight >= ABOUT_AS_GOOD * best).take(MOST);
        Some([header].into_iter().chain(good.map(|(row, _)| row)).collect::<Vec<_>>().join("\n"))
    }
}
