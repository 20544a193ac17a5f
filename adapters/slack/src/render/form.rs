//! Renders forms as modals, and the app's home.

use super::card::{render, set_ids};
use super::feedback::is_pair;
use super::text::{characters, clean, one_line, plain_text};
use crate::payload::View;
use gorkd_chat::{Action, Card, Form};
use gorkd_core::model::JobId;
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};

const CALLBACK: &str = "gorkd_form";
const FIELD: &str = "words";
const MAX_INPUT: usize = 3_000;
const MAX_HOME_BLOCKS: usize = 100;

/// The modal of a form.
pub fn form(form: &Form, opened_from: &OpenedFrom) -> Value {
    let (most, locale) = (form.max_length.clamp(1, MAX_INPUT), form.locale);
    let mut input = json!({
        "type": "plain_text_input", "action_id": FIELD, "multiline": form.multiline, "max_length": most,
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
        "element": input, "optional": !form.required,
    });
    let hint = cut(&one_line(&form.hint), 2_000, characters);
    if !hint.is_empty() {
        block["hint"] = plain_text(&hint);
    }
    let metadata = PrivateMetadata { opened_from: opened_from.clone(), code: form.action.code(&form.job) };
    let metadata = serde_json::to_string(&metadata).unwrap_or_default();
    json!({
        "type": "modal", "callback_id": CALLBACK,
        "title": plain_text(&cut(&label(&form.title, locale), 24, characters)),
        "submit": plain_text(&locale.say(Msg::FormSend)), "close": plain_text(&locale.say(Msg::FormBack)),
        "private_metadata": metadata, "blocks": [block],
    })
}

fn label(text: &str, locale: Locale) -> String {
    let text = one_line(text);
    if text.is_empty() { locale.say(Msg::FormBadLabel) } else { text }
}

/// Where a form was opened. Slack returns it when the form is submitted.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct OpenedFrom {
    pub team: String,
    pub channel: String,
    #[serde(deserialize_with = "or_default")]
    pub thread: String,
    pub place: String,
}

#[derive(Serialize, Deserialize)]
struct PrivateMetadata {
    #[serde(flatten)]
    opened_from: OpenedFrom,
    code: String,
}

fn or_default<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

pub struct SubmittedForm {
    pub job: JobId,
    pub action: Action,
    pub input: String,
    pub opened_from: OpenedFrom,
}

impl SubmittedForm {
    /// `None` for a form that is not gorkd's.
    pub fn read(view: &View) -> Option<Self> {
        if view.callback_id != CALLBACK {
            return None;
        }
        let PrivateMetadata { opened_from, code } = serde_json::from_str(&view.private_metadata).ok()?;
        let (job, action) = Action::parse(&code)?;
        let field = view.state.values.get(FIELD).and_then(|fields| fields.get(FIELD));
        let input = field.map(|field| field.value.clone()).unwrap_or_default();
        Some(Self { job, action, input, opened_from })
    }
}

/// The app's home: cards stacked vertically.
pub fn home(place: &str, cards: &[Card]) -> Value {
    let mut blocks: Vec<Value> = Vec::new();
    for card in cards {
        for content in render(place, card) {
            let own = content.body["blocks"].as_array().cloned().unwrap_or_default();
            // Slack allows feedback buttons only below messages.
            let fits = |block: &Value| block["type"] != "table" && !is_pair(block);
            blocks.extend(own.into_iter().filter(fits));
        }
        blocks.push(json!({"type": "divider"}));
    }
    blocks.truncate(MAX_HOME_BLOCKS);
    // Unique in the whole view, not only in each card.
    set_ids(&mut blocks, place);
    json!({"type": "home", "blocks": blocks})
}
