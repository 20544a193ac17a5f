//! Plans by rules: what must be known, and the queries to find it.
//!
//! The first round uses only a share of the queries. Pages that were read say more about what to search for
//! than the question does, so the rest is saved for later rounds.

mod attributed;
mod constraints;
mod follow_up;
mod forms;
mod parts;
mod phrases;
mod picked;
mod preferred;
mod queries;
mod steer;

pub use attributed::with_source;
pub use constraints::{Wishes, normalised, wishes};
pub use follow_up::{completed, refers_back, subject_of};
pub use parts::{compared, compares_words, questions_in};
pub use phrases::with_quotes;
pub use preferred::with_preferred;
pub(crate) use queries::QueryList;
pub use queries::{is_telling, key_phrase, sentences_of, with_what_it_points_to};
pub use steer::steer;

use super::Brief;
use super::addresses::without_addresses;
use super::analyze::analyze;
use super::text::words::{Shape, Word, words_of};
use super::text::{lower_words, once, stopwords};
use gorkd_core::model::{Budget, Maker, Plan, Query, Question, SubQuestion};

/// The plan of a job: sub-questions, and the queries of the first round, best first. Queries name no providers, because
/// `routing` decides where each one goes.
pub fn plan(brief: &Brief<'_>) -> Plan {
    let text = without_addresses(&completed(brief.question, brief.earlier));
    let question = if text == brief.question.text {
        brief.question.clone()
    } else {
        Question { period: brief.question.period.clone(), ..analyze(&text, brief.now) }
    };
    let wishes = wishes(brief.constraints, &question, brief.now);
    let sub_questions: Vec<SubQuestion> = parts::parts(&question)
        .into_iter()
        .chain(wishes.also.iter().cloned())
        .enumerate()
        .map(|(at, text)| SubQuestion {
            id: format!("q{}", at + 1),
            terms: content_words(&text, &question.language),
            text,
        })
        .collect();
    let queries = queries::queries(&question, &sub_questions);
    let mut queries = with_quotes(&text, with_source(&question, queries, usize::MAX));
    for query in &mut queries {
        query.filters = wishes.filters.clone();
    }
    Plan {
        goal: text,
        queries: within(queries, first_share(brief.budget), &sub_questions),
        sub_questions,
        by: Maker::Rules,
        ..Plan::default()
    }
}

/// Maximum queries of the first round: fewer than half if there are later rounds, and never more than six.
pub fn first_share(budget: &Budget) -> usize {
    let all = budget.queries.max(1);
    let share = if budget.rounds <= 1 { all } else { all.div_ceil(budget.rounds).max(all * 2 / 5) };
    share.clamp(1, 6).min(all) as usize
}

/// The words of a text, and whether each one is empty of meaning, as are stop words, question words, and words
/// that request something at the start of a sentence: "list" in "List the ports" and "can you list the ports",
/// but not in "how do I list the ports", where it is the subject.
pub fn with_empty<'t>(text: &'t str, language: &str) -> Vec<(Word<'t>, bool)> {
    let mut begins = true;
    let mut asked = false;
    let mut end = 0;
    let mut found = Vec::new();
    for word in words_of(text, language) {
        if text[end..word.range.start].contains(['.', '?', '!', ':', '\n']) {
            (begins, asked) = (true, false);
        }
        end = word.range.end;
        let lower = word.text.to_lowercase();
        let requests = stopwords::is_request_word(&lower, language);
        let asks = stopwords::is_question_word(&lower, language) && (!requests || begins && !asked);
        asked |= asks && !requests;
        let empty = asks || stopwords::is_stop_word(&lower, language);
        begins &= empty;
        found.push((word, empty));
    }
    found
}

/// Distinct words that a relevant passage would contain: lower case, unstemmed, identifiers whole.
pub fn content_words(text: &str, language: &str) -> Vec<String> {
    let telling = |(word, empty): (Word<'_>, bool)| {
        let lower = word.text.to_lowercase();
        let letter = lower.chars().count() == 1 && word.shape == Shape::Plain && lower.is_ascii();
        (!empty && !letter).then_some(lower)
    };
    let mut found = once(with_empty(text, language).into_iter().filter_map(telling));
    if found.is_empty() {
        found = lower_words(text);
    }
    found
}

/// The best `most` queries, with at least one per sub-question while there is room.
fn within(queries: Vec<Query>, most: usize, sub_questions: &[SubQuestion]) -> Vec<Query> {
    let mut kept: Vec<(usize, Query)> = Vec::new();
    for part in sub_questions {
        if kept.len() < most
            && let Some(at) = queries.iter().position(|query| query.sub_question == part.id)
        {
            kept.push((at, queries[at].clone()));
        }
    }
    for (at, query) in queries.into_iter().enumerate() {
        if kept.len() < most && !kept.iter().any(|(known, _)| *known == at) {
            kept.push((at, query));
        }
    }
    kept.sort_by_key(|(at, _)| *at);
    kept.into_iter().map(|(_, query)| query).collect()
}

#[cfg(test)]
#[path = "plan_tests.rs"]
mod tests;
