//! Disclaimers, and notes on missing viewpoints, regardless of who wrote the answer.

use super::confidence::cited_materials;
use super::{Checked, VerifyInput};
use crate::authority::is_own_site;
use gorkd_core::model::{Conflict, Disclaimer, QuestionKind, Stance, Support};
use gorkd_core::text::site_of;
use gorkd_words::Msg;
use std::collections::BTreeSet;

/// The disclaimer of an answer, and notes on perspectives that it lacks.
pub(super) fn cautions(
    input: &VerifyInput<'_>,
    checked: &[Checked<'_>],
    conflicts: &[Conflict],
) -> (Option<String>, Vec<String>) {
    let locale = input.brief.locale();
    let disclaimer = input.plan.routing.rules.disclaimer.map(|kind| match kind {
        Disclaimer::Medical => Msg::DisclaimerMedical,
        Disclaimer::Legal => Msg::DisclaimerLegal,
        Disclaimer::Financial => Msg::DisclaimerFinancial,
    });
    let lacking = [only_voice(input, checked), no_contrary(input, checked, conflicts)];
    let said = lacking.into_iter().flatten().map(|message| locale.say(message));
    (disclaimer.map(|message| locale.say(message)), said.collect())
}

/// For answers that cite only the subject itself, on questions where others would disagree.
fn only_voice(input: &VerifyInput<'_>, checked: &[Checked<'_>]) -> Option<Msg> {
    let question = input.brief.question;
    let others_count = input.plan.routing.rules.outside_view || question.kind == QuestionKind::Comparison;
    let places = cited_materials(checked).into_iter();
    let addresses: Vec<&str> = places.map(|place| input.materials[place].document.url.as_str()).collect();
    let sites: BTreeSet<String> = addresses.iter().map(|address| site_of(address)).collect();
    let own = addresses.iter().all(|address| is_own_site(address, &question.entities));
    let name = sites.first().filter(|_| others_count && own && sites.len() == 1)?;
    Some(Msg::LimitOneSide { name: name.clone() })
}

/// For answers without contrary evidence, although it was searched for.
fn no_contrary(input: &VerifyInput<'_>, checked: &[Checked<'_>], conflicts: &[Conflict]) -> Option<Msg> {
    let denied = input.evidence.iter().any(|piece| piece.stance == Stance::Contradicts)
        || checked.iter().any(|claim| claim.support == Support::Contradicted)
        || input.draft.premise.is_some();
    (input.totals.contrary && conflicts.is_empty() && !denied).then_some(Msg::LimitNoContrary)
}
