//! Explains what is wrong with a request, based on the API description: which field or parameter, and what it
//! must be.

use axum::extract::MatchedPath;
use axum::http::request::Parts;
use serde_json::Value;
use std::sync::LazyLock;

static DESCRIPTION: LazyLock<Value> = LazyLock::new(crate::openapi::openapi);

/// What is wrong with a body; `None` if the description finds nothing.
pub fn body(parts: &Parts, body: &Value) -> Option<String> {
    let schema = &operation(parts)?["requestBody"]["content"]["application/json"]["schema"];
    wrong(schema, body, "The body")
}

/// What is wrong with the query string; `None` if the description finds nothing.
pub fn query(parts: &Parts) -> Option<String> {
    let all = operation(parts)?["parameters"].as_array();
    let known: Vec<&Value> = all.into_iter().flatten().filter(|one| one["in"] == "query").collect();
    let mut seen: Vec<String> = Vec::new();
    let given = parts.uri.query().unwrap_or_default();
    for (name, text) in url::form_urlencoded::parse(given.as_bytes()) {
        let Some(parameter) = known.iter().find(|one| one["name"] == *name) else {
            let names: Vec<String> =
                known.iter().filter_map(|one| one["name"].as_str()).map(quoted).collect();
            return Some(match names.is_empty() {
                true => format!("{} is not a parameter here; this route has none.", quoted(&name)),
                false => {
                    format!(
                        "{} is not a parameter here. The parameters are: {}.",
                        quoted(&name),
                        names.join(", ")
                    )
                }
            });
        };
        if seen.contains(&name.to_string()) {
            return Some(format!("{} is given twice.", quoted(&name)));
        }
        // A number in a query is a string that parses as one.
        let number = text.parse::<u64>().map(Value::from).ok();
        let value = number.unwrap_or_else(|| Value::from(text.as_ref()));
        let as_text = Value::from(text.as_ref());
        let schema = &parameter["schema"];
        if wrong(schema, &as_text, &quoted(&name)).is_some()
            && let Some(wrong) = wrong(schema, &value, &quoted(&name))
        {
            return Some(wrong);
        }
        seen.push(name.into_owned());
    }
    None
}

fn operation(parts: &Parts) -> Option<&'static Value> {
    let path = parts.extensions.get::<MatchedPath>()?.as_str();
    DESCRIPTION["paths"].get(path)?.get(parts.method.as_str().to_lowercase())
}

/// A name from a client, in backticks and short enough for a sentence.
fn quoted(name: &str) -> String {
    let kept: String = name.chars().filter(|c| !c.is_control() && *c != '`').take(60).collect();
    format!("`{kept}`")
}

fn wrong(schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
        return wrong(&DESCRIPTION["components"]["schemas"][name], value, at);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let tries = || choices.iter().map(|choice| (choice, wrong(choice, value, at)));
        return match tries().any(|(_, wrong)| wrong.is_none()) {
            true => None,
            // "May be missing" does not help someone who sent a value.
            false => tries().find(|(choice, _)| choice["type"] != "null").and_then(|(_, wrong)| wrong),
        };
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        let names: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
        return Some(format!("{at} must be one of: {}.", names.join(", ")));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(value, kind)) {
        let kind = kinds.iter().find(|kind| **kind != "null").map_or("null", |kind| in_words(kind));
        return Some(format!("{at} must be {kind}."));
    }
    if let Some(least) = schema["minimum"].as_f64()
        && value.as_f64().is_some_and(|number| number < least)
    {
        return Some(format!("{at} must be {least} or more."));
    }
    let items = value.as_array().into_iter().flatten();
    if let Some(wrong) =
        items.into_iter().find_map(|item| wrong(&schema["items"], item, &format!("Each of {at}")))
    {
        return Some(wrong);
    }
    let (fields, described) = (value.as_object()?, schema["properties"].as_object()?);
    if let Some(unknown) = fields.keys().find(|name| !described.contains_key(*name)) {
        let names: Vec<String> = described.keys().map(|name| quoted(name)).collect();
        return Some(format!(
            "{} is not a field here. The fields are: {}.",
            quoted(unknown),
            names.join(", ")
        ));
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !fields.contains_key(*name)) {
        return Some(format!("{} is missing.", quoted(missing)));
    }
    fields.iter().find_map(|(name, value)| wrong(&described[name], value, &quoted(name)))
}

fn is(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn in_words(kind: &str) -> &'static str {
    match kind {
        "string" => "text",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a list",
        "object" => "an object",
        _ => "null",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_first_error_is_named() {
        let ask = json!({"$ref": "#/components/schemas/AskBody"});
        for (body, said) in [
            (json!({"goal": "What is it?"}), None),
            (json!({"goal": "What is it?", "profile": null, "force": true}), None),
            (json!([]), Some("The body must be an object.")),
            (json!({}), Some("`goal` is missing.")),
            (json!({"goal": 7}), Some("`goal` must be text.")),
            (json!({"goal": "What?", "force": "yes"}), Some("`force` must be true or false.")),
            (
                json!({"goal": "What?", "profile": "huge"}),
                Some("`profile` must be one of: quick, standard, deep."),
            ),
        ] {
            assert_eq!(wrong(&ask, &body, "The body").as_deref(), said, "{body}");
        }
        let unknown = wrong(&ask, &json!({"goal": "What?", "speed": 9}), "The body").expect("unknown");
        assert!(unknown.starts_with("`speed` is not a field here. The fields are: `goal`"), "{unknown}");
        let fork = json!({"$ref": "#/components/schemas/ForkBody"});
        let list = wrong(&fork, &json!({"checkpointId": "a:1", "constraints": [1]}), "The body");
        assert_eq!(list.as_deref(), Some("Each of `constraints` must be text."));
    }
}
