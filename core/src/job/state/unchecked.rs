//! The last resort: an answer that says that there is none, because verification failed.

use crate::model::*;

/// Marks all claims of the draft as unsupported, and leaves them out of the text that people read.
pub fn unchecked(draft: Option<&Draft>) -> Answer {
    let claims = draft.map(|draft| draft.claims.as_slice()).unwrap_or_default();
    Answer {
        summary: "What was found could not be checked, so it is not given as an answer. Please try again."
            .to_owned(),
        confidence: Confidence::Insufficient,
        confidence_reasons: vec!["Checking the answer failed.".to_owned()],
        limitations: vec!["No sentence of the draft could be checked against its source.".to_owned()],
        claims: claims
            .iter()
            .enumerate()
            .map(|(n, claim)| Claim {
                id: format!("c{}", n + 1),
                text: claim.text.clone(),
                part: claim.part,
                support: Support::Unsupported,
                ..Claim::default()
            })
            .collect(),
        ..Answer::default()
    }
}
