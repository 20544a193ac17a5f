//! The published methods, and whether a request keeps to them.

use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// Arguments that are published as JSON in a string, and that JSON bodies carry as they are.
const COERCED: [&str; 6] = ["blocks", "attachments", "metadata", "view", "prompts", "files"];

/// Longest texts that are published in prose only.
const LONGEST: [(&str, usize); 4] =
    [("markdown_text", 12_000), ("text", 40_000), ("title", 255), ("status", 255)];

pub struct Method {
    pub name: String,
    described: Value,
}

/// All methods by name.
pub fn methods() -> &'static BTreeMap<String, Method> {
    static METHODS: OnceLock<BTreeMap<String, Method>> = OnceLock::new();
    METHODS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/slack/methods");
        let files = std::fs::read_dir(folder).expect("the published methods");
        files
            .map(|file| {
                let path = file.expect("a file").path();
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                let text = std::fs::read_to_string(&path).expect("it can be read");
                let described = serde_json::from_str(&text).expect("JSON");
                (name.clone(), Method { name, described })
            })
            .collect()
    })
}

impl Method {
    /// Requests a minute of one workspace; none where the method has no tier.
    pub fn a_minute(&self) -> Option<u32> {
        match self.described["rate_limits"].as_str() {
            Some("t1") => Some(1),
            Some("t2") => Some(20),
            Some("t3") => Some(50),
            Some("t4") => Some(100),
            _ => None,
        }
    }

    /// Scopes of which a bot needs one.
    pub fn scopes(&self) -> Vec<&str> {
        let scopes = self.described["scope"]["bot"].as_array();
        scopes.into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The errors that are published for it.
    pub fn errors(&self) -> Vec<String> {
        self.described["errors"].as_object().into_iter().flatten().map(|(code, _)| code.clone()).collect()
    }

    /// What is wrong with a request, in sentences.
    pub fn faults(&self, arguments: &Map<String, Value>, as_json: bool) -> Vec<String> {
        let described = &self.described["args"];
        let mut faults = Vec::new();
        if as_json && self.described["json_input_supported"] != true && !arguments.is_empty() {
            faults.push("does not read JSON".to_owned());
        }
        for name in described["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if name != "token" && !arguments.contains_key(name) && !self.is_excused(name, arguments) {
                faults.push(format!("lacks {name}"));
            }
        }
        for (name, value) in arguments.iter().filter(|(name, _)| *name != "token") {
            match described["properties"].get(name) {
                Some(wanted) => faults.extend(shape(name, value, wanted, as_json)),
                None => faults.push(format!("has an unknown argument {name}")),
            }
        }
        faults.into_iter().map(|fault| format!("{} {fault}", self.name)).collect()
    }

    /// The official clients append chunks without a text, which the published file still calls required.
    fn is_excused(&self, name: &str, arguments: &Map<String, Value>) -> bool {
        self.name == "chat.appendStream" && name == "markdown_text" && arguments.contains_key("chunks")
    }
}

fn shape(name: &str, value: &Value, wanted: &Value, as_json: bool) -> Vec<String> {
    let mut faults = Vec::new();
    let mut fault = |what: String| faults.push(format!("{name} {what}"));
    let types: Vec<&str> = match wanted["anyOf"].as_array() {
        Some(any) => any.iter().filter_map(|one| one["type"].as_str()).collect(),
        None => wanted["type"].as_str().into_iter().collect(),
    };
    let text = value.as_str();
    let fits = |kind: &str| match kind {
        "string" => value.is_string() || (COERCED.contains(&name) && (value.is_array() || value.is_object())),
        "boolean" => value.is_boolean() || (!as_json && matches!(text, Some("true" | "false" | "1" | "0"))),
        "number" => value.is_number() || (!as_json && text.is_some_and(|text| text.parse::<f64>().is_ok())),
        "integer" => value.is_i64() || (!as_json && text.is_some_and(|text| text.parse::<i64>().is_ok())),
        // In forms, as JSON in a string.
        "array" => value.is_array() || (!as_json && text.is_some_and(|text| text.starts_with('['))),
        "object" => value.is_object() || (!as_json && text.is_some_and(|text| text.starts_with('{'))),
        "null" => value.is_null(),
        other => panic!("the published methods speak of a type {other}"),
    };
    if !types.is_empty() && !types.iter().any(|kind| fits(kind)) {
        fault(format!("is no {}", types.join(" or ")));
    }
    let allowed = |one: &Value| one["enum"].as_array().is_none_or(|choices| choices.contains(value));
    let choices = [wanted].into_iter().chain(wanted["anyOf"].as_array().into_iter().flatten());
    if !value.is_null() && !choices.into_iter().all(|one| one["type"] == "null" || allowed(one)) {
        fault(format!("may not be {value}"));
    }
    if let Some((_, most)) = LONGEST.iter().find(|(longest, _)| *longest == name)
        && text.is_some_and(|text| text.chars().count() > *most)
    {
        fault(format!("has more than {most} characters"));
    }
    let number = value.as_f64().or_else(|| text.and_then(|text| text.parse().ok()));
    if let (Some(least), Some(number)) = (wanted["minimum"].as_f64(), number)
        && number < least
    {
        fault(format!("is less than {least}"));
    }
    if let (Some(most), Some(number)) = (wanted["maximum"].as_f64(), number)
        && number > most
    {
        fault(format!("is more than {most}"));
    }
    if let (Some(most), Some(list)) = (wanted["maxItems"].as_u64(), value.as_array())
        && list.len() as u64 > most
    {
        fault(format!("has more than {most} parts"));
    }
    for item in value.as_array().into_iter().flatten() {
        let most = wanted["items"]["maxLength"].as_u64();
        if let (Some(most), Some(text)) = (most, item.as_str())
            && text.chars().count() as u64 > most
        {
            fault(format!("has a part of more than {most} characters"));
        }
    }
    faults
}
