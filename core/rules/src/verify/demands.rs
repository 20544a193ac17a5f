//! What the field of a question demands of its answer: an academic source, and statements that more than one
//! source bears out. What falls short stays, and is marked.

use super::{Checked, VerifyInput};
use crate::authority::is_academic;
use gorkd_core::model::{Confidence, Fact, Part, Support};

/// What an answer owes its field.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Demands {
    /// For each claim, why it should not be relied on alone.
    pub marks: Vec<Option<String>>,
    pub reasons: Vec<String>,
    pub limitations: Vec<String>,
    /// Confidence at most.
    pub most: Option<Confidence>,
}

/// `facts` are those of the claims that hold, in their order.
pub(super) fn demands(input: &VerifyInput<'_>, checked: &[Checked<'_>], facts: &[Fact]) -> Demands {
    let rules = &input.plan.routing.rules;
    let mut demands = Demands { marks: vec![None; checked.len()], ..Demands::default() };
    let mut facts = facts.iter();
    let (mut held, mut weak) = (0, 0);
    for (claim, mark) in checked.iter().zip(&mut demands.marks) {
        let Some(fact) = (claim.support >= Support::Partly).then(|| facts.next()).flatten() else { continue };
        let counts = u32::from(claim.draft.part == Part::Summary);
        held += counts;
        if fact.confidence + ROUNDING < rules.verification_threshold {
            weak += counts;
            *mark = Some(format!(
                "its confidence is {:.1}, and {} asks for {:.1}; a further independent source would raise it.",
                fact.confidence, rules.name, rules.verification_threshold
            ));
        }
    }
    match demands.marks.iter().flatten().count() {
        0 => {}
        1 => demands
            .limitations
            .push(format!("One statement is borne out less well than {} asks for.", rules.name)),
        many => demands
            .limitations
            .push(format!("{many} statements are borne out less well than {} asks for.", rules.name)),
    }
    if weak * 2 > held {
        demands.most = Some(Confidence::Medium);
        demands.reasons.push(format!(
            "Most of the summary is below the confidence of {:.1} that {} asks for.",
            rules.verification_threshold, rules.name
        ));
    }
    let paper =
        input.materials.iter().any(|material| is_academic(&material.document.url, material.document.kind));
    if rules.academic_required && !paper {
        demands.most = Some(Confidence::Low);
        demands.reasons.push(format!("No academic source was read, and {} asks for one.", rules.name));
        demands.limitations.push("No academic source is among those read.".to_owned());
    }
    demands
}

/// Confidences are products of tenths.
const ROUNDING: f64 = 1e-9;
