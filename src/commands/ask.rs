//! `gorkd ask`: takes a question, runs it in this process, shows how it goes, prints the answer.

use super::{print, refuse};
use crate::settings::Settings;
use crate::wire::{App, embedder, services};
use async_trait::async_trait;
use gorkd_cli::progress::Display;
use gorkd_cli::screen::Look;
use gorkd_cli::{AskArgs, Exit, Followed, Hold, ask_back, follow, presses, read_reply, render};
use gorkd_core::engine::{Ask, Clock, Service, SystemClock, Ticket, Worker};
use gorkd_core::model::*;
use gorkd_core::research::{Interrupt, Job, JobStatus, Reply};
use gorkd_core::view::{export, view};
use std::io::{BufRead, IsTerminal};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

pub async fn ask(app: &App, args: AskArgs) -> anyhow::Result<Exit> {
    if let Some(sentence) = not_in_this_build(&args) {
        return refused(&app.settings, &args, &Refusal::new(RefusalCode::Unavailable, sentence));
    }
    let worker = app.worker(CancellationToken::new())?;
    let asked = Ask {
        text: args.question(),
        terms: terms(&app.settings, &args),
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        thread: args.thread(),
        time_zone: jiff::tz::TimeZone::system().iana_name().unwrap_or("UTC").to_owned(),
        claim_for: Some(worker.name().to_owned()),
        library: Some(app.library_documents().await?),
        providers: None,
    };
    let ticket = match app.service.ask(asked).await {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&app.settings, &args, &refusal),
    };
    run(app, worker, ticket, args.json).await
}

fn terms(settings: &Settings, args: &AskArgs) -> Terms {
    let settings = &settings.ask;
    Terms {
        profile: args.profile().unwrap_or(settings.profile),
        planning: args.planning().unwrap_or(settings.planning),
        privacy: args.privacy().unwrap_or(settings.privacy),
        domain: args.domain.clone(),
        force: false,
    }
}

/// Why there is no job: a sentence, or with `--json` the job document with its error.
pub fn refused(settings: &Settings, args: &AskArgs, refusal: &Refusal) -> anyhow::Result<Exit> {
    if args.json {
        let document = gorkd_core::view::refused(&args.question(), &terms(settings, args), refusal);
        print(&export::json(&document)?);
        return Ok(Exit::of_refusal(refusal.code));
    }
    Ok(refuse(refusal))
}

/// What `--model` and `--embedder` change. The error is a sentence.
pub fn choose(settings: &mut Settings, args: &AskArgs) -> Result<(), String> {
    settings.choose_model(args.model.as_deref())?;
    if args.embedder.is_some() {
        settings.choose_embedder(args.embedder.as_deref());
        let services = services(settings).map_err(|why| format!("{why:#}."))?;
        embedder(settings, &services).map_err(|why| format!("{why:#}."))?;
    }
    Ok(())
}

/// Options that are part of the grammar and not yet of this build: refused rather than passed over.
fn not_in_this_build(args: &AskArgs) -> Option<&'static str> {
    if !args.file.is_empty() {
        Some(
            "This build cannot take files along with a question yet. Add them with `gorkd library add PATH` and ask again.",
        )
    } else {
        None
    }
}

