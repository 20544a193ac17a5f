//! Renders 👍 and 👎 as Slack's own feedback buttons, which show what was pressed. Slack allows them only below
//! messages.

use super::text::{label_of, plain_text};
use gorkd_chat::{Action, Button, ButtonKind};
use gorkd_core::model::{JobId, Millis};
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

const KIND: &str = "context_actions";

/// The job, and whether its answer was rated good; `None` for any other button.
fn rating(button: &Button) -> Option<(&JobId, bool)> {
    match &button.kind {
        ButtonKind::Action(job, Action::Good) => Some((job, true)),
        ButtonKind::Action(job, Action::Bad) => Some((job, false)),
        ButtonKind::Action(..) | ButtonKind::Select(_) => None,
    }
}

/// The other buttons, and the pair as a block: `None` unless there is exactly one of each, for the same job.
pub fn split(buttons: &[Button], locale: Locale) -> (Vec<&Button>, Option<Value>) {
    let of =
        |good: bool| buttons.iter().filter(move |one| rating(one).is_some_and(|(_, rated)| rated == good));
    let (mut good, mut bad) = (of(true), of(false));
    let (Some(positive), Some(negative), None, None) = (good.next(), bad.next(), good.next(), bad.next())
    else {
        return (buttons.iter().collect(), None);
    };
    let job = |button| rating(button).map(|(job, _)| job);
    if job(positive) != job(negative) {
        return (buttons.iter().collect(), None);
    }
    let pair = json!({
        "type": "feedback_buttons",
        "positive_button": side(positive, &locale.say(Msg::GoodAnswer)),
        "negative_button": side(negative, &locale.say(Msg::BadAnswer)),
    });
    let others = buttons.iter().filter(|one| rating(one).is_none()).collect();
    (others, Some(json!({"type": KIND, "elements": [pair]})))
}

fn side(button: &Button, accessibility_label: &str) -> Value {
    let code = match &button.kind {
        ButtonKind::Action(job, action) => action.code(job),
        ButtonKind::Select(_) => String::new(),
    };
    json!({"text": plain_text(&label_of(&button.label)), "value": code, "accessibility_label": accessibility_label})
}

pub fn is_pair(block: &Value) -> bool {
    block["type"] == KIND
}

/// Slack requires a new `block_id` each time a message with the pair is edited. The place in it stays the same.
pub fn renew(blocks: &mut Value, now: Millis) {
    for block in blocks.as_array_mut().into_iter().flatten().filter(|block| is_pair(block)) {
        let id = block["block_id"].as_str().unwrap_or_default();
        block["block_id"] = json!(format!("{id}|{}", now.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::elements::rows;
    use crate::render::{place_of, render};
    use gorkd_chat::Card;

    fn thumbs(good: &str, bad: &str) -> Vec<Button> {
        let button = |label: &str, job: &str, action| Button::action(label, &JobId(job.to_owned()), action);
        vec![
            button("Sources", good, Action::Sources),
            button("👍", good, Action::Good),
            button("👎", bad, Action::Bad),
        ]
    }

    #[test]
    fn both_thumbs_become_one_pair_with_their_codes() {
        let card = Card { buttons: thumbs("job_1", "job_1"), ..Card::default() };
        let place = "slack:T1:C1:1.2";
        let mut blocks = render(place, &card)[0].body["blocks"].clone();
        let last = blocks.as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
        let button = |label: &str, value: &str, aloud: &str| {
            json!({"text": {"type": "plain_text", "text": label, "emoji": false}, "value": value,
                   "accessibility_label": aloud})
        };
        assert_eq!(
            last,
            json!({
                "type": "context_actions", "block_id": "1|slack:T1:C1:1.2",
                "elements": [{
                    "type": "feedback_buttons", "action_id": "act1",
                    "positive_button": button("👍", "good|job_1", "Good answer"),
                    "negative_button": button("👎", "bad|job_1", "Bad answer"),
                }],
            })
        );
        renew(&mut blocks, Millis(7));
        let renewed = blocks.as_array().and_then(|all| all.last()).cloned().unwrap_or_default();
        assert_eq!(renewed["block_id"], "1|slack:T1:C1:1.2|7");
        assert_eq!(renewed["block_id"].as_str().and_then(place_of), Some(place));
        assert_eq!(blocks[1]["block_id"], "0|slack:T1:C1:1.2", "only the pair needs a new id");
    }

    #[test]
    fn one_thumb_alone_or_of_another_job_stays_a_button() {
        for buttons in [thumbs("job_1", "job_2"), thumbs("job_1", "job_1")[..2].to_vec()] {
            let rows = rows(&buttons, Locale::En);
            assert_eq!(rows.len(), 1, "{rows:?}");
            assert_eq!(rows[0]["elements"].as_array().map(Vec::len), Some(buttons.len()));
        }
    }
}
