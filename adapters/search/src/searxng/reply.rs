//! Parses an instance's response. Instances and engines differ: except for `url` and `title`, any field of a
//! result may be missing or have another type, and only that field is then lost.

use crate::http::{Words, address, list, moment, text};
use gorkd_core::model::SearchHit;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// The useful part of a response.
#[derive(Debug, Default, PartialEq)]
pub(super) struct SearxngReply {
    /// Results in order, followed by the pages behind infoboxes and direct answers.
    pub hits: Vec<SearchHit>,
    /// Engines that did not answer, each with its reason.
    pub unresponsive: Vec<(String, String)>,
}

pub(super) fn read(body: &[u8]) -> Result<SearxngReply, serde_json::Error> {
    let answer: Value = serde_json::from_slice::<Map<String, Value>>(body)?.into();
    let mut reply = SearxngReply::default();
    let mut seen = BTreeSet::new();
    let results = list(&answer, &["results"]).iter().map(result);
    let boxes = list(&answer, &["infoboxes"]).iter().map(infobox);
    let answers = list(&answer, &["answers"]).iter().map(direct);
    for hit in results.chain(boxes).chain(answers).flatten() {
        if seen.insert(hit.url.clone()) {
            reply.hits.push(hit);
        }
    }
    reply.unresponsive = list(&answer, &["unresponsive_engines"]).iter().map(engine).collect();
    Ok(reply)
}

/// A result without an address or a title is dropped.
fn hit(url: &str, title: &str, snippet: &str) -> Option<SearchHit> {
    let url = address(url).filter(|_| !title.trim().is_empty())?;
    Some(Words { title, snippet }.hit(url))
}

fn result(value: &Value) -> Option<SearchHit> {
    Some(SearchHit {
        score: value.get("score").and_then(Value::as_f64).filter(|score| score.is_finite()).unwrap_or(0.0),
        published_at: ["publishedDate", "pubdate"].iter().find_map(|key| moment(text(value, key))),
        ..hit(text(value, "url"), text(value, "title"), text(value, "content"))?
    })
}

/// An infobox links to its page in `id`, or in the first of its links.
fn infobox(value: &Value) -> Option<SearchHit> {
    let links = list(value, &["urls"]).iter().map(|link| text(link, "url"));
    let url = std::iter::once(text(value, "id")).chain(links).find(|url| address(url).is_some())?;
    hit(url, text(value, "infobox"), text(value, "content"))
}

/// Older instances return direct answers as plain strings, which link to no page.
fn direct(value: &Value) -> Option<SearchHit> {
    let answer = text(value, "answer");
    let title: String = answer.chars().take(80).collect();
    hit(text(value, "url"), &title, answer)
}

fn engine(value: &Value) -> (String, String) {
    let plain = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
    match value {
        Value::Array(parts) => (plain(parts.first()), plain(parts.get(1))),
        Value::Object(parts) => (plain(parts.get("engine")), plain(parts.get("error"))),
        Value::String(name) => (name.clone(), String::new()),
        Value::Null | Value::Bool(_) | Value::Number(_) => ("an engine".to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::Millis;

    #[test]
    fn fields_of_other_types_cost_only_themselves() {
        let body = br#"{"query": 3, "results": [
            {"url": "https://a.example/", "title": "A", "score": "high", "content": null, "publishedDate": 7},
            {"url": "https://b.example/x", "title": "  B  b ", "score": 2.5, "content": "words",
             "publishedDate": "2024-03-01T00:00:00"},
            {"url": "javascript:alert(1)", "title": "no"}, {"title": "no address"}, {"url": "https://c.example"},
            "odd", null],
            "answers": ["42", {"answer": "Forty-two", "url": "https://d.example/"}],
            "infoboxes": [{"infobox": "Box", "id": "https://e.example/"}, {}],
            "suggestions": {}, "unresponsive_engines": [["x", "timeout"], "y", {"engine": "z"}, 5]}"#;
        let reply = read(body).expect("an answer");
        let urls: Vec<&str> = reply.hits.iter().map(|hit| hit.url.as_str()).collect();
        assert_eq!(
            urls,
            ["https://a.example/", "https://b.example/x", "https://e.example/", "https://d.example/"]
        );
        assert_eq!(reply.hits[1].title, "B b");
        assert_eq!(reply.hits[1].published_at, Some(Millis(1_709_251_200_000)));
        assert_eq!(reply.hits[1].score, 2.5);
        assert_eq!(reply.unresponsive.len(), 4);
    }
}
