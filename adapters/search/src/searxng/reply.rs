//! Reads what an instance answers. Instances and engines differ: apart from `url` and `title`, everything about a
//! result may be missing or of another type, and costs that field only.

use super::failures;
use gorkd_core::model::{Failure, Millis, SearchHit};
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::{Map, Value};
use std::collections::HashSet;
use url::Url;

/// As much of an answer as is of use.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Reply {
    /// Results in order, then the pages behind infoboxes and direct answers.
    pub hits: Vec<SearchHit>,
    /// Engines that did not answer, with why.
    pub unresponsive: Vec<(String, String)>,
}

const SNIPPET: usize = 500;
const TITLE: usize = 300;

pub(super) fn read(body: &[u8]) -> Result<Reply, Failure> {
    let answer: Map<String, Value> =
        serde_json::from_slice(body).map_err(|error| failures::unreadable(body, &error))?;
    let mut reply = Reply::default();
    let mut seen = HashSet::new();
    let results = list(&answer, "results").iter().map(result);
    let boxes = list(&answer, "infoboxes").iter().map(infobox);
    let answers = list(&answer, "answers").iter().map(direct);
    for hit in results.chain(boxes).chain(answers).flatten() {
        if seen.insert(hit.url.clone()) {
            reply.hits.push(hit);
        }
    }
    reply.unresponsive = list(&answer, "unresponsive_engines").iter().map(engine).collect();
    Ok(reply)
}

fn list<'a>(answer: &'a Map<String, Value>, key: &str) -> &'a [Value] {
    answer.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn result(value: &Value) -> Option<SearchHit> {
    let title = text(value, "title", TITLE)?;
    let published = ["publishedDate", "pubdate"].iter().find_map(|key| moment(value.get(key)?.as_str()?));
    Some(SearchHit {
        score: value.get("score").and_then(Value::as_f64).filter(|score| score.is_finite()).unwrap_or(0.0),
        published_at: published,
        ..hit(address(value.get("url"))?, title, text(value, "content", SNIPPET))
    })
}

/// An infobox names its page in `id`, or first among its links.
fn infobox(value: &Value) -> Option<SearchHit> {
    let links = value.get("urls").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let url = address(value.get("id")).or_else(|| links.iter().find_map(|link| address(link.get("url"))))?;
    Some(hit(url, text(value, "infobox", TITLE)?, text(value, "content", SNIPPET)))
}

/// Direct answers are plain strings in older instances, which name no page.
fn direct(value: &Value) -> Option<SearchHit> {
    let url = address(value.get("url"))?;
    let answer = text(value, "answer", SNIPPET)?;
    let title = answer.chars().take(80).collect();
    Some(hit(url, title, Some(answer)))
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

fn hit(url: String, title: String, snippet: Option<String>) -> SearchHit {
    let snippet = snippet.unwrap_or_default();
    SearchHit { url, title, snippet, provider: "searxng".to_owned(), ..SearchHit::default() }
}

/// An address that can be read: http or https, with a host.
fn address(value: Option<&Value>) -> Option<String> {
    let url = Url::parse(value?.as_str()?.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then(|| url.into())
}

/// A text field, blanks squeezed, at most `most` characters. None when there is nothing in it.
fn text(value: &Value, key: &str, most: usize) -> Option<String> {
    let words = value.get(key)?.as_str()?.split_whitespace().collect::<Vec<_>>().join(" ");
    let short: String = words.chars().filter(|c| !c.is_control()).take(most).collect();
    (!short.is_empty()).then_some(short)
}

/// Engines give times with and without zone, or only a day; without a zone it is taken for UTC.
fn moment(text: &str) -> Option<Millis> {
    let text = text.trim();
    let timestamp = text.parse::<jiff::Timestamp>().ok().or_else(|| {
        let civil = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(DateTime::from)).ok()?;
        Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp())
    })?;
    Some(Millis(timestamp.as_millisecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn times_come_in_several_forms() {
        for form in
            ["2024-03-01T00:00:00Z", "2024-03-01 00:00:00+00:00", "2024-03-01", "2024-03-01T00:00:00.000"]
        {
            assert_eq!(moment(form), Some(Millis(1_709_251_200_000)), "{form}");
        }
        assert_eq!(moment("yesterday"), None);
    }
}
