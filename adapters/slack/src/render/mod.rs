//! A card as messages of Block Kit, within all its limits. Pure.
//!
//! Whatever a page, a model or a person wrote stands in rich text or plain text: neither parses markup, so nothing in
//! it can mention, link or format. Only `text`, what notifications show, is escaped.

mod feedback;
mod form;
mod parts;
mod rich;
mod stream;

pub use feedback::renew;
pub use form::{VIEW_CALLBACK, form, home, read_form};
pub use stream::{Stage, buttons as stream_buttons, stages};

use gorkd_chat::Content;
use gorkd_chat::{Button, Card, Does, Look, Part, Tone};
use gorkd_core::text::{Block as Text, cut, plain};
use gorkd_words::Locale;
use serde_json::{Value, json};

/// Blocks of one message; Slack takes 50.
const MOST_BLOCKS: usize = 45;
/// Characters of one message. Slack's own limit is not published; requests of 13,000 are refused.
const MOST_CHARACTERS: usize = 9_000;
const HEADER: usize = 150;
const LABEL: usize = 75;
const NOTIFICATION: usize = 3_000;
/// In a row of buttons, for narrow screens; Slack takes 25.
const IN_A_ROW: usize = 5;

/// A block and its weight.
pub(crate) struct Unit {
    pub block: Value,
    pub characters: usize,
    pub is_table: bool,
}

impl Unit {
    pub fn new(block: Value, characters: usize) -> Self {
        Self { block, characters, is_table: false }
    }
}

/// The words of a message alone: without blocks, what notifications show is the message.
pub fn plainly(content: &Content) -> Content {
    Content { body: json!({"text": content.body["text"], "blocks": []}), files: content.files.clone() }
}

/// The messages that a card becomes, in order; at least one.
pub fn render(place: &str, card: &Card) -> Vec<Content> {
    let mut units = Vec::new();
    if let Some(title) = &card.title {
        let mark = mark(card.tone);
        units.push(header(&format!("{mark}{}", one_line(title))));
    }
    let untitled = card.title.is_none();
    // The question above a later answer is small, and carries no mark.
    let first = card.parts.iter().position(|part| matches!(part, Part::Text(_))).unwrap_or(0);
    for (at, part) in card.parts.iter().enumerate() {
        let lead = if untitled && at == first { mark(card.tone) } else { "" };
        units.extend(parts::units(part, lead));
    }
    if let Some(person) = &card.mention {
        units.push(Unit::new(rich::mention(person), 20));
    }
    let mut buttons = rows(&card.buttons, card.locale);
    let mut messages = packed(units, buttons.len());
    if let Some(last) = messages.last_mut() {
        last.append(&mut buttons);
    }
    let text = notification(card);
    let count = messages.len();
    let mut contents: Vec<Content> = messages
        .into_iter()
        .enumerate()
        .map(|(at, mut blocks)| {
            named(&mut blocks, place);
            let text = if at == 0 { text.clone() } else { format!("({} of {count})", at + 1) };
            Content { body: json!({"text": text, "blocks": blocks}), files: Vec::new() }
        })
        .collect();
    if let Some(last) = contents.last_mut() {
        last.files = card.files.clone();
    }
    contents
}

/// Units in messages, so that `room` more blocks fit into each.
fn packed(units: Vec<Unit>, room: usize) -> Vec<Vec<Value>> {
    let most = MOST_BLOCKS.saturating_sub(room).max(1);
    let mut messages: Vec<Vec<Value>> = vec![Vec::new()];
    let (mut characters, mut tables) = (0, 0);
    for unit in units {
        let full = messages.last().is_some_and(|message| {
            message.len() >= most
                || (!message.is_empty() && characters + unit.characters > MOST_CHARACTERS)
                || (unit.is_table && tables > 0)
        });
        if full {
            messages.push(Vec::new());
            (characters, tables) = (0, 0);
        }
        characters += unit.characters;
        tables += usize::from(unit.is_table);
        if let Some(message) = messages.last_mut() {
            message.push(unit.block);
        }
    }
    if messages.first().is_some_and(Vec::is_empty) {
        messages[0].push(rich::words("\u{2026}"));
    }
    messages
}

/// Ids that are unique in the message. Those of rows of buttons name the place, which a press gives back.
fn named(blocks: &mut [Value], place: &str) {
    let (mut row, mut element) = (0, 0);
    for block in blocks {
        let has_actions =
            block["type"] == "actions" || feedback::is_pair(block) || !block["accessory"].is_null();
        if !has_actions {
            continue;
        }
        block["block_id"] = json!(format!("{row}|{place}"));
        row += 1;
        if let Some(elements) = block.get_mut("elements").and_then(Value::as_array_mut) {
            for one in elements {
                one["action_id"] = json!(format!("act{element}"));
                element += 1;
            }
        }
    }
}

/// The place that the id of a row of buttons names.
pub fn place_of(block_id: &str) -> Option<&str> {
    block_id.split('|').nth(1).filter(|place| !place.is_empty())
}

