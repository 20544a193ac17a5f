//! Renders buttons and menus: at most five rows, five buttons per row, and 25 entries per menu.

use super::escape::{label, length};
use gorkd_chat::{Button, ButtonKind, ButtonStyle, Card, Part};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const ROWS: usize = 5;
const PER_ROW: usize = 5;
const ENTRIES: usize = 25;
const LABEL: usize = 80;
const CODE: usize = 100;

/// The rows below a card's last message.
pub fn components(card: &Card) -> Value {
    let mut codes = BTreeSet::new();
    let lists = lists(card, &mut codes);
    let room = (ROWS - lists.len().min(ROWS - 1)) * PER_ROW;
    let buttons: Vec<Value> =
        card.buttons.iter().filter_map(|one| button(one, &mut codes)).take(room).collect();
    let rows = buttons.chunks(PER_ROW).map(|row| json!({"type": 1, "components": row}));
    let lists = lists.into_iter().map(|list| json!({"type": 1, "components": [list]}));
    rows.chain(lists).take(ROWS).collect()
}

fn button(button: &Button, codes: &mut BTreeSet<String>) -> Option<Value> {
    let text = label(&button.label, LABEL);
    if text.is_empty() {
        return None;
    }
    match &button.kind {
        ButtonKind::Action(job, action) => {
            let code = action.code(job);
            if length(&code) > CODE || !codes.insert(code.clone()) {
                return None;
            }
            let style = match button.style {
                ButtonStyle::Primary => 1,
                ButtonStyle::Plain => 2,
                ButtonStyle::Danger => 4,
            };
            Some(json!({"type": 2, "style": style, "label": text, "custom_id": code}))
        }
        ButtonKind::Select(_) => None,
    }
}

/// The card's menus, with the buttons of its sources combined into one menu per label.
fn lists(card: &Card, codes: &mut BTreeSet<String>) -> Vec<Value> {
    let mut lists: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for button in &card.buttons {
        if let ButtonKind::Select(choices) = &button.kind {
            let entries = choices.iter().map(|(label, job, action)| (label.clone(), action.code(job)));
            lists.push((button.label.clone(), entries.collect()));
        }
    }
    let sources = card.parts.iter().flat_map(|part| match part {
        Part::Sources(sources) => sources.as_slice(),
        Part::Text(_) | Part::Small(_) | Part::Heading(_) | Part::Steps(_) | Part::Fields(_) => &[],
    });
    for source in sources {
        for button in &source.buttons {
            let ButtonKind::Action(job, action) = &button.kind else { continue };
            let number = source.number.map(|number| format!("[{number}] ")).unwrap_or_default();
            let entry = (format!("{number}{}", source.title), action.code(job));
            match lists.iter_mut().find(|(label, _)| *label == button.label) {
                Some((_, entries)) => entries.push(entry),
                None => lists.push((button.label.clone(), vec![entry])),
            }
        }
    }
    let lists =
        lists.into_iter().enumerate().filter_map(|(nth, (name, entries))| list(nth, &name, entries, codes));
    lists.take(ROWS).collect()
}

fn list(
    nth: usize,
    name: &str,
    entries: Vec<(String, String)>,
    codes: &mut BTreeSet<String>,
) -> Option<Value> {
    let mut options = Vec::new();
    for (text, code) in entries {
        let text = label(&text, 100);
        if options.len() < ENTRIES && length(&code) <= CODE && codes.insert(code.clone()) {
            let text = if text.is_empty() { "–".to_owned() } else { text };
            options.push(json!({"label": text, "value": code}));
        }
    }
    if options.is_empty() {
        return None;
    }
    let name = label(name, 100);
    Some(json!({"type": 3, "custom_id": format!("choose|{nth}"), "placeholder": name, "options": options,
        "min_values": 1, "max_values": 1}))
}
