//! `gorkd ask`: runs a question in this process, shows its progress, and prints the answer.

use super::{named, print, refuse};
use crate::settings::Settings;
use crate::wire::{App, catalogue, embedder, reranker, services};
use async_trait::async_trait;
use gorkd_cli::progress::Display;
use gorkd_cli::screen::Look;
use gorkd_cli::{AskArgs, Exit, Followed, Hold, ask_back, follow, presses, read_reply, render};
use gorkd_core::engine::{Ask, ChosenTerms, Clock, File, KnownAnswer, Service, SystemClock, Ticket, Worker};
use gorkd_core::job::{Interrupt, Job, JobStatus, Reply};
use gorkd_core::model::*;
use gorkd_core::ports::RawContent;
use gorkd_core::view::{JobView, LineView, export, view};
use std::io::{BufRead, IsTerminal};
use std::path::Path;
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

pub async fn ask(app: &App, mut args: AskArgs) -> anyhow::Result<Exit> {
    if args.question() == "-" {
        args.set_question(std::io::read_to_string(std::io::stdin())?);
    }
    let thread = match args.thread() {
        Some(word) => match named::thread(app, word).await? {
            Ok(thread) => Some(thread),
            Err(refusal) => return refused(&app.settings, &args, &refusal),
        },
        None => None,
    };
    let worker = app.worker(CancellationToken::new())?;
    let asked = Ask {
        text: args.question(),
        terms: wanted(&args),
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        thread,
        time_zone: jiff::tz::TimeZone::system().iana_name().unwrap_or("UTC").to_owned(),
        claim_for: Some(worker.name().to_owned()),
        library: Some(app.library_documents().await?),
        files: args.file.iter().map(|path| file(path)).collect(),
        unattended: !args.leave_open && (args.json || !std::io::stdin().is_terminal()),
        ..Ask::default()
    };
    let ticket = match app.service.ask(asked).await {
        Ok(ticket) => ticket,
        Err(refusal) => return refused(&app.settings, &args, &refusal),
    };
    let asking = if args.leave_open { Asking::Later } else { Asking::Here };
    run(app, worker, ticket, args.json, asking).await
}

fn wanted(args: &AskArgs) -> ChosenTerms {
    // With --json nobody is there to answer questions.
    let planning = (args.json && !args.leave_open).then_some(Planning::Auto);
    ChosenTerms {
        profile: args.profile(),
        planning: args.planning().or(planning),
        privacy: args.privacy(),
        domain: args.domain.clone(),
        // Choosing another model means wanting to see what it makes of the question.
        force: args.fresh || args.model.is_some() || args.embedder.is_some() || args.reranker.is_some(),
        deliverable: args.deliverable(),
    }
}

fn file(path: &Path) -> File {
    let name = path
        .file_name()
        .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    File { name, content: RawContent::File(path), content_type: None, kind: None }
}

/// Reports why there is no job: a sentence or, with `--json`, the job document with its error.
pub fn refused(settings: &Settings, args: &AskArgs, refusal: &Refusal) -> anyhow::Result<Exit> {
    if args.json {
        let (wanted, settings) = (wanted(args), &settings.ask);
        let terms = Terms {
            profile: wanted.profile.unwrap_or(settings.profile),
            planning: wanted.planning.unwrap_or(settings.planning),
            privacy: wanted.privacy.unwrap_or(settings.privacy),
            domain: wanted.domain,
            force: wanted.force,
            deliverable: wanted.deliverable,
        };
        let document = gorkd_core::view::refused(&args.question(), &terms, refusal);
        print(&export::json(&document)?);
        return Ok(Exit::of_refusal(refusal.code));
    }
    Ok(refuse(refusal))
}

