//! Renders buttons and menus as rows of elements.

use super::feedback;
use super::text::{label_of, plain_text};
use gorkd_chat::{Action, Button, ButtonKind, ButtonStyle};
use gorkd_words::Locale;
use serde_json::{Value, json};

/// Maximum buttons per row, for narrow screens; Slack allows 25.
const PER_ROW: usize = 5;

pub fn rows(buttons: &[Button], locale: Locale) -> Vec<Value> {
    let (buttons, pair) = feedback::split(buttons, locale);
    let elements: Vec<Value> = buttons.into_iter().filter_map(element).collect();
    // All rows go into the last message, which must have room for them.
    let wide = elements.len().div_ceil(8).max(PER_ROW);
    let rows = elements.chunks(wide.min(25)).map(|row| json!({"type": "actions", "elements": row}));
    rows.chain(pair).collect()
}

fn element(button: &Button) -> Option<Value> {
    let label = label_of(&button.label);
    let mut element = match &button.kind {
        ButtonKind::Action(job, action) => {
            json!({"type": "button", "text": plain_text(&label), "value": action.code(job)})
        }
        ButtonKind::Select(options) if options.is_empty() => return None,
        ButtonKind::Select(options) => {
            let option = |(label, job, action): &(String, _, Action)| json!({"text": plain_text(&label_of(label)), "value": action.code(job)});
            let options: Vec<Value> = options.iter().take(100).map(option).collect();
            json!({"type": "static_select", "placeholder": plain_text(&label), "options": options})
        }
    };
    let style = match button.style {
        ButtonStyle::Plain => None,
        ButtonStyle::Primary => Some("primary"),
        ButtonStyle::Danger => Some("danger"),
    };
    if let (Some(style), "button") = (style, element["type"].as_str().unwrap_or_default()) {
        element["style"] = json!(style);
    }
    Some(element)
}
