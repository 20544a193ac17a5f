//! The rows of a table: one for each side of a comparison, each item of a list, or each part of the question. A cell is
//! a quotation like any other.
//!
//! If the sources don't have two rows, there is no table, and the draft says so.

use super::WriteInput;
use super::choose::{Chosen, add};
use crate::plan::compared;
use crate::text::one_line;
use crate::text::words::keys;
use gorkd_core::model::Evidence;
use gorkd_core::text::blocks::{BlockKind, word_count};

/// Rows at most, and at least: fewer are no table.
const MOST: usize = 12;
const FEWEST: usize = 2;
/// Words of a cell.
const CELL: usize = 60;
/// Words of an item's name.
const NAME: usize = 6;
/// The separator between an item's name and its description.
const MARKS: [&str; 5] = [": ", "：", " – ", " — ", " - "];

/// A row: what it is about, and statements of one block.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub item: String,
    pub block: usize,
    pub statements: Vec<usize>,
}

/// What the sources allow.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// A block that is quoted is a table itself.
    Quoted,
    Of(Vec<Row>),
    None,
}

/// The rows that can be made of what is quoted. Blocks that only a row needs are added.
pub fn rows(input: &WriteInput<'_>, chosen: &mut Vec<Chosen>) -> Rows {
    if chosen.is_empty() {
        return Rows::None;
    }
    let sides = compared(input.brief.question, input.plan);
    if sides.len() >= FEWEST {
        let rows: Vec<Row> = sides.iter().filter_map(|side| of_side(input, side, chosen)).collect();
        return if rows.len() >= FEWEST { Rows::Of(rows) } else { Rows::None };
    }
    if chosen.iter().any(|block| block.kind == BlockKind::Table) {
        return Rows::Quoted;
    }
    let found = [of_list(input, chosen), of_parts(input, chosen)];
    found.into_iter().find(|rows| rows.len() >= FEWEST).map_or(Rows::None, Rows::Of)
}

/// What is said of one side of a comparison.
fn of_side(input: &WriteInput<'_>, side: &str, chosen: &mut Vec<Chosen>) -> Option<Row> {
    let language = input.brief.question.language.as_str();
    let wanted = keys(side, language);
    let names = |text: &str| {
        let held = keys(text, language);
        !wanted.is_empty() && wanted.iter().all(|key| held.contains(key))
    };
    let of_block = |at: usize, block: &Chosen| {
        let text = input.materials[block.material].text;
        let said: Vec<&str> = block.statements.iter().map(|range| &text[range.clone()]).collect();
        let first = said.iter().position(|statement| names(statement));
        // What stands under the side's own heading is about it.
        let first = first.or_else(|| block.headings.iter().any(|heading| names(heading)).then_some(0))?;
        Some(Row { item: side.to_owned(), block: at, statements: from(&said, first) })
    };
    let own = |block: &Chosen| asks_of(input, &block.part, side);
    let all = 0..chosen.len();
    let mut order = all.clone().filter(|at| own(&chosen[*at])).chain(all);
    if let Some(row) = order.find_map(|at| of_block(at, &chosen[at])) {
        return Some(row);
    }
    let bears = |evidence: &&Evidence| asks_of(input, &evidence.sub_question, side);
    for evidence in input.evidence.iter().filter(bears) {
        if add(input, evidence, CELL, chosen) {
            let at = chosen.len() - 1;
            if let Some(row) = of_block(at, &chosen[at]) {
                return Some(row);
            }
            chosen.pop();
        }
    }
    None
}

/// Is a part of the question about this side?
fn asks_of(input: &WriteInput<'_>, part: &str, side: &str) -> bool {
    let whole = input.plan.sub_questions.first().is_some_and(|first| first.id == part);
    let part = input.plan.part(part);
    !whole && part.is_some_and(|part| part.text.starts_with(side))
}

/// As many statements from one on as a cell holds, the first one whatever its length.
fn from(said: &[&str], first: usize) -> Vec<usize> {
    let mut words = 0;
    let fits = |at: &usize| {
        words += word_count(said[*at]);
        *at == first || words <= CELL / 2
    };
    (first..said.len()).take_while(fits).collect()
}

/// The items of the longest list that is quoted, where they begin with their names.
fn of_list(input: &WriteInput<'_>, chosen: &[Chosen]) -> Vec<Row> {
    let lists =
        (0..chosen.len()).filter(|at| matches!(chosen[*at].kind, BlockKind::List | BlockKind::Definition));
    let rows = |at: usize| -> Vec<Row> {
        let block = &chosen[at];
        let text = input.materials[block.material].text;
        let row = |(nth, range): (usize, &std::ops::Range<usize>)| {
            let item = name(&text[range.clone()])?;
            Some(Row { item, block: at, statements: vec![nth] })
        };
        block.statements.iter().enumerate().filter_map(row).take(MOST).collect()
    };
    lists.map(rows).max_by_key(Vec::len).unwrap_or_default()
}

/// What a list's item is called, where it begins with that.
fn name(item: &str) -> Option<String> {
    let line = one_line(item);
    let cut = MARKS.iter().filter_map(|mark| line.find(mark)).min()?;
    let name = line[..cut].replace(['*', '`', '_'], "");
    let name = name.trim();
    let fits = !name.is_empty() && word_count(name) <= NAME && cut + 2 < line.len();
    fits.then(|| name.to_owned())
}

/// What answers each part of the question.
fn of_parts(input: &WriteInput<'_>, chosen: &[Chosen]) -> Vec<Row> {
    let row = |part: &gorkd_core::model::SubQuestion| {
        let at = chosen.iter().position(|block| block.part == part.id)?;
        let block = &chosen[at];
        let text = input.materials[block.material].text;
        let said: Vec<&str> = block.statements.iter().map(|range| &text[range.clone()]).collect();
        let own = block.statements.iter().position(|range| range.start >= block.core.start).unwrap_or(0);
        Some(Row { item: part.text.clone(), block: at, statements: from(&said, own) })
    };
    input.plan.sub_questions.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_item_is_called_what_stands_before_its_mark() {
        for (item, wanted) in [
            ("**Harbour Bridge**: 503 m long", Some("Harbour Bridge")),
            ("`cargo fmt` – formats the code", Some("cargo fmt")),
            ("東京：日本の首都", Some("東京")),
            ("Nothing is said of it", None),
            (": nothing", None),
            ("Name: ", None),
            ("This sentence has a colon after far too many words: so it is none", None),
        ] {
            assert_eq!(name(item).as_deref(), wanted, "{item}");
        }
    }

    proptest! {
        #[test]
        fn a_name_is_short_and_begins_the_item(item in "\\PC{0,80}") {
            if let Some(name) = name(&item) {
                prop_assert!(!name.is_empty() && word_count(&name) <= NAME);
            }
        }
    }
}