/// Applies `--model`, `--embedder` and `--reranker`. The error is a sentence.
pub fn choose(settings: &mut Settings, args: &AskArgs, data: &Path) -> Result<(), String> {
    settings.choose_model(args.model.as_deref())?;
    settings.choose_embedder(args.embedder.as_deref());
    settings.choose_reranker(args.reranker.as_deref());
    if args.embedder.is_some() {
        let services = services(settings).map_err(|why| format!("{why:#}."))?;
        embedder(settings, data, &services).map_err(|why| format!("{why:#}."))?;
    }
    if args.reranker.is_some() {
        reranker(settings, data).map_err(|why| format!("{why:#}."))?;
    }
    Ok(())
}

/// What to do if a job asks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Ask the person at the terminal; without one, the default applies.
    Here,
    /// Leave the question open.
    Later,
}

/// Runs a job claimed for this process, or follows one that another process holds, and prints it.
pub async fn run(
    app: &App,
    worker: Worker,
    ticket: Ticket,
    json: bool,
    asking: Asking,
) -> anyhow::Result<Exit> {
    let job = app.service.job(&ticket.job, None).await?;
    // How a known answer was found is no progress.
    let mut display = if job.status().is_over() { Display::nothing() } else { Display::on_stderr() };
    let mut pressed = presses();
    let (jobs, mut seen) = watch::channel(job);
    let watching = tokio::spawn(publish(app.service.clone(), ticket.job.clone(), jobs.clone()));
    let mut fence = ticket.fence.clone();
    // An earlier turn of the thread is still open, perhaps left behind by a dead process. This process then
    // works on whatever is due until this job has had its turn and is over.
    let halt = CancellationToken::new();
    let waiting_its_turn = match &fence {
        // By another name, so that neither gives back what the other drives.
        None => {
            let worker = app.worker(halt.clone())?;
            Some(tokio::spawn(async move { worker.run().await }))
        }
        Some(_) => None,
    };
    let followed = loop {
        let driving = fence.take().map(|fence| {
            let (worker, jobs) = (worker.clone(), jobs.clone());
            tokio::spawn(async move {
                let (ended, job) = worker.run_one(fence).await;
                // Shown even if the store did not accept it.
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
                "The run couldn't be stored: {error}. The results are shown below, but are not saved."
            ));
        }
        let waiting = seen.borrow().interrupt();
        match (followed, waiting) {
            (Followed::Rests, Some(_)) if asking == Asking::Later => break Followed::Rests,
            (Followed::Rests, Some((interrupt, _))) => {
                let reply =
                    question_back(app, &ticket.job, &mut display, &interrupt, json, &mut pressed).await;
                let by = Requester::terminal();
                let done = match reply {
                    Some(reply) => app.service.reply(&ticket.job, interrupt.id(), reply, &by).await.map(drop),
                    None => app.service.cancel(&ticket.job, &by).await.map(drop),
                };
                if let Err(refusal) = done {
                    display.say(&refusal.to_operator());
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
    if let Some(note) = known(&ticket) {
        tell!("{note}");
    }
    if followed == Followed::Left {
        display
            .say(&format!("Left. The run continues when gorkd runs again; see `gorkd job show {}`.", job.id));
        return Ok(Exit::Failed);
    }
    show(&job, None, json)?;
    let cites = job.answer.as_ref().is_some_and(|answer| !answer.citations.is_empty());
    if !json && cites && job.status() == JobStatus::Completed {
        mention_ranking(app, &job.question.language);
    }
    Ok(Exit::of_job(job.status()))
}

/// Suggests the ranking models that are missing for a question's language, each once per data folder.
fn mention_ranking(app: &App, language: &str) {
    let is_auto = |setting: &Option<String>| setting.as_deref().unwrap_or("auto") == "auto";
    let reranks = app.ports.reranker.is_some() || !is_auto(&app.settings.models.reranker);
    let embeds = app.ports.embedder.is_some() || !is_auto(&app.settings.models.embedder);
    // The reranker reads English only.
    const RERANKER: (&str, u32) = ("reranker", 34);
    const MINILM: (&str, u32) = ("minilm", 24);
    let mut missing = match (language == "en", reranks, embeds) {
        (true, false, false) => vec![RERANKER, MINILM],
        (true, false, true) => vec![RERANKER],
        (true, true, false) if app.ports.reranker.is_some() => vec![MINILM],
        (false, _, false) => vec![("multilingual", 135)],
        (true, true, _) | (false, _, true) => return,
    };
    let folder = app.data.join(catalogue::FOLDER);
    let _ = std::fs::create_dir_all(&folder);
    // If a marker cannot be written, stay silent rather than repeat the hint every time.
    missing.retain(|(name, _)| std::fs::File::create_new(folder.join(format!(".mentioned-{name}"))).is_ok());
    if missing.is_empty() {
        return;
    }
    let megabytes: u32 = missing.iter().map(|(_, megabytes)| megabytes).sum();
    let names: Vec<&str> = missing.iter().map(|(name, _)| *name).collect();
    let names = names.join(" ");
    tell!(
        "Passages are found by their words. Models on this machine also find what is said in other words: \
         `gorkd models get {names}` ({megabytes} MB)."
    );
}

/// A note for an answer that was not researched just now.
fn known(ticket: &Ticket) -> Option<String> {
    match ticket.known {
        KnownAnswer::No => None,
        KnownAnswer::InProgress => {
            Some("The same question is already being researched; this is that run.".to_owned())
        }
        KnownAnswer::Since(at) => {
            let at = jiff::Timestamp::from_millisecond(at.0).unwrap_or_default();
            let at = at.to_zoned(jiff::tz::TimeZone::system()).strftime("%Y-%m-%d at %H:%M");
            Some(format!("This was researched on {at}; --fresh researches it again."))
        }
    }
}

/// Prints a job, for people or as the job document.
pub fn show(job: &Job, line: Option<LineView>, json: bool) -> anyhow::Result<()> {
    let view = JobView { line, ..view(job) };
    if json {
        print(&export::json(&view)?);
    } else {
        print(&render::answer(&view, Look::of_stdout()));
        if let Some((open, _)) = job.interrupt() {
            print(&ask_back(&open, job.plan.as_ref(), Look::of_stdout()));
            print(&format!("Answer it: gorkd job reply {} …\n", job.id));
        }
        if job.status() == JobStatus::Completed && std::io::stdout().is_terminal() {
            print(&format!("Continue: gorkd ask --thread {} \"…\"\n", job.thread));
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
        // Notifications can be lost in a burst, so the journal is polled as well.
        let _ = tokio::time::timeout(std::time::Duration::from_millis(300), changes.recv()).await;
    }
}

/// Asks the person at the terminal. If nobody can answer, the default applies; `None` if they press Ctrl-C.
async fn question_back(
    app: &App,
    job: &JobId,
    display: &mut Display,
    interrupt: &Interrupt,
    json: bool,
    pressed: &mut mpsc::UnboundedReceiver<()>,
) -> Option<Reply> {
    if json || !std::io::stdin().is_terminal() {
        return Some(interrupt.unasked());
    }
    display.end();
    let plan = app.service.job(job, None).await.ok().and_then(|job| job.plan);
    tell!("{}", ask_back(interrupt, plan.as_ref(), Look::of_stderr()).trim_end());
    loop {
        let line = tokio::task::spawn_blocking(|| {
            let mut line = String::new();
            std::io::stdin().lock().read_line(&mut line).map(|_| line)
        });
        let line = tokio::select! {
            line = line => line.ok().and_then(Result::ok).unwrap_or_default(),
            _ = pressed.recv() => return None,
        };
        match read_reply(&line, interrupt) {
            Ok(reply) => return Some(reply),
            Err(sentence) => tell!("{sentence}"),
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
        self.service.stop(&self.job, &Requester::terminal()).await.map(|_| ())
    }

    async fn cancel(&self) -> Result<(), Refusal> {
        self.service.cancel(&self.job, &Requester::terminal()).await.map(|_| ())
    }

    fn now(&self) -> Millis {
        SystemClock.now()
    }

    async fn line(&self) -> Option<LineView> {
        LineView::of(self.service.queued(&self.job).await.ok()?)
    }
}
