//! A model's view of a round.

use super::plan::clean;
use super::shape::{flag, one_line, short, texts};
use super::{first, invalid};
use crate::lenient::Json;
use gorkd_core::job::Judgement;
use gorkd_core::model::*;

const ENOUGH: [&str; 4] = ["sufficient", "enough", "issufficient", "answered"];
const QUERIES: [&str; 5] = ["queries", "newqueries", "searchqueries", "nextqueries", "searches"];
const TEXT: [&str; 5] = ["query", "text", "gap", "question", "part"];

/// New queries that one judgement may ask for.
const MOST_QUERIES: u32 = 3;

/// A model's view of a round, on top of what was measured: evidence and saturation stay as measured. A model that
/// calls it enough while nothing bears on the question is not followed.
pub fn judgement(
    reply: &str,
    measured: Judgement,
    queries_left: u32,
    by: &str,
) -> Result<Judgement, Failure> {
    let read = first(reply, |json| {
        let sufficient = flag(json.get(&ENOUGH)?)?;
        let list = |names: &[&str]| json.get(names).map(|list| texts(list, &TEXT)).unwrap_or_default();
        let reason = json.get(&["reason", "why", "explanation"]).and_then(Json::as_text).unwrap_or_default();
        Some((sufficient, one_line(reason), list(&["gaps", "missing", "gap"]), list(&QUERIES)))
    });
    let Some((sufficient, reason, gaps, queries)) = read else {
        return Err(invalid("The model did not say whether what was read is enough."));
    };
    let sufficient = sufficient && !measured.evidence.is_empty();
    let sub_question =
        measured.queries.first().map_or_else(|| "q1".to_owned(), |query| query.sub_question.clone());
    let most = queries_left.min(MOST_QUERIES) as usize;
    let mut next: Vec<Query> = clean(queries, most.max(1))
        .into_iter()
        .take(most)
        .map(|text| Query {
            text,
            sub_question: sub_question.clone(),
            why: "what is missing".to_owned(),
            ..Query::default()
        })
        .collect();
    // Not enough, and no idea of its own: the measured queries are better than giving up.
    if !sufficient && next.is_empty() {
        next = measured.queries.iter().take(most).cloned().collect();
    }
    Ok(Judgement {
        by: Maker::Model(by.to_owned()),
        sufficient,
        reason: short(&reason, 300),
        gaps: gaps.iter().map(|gap| short(gap, 300)).take(6).collect(),
        queries: next,
        ..measured
    })
}
