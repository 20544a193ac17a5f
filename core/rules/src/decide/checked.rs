//! The checked answer of a draft, with a false premise corrected first and the outcome for each part of the question.

use super::{kept, with_draft, with_verify_input};
use crate::Material;
use crate::material::locale_of;
use crate::text::footnotes::said_in;
use crate::text::words::{fold, keys, words};
use crate::text::{flowing, once, shared};
use crate::verify::{Context, Reader, locate, verify};
use gorkd_core::job::{Job, PartJudgement, Verdict};
use gorkd_core::model::*;
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Share of the correction's words that the first sentence must contain, and where it cites the words that correct.
const SAYS_SO: f64 = 0.5;
const CITES_AND_SAYS_SO: f64 = 0.4;
/// From this share of its words on, what is missing is what was asked.
const REPEATS: f64 = 0.75;

/// Checks the draft of a job.
pub fn checked(job: &Job, materials: &[Material<'_>], revision: u32) -> Verdict {
    let mut draft = job.draft.clone().unwrap_or_default();
    let mut opinions = job.opinions.as_ref().map(|heard| heard.claims.clone()).unwrap_or_default();
    let verdict = with_verify_input(job, materials, revision, verify);
    let Verdict::Passed(mut answer) = verdict else { return verdict };
    if let Some((whole, heard)) = kept::with_kept(job, &draft, &answer, materials)
        && let Verdict::Passed(better) = with_draft(job, &whole, materials, (false, &heard), verify)
    {
        (answer, draft, opinions) = (better, Arc::new(whole), heard);
    }
    let premise =
        draft.premise.as_ref().or_else(|| job.judgement().and_then(|judged| judged.premise.as_ref()));
    if let Some(premise) = premise {
        // Quotations are shown unchanged, so nothing goes in front of them.
        if draft.summary.is_none() && !corrects(&answer, premise, &job.question.language) {
            let stated = place_of_correction(&answer, &draft, premise, &job.question.language);
            let mut claims = draft.claims.clone();
            let correction = match stated {
                // What is said further down is not said twice: it comes first.
                Some(at) => DraftClaim { part: Part::Summary, heading: None, ..claims.remove(at) },
                None => correction(premise, locale_of(&job.question)),
            };
            claims.insert(0, correction);
            // The claims before it, or all, stand one place further on, and so do the opinions on them.
            let moved = stated.and_then(|at| u32::try_from(at).ok());
            for opinion in &mut opinions {
                match moved {
                    Some(at) if opinion.claim == at => opinion.claim = 0,
                    Some(at) if opinion.claim > at => {}
                    Some(_) | None => opinion.claim += 1,
                }
            }
            let first = Draft { claims, ..(*draft).clone() };
            if let Verdict::Passed(corrected) = with_draft(job, &first, materials, (false, &opinions), verify)
            {
                answer = corrected;
            }
        }
        answer.premise = Some(AnswerPremise {
            said: premise.said.clone(),
            found: found_instead(premise, job, materials),
            source_ids: once(premise.quotes.iter().map(|quote| quote.source.clone())),
        });
    }
    if answer.confidence == Confidence::Insufficient {
        let told = |limitation: &String| is_told(job, &draft, &answer.summary, limitation);
        let fresh: Vec<String> =
            draft.limitations.iter().filter(|limitation| !told(limitation)).cloned().collect();
        for limitation in fresh.iter().rev() {
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
    let judged = job.of_judgement(|judged| &judged.parts).to_vec();
    let said = |part: &PartJudgement| {
        draft.parts.iter().find(|said| said.sub_question == part.sub_question).map(|said| said.answered)
    };
    let denied = draft.premise.is_some();
    // What several parts lack is named once.
    let mut named: BTreeSet<String> = BTreeSet::new();
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
        .map(|mut part| {
            part.missing.retain(|name| named.insert(fold(name)));
            part
        })
        .collect()
}

/// Does an answer that says that there is none say this of what is missing already? It names what was nowhere mentioned,
/// and of a question in one part it has said that nothing answers it.
fn is_told(job: &Job, draft: &Draft, summary: &str, limitation: &str) -> bool {
    let locale = locale_of(&job.question);
    let is_named = |name: &str| {
        let quoted = locale.say(Msg::Quoted { text: name.to_owned() });
        limitation.contains(name) && summary.contains(&quoted)
    };
    let missing = verdicts(job, draft).into_iter().flat_map(|part| part.missing);
    let asked = words(&job.question.text).into_iter().map(|word| word.text.to_owned());
    if missing.chain(asked).any(|name| is_named(&name)) {
        return true;
    }
    let plan = job.plan_or_plain();
    let [part] = plan.sub_questions.as_slice() else { return false };
    let language = job.question.language.as_str();
    let known: BTreeSet<String> =
        [&job.question.text, &part.text].into_iter().flat_map(|text| keys(text, language)).collect();
    // Only the part that the judge words, not what introduces it.
    let gap = limitation.split_once([':', '：']).map_or(limitation, |(_, gap)| gap);
    let said: BTreeSet<String> = keys(gap, language).into_iter().collect();
    let repeated = said.iter().filter(|key| known.contains(*key)).count();
    !said.is_empty() && repeated as f64 >= REPEATS * said.len() as f64
}

/// What is so instead of a premise: in the model's words where they are those of one of the quotes, else in the quotes'
/// own. No checker has a say on it, and words of two languages cannot be compared.
fn found_instead(premise: &Premise, job: &Job, materials: &[Material<'_>]) -> String {
    let mut reader = Reader::new(&job.question.language).asking(&job.question.text);
    let bears_out = |quote: &Quote| {
        let material = Material::of(materials, &quote.source);
        let place = material.and_then(|material| Some((material, locate(material.text, quote)?)));
        place.is_some_and(|(material, range)| {
            reader.agreement(&premise.found, &Context::new(material, range)).is_plain()
        })
    };
    if !premise.found.trim().is_empty() && premise.quotes.iter().any(bears_out) {
        return flowing(&premise.found);
    }
    premise.quotes.iter().map(|quote| said_in(&quote.text)).collect::<Vec<_>>().join(" … ")
}

/// Does the first sentence of the answer state the correction?
fn corrects(answer: &Answer, premise: &Premise, language: &str) -> bool {
    let first =
        answer.claims.iter().find(|claim| claim.part == Part::Summary && claim.support >= Support::Partly);
    let Some(first) = first.filter(|_| answer.confidence > Confidence::Insufficient) else { return false };
    states(first, answer, premise, language)
}

/// Does a claim state the correction?
fn states(claim: &Claim, answer: &Answer, premise: &Premise, language: &str) -> bool {
    let places = premise.quotes.iter().map(|quote| (&quote.source, quote.span.unwrap_or_default()));
    let cites = cites(claim, &answer.citations, &places.collect::<Vec<_>>());
    let least = if cites { CITES_AND_SAYS_SO } else { SAYS_SO };
    let said = keys(&claim.text, language);
    let quoted = premise.quotes.iter().map(|quote| quote.text.as_str());
    std::iter::once(premise.found.as_str()).chain(quoted).any(|instead| {
        let wanted = keys(instead, language);
        let shared = shared(&wanted, &said);
        shared > 0 && shared as f64 >= least * wanted.len() as f64
    })
}

/// The place in a draft of a sentence that holds and states the correction.
fn place_of_correction(answer: &Answer, draft: &Draft, premise: &Premise, language: &str) -> Option<usize> {
    let holds = |claim: &&Claim| claim.support == Support::Supported;
    let mut stated =
        answer.claims.iter().filter(holds).filter(|claim| states(claim, answer, premise, language));
    // What was quoted for a sentence that was cut is in the answer alone.
    stated.find_map(|stated| draft.claims.iter().position(|claim| claim.text.trim() == stated.text))
}

/// A sentence that quotes the correction.
fn correction(premise: &Premise, locale: Locale) -> DraftClaim {
    let quote = premise.quotes.first().map(|quote| said_in(&quote.text)).unwrap_or_default();
    DraftClaim {
        text: locale.say(Msg::PremiseDenied { quote }),
        part: Part::Summary,
        heading: None,
        block: None,
        quotes: premise.quotes.iter().take(1).cloned().collect(),
    }
}

/// Names the claims that answer each part: those that cite its notes, else its blocks. Where the question has one part,
/// every claim that holds is about it.
fn attribute(answer: &mut Answer, job: &Job) {
    let plan = job.plan_or_plain();
    let Some(judged) = job.judgement() else { return };
    let holds: Vec<&Claim> = answer.claims.iter().filter(|claim| claim.support >= Support::Partly).collect();
    for (part, shown) in plan.sub_questions.iter().zip(&mut answer.parts) {
        let notes = judged.notes.iter().filter(|note| note.sub_question == part.id);
        let notes: Vec<Stretch<'_>> = notes.map(|note| (&note.source, note.passage.span)).collect();
        let blocks = judged.evidence.iter().filter(|piece| piece.sub_question == part.id);
        let blocks: Vec<Stretch<'_>> = blocks.map(|piece| (&piece.source, piece.passage.span)).collect();
        let is_whole = plan.sub_questions.len() == 1;
        let citing = |places: &[Stretch<'_>]| -> Vec<String> {
            let of_part = |claim: &&&Claim| is_whole || cites(claim, &answer.citations, places);
            holds.iter().filter(of_part).map(|claim| claim.id.clone()).collect()
        };
        shown.claim_ids =
            Some(citing(&notes)).filter(|ids| !ids.is_empty()).unwrap_or_else(|| citing(&blocks));
    }
}

type Stretch<'a> = (&'a SourceId, Span);

/// Does a claim cite words in one of these places?
fn cites(claim: &Claim, citations: &[Citation], places: &[Stretch<'_>]) -> bool {
    let meets = |citation: &Citation| {
        let cited = Span { start: citation.start, end: citation.end };
        places.iter().any(|(source, span)| citation.source_id == **source && cited.meets(*span))
    };
    citations.iter().any(|citation| citation.claim_id == claim.id && meets(citation))
}

#[cfg(test)]
#[path = "checked_tests.rs"]
mod tests;
