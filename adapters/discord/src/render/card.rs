//! Renders a card as messages with embeds, within Discord's limits. Pure.

use super::escape::{escape, label, length};
use super::parts::components;
use super::text::{self, link, packed};
use gorkd_chat::{Card, Content, Part, SourceLine, StepLine, Tone};
use gorkd_core::text::cut;
use gorkd_core::view::StepState;
use serde_json::{Value, json};

/// Maximum characters in a message's embed. Discord allows 4,096, and 6,000 including title and fields.
const TEXT: usize = 3_800;
/// Maximum characters in a unit of text.
const UNIT: usize = 1_800;
/// Maximum characters in a message without an embed. Discord allows 2,000.
const CONTENT: usize = 1_900;
const TITLE: usize = 256;
const FIELDS: usize = 25;
const FIELD_NAME: usize = 256;
const FIELD_VALUE: usize = 1_024;
/// Maximum characters in all fields together.
const ALL_FIELDS: usize = 1_600;

/// Only the text of a message.
pub fn plain(content: &Content) -> Content {
    let embed = &content.body["embeds"][0];
    let said = [&content.body["content"], &embed["title"], &embed["description"]];
    let said: Vec<&str> =
        said.into_iter().filter_map(Value::as_str).filter(|text| !text.is_empty()).collect();
    let text = cut(&said.join("\n\n"), CONTENT, length);
    let text = if text.is_empty() { "gorkd".to_owned() } else { text };
    let body = json!({
        "content": text, "embeds": [], "components": [], "allowed_mentions": content.body["allowed_mentions"],
    });
    Content { body, files: content.files.clone() }
}

/// The messages of a card, in order. The last one has the buttons and files.
pub fn render(card: &Card) -> Vec<Content> {
    let (units, fields) = body(card);
    let mut pages = packed(units, TEXT, separator);
    if pages.is_empty() {
        pages.push(String::new());
    }
    let last = pages.len() - 1;
    let contents = pages.into_iter().enumerate().map(|(nth, page)| {
        let mut embed = json!({"color": color(card.tone)});
        if nth == 0
            && let Some(title) = card.title.as_deref().map(title).filter(|title| !title.is_empty())
        {
            embed["title"] = title.into();
        }
        if !page.is_empty() {
            embed["description"] = page.into();
        }
        if nth == last && !fields.is_empty() {
            embed["fields"] = fields.clone().into();
        }
        let empty = embed.as_object().is_some_and(|embed| embed.len() == 1);
        let mut body = json!({
            "content": "",
            "embeds": if empty { json!([]) } else { json!([embed]) },
            "allowed_mentions": {"parse": []},
            "components": [],
        });
        if nth == 0
            && let Some(person) =
                card.mention.as_deref().filter(|id| id.bytes().all(|byte| byte.is_ascii_digit()))
        {
            body["content"] = format!("<@{person}>").into();
            body["allowed_mentions"] = json!({"parse": [], "users": [person]});
        }
        let files = if nth == last { card.files.clone() } else { Vec::new() };
        if nth == last {
            body["components"] = components(card);
        }
        Content { body, files }
    });
    contents.collect()
}

pub fn color(tone: Tone) -> u32 {
    match tone {
        Tone::Plain => 0x6b7280,
        Tone::Working => 0x3b82f6,
        Tone::Waiting => 0xf59e0b,
        Tone::Done => 0x22c55e,
        Tone::Caution => 0xeab308,
        Tone::Failed => 0xef4444,
    }
}

fn title(title: &str) -> String {
    let mut most = TITLE;
    loop {
        let escaped = escape(&label(title, most));
        if length(&escaped) <= TITLE {
            return escaped;
        }
        most -= 16;
    }
}

/// The units of text, and the fields.
fn body(card: &Card) -> (Vec<String>, Vec<Value>) {
    let (mut units, mut fields) = (Vec::new(), Vec::new());
    for part in &card.parts {
        match part {
            Part::Text(blocks) => units.extend(text::units(blocks, UNIT)),
            Part::Small(line) => {
                let small = text::lines(line, UNIT - 8);
                // `-# ` makes a single line smaller. The line must not be empty.
                let lines = small.iter().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty());
                units.extend(lines.map(|line| format!("-# {line}")));
            }
            Part::Heading(text) => units.push(format!("**{}**", escape(&label(text, 200)))),
            Part::Steps(steps) => units.push(steps.iter().map(step).collect::<Vec<_>>().join("\n")),
            Part::Fields(named) => fields.extend(named.iter().cloned()),
            Part::Sources(sources) => units.extend(sources.iter().map(source)),
        }
    }
    units.retain(|unit| !unit.trim().is_empty());
    (units, self::fields(&fields))
}

fn fields(named: &[(String, String)]) -> Vec<Value> {
    let (mut fields, mut used) = (Vec::new(), 0);
    for (name, value) in named {
        let name = short(name, FIELD_NAME);
        let value = short(value, FIELD_VALUE.min(400));
        // Discord refuses empty values.
        let value = if value.trim().is_empty() { "–".to_owned() } else { value };
        used += length(&name) + length(&value);
        if name.trim().is_empty() || fields.len() == FIELDS || used > ALL_FIELDS {
            continue;
        }
        fields.push(json!({"name": name, "value": value, "inline": true}));
    }
    fields
}

/// Escapes text and cuts it to a limit.
fn short(text: &str, most: usize) -> String {
    let escaped = escape(&label(text, most));
    if length(&escaped) <= most { escaped } else { escape(&label(text, most / 3)) }
}

fn step(step: &StepLine) -> String {
    let sign = match step.state {
        StepState::Done => "✅",
        StepState::Active => "🔹",
        StepState::Open => "▫️",
        StepState::Skipped => "➖",
    };
    let detail = label(&step.detail, 160);
    let name = escape(&step.name);
    match detail.is_empty() {
        true => format!("{sign} {name}"),
        false => format!("{sign} **{name}** {}", escape(&detail)),
    }
}

fn source(source: &SourceLine) -> String {
    let number = source.number.map(|number| format!("\\[{number}\\] ")).unwrap_or_default();
    let title = label(&source.title, 160);
    let title = match &source.url {
        Some(url) => link(&title, url),
        None => escape(&title),
    };
    let host = Some(label(&source.host, 80)).filter(|host| !host.is_empty()).map(|host| escape(&host));
    let date = source.date.as_deref().map(|date| escape(&label(date, 40)));
    let beside: String = [host, date].into_iter().flatten().map(|part| format!(" · {part}")).collect();
    let mut text = format!("{number}{title}{beside}");
    let excerpt = label(&source.excerpt, 300);
    if !excerpt.is_empty() {
        text.push_str(&format!("\n> {}", escape(&excerpt)));
    }
    let why = label(&source.why, 160);
    if !why.is_empty() {
        text.push_str(&format!("\n-# {}", escape(&why)));
    }
    text
}

/// Small lines and sources follow each other without a blank line.
fn separator(before: &str, unit: &str) -> &'static str {
    let last = before.rsplit('\n').next().unwrap_or_default();
    let close = |line: &str| line.starts_with("-# ") || line.starts_with("\\[");
    if close(last) && close(unit) || last.starts_with("**") && last.ends_with("**") && !last.contains(' ') {
        "\n"
    } else {
        "\n\n"
    }
}
