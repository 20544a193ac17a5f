//! A plan from a model's reply.

use super::shape::{one_line, short, texts};
use super::{first, invalid};
use crate::lenient::Json;
use gorkd_core::model::*;

const QUERIES: [&str; 5] = ["queries", "searchqueries", "searches", "search", "query"];
const PARTS: [&str; 5] = ["subquestions", "questions", "parts", "subquestion", "steps"];
const TEXT: [&str; 6] = ["query", "text", "question", "subquestion", "search", "q"];

/// Sub-questions of a plan at most.
const MOST_PARTS: usize = 4;

/// A plan from a model's reply; at least one query has to be left. A query serves the sub-question that it shares
/// most words with.
pub fn plan(reply: &str, question: &Question, most: u32, by: &str) -> Result<Plan, Failure> {
    let most = most.max(1) as usize;
    let Some((parts, queries)) = first(reply, |json| raw(json, most)) else {
        return Err(invalid("The model planned no search that could be read."));
    };
    let parts = if parts.is_empty() { vec![question.text.clone()] } else { parts };
    let sub_questions: Vec<SubQuestion> = parts
        .into_iter()
        .enumerate()
        .map(|(n, text)| SubQuestion {
            id: format!("q{}", n + 1),
            terms: content_words(&text, &question.language),
            text,
        })
        .collect();
    let queries = queries
        .into_iter()
        .map(|text| Query {
            sub_question: served(&text, &sub_questions, &question.language),
            text,
            why: "planned".to_owned(),
            ..Query::default()
        })
        .collect();
    Ok(Plan {
        goal: question.text.clone(),
        sub_questions,
        queries,
        by: Maker::Model(by.to_owned()),
        routing: Routing::default(),
    })
}

fn raw(json: &Json, most: usize) -> Option<(Vec<String>, Vec<String>)> {
    let listed = match json {
        Json::List(_) => texts(json, &TEXT),
        Json::Object(_) => texts(json.get(&QUERIES)?, &TEXT),
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => return None,
    };
    let parts = json.get(&PARTS).map(|parts| texts(parts, &TEXT)).unwrap_or_default();
    let queries = clean(listed, most);
    (!queries.is_empty()).then(|| (clean(parts, MOST_PARTS), queries))
}

/// One line each, no address, none twice.
pub(super) fn clean(texts: Vec<String>, most: usize) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for text in texts {
        let text = short(&one_line(&text), 300);
        if !text.is_empty() && !text.contains("://") && !kept.contains(&text) && kept.len() < most {
            kept.push(text);
        }
    }
    kept
}

fn served(query: &str, parts: &[SubQuestion], language: &str) -> String {
    let words = content_words(query, language);
    let shared = |part: &SubQuestion| part.terms.iter().filter(|term| words.contains(term)).count();
    let mut best = 0;
    for at in 1..parts.len() {
        if shared(&parts[at]) > shared(&parts[best]) {
            best = at;
        }
    }
    parts.get(best).map_or_else(|| "q1".to_owned(), |part| part.id.clone())
}

/// Words that a passage about it would hold, as the rules' own plans have them.
fn content_words(text: &str, language: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for term in crate::text::words::terms(text, language) {
        let word = text[term.range].to_lowercase();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}
