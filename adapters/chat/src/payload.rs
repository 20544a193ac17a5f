//! Parses platform payloads into types.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Parses a payload. Null fields count as absent, because platforms use both for the same thing. Returns `None`
/// for an unknown shape.
pub fn read_payload<T: DeserializeOwned>(payload: &Value) -> Option<T> {
    match serde_json::from_value(without_nulls(payload)) {
        Ok(read) => Some(read),
        Err(error) => {
            tracing::debug!(%error, "a payload has an unknown shape");
            None
        }
    }
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            Value::Object(fields.map(|(name, value)| (name.clone(), without_nulls(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}
