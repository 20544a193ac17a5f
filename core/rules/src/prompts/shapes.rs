//! The shapes of replies: JSON schemas for servers with strict JSON, and examples for people and other models.
//!
//! Lists and texts have bounds (`minItems`, `maxItems`, `maxLength`, `pattern`), so that a small model constrained by a
//! grammar terminates. Not every server accepts them; an adapter may leave them out.

use serde_json::{Value, json};

/// Characters of a title or a query, of a line, and of a sentence; hardly any that is meant is longer.
const WORDS: u32 = 120;
const LINE: u32 = 240;
const SENTENCE: u32 = 400;

pub fn clarify() -> (&'static str, Value) {
    let question = object(&[
        ("about", one_of(&["scope", "timeframe", "depth", "use"])),
        ("text", text(LINE)),
        ("options", list(text(WORDS), 4, 4)),
    ]);
    ("clarification", object(&[("questions", list(question, 0, 4))]))
}

/// The filters of a query in an example.
pub const FILTERS: &str = r#", "kind": "general", "language": "en", "recency": "any", "site": """#;

/// `filters`: whether a query may have any.
pub fn plan(queries: u32, filters: bool) -> (&'static str, Value) {
    let mut query = vec![("text", text(WORDS)), ("purpose", text(WORDS))];
    if filters {
        query.extend([
            ("kind", one_of(&["general", "news", "academic"])),
            ("language", text(2)),
            ("recency", one_of(&["any", "day", "week", "month", "year"])),
            ("site", text(60)),
        ]);
    }
    let queries = list(object(&query), 2, queries);
    let mut fields = vec![("sub_questions", list(text(LINE), 1, 4)), ("queries", queries)];
    fields.extend(advice(&["search", "ask"]));
    ("plan", object(&fields))
}

/// Verdicts come first: what a model writes later rests on them, and they are there when a reply is cut off. Everything
/// is flat, because small models lose their way in nested shapes. `parts` of the question; `queries` at most.
pub fn judgement(parts: u32, queries: u32) -> (&'static str, Value) {
    let numbers = || list(json!({"type": "integer"}), 0, 12);
    let note = object(&[("id", id()), ("sentences", numbers()), ("part", text(4))]);
    let mut fields = vec![
        ("parts", list(verdict(), parts.clamp(1, 8), parts.clamp(1, 8))),
        ("premise_said", text(LINE)),
        ("premise_found", text(LINE)),
        ("premise_id", text(9)),
        ("premise_sentences", numbers()),
        ("notes", list(note, 0, 12)),
        ("gaps", list(text(LINE), 0, 4)),
    ];
    if queries > 0 {
        fields.push(("queries", list(text(WORDS), 0, queries)));
    }
    fields.extend(advice(&["write", "search", "stop"]));
    ("judgement", object(&fields))
}

fn verdict() -> Value {
    one_of(&["yes", "partly", "no"])
}

fn id() -> Value {
    json!({"type": "string", "pattern": "^e[0-9]{1,8}$"})
}

/// What a model says of its own reply, and what it would do `next`.
fn advice(next: &[&str]) -> [(&'static str, Value); 4] {
    [
        ("reason", text(LINE)),
        ("next_action", one_of(next)),
        ("target_source_types", list(text(40), 0, 3)),
        ("confidence", json!({"type": "number"})),
    ]
}

/// `parts` of the question; `sections`: how many the detail may have, and sentences in each. An empty summary says that
/// nothing is answered.
pub fn answer(parts: u32, sections: u32) -> (&'static str, Value) {
    let sentence = object(&[("text", text(SENTENCE)), ("evidence", list(id(), 1, 4))]);
    let section = object(&[("heading", text(WORDS)), ("sentences", list(sentence.clone(), 1, sections))]);
    let values = list(text(WORDS), 2, 4);
    let disagreement = object(&[("values", values), ("evidence", list(id(), 2, 4))]);
    let kind = one_of(&["person", "organization", "place", "product"]);
    let entity = object(&[("name", text(60)), ("type", kind)]);
    let fields = [
        ("answered", list(verdict(), parts.clamp(1, 8), parts.clamp(1, 8))),
        ("premise_said", text(LINE)),
        ("premise_found", text(LINE)),
        ("premise_id", text(9)),
        ("summary", list(sentence, 0, 3)),
        ("detail", list(section, 0, sections)),
        ("disagreements", list(disagreement, 0, 3)),
        ("limitations", list(text(LINE), 0, 3)),
        ("questions", list(text(LINE), 0, 3)),
        ("entities", list(entity, 0, 8)),
    ];
    ("answer", object(&fields))
}

pub fn check() -> (&'static str, Value) {
    let id = json!({"type": "string", "pattern": "^c[0-9]{1,3}$"});
    let support = one_of(&["supported", "partly", "unsupported", "contradicted"]);
    let claim = object(&[("id", id), ("support", support)]);
    ("check", object(&[("claims", list(claim, 1, 24))]))
}

/// A reply of the shape, with dots for its words.
pub fn example(name: &str, schema: &Value) -> String {
    let example = match name {
        "clarification" => {
            r#"{"questions": [{"about": "scope", "text": "...", "options": ["...", "...", "...", "..."]}]}"#
        }
        "plan" => {
            r#"{"sub_questions": ["..."], "queries": [{"text": "...", "purpose": "...", "kind": "general", "language": "en", "recency": "any", "site": ""}], "reason": "...", "next_action": "search", "target_source_types": ["..."], "confidence": 0.5}"#
        }
        "judgement" => {
            r#"{"parts": ["yes"], "premise_said": "", "premise_found": "", "premise_id": "", "premise_sentences": [], "notes": [{"id": "e4821", "sentences": [1], "part": "q1"}], "gaps": ["..."], "queries": ["..."], "reason": "...", "next_action": "write", "target_source_types": [], "confidence": 0.5}"#
        }
        "check" => r#"{"claims": [{"id": "c1", "support": "supported"}]}"#,
        _ => {
            r#"{"answered": ["yes"], "premise_said": "", "premise_found": "", "premise_id": "", "summary": [{"text": "...", "evidence": ["e4821"]}], "detail": [{"heading": "...", "sentences": [{"text": "...", "evidence": ["e7305"]}]}], "disagreements": [], "limitations": ["..."], "questions": ["..."], "entities": []}"#
        }
    };
    match schema
        .pointer("/properties/queries/items/properties")
        .is_some_and(|query| query.get("site").is_none())
    {
        true => example.replace(FILTERS, ""),
        false => example.to_owned(),
    }
}

fn one_of(words: &[&str]) -> Value {
    json!({"type": "string", "enum": words})
}

fn text(most: u32) -> Value {
    json!({"type": "string", "maxLength": most})
}

fn list(items: Value, least: u32, most: u32) -> Value {
    json!({"type": "array", "items": items, "minItems": least, "maxItems": most})
}

/// All required, nothing else allowed.
fn object(fields: &[(&str, Value)]) -> Value {
    let names: Vec<&str> = fields.iter().map(|(name, _)| *name).collect();
    let properties: serde_json::Map<String, Value> =
        fields.iter().map(|(name, schema)| ((*name).to_owned(), schema.clone())).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}
