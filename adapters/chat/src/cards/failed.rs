//! The card of a run without an answer: why there is none, and what to do.

use super::answer::unread;
use super::context::CardContext;
use crate::action::Action;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::JobStatus;
use gorkd_words::Msg;

/// Maximum number of warnings shown.
const MAX_WARNINGS: usize = 4;

pub fn failed(context: &CardContext<'_>) -> Card {
    let (job, view) = (context.job, context.view);
    let message = match &view.error {
        None => context.say(Msg::NoAnswer),
        Some(error) if error.code == "cancelled" => context.say(Msg::ItWasCancelled),
        Some(error) if error.code == "withheld" => context.say(Msg::WasWithheld),
        Some(error) => error.message.clone(),
    };
    let mut parts = vec![Part::words(message)];
    parts.extend(unread(context).map(Part::small));
    let cancelled = job.status() == JobStatus::Cancelled;
    if !cancelled {
        let shown = view.warnings.iter().take(MAX_WARNINGS);
        parts.extend(shown.map(|warning| Part::small(warning.clone())));
    }
    let buttons = match cancelled {
        true => Vec::new(),
        false => vec![Button::action(context.say(Msg::ButtonTryAgain), &job.id, Action::Retry).primary()],
    };
    let tone = if cancelled { Tone::Plain } else { Tone::Failed };
    Card { tone, title: Some(job.question.text.clone()), parts, buttons, ..Card::default() }
}
