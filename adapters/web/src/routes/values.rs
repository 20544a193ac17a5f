//! The values in a thread's state: what was asked, planned, searched, read, and written.

use gorkd_core::job::Job;
use gorkd_core::model::{Document, Draft, Evidence, Part, Planning};
use gorkd_core::ports::Texts;
use gorkd_core::text::slice;
use gorkd_core::view::{JobView, iso, refined, said, view};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The values of a job. `texts` contains its evidence. With `drafts`, the values include an unchecked draft.
pub fn values(job: &Job, texts: &Texts, drafts: bool) -> Value {
    let view = view(job);
    let mut queries: Vec<&str> = Vec::new();
    for query in job.queries() {
        if !queries.contains(&query.text.as_str()) {
            queries.push(&query.text);
        }
    }
    json!({
        "threadId": job.thread,
        "userInputs": inputs(job),
        "plan": plan(job),
        "queries": queries,
        "searchResults": results(job),
        "evidence": evidence(job, texts),
        "draft": checked(&view).or_else(|| unchecked(job).filter(|_| drafts)),
        "issues": view.issues,
    })
}

fn inputs(job: &Job) -> Value {
    json!({
        "goal": job.question.text,
        "modeOverride": match job.terms.planning {
            Planning::Auto => "auto",
            Planning::Interactive => "plan",
        },
        "gate": job.gate.map(|gate| json!({
            "clarity": gate.clarity,
            "coherence": gate.coherence,
            "usd": gate.usd.as_usd(),
            "auto": gate.auto,
        })),
        "refinedGoal": refined(job),
        "plannerAnswers": answers(job),
    })
}

/// Answers to clarifying questions, by topic.
fn answers(job: &Job) -> Map<String, Value> {
    let mut answers = Map::new();
    let Some(clarification) = &job.clarification else { return answers };
    for (at, (question, reply)) in clarification.questions.iter().zip(&clarification.replies).enumerate() {
        let words = said(question, reply);
        let name = match question.about.as_str() {
            about if about.is_empty() || answers.contains_key(about) => format!("clarify.{at}"),
            about => about.to_owned(),
        };
        answers.extend(words.map(|words| (name, json!(words))));
    }
    answers
}

/// The plan as steps with their dependencies; null until there is one.
fn plan(job: &Job) -> Option<Value> {
    let plan = job.plan.as_ref()?;
    let mut dag: Vec<Value> = Vec::new();
    for part in &plan.sub_questions {
        let of_part = plan.queries.iter().filter(|query| query.sub_question == part.id);
        let queries: Vec<&str> = of_part.map(|query| query.text.as_str()).collect();
        dag.push(json!({"id": part.id, "text": part.text, "queries": queries, "dependsOn": []}));
    }
    let parts: Vec<&str> = plan.sub_questions.iter().map(|part| part.id.as_str()).collect();
    for (id, text, after) in [
        ("synthesize", "Write the answer from what was read.", parts),
        ("verify", "Check every sentence against its source.", vec!["synthesize"]),
    ] {
        dag.push(json!({"id": id, "text": text, "queries": [], "dependsOn": after}));
    }
    let constraints: Vec<&str> = job.constraints.iter().map(|one| one.text.as_str()).collect();
    Some(json!({"goal": plan.goal, "constraints": constraints, "deliverable": job.deliverable(), "dag": dag}))
}

/// Search results in order of rounds, each URL once.
fn results(job: &Job) -> Vec<Value> {
    let mut seen = BTreeSet::new();
    let hits = job.hits().filter(|hit| seen.insert(hit.url.as_str()));
    hits.map(|hit| {
        json!({"url": hit.url, "title": hit.title, "snippet": hit.snippet,
               "publishedAt": hit.published_at.map(iso)})
    })
    .collect()
}

