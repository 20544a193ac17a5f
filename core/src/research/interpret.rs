//! A model's raw reply, read into our own types, or a failure.
//!
//! Models wrap JSON in prose, fences and thoughts; all of that is taken off first. Ids that were never given
//! out and addresses are dropped, so that nothing unread can be cited.

use super::{Judgement, Material};
use crate::model::*;
use crate::text::slice;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A plan from a model's reply. Queries without a plan's words are dropped; at least one has to be left.
pub fn plan(reply: &str, question: &Question, most: u32, by: &str) -> Result<Plan, Failure> {
    let raw: RawPlan = json(reply)?;
    let clean = |texts: Vec<String>, most: usize| -> Vec<String> {
        let mut kept: Vec<String> = Vec::new();
        for text in texts {
            let text: String =
                text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(300).collect();
            if !text.is_empty() && !text.contains("://") && !kept.contains(&text) && kept.len() < most {
                kept.push(text);
            }
        }
        kept
    };
    let queries = clean(raw.queries, most.max(1) as usize);
    if queries.is_empty() {
        return Err(invalid("The model planned no search."));
    }
    let mut subs = clean(raw.sub_questions, 4);
    if subs.is_empty() {
        subs.push(question.text.clone());
    }
    let sub_questions: Vec<SubQuestion> = subs
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
        .enumerate()
        .map(|(n, text)| Query {
            text,
            sub_question: sub_questions[n.min(sub_questions.len() - 1)].id.clone(),
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

/// A model's view of a round, on top of what was measured: evidence and saturation stay as measured.
pub fn judgement(
    reply: &str,
    measured: Judgement,
    queries_left: u32,
    by: &str,
) -> Result<Judgement, Failure> {
    let raw: RawJudgement = json(reply)?;
    let sub_question =
        measured.queries.first().map_or_else(|| "q1".to_owned(), |query| query.sub_question.clone());
    let queries = raw
        .queries
        .into_iter()
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|text| !text.is_empty() && !text.contains("://") && text.chars().count() <= 300)
        .take(queries_left.min(3) as usize)
        .map(|text| Query {
            text,
            sub_question: sub_question.clone(),
            why: "what is missing".to_owned(),
            ..Query::default()
        })
        .collect();
    Ok(Judgement {
        by: Maker::Model(by.to_owned()),
        sufficient: raw.sufficient,
        reason: raw.reason.chars().take(300).collect(),
        gaps: raw.gaps.into_iter().map(|gap| gap.chars().take(300).collect()).take(6).collect(),
        queries,
        ..measured
    })
}

/// A draft from a model's reply: sentences that name passages which were really shown to it.
pub fn draft(
    reply: &str,
    evidence: &[Evidence],
    materials: &[Material<'_>],
    numbering: &[Numbered],
    revision: u32,
    by: &str,
) -> Result<Draft, Failure> {
    let raw: RawDraft = json(reply)?;
    let mut claims = Vec::new();
    let summary = raw.summary.into_iter().map(|sentence| (Part::Summary, None, sentence));
    let detail = raw.detail.into_iter().flat_map(|section| {
        let heading = Some(section.heading.chars().take(120).collect::<String>()).filter(|h| !h.is_empty());
        section.sentences.into_iter().map(move |sentence| (Part::Detail, heading.clone(), sentence))
    });
    for (part, heading, sentence) in summary.chain(detail) {
        let text = sentence.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let quotes: Vec<Quote> = sentence
            .evidence
            .iter()
            .filter_map(|id| evidence.iter().find(|piece| piece.id == id.trim_matches(['[', ']', ' '])))
            .filter_map(|piece| quote(piece, materials))
            .collect();
        if !text.is_empty() && !text.contains("://") {
            claims.push(DraftClaim { text, part, heading, quotes });
        }
    }
    if claims.iter().all(|claim| claim.quotes.is_empty()) {
        return Err(invalid("The model wrote no sentence that rests on a passage."));
    }
    let numbering = super::number(&claims, numbering);
    let short =
        |texts: Vec<String>| texts.into_iter().map(|t| t.chars().take(300).collect()).take(6).collect();
    Ok(Draft {
        revision,
        by: Maker::Model(by.to_owned()),
        claims,
        numbering,
        conflicts: Vec::new(),
        limitations: short(raw.limitations),
        questions: short(raw.questions),
    })
}

/// Words that a passage about it would hold, as the rules' own plans have them.
fn content_words(text: &str, language: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for term in super::language::words::terms(text, language) {
        let word = text[term.range].to_lowercase();
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn quote(piece: &Evidence, materials: &[Material<'_>]) -> Option<Quote> {
    let material = materials.iter().find(|material| material.source == piece.source)?;
    let text = slice(material.text, piece.passage.span).to_owned();
    let hash = piece.passage.hash.clone();
    Some(Quote { source: piece.source.clone(), hash, span: Some(piece.passage.span), text })
}

#[derive(Deserialize)]
struct RawPlan {
    #[serde(default)]
    sub_questions: Vec<String>,
    queries: Vec<String>,
}

#[derive(Deserialize)]
struct RawJudgement {
    sufficient: bool,
    #[serde(default)]
    reason: String,
    #[serde(default)]
    gaps: Vec<String>,
    #[serde(default)]
    queries: Vec<String>,
}

#[derive(Deserialize)]
struct RawDraft {
    summary: Vec<RawSentence>,
    #[serde(default)]
    detail: Vec<RawSection>,
    #[serde(default)]
    limitations: Vec<String>,
    #[serde(default)]
    questions: Vec<String>,
}

#[derive(Deserialize)]
struct RawSection {
    #[serde(default)]
    heading: String,
    #[serde(default)]
    sentences: Vec<RawSentence>,
}

#[derive(Deserialize)]
struct RawSentence {
    text: String,
    #[serde(default)]
    evidence: Vec<String>,
}

/// The first JSON object of a reply that reads as a `T`.
fn json<T: DeserializeOwned>(reply: &str) -> Result<T, Failure> {
    let text = without_thoughts(reply);
    for (at, _) in text.match_indices('{') {
        let mut stream = serde_json::Deserializer::from_str(&text[at..]).into_iter::<T>();
        if let Some(Ok(value)) = stream.next() {
            return Ok(value);
        }
    }
    Err(invalid("The model's reply was not the JSON that was asked for."))
}

/// The reply without `<think>` passages. One that never closes hides everything after it.
fn without_thoughts(reply: &str) -> String {
    let mut text = reply.to_owned();
    for (open, close) in [("<think>", "</think>"), ("<thinking>", "</thinking>")] {
        while let Some(start) = text.find(open) {
            let end = text[start..].find(close).map_or(text.len(), |at| start + at + close.len());
            text.replace_range(start..end, "");
        }
        if let Some(at) = text.find(close) {
            text.replace_range(..at + close.len(), "");
        }
    }
    text
}

fn invalid(detail: &str) -> Failure {
    Failure::new(FailureReason::InvalidReply, Remedy::Retry, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_fences_and_prose_around_json_are_taken_off() {
        let question = Question { text: "When was X?".into(), language: "en".into(), ..Question::default() };
        for reply in [
            r#"{"sub_questions":[],"queries":["x date"]}"#,
            "<think>{\"queries\":[\"no\"]}</think>Here it is:\n```json\n{\"queries\": [\"x date\"]}\n```\nDone.",
            "thinking aloud {not json} </think> {\"queries\": [\"x date\", \"x date\"]}",
        ] {
            let plan = plan(reply, &question, 4, "m").expect(reply);
            assert_eq!(plan.queries.iter().map(|q| q.text.as_str()).collect::<Vec<_>>(), ["x date"]);
        }
        for reply in
            ["", "no", "<think>{\"queries\":[\"x\"]}", "{\"queries\":[]}", "{\"queries\":[\"http://x\"]}"]
        {
            assert_eq!(
                plan(reply, &question, 4, "m").map_err(|f| f.reason),
                Err(FailureReason::InvalidReply)
            );
        }
    }

    #[test]
    fn a_sentence_cannot_cite_a_passage_that_was_never_shown() {
        let reply = r#"{"summary":[{"text":"It is so.","evidence":["e9"]}]}"#;
        assert!(draft(reply, &[], &[], &[], 0, "m").is_err());
    }
}
