//! Parses a model's raw reply into our own types, or a failure.
//!
//! Models wrap JSON in prose, fences and thoughts, rename fields and leave brackets open; all of that is read as it was
//! meant. Unknown IDs are dropped, and so are addresses, but for those in code that the cited passage has, too: nothing
//! unread can be cited.

mod advice;
mod calls;
mod check;
mod clarify;
mod disagreements;
mod draft;
mod judgement;
mod links;
mod notes;
mod pieces;
mod plan;
mod premise;
mod queries;
mod quoting;
mod shape;
mod verdicts;

pub use calls::{Called, calls};
pub use check::check;
pub use clarify::clarify;
pub(crate) use draft::{DETAIL, SENTENCES, SUMMARY, TEXT};
pub use draft::{DraftInput, draft};
use gorkd_core::text::without_thoughts;
pub use judgement::{JudgementInput, judgement, ranked_batch};
pub(crate) use links::{open_code, unchecked, without_marks};
pub use plan::plan;
pub use queries::is_same;
pub(crate) use queries::served;

use super::lenient::{Json, read};
use gorkd_core::model::{Failure, FailureReason, Remedy};

/// Values of a reply that are looked at before it counts as not understood.
const MOST_VALUES: usize = 24;

/// The first value of a reply that has the shape that was asked for.
fn first<T>(reply: &str, shape: impl Fn(&Json) -> Option<T>) -> Option<T> {
    let text = without_thoughts(reply);
    let mut at = 0;
    for _ in 0..MOST_VALUES {
        at += text[at..].find(['{', '['])?;
        let found = read(&text[at..]);
        if let Some(value) = shape(&found.value) {
            return Some(value);
        }
        // What stands inside may still be it: a reply wrapped in something of the model's own.
        at += 1;
    }
    None
}

fn invalid(detail: &str) -> Failure {
    Failure::new(FailureReason::InvalidReply, Remedy::Retry, detail)
}

#[cfg(test)]
mod judgement_tests;
#[cfg(test)]
mod tests;
