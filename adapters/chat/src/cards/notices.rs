//! Messages that do not belong to a run: help, greetings, refusals, and lists of stored items.

use super::format::{duration, when};
use crate::action::Action;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::job::Job;
use gorkd_core::model::{JobId, Preference, Refusal, RefusalCode, Remembered};
use gorkd_core::ports::{ThreadRow, Watch};
use gorkd_core::text::Block;
use gorkd_core::view::{budget_note, used_up};
use gorkd_words::{Locale, Msg};

/// Maximum number of rows in a list.
const MAX_ROWS: usize = 10;

/// How people address the bot on a platform.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Invocation {
    /// For example `/research`.
    pub command: String,
    /// For example `@gorkd`.
    pub mention: String,
    /// Follow-ups in the bot's threads need no mention.
    pub reads_all_messages: bool,
}

pub fn help(invocation: &Invocation, locale: Locale) -> Card {
    let Invocation { command, mention, reads_all_messages } = invocation;
    let (command, mention) = (|| command.clone(), || mention.clone());
    let heard = match reads_all_messages {
        true => Msg::HelpHearsAll,
        false => Msg::HelpHearsMentions { mention: mention() },
    };
    let lines = [
        Msg::HelpAsk { mention: mention(), command: command() },
        Msg::HelpDeep { command: command() },
        Msg::HelpPlan { command: command() },
        Msg::HelpPrivate { command: command() },
        heard,
        Msg::HelpSteer,
        Msg::HelpLists { command: command() },
    ];
    let lines = Part::list(lines.into_iter().map(|line| locale.say(line)));
    let parts = vec![lines, Part::small(locale.say(Msg::HelpSmall))];
    Card { title: Some(locale.say(Msg::HelpTitle)), parts, locale, ..Card::default() }
}

pub fn greeting(invocation: &Invocation, locale: Locale) -> Card {
    let Invocation { command, mention, .. } = invocation.clone();
    Card::say(Tone::Plain, Msg::Greeting { mention, command }, locale)
}

/// Explains why a request was refused.
pub fn refusal(refusal: &Refusal, locale: Locale) -> Card {
    let again = refusal.retry_after.filter(|_| !refusal.message.contains("again in"));
    let again = again.map(|seconds| locale.say(Msg::TryAgainIn { time: duration(seconds * 1000, locale) }));
    let text = [Some(refusal.to(locale)), again].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let tone = match refusal.code {
        RefusalCode::Unavailable | RefusalCode::Internal => Tone::Failed,
        RefusalCode::InvalidQuestion
        | RefusalCode::Rejected
        | RefusalCode::Moderated
        | RefusalCode::RateLimited
        | RefusalCode::OverBudget
        | RefusalCode::NotFound
        | RefusalCode::NotAllowed
        | RefusalCode::Conflict
        | RefusalCode::Overloaded => Tone::Caution,
    };
    Card::note(tone, text).in_language(locale)
}

/// For the admins of a place, shown with the run that used up a budget; `None` for other runs.
pub fn budget_used_up(job: &Job, locale: Locale) -> Option<Card> {
    let notes: Vec<String> = used_up(job).map(|notice| budget_note(notice, locale)).collect();
    (!notes.is_empty()).then(|| Card::note(Tone::Caution, notes.join(" ")).in_language(locale))
}

pub fn memory(
    remembered: &[Remembered],
    of_place: &[Remembered],
    invocation: &Invocation,
    locale: Locale,
) -> Card {
    let mut parts = Vec::new();
    let mut group = |title: Msg, rows: &[Remembered]| {
        parts.push(Part::Heading(locale.say(title)));
        match rows.is_empty() {
            true => parts.push(Part::words(locale.say(Msg::MemoryNothing))),
            false => {
                parts.push(Part::Fields(
                    rows.iter().map(|row| (row.name.name().to_owned(), row.value.clone())).collect(),
                ));
            }
        }
    };
    group(Msg::MemoryOfYou, remembered);
    group(Msg::MemoryOfPlace, of_place);
    let names = Preference::ALL.into_iter().filter(|one| !one.of_places());
    let names: Vec<&str> = names.map(Preference::name).collect();
    let how = Msg::MemoryHow { command: invocation.command.clone(), names: names.join(", ") };
    parts.push(Part::small(locale.say(how)));
    Card { title: Some(locale.say(Msg::MemoryTitle)), parts, locale, ..Card::default() }
}

