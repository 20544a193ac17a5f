//! What a repair keeps. A writer that fixes one sentence may drop others that were right, or fail: no supported claim
//! of the first draft is lost.

use super::with_draft;
use crate::Material;
use crate::text::shared;
use crate::text::words::keys;
use crate::verify::verify;
use gorkd_core::job::{Job, Opinion, Verdict};
use gorkd_core::model::*;

/// Share of the words of a statement that another one holds where it says the same, and where both quote the same words.
const SAME: f64 = 0.7;
const SAME_QUOTE: f64 = 0.4;
/// Statements of a summary; what is put back beyond that belongs to the detail.
const SUMMARY: usize = 3;

/// A draft with what a model made of its claims in doubt.
pub(super) type Heard = (Draft, Vec<Opinion>);

/// The draft before the repair, where some of it holds.
pub(super) fn first_that_holds(job: &Job, materials: &[Material<'_>]) -> Option<Draft> {
    let (first, held) = held(job, materials)?;
    (!held.is_empty()).then(|| Draft { revision: 1, ..first.clone() })
}

/// The repaired draft with the statements of the first one that hold and that `answer`, made of the repaired one, does
/// not have. None where it has them all.
pub(super) fn with_kept(
    job: &Job,
    draft: &Draft,
    answer: &Answer,
    materials: &[Material<'_>],
) -> Option<Heard> {
    let (first, held) =
        held(job, materials).filter(|(first, _)| draft.revision > 0 && draft.by == first.by)?;
    let language = job.question.language.as_str();
    let now: Vec<&DraftClaim> = draft.claims.iter().filter(|claim| holds(answer, claim)).collect();
    let lost: Vec<usize> = held
        .into_iter()
        .filter(|at| !now.iter().any(|claim| says(claim, &first.claims[*at], language)))
        .collect();
    if lost.is_empty() {
        return None;
    }
    let heard = |opinions: Option<&[Opinion]>, at: usize| {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        opinions.unwrap_or_default().iter().find(|opinion| opinion.claim == at).cloned()
    };
    let own = job.opinions.as_ref().map(|opinions| opinions.claims.as_slice());
    let earlier = job.first_draft.as_ref().and_then(|(_, opinions)| opinions.as_ref());
    let earlier = earlier.map(|opinions| opinions.claims.as_slice());
    let mut claims: Vec<(DraftClaim, Option<Opinion>)> =
        draft.claims.iter().enumerate().map(|(at, claim)| (claim.clone(), heard(own, at))).collect();
    let mut short = now.iter().filter(|claim| claim.part == Part::Summary).count();
    for at in lost {
        let claim = &first.claims[at];
        let part = if short < SUMMARY { claim.part } else { Part::Detail };
        short += usize::from(part == Part::Summary);
        let beside = |one: &(DraftClaim, Option<Opinion>)| {
            one.0.part == part && (part == Part::Summary || one.0.heading == claim.heading)
        };
        let behind = claims
            .iter()
            .rposition(beside)
            .map_or_else(|| if part == Part::Summary { 0 } else { claims.len() }, |place| place + 1);
        claims.insert(behind, (DraftClaim { part, ..claim.clone() }, heard(earlier, at)));
    }
    let opinions = (0u32..)
        .zip(&claims)
        .filter_map(|(at, (_, opinion))| opinion.clone().map(|opinion| Opinion { claim: at, ..opinion }));
    let opinions = opinions.collect();
    let claims = claims.into_iter().map(|(claim, _)| claim).collect();
    Some((Draft { claims, ..draft.clone() }, opinions))
}

/// The first draft, and which of its statements hold.
fn held<'j>(job: &'j Job, materials: &[Material<'_>]) -> Option<(&'j Draft, Vec<usize>)> {
    let (first, opinions) = job.first_draft.as_ref()?;
    let opinions = opinions.as_ref().map(|opinions| opinions.claims.as_slice()).unwrap_or_default();
    match with_draft(job, first, materials, (false, opinions), verify) {
        Verdict::Passed(answer) => {
            let held = (0..first.claims.len()).filter(|at| holds(&answer, &first.claims[*at]));
            Some((first, held.collect()))
        }
        Verdict::Repair(_) => None,
    }
}

/// Did a claim of a draft come out as supported?
fn holds(answer: &Answer, claim: &DraftClaim) -> bool {
    let text = claim.text.trim();
    answer.claims.iter().any(|checked| checked.support == Support::Supported && checked.text == text)
}

/// Does a claim say what another one says?
fn says(claim: &DraftClaim, other: &DraftClaim, language: &str) -> bool {
    let (said, wanted) = (keys(&claim.text, language), keys(&other.text, language));
    let shared = shared(&wanted, &said) as f64;
    let meets = |one: &Quote, two: &Quote| {
        one.source == two.source && one.span.unwrap_or_default().meets(two.span.unwrap_or_default())
    };
    let same_quote = claim.quotes.iter().any(|one| other.quotes.iter().any(|two| meets(one, two)));
    shared >= if same_quote { SAME_QUOTE } else { SAME } * wanted.len() as f64
}