/// Every document that was read, with its relevant passages.
fn evidence(job: &Job, texts: &Texts) -> Vec<Value> {
    let judged = job.of_judgement(|judged| &judged.evidence);
    let found = job.documents().map(|(_, read, document)| (document, read.chosen.snippet.as_str()));
    let given = job.attached.iter().map(|document| (document, ""));
    let used = |document: &&Document| judged.iter().any(|one| one.passage.hash == document.hash);
    let earlier = job.at_hand.iter().filter(used).map(|document| (document, ""));
    let mut seen = BTreeSet::new();
    let documents = found.chain(given).chain(earlier);
    let once = documents.filter(|(document, _)| seen.insert((&document.hash, &document.url)));
    once.map(|(document, snippet)| {
        let text = texts.get(&document.hash);
        let of_it = judged.iter().filter(|one| one.passage.hash == document.hash);
        let chunks: Vec<Value> = of_it.map(|one| chunk(one, text.map(|text| &**text))).collect();
        json!({"url": document.url, "title": document.title, "snippet": snippet,
               "contentHash": document.hash, "chunks": chunks})
    })
    .collect()
}

fn chunk(evidence: &Evidence, text: Option<&str>) -> Value {
    let span = evidence.passage.span;
    json!({
        "id": evidence.id,
        "sourceId": evidence.source,
        "text": text.map(|text| slice(text, span)),
        "start": span.start,
        "end": span.end,
        "headingPath": evidence.headings,
        "subQuestion": evidence.sub_question,
        "relevance": evidence.relevance,
        "stance": evidence.stance,
        "scores": evidence.scores,
    })
}

/// The checked answer.
fn checked(view: &JobView) -> Option<Value> {
    let answer = view.answer.as_ref()?;
    let citations = view.citations.iter().map(|one| {
        let source = view.sources.iter().find(|source| source.id == one.source_id);
        json!({
            "sourceId": one.source_id,
            "number": source.and_then(|source| source.number),
            "url": source.map(|source| &source.url),
            "title": source.map(|source| &source.title),
            "claim": one.claim,
            "quote": one.quote,
            "start": one.start,
            "end": one.end,
        })
    });
    Some(json!({
        "text": joined([answer.summary.clone(), answer.detail.clone()].into_iter(), "\n\n"),
        "citations": citations.collect::<Vec<_>>(),
        "confidence": answer.confidence,
        "checked": true,
    }))
}

/// A draft as it was written. Its quotations are unchecked, so it has no confidence. A draft that needs
/// approval is hidden until it is approved.
fn unchecked(job: &Job) -> Option<Value> {
    let draft = job.draft.as_ref().filter(|_| job.shows_drafts() && !job.cancelled)?;
    let read: Vec<&Document> = job.documents().map(|(_, _, document)| document).collect();
    let known = || read.iter().copied().chain(&job.attached).chain(&job.at_hand);
    let mut citations = Vec::new();
    for claim in &draft.claims {
        for quote in &claim.quotes {
            let document = known().find(|document| document.hash == quote.hash);
            citations.push(json!({
                "sourceId": quote.source,
                "number": draft.numbering.iter().find(|one| one.source == quote.source).map(|one| one.number),
                "url": document.map(|document| &document.url),
                "title": document.map(|document| &document.title),
                "claim": claim.text,
                "quote": quote.text,
                "start": quote.span.map(|span| span.start),
                "end": quote.span.map(|span| span.end),
            }));
        }
    }
    Some(json!({"text": text(draft), "citations": citations, "confidence": null, "checked": false}))
}

fn text(draft: &Draft) -> String {
    if let Some(summary) = &draft.summary {
        let also = summary.also.iter().map(|lead| lead.text.clone());
        let shown = |at: usize| match at {
            0 => summary.whole,
            at => summary.also.iter().any(|lead| lead.block as usize == at && lead.whole),
        };
        let rest = draft.blocks.iter().enumerate().filter(|(at, _)| !shown(*at));
        let rest = rest.map(|(_, block)| block.text.clone());
        return joined([summary.text.clone()].into_iter().chain(also).chain(rest), "\n\n");
    }
    let of = |part: Part| draft.claims.iter().filter(move |claim| claim.part == part);
    let mut paragraphs = vec![joined(of(Part::Summary).map(|claim| claim.text.clone()), " ")];
    let mut heading: Option<&str> = None;
    for claim in of(Part::Detail) {
        match claim.heading.as_deref() {
            Some(new) if heading != Some(new) => paragraphs.push(format!("## {new}\n\n{}", claim.text)),
            _ => paragraphs.push(claim.text.clone()),
        }
        heading = claim.heading.as_deref();
    }
    joined(paragraphs.into_iter(), "\n\n")
}

fn joined(parts: impl Iterator<Item = String>, between: &str) -> String {
    parts.filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join(between)
}
