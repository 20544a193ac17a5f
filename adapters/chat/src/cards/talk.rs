//! What gorkd says beside its jobs: help, greetings, refusals, lists of what it keeps.

use super::words::{duration, when};
use crate::act::Act;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::engine::HABITS;
use gorkd_core::model::{JobId, Refusal, RefusalCode};
use gorkd_core::ports::{Remembered, ThreadRow, Watch};
use gorkd_core::text::{Block, Inline};
use gorkd_words::{Locale, Msg};

/// Rows of a list.
const MOST: usize = 10;

/// How to ask, in the words of a platform: its command, and how the bot is mentioned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manners {
    /// `/research`.
    pub command: String,
    /// `@gorkd`.
    pub mention: String,
    /// Follow-ups in its threads are heard without a mention.
    pub hears_all: bool,
}

pub fn help(manners: &Manners, locale: Locale) -> Card {
    let Manners { command, mention, hears_all } = manners;
    let (command, mention) = (|| command.clone(), || mention.clone());
    let heard = match hears_all {
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
    let items = lines.into_iter().map(|line| vec![Block::words(locale.say(line))]).collect();
    Card {
        title: Some(locale.say(Msg::HelpTitle)),
        parts: vec![
            Part::Text(vec![Block::List { first: None, items }]),
            Part::Small(vec![Inline::text(locale.say(Msg::HelpSmall))]),
        ],
        locale,
        ..Card::default()
    }
}

pub fn greeting(manners: &Manners, locale: Locale) -> Card {
    let Manners { command, mention, .. } = manners.clone();
    Card::note(Tone::Plain, locale.say(Msg::Greeting { mention, command })).in_language(locale)
}

/// A sentence for the person whose command was not taken.
pub fn refusal(refusal: &Refusal, locale: Locale) -> Card {
    let again = refusal.retry_after.filter(|_| !refusal.message.contains("again in"));
    let again = again.map(|seconds| locale.say(Msg::TryAgainIn { time: duration(seconds * 1000, locale) }));
    let text = [Some(refusal.to(locale)), again].into_iter().flatten().collect::<Vec<_>>().join(" ");
    let tone = match refusal.code {
        RefusalCode::Unavailable | RefusalCode::Internal => Tone::Failed,
        RefusalCode::InvalidQuestion
        | RefusalCode::Rejected
        | RefusalCode::RateLimited
        | RefusalCode::OverBudget
        | RefusalCode::NotFound
        | RefusalCode::NotAllowed
        | RefusalCode::Conflict => Tone::Weak,
    };
    Card::note(tone, text).in_language(locale)
}

pub fn memory(remembered: &[Remembered], of_place: &[Remembered], manners: &Manners, locale: Locale) -> Card {
    let mut parts = Vec::new();
    let mut group = |title: Msg, rows: &[Remembered]| {
        parts.push(Part::Heading(locale.say(title)));
        match rows.is_empty() {
            true => parts.push(Part::Text(vec![Block::words(locale.say(Msg::MemoryNothing))])),
            false => {
                parts.push(Part::Fields(
                    rows.iter().map(|row| (row.name.clone(), row.value.clone())).collect(),
                ));
            }
        }
    };
    group(Msg::MemoryOfYou, remembered);
    group(Msg::MemoryOfPlace, of_place);
    let names: Vec<&str> = HABITS.iter().filter(|habit| !habit.of_places).map(|habit| habit.name).collect();
    let how = Msg::MemoryHow { command: manners.command.clone(), names: names.join(", ") };
    parts.push(Part::Small(vec![Inline::text(locale.say(how))]));
    Card { title: Some(locale.say(Msg::MemoryTitle)), parts, locale, ..Card::default() }
}

/// What somebody asked lately, newest first; `open` gives the address of a place on the platform.
pub fn threads(
    rows: &[ThreadRow],
    zone: &str,
    locale: Locale,
    open: impl Fn(&str) -> Option<String>,
) -> Card {
    if rows.is_empty() {
        return Card::note(Tone::Plain, locale.say(Msg::ThreadsNone)).in_language(locale);
    }
    let items = rows.iter().take(MOST).map(|row| {
        let asked = when(row.updated_at, zone);
        let title = match open(row.place.as_str()) {
            Some(url) => Inline::Link { url, label: vec![Inline::text(row.title.clone())] },
            None => Inline::text(row.title.clone()),
        };
        vec![Block::Paragraph(vec![title, Inline::text(format!(" · {asked}"))])]
    });
    let list = Block::List { first: Some(1), items: items.collect() };
    let parts = vec![Part::Text(vec![list])];
    Card { title: Some(locale.say(Msg::ThreadsTitle)), parts, locale, ..Card::default() }
}

pub fn watches(rows: &[Watch], zone: &str, locale: Locale) -> Card {
    if rows.is_empty() {
        return Card::note(Tone::Plain, locale.say(Msg::WatchesNone)).in_language(locale);
    }
    let mut card = Card { title: Some(locale.say(Msg::WatchesTitle)), locale, ..Card::default() };
    for watch in rows.iter().take(MOST) {
        let (every, next) = (duration(watch.every_ms, locale), when(watch.next_at, zone));
        let mut text = locale.say(Msg::WatchLine { question: watch.question.clone(), every, next });
        if let Some(problem) = &watch.problem {
            text.push_str(&format!(" {problem}"));
        }
        card.parts.push(Part::Text(vec![Block::words(text)]));
        let question: String = watch.question.chars().take(40).collect();
        card.buttons.push(Button::act(
            locale.say(Msg::ButtonUnwatch { question }),
            &JobId::default(),
            Act::Unwatch(watch.id.clone()),
        ));
    }
    card
}

/// What came of a wish that was said while a run was under way.
pub fn noted(job: &JobId, said: &Msg, nth: usize, locale: Locale) -> Card {
    let button = Button::act(locale.say(Msg::ButtonAskInstead), job, Act::AskInstead(nth));
    Card::note(Tone::Plain, said.to(locale)).with(button).in_language(locale)
}

/// A question that waits for the run under way.
pub fn queued(job: &JobId, position: usize, locale: Locale) -> Card {
    let text = match position {
        0 | 1 => Msg::QueuedNext,
        position => Msg::QueuedNumber { place: position as u64 },
    };
    let button = Button::act(locale.say(Msg::ButtonSteerInstead), job, Act::SteerInstead);
    Card::note(Tone::Plain, locale.say(text)).with(button).in_language(locale)
}

/// What only one person sees is not shown twice unasked.
pub fn again(job: &JobId, locale: Locale) -> Card {
    let button = Button::act(locale.say(Msg::ButtonShowAgain), job, Act::ShowAgain).main();
    Card::note(Tone::Weak, locale.say(Msg::Again)).with(button).in_language(locale)
}

/// For whoever waits for something that met a fault or took too long.
pub fn sorry(locale: Locale) -> Card {
    Card::note(Tone::Failed, locale.say(Msg::Sorry)).in_language(locale)
}

/// The question was changed after it was asked.
pub fn edited(job: &JobId, locale: Locale) -> Card {
    let button = Button::act(locale.say(Msg::ButtonAskChanged), job, Act::AskAnew).main();
    Card::note(Tone::Plain, locale.say(Msg::Edited)).with(button).in_language(locale)
}

/// What was pinned and left out so far.
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
    let button = Button::act(locale.say(Msg::ButtonRewrite), job, Act::WriteAgain).main();
    Card::note(Tone::Plain, said.join(" ")).with(button).in_language(locale)
}

/// What people thought of answers.
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
    let summary = locale.say(Msg::FeedbackMonth { good, bad: said.len() as u64 });
    let mut card = Card::note(Tone::Plain, summary).in_language(locale);
    if !said.is_empty() {
        card.parts.push(Part::Text(vec![super::sources::list(said.into_iter().take(MOST * 2).collect())]));
    }
    card
}