/// A faint line of our own.
pub fn note(text: &str) -> Value {
    json!({"type": "context", "elements": [plain_text(text)]})
}

pub(crate) fn rows(buttons: &[Button], locale: Locale) -> Vec<Value> {
    let (buttons, pair) = feedback::apart(buttons, locale);
    let elements: Vec<Value> = buttons.into_iter().filter_map(element).collect();
    // Rows are added to the last message, which has to have room for them.
    let wide = elements.len().div_ceil(8).max(IN_A_ROW);
    let rows = elements.chunks(wide.min(25)).map(|row| json!({"type": "actions", "elements": row}));
    rows.chain(pair).collect()
}

fn element(button: &Button) -> Option<Value> {
    let label = label_of(&button.label);
    let mut element = match &button.does {
        Does::Act(job, act) => {
            json!({"type": "button", "text": plain_text(&label), "value": act.code(job)})
        }
        Does::Open(url) if url.chars().count() > 3_000 => return None,
        Does::Open(url) => json!({"type": "button", "text": plain_text(&label), "url": url}),
        Does::Choose(options) if options.is_empty() => return None,
        Does::Choose(options) => {
            let option = |(label, job, act): &(String, _, gorkd_chat::Act)| json!({"text": plain_text(&label_of(label)), "value": act.code(job)});
            let options: Vec<Value> = options.iter().take(100).map(option).collect();
            json!({"type": "static_select", "placeholder": plain_text(&label), "options": options})
        }
    };
    let style = match button.look {
        Look::Plain => None,
        Look::Main => Some("primary"),
        Look::Danger => Some("danger"),
    };
    if let (Some(style), "button") = (style, element["type"].as_str().unwrap_or_default()) {
        element["style"] = json!(style);
    }
    Some(element)
}

/// A label is never empty.
fn label_of(text: &str) -> String {
    let label = cut(&one_line(text), LABEL, characters);
    if label.is_empty() { "…".to_owned() } else { label }
}

fn header(text: &str) -> Unit {
    let text = cut(text, HEADER, characters);
    let text = if text.is_empty() { "…".to_owned() } else { text };
    let weight = characters(&text);
    Unit::new(json!({"type": "header", "text": plain_text(&text)}), weight)
}

pub(crate) fn plain_text(text: &str) -> Value {
    json!({"type": "plain_text", "text": text, "emoji": false})
}

fn mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Working => "⏳ ",
        Tone::Waiting => "✋ ",
        Tone::Done => "✅ ",
        Tone::Weak => "⚠️ ",
        Tone::Failed => "❌ ",
    }
}

/// What notifications and screen readers have: the words, escaped.
fn notification(card: &Card) -> String {
    let mut lines: Vec<String> = card.title.iter().map(|title| one_line(title)).collect();
    for part in &card.parts {
        lines.extend(parts::lines(part));
    }
    lines.retain(|line| !line.trim().is_empty());
    let text = cut(&lines.join("\n"), NOTIFICATION, characters);
    let text = if text.is_empty() { "gorkd".to_owned() } else { text };
    escaped(&text)
}

/// The three characters by which Slack's markup begins, made harmless. The last step, and done once.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The words that a person wrote: escapes undone, mentions of the bot gone, links as their addresses.
pub fn unescaped(text: &str, bot: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let Some(length) = rest[start..].find('>') else {
            rest = &rest[start..];
            break;
        };
        let inside = &rest[start + 1..start + length];
        let (target, label) = inside.split_once('|').unwrap_or((inside, ""));
        match target.chars().next() {
            Some('@') if target[1..] == *bot => {}
            Some('@' | '#' | '!') => {
                out.push_str(if label.is_empty() { target } else { label });
            }
            Some(_) => out.push_str(target.strip_prefix("mailto:").unwrap_or(target)),
            None => {}
        }
        rest = &rest[start + length + 1..];
    }
    out.push_str(rest);
    let out = out.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
    out.trim().to_owned()
}

pub(crate) fn characters(text: &str) -> usize {
    text.chars().count()
}

/// Without line ends, and without what is no character to see.
pub(crate) fn one_line(text: &str) -> String {
    let spaced: String = clean(text).chars().map(|c| if c == '\n' { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without control characters and without those that turn the direction of reading round.
pub(crate) fn clean(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    text.chars().filter(|c| *c == '\n' || !(c.is_control() || turns(*c))).collect()
}

/// The words of blocks of text, a line each.
pub(crate) fn text_lines(blocks: &[Text]) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks {
        match block {
            Text::Paragraph(line) | Text::Heading(_, line) => lines.push(clean(&plain(line))),
            Text::List { items, .. } => {
                lines.extend(items.iter().flat_map(|item| text_lines(item)).map(|line| format!("• {line}")));
            }
            Text::Code { text, .. } => lines.push(clean(text)),
            Text::Quote(inner) => lines.extend(text_lines(inner)),
            Text::Table(rows) => lines.extend(rows.iter().map(|row| clean(&row.join(" | ")))),
            Text::Rule => {}
        }
    }
    lines
}