/// Runs a job that is claimed for this process, or follows one that another process holds, and prints it.
pub async fn run(app: &App, worker: Worker, ticket: Ticket, json: bool) -> anyhow::Result<Exit> {
    let mut display = Display::on_stderr();
    let mut pressed = presses();
    let (jobs, mut seen) = watch::channel(app.service.job(&ticket.job, None).await?);
    let watching = tokio::spawn(publish(app.service.clone(), ticket.job.clone(), jobs.clone()));
    let mut fence = ticket.fence.clone();
    // An earlier turn of the thread is still open, perhaps left behind by a process that died: this process then
    // works on whatever is due, until it is this job's turn and the job is over.
    let halt = CancellationToken::new();
    let waiting_its_turn = fence.is_none().then(|| {
        let worker = worker.until(halt.clone());
        tokio::spawn(async move { worker.run().await })
    });
    let followed = loop {
        let driving = fence.take().map(|fence| {
            let (worker, jobs) = (worker.clone(), jobs.clone());
            tokio::spawn(async move {
                let (ended, job) = worker.run_one(fence).await;
                // What the store did not take is shown all the same.
                let unsaved = ended.is_err();
                jobs.send_if_modified(|shown| {
                    let newer = job.head > shown.head || unsaved;
                    if newer {
                        *shown = job;
                    }
                    newer
                });
                ended
            })
        });
        let hold = Terminal { service: app.service.clone(), job: ticket.job.clone() };
        let followed = follow(&mut seen, &mut pressed, &hold, &mut display).await;
        if let Some(driving) = driving
            && followed != Followed::Left
            && let Err(error) = driving.await?
        {
            display.say(&format!(
                "The run could not be kept: {error}. What was found is shown below, and is not stored."
            ));
        }
        let waiting = seen.borrow().interrupt();
        match (followed, waiting) {
            (Followed::Rests, Some((interrupt, _))) => {
                let reply = question_back(&mut display, &interrupt, json, &mut pressed).await;
                if let Err(refusal) = app.service.reply(&ticket.job, interrupt.id(), reply).await {
                    display.say(&refusal.message);
                }
                fence = worker.claim(Some(&ticket.job)).await?;
                jobs.send_replace(app.service.job(&ticket.job, None).await?);
            }
            (followed, _) => break followed,
        }
    };
    watching.abort();
    display.end();
    halt.cancel();
    if let Some(working) = waiting_its_turn {
        working.await??;
    }
    let job = seen.borrow().clone();
    if followed == Followed::Left {
        display
            .say(&format!("Left. The run goes on when gorkd runs again; see `gorkd job show {}`.", job.id));
        return Ok(Exit::Failed);
    }
    show(&job, json)?;
    Ok(Exit::of_job(job.status()))
}

/// Prints a job: for people, or as the job document.
pub fn show(job: &Job, json: bool) -> anyhow::Result<()> {
    let view = view(job);
    if json {
        print(&export::json(&view)?);
    } else {
        print(&render::answer(&view, Look::of_stdout()));
        if job.status() == JobStatus::Completed && std::io::stdout().is_terminal() {
            print(&format!("Go on: gorkd ask --thread {} \"…\"\n", job.thread));
        }
    }
    Ok(())
}

/// Sends a snapshot whenever the journal has grown.
async fn publish(service: Service, job: JobId, jobs: watch::Sender<Job>) {
    let mut changes = service.changes();
    loop {
        let head = jobs.borrow().head;
        if let Ok(events) = service.events(&job, head).await {
            jobs.send_if_modified(|shown| {
                let fresh: Vec<_> = events.iter().filter(|recorded| recorded.seq > shown.head).collect();
                fresh.iter().for_each(|recorded| shown.apply(recorded));
                !fresh.is_empty()
            });
        }
        // News may be missed when it comes in a burst; the journal is looked at every now and then anyway.
        let _ = tokio::time::timeout(std::time::Duration::from_millis(300), changes.recv()).await;
    }
}

/// Puts a question to the person at the terminal. Without one to answer, the default applies.
async fn question_back(
    display: &mut Display,
    interrupt: &Interrupt,
    json: bool,
    pressed: &mut mpsc::UnboundedReceiver<()>,
) -> Reply {
    let Interrupt::Clarify { question, .. } = interrupt else { return Reply::JustGo };
    if json || !std::io::stdin().is_terminal() {
        return Reply::JustGo;
    }
    display.end();
    eprint!("{}", ask_back(question, Look::of_stderr()));
    loop {
        let line = tokio::task::spawn_blocking(|| {
            let mut line = String::new();
            std::io::stdin().lock().read_line(&mut line).map(|_| line)
        });
        let line = tokio::select! {
            line = line => line.ok().and_then(Result::ok).unwrap_or_default(),
            _ = pressed.recv() => return Reply::JustGo,
        };
        match read_reply(&line, question) {
            Ok(reply) => return reply,
            Err(sentence) => eprintln!("{sentence}"),
        }
    }
}

struct Terminal {
    service: Service,
    job: JobId,
}

#[async_trait]
impl Hold for Terminal {
    async fn stop(&self) -> Result<(), Refusal> {
        self.service.stop(&self.job).await.map(|_| ())
    }

    async fn cancel(&self) -> Result<(), Refusal> {
        self.service.cancel(&self.job).await.map(|_| ())
    }

    fn now(&self) -> Millis {
        SystemClock.now()
    }
}
