//! The limits of `context_actions`, the block with Slack's own pair of feedback buttons.

use super::{Check, Surface};
use serde_json::Value;

impl Check {
    pub(super) fn context_actions(&mut self, block: &Value) {
        self.known(block, &["type", "block_id", "elements"]);
        if self.surface != Surface::Message {
            self.fault("context_actions outside a message");
        }
        for element in self.list(&block["elements"], 5, "elements of context_actions") {
            self.action_id(&element);
            match element["type"].as_str() {
                Some("feedback_buttons") => {
                    self.known(&element, &["type", "action_id", "positive_button", "negative_button"]);
                    self.side(&element["positive_button"]);
                    self.side(&element["negative_button"]);
                }
                other => self.fault(format!("an element of type {other:?} in context_actions")),
            }
        }
    }

    fn side(&mut self, side: &Value) {
        self.known(side, &["text", "value", "accessibility_label"]);
        self.plain(&side["text"], 75, "feedback button");
        self.text(&side["value"], 2_000, "value of a feedback button");
        if !side["accessibility_label"].is_null() {
            self.text(&side["accessibility_label"], 75, "accessibility_label");
        }
    }
}

/// Does a block with feedback buttons keep its id when the message is changed? Slack wants another one each time.
pub fn keeps_its_id(before: &Value, after: &Value) -> bool {
    let ids = |blocks: &Value| -> Vec<Value> {
        let all = blocks.as_array().into_iter().flatten();
        let pairs = all.filter(|block| block["type"] == "context_actions" && block["block_id"].is_string());
        pairs.map(|block| block["block_id"].clone()).collect()
    };
    let old = ids(before);
    ids(after).iter().any(|id| old.contains(id))
}

#[test]
fn feedback_buttons_have_their_limits() {
    use super::faults;
    use serde_json::json;
    let side = |text: &str, value: usize| json!({"text": {"type": "plain_text", "text": text}, "value": "v".repeat(value), "accessibility_label": "Good"});
    let blocks = |positive: Value| {
        let pair = json!({
            "type": "feedback_buttons", "action_id": "act1", "positive_button": positive,
            "negative_button": side("-", 1),
        });
        json!([{"type": "context_actions", "block_id": "1|here", "elements": [pair]}])
    };
    let fine = blocks(side("+", 2_000));
    assert_eq!(faults(&fine, Surface::Message), Vec::<String>::new());
    assert!(!faults(&fine, Surface::Home).is_empty());
    assert!(!faults(&blocks(side("+", 2_001)), Surface::Message).is_empty());
    assert!(!faults(&blocks(side(&"+".repeat(76), 1)), Surface::Message).is_empty());
    assert!(!faults(&blocks(Value::Null), Surface::Message).is_empty());
    assert!(keeps_its_id(&fine, &fine));
    let mut renewed = fine.clone();
    renewed[0]["block_id"] = json!("1|here|2");
    assert!(!keeps_its_id(&fine, &renewed));
}
