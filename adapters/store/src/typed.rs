//! Finds typed text where later runs repeat it: `Asked` carries over earlier constraints.

use serde_json::Value;

/// The constraints in a typed text.
pub(crate) fn wishes_in(text: &str) -> Vec<String> {
    let payload = text.split_once('\n').map_or("", |(_, payload)| payload);
    let mut wishes = Vec::new();
    collect(&serde_json::from_str(payload).unwrap_or_default(), &mut wishes);
    wishes
}

fn collect(value: &Value, wishes: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            if let Some(Value::String(text)) = fields.get("text") {
                wishes.push(text.clone());
            }
            fields.values().for_each(|field| collect(field, wishes));
        }
        Value::Array(values) => values.iter().for_each(|one| collect(one, wishes)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Removes constraints from the payload of an `Asked` event. Returns false if it contains none of them.
pub(crate) fn without_wishes(asked: &mut Value, wishes: &[String]) -> bool {
    let Some(constraints) = asked.get_mut("constraints").and_then(Value::as_array_mut) else { return false };
    let before = constraints.len();
    constraints.retain(|one| !wishes.iter().any(|wish| one["text"] == wish.as_str()));
    constraints.len() < before
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn wishes_are_found_in_all_that_is_typed_and_taken_out() {
        let steered = r#"{"constraint":{"text":"only 2025","kind":"note"}}"#;
        let edit = r#"{"reply":{"edit":{"constraints":[{"text":"as a table"}],"queries":["a"]}},"constraints":[{"text":"b"}]}"#;
        assert_eq!(wishes_in(&format!("5a17\n{steered}")), ["only 2025"]);
        let mut found = wishes_in(&format!("5a17\n{edit}"));
        found.sort();
        assert_eq!(found, ["as a table", "b"]);
        let mut asked = json!({"constraints": [{"text": "b"}, {"text": "c"}], "at": 1});
        assert!(without_wishes(&mut asked, &found));
        assert_eq!(asked, json!({"constraints": [{"text": "c"}], "at": 1}));
        assert!(!without_wishes(&mut asked, &found));
        assert!(!without_wishes(&mut json!({}), &found));
    }
}
