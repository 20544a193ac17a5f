//! How to ask a server for JSON: with a schema, as JSON of any shape, or only in words.

use gorkd_core::ports::Prompt;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::atomic::{AtomicU8, Ordering};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// With a schema that has bounds, for servers that compile it to a grammar: the bounds make a small model
    /// stop.
    Bounded,
    /// With a schema for strict servers, which refuse some bounds.
    Schema,
    Json,
    Words,
}

/// What a server has been found to support; remembered for the life of this process.
#[derive(Debug)]
pub struct SupportedFormat(AtomicU8);

impl SupportedFormat {
    pub fn new(first: Format) -> Self {
        let known = Self(AtomicU8::new(0));
        known.set(first);
        known
    }

    pub fn get(&self) -> Format {
        match self.0.load(Ordering::Relaxed) {
            0 => Format::Bounded,
            1 => Format::Schema,
            2 => Format::Json,
            _ => Format::Words,
        }
    }

    pub fn set(&self, format: Format) {
        let level = match format {
            Format::Bounded => 0,
            Format::Schema => 1,
            Format::Json => 2,
            Format::Words => 3,
        };
        self.0.store(level, Ordering::Relaxed);
    }
}

impl Format {
    /// The next format to try if a server refuses this one.
    pub fn next(self) -> Option<Format> {
        match self {
            Format::Bounded => Some(Format::Schema),
            Format::Schema => Some(Format::Json),
            Format::Json => Some(Format::Words),
            Format::Words => None,
        }
    }

    /// The instructions for the model. If the server does not enforce JSON, they demand it.
    pub fn system(self, prompt: &Prompt) -> String {
        match (self, &prompt.schema) {
            (Format::Json | Format::Words, Some(_)) => format!(
                "{}\n\nReply with JSON only: one object, without a word before or after it and without ``` marks.",
                prompt.system.trim_end()
            ),
            (Format::Bounded | Format::Schema, _) | (_, None) => prompt.system.clone(),
        }
    }

    /// The schema as sent; `None` if this format sends none.
    pub fn schema(self, prompt: &Prompt) -> Option<(&str, Cow<'_, Value>)> {
        let (name, schema) = prompt.schema.as_ref()?;
        let schema = match self {
            Format::Bounded => Cow::Borrowed(schema),
            Format::Schema => Cow::Owned(without_bounds(schema)),
            Format::Json | Format::Words => return None,
        };
        Some((name, schema))
    }
}

const BOUNDS: [&str; 4] = ["minItems", "maxItems", "maxLength", "pattern"];

fn without_bounds(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => {
            let kept =
                fields.iter().filter(|(name, value)| !BOUNDS.contains(&name.as_str()) || value.is_object());
            Value::Object(kept.map(|(name, value)| (name.clone(), without_bounds(value))).collect())
        }
        Value::Array(items) => Value::Array(items.iter().map(without_bounds).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn bounds_are_left_out_and_fields_of_their_names_are_not() {
        let schema = json!({"type": "object", "properties": {
            "pattern": {"type": "string", "maxLength": 9, "pattern": "^e$"},
            "list": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
        }, "required": ["pattern", "list"]});
        let plain = json!({"type": "object", "properties": {
            "pattern": {"type": "string"},
            "list": {"type": "array", "items": {"type": "string"}},
        }, "required": ["pattern", "list"]});
        let prompt = Prompt { schema: Some(("s".into(), schema.clone())), ..Prompt::default() };
        let sent = |format: Format| format.schema(&prompt).map(|(_, schema)| schema.into_owned());
        assert_eq!(sent(Format::Bounded), Some(schema));
        assert_eq!(sent(Format::Schema), Some(plain));
        assert_eq!(sent(Format::Json), None);
    }

    #[test]
    fn each_refusal_leads_to_a_plainer_form_and_is_remembered() {
        let known = SupportedFormat::new(Format::Bounded);
        let mut tried = vec![known.get()];
        while let Some(next) = known.get().next() {
            known.set(next);
            tried.push(known.get());
        }
        assert_eq!(tried, [Format::Bounded, Format::Schema, Format::Json, Format::Words]);
    }
}
