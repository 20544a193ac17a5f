//! A plan from a model's reply.

use super::advice::advice;
use super::queries::{QUERIES, TEXT, queries, served};
use super::shape::{short, texts};
use super::{first, invalid};
use crate::analyze::recent_events;
use crate::lenient::Json;
use crate::plan::content_words;
use crate::text::{once, one_line};
use gorkd_core::model::*;

const PARTS: [&str; 5] = ["subquestions", "questions", "parts", "subquestion", "steps"];

/// Sub-questions of a plan at most.
const MOST_PARTS: usize = 4;

/// A plan from a model's reply; at least one query has to be left. A query serves the sub-question that it shares
/// most words with.
pub fn plan(reply: &str, question: &Question, most: u32, by: &str) -> Result<Plan, Failure> {
    let most = most.max(1) as usize;
    let asked = recent_events(question);
    let Some(raw) = first(reply, |json| raw(json, most, asked)) else {
        return Err(invalid("The model planned no search that could be read."));
    };
    let parts = if raw.parts.is_empty() { vec![question.text.clone()] } else { raw.parts };
    let sub_questions: Vec<SubQuestion> = parts
        .into_iter()
        .enumerate()
        .map(|(n, text)| SubQuestion {
            id: format!("q{}", n + 1),
            terms: content_words(&text, &question.language),
            text,
        })
        .collect();
    let queries = raw.queries.into_iter().map(|query| Query {
        sub_question: served(&query.text, &sub_questions, &question.language),
        why: if query.why.is_empty() { "planned".to_owned() } else { query.why },
        ..query
    });
    Ok(Plan {
        goal: question.text.clone(),
        queries: queries.collect(),
        sub_questions,
        by: Maker::Model(by.to_owned()),
        advice: raw.advice,
        ..Plan::default()
    })
}

struct Raw {
    parts: Vec<String>,
    queries: Vec<Query>,
    advice: Option<Advice>,
}

fn raw(json: &Json, most: usize, asked: Option<Recency>) -> Option<Raw> {
    let listed = match json {
        Json::List(_) => json,
        Json::Object(_) => json.get(&QUERIES)?,
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => return None,
    };
    let parts = json.get(&PARTS).map(|parts| texts(parts, &TEXT)).unwrap_or_default();
    let queries = queries(listed, most, asked);
    (!queries.is_empty()).then(|| Raw { parts: clean(parts), queries, advice: advice(json) })
}

/// One line each, no address, none twice.
fn clean(texts: Vec<String>) -> Vec<String> {
    let texts = texts.iter().map(|text| short(&one_line(text), 300));
    let mut kept = once(texts.filter(|text| !text.is_empty() && !text.contains("://")));
    kept.truncate(MOST_PARTS);
    kept
}
