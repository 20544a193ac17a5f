//! Renders forms as modals.

use super::escape::label;
use gorkd_chat::Form;
use serde_json::{Value, json};

const TITLE: usize = 45;
const PLACEHOLDER: usize = 100;
const MAX_INPUT: usize = 4_000;

/// The modal of a form. Discord returns its code with the input.
pub fn form(form: &Form) -> Value {
    let most = form.max_length.clamp(1, MAX_INPUT);
    let mut field = json!({
        "type": 4,
        "custom_id": "words",
        "style": if form.multiline { 2 } else { 1 },
        "label": label(&form.label, TITLE),
        "max_length": most,
        "required": form.required,
    });
    let placeholder = if form.placeholder.is_empty() { &form.hint } else { &form.placeholder };
    if !placeholder.is_empty() {
        field["placeholder"] = label(placeholder, PLACEHOLDER).into();
    }
    if !form.value.is_empty() {
        field["value"] = form.value.chars().take(most).collect::<String>().into();
    }
    let row = json!({"type": 1, "components": [field]});
    json!({"custom_id": form.action.code(&form.job), "title": label(&form.title, TITLE), "components": [row]})
}
