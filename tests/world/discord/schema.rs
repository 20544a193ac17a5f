//! Is a JSON value of the shape that a JSON schema gives it? As much of JSON schema as Discord's description uses.
//!
//! Stricter in one point: a name that the schema does not know is a fault, because a typing error would be one too.

use serde_json::{Map, Value};

/// Deeper than any description goes by itself: a reference that leads to itself.
const DEEPEST: usize = 60;

/// The schemas that references lead to.
pub struct Schemas {
    pub document: Value,
}

impl Schemas {
    /// What is wrong with the value, as `path: what`; nothing when it fits.
    pub fn faults(&self, schema: &Value, value: &Value) -> Vec<String> {
        let mut faults = Vec::new();
        self.check(schema, value, "", 0, &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, at: &str, depth: usize, faults: &mut Vec<String>) {
        let Some(schema) = self.followed(schema) else {
            faults.push(format!("{at}: the description refers to what it does not hold"));
            return;
        };
        if depth > DEEPEST {
            return;
        }
        for name in ["oneOf", "anyOf"] {
            if let Some(choices) = schema.get(name).and_then(Value::as_array) {
                self.check_choice(choices, value, at, depth, faults);
                return;
            }
        }
        if let Some(parts) = schema.get("allOf").and_then(Value::as_array) {
            let known = parts.iter().flat_map(|part| self.names(part)).collect::<Vec<_>>();
            for part in parts {
                let before = faults.len();
                self.check(part, value, at, depth + 1, faults);
                // What another part names is no unknown name.
                let named = |fault: &String| known.iter().any(|name| *fault == unknown(at, name));
                let found = faults.split_off(before);
                faults.extend(found.into_iter().filter(|fault| !named(fault)));
            }
            return;
        }
        if !of_type(schema, value) {
            faults.push(format!("{at}: {} instead of {}", brief(value), schema["type"]));
            return;
        }
        if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
            && !allowed.contains(value)
        {
            faults.push(format!("{at}: {} is none of {}", brief(value), Value::from(allowed.clone())));
        }
        match value {
            Value::String(text) => check_text(schema, text, at, faults),
            Value::Number(number) => check_number(schema, number.as_f64().unwrap_or_default(), at, faults),
            Value::Array(items) => self.check_items(schema, items, at, depth, faults),
            Value::Object(fields) => self.check_fields(schema, fields, at, depth, faults),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn check_choice(
        &self,
        choices: &[Value],
        value: &Value,
        at: &str,
        depth: usize,
        faults: &mut Vec<String>,
    ) {
        let mut nearest: Option<Vec<String>> = None;
        for choice in choices {
            let mut found = Vec::new();
            self.check(choice, value, at, depth + 1, &mut found);
            if found.is_empty() {
                return;
            }
            // Of what is of another kind altogether nothing can be learnt.
            let other = found.iter().any(|fault| fault.contains(".type: ") || fault.contains(" instead of "));
            let first =
                nearest.as_ref().is_none_or(|before| before.iter().any(|one| one.contains(" instead of ")));
            if nearest.is_none() || (!other && first) {
                nearest = Some(found);
            }
        }
        faults.extend(nearest.unwrap_or_default());
    }

    fn check_items(&self, schema: &Value, items: &[Value], at: &str, depth: usize, faults: &mut Vec<String>) {
        let count = items.len() as u64;
        if schema["maxItems"].as_u64().is_some_and(|most| count > most) {
            faults.push(format!("{at}: {count} items, {} at most", schema["maxItems"]));
        }
        if schema["minItems"].as_u64().is_some_and(|least| count < least) {
            faults.push(format!("{at}: {count} items, {} at least", schema["minItems"]));
        }
        if schema["uniqueItems"] == true && (1..items.len()).any(|nth| items[..nth].contains(&items[nth])) {
            faults.push(format!("{at}: the same item twice"));
        }
        if let Some(shape) = schema.get("items") {
            for (nth, item) in items.iter().enumerate() {
                self.check(shape, item, &format!("{at}[{nth}]"), depth + 1, faults);
            }
        }
    }

    fn check_fields(
        &self,
        schema: &Value,
        fields: &Map<String, Value>,
        at: &str,
        depth: usize,
        faults: &mut Vec<String>,
    ) {
        for needed in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(needed) {
                faults.push(format!("{at}.{needed}: missing"));
            }
        }
        let known = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties");
        for (name, value) in fields {
            match (known.and_then(|known| known.get(name)), others) {
                (Some(shape), _) => self.check(shape, value, &format!("{at}.{name}"), depth + 1, faults),
                (None, Some(shape @ Value::Object(_))) => {
                    self.check(shape, value, &format!("{at}.{name}"), depth + 1, faults);
                }
                (None, Some(Value::Bool(true))) => {}
                (None, _) if known.is_none_or(Map::is_empty) => {}
                (None, _) => faults.push(unknown(at, name)),
            }
        }
    }

    /// The names that a schema gives to fields, also through references.
    fn names(&self, schema: &Value) -> Vec<String> {
        let Some(schema) = self.followed(schema) else { return Vec::new() };
        let own =
            schema.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys).cloned();
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        own.chain(parts.flat_map(|part| self.names(part))).collect()
    }

    pub fn followed<'a>(&'a self, schema: &'a Value) -> Option<&'a Value> {
        let mut schema = schema;
        while let Some(to) = schema.get("$ref").and_then(Value::as_str) {
            schema = self.document.pointer(to.strip_prefix('#')?)?;
        }
        Some(schema)
    }
}

fn unknown(at: &str, name: &str) -> String {
    format!("{at}.{name}: not in the description")
}

fn of_type(schema: &Value, value: &Value) -> bool {
    let fits = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("the description has a type that is not known here: {other}"),
    };
    match &schema["type"] {
        Value::String(kind) => fits(kind),
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).any(fits),
        _ => true,
    }
}

