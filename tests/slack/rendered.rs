//! Cards as blocks: within every limit whatever they hold, and nothing in them is markup.

use super::clients;
use crate::world::slack::limits::{Surface, faults, view_faults};
use gorkd_chat::{Action, Button, ButtonKind, ButtonStyle, Card, Form, Part, SourceLine, StepLine, Tone};
use gorkd_core::model::JobId;
use gorkd_core::text::{Block, Inline, parse};
use gorkd_core::view::{ProgressStep, StepState};
use gorkd_slack::render::{OpenedFrom, form, home, render, stream_content};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const PLACE: &str = "slack:T1:C1:1700000000.000100";
/// Texts that have broken renderers: markup, mentions, other scripts, joined emoji, directions, control characters.
const NASTY: [&str; 14] = [
    "<!channel> <@U1> <!here|x> <https://evil.example|https://bank.example> &amp;lt;",
    "*bold* _open ~struck `code ``` fence",
    "東京は日本の首都です。とても大きな街です。",
    "مرحبا بالعالم، هذا نص طويل",
    "สวัสดีชาวโลก นี่คือข้อความ",
    "👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈",
    "\u{202e}turned round\u{202c} \u{0}\u{7}\u{1b}[31m",
    "e\u{301}\u{301}\u{301}\u{301}\u{301}",
    "",
    " ",
    "\n\n\n",
    "a|b>c<d",
    ":smile: :+1:",
    "plain words, a sentence. And another one",
];

fn text() -> impl Strategy<Value = String> {
    (0..NASTY.len(), 0..120usize).prop_map(|(which, times)| NASTY[which].repeat(times.max(1)))
}

fn short() -> impl Strategy<Value = String> {
    (0..NASTY.len(), 0..4usize).prop_map(|(which, times)| NASTY[which].repeat(times))
}

fn url() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("https://example.org/page?a=1|2>3".to_owned()),
        Just("javascript:alert(1)".to_owned()),
        Just("no address".to_owned()),
        (1..4_000usize).prop_map(|length| format!("https://example.org/{}", "x".repeat(length))),
    ]
}

fn inline() -> impl Strategy<Value = Inline> {
    prop_oneof![
        text().prop_map(Inline::Text),
        short().prop_map(|text| Inline::Strong(vec![Inline::Emphasis(vec![Inline::Text(text)])])),
        text().prop_map(Inline::Code),
        short().prop_map(|text| Inline::Struck(vec![Inline::Text(text)])),
        (url(), short()).prop_map(|(url, label)| Inline::Link { url, label: vec![Inline::Text(label)] }),
        Just(Inline::Break),
    ]
}

fn block() -> impl Strategy<Value = Block> {
    let line = || prop::collection::vec(inline(), 0..5);
    let flat = prop_oneof![
        4 => line().prop_map(Block::Paragraph),
        1 => (1..7u8, line()).prop_map(|(level, line)| Block::Heading(level, line)),
        1 => text().prop_map(|text| Block::Code { language: "rust".to_owned(), text }),
        1 => prop::collection::vec(prop::collection::vec(short(), 0..25), 0..120).prop_map(Block::Table),
        1 => Just(Block::Rule),
    ];
    flat.prop_recursive(3, 24, 4, |inner| {
        let blocks = prop::collection::vec(inner, 0..3);
        prop_oneof![
            blocks.clone().prop_map(Block::Quote),
            (prop::option::of(1..9u64), prop::collection::vec(blocks, 0..6))
                .prop_map(|(first, items)| Block::List { first, items }),
        ]
    })
}

fn opened_from() -> OpenedFrom {
    OpenedFrom { place: PLACE.to_owned(), ..OpenedFrom::default() }
}

fn button() -> impl Strategy<Value = Button> {
    let job = || JobId(format!("job_{}", "0".repeat(32)));
    let kind = prop_oneof![
        Just(ButtonKind::Action(job(), Action::Stop)),
        Just(ButtonKind::Action(job(), Action::Good)),
        Just(ButtonKind::Action(job(), Action::Bad)),
        prop::collection::vec(short(), 0..130).prop_map(move |labels| {
            ButtonKind::Select(labels.into_iter().map(|label| (label, job(), Action::Sources)).collect())
        }),
    ];
    (short(), kind).prop_map(|(label, kind)| Button { label, style: ButtonStyle::Danger, kind })
}

fn source() -> impl Strategy<Value = SourceLine> {
    (prop::option::of(1..300u32), short(), prop::option::of(url()), text(), text()).prop_map(
        |(number, title, url, excerpt, why)| SourceLine {
            number,
            title,
            url,
            host: "example.org".to_owned(),
            date: Some("2024-05-01".to_owned()),
            excerpt,
            why,
            buttons: vec![Button::action("Pin", &JobId::default(), Action::Pin("src_1".into()))],
        },
    )
}

fn part() -> impl Strategy<Value = Part> {
    let step = (short(), prop::collection::vec((url(), short()), 0..20)).prop_map(|(detail, urls)| {
        StepLine { step: ProgressStep::Read, name: "Read".to_owned(), state: StepState::Active, detail, urls }
    });
    prop_oneof![
        4 => prop::collection::vec(block(), 0..6).prop_map(Part::Text),
        1 => prop::collection::vec(inline(), 0..4).prop_map(Part::Small),
        1 => text().prop_map(Part::Heading),
        1 => prop::collection::vec(step, 0..6).prop_map(Part::Steps),
        1 => prop::collection::vec((short(), text()), 0..14).prop_map(Part::Fields),
        1 => prop::collection::vec(source(), 0..200).prop_map(Part::Sources),
    ]
}

