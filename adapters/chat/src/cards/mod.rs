//! All that is said in chats, as cards. Pure: a job, who it is told to, and the time give the messages that ought to
//! stand in a place.

mod answer;
mod ask_back;
mod brief;
mod export;
mod failed;
mod offers;
mod sources;
mod status;
pub mod talk;
#[cfg(test)]
mod tests;
mod why;
mod words;

pub use answer::{answer, full};
pub use export::export;
pub use sources::sources;
pub use why::why;
pub use words::{clock_time, duration, money, when};

use crate::card::Card;
use crate::desk::deeper;
use gorkd_core::engine::{Service, Sharer};
use gorkd_core::job::{Job, JobStatus};
use gorkd_core::model::{Millis, Requester};
use gorkd_core::ports::Telling;
use gorkd_core::view::{JobView, view};
use gorkd_words::{Locale, Msg};
use std::collections::BTreeSet;

/// What cards need to know beside the job.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ways {
    /// Where people reach our own pages, without a slash at its end; none when there is no public address.
    pub public_url: Option<String>,
    /// A run of at least so many active milliseconds ends with a mention of the asker; none for never.
    pub mention_after_ms: Option<u64>,
    /// What a deeper run may cost at most, by the job's profile: its name and dollars.
    pub deeper: Option<(String, f64)>,
    /// Makes share links; none when sharing is off.
    pub sharer: Option<Sharer>,
}

impl Ways {
    /// The same for one job: what a deeper run of it would cost.
    pub fn of(&self, job: &Job, service: &Service) -> Ways {
        let deeper = deeper(job.terms.profile);
        let deeper = deeper.map(|profile| (profile.name().to_owned(), service.budget(profile).usd));
        Ways { deeper, ..self.clone() }
    }
}

/// A job as it is told in one place.
pub struct Sight<'a> {
    pub job: &'a Job,
    pub view: &'a JobView,
    pub telling: &'a Telling,
    pub ways: &'a Ways,
    pub now: Millis,
    /// The run was taken up again after gorkd had stopped.
    pub resumed: bool,
    /// Its place in the line, and in how many milliseconds it may be over.
    pub queued: Option<(u32, Option<u64>)>,
    /// The language of what is said here.
    pub locale: Locale,
}

impl Sight<'_> {
    fn say(&self, message: Msg) -> String {
        self.locale.say(message)
    }
}

/// The language that somebody reads a run's cards in: their own, else the question's.
pub fn locale_of(requester: &Requester, job: &Job) -> Locale {
    Locale::first([requester.locale.as_str(), job.question.language.as_str()])
}

/// A message that ought to stand in the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Desired {
    pub key: String,
    pub card: Card,
    /// Nothing will change in it any more.
    pub last: bool,
}

/// An extra that offers to show once more what may not have reached the person.
pub const AGAIN: &str = "again";

/// An extra that takes everything back: the question was deleted.
pub const WITHDRAWN: &str = "withdrawn";

/// The messages of a job in a place, in order. `posted` are the keys of those that stand there.
pub fn desired(sight: &Sight<'_>, posted: &BTreeSet<String>) -> Vec<Desired> {
    let mut wanted = wanted(sight, posted);
    wanted.iter_mut().for_each(|one| one.card.locale = sight.locale);
    wanted
}

fn wanted(sight: &Sight<'_>, posted: &BTreeSet<String>) -> Vec<Desired> {
    let telling = sight.telling;
    if telling.extras.iter().any(|extra| extra == WITHDRAWN) {
        return Vec::new();
    }
    let over = sight.job.status().is_over();
    let mut wanted = Vec::new();
    // What was over before it was told here has no progress to show.
    if !over || posted.contains("status") {
        wanted.push(Desired { key: "status".to_owned(), card: status::status(sight), last: over });
    }
    for (key, card, last) in ask_back::questions(sight) {
        if !last || posted.contains(&key) {
            wanted.push(Desired { key, card, last });
        }
    }
    match sight.job.status() {
        JobStatus::Completed => {
            wanted.push(Desired { key: "answer".to_owned(), card: answer(sight), last: true });
        }
        JobStatus::Failed | JobStatus::Cancelled => {
            wanted.push(Desired { key: "answer".to_owned(), card: failed::failed(sight), last: true });
        }
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {}
    }
    if telling.extras.iter().any(|extra| extra == AGAIN) {
        wanted.push(Desired {
            key: AGAIN.to_owned(),
            card: talk::again(&sight.job.id, sight.locale),
            last: true,
        });
    }
    wanted
}

/// The question that is open, as it was put.
pub fn asked_back(sight: &Sight<'_>) -> Option<Card> {
    let open = ask_back::questions(sight).into_iter().find(|(_, _, settled)| !settled);
    open.map(|(_, card, _)| card)
}

/// The job document, for whoever has the job alone.
pub fn seen(job: &Job) -> JobView {
    view(job)
}
