//! The status message of a run: a checklist, the current activity, time and cost so far.

use super::context::CardContext;
use super::format::{duration, money};
use crate::action::Action;
use crate::card::{Button, Card, Part, StepLine, Tone};
use gorkd_core::job::{JobStatus, StopReason};
use gorkd_core::view::{LineView, ProgressStep, ProgressView, StepState, doing, progress};
use gorkd_words::{Locale, Msg};

/// Maximum number of warnings shown.
const MAX_WARNINGS: usize = 2;
/// Maximum number of pages listed with their URL.
const PAGES: usize = 12;

pub fn status(context: &CardContext<'_>) -> Card {
    let (job, progress) = (context.job, progress(context.job, context.now));
    if job.status().is_over() {
        return over(context, &progress);
    }
    let mut parts = vec![Part::Steps(steps(context, &progress)), Part::Fields(fields(context, &progress))];
    parts.extend(notes(context).into_iter().map(Part::small));
    let buttons = vec![
        Button::action(context.say(Msg::ButtonStop), &job.id, Action::Stop),
        Button::action(context.say(Msg::ButtonSteer), &job.id, Action::Steer),
        Button::action(context.say(Msg::ButtonCancel), &job.id, Action::Cancel).danger(),
    ];
    Card { tone: tone(context), title: Some(job.question.text.clone()), parts, buttons, ..Card::default() }
}

/// What remains after the run: one line.
fn over(context: &CardContext<'_>, progress: &ProgressView) -> Card {
    let mut facts = notes(context);
    if progress.pages_read > 0 {
        facts.push(context.say(Msg::PagesRead { count: progress.pages_read as u64 }));
    }
    facts.push(context.say(Msg::ItTook { time: duration(progress.elapsed_ms, context.locale) }));
    let line = Part::small(facts.join(" "));
    Card { tone: tone(context), title: None, parts: vec![line], ..Card::default() }
}

fn tone(context: &CardContext<'_>) -> Tone {
    match context.job.answer.as_ref().filter(|_| context.job.status() == JobStatus::Completed) {
        Some(answer) => super::answer::tone(answer.confidence),
        None => Tone::of(context.job.status()),
    }
}

fn steps(context: &CardContext<'_>, progress: &ProgressView) -> Vec<StepLine> {
    let line = |step: ProgressStep, state: StepState| StepLine {
        step,
        name: context.say(step.said()),
        state,
        detail: match state == StepState::Active {
            true => doing(context.job, context.locale),
            false => String::new(),
        },
        urls: match step == ProgressStep::Read && state != StepState::Open {
            true => pages(context),
            false => Vec::new(),
        },
    };
    progress.steps.iter().map(|one| line(one.step, one.state)).collect()
}

/// The pages that were read, with titles. Private documents are never listed.
fn pages(context: &CardContext<'_>) -> Vec<(String, String)> {
    let read = context.job.documents().filter(|(_, _, document)| !document.is_private());
    read.take(PAGES).map(|(_, _, document)| (document.url.clone(), document.title.clone())).collect()
}

fn fields(context: &CardContext<'_>, progress: &ProgressView) -> Vec<(String, String)> {
    let locale = context.locale;
    let mut fields = Vec::new();
    let mut field = |name: Msg, value: Msg| fields.push((context.say(name), context.say(value)));
    let of_at_most = |now: String, most: String| Msg::OfAtMost { now, most };
    if progress.round > 0 {
        field(Msg::FieldRound, of_at_most(progress.round.to_string(), progress.rounds.to_string()));
    }
    if progress.pages_chosen > 0 {
        let (read, chosen) = (progress.pages_read as u64, progress.pages_chosen as u64);
        let pages = match progress.pages_failed as u64 {
            0 => Msg::PagesReadOf { read, chosen },
            failed => Msg::PagesReadFailed { read, chosen, failed },
        };
        field(Msg::FieldPages, pages);
    }
    let time = |ms| duration(ms, locale);
    field(Msg::FieldTime, of_at_most(time(progress.elapsed_ms), time(progress.limit_ms)));
    let spent = money(progress.cost_usd, locale);
    field(Msg::FieldSpent, of_at_most(spent, money(progress.cost_limit_usd, locale)));
    fields
}

fn notes(context: &CardContext<'_>) -> Vec<String> {
    let job = context.job;
    let mut notes = Vec::new();
    match job.status() {
        JobStatus::Queued => notes.push(waits(context.queued, context.locale)),
        JobStatus::Waiting => notes.push(context.say(Msg::WaitsForYou)),
        JobStatus::Completed => notes.push(context.say(ended(job.stop))),
        JobStatus::Failed => notes.push(context.say(Msg::ItFailed)),
        JobStatus::Cancelled => notes.push(context.say(Msg::ItWasCancelled)),
        JobStatus::Running if context.resumed => notes.push(context.say(Msg::Resumed)),
        JobStatus::Running => {}
    }
    notes.extend(context.wishes().map(|wishes| format!("{wishes}.")));
    let late = job.late_constraints.len() as u64;
    if late > 0 {
        notes.push(context.say(Msg::LateWishes { count: late }));
    }
    if !job.status().is_over() {
        notes.extend(context.budget_notes());
    }
    let most = if job.status().is_over() { 1 } else { MAX_WARNINGS };
    notes.extend(job.warnings.iter().rev().take(most).rev().cloned());
    notes
}

fn waits(queued: Option<(u32, Option<u64>)>, locale: Locale) -> String {
    locale.say(LineView::of(queued).map_or(Msg::WaitsForTurn, |line| line.said(locale)))
}

fn ended(stop: Option<StopReason>) -> Msg {
    match stop {
        Some(StopReason::BudgetExhausted) => Msg::AnsweredBudget,
        Some(StopReason::TimedOut) => Msg::AnsweredTime,
        Some(StopReason::StoppedByUser) => Msg::AnsweredStopped,
        Some(StopReason::NothingFound) => Msg::AnsweredNothing,
        Some(StopReason::Sufficient | StopReason::Saturated) | None => Msg::AnsweredBelow,
    }
}
