//! Schemas of the tools' arguments and results. The schema of the job document is the core's own, with its
//! references rewritten for MCP.
//!
//! Fields are added to the document over time, so unknown fields are allowed.

use rmcp::handler::server::tool::{schema_for_input, schema_for_output};
use rmcp::model::JsonObject;
use rmcp::schemars::JsonSchema;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Where the core's schemas refer to each other.
const THERE: &str = "#/components/schemas/";

/// The arguments of a tool.
pub fn input<T: JsonSchema + 'static>() -> Arc<JsonObject> {
    plain(&schema_for_input::<T>().expect("arguments are an object"))
}

/// The result of a tool.
pub fn output<T: JsonSchema + 'static>() -> Arc<JsonObject> {
    plain(&schema_for_output::<T>())
}

/// Without Rust's own names for numbers, which validators complain about.
fn plain(schema: &JsonObject) -> Arc<JsonObject> {
    fn strip(schema: &mut Value) {
        match schema {
            Value::Object(fields) => {
                let own = |format: &Value| format.as_str().is_some_and(|format| format.starts_with("uint"));
                if fields.get("format").is_some_and(own) {
                    fields.remove("format");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut schema = schema.clone();
    schema.values_mut().for_each(strip);
    Arc::new(schema)
}

/// What `research`, `follow_up` and `get_job` put into `structuredContent`.
pub fn job() -> Arc<JsonObject> {
    let all: Map<String, Value> =
        serde_json::from_str(gorkd_core::view::SCHEMAS).expect("the schemas of the core are JSON");
    let mut root = all["Job"].as_object().cloned().unwrap_or_default();
    let mut reached = BTreeSet::new();
    reach(&all, &all["Job"], &mut reached);
    let named = |name: &String| (name.clone(), all.get(name).cloned().unwrap_or_default());
    root.insert("$defs".to_owned(), Value::Object(reached.iter().map(named).collect()));
    let mut schema = Value::Object(root);
    open(&mut schema);
    Arc::new(schema.as_object().cloned().unwrap_or_default())
}

fn reach(all: &Map<String, Value>, schema: &Value, reached: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            let named = fields.get("$ref").and_then(Value::as_str).and_then(|path| path.strip_prefix(THERE));
            if let Some(name) = named
                && reached.insert(name.to_owned())
                && let Some(schema) = all.get(name)
            {
                reach(all, schema, reached);
            }
            fields.values().for_each(|field| reach(all, field, reached));
        }
        Value::Array(items) => items.iter().for_each(|item| reach(all, item, reached)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Rewrites references, and allows unknown fields.
fn open(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            if fields.get("additionalProperties") == Some(&json!(false)) {
                fields.remove("additionalProperties");
            }
            if let Some(Value::String(path)) = fields.get_mut("$ref") {
                *path = path.replace(THERE, "#/$defs/");
            }
            fields.values_mut().for_each(open);
        }
        Value::Array(items) => items.iter_mut().for_each(open),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reference_leads_to_a_definition_in_the_same_schema() {
        let schema = job();
        assert_eq!(schema["type"], "object");
        let text = Value::Object(schema.as_ref().clone()).to_string();
        assert!(!text.contains(THERE) && !text.contains("additionalProperties\":false"));
        let named: Vec<&str> =
            text.split("#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert!(named.len() > 5, "{named:?}");
        for name in named {
            assert!(schema["$defs"].get(name).is_some(), "{name} is referred to and not there");
        }
        assert!(schema["$defs"].get("Events").is_none(), "a job's document has no events in it");
    }
}
