//! Discord's published description of its interface: which operation a request is, and whether it has its shape.

use super::schema::Schemas;
use serde_json::Value;
use std::collections::BTreeMap;
use std::io::Read as _;
use std::sync::LazyLock;

/// Read once for all tests.
pub static PUBLISHED: LazyLock<Published> = LazyLock::new(Published::read);

pub struct Published {
    schemas: Schemas,
}

/// An operation that a request is.
#[derive(Clone, Debug)]
pub struct Operation {
    /// `POST /channels/{channel_id}/messages`.
    pub name: String,
    /// What stands in its path, by name.
    pub parts: BTreeMap<String, String>,
    method: String,
    path: String,
}

impl Operation {
    pub fn part(&self, name: &str) -> u64 {
        self.parts.get(name).and_then(|part| part.parse().ok()).unwrap_or_default()
    }

    pub fn text(&self, name: &str) -> &str {
        self.parts.get(name).map_or("", String::as_str)
    }
}

impl Published {
    fn read() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/discord/openapi.json.gz");
        let packed = std::fs::read(path).expect("the description lies beside the tests");
        let mut text = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut text).expect("it is gzip");
        Self { schemas: Schemas { document: serde_json::from_str(&text).expect("it is JSON") } }
    }

    /// The operation of a method and a path below the address of the interface; none when there is no such.
    pub fn operation(&self, method: &str, path: &str) -> Option<Operation> {
        let paths = self.schemas.document["paths"].as_object()?;
        let method = method.to_lowercase();
        let matches = paths.iter().filter(|(_, item)| item.get(&method).is_some());
        let found = matches.filter_map(|(template, _)| Some((template, parts_of(template, path)?)));
        // `/messages/@original` rather than `/messages/{message_id}`.
        let (template, parts) = found.min_by_key(|(_, parts)| parts.len())?;
        Some(Operation {
            name: format!("{} {template}", method.to_uppercase()),
            parts,
            method,
            path: template.clone(),
        })
    }

    /// What is wrong with a request's body.
    pub fn faults_of_request(&self, operation: &Operation, body: &Value) -> Vec<String> {
        let wanted = &self.item(operation)["requestBody"];
        match wanted["content"].get("application/json") {
            Some(content) if !body.is_null() => self.schemas.faults(&content["schema"], body),
            Some(_) if wanted["required"] == true => vec![": a body is needed".to_owned()],
            None if !body.is_null() => vec![": a body where none belongs".to_owned()],
            Some(_) | None => Vec::new(),
        }
    }

    /// Names in the query that the description does not know.
    pub fn faults_of_query(&self, operation: &Operation, query: &BTreeMap<String, String>) -> Vec<String> {
        let parameters = self.item(operation)["parameters"].as_array().into_iter().flatten();
        let known: Vec<&str> = parameters.filter_map(|one| one["name"].as_str()).collect();
        let unknown = query.keys().filter(|name| !known.contains(&name.as_str()));
        unknown.map(|name| format!("?{name}: not in the description")).collect()
    }

    /// What is wrong with an answer of the simulated server itself.
    pub fn faults_of_answer(&self, operation: &Operation, status: u16, body: &Value) -> Vec<String> {
        let answers = &self.item(operation)["responses"];
        let Some(answer) = answers.get(status.to_string()) else {
            return vec![format!("{status} is not in the description")];
        };
        let schema = self
            .schemas
            .followed(answer)
            .and_then(|answer| answer.pointer("/content/application~1json/schema"));
        match schema {
            Some(schema) => self.schemas.faults(schema, body),
            None if body.is_null() => Vec::new(),
            None => vec![": an answer where there is none".to_owned()],
        }
    }

    fn item(&self, operation: &Operation) -> &Value {
        &self.schemas.document["paths"][&operation.path][&operation.method]
    }
}

fn parts_of(template: &str, path: &str) -> Option<BTreeMap<String, String>> {
    let (template, path) = (template.split('/'), path.split('/'));
    if template.clone().count() != path.clone().count() {
        return None;
    }
    let mut parts = BTreeMap::new();
    for (wanted, given) in template.zip(path) {
        match wanted.strip_prefix('{').and_then(|wanted| wanted.strip_suffix('}')) {
            Some(_) if given.is_empty() => return None,
            Some(name) => _ = parts.insert(name.to_owned(), given.to_owned()),
            None if wanted == given => {}
            None => return None,
        }
    }
    Some(parts)
}
