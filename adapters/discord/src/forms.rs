//! Forms: a title, one field, and what it is for.

use crate::render::label;
use gorkd_chat::Form;
use serde_json::{Value, json};

const TITLE: usize = 45;
const PLACEHOLDER: usize = 100;
const MOST: usize = 4_000;

/// What Discord shows; its code comes back with what was filled in.
pub fn modal(form: &Form) -> Value {
    let most = form.most.clamp(1, MOST);
    let mut field = json!({
        "type": 4,
        "custom_id": "words",
        "style": if form.lines { 2 } else { 1 },
        "label": label(&form.label, TITLE),
        "max_length": most,
        "required": form.needed,
    });
    let placeholder = if form.placeholder.is_empty() { &form.hint } else { &form.placeholder };
    if !placeholder.is_empty() {
        field["placeholder"] = label(placeholder, PLACEHOLDER).into();
    }
    if !form.value.is_empty() {
        field["value"] = form.value.chars().take(most).collect::<String>().into();
    }
    let row = json!({"type": 1, "components": [field]});
    json!({"custom_id": form.act.code(&form.job), "title": label(&form.title, TITLE), "components": [row]})
}
