//! What the domain of a question requires of an answer: an academic source, and claims confirmed by more than one
//! source. Claims that fall short are kept and marked.

use super::{Checked, VerifyInput};
use crate::authority::is_academic;
use gorkd_core::model::{Confidence, Fact, Part, Support};
use gorkd_words::Msg;

/// Requirements that an answer doesn't meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Demands {
    /// For each claim, why nobody should rely on it alone.
    pub marks: Vec<Option<String>>,
    pub reasons: Vec<String>,
    pub limitations: Vec<String>,
    /// The maximum confidence.
    pub most: Option<Confidence>,
}

/// `facts` are those of the supported claims, in order.
pub(super) fn demands(input: &VerifyInput<'_>, checked: &[Checked<'_>], facts: &[Fact]) -> Demands {
    let (rules, locale) = (&input.plan.routing.rules, input.brief.locale());
    let mut demands = Demands { marks: vec![None; checked.len()], ..Demands::default() };
    let mut facts = facts.iter();
    let (mut held, mut weak) = (0, 0);
    for (claim, mark) in checked.iter().zip(&mut demands.marks) {
        let Some(fact) = (claim.support >= Support::Partly).then(|| facts.next()).flatten() else { continue };
        let counts = u32::from(claim.draft.part == Part::Summary);
        held += counts;
        if fact.confidence + ROUNDING < rules.verification_threshold {
            weak += counts;
            // What is supported only in part says so where it stands.
            if claim.support == Support::Supported {
                *mark = Some(locale.say(Msg::MarkWeak));
            }
        }
    }
    let marked = demands.marks.iter().flatten().count();
    if marked > 0 {
        demands.limitations.push(locale.say(Msg::LimitWeak { count: marked as u64 }));
    }
    if weak * 2 > held {
        demands.most = Some(Confidence::Medium);
        demands.reasons.push(locale.say(Msg::ReasonWeak));
    }
    let paper =
        input.materials.iter().any(|material| is_academic(&material.document.url, material.document.kind));
    if rules.academic_required && !paper {
        demands.most = Some(Confidence::Low);
        demands.reasons.push(locale.say(Msg::ReasonNotAcademic));
        demands.limitations.push(locale.say(Msg::LimitNotAcademic));
    }
    if let Some(word) = &input.untold {
        demands.most = Some(Confidence::Low);
        demands.reasons.push(locale.say(Msg::ReasonUntold { word: word.clone() }));
    }
    demands
}

/// Confidences are products of tenths.
const ROUNDING: f64 = 1e-9;
