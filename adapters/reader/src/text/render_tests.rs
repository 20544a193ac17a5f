//! How blocks look once rendered.

use super::*;

fn item(depth: usize, number: Option<u32>, text: &str) -> Block {
    Block::Item { depth, number, text: text.into() }
}

fn paragraph(text: &str) -> Block {
    Block::Paragraph(text.into())
}

fn text_of(blocks: &[Block]) -> String {
    render(blocks, 1 << 20).text
}

#[test]
fn blocks_are_written_as_light_markdown() {
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    let blocks = [
        Block::Heading(2, " A\n title ".into()),
        paragraph("one  two\n\n three"),
        paragraph("  "),
        item(0, None, "first"),
        item(1, Some(3), "second\nline"),
        Block::code("\nlet x = 1;  \n\n\n  y\n"),
        Block::Table(vec![row(&["a", "b"]), row(&["1 || 2"])]),
    ];
    let text = "## A title\n\none two\nthree\n\n- first\n  3. second line\n\n```\nlet x = 1;\n\n  y\n```\n\n\
                | a | b |\n| --- | --- |\n| 1 \\|\\| 2 |  |";
    assert_eq!(text_of(&blocks), text);
    let cut = |blocks: &[Block], most| {
        let Rendered { text, cut, .. } = render(blocks, most);
        (text, cut)
    };
    assert_eq!(cut(&[paragraph("some words that go on")], 12), ("some words".to_owned(), true));
    assert_eq!(cut(&blocks, 40), ("## A title\n\none two\nthree\n\n- first".to_owned(), true));
}

#[test]
fn a_fence_is_longer_than_the_marks_inside_and_names_the_language() {
    assert_eq!(text_of(&[Block::code("a\n```\nb")]), "````\na\n```\nb\n````");
    let code = Block::Code { language: Some("sh".into()), text: "ls".into() };
    assert_eq!(text_of(&[code]), "```sh\nls\n```");
}

#[test]
fn a_definition_stands_set_in_below_its_terms() {
    let inner = Block::Definition { terms: vec!["off".into()], body: vec![paragraph("Never.")] };
    let blocks = [
        Block::Definition {
            terms: vec!["-v".into(), "--verbose".into()],
            body: vec![paragraph("Says more."), Block::code("a\n\n  b"), item(0, None, "x"), inner],
        },
        Block::Definition { terms: vec!["alone".into()], body: Vec::new() },
        Block::Definition { terms: vec!["next".into()], body: vec![paragraph("Its meaning.")] },
    ];
    assert_eq!(
        text_of(&blocks),
        "**-v**\n**--verbose**\n  Says more.\n\n  ```\n  a\n\n    b\n  ```\n\n  - x\n\n  **off**\n    Never.\n\n**alone**\n\n\
         **next**\n  Its meaning."
    );
}

#[test]
fn content_of_an_item_is_indented_below_it() {
    let blocks = [
        item(0, Some(1), "Type this:"),
        Block::Continuation { depth: 0, blocks: vec![Block::code("make"), paragraph("Then wait.")] },
        item(0, Some(2), "Done."),
    ];
    assert_eq!(text_of(&blocks), "1. Type this:\n\n  ```\n  make\n  ```\n\n  Then wait.\n\n2. Done.");
}

#[test]
fn navigation_is_marked_in_code_points_and_joined() {
    let blocks = [
        Block::Heading(1, "Ü".into()),
        Block::Navigation(vec![item(0, None, "é"), paragraph(" ")]),
        Block::Navigation(vec![paragraph("next")]),
        paragraph("words"),
        Block::Definition { terms: vec!["t".into()], body: vec![Block::Navigation(vec![paragraph("m")])] },
    ];
    let rendered = render(&blocks, 1_000);
    assert_eq!(rendered.text, "# Ü\n\n- é\n\nnext\n\nwords\n\n**t**\n  m");
    let marked: Vec<String> = rendered
        .navigation
        .iter()
        .map(|span| rendered.text.chars().skip(span.start).take(span.end - span.start).collect())
        .collect();
    assert_eq!(marked, ["- é\n\nnext", "m"]);
}

#[test]
fn an_endless_line_is_parted_at_sentences_or_words() {
    let long = "It goes on and on. ".repeat(2_000);
    let text =
        text_of(&[paragraph(&long), item(0, None, &"word ".repeat(5_000)), paragraph(&"x".repeat(50_000))]);
    assert!(text.lines().all(|line| line.len() <= LONGEST_LINE + 2), "parted");
    let paragraphs: Vec<&str> = text.split("\n\n").collect();
    assert!(paragraphs[0].ends_with("on.") && paragraphs[1].starts_with("It goes"));
    assert_eq!(text.matches("It goes on and on.").count(), 2_000);
    assert_eq!(text.matches("word").count(), 5_000);
    assert_eq!(text.matches('x').count(), 50_000);
}
