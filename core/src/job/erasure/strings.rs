//! Finds erased texts in the strings of an event.

use crate::job::Event;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Fields with words of pages, names, and addresses. Nothing in them is made of a person's words.
const OF_PAGES: [&str; 23] = [
    "quotes",
    "quote",
    "document",
    "snippet",
    "excerpt",
    "title",
    "url",
    "canonical_url",
    "final_url",
    "copy_of",
    "hash",
    "headings",
    "heading_path",
    "source",
    "source_id",
    "source_ids",
    "effect",
    "id",
    "by",
    "passage",
    "evidence",
    "entities",
    "numbering",
];

/// Fields with sentences of an answer. These are written from pages, so a single word in them may come from a
/// page.
const PROSE: [&str; 7] = ["text", "summary", "detail", "claim", "statement", "before", "after"];

/// The words of a text, in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The event with a changed payload; the same event if nothing changes or the result is invalid.
pub(super) fn changed(event: Event, change: impl FnOnce(&mut Value)) -> Event {
    tried(&event, change).unwrap_or(event)
}

/// Like [`changed`]; `None` if the result is not a valid event.
pub(super) fn tried(event: &Event, change: impl FnOnce(&mut Value)) -> Option<Event> {
    let (kind, version, mut payload) = event.encode();
    let before = payload.clone();
    change(&mut payload);
    if payload == before {
        return Some(event.clone());
    }
    match Event::decode(&kind, version, &payload.to_string()) {
        Ok(Event::Unknown { .. }) | Err(_) => None,
        Ok(changed) => Some(changed),
    }
}

/// The texts to erase, and their placeholder.
pub(super) struct Gone<'a> {
    /// Longest first, because a text may be part of a longer one.
    pub texts: &'a [&'a str],
    pub word: &'a str,
    pub on_pages: &'a BTreeSet<String>,
    /// Keep what may be one of gorkd's own names, such as `no` or `partly`, which people may also have typed.
    pub careful: bool,
}

/// Replaces texts with the placeholder wherever they occur in a run's own words.
pub(super) fn without(value: &mut Value, gone: &Gone<'_>) {
    walk(value, "", &|key: &str, text: &str| {
        let may_be_ours = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if gone.careful && may_be_ours {
            return None;
        }
        replaced(text, gone.texts, gone.word, PROSE.contains(&key).then_some(gone.on_pages))
    });
}

/// Collects the words in quotations and in names of pages.
pub(super) fn words_of_pages(value: &Value, is_page: bool, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) if is_page => found.extend(words(text)),
        Value::Array(values) => values.iter().for_each(|one| words_of_pages(one, is_page, found)),
        Value::Object(fields) => {
            for (key, field) in fields {
                let is_slice = key == "text" && is_slice(fields);
                words_of_pages(field, is_page || is_slice || OF_PAGES.contains(&key.as_str()), found);
            }
        }
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Whether this is a quoted block, or the start of one.
fn is_slice(fields: &Map<String, Value>) -> bool {
    ["span", "start", "whole"].iter().any(|field| fields.contains_key(*field))
}

fn walk(value: &mut Value, key: &str, replace: &impl Fn(&str, &str) -> Option<String>) {
    match value {
        Value::String(text) => {
            if let Some(new) = replace(key, text) {
                *text = new;
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|one| walk(one, key, replace)),
        Value::Object(fields) => {
            let is_slice = is_slice(fields);
            for (key, field) in fields.iter_mut() {
                let of_a_page = OF_PAGES.contains(&key.as_str()) || is_slice && key == "text";
                if !of_a_page {
                    walk(field, key, replace);
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Replaces texts with the placeholder; `None` if the text contains none of them. With `on_pages`, for
/// sentences of an answer, a single word that occurs on a page stays.
pub(super) fn replaced(
    text: &str,
    texts: &[&str],
    word: &str,
    on_pages: Option<&BTreeSet<String>>,
) -> Option<String> {
    let mut left = text.to_owned();
    for gone in texts {
        if left.trim().eq_ignore_ascii_case(gone.trim()) {
            return (text != word).then(|| word.to_owned());
        }
        let gone = gone.trim().trim_end_matches(['?', '.', '!', '？', '。']);
        if gone.is_empty() {
            continue;
        }
        let is_on_page = |one: &str| on_pages.is_some_and(|on_pages| on_pages.contains(&one.to_lowercase()));
        if words(gone).count() < 2 && is_on_page(gone) {
            left = lines_without(&left, gone, word);
            continue;
        }
        let mut from = 0;
        while let Some(at) = found(&left[from..], gone).map(|at| from + at) {
            left.replace_range(at..at + gone.len(), word);
            from = at + word.len();
        }
    }
    (left != text).then_some(left)
}

/// Replaces headings that consist of this text only.
fn lines_without(text: &str, gone: &str, word: &str) -> String {
    let line = |line: &str| match line.trim_start_matches(['#', ' ']) {
        bare if bare.trim_end().eq_ignore_ascii_case(gone) => line.replace(bare, word),
        _ => line.to_owned(),
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Finds one text in another as whole words, ignoring the case of Latin letters.
fn found(text: &str, gone: &str) -> Option<usize> {
    let (lower, gone) = (text.to_ascii_lowercase(), gone.to_ascii_lowercase());
    let is_part = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    lower.match_indices(&gone).map(|(at, _)| at).find(|at| {
        let (left, right) = (&lower[..*at], &lower[at + gone.len()..]);
        let starts = !is_part(gone.chars().next()) || !is_part(left.chars().next_back());
        let ends = !is_part(gone.chars().next_back()) || !is_part(right.chars().next());
        // A script without spaces has no word boundaries.
        (starts && ends) || gone.chars().any(|c| c > '\u{2e7f}')
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_go_from_what_a_run_says_and_stay_in_what_it_quotes() {
        let mut value = json!({
            "limitations": ["Nothing was found about The tolls.", "tollstay"],
            "claims": [{"text": "The tolls are old, the old tolls stay.", "quotes": [{"text": "the old tolls"}]}],
            "blocks": [{"part": "the tolls?", "text": "the old tolls", "span": {"start": 0, "end": 3}}],
            "detail": "## Tolls\n\nTolls are paid. Nothing is said about Ferries.",
        });
        let mut on_pages = BTreeSet::new();
        words_of_pages(&value, false, &mut on_pages);
        assert_eq!(on_pages.iter().collect::<Vec<_>>(), ["old", "the", "tolls"]);
        let texts = ["the old tolls", "the tolls?", "ferries", "tolls"];
        let gone = Gone { texts: &texts, word: "(erased)", on_pages: &on_pages, careful: false };
        without(&mut value, &gone);
        let left = json!({
            "limitations": ["Nothing was found about (erased).", "tollstay"],
            "claims": [{"text": "(erased) are old, (erased) stay.", "quotes": [{"text": "the old tolls"}]}],
            "blocks": [{"part": "(erased)", "text": "the old tolls", "span": {"start": 0, "end": 3}}],
            "detail": "## (erased)\n\nTolls are paid. Nothing is said about (erased).",
        });
        assert_eq!(value, left);
    }
}
