use super::*;
use crate::text::statements::STATEMENT;
use proptest::prelude::*;

fn seen(text: &str) -> Vec<(BlockKind, &str)> {
    blocks(text, &[]).into_iter().map(|block| (block.kind, &text[block.range])).collect()
}

fn path<'t>(text: &'t str, block: &Block) -> Vec<&'t str> {
    block.headings.iter().map(|range| &text[range.clone()]).collect()
}

#[test]
fn a_list_keeps_the_line_that_leads_into_it() {
    let text =
        "# Tea\n\nTea is a drink. It is old.\n\nYou need:\n\n- a pot\n- leaves\n  1. green\n\nThen wait.";
    assert_eq!(
        seen(text),
        [
            (BlockKind::Paragraph, "Tea is a drink. It is old."),
            (BlockKind::List, "You need:\n\n- a pot\n- leaves\n  1. green"),
            (BlockKind::Paragraph, "Then wait."),
        ]
    );
    let list = &blocks(text, &[])[1];
    let said: Vec<&str> = list.statements.iter().map(|range| &text[range.clone()]).collect();
    assert_eq!(said, ["You need:", "a pot", "leaves", "green"]);
    assert_eq!(path(text, list), ["Tea"]);
}

#[test]
fn a_definition_is_a_block_under_its_term() {
    let text = "## Settings\n\n**port** (integer)\n\n**port**\n  The port.\n\n  Default 5432.\n\n**wal_level**\n  How much.\n\n  **minimal**\n    Least.\n\nAfter.";
    let found = blocks(text, &[]);
    let shown: Vec<(BlockKind, &str, Vec<&str>)> =
        found.iter().map(|block| (block.kind, &text[block.range.clone()], path(text, block))).collect();
    assert_eq!(
        shown,
        [
            (BlockKind::Paragraph, "**port** (integer)", vec!["Settings"]),
            (BlockKind::Definition, "**port**\n  The port.\n\n  Default 5432.", vec!["Settings", "port"]),
            (BlockKind::Definition, "**wal_level**\n  How much.", vec!["Settings", "wal_level"]),
            (BlockKind::Definition, "**minimal**\n    Least.", vec!["Settings", "wal_level", "minimal"]),
            (BlockKind::Paragraph, "After.", vec!["Settings"]),
        ]
    );
}

#[test]
fn what_is_cut_takes_its_lead_along() {
    let item = "- this item has exactly seven words here\n".repeat(60);
    let text = format!("All of them:\n\n{item}");
    let found = blocks(&text, &[]);
    assert!(found.len() > 2);
    assert_eq!(found[0].lead, None);
    for later in &found[1..] {
        assert_eq!(later.lead.clone().map(|lead| &text[lead]), Some("All of them:"));
    }
    let rows = "| one two three | four five six |\n".repeat(50);
    let text = format!("| a | b |\n| --- | --- |\n{rows}");
    let found = blocks(&text, &[]);
    assert!(found.len() > 1 && found.iter().all(|block| block.kind == BlockKind::Table));
    assert_eq!(found[1].lead.clone().map(|lead| &text[lead]), Some("| a | b |"));
}

#[test]
fn long_paragraphs_are_cut_between_sentences_and_code_between_lines() {
    let text = "This sentence has exactly seven words here. ".repeat(80);
    let found = blocks(text.trim(), &[]);
    assert_eq!(found.len(), 3);
    for block in &found {
        assert!(
            text[block.range.clone()].ends_with("here.")
                && word_count(&text[block.range.clone()]) <= MOST_WORDS
        );
    }
    let code = format!("```\n{}```", "let value = compute(1, 2, 3);\n".repeat(100));
    let found = blocks(&code, &[]);
    assert!(found.len() >= 3 && found.iter().all(|block| block.kind == BlockKind::Code));
    assert!(found.iter().all(|block| code[block.range.clone()].ends_with(';')));
}

#[test]
fn code_is_what_stands_between_fences() {
    let text = "Run:\n\n  ```sh\n  make\n  ```\n\nDone.\n\n```\n```\n\n```\nnever closed";
    let found: Vec<&str> = code_in(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found, ["```sh\n  make\n  ```", "```\n```"]);
}

#[test]
fn one_endless_line_is_many_statements() {
    let text = "word ".repeat(20_000);
    for block in blocks(text.trim(), &[]) {
        assert!(block.statements.iter().all(|range| text[range.clone()].chars().count() <= STATEMENT));
        assert!(word_count(&text[block.range]) <= MOST_WORDS);
    }
}

#[test]
fn marked_navigation_is_told() {
    let text = "- Home\n- News\n\nReal words.";
    let menu = 0..13;
    let found = blocks(text, std::slice::from_ref(&menu));
    assert!(found[0].navigation && !found[1].navigation);
}

proptest! {
    #[test]
    fn blocks_lie_in_order_and_hold_their_statements(
        text in "( {0,4}([#*|>-] |\\*\\*|```|1\\. )?(\\PC{0,30}[.!]? ?(\\*\\*)?\n{0,2})){0,14}"
    ) {
        let mut last = 0;
        for block in blocks(&text, &[]) {
            prop_assert!(block.range.start >= last && text.get(block.range.clone()).is_some());
            for statement in &block.statements {
                prop_assert!(statement.start >= block.range.start && statement.end <= block.range.end);
                prop_assert!(text.get(statement.clone()).is_some());
            }
            last = block.range.end;
        }
        let bare = blocks(&text, &[]).into_iter().map(|block| Block { statements: Vec::new(), ..block });
        prop_assert_eq!(outline(&text, &[]), bare.collect::<Vec<_>>());
    }
}
