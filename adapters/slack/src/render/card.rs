//! Renders a card as Block Kit messages within Slack's limits. Pure.

use super::elements::rows;
use super::sized::SizedBlock;
use super::text::{characters, escaped, one_line, plain_text};
use super::{feedback, parts, rich};
use gorkd_chat::{Card, Content, Part, Tone};
use gorkd_core::text::cut;
use serde_json::{Value, json};

/// Maximum blocks per message; Slack allows 50.
const MAX_BLOCKS: usize = 45;
/// Maximum characters per message. Slack does not publish its limit; requests of 13,000 are refused.
const MAX_CHARACTERS: usize = 9_000;
const HEADER: usize = 150;
const NOTIFICATION: usize = 3_000;

/// Only the text of a message, which notifications show anyway.
pub fn plain(content: &Content) -> Content {
    Content { body: json!({"text": content.body["text"], "blocks": []}), files: content.files.clone() }
}

/// The messages of a card, in order. There is at least one.
pub fn render(place: &str, card: &Card) -> Vec<Content> {
    let mut units = Vec::new();
    if let Some(title) = &card.title {
        let emoji = emoji(card.tone);
        units.push(header(&format!("{emoji}{}", one_line(title))));
    }
    let untitled = card.title.is_none();
    // The question above a later answer is shown small and without an emoji.
    let first = card.parts.iter().position(|part| matches!(part, Part::Text(_))).unwrap_or(0);
    for (at, part) in card.parts.iter().enumerate() {
        let lead = if untitled && at == first { emoji(card.tone) } else { "" };
        units.extend(parts::units(part, lead));
    }
    if let Some(person) = &card.mention {
        units.push(SizedBlock::new(rich::mention(person), 20));
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
            set_ids(&mut blocks, place);
            let text = if at == 0 { text.clone() } else { format!("({}/{count})", at + 1) };
            Content { body: json!({"text": text, "blocks": blocks}), files: Vec::new() }
        })
        .collect();
    if let Some(last) = contents.last_mut() {
        last.files = card.files.clone();
    }
    contents
}

/// Packs blocks into messages, and leaves space for `room` more blocks in each.
fn packed(units: Vec<SizedBlock>, room: usize) -> Vec<Vec<Value>> {
    let most = MAX_BLOCKS.saturating_sub(room).max(1);
    let mut messages: Vec<Vec<Value>> = vec![Vec::new()];
    let (mut characters, mut tables) = (0, 0);
    for unit in units {
        let full = messages.last().is_some_and(|message| {
            message.len() >= most
                || (!message.is_empty() && characters + unit.characters > MAX_CHARACTERS)
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

/// Sets ids that are unique in the message. Those of button rows contain the place, which Slack returns with a
/// press.
pub fn set_ids(blocks: &mut [Value], place: &str) {
    let (mut row, mut element) = (0, 0);
    for block in blocks {
        if block["type"] != "actions" && !feedback::is_pair(block) {
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

/// The place in the id of a button row.
pub fn place_of(block_id: &str) -> Option<&str> {
    block_id.split('|').nth(1).filter(|place| !place.is_empty())
}

/// A side note from gorkd itself.
pub fn note(text: &str) -> Value {
    json!({"type": "context", "elements": [plain_text(text)]})
}

fn header(text: &str) -> SizedBlock {
    let text = cut(text, HEADER, characters);
    let text = if text.is_empty() { "…".to_owned() } else { text };
    let weight = characters(&text);
    SizedBlock::new(json!({"type": "header", "text": plain_text(&text)}), weight)
}

fn emoji(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Working => "⏳ ",
        Tone::Waiting => "✋ ",
        Tone::Done => "✅ ",
        Tone::Caution => "⚠️ ",
        Tone::Failed => "❌ ",
    }
}

/// Escaped text for notifications and screen readers.
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
