//! Forms as modals, and the home of the app.

use super::feedback::is_pair;
use super::{characters, clean, one_line, plain_text, render};
use gorkd_chat::Act;
use gorkd_chat::{Card, Form};
use gorkd_core::model::JobId;
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

pub const VIEW_CALLBACK: &str = "gorkd_form";
const FIELD: &str = "words";
const MOST: usize = 3_000;
const BLOCKS_OF_A_HOME: usize = 100;

/// The modal of a form. `kept` comes back when it is handed in.
pub fn form(form: &Form, kept: &Value) -> Value {
    let (most, locale) = (form.most.clamp(1, MOST), form.locale);
    let mut input = json!({
        "type": "plain_text_input", "action_id": FIELD, "multiline": form.lines, "max_length": most,
    });
    let value = cut(&clean(&form.value), most, characters);
    if !value.is_empty() {
        input["initial_value"] = json!(value);
    }
    let placeholder = cut(&one_line(&form.placeholder), 150, characters);
    if !placeholder.is_empty() {
        input["placeholder"] = plain_text(&placeholder);
    }
    let mut block = json!({
        "type": "input", "block_id": FIELD, "label": plain_text(&cut(&label(&form.label, locale), 2_000, characters)),
        "element": input, "optional": !form.needed,
    });
    let hint = cut(&one_line(&form.hint), 2_000, characters);
    if !hint.is_empty() {
        block["hint"] = plain_text(&hint);
    }
    let mut kept = kept.clone();
    kept["code"] = json!(form.act.code(&form.job));
    json!({
        "type": "modal", "callback_id": VIEW_CALLBACK,
        "title": plain_text(&cut(&label(&form.title, locale), 24, characters)),
        "submit": plain_text(&locale.say(Msg::FormSend)), "close": plain_text(&locale.say(Msg::FormBack)),
        "private_metadata": kept.to_string(), "blocks": [block],
    })
}

fn label(text: &str, locale: Locale) -> String {
    let text = one_line(text);
    if text.is_empty() { locale.say(Msg::FormBadLabel) } else { text }
}

/// What was handed in: the job, the act, the words, and what was kept.
pub fn read_form(view: &Value) -> Option<(JobId, Act, String, Value)> {
    if view["callback_id"] != VIEW_CALLBACK {
        return None;
    }
    let kept: Value = serde_json::from_str(view["private_metadata"].as_str()?).ok()?;
    let (job, act) = Act::read(kept["code"].as_str()?)?;
    let words = view["state"]["values"][FIELD][FIELD]["value"].as_str().unwrap_or_default();
    Some((job, act, words.to_owned(), kept))
}

/// The home of the app: cards below one another.
pub fn home(place: &str, cards: &[Card]) -> Value {
    let mut blocks: Vec<Value> = Vec::new();
    for (at, card) in cards.iter().enumerate() {
        for content in render(&format!("{place}:{at}"), card) {
            let own = content.body["blocks"].as_array().cloned().unwrap_or_default();
            // Feedback is asked for below messages only.
            let fits = |block: &Value| block["type"] != "table" && !is_pair(block);
            blocks.extend(own.into_iter().filter(fits));
        }
        blocks.push(json!({"type": "divider"}));
    }
    blocks.truncate(BLOCKS_OF_A_HOME);
    let (mut element, mut row) = (0, 0);
    for block in &mut blocks {
        if block.get("block_id").is_some() {
            block["block_id"] = json!(format!("{row}|{place}"));
            row += 1;
        }
        for one in block.get_mut("elements").and_then(Value::as_array_mut).into_iter().flatten() {
            if one.get("action_id").is_some() {
                one["action_id"] = json!(format!("act{element}"));
                element += 1;
            }
        }
    }
    json!({"type": "home", "blocks": blocks})
}
