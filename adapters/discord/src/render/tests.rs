use super::escape::length;
use super::*;
use gorkd_chat::{
    Action, Button, ButtonKind, ButtonStyle, Card, OutgoingFile, Part, SourceLine, StepLine, Tone,
};
use gorkd_core::model::JobId;
use gorkd_core::text::{Inline, parse};
use gorkd_core::view::StepState;
use proptest::prelude::*;
use serde_json::{Value, json};
use twilight_model::channel::message::embed::Embed;

fn job() -> JobId {
    JobId(format!("job_{}", "0".repeat(32)))
}

/// Text as pages and models write it, including dangerous text.
fn words() -> impl Strategy<Value = String> {
    let dangerous = prop::sample::select(vec![
        "@everyone",
        "@here",
        "<@123>",
        "<@&9>",
        "<#1>",
        "</cmd:1>",
        "<t:0:R>",
        "```",
        "`",
        "**",
        "[a](https://evil.test)",
        "\u{202e}",
        "\u{200b}",
        "https://discord.gg/x",
        "\n\n",
        "\n# ",
        "\n- ",
        "| a | b |\n|---|---|\n| c | d |\n",
        "> ",
        "1. ",
        "||",
        "~~",
        "\\",
        "_",
    ]);
    let plain = "[a-zA-ZäöüÄÖÜ東京👩‍👧 .,!?]{0,30}";
    prop::collection::vec(
        prop_oneof![3 => plain.prop_map(String::from), 1 => dangerous.prop_map(str::to_owned)],
        0..60,
    )
    .prop_map(|parts| parts.concat())
}

fn url() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,10}".prop_map(|name| format!("https://{name}.test/a(b)*c?d=<e>")),
        Just("javascript:alert(1)".to_owned()),
        Just(String::new()),
        "[a-z]{1,10}".prop_map(|name| format!("https://{name}.test/{}", "x".repeat(2_000))),
    ]
}

fn source() -> impl Strategy<Value = SourceLine> {
    (
        prop::option::of(0u32..99),
        words(),
        prop::option::of(url()),
        words(),
        prop::option::of(words()),
        words(),
        words(),
    )
        .prop_map(|(number, title, url, host, date, excerpt, why)| SourceLine {
            number,
            title,
            url,
            host,
            date,
            excerpt,
            why,
            buttons: vec![
                Button::action(
                    "Pin",
                    &job(),
                    Action::Pin(format!("src_{}", number.unwrap_or_default()).as_str().into()),
                ),
                Button::action("Leave out", &job(), Action::Exclude("src_1".into())),
            ],
        })
}

fn part() -> impl Strategy<Value = Part> {
    prop_oneof![
        words().prop_map(|text| Part::Text(parse(&text.repeat(4)))),
        words().prop_map(|text| Part::Small(vec![Inline::text(text)])),
        words().prop_map(Part::Heading),
        prop::collection::vec((words(), words()), 0..40).prop_map(Part::Fields),
        prop::collection::vec(source(), 0..40).prop_map(Part::Sources),
        words().prop_map(|detail| {
            let step = |state| StepLine {
                step: gorkd_core::view::ProgressStep::Search,
                name: "Search".into(),
                state,
                detail: detail.clone(),
                urls: Vec::new(),
            };
            Part::Steps(vec![
                step(StepState::Done),
                step(StepState::Active),
                step(StepState::Open),
                step(StepState::Skipped),
            ])
        }),
    ]
}

fn button() -> impl Strategy<Value = Button> {
    (words(), 0usize..9).prop_map(|(label, nth)| Button {
        label: label.clone(),
        style: ButtonStyle::Plain,
        kind: match nth {
            0 => ButtonKind::Select((0..40).map(|at| (label.clone(), job(), Action::FollowUp(at))).collect()),
            nth => ButtonKind::Action(job(), Action::FollowUp(nth)),
        },
    })
}

fn card() -> impl Strategy<Value = Card> {
    let parts = prop::collection::vec(part(), 0..12);
    let buttons = prop::collection::vec(button(), 0..40);
    (prop::option::of(words()), parts, buttons, prop::option::of("[0-9]{1,19}|everyone")).prop_map(
        |(title, parts, buttons, mention)| Card {
            locale: gorkd_words::Locale::En,
            tone: Tone::Done,
            title,
            parts,
            buttons,
            files: Vec::new(),
            mention,
        },
    )
}

/// An embed with one byte per character: the validator measures an embed's total in bytes, Discord in
/// characters.
fn counted(embed: &Value) -> Value {
    let plain = |text: &str| {
        text.encode_utf16().map(|unit| if unit < 128 { unit as u8 as char } else { 'x' }).collect::<String>()
    };
    let mut whole = embed.clone();
    for name in ["title", "description"] {
        if let Some(text) = embed[name].as_str() {
            whole[name] = plain(text).into();
        }
    }
    for field in whole.get_mut("fields").and_then(Value::as_array_mut).into_iter().flatten() {
        for name in ["name", "value"] {
            field[name] = plain(field[name].as_str().unwrap_or_default()).into();
        }
    }
    whole["type"] = "rich".into();
    if whole.get("fields").is_none() {
        whole["fields"] = json!([]);
    }
    whole
}