fn card() -> impl Strategy<Value = Card> {
    let parts = prop::collection::vec(part(), 0..8);
    let buttons = prop::collection::vec(button(), 0..40);
    (prop::option::of(text()), parts, buttons, any::<bool>()).prop_map(|(title, parts, buttons, mention)| {
        Card {
            locale: gorkd_words::Locale::En,
            tone: Tone::Caution,
            title,
            parts,
            buttons,
            files: Vec::new(),
            mention: mention.then(|| "U1".to_owned()),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_card_is_valid_blocks(card in card()) {
        let contents = render(PLACE, &card);
        prop_assert!(!contents.is_empty());
        for content in contents {
            let found = faults(&content.body["blocks"], Surface::Message);
            prop_assert!(found.is_empty(), "{found:?}");
            let text = content.body["text"].as_str().unwrap_or_default();
            prop_assert!(!text.is_empty() && text.chars().count() <= 20_000);
            prop_assert!(!text.contains('<') && !text.contains('>'), "{text}");
            let body = content.body.to_string();
            prop_assert!(!body.contains("\"mrkdwn\""), "nothing is parsed as markup");
            prop_assert!(body.len() < 400_000);
        }
        let found = view_faults(&home("slack:T1:home", std::slice::from_ref(&card)));
        prop_assert!(found.is_empty(), "{found:?}");
        if let Some(stage) = stream_content(&card) {
            prop_assert!(stage.title.chars().count() <= 256);
        }
    }

    #[test]
    fn any_form_is_a_valid_modal(texts in prop::collection::vec(text(), 5), max_length in 0..9_000usize) {
        let form_of = Form {
            locale: gorkd_words::Locale::En,
            job: JobId(format!("job_{}", "0".repeat(32))),
            action: Action::Steer,
            title: texts[0].clone(),
            label: texts[1].clone(),
            placeholder: texts[2].clone(),
            value: texts[3].clone(),
            multiline: true,
            max_length,
            required: true,
            hint: texts[4].clone(),
        };
        let found = view_faults(&form(&form_of, &opened_from()));
        prop_assert!(found.is_empty(), "{found:?}");
    }
}

fn samples() -> Vec<Card> {
    let markdown = "# Title\n\nA *paragraph* with `code` and [a link](https://example.org/x) and [1](https://example.org/1).\n\n\
                    - one\n  - inner\n- two\n\n1. first\n2. second\n\n> quoted\n\n```rust\nfn main() {}\n```\n\n\
                    | name | value |\n| --- | --- |\n| a | 1 |\n| b | 2 |\n\n---\n\nThe end.";
    let source = |number| SourceLine {
        number: Some(number),
        title: "A page".to_owned(),
        url: Some("https://example.org/page".to_owned()),
        host: "example.org".to_owned(),
        date: None,
        excerpt: "What it says.".to_owned(),
        why: "It names the year.".to_owned(),
        buttons: vec![Button::action("Pin", &JobId::default(), Action::Pin("src_1".into()))],
    };
    let words = Card {
        tone: Tone::Done,
        title: Some("When was it opened?".to_owned()),
        parts: vec![
            Part::Text(parse(markdown)),
            Part::Small(vec![Inline::text("AI-generated, checked against 2 sources")]),
            Part::Fields(vec![("Pages".to_owned(), "3 of 4".to_owned())]),
        ],
        buttons: vec![Button::action("Sources", &JobId::default(), Action::Sources).primary()],
        ..Card::default()
    };
    let sources = Card { parts: vec![Part::Sources((1..60).map(source).collect())], ..Card::default() };
    let thumb = |label: &str, act| Button::action(label, &JobId::default(), act);
    let rated = Card {
        buttons: vec![thumb("👍", Action::Good), thumb("👎", Action::Bad)],
        ..Card::note(Tone::Done, "1931.")
    };
    vec![words, sources, Card::note(Tone::Caution, "Slow down, please."), rated]
}

#[test]
fn a_card_reads_as_it_was_meant() {
    let rendered = render(PLACE, &samples()[0]);
    assert_eq!(rendered.len(), 1);
    insta::assert_snapshot!(
        "card",
        crate::world::slack::words::blocks(&rendered[0].body["blocks"]).join("\n")
    );
    insta::assert_snapshot!("card_notification", rendered[0].body["text"].as_str().unwrap_or_default());
}

#[test]
fn a_label_that_is_another_address_is_given_away() {
    let link = Inline::Link {
        url: "https://evil.example/x".to_owned(),
        label: vec![Inline::text("https://bank.example")],
    };
    let card = Card { parts: vec![Part::Text(vec![Block::Paragraph(vec![link])])], ..Card::default() };
    let words = crate::world::slack::words::blocks(&render(PLACE, &card)[0].body["blocks"]).join("\n");
    assert!(words.contains("(evil.example)"), "{words}");
}

#[test]
fn the_official_models_find_nothing_wrong_with_our_blocks() {
    let Some(python) = clients::python() else { return };
    let mut lines: Vec<Value> = Vec::new();
    for card in samples() {
        lines.extend(render(PLACE, &card).into_iter().map(|content| content.body["blocks"].clone()));
    }
    let form_of = Form {
        locale: gorkd_words::Locale::En,
        job: JobId::default(),
        action: Action::Steer,
        title: "Steer".to_owned(),
        label: "What should change?".to_owned(),
        placeholder: "only 2025".to_owned(),
        value: String::new(),
        multiline: true,
        max_length: 500,
        required: true,
        hint: "All here can read it.".to_owned(),
    };
    lines.push(form(&form_of, &opened_from()));
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut command = Command::new(python);
    command.arg(clients::script("blocks.py")).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    child.stdin.take().expect("piped").write_all(text.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&found["wrong"], &found["unknown"]), (&json!([]), &json!([])), "{found}");
    assert!(found["known"].as_u64().is_some_and(|known| known > 40), "{found}");
}