/// A person's recent questions, newest first.
pub fn threads(rows: &[ThreadRow], zone: &str, locale: Locale) -> Card {
    if rows.is_empty() {
        return Card::say(Tone::Plain, Msg::ThreadsNone, locale);
    }
    let items = rows.iter().take(MAX_ROWS).map(|row| {
        let asked = when(row.updated_at, zone);
        vec![Block::words(format!("{} · {asked}", row.title))]
    });
    let list = Block::List { first: Some(1), items: items.collect() };
    let parts = vec![Part::Text(vec![list])];
    Card { title: Some(locale.say(Msg::ThreadsTitle)), parts, locale, ..Card::default() }
}

pub fn watches(rows: &[Watch], zone: &str, locale: Locale) -> Card {
    if rows.is_empty() {
        return Card::say(Tone::Plain, Msg::WatchesNone, locale);
    }
    let mut card = Card { title: Some(locale.say(Msg::WatchesTitle)), locale, ..Card::default() };
    for watch in rows.iter().take(MAX_ROWS) {
        let (every, next) = (duration(watch.every_ms, locale), when(watch.next_at, zone));
        let mut text = locale.say(Msg::WatchLine { question: watch.question.clone(), every, next });
        if let Some(problem) = &watch.problem {
            text.push_str(&format!(" {problem}"));
        }
        card.parts.push(Part::words(text));
        let question: String = watch.question.chars().take(40).collect();
        card.buttons.push(Button::action(
            locale.say(Msg::ButtonUnwatch { question }),
            &JobId::default(),
            Action::Unwatch(watch.id.clone()),
        ));
    }
    card
}

/// The reply to a steering request sent during a run.
pub fn noted(job: &JobId, said: Msg, nth: usize, locale: Locale) -> Card {
    let button = Button::action(locale.say(Msg::ButtonAskInstead), job, Action::AskInstead(nth));
    Card::say(Tone::Plain, said, locale).with(button)
}

/// A question that waits for the current run to end.
pub fn queued(job: &JobId, position: usize, locale: Locale) -> Card {
    let text = match position {
        0 | 1 => Msg::QueuedNext,
        position => Msg::QueuedNumber { place: position as u64 },
    };
    let button = Button::action(locale.say(Msg::ButtonSteerInstead), job, Action::SteerInstead);
    Card::say(Tone::Plain, text, locale).with(button)
}

/// Offers to show again what only one person could see.
pub fn show_again(job: &JobId, locale: Locale) -> Card {
    let button = Button::action(locale.say(Msg::ButtonShowAgain), job, Action::ShowAgain).primary();
    Card::say(Tone::Caution, Msg::Again, locale).with(button)
}

/// Apologizes to a person whose request failed or took too long.
pub fn apology(locale: Locale) -> Card {
    Card::say(Tone::Failed, Msg::Sorry, locale)
}

/// Shown after a person edits the question that started a run.
pub fn edited(job: &JobId, locale: Locale) -> Card {
    let button = Button::action(locale.say(Msg::ButtonAskChanged), job, Action::AskAnew).primary();
    Card::say(Tone::Plain, Msg::Edited, locale).with(button)
}

/// The pinned and excluded sources so far.
pub fn picked(job: &JobId, pinned: &[String], excluded: &[String], locale: Locale) -> Card {
    let mut said = Vec::new();
    if !pinned.is_empty() {
        said.push(locale.say(Msg::PickedPinned { titles: pinned.join("; ") }));
    }
    if !excluded.is_empty() {
        said.push(locale.say(Msg::PickedLeftOut { titles: excluded.join("; ") }));
    }
    if said.is_empty() {
        said.push(locale.say(Msg::PickedNothing));
    }
    let button = Button::action(locale.say(Msg::ButtonRewrite), job, Action::WriteAgain).primary();
    Card::note(Tone::Plain, said.join(" ")).with(button).in_language(locale)
}

/// Feedback on answers.
pub fn feedback<'a>(rows: impl Iterator<Item = &'a gorkd_core::ports::Feedback>, locale: Locale) -> Card {
    let (mut good, mut said) = (0, Vec::new());
    for row in rows {
        match row.good {
            true => good += 1,
            false => said.push(match row.reason.is_empty() {
                true => format!("{}: 👎", row.job),
                false => format!("{}: 👎 {}", row.job, row.reason),
            }),
        }
    }
    let summary = Msg::FeedbackMonth { good, bad: said.len() as u64 };
    let mut card = Card::say(Tone::Plain, summary, locale);
    if !said.is_empty() {
        card.parts.push(Part::list(said.into_iter().take(MAX_ROWS * 2)));
    }
    card
}
