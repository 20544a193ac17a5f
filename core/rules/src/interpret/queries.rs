//! Queries of a plan or a judgement: plain strings, or objects that say where and how to search.

use super::shape::{short, texts};
use crate::lenient::Json;
use crate::plan::{content_words, normalised};
use crate::text::{one_line, shared};
use gorkd_core::model::{ContentKind, Filters, Query, Recency, SoftFilters, SubQuestion};
use gorkd_core::text::is_site;

pub(super) const QUERIES: [&str; 6] =
    ["queries", "searchqueries", "searches", "search", "query", "newqueries"];
pub(super) const TEXT: [&str; 6] = ["query", "text", "question", "subquestion", "search", "q"];
const WHY: [&str; 4] = ["purpose", "why", "reason", "goal"];

/// A query as a model writes it, without the part that it serves. `asked` is the recency that the question asks for, for
/// queries that say nothing of recency.
pub(super) fn queries(json: &Json, most: usize, asked: Option<Recency>) -> Vec<Query> {
    let mut found: Vec<Query> = Vec::new();
    let items: Vec<Query> = match json {
        Json::List(items) => items.iter().filter_map(|item| query(item, asked)).collect(),
        Json::Object(_) => query(json, asked).into_iter().collect(),
        Json::Text(_) => texts(json, &TEXT).into_iter().map(|text| plain(text, asked)).collect(),
        Json::Null | Json::Bool(_) | Json::Number(_) => Vec::new(),
    };
    for query in items {
        let same = |known: &Query| is_same(known, &query);
        let fits = !query.text.is_empty() && !query.text.contains("://") && found.len() < most;
        if fits && !found.iter().any(same) {
            found.push(query);
        }
    }
    found
}

/// Would two queries bring the same? Case, white space, and punctuation do not count, and neither does a language that
/// only one of them names.
pub fn is_same(one: &Query, other: &Query) -> bool {
    let quoted = |query: &Query| query.text.contains('"');
    let spoken =
        |query: &Query| Filters { language: None, wished: SoftFilters::default(), ..query.filters.clone() };
    let languages = (&one.filters.language, &other.filters.language);
    let in_one_language = languages.0 == languages.1 || languages.0.is_none() || languages.1.is_none();
    normalised(&one.text) == normalised(&other.text)
        && quoted(one) == quoted(other)
        && in_one_language
        && spoken(one) == spoken(other)
        && one.providers == other.providers
}

fn plain(text: String, asked: Option<Recency>) -> Query {
    let filters = Filters { recency: asked, ..Filters::default() };
    Query { text: short(&one_line(&text), 300), filters, ..Query::default() }
}

fn query(item: &Json, asked: Option<Recency>) -> Option<Query> {
    let text = match item {
        Json::Object(_) => one_line(item.get(&TEXT)?.as_text()?),
        other => one_line(&other.spelled()?),
    };
    let word =
        |names: &[&str]| item.get(names).and_then(Json::as_text).map(|text| text.trim().to_lowercase());
    let filters = Filters {
        recency: word(&["recency", "freshness"]).map_or(asked, |word| recency(&word)),
        language: word(&["language", "lang"]).filter(|code| is_language(code)),
        domains_in: word(&["site", "domain"]).and_then(|word| site(&word)).into_iter().collect(),
        domains_out: Vec::new(),
        kind: word(&["kind", "type"]).and_then(|word| kind(&word)),
        wished: SoftFilters::default(),
    };
    let why =
        item.get(&WHY).and_then(Json::as_text).map(|why| short(&one_line(why), 200)).unwrap_or_default();
    Some(Query { filters, why, ..plain(text, None) })
}

fn recency(word: &str) -> Option<Recency> {
    [("day", Recency::Day), ("week", Recency::Week), ("month", Recency::Month), ("year", Recency::Year)]
        .into_iter()
        .find_map(|(name, recency)| word.contains(name).then_some(recency))
}

fn kind(word: &str) -> Option<ContentKind> {
    match word {
        "news" => Some(ContentKind::News),
        "academic" | "paper" | "papers" | "scholarly" => Some(ContentKind::Academic),
        _ => None,
    }
}

/// A code of ISO 639-1.
fn is_language(code: &str) -> bool {
    code.len() == 2 && code.bytes().all(|b| b.is_ascii_lowercase())
}

/// A bare host, without anything around it.
fn site(word: &str) -> Option<String> {
    let host = word.trim_start_matches("https://").trim_start_matches("http://").trim_start_matches("site:");
    let host = host.split('/').next().unwrap_or_default().trim_start_matches("www.");
    is_site(host).then(|| host.to_owned())
}

/// The part of the question that a query shares most words with.
pub(crate) fn served(query: &str, parts: &[SubQuestion], language: &str) -> String {
    let words = content_words(query, language);
    let best = parts.iter().rev().max_by_key(|part| shared(&part.terms, &words));
    best.map_or_else(|| "q1".to_owned(), |part| part.id.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_query_asks_for_is_obeyed() {
        let reply = r#"[{"text": "wal_level default", "purpose": "the default", "kind": "general", "language": "en",
            "recency": "past year", "site": "https://www.postgresql.org/docs"},
            {"query": "graphene strength", "kind": "academic", "recency": "any", "language": "english", "site": "any"},
            "Wal_level  default", "wal_level default", "see https://x.test"]"#;
        let found = queries(&crate::lenient::read(reply).value, 9, None);
        let texts: Vec<&str> = found.iter().map(|query| query.text.as_str()).collect();
        assert_eq!(texts, ["wal_level default", "graphene strength", "Wal_level default"]);
        assert_eq!(found[0].filters.domains_in, ["postgresql.org"]);
        assert_eq!(found[0].filters.recency, Some(Recency::Year));
        assert_eq!(
            (found[0].filters.language.as_deref(), found[0].why.as_str()),
            (Some("en"), "the default")
        );
        let academic = Filters { kind: Some(ContentKind::Academic), ..Filters::default() };
        assert_eq!(found[1].filters, academic);
    }

    #[test]
    fn the_question_speaks_where_a_query_says_nothing_of_recency() {
        let reply = r#"[{"text": "ecb rate", "recency": "any"}, {"text": "ecb decision"}, "ecb meeting"]"#;
        let found = queries(&crate::lenient::read(reply).value, 9, Some(Recency::Week));
        let recency: Vec<Option<Recency>> = found.iter().map(|query| query.filters.recency).collect();
        assert_eq!(recency, [None, Some(Recency::Week), Some(Recency::Week)]);
    }
}
