//! When there is no answer: why, and what can be done.

use super::Sight;
use super::answer::unread;
use crate::act::Act;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::JobStatus;
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;

/// Warnings shown at most.
const MOST: usize = 4;

pub fn failed(sight: &Sight<'_>) -> Card {
    let (job, view) = (sight.job, sight.view);
    let message = match &view.error {
        None => sight.say(Msg::NoAnswer),
        Some(error) if error.code == "cancelled" => sight.say(Msg::ItWasCancelled),
        Some(error) if error.code == "withheld" => sight.say(Msg::WasWithheld),
        Some(error) => error.message.clone(),
    };
    let mut parts = vec![Part::Text(vec![Block::words(message)])];
    parts.extend(unread(sight).map(|text| Part::Small(vec![Inline::text(text)])));
    let cancelled = job.status() == JobStatus::Cancelled;
    if !cancelled {
        let shown = view.warnings.iter().take(MOST);
        parts.extend(shown.map(|warning| Part::Small(vec![Inline::text(warning.clone())])));
    }
    let buttons = match cancelled {
        true => Vec::new(),
        false => vec![Button::act(sight.say(Msg::ButtonTryAgain), &job.id, Act::Retry).main()],
    };
    let tone = if cancelled { Tone::Plain } else { Tone::Failed };
    Card { tone, title: Some(job.question.text.clone()), parts, buttons, ..Card::default() }
}
