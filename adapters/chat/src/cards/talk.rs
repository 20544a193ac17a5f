//! What gorkd says beside its jobs: help, greetings, refusals, lists of what it keeps.

use super::words::{duration, when};
use crate::act::Act;
use crate::card::{Button, Card, Part, Tone};
use gorkd_core::engine::HABITS;
use gorkd_core::model::{JobId, Refusal, RefusalCode};
use gorkd_core::ports::{JobRow, Remembered, ThreadRow, Watch};
use gorkd_core::text::{Block, Inline};

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

pub fn help(manners: &Manners) -> Card {
    let Manners { command, mention, hears_all } = manners;
    let heard = match hears_all {
        true => "Go on in the thread: a question there is a follow-up, no mention needed.".to_owned(),
        false => format!("Go on in the thread with {mention} in front: I see only what is said to me."),
    };
    let lines = [
        format!("{mention} your question, or {command} your question. Addresses in it are read first."),
        format!("{command} your question deep: more rounds and pages. quick: fewer."),
        format!("{command} your question plan: I ask back and show the plan before I start."),
        format!("{command} your question private: only you see the answer, until you share it."),
        heard,
        "While I work: a wish (\"only 2025\", \"skip vendor blogs\") steers the run, a question waits for its turn.".to_owned(),
        format!("{command} threads: your questions. {command} memory: what I remember of you. {command} watches: what I look at again."),
    ];
    let items = lines.into_iter().map(|line| vec![Block::words(line)]).collect();
    Card {
        title: Some("How to ask gorkd".to_owned()),
        parts: vec![
            Part::Text(vec![Block::List { first: None, items }]),
            Part::Small(vec![Inline::text(
                "Every sentence of an answer rests on a quotation that was read and checked. Questions and pages go \
                 only where your operator allows.",
            )]),
        ],
        ..Card::default()
    }
}

pub fn greeting(manners: &Manners) -> Card {
    let Manners { command, mention, .. } = manners;
    let text = format!(
        "Hello! I research questions: I search, read the pages, check every sentence against its source, and answer \
         here. Ask with {mention} or {command}; {command} help tells more."
    );
    Card::note(Tone::Plain, text)
}

/// A sentence for the person whose command was not taken.
pub fn refusal(refusal: &Refusal) -> Card {
    let again = refusal.retry_after.map(|seconds| format!(" Try again in {}.", duration(seconds * 1000)));
    let text = format!(
        "{}{}",
        refusal.message,
        again.filter(|_| !refusal.message.contains("again in")).unwrap_or_default()
    );
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
    Card::note(tone, text)
}

pub fn memory(remembered: &[Remembered], of_place: &[Remembered], manners: &Manners) -> Card {
    let mut parts = Vec::new();
    let mut group = |title: &str, rows: &[Remembered]| {
        parts.push(Part::Heading(title.to_owned()));
        match rows.is_empty() {
            true => parts.push(Part::Text(vec![Block::words("Nothing.")])),
            false => {
                parts.push(Part::Fields(
                    rows.iter().map(|row| (row.name.clone(), row.value.clone())).collect(),
                ));
            }
        }
    };
    group("What I remember of you", remembered);
    group("What this place wants", of_place);
    let names: Vec<&str> = HABITS.iter().filter(|habit| !habit.of_places).map(|habit| habit.name).collect();
    let command = &manners.command;
    let how = format!(
        "{command} memory set NAME VALUE, {command} memory forget NAME, {command} memory forget all. Names: {}.",
        names.join(", ")
    );
    parts.push(Part::Small(vec![Inline::text(how)]));
    Card { title: Some("Memory".to_owned()), parts, ..Card::default() }
}