/// The text that Discord scans for mentions and links: everything except fences and code spans, in which a
/// backslash escapes nothing.
fn outside_code(text: &str) -> String {
    let fenceless: String = text.split("```").step_by(2).collect();
    let (mut read, mut in_code) = (String::new(), false);
    let mut rest = fenceless.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\\' if !in_code && rest.peek() == Some(&'`') => _ = rest.next(),
            '`' => in_code = !in_code,
            c if !in_code => read.push(c),
            _ => {}
        }
    }
    read
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn any_card_is_within_all_limits(card in card()) {
        let contents = render(&card);
        prop_assert!(!contents.is_empty());
        for content in contents {
            let body = content.body;
            twilight_validate::message::content(body["content"].as_str().unwrap_or_default()).expect("content");
            let embeds: Vec<Embed> = body["embeds"]
                .as_array()
                .into_iter()
                .flatten()
                .map(|embed| serde_json::from_value(counted(embed)).expect("an embed"))
                .collect();
            twilight_validate::message::embeds(&embeds).expect("embeds");
            let rows: Vec<twilight_model::channel::message::Component> =
                serde_json::from_value(body["components"].clone()).expect("components");
            twilight_validate::message::components(&rows, false).expect("components");
            let allowed = &body["allowed_mentions"];
            prop_assert_eq!(&allowed["parse"], &json!([]));
            prop_assert!(allowed["users"].as_array().is_none_or(|users| users.len() == 1));
            for embed in body["embeds"].as_array().into_iter().flatten() {
                let text = embed["description"].as_str().unwrap_or_default();
                prop_assert_eq!(text.matches("```").count() % 2, 0, "{}", text);
                let read = outside_code(text);
                for dangerous in ["@everyone", "@here", "\u{202e}", "discord.gg/"] {
                    prop_assert!(!read.contains(dangerous), "{}: {}", dangerous, text);
                }
                for dangerous in ["<@", "<#", "</", "<t:"] {
                    let live = read.match_indices(dangerous).any(|(at, _)| !read[..at].ends_with('\\'));
                    prop_assert!(!live, "{}: {}", dangerous, text);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// A message that Discord refused is sent as plain text, and mentions nobody that the original did not.
    #[test]
    fn any_message_can_be_sent_as_plain_text(card in card()) {
        for content in render(&card) {
            let plain = plain(&content);
            let said = plain.body["content"].as_str().unwrap_or_default();
            prop_assert!(!said.is_empty() && length(said) <= 2_000, "{said}");
            prop_assert_eq!(&plain.body["embeds"], &json!([]));
            prop_assert_eq!(&plain.body["components"], &json!([]));
            prop_assert_eq!(&plain.body["allowed_mentions"], &content.body["allowed_mentions"]);
            prop_assert_eq!(plain.files.len(), content.files.len());
        }
    }
}

#[test]
fn a_long_report_comes_in_several_messages_with_its_buttons_at_the_end() {
    let text = (0..120)
        .map(|nth| format!("Paragraph {nth} has words, and a [page](https://a.test/{nth}) in it. ").repeat(3))
        .collect::<Vec<_>>();
    let card = Card {
        title: Some("Long".to_owned()),
        parts: vec![Part::Text(parse(&text.join("\n\n")))],
        buttons: vec![Button::action("Sources", &job(), Action::Sources)],
        files: vec![OutgoingFile {
            name: "a.md".into(),
            content_type: "text/markdown",
            content: b"a".to_vec(),
        }],
        ..Card::default()
    };
    let contents = render(&card);
    assert!(contents.len() > 3, "{}", contents.len());
    let (last, others) = contents.split_last().expect("messages");
    assert!(others.iter().all(|one| one.files.is_empty() && one.body["components"] == json!([])));
    assert_eq!((last.files.len(), last.body["components"].as_array().map(Vec::len)), (1, Some(1)));
    assert_eq!(contents.iter().filter(|one| one.body["embeds"][0].get("title").is_some()).count(), 1);
    let all: String =
        contents.iter().filter_map(|one| one.body["embeds"][0]["description"].as_str()).collect();
    assert!((0..120).all(|nth| all.contains(&format!("Paragraph {nth} has"))));
}

#[test]
fn only_the_asker_is_mentioned_and_only_where_the_card_says_so() {
    let card = Card { mention: Some("42".to_owned()), ..Card::note(Tone::Done, "Done, @everyone.") };
    let body = &render(&card)[0].body;
    assert_eq!(body["content"], "<@42>");
    assert_eq!(body["allowed_mentions"], json!({"parse": [], "users": ["42"]}));
    let quiet = &render(&Card::note(Tone::Done, "Done."))[0].body;
    assert_eq!((&quiet["content"], &quiet["allowed_mentions"]), (&json!(""), &json!({"parse": []})));
}
