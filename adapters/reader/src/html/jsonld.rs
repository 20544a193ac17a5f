//! What a page says of itself as JSON-LD.

use super::tree::{NodeId, ROOT, Tree, is_json_ld};
use serde_json::Value;

/// Objects beyond these are not looked at.
const MOST: usize = 2_000;

/// The objects of a page's JSON-LD, those inside others included, each before those in it.
#[derive(Debug, Default)]
pub struct JsonLd(Vec<Value>);

impl JsonLd {
    /// Scripts that are no JSON are passed over.
    pub fn of(tree: &Tree<'_>) -> Self {
        let is_data = |node: &NodeId| {
            tree.name(*node) == "script" && tree.attribute(*node, "type").is_some_and(is_json_ld)
        };
        let scripts = tree.descendants(ROOT).filter(is_data);
        Self(scripts.filter_map(|node| parsed(&tree.text_of(node))).collect())
    }

    /// Every object that is of one of these types.
    pub fn of_type<'s>(&'s self, wanted: &'s [&str]) -> impl Iterator<Item = &'s Value> {
        self.objects().into_iter().filter(move |object| types(object).any(|name| wanted.contains(&name)))
    }

    fn objects(&self) -> Vec<&Value> {
        let mut found = Vec::new();
        let mut open: Vec<&Value> = self.0.iter().rev().collect();
        while let Some(value) = open.pop() {
            match value {
                Value::Array(values) => open.extend(values.iter().rev()),
                Value::Object(fields) => {
                    if found.len() == MOST {
                        break;
                    }
                    found.push(value);
                    let inner: Vec<&Value> =
                        fields.values().filter(|value| value.is_object() || value.is_array()).collect();
                    open.extend(inner.into_iter().rev());
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        found
    }
}

/// The JSON of a script; some tools leave line ends inside strings, a comment around it, or a semicolon behind it.
fn parsed(script: &str) -> Option<Value> {
    let script = script.trim().trim_start_matches("<!--").trim_end_matches("-->").trim();
    serde_json::from_str(script).ok().or_else(|| {
        serde_json::from_str(script.replace(char::is_control, " ").trim_end().trim_end_matches(';')).ok()
    })
}

fn types(object: &Value) -> impl Iterator<Item = &str> {
    let kind = object.get("@type");
    let many = kind.and_then(Value::as_array).into_iter().flatten();
    let names = kind.into_iter().chain(many).filter_map(Value::as_str);
    names.map(|name| name.rsplit(['/', '#', ':']).next().unwrap_or(name))
}