fn check_text(schema: &Value, text: &str, at: &str, faults: &mut Vec<String>) {
    let length = text.chars().count() as u64;
    if schema["maxLength"].as_u64().is_some_and(|most| length > most) {
        faults.push(format!("{at}: {length} characters, {} at most", schema["maxLength"]));
    }
    if schema["minLength"].as_u64().is_some_and(|least| length < least) {
        faults.push(format!("{at}: {length} characters, {} at least", schema["minLength"]));
    }
    let wrong = match schema["format"].as_str() {
        Some("snowflake") => text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()),
        Some("date-time") => !(text.len() >= 20 && text.contains('T')),
        Some("uri") => !text.contains("://"),
        _ => false,
    };
    if wrong {
        faults.push(format!("{at}: not a {}", schema["format"]));
    }
}

fn check_number(schema: &Value, number: f64, at: &str, faults: &mut Vec<String>) {
    if schema["maximum"].as_f64().is_some_and(|most| number > most) {
        faults.push(format!("{at}: {number}, {} at most", schema["maximum"]));
    }
    if schema["minimum"].as_f64().is_some_and(|least| number < least) {
        faults.push(format!("{at}: {number}, {} at least", schema["minimum"]));
    }
}

fn brief(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 60 { text.chars().take(60).chain(['…']).collect() } else { text }
}

#[test]
fn a_value_of_another_shape_is_found_out() {
    use serde_json::json;
    let schemas = Schemas {
        document: json!({"s": {"type": "string", "maxLength": 3},
            "o": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/s"},
            "b": {"oneOf": [{"type": "null"}, {"type": "array", "items": {"$ref": "#/s"}, "maxItems": 1}]}}}}),
    };
    let shape = json!({"$ref": "#/o"});
    for fits in [json!({"a": "x"}), json!({"a": "äöü", "b": null}), json!({"a": "", "b": ["x"]})] {
        assert_eq!(schemas.faults(&shape, &fits), Vec::<String>::new(), "{fits}");
    }
    for (wrong, fault) in [
        (json!({}), ".a: missing"),
        (json!({"a": "four"}), ".a: 4 characters, 3 at most"),
        (json!({"a": 1}), ".a: 1 instead of \"string\""),
        (json!({"a": "x", "c": 1}), ".c: not in the description"),
        (json!({"a": "x", "b": ["x", "y"]}), ".b: 2 items, 1 at most"),
    ] {
        assert_eq!(schemas.faults(&shape, &wrong), [fault], "{wrong}");
    }
}
