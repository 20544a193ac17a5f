//! Formats blocks as Markdown that preserves lists, tables, and code.

use crate::text::one_line;
use gorkd_core::text::blocks::{Block, BlockKind};
use std::ops::Range;

/// A block as Markdown, with what leads into it where that stands elsewhere. What was set in stands at the margin, so
/// that no paragraph turns into code.
pub fn markdown(text: &str, block: &Block) -> String {
    let start = text[..block.range.start].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[start..block.range.start];
    let column = if before.trim().is_empty() { before.chars().count() } else { 0 };
    let shown = &text[block.range.clone()];
    let inner = column + if block.kind == BlockKind::Definition { 2 } else { 0 };
    let mut lines: Vec<&str> = Vec::new();
    for (at, line) in shown.lines().enumerate() {
        let set_in = line.len() - line.trim_start_matches(' ').len();
        let term = block.kind == BlockKind::Definition && set_in <= column && !line.trim().is_empty();
        let cut = if at == 0 { 0 } else { set_in.min(if term { column } else { inner }) };
        // The definition is a paragraph of its own below its term.
        if term && at > 0 || !term && lines.last().is_some_and(|last| is_term(last)) && at == 1 {
            lines.push("");
        }
        lines.push(line[cut..].trim_end());
    }
    let body = lines.join("\n");
    let lead = match &block.lead {
        Some(lead) if block.kind == BlockKind::List => above_list(text, lead, block.range.start),
        Some(lead) => text[lead.clone()].trim().to_owned(),
        None => String::new(),
    };
    let fenced = block.kind == BlockKind::Code && !body.contains("```");
    let body = if fenced { format!("```\n{body}\n```") } else { body };
    match (lead.is_empty(), lead.starts_with('|')) {
        (true, _) => body,
        // The header of a table that was cut.
        (false, true) => format!("{}\n{body}", with_rule(&lead)),
        (false, false) => format!("{lead}\n\n{body}"),
    }
}

/// What leads to a list, as it stands above what of the list begins here: with "…" if that isn't its beginning.
pub fn above_list(text: &str, lead: &Range<usize>, start: usize) -> String {
    let said = one_line(&text[lead.clone()]);
    let left_out = text.get(lead.end..start).is_some_and(|between| !between.trim().is_empty());
    if left_out { format!("{said} …") } else { said }
}

/// The header of a table with the rule below it.
pub fn with_rule(header: &str) -> String {
    let columns = header.trim_matches('|').split('|').count();
    format!("{header}\n|{}", " --- |".repeat(columns))
}

pub fn is_term(line: &str) -> bool {
    line.starts_with("**") && line.ends_with("**")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::text::blocks::blocks;

    #[test]
    fn a_definition_comes_out_at_the_margin() {
        let text = "**a**\n  First.\n\n  **b**\n    Second.\n\n    - one\n    - two\n";
        let shown: Vec<String> = blocks(text, &[]).iter().map(|block| markdown(text, block)).collect();
        assert_eq!(shown, ["**a**\n\nFirst.", "**b**\n\nSecond.\n\n- one\n- two"]);
    }

    #[test]
    fn items_that_were_cut_off_keep_what_leads_to_their_list() {
        let items = "- one two three four five six seven eight\n".repeat(50);
        let text = format!("You need all\nof these:\n\n{items}");
        let found = blocks(&text, &[]);
        assert!(markdown(&text, &found[0]).starts_with("You need all\nof these:\n\n- one two"));
        assert!(markdown(&text, &found[1]).starts_with("You need all of these: …\n\n- one two"));
    }

    #[test]
    fn rows_that_were_cut_off_keep_their_header() {
        let rows = "| one two three | four five six |\n".repeat(50);
        let text = format!("| a | b |\n| --- | --- |\n{rows}");
        let found = blocks(&text, &[]);
        assert!(markdown(&text, &found[1]).starts_with("| a | b |\n| --- | --- |\n| one two"));
    }
}
