//! Files that an erased person attached to other people's threads: removes their names, their words, and what
//! answers quote from them.

use super::Erased;
use super::words::words;
use crate::job::Event;
use crate::model::{Document, ERASED_FILE, SourceId};
use serde_json::{Map, Value, json};
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

    fn is_named(&self, id: &str) -> bool {
        [&self.document.canonical_url, &self.document.url, &self.source].into_iter().any(|own| own == id)
    }

    /// The replacement for a string that identifies it. Another document may have its hash.
    fn renamed(&self, text: &str, with_hash: bool) -> Option<&str> {
        match text {
            _ if text == self.document.canonical_url || text == self.document.url => Some(&self.new_url),
            _ if text == self.source => Some(&self.new_source),
            _ if with_hash && text == self.document.hash.as_str() => Some(""),
            _ => None,
        }
    }
}

/// Fields that hold words of a document, next to its ID.
const WORDS: [&str; 7] = ["text", "quote", "snippet", "excerpt", "statement", "value", "name"];
/// Fields that describe a document.
const NAMES: [&str; 6] = ["title", "author", "site", "work", "final_url", "section"];
/// Lists that do.
const LISTS: [&str; 3] = ["headings", "heading_path", "warnings"];

/// An event without the files of an erased person. What also relies on a page, or is said by one, stays.
pub(super) fn without(erased: &mut Erased, event: Event, word: &str) -> Result<Event, String> {
    // What somebody typed is their own, and isn't in the event's row.
    let is_typed = matches!(event, Event::Steered { .. } | Event::Replied { .. });
    if erased.files.is_empty() || is_typed {
        return Ok(event);
    }
    let (kind, version, mut payload) = event.encode();
    let before = payload.clone();
    let Erased { files, quoted, quoted_elsewhere, .. } = erased;
    collect(&payload, files, quoted, quoted_elsewhere);
    let is_said = |text: &str| quoted_elsewhere.iter().any(|other| other.contains(text));
    // Few of them are in this event, and asking whether something else says them takes long.
    let here = quoted.iter().filter(|text| is_in(&payload, text));
    let mut gone: Vec<&String> = here.filter(|text| !is_said(text.as_str())).collect();
    // Longest first, because one may be part of another.
    gone.sort_by_key(|text| std::cmp::Reverse(text.len()));
    replace(&mut payload, files, Some(gone.as_slice()), word);
    if payload == before {
        return Ok(event);
    }
    let left = Event::decode(&kind, version, &payload.to_string()).map_err(|error| error.to_string())?;
    match left {
        Event::Unknown { .. } if !matches!(event, Event::Unknown { .. }) => {
            Err(format!("an event of kind {kind} can't lose a file"))
        }
        left => Ok(left),
    }
}

/// Whether something is, or relies on, nothing but these files; `None` if it names no document.
fn is_of(fields: &Map<String, Value>, files: &[GoneFile]) -> Option<bool> {
    let text = |field: &str| fields.get(field).and_then(Value::as_str).filter(|text| !text.is_empty());
    let list = |field: &str| fields.get(field).and_then(Value::as_array).into_iter().flatten();
    let own = ["source", "source_id", "canonical_url", "url"].into_iter().filter_map(text);
    let own = own.chain(text("id").filter(|id| id.starts_with("src_")));
    let cited = list("source_ids").chain(list("quotes").filter_map(|quote| quote.get("source")));
    let named: Vec<&str> = own.chain(cited.filter_map(Value::as_str)).collect();
    let is_one = |id: &&str| files.iter().any(|file| file.is_named(id));
    (!named.is_empty()).then(|| named.iter().all(is_one))
}

/// Collects what relies on these files alone, and what relies on others.
fn collect(
    value: &Value,
    files: &[GoneFile],
    quoted: &mut BTreeSet<String>,
    elsewhere: &mut BTreeSet<String>,
) {
    match value {
        Value::Object(fields) => {
            let texts = WORDS.iter().filter_map(|field| fields.get(*field)?.as_str());
            let texts = texts.filter(|text| words(text).len() > 1).map(str::to_owned);
            match is_of(fields, files) {
                Some(true) => quoted.extend(texts),
                Some(false) => elsewhere.extend(texts),
                None => {}
            }
            claims(value, files, quoted, elsewhere);
            fields.values().for_each(|field| collect(field, files, quoted, elsewhere));
        }
        Value::Array(values) => values.iter().for_each(|one| collect(one, files, quoted, elsewhere)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The same for the claims of an answer, which name their sources in its citations.
fn claims(
    answer: &Value,
    files: &[GoneFile],
    quoted: &mut BTreeSet<String>,
    elsewhere: &mut BTreeSet<String>,
) {
    let list = |field: &str| answer.get(field).and_then(Value::as_array).into_iter().flatten();
    for claim in list("claims") {
        let cited = list("citations").filter(|one| one["claim_id"] == claim["id"]);
        let sources: Vec<&str> = cited.filter_map(|one| one["source_id"].as_str()).collect();
        let Some(text) = claim["text"].as_str().filter(|text| words(text).len() > 1) else { continue };
        if !sources.is_empty() {
            let is_theirs = sources.iter().all(|id| files.iter().any(|file| file.is_named(id)));
            let texts = if is_theirs { &mut *quoted } else { &mut *elsewhere };
            texts.insert(text.to_owned());
        }
    }
}

fn is_in(value: &Value, text: &str) -> bool {
    match value {
        Value::String(other) => other.contains(text),
        Value::Array(values) => values.iter().any(|one| is_in(one, text)),
        Value::Object(fields) => fields.values().any(|field| is_in(field, text)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// `gone` is `None` inside of another document: its words stay, whatever these files say.
fn replace(value: &mut Value, files: &[GoneFile], gone: Option<&[&String]>, word: &str) {
    match value {
        Value::String(text) => {
            if let Some(new) = files.iter().find_map(|file| file.renamed(text, gone.is_some())) {
                *text = new.to_owned();
                return;
            }
            for gone in gone.into_iter().flatten() {
                if text.as_str() == gone.as_str() || (words(gone).len() > 2 && text.contains(gone.as_str())) {
                    *text = text.replace(gone.as_str(), word);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| replace(one, files, gone, word)),
        Value::Object(fields) => {
            let is_of = is_of(fields, files);
            if is_of == Some(true) {
                for (key, field) in fields.iter_mut() {
                    let key = key.as_str();
                    match field {
                        Value::String(text)
                            if !text.is_empty() && (WORDS.contains(&key) || NAMES.contains(&key)) =>
                        {
                            word.clone_into(text);
                        }
                        Value::Array(_) if LISTS.contains(&key) => *field = json!([]),
                        _ => {}
                    }
                }
            }
            let gone = gone.filter(|_| is_of != Some(false));
            fields.values_mut().for_each(|field| replace(field, files, gone, word));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
