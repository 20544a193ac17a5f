//! The shapes of replies, as JSON schemas that servers with strict JSON accept and as examples for people and
//! models without.

use serde_json::{Value, json};

pub fn clarify() -> (&'static str, Value) {
    let question = object(&[
        ("about", json!({"type": "string", "enum": ["scope", "timeframe", "depth", "use"]})),
        ("text", text()),
        ("options", list(text())),
    ]);
    ("clarification", object(&[("questions", list(question))]))
}

pub fn plan() -> (&'static str, Value) {
    ("plan", object(&[("sub_questions", list(text())), ("queries", list(text()))]))
}

pub fn judgement() -> (&'static str, Value) {
    let fields = [
        ("sufficient", json!({"type": "boolean"})),
        ("reason", text()),
        ("gaps", list(text())),
        ("queries", list(text())),
    ];
    ("judgement", object(&fields))
}

pub fn answer() -> (&'static str, Value) {
    let sentence = object(&[("text", text()), ("evidence", list(text()))]);
    let section = object(&[("heading", text()), ("sentences", list(sentence.clone()))]);
    let fields = [
        ("summary", list(sentence)),
        ("detail", list(section)),
        ("limitations", list(text())),
        ("questions", list(text())),
    ];
    ("answer", object(&fields))
}

/// A reply of the shape, with dots for its words.
pub fn example(name: &str) -> &'static str {
    match name {
        "clarification" => {
            r#"{"questions": [{"about": "scope", "text": "...", "options": ["...", "...", "...", "..."]}]}"#
        }
        "plan" => r#"{"sub_questions": ["..."], "queries": ["...", "..."]}"#,
        "judgement" => r#"{"sufficient": false, "reason": "...", "gaps": ["..."], "queries": ["..."]}"#,
        _ => {
            r#"{"summary": [{"text": "...", "evidence": ["e1"]}], "detail": [{"heading": "...", "sentences": [{"text": "...", "evidence": ["e2"]}]}], "limitations": ["..."], "questions": ["..."]}"#
        }
    }
}

fn text() -> Value {
    json!({"type": "string"})
}

fn list(items: Value) -> Value {
    json!({"type": "array", "items": items})
}

/// All required, nothing else allowed.
fn object(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}