/// What somebody asked lately, newest first; `open` gives the address of a place on the platform.
pub fn threads(rows: &[ThreadRow], zone: &str, open: impl Fn(&str) -> Option<String>) -> Card {
    if rows.is_empty() {
        return Card::note(Tone::Plain, "You have not asked anything yet.");
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
    Card { title: Some("Your questions".to_owned()), parts: vec![Part::Text(vec![list])], ..Card::default() }
}

pub fn watches(rows: &[Watch], zone: &str) -> Card {
    if rows.is_empty() {
        return Card::note(
            Tone::Plain,
            "You watch nothing. Press Watch under an answer to be told when it changes.",
        );
    }
    let mut card = Card { title: Some("What you watch".to_owned()), ..Card::default() };
    for watch in rows.iter().take(MOST) {
        let next = when(watch.next_at, zone);
        let mut text = format!("{}: every {}, next {next}.", watch.question, duration(watch.every_ms));
        if let Some(problem) = &watch.problem {
            text.push_str(&format!(" {problem}"));
        }
        card.parts.push(Part::Text(vec![Block::words(text)]));
        let short: String = watch.question.chars().take(40).collect();
        card.buttons.push(Button::act(
            format!("Stop watching: {short}"),
            &JobId::default(),
            Act::Unwatch(watch.id.clone()),
        ));
    }
    card
}

/// What came of a wish that was said while a run was under way.
pub fn noted(job: &JobId, message: &str, nth: usize) -> Card {
    Card::note(Tone::Plain, message).with(Button::act("Ask it as a question", job, Act::AskInstead(nth)))
}

/// A question that waits for the run under way.
pub fn queued(job: &JobId, position: usize) -> Card {
    let text = match position {
        0 | 1 => "This is next, as soon as the run under way is over.".to_owned(),
        position => format!("This waits for its turn: number {position} in this thread."),
    };
    Card::note(Tone::Plain, text).with(Button::act(
        "Take it as a wish for the run under way",
        job,
        Act::SteerInstead,
    ))
}

/// What only one person sees is not shown twice unasked.
pub fn again(job: &JobId) -> Card {
    let text = "gorkd was interrupted just when it showed you something here, so you may not have seen it.";
    Card::note(Tone::Weak, text).with(Button::act("Show again", job, Act::ShowAgain).main())
}

/// For whoever waits for something that met a fault or took too long.
pub fn sorry() -> Card {
    let text = "Something went wrong in gorkd while it took this; it was not you. If nothing has come of it, please try \
                it once more.";
    Card::note(Tone::Failed, text)
}

/// The question was changed after it was asked.
pub fn edited(job: &JobId) -> Card {
    Card::note(Tone::Plain, "You changed your question. The run goes on with what you asked first.")
        .with(Button::act("Ask the changed question", job, Act::AskAnew).main())
}

/// What was pinned and left out so far.
pub fn picked(job: &JobId, pinned: &[String], excluded: &[String]) -> Card {
    let part = |name: &str, titles: &[String]| match titles.is_empty() {
        true => String::new(),
        false => format!("{name}: {}. ", titles.join("; ")),
    };
    let text = format!("{}{}", part("Pinned", pinned), part("Left out", excluded));
    let text =
        if text.is_empty() { "Nothing is pinned or left out.".to_owned() } else { text.trim().to_owned() };
    Card::note(Tone::Plain, text).with(Button::act("Rewrite the answer", job, Act::WriteAgain).main())
}

/// Runs of a person, for a list: question, how it stands.
pub fn recent(rows: &[JobRow]) -> Vec<(String, String)> {
    rows.iter().take(MOST).map(|row| (row.question.clone(), row.status.name().to_owned())).collect()
}

/// What people thought of answers.
pub fn feedback<'a>(rows: impl Iterator<Item = &'a gorkd_core::ports::Feedback>) -> Card {
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
    let summary = format!("The last month: 👍 {good}, 👎 {}.", said.len());
    let mut card = Card::note(Tone::Plain, summary);
    if !said.is_empty() {
        card.parts.push(Part::Text(vec![super::sources::list(said.into_iter().take(MOST * 2).collect())]));
    }
    card
}
