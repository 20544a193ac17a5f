//! Conversations, each with a restart in the middle: the store is closed and opened again, and whoever opens it goes
//! on where the other stopped.

mod again;
mod asked_back;
mod authority;
mod commands;
mod document;
mod known;
mod overload;

use crate::world::process::Machine;
use gorkd::settings::{Settings, Sources};
use gorkd::wire::App;
use gorkd_core::engine::{Ask, ChosenTerms, Ticket};
use gorkd_core::job::{Event, Interrupt, Job, Recorded, Reply};
use gorkd_core::model::*;
use tokio_util::sync::CancellationToken;

pub const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// One data folder with a small library, and the settings of whoever opens it.
pub struct Talk {
    pub machine: Machine,
    set: Vec<String>,
}

impl Talk {
    pub fn with(set: &[&str]) -> Self {
        Self::on(Machine::with_library(), set)
    }

    pub fn on(machine: Machine, set: &[&str]) -> Self {
        Self { machine, set: set.iter().map(|one| (*one).to_owned()).collect() }
    }

    /// A fresh process over the folder, as far as what is kept goes.
    pub async fn open(&self) -> App {
        let environment = self.machine.environment();
        let set = self.set.clone();
        let settings =
            Settings::load(&Sources { set, environment, ..Sources::default() }).expect("right settings");
        App::open(settings, &self.machine.data()).await.expect("the parts fit")
    }

    /// Closes it and opens it again.
    pub async fn again(&self, app: App) -> App {
        app.close().await;
        self.open().await
    }
}

pub fn person(name: &str) -> Requester {
    Requester { platform: "slack".into(), user: name.into(), ..Requester::default() }
}

pub fn ask(text: &str) -> Ask {
    Ask {
        text: text.to_owned(),
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        time_zone: "UTC".into(),
        library: Some(3),
        ..Ask::default()
    }
}

pub fn interactive(text: &str) -> Ask {
    Ask {
        terms: ChosenTerms { planning: Some(Planning::Interactive), ..ChosenTerms::default() },
        ..ask(text)
    }
}

/// Works on a job until it rests: it is over, or waits for a person.
pub async fn work(app: &App, job: &JobId) -> Job {
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    if let Some(fence) = worker.claim(Some(job)).await.expect("the store answers") {
        worker.run_one(fence).await.0.expect("it ends");
    }
    app.service.job(job, None).await.expect("it is there")
}

/// Asks and works.
pub async fn run(app: &App, asked: Ask) -> (Ticket, Job) {
    let ticket = app.service.ask(asked).await.expect("the question is taken");
    let job = work(app, &ticket.job).await;
    (ticket, job)
}

/// Replies to what is open.
pub async fn reply(app: &App, job: &JobId, interrupt: &str, reply: Reply) {
    app.service.reply(job, interrupt, reply, &Requester::terminal()).await.expect("the reply is taken");
}

/// What is open, by its id.
pub fn open(job: &Job) -> String {
    job.interrupt().map(|(open, _)| open.id().to_owned()).unwrap_or_default()
}

pub fn text(job: &Job) -> String {
    match job.interrupt() {
        Some((Interrupt::Clarify { question, .. }, _)) => question.text,
        Some((Interrupt::Approve { text, .. }, _)) => text,
        None => String::new(),
    }
}

pub fn summary(job: &Job) -> &str {
    job.answer.as_ref().map_or("", |answer| answer.summary.as_str())
}

/// Ids of effects that were started after `seq`.
pub fn started(events: &[Recorded], seq: Seq) -> Vec<String> {
    let id = |one: &Recorded| match &one.event {
        Event::Started { effect, .. } if one.seq > seq => Some(effect.0.clone()),
        _ => None,
    };
    events.iter().filter_map(id).collect()
}
