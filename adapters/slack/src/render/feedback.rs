//! 👍 and 👎 as the pair of buttons that Slack has for feedback: below messages only, and it shows which was pressed.

use super::{label_of, plain_text};
use gorkd_chat::{Act, Button, Does};
use gorkd_core::model::{JobId, Millis};
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

const KIND: &str = "context_actions";

/// A job, and whether its answer is called good; none for any other button.
fn said(button: &Button) -> Option<(&JobId, bool)> {
    match &button.does {
        Does::Act(job, Act::Good) => Some((job, true)),
        Does::Act(job, Act::Bad) => Some((job, false)),
        Does::Act(..) | Does::Open(_) | Does::Choose(_) => None,
    }
}

/// Buttons without the pair, and the pair as a block; none unless both of one job are there once.
pub fn apart(buttons: &[Button], locale: Locale) -> (Vec<&Button>, Option<Value>) {
    let of = |good: bool| buttons.iter().filter(move |one| said(one).is_some_and(|(_, said)| said == good));
    let (mut good, mut bad) = (of(true), of(false));
    let (Some(positive), Some(negative), None, None) = (good.next(), bad.next(), good.next(), bad.next())
    else {
        return (buttons.iter().collect(), None);
    };
    let job = |button| said(button).map(|(job, _)| job);
    if job(positive) != job(negative) {
        return (buttons.iter().collect(), None);
    }
    let pair = json!({
        "type": "feedback_buttons",
        "positive_button": side(positive, &locale.say(Msg::GoodAnswer)),
        "negative_button": side(negative, &locale.say(Msg::BadAnswer)),
    });
    let others = buttons.iter().filter(|one| said(one).is_none()).collect();
    (others, Some(json!({"type": KIND, "elements": [pair]})))
}

fn side(button: &Button, read_aloud: &str) -> Value {
    let code = match &button.does {
        Does::Act(job, act) => act.code(job),
        Does::Open(_) | Does::Choose(_) => String::new(),
    };
    json!({"text": plain_text(&label_of(&button.label)), "value": code, "accessibility_label": read_aloud})
}

pub fn is_pair(block: &Value) -> bool {
    block["type"] == KIND
}

/// Slack wants another `block_id` each time that a message with the pair is changed. The place in it stays.
pub fn renew(blocks: &mut Value, now: Millis) {
    for block in blocks.as_array_mut().into_iter().flatten().filter(|block| is_pair(block)) {
        let id = block["block_id"].as_str().unwrap_or_default();
        block["block_id"] = json!(format!("{id}|{}", now.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::{place_of, render, rows};
    use super::*;
    use gorkd_chat::Card;

    fn thumbs(good: &str, bad: &str) -> Vec<Button> {
        let button = |label: &str, job: &str, act| Button::act(label, &JobId(job.to_owned()), act);
        vec![
            button("Sources", good, Act::Sources),
            button("👍", good, Act::Good),
            button("👎", bad, Act::Bad),
        ]
    }

    #[test]
    fn both_thumbs_become_one_pair_that_carries_their_codes() {
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
        assert_eq!(blocks[1]["block_id"], "0|slack:T1:C1:1.2", "only the pair wants another one");
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
