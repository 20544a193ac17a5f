//! Deeper research: further works for each part of the question, and a search for contrary evidence. The budget sets
//! how much of each.

use crate::Material;
use crate::decide::fresh;
use crate::discreet;
use crate::judge::ANSWERS;
use crate::material::{locale_of, work_of};
use crate::plan::{key_phrase, wishes};
use gorkd_core::job::{Job, Judgement, PartJudgement};
use gorkd_core::model::*;
use gorkd_core::text::site_of;
use gorkd_words::Msg;
use std::collections::BTreeSet;

/// Why such queries are asked, by which they are known again.
const CONTRARY: &str = "what speaks against it";
const FURTHER_WORK: &str = "a further independent work";

/// The judgement with the searches that are still owed. While there are any, it is not enough.
pub fn pressed(job: &Job, materials: &[Material<'_>], judgement: Judgement) -> Judgement {
    let left = job.queries_left() as usize;
    let over = job.rounds.len() >= job.budget.rounds as usize || job.pages_left() == 0;
    let answered = judgement.parts.iter().any(|part| part.answered > Answered::No);
    if left == 0 || over || job.stop.is_some() || !answered {
        return judgement;
    }
    let further = discreet(job, materials, further(job, materials, &judgement));
    let owed = fresh(job, contrary(job).into_iter().chain(further).collect());
    if owed.is_empty() {
        return judgement;
    }
    let reason = match judgement.sufficient {
        true => format!("{} Asked once more: {}.", judgement.reason, reasons(&owed)).trim().to_owned(),
        false => judgement.reason,
    };
    let mut queries = owed;
    queries.extend(judgement.queries);
    let mut queries = fresh(job, queries);
    queries.truncate(left);
    Judgement { sufficient: false, reason, queries, ..judgement }
}

/// Was a search made for what speaks against what was found?
pub fn looked_for_contrary(job: &Job) -> bool {
    job.queries().any(|query| query.why == CONTRARY)
}

fn reasons(queries: &[Query]) -> String {
    let mut reasons: Vec<&str> = queries.iter().map(|query| query.why.as_str()).collect();
    reasons.dedup();
    reasons.join(", ")
}

/// The question with words that indicate disagreement. All of its words are the asker's or ours.
fn contrary(job: &Job) -> Option<Query> {
    let made = job.queries().filter(|query| query.why == CONTRARY).count();
    if made >= job.budget.contrary_queries as usize {
        return None;
    }
    let plan = job.plan_or_plain();
    let subject = key_phrase(&plan.goal, &job.question.language);
    Some(Query {
        text: locale_of(&job.question).say(Msg::QueryContrary { subject }),
        sub_question: plan.sub_questions.first().map(|part| part.id.clone()).unwrap_or_default(),
        filters: wishes(&job.constraints, &job.question, job.asked_at).filters,
        why: CONTRARY.to_owned(),
        ..Query::default()
    })
}

/// A search for each part that too few works answer, away from the sites that are known. Once a part, and only where the
/// web is searched: one's own documents are no better known by another search.
fn further(job: &Job, materials: &[Material<'_>], judgement: &Judgement) -> Vec<Query> {
    let filters = wishes(&job.constraints, &job.question, job.asked_at).filters;
    let is_web =
        |name: &&String| !matches!(job.field.style_of(name), SearchStyle::Own | SearchStyle::Reference);
    let web: Vec<String> = job.providers.iter().filter(is_web).cloned().collect();
    if job.budget.min_works < 2 || web.is_empty() || !filters.domains_in.is_empty() {
        return Vec::new();
    }
    let plan = job.plan_or_plain();
    let wanting = judgement.parts.iter().filter(|part| part.answered > Answered::No).filter_map(|part| {
        let known = behind(part, materials, judgement);
        let works: BTreeSet<String> = known.iter().map(|material| work_of(material.document)).collect();
        let made =
            job.queries().any(|query| query.why == FURTHER_WORK && query.sub_question == part.sub_question);
        let text = plan.part(&part.sub_question)?.text.clone();
        let wants = !made && works.len() < job.budget.min_works as usize;
        wants.then(|| {
            let sites: BTreeSet<String> = known
                .iter()
                .filter(|material| !material.document.is_private())
                .map(|material| site_of(&material.document.url))
                .collect();
            let mut filters = filters.clone();
            filters.domains_out.extend(sites);
            Query {
                text: key_phrase(&text, &job.question.language),
                sub_question: part.sub_question.clone(),
                filters,
                providers: web.clone(),
                why: FURTHER_WORK.to_owned(),
                ..Query::default()
            }
        })
    });
    wanting.collect()
}

/// What answers a part: what a model has taken notes from, and blocks that answer by measure.
fn behind<'m, 'a>(
    part: &PartJudgement,
    materials: &'m [Material<'a>],
    judgement: &Judgement,
) -> Vec<&'m Material<'a>> {
    let noted = judgement.notes.iter().filter(|note| note.sub_question == part.sub_question);
    let measured = judgement
        .evidence
        .iter()
        .filter(|piece| piece.sub_question == part.sub_question && piece.relevance >= ANSWERS);
    let sources: BTreeSet<&SourceId> =
        noted.map(|note| &note.source).chain(measured.map(|piece| &piece.source)).collect();
    materials.iter().filter(|material| sources.contains(&material.source)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::job::Round;

    fn judged() -> Judgement {
        Judgement {
            sufficient: true,
            reason: "It is all there.".into(),
            parts: vec![PartJudgement {
                sub_question: "q1".into(),
                answered: Answered::Yes,
                ..PartJudgement::default()
            }],
            evidence: vec![Evidence { sub_question: "q1".into(), relevance: 0.9, ..Evidence::default() }],
            ..Judgement::default()
        }
    }

    fn job(min_works: u32, contrary_queries: u32, provider: SearchStyle) -> Job {
        let field = Field { styles: [("p".to_owned(), provider)].into(), ..Field::default() };
        let budget =
            Budget { rounds: 3, queries: 8, pages: 8, min_works, contrary_queries, ..Budget::default() };
        let text = "How does the beacon of Eastmoor work?";
        Job {
            question: Question { text: text.into(), language: "en".into(), ..Question::default() },
            budget,
            field,
            providers: vec!["p".into()],
            rounds: vec![Round {
                queries: vec![Query { text: "beacon".into(), ..Query::default() }],
                ..Round::default()
            }],
            ..Job::default()
        }
    }

    #[test]
    fn deep_research_looks_for_a_further_work_and_once_for_the_contrary() {
        let mut job = job(2, 1, SearchStyle::Keyword);
        let first = pressed(&job, &[], judged());
        let why: Vec<&str> = first.queries.iter().map(|query| query.why.as_str()).collect();
        assert_eq!(why, [CONTRARY, FURTHER_WORK]);
        assert!(!first.sufficient && first.reason.starts_with("It is all there. Asked once more"));
        assert!(first.queries[0].text.contains("beacon") && first.queries[0].text.contains("criticism"));
        job.rounds.push(Round { queries: first.queries, ..Round::default() });
        assert!(looked_for_contrary(&job));
        assert_eq!(pressed(&job, &[], judged()), judged(), "once is enough");
    }

    #[test]
    fn nothing_is_owed_without_room_an_answer_or_a_wish_for_it() {
        let plain = job(1, 0, SearchStyle::Keyword);
        assert_eq!(pressed(&plain, &[], judged()), judged());
        assert!(pressed(&job(2, 0, SearchStyle::Own), &[], judged()).sufficient, "only one's own documents");
        let mut over = job(2, 1, SearchStyle::Keyword);
        over.budget.rounds = 1;
        assert!(pressed(&over, &[], judged()).sufficient);
        let open = Judgement { parts: Vec::new(), ..judged() };
        assert_eq!(pressed(&job(2, 1, SearchStyle::Keyword), &[], open.clone()), open);
    }
}
