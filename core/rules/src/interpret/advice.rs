//! A model's own assessment of its reply: recorded, but never a reason to trust an answer more.

use super::shape::{short, texts};
use crate::lenient::Json;
use crate::text::one_line;
use gorkd_core::model::Advice;

/// None where a reply says nothing of the kind.
pub(super) fn advice(json: &Json) -> Option<Advice> {
    let line = |names: &[&str]| {
        let text = json.get(names).and_then(Json::as_text).map(one_line).unwrap_or_default();
        short(&text, 300)
    };
    let confidence = json.get(&["confidence"]).and_then(Json::as_number).map(|number| number.clamp(0.0, 1.0));
    let types = json.get(&["targetsourcetypes", "sourcetypes"]).map(|list| texts(list, &["type", "name"]));
    let advice = Advice {
        confidence: confidence.filter(|number| number.is_finite()),
        target_source_types: types.unwrap_or_default().iter().map(|kind| short(kind, 80)).take(4).collect(),
        next_action: line(&["nextaction", "next", "action"]).to_lowercase(),
        reason: line(&["reason", "why", "explanation"]),
    };
    (advice != Advice::default()).then_some(advice)
}
