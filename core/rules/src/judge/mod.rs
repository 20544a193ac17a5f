//! Judges a round without a model: which texts are relevant, whether they are enough, and what to look for next. Also
//! used if a model's judgement fails.

mod answered;
mod carry;
mod compounds;
mod current;
mod evidence;
mod fits;
mod follow;
mod named;
mod outlined;
mod ranked;
mod rows;
mod saturation;
mod sides;
mod similar;
mod stance;
mod titles;

pub use carry::carried;
pub(crate) use evidence::LOOKED_AT;
pub(crate) use similar::in_turns;
pub use similar::{Candidate, Similar, candidates, compare, worth_ranking};

use super::authority::is_academic;
use super::material::site_key;
use super::near::originals_among;
use super::{Brief, Material};
use answered::QUOTED;
use evidence::{TOUCHES, Weighed};
use gorkd_core::job::{Judgement, PartJudgement, Saturation};
use gorkd_core::model::{Budget, Evidence, Maker, Passage, Plan, Query, SubQuestion};
use gorkd_core::ports::Ranked;
use std::collections::BTreeSet;

/// What a judgement is made from.
#[derive(Clone, Debug)]
pub struct JudgeInput<'a> {
    pub brief: Brief<'a>,
    pub plan: &'a Plan,
    /// Everything read so far, of all rounds.
    pub materials: &'a [Material<'a>],
    /// The round that just ended, from 0.
    pub round: usize,
    /// Every query asked so far.
    pub asked: &'a [&'a Query],
    pub rounds_left: u32,
    pub queries_left: u32,
    pub pages_left: u32,
    /// Names of the providers that the job may ask.
    pub providers: &'a [String],
    /// Do they all search the asker's own documents, and is one work enough for its budget?
    pub own: bool,
    /// Does no language model judge as well?
    pub alone: bool,
    /// How near passages are to sub-questions in meaning, where an embedder says it.
    pub similar: Option<&'a Similar>,
    /// What a reranker made of the best passages, where there is one.
    pub ranked: Option<&'a Ranked>,
    /// Words of the question that are in none of the asker's own documents, if only these are searched.
    pub unknown: &'a [String],
}

/// Relevance from which a passage answers a sub-question rather than touching on it.
pub const ANSWERS: f64 = 0.55;
/// Relevance from which a sub-question is covered well. Higher than [`ANSWERS`]: a passage about the first of two
/// steps holds more than half of such a question's words, too.
pub const COVERS: f64 = 0.7;
/// Below this share of new entities and of new facts, a further round is not worth its price.
pub const SATURATED: f64 = 0.05;
/// Above this share of sources that repeat one another, further ones will, too.
pub const CIRCULAR: f64 = 0.80;

/// Judges the round.
pub fn judge(input: &JudgeInput<'_>) -> Judgement {
    let weighed = Weighed::new(input);
    let evidence = weighed.evidence();
    let saturation = saturation::measure(input, &weighed, &evidence);
    let parts = answered::parts(input, &weighed, &evidence);
    let gaps = gaps(input, &evidence);
    let sources = independent(input, &evidence);
    // One's own documents need no second one to be believed, and where a reranker is sure, another round doesn't change
    // the first passage: over 2,900 pages, it did so for none of 45 such questions.
    // A reranker without a threshold is clear wherever it covers a part.
    let is_clear = |part: &PartJudgement| match part.refuses_below {
        Some(_) => answered::is_clear(part.score, part.refuses_below),
        None => part.score.is_some(),
    };
    let one = input.own && input.alone && !parts.is_empty() && parts.iter().all(is_clear);
    let needed = match one {
        true => 1,
        false => sources_needed(input.brief.budget),
    };
    let (sufficient, reason) = enough(input, &saturation, &gaps, sources, needed);
    let idle = !sufficient && is_idle(input, &evidence);
    let reason = if idle { "The last round brought none of the best passages.".to_owned() } else { reason };
    let spent = input.rounds_left == 0 || input.queries_left == 0 || input.pages_left == 0;
    let queries = if sufficient || idle || spent {
        Vec::new()
    } else {
        let mut queries = follow::next_queries(input, &weighed, &gaps);
        if lacks_a_paper(input) {
            follow::look_for_a_paper(input, &mut queries);
        }
        queries
    };
    let touches = |at: &usize| weighed.best(*at) >= TOUCHES;
    let considered = (0..weighed.passages.len()).filter(touches).count() as u32;
    Judgement {
        by: Maker::Rules,
        sufficient,
        reason,
        saturation,
        evidence,
        considered,
        gaps,
        parts,
        queries,
        ..Judgement::default()
    }
}

