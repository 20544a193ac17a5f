//! The default format of an answer.

use gorkd_core::model::{Budget, Deliverable, Question, QuestionKind};
use gorkd_words::{Locale, Msg};

/// Pages from which a run is meant for more than a brief: more than `standard` reads, fewer than `deep` does
/// (`config/profiles.toml`).
const REPORT_PAGES: u32 = 12;

/// A comparison for what is compared, a report for a run that reads a lot, else a brief.
pub fn form_for(question: &Question, budget: &Budget) -> Deliverable {
    if question.kind == QuestionKind::Comparison {
        Deliverable::Comparison
    } else if budget.pages >= REPORT_PAGES {
        Deliverable::Report
    } else {
        Deliverable::Brief
    }
}

/// The form that a draft gets, and a sentence if it isn't the one that was asked for: without rows there is no table.
pub fn form_with(
    wanted: Deliverable,
    has_rows: bool,
    is_missed: bool,
    locale: Locale,
) -> (Deliverable, Option<String>) {
    match wanted.has_rows() && !has_rows {
        true => (Deliverable::Brief, is_missed.then(|| locale.say(Msg::LimitNoTable))),
        false => (wanted, None),
    }
}
