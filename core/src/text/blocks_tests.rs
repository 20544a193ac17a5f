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

/// More words than an introduction has.
const LONG: &str = "A branch of the server is kept until somebody takes it away, because nobody else can know whether it is \
    still of use to anyone, and those who have a copy of it keep that copy, whatever happens to the one that it was made from.";

#[test]
fn words_lead_to_the_code_below_them_however_they_end() {
    for end in ["To delete it, run", "It is deleted as in the following example.", "To delete it:"] {
        let text =
            format!("# Branches\n\n{LONG} {end}\n\n```\npush --delete topic\n```\n\nNothing else is lost.");
        let whole = &text[12..text.len() - "\n\nNothing else is lost.".len()];
        assert_eq!(
            seen(&text),
            [(BlockKind::Code, whole), (BlockKind::Paragraph, "Nothing else is lost.")],
            "{end}"
        );
        let said = blocks(&text, &[]).remove(0).statements;
        let said: Vec<&str> = said.into_iter().map(|range| &text[range]).collect();
        assert_eq!(said, [LONG, end, "push --delete topic"]);
    }
    for label in ["Example:", "**Example**", "Example 5.1. A file"] {
        let text = format!("{LONG}\n\n{label}\n\n```\ntopic\n```");
        let led = format!("{label}\n\n```\ntopic\n```");
        assert_eq!(seen(&text), [(BlockKind::Paragraph, LONG), (BlockKind::Code, led.as_str())]);
    }
}

#[test]
fn a_sentence_goes_on_below_its_code() {
    let text = "To hold a package, run\n\n```\nmark hold it\n```\n\nand to let it go,\n\n```\nmark unhold it\n```\n\n```\ndone\n```\n\nHolds stay.";
    let held = text.strip_suffix("\n\nHolds stay.").expect("its end");
    assert_eq!(seen(text), [(BlockKind::Code, held), (BlockKind::Paragraph, "Holds stay.")]);
    let apart = "It is old.\n\nwhich it is.";
    assert_eq!(seen(apart).len(), 2, "only code stands within a sentence");
}

#[test]
fn a_step_has_its_code() {
    let text = "Install it:\n\n1. Fetch it\n```\nfetch it\n```\n2. Build it\n\n   ```\n   build it\n   ```\n\nThat is all.";
    let steps = text.strip_suffix("\n\nThat is all.").expect("its end");
    assert_eq!(seen(text), [(BlockKind::List, steps), (BlockKind::Paragraph, "That is all.")]);
}

#[test]
fn code_that_is_too_long_shows_what_leads_to_it() {
    let leads = |text: &str| -> Vec<Option<String>> {
        let lead = |block: Block| block.lead.map(|lead| text[lead].to_owned());
        blocks(text, &[]).into_iter().map(lead).collect()
    };
    let code = format!("```\n{}```", "let value = compute(1, 2, 3);\n".repeat(50));
    let run = Some("To see it, run".to_owned());
    let text = format!("{LONG} To see it, run\n\n{code}");
    assert_eq!(leads(&text), [None, run.clone(), run.clone()], "the last sentence of many");
    assert_eq!(leads(&format!("To see it, run\n\n{code}")), [None, run.clone(), run]);
    let item = "- this item has exactly seven words here";
    let text =
        format!("All of them:\n\n{}\n```\n{}\n```", format!("{item}\n").repeat(24), "word ".repeat(20));
    assert_eq!(leads(&text), [None, Some(item.to_owned())], "its own step, not what leads to the list");
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
