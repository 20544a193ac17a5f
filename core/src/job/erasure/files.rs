//! Files that an erased person attached to other people's threads: removes their names, their words, and what
//! answers quote from them.

use super::Erased;
use super::strings::{changed, words};
use crate::job::Event;
use crate::model::{Document, ERASED_FILE, SourceId};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A file whose text is erased, and what replaces it.
#[derive(Clone, Debug)]
pub struct GoneFile {
    pub document: Document,
    source: String,
    new_url: String,
    new_source: String,
}

impl GoneFile {
    /// `name` replaces its name: it must be new and meaningless.
    pub fn new(document: Document, name: &str) -> Self {
        let new_url = format!("{ERASED_FILE}{name}");
        let source = document.source_id().0;
        let new_source = SourceId::of_url(&new_url).0;
        Self { document, source, new_url, new_source }
    }

    /// The replacement for a string that identifies it.
    fn renamed(&self, text: &str) -> Option<&str> {
        match text {
            _ if text == self.document.canonical_url || text == self.document.url => Some(&self.new_url),
            _ if text == self.source => Some(&self.new_source),
            _ if text == self.document.hash.as_str() => Some(""),
            _ => None,
        }
    }
}

/// Fields that hold words of a document, next to its ID.
const WORDS: [&str; 7] = ["text", "quote", "snippet", "excerpt", "statement", "value", "name"];
/// Fields that describe a document.
const NAMES: [&str; 6] = ["title", "author", "site", "work", "final_url", "section"];

/// An event without the files of an erased person.
pub(super) fn without(erased: &mut Erased, event: Event, word: &str) -> Event {
    // What somebody typed is their own, and isn't in the event's row.
    let is_typed = matches!(event, Event::Steered { .. } | Event::Replied { .. });
    if erased.files.is_empty() || is_typed {
        return event;
    }
    let Erased { files, quoted, .. } = erased;
    changed(event, |payload| {
        let ids: BTreeSet<&str> = files.iter().map(|file| file.source.as_str()).collect();
        collect(payload, &ids, quoted);
        replace(payload, files, quoted, word);
    })
}

fn is_of(value: &Value, ids: &BTreeSet<&str>) -> bool {
    let id = ["source", "source_id"].iter().find_map(|field| value.get(field)?.as_str());
    id.is_some_and(|id| ids.contains(id))
}

/// Collects what relies on these files alone.
fn collect(value: &Value, ids: &BTreeSet<&str>, quoted: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let all = |field: &str, of: &dyn Fn(&Value) -> bool| {
                let list = fields.get(field).and_then(Value::as_array);
                list.is_some_and(|list| !list.is_empty() && list.iter().all(of))
            };
            let of_source = |one: &Value| one.as_str().is_some_and(|id| ids.contains(id));
            let rests = is_of(value, ids)
                || all("quotes", &|one: &Value| is_of(one, ids))
                || all("source_ids", &of_source);
            if rests {
                let texts = WORDS.iter().filter_map(|field| fields.get(*field)?.as_str());
                quoted.extend(texts.filter(|text| words(text).count() > 1).map(str::to_owned));
            }
            claims(value, ids, quoted);
            fields.values().for_each(|field| collect(field, ids, quoted));
        }
        Value::Array(values) => values.iter().for_each(|one| collect(one, ids, quoted)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Collects the claims of an answer that cite only these files.
fn claims(answer: &Value, ids: &BTreeSet<&str>, quoted: &mut BTreeSet<String>) {
    let list = |field: &str| answer.get(field).and_then(Value::as_array).into_iter().flatten();
    for claim in list("claims") {
        let mut cited = list("citations").filter(|one| one["claim_id"] == claim["id"]).peekable();
        if cited.peek().is_some()
            && cited.all(|one| is_of(one, ids))
            && let Some(text) = claim["text"].as_str()
            && words(text).count() > 1
        {
            quoted.insert(text.to_owned());
        }
    }
}

fn replace(value: &mut Value, files: &[GoneFile], quoted: &BTreeSet<String>, word: &str) {
    match value {
        Value::String(text) => {
            if let Some(new) = files.iter().find_map(|file| file.renamed(text)) {
                *text = new.to_owned();
                return;
            }
            // Longest first, because one may be part of another.
            let mut gone: Vec<&String> = quoted.iter().collect();
            gone.sort_by_key(|text| std::cmp::Reverse(text.len()));
            for gone in gone {
                if *text == *gone || (words(gone).count() > 2 && text.contains(gone.as_str())) {
                    *text = text.replace(gone.as_str(), word);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| replace(one, files, quoted, word)),
        Value::Object(fields) => {
            // A document, a slice of it, or something that relies on it alone.
            let is_file = |fields: &serde_json::Map<String, Value>| {
                let address = fields.get("canonical_url").and_then(Value::as_str);
                let ids = ["source", "source_id", "id"].iter().find_map(|field| fields.get(*field)?.as_str());
                let is_of = |id: &Value| files.iter().any(|file| id.as_str() == Some(file.source.as_str()));
                let list = fields.get("source_ids").and_then(Value::as_array);
                list.is_some_and(|list| !list.is_empty() && list.iter().all(is_of))
                    || files.iter().any(|file| {
                        address == Some(file.document.canonical_url.as_str())
                            || ids == Some(file.source.as_str())
                    })
            };
            if is_file(fields) {
                for (key, field) in fields.iter_mut() {
                    let is_words = WORDS.contains(&key.as_str()) || NAMES.contains(&key.as_str());
                    match field {
                        Value::String(text) if is_words && !text.is_empty() => word.clone_into(text),
                        Value::Array(_)
                            if ["headings", "heading_path", "warnings"].contains(&key.as_str()) =>
                        {
                            *field = json!([]);
                        }
                        _ => {}
                    }
                }
            }
            fields.values_mut().for_each(|field| replace(field, files, quoted, word));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
