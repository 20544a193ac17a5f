//! The living message of a run: a checklist, what is happening now, what it took so far.

use super::Sight;
use super::words::{counted, duration, money};
use crate::act::Act;
use crate::card::{Button, Card, Part, StepLine, Tone};
use gorkd_core::job::{JobStatus, StopReason};
use gorkd_core::text::Inline;
use gorkd_core::view::{ProgressStep, ProgressView, StepState, progress};

/// Warnings and wishes shown at most.
const MOST: usize = 2;
/// Pages named by their address at most.
const PAGES: usize = 12;

pub fn status(sight: &Sight<'_>) -> Card {
    let (job, progress) = (sight.job, progress(sight.job, sight.now));
    if job.status().is_over() {
        return over(sight, &progress);
    }
    let mut parts = vec![Part::Steps(steps(sight, &progress)), Part::Fields(fields(&progress))];
    parts.extend(notes(sight).into_iter().map(|note| Part::Small(vec![Inline::text(note)])));
    let buttons = match job.status() {
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => vec![
            Button::act("Stop and answer", &job.id, Act::Stop),
            Button::act("Steer", &job.id, Act::Steer),
            Button::act("Cancel", &job.id, Act::Cancel).danger(),
        ],
        JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => Vec::new(),
    };
    Card { tone: tone(sight), title: Some(job.question.text.clone()), parts, buttons, ..Card::default() }
}

/// What is left of it in the end: one line.
fn over(sight: &Sight<'_>, progress: &ProgressView) -> Card {
    let mut facts = notes(sight);
    if progress.pages_read > 0 {
        facts.push(format!("{} read.", counted(progress.pages_read, "page", "pages")));
    }
    facts.push(format!("It took {}.", duration(progress.elapsed_ms)));
    let line = Part::Small(vec![Inline::text(facts.join(" "))]);
    Card { tone: tone(sight), title: None, parts: vec![line], ..Card::default() }
}

fn tone(sight: &Sight<'_>) -> Tone {
    match sight.job.answer.as_ref().filter(|_| sight.job.status() == JobStatus::Completed) {
        Some(answer) => super::answer::tone(answer.confidence),
        None => Tone::of(sight.job.status()),
    }
}

fn steps(sight: &Sight<'_>, progress: &ProgressView) -> Vec<StepLine> {
    let line = |step: ProgressStep, state: StepState| StepLine {
        name: step.name(),
        state,
        detail: if state == StepState::Active { progress.now.clone() } else { String::new() },
        urls: match step {
            ProgressStep::Read if state != StepState::Open => pages(sight),
            ProgressStep::Plan
            | ProgressStep::Search
            | ProgressStep::Read
            | ProgressStep::Check
            | ProgressStep::Write => Vec::new(),
        },
    };
    progress.steps.iter().map(|one| line(one.step, one.state)).collect()
}

/// Pages that were read, with their titles; what lies on this machine alone is named by nobody.
fn pages(sight: &Sight<'_>) -> Vec<(String, String)> {
    let read = sight.job.documents().filter(|(_, _, document)| !document.is_private());
    read.take(PAGES).map(|(_, _, document)| (document.url.clone(), document.title.clone())).collect()
}

fn fields(progress: &ProgressView) -> Vec<(String, String)> {
    let mut fields = Vec::new();
    let mut field = |name: &str, value: String| fields.push((name.to_owned(), value));
    if progress.round > 0 {
        field("Round", format!("{} of at most {}", progress.round, progress.rounds));
    }
    if progress.pages_chosen > 0 {
        let failed = match progress.pages_failed {
            0 => String::new(),
            failed => format!(", {failed} could not be read"),
        };
        field("Pages", format!("{} read of {}{failed}", progress.pages_read, progress.pages_chosen));
    }
    field("Time", format!("{} of at most {}", duration(progress.elapsed_ms), duration(progress.limit_ms)));
    let limit = money(progress.cost_limit_usd);
    field("Spent", format!("{} of at most {limit}", money(progress.cost_usd)));
    fields
}

fn notes(sight: &Sight<'_>) -> Vec<String> {
    let job = sight.job;
    let mut notes = Vec::new();
    match job.status() {
        JobStatus::Queued => notes.push(waits(sight.queued)),
        JobStatus::Waiting => notes.push("Waiting for your answer below.".to_owned()),
        JobStatus::Completed => notes.push(ended(job.stop)),
        JobStatus::Failed => notes.push("It failed; see below.".to_owned()),
        JobStatus::Cancelled => notes.push("It was cancelled.".to_owned()),
        JobStatus::Running if sight.resumed => {
            notes.push("Resumed after a restart; nothing that was done is done again.".to_owned());
        }
        JobStatus::Running => {}
    }
    let wishes: Vec<&str> = job.constraints.iter().map(|wish| wish.text.as_str()).collect();
    if !wishes.is_empty() {
        notes.push(format!("You asked for: {}.", wishes.join("; ")));
    }
    let late = job.late_constraints.len();
    if late > 0 {
        notes.push(format!(
            "{} came too late for this run and waits for a follow-up.",
            counted(late, "wish", "wishes")
        ));
    }
    let most = if job.status().is_over() { 1 } else { MOST };
    notes.extend(job.warnings.iter().rev().take(most).rev().cloned());
    notes
}

fn waits(queued: Option<(u32, Option<u64>)>) -> String {
    match queued {
        None => "Waiting for its turn.".to_owned(),
        Some((1, None)) => "Next in line.".to_owned(),
        Some((place, None)) => format!("Number {place} in line."),
        Some((1, Some(ms))) => format!("Next in line; the answer should come in {}.", about(ms)),
        Some((place, Some(ms))) => {
            format!("Number {place} in line; the answer should come in {}.", about(ms))
        }
    }
}

/// A guess, rounded up so that it does not look like more.
fn about(ms: u64) -> String {
    match ms.div_ceil(60_000) {
        0 | 1 => "about a minute".to_owned(),
        minutes @ 2..=90 => format!("about {minutes} minutes"),
        minutes => format!("about {} hours", minutes.div_ceil(60)),
    }
}

fn ended(stop: Option<StopReason>) -> String {
    match stop {
        Some(StopReason::BudgetExhausted) => "Answered; the budget of this run was used up.",
        Some(StopReason::TimedOut) => "Answered; the time of this run was over.",
        Some(StopReason::StoppedByUser) => "Answered from what there was, as you asked.",
        Some(StopReason::NothingFound) => "Nothing was found; see below.",
        Some(StopReason::Sufficient | StopReason::Saturated) | None => "Answered below.",
    }
    .to_owned()
}