/// Independent sources that a profile wants behind an answer: a third of the pages it may read, two at least.
pub fn sources_needed(budget: &Budget) -> usize {
    budget.pages.div_ceil(3).max(2) as usize
}

/// Sub-questions that nothing read so far answers, as they are worded.
fn gaps(input: &JudgeInput<'_>, evidence: &[Evidence]) -> Vec<String> {
    input
        .plan
        .sub_questions
        .iter()
        .filter(|part| !evidence.iter().any(|e| e.sub_question == part.id && e.relevance >= COVERS))
        .map(|part| part.text.clone())
        .collect()
}

/// Did a reranker read what the last round brought, and put none of it among the passages that an answer would quote?
/// Words alone may rank what answers low, and a language model reads more than these.
fn is_idle(input: &JudgeInput<'_>, evidence: &[Evidence]) -> bool {
    let Some(ranked) = input.ranked.filter(|_| input.alone && input.round > 0 && !lacks_a_paper(input))
    else {
        return false;
    };
    let new: Vec<&Material<'_>> =
        input.materials.iter().filter(|material| material.round == input.round).collect();
    let is_unread = |(passage, scores): (&Passage, &Vec<Option<f32>>)| {
        scores.iter().all(Option::is_none) && new.iter().any(|one| one.document.hash == passage.hash)
    };
    let is_new = |found: &&Evidence| new.iter().any(|material| material.source == found.source);
    let brings = |part: &SubQuestion| {
        evidence.iter().filter(|found| found.sub_question == part.id).take(QUOTED).any(|found| is_new(&found))
    };
    !new.is_empty() && !ranked.scores.iter().any(is_unread) && !input.plan.sub_questions.iter().any(brings)
}

/// Does the field of the question need an academic source, and has none been read?
fn lacks_a_paper(input: &JudgeInput<'_>) -> bool {
    let paper = |material: &Material<'_>| is_academic(&material.document.url, material.document.kind);
    input.plan.routing.rules.academic_required && !input.materials.iter().any(paper)
}

/// Sites that answer; files count one by one, copies of one text once.
fn independent(input: &JudgeInput<'_>, evidence: &[Evidence]) -> usize {
    let answering = evidence.iter().filter(|found| found.relevance >= ANSWERS);
    let place = |found: &Evidence| Material::at(input.materials, &found.source);
    let places: BTreeSet<usize> = answering.filter_map(place).collect();
    // One is a copy of none that counts as well.
    let Some(last) = places.last().filter(|_| places.len() > 1) else { return places.len() };
    let sketches: Vec<_> = input.materials[..=*last].iter().map(Material::sketch).collect();
    let originals = originals_among(&sketches);
    let site = |at: &usize| site_key(input.materials[originals[*at]].document);
    places.iter().map(site).collect::<BTreeSet<_>>().len()
}

fn enough(
    input: &JudgeInput<'_>,
    saturation: &Saturation,
    gaps: &[String],
    sources: usize,
    needed: usize,
) -> (bool, String) {
    if input.materials.is_empty() {
        return (false, "Nothing has been read yet.".to_owned());
    }
    if lacks_a_paper(input) {
        return (false, "No academic source has been read, and this field needs one.".to_owned());
    }
    let parts = input.plan.sub_questions.len();
    let covered = parts - gaps.len().min(parts);
    let stale = input.round > 0 && saturation.new_entities < SATURATED && saturation.new_facts < SATURATED;
    if gaps.is_empty() && sources >= needed {
        let about = match parts {
            1 => "question".to_owned(),
            _ => format!("{parts} parts of the question"),
        };
        return match sources {
            1 => (true, format!("One source bears on the {about}.")),
            _ => (true, format!("{sources} independent sources bear on the {about}.")),
        };
    }
    if gaps.is_empty() && stale {
        let reason = "Enough bears on the question, and the last round brought hardly anything new.";
        return (true, reason.to_owned());
    }
    if saturation.circularity > CIRCULAR && input.round > 0 {
        return (true, "The sources found repeat one another; further ones would, too.".to_owned());
    }
    let reason = match parts {
        _ if gaps.is_empty() => {
            format!("{sources} of the {needed} independent sources wanted bear on the question.")
        }
        1 => "Nothing that was read covers the question.".to_owned(),
        _ => format!("What was read covers {covered} of the {parts} parts of the question."),
    };
    (false, reason)
}

#[cfg(test)]
#[path = "judge_tests.rs"]
mod tests;
