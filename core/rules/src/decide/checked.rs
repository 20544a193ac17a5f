//! The checked answer of a draft, with a false premise corrected first and the outcome for each part of the question.

use super::{kept, with_draft, with_verify_input};
use crate::Material;
use crate::material::locale_of;
use crate::text::one_line;
use crate::text::words::keys;
use crate::verify::verify;
use gorkd_core::job::{Job, Judgement, PartJudgement, Verdict};
use gorkd_core::model::*;
use gorkd_words::{Locale, Msg};

/// Share of the correction's words that the first sentence must contain.
const SAYS_SO: f64 = 0.5;

/// Checks the draft of a job.
pub fn checked(job: &Job, materials: &[Material<'_>], revision: u32) -> Verdict {
    let mut draft = job.draft.clone().unwrap_or_default();
    let mut opinions = job.opinions.as_ref().map(|heard| heard.claims.clone()).unwrap_or_default();
    let verdict = with_verify_input(job, materials, revision, verify);
    let Verdict::Passed(mut answer) = verdict else { return verdict };
    if let Some((whole, heard)) = kept::with_kept(job, &draft, &answer, materials)
        && let Verdict::Passed(better) = with_draft(job, &whole, materials, (false, &heard), verify)
    {
        (answer, draft, opinions) = (better, whole, heard);
    }
    let premise =
        draft.premise.as_ref().or_else(|| job.judgement().and_then(|judged| judged.premise.as_ref()));
    if let Some(premise) = premise {
        // Quotations are shown unchanged, so nothing goes in front of them.
        if draft.summary.is_none() && !corrects(&answer, premise, &job.question.language) {
            let first = Draft {
                claims: with_correction(premise, &draft.claims, locale_of(&job.question)),
                ..draft.clone()
            };
            // The claims stand one place further on, and so do the opinions on them.
            opinions.iter_mut().for_each(|opinion| opinion.claim += 1);
            if let Verdict::Passed(corrected) = with_draft(job, &first, materials, (false, &opinions), verify)
            {
                answer = corrected;
            }
        }
        answer.premise = Some(AnswerPremise {
            said: premise.said.clone(),
            found: premise.quotes.iter().map(|quote| one_line(&quote.text)).collect::<Vec<_>>().join(" … "),
            source_ids: sources(premise),
        });
    }
    if answer.confidence == Confidence::Insufficient {
        for limitation in draft.limitations.iter().rev() {
            if !answer.limitations.contains(limitation) {
                answer.limitations.insert(0, limitation.clone());
            }
        }
    }
    if draft.by != Maker::Rules {
        attribute(&mut answer, job);
    }
    Verdict::Passed(answer)
}

/// What became of each part: the judge's word, and that of a writer that has seen the blocks as well. The less sure of
/// two models counts.
pub fn verdicts(job: &Job, draft: &Draft) -> Vec<PartJudgement> {
    let judged = job.judgement().map(|judged| judged.parts.clone()).unwrap_or_default();
    let said = |part: &PartJudgement| {
        draft.parts.iter().find(|said| said.sub_question == part.sub_question).map(|said| said.answered)
    };
    let denied = draft.premise.is_some();
    judged
        .into_iter()
        .map(|part| match said(&part) {
            None => part,
            Some(said) => {
                let said = if denied { said.max(Answered::Partly) } else { said };
                let answered = if part.by_model { said.min(part.answered) } else { said };
                let missing = if answered == Answered::No { part.missing } else { Vec::new() };
                PartJudgement { answered, by_model: true, missing, ..part }
            }
        })
        .collect()
}

/// Does the first sentence of the answer state the correction?
fn corrects(answer: &Answer, premise: &Premise, language: &str) -> bool {
    let first =
        answer.claims.iter().find(|claim| claim.part == Part::Summary && claim.support >= Support::Partly);
    let Some(first) = first.filter(|_| answer.confidence > Confidence::Insufficient) else { return false };
    let said = keys(&first.text, language);
    let quoted = premise.quotes.iter().map(|quote| quote.text.as_str());
    std::iter::once(premise.found.as_str()).chain(quoted).any(|instead| {
        let wanted = keys(instead, language);
        let shared = wanted.iter().filter(|key| said.contains(key)).count();
        shared > 0 && shared as f64 >= SAYS_SO * wanted.len() as f64
    })
}

/// The claims, preceded by a sentence that quotes the correction.
fn with_correction(premise: &Premise, claims: &[DraftClaim], locale: Locale) -> Vec<DraftClaim> {
    let quote = premise.quotes.first().map(|quote| one_line(&quote.text)).unwrap_or_default();
    let first = DraftClaim {
        text: locale.say(Msg::PremiseDenied { quote }),
        part: Part::Summary,
        heading: None,
        block: None,
        quotes: premise.quotes.iter().take(1).cloned().collect(),
    };
    std::iter::once(first).chain(claims.iter().cloned()).collect()
}

fn sources(premise: &Premise) -> Vec<SourceId> {
    let mut sources: Vec<SourceId> = Vec::new();
    for quote in &premise.quotes {
        if !sources.contains(&quote.source) {
            sources.push(quote.source.clone());
        }
    }
    sources
}

/// Names the claims that answer each part: those that cite its notes, else its blocks. Where the question has one part,
/// every claim that holds is about it.
fn attribute(answer: &mut Answer, job: &Job) {
    let plan = job.plan_or_plain();
    let Some(judged) = job.judgement() else { return };
    let holds: Vec<&Claim> = answer.claims.iter().filter(|claim| claim.support >= Support::Partly).collect();
    for (part, shown) in plan.sub_questions.iter().zip(&mut answer.parts) {
        shown.claim_ids = if plan.sub_questions.len() == 1 {
            holds.iter().map(|claim| claim.id.clone()).collect()
        } else {
            let mut of_part = claims_at(&holds, &answer.citations, &notes_of(judged, &part.id));
            if of_part.is_empty() {
                of_part = claims_at(&holds, &answer.citations, &blocks_of(judged, &part.id));
            }
            of_part
        };
    }
}

type Stretch<'a> = (&'a SourceId, Span);

fn notes_of<'a>(judged: &'a Judgement, part: &str) -> Vec<Stretch<'a>> {
    let of_part = judged.notes.iter().filter(|note| note.sub_question == part);
    of_part.map(|note| (&note.source, note.passage.span)).collect()
}

fn blocks_of<'a>(judged: &'a Judgement, part: &str) -> Vec<Stretch<'a>> {
    let of_part = judged.evidence.iter().filter(|piece| piece.sub_question == part);
    of_part.map(|piece| (&piece.source, piece.passage.span)).collect()
}

fn claims_at(claims: &[&Claim], citations: &[Citation], places: &[Stretch<'_>]) -> Vec<String> {
    let meets = |citation: &Citation| {
        places.iter().any(|(source, span)| {
            citation.source_id == **source && citation.start < span.end && span.start < citation.end
        })
    };
    let cites =
        |claim: &&&Claim| citations.iter().any(|citation| citation.claim_id == claim.id && meets(citation));
    claims.iter().filter(cites).map(|claim| claim.id.clone()).collect()
}

#[cfg(test)]
#[path = "checked_tests.rs"]
mod tests;
