//! `gorkd job`: shows, stops, retries and continues runs.

use super::ask::Asking;
use super::{ask, named, print, print_json, refuse};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, plainly, print_bytes, table};
use gorkd_cli::{Exit, ExportFormat, ForkArgs, JobCommand, read_reply};
use gorkd_core::engine::{Ask, KnownAnswer, Ticket};
use gorkd_core::job::{ApprovalAbout, Edit, Interrupt};
use gorkd_core::model::*;
use gorkd_core::view::{docx, export, html, iso, tables, view};
use serde_json::json;
use std::path::Path;
use tokio_util::sync::CancellationToken;

pub async fn job(app: &App, mut command: JobCommand) -> anyhow::Result<Exit> {
    let meant = command.job_mut();
    match named::job(app, meant).await? {
        Ok(job) => *meant = job.0,
        Err(refusal) => return Ok(refuse(&refusal)),
    }
    let done = match command {
        JobCommand::Show { job, json, at } => show(app, &JobId(job), json, at).await?,
        JobCommand::Events { job, after, json } => events(app, &JobId(job), after, json).await?,
        JobCommand::Source { job, source } => self::source(app, &JobId(job), &source).await,
        JobCommand::Export { job, format, output, table } => {
            let of_file = output.as_deref().and_then(ExportFormat::of_file);
            let format = format.or(of_file).unwrap_or(ExportFormat::Markdown);
            match exported(app, &JobId(job), format, table).await? {
                Ok(bytes) => {
                    if let Some(wrong) = written(&bytes, output.as_deref()) {
                        tell!("{wrong}");
                        return Ok(Exit::Failed);
                    }
                    Ok(())
                }
                Err(refusal) => Err(refusal),
            }
        }
        JobCommand::Checkpoints { job, json } => checkpoints(app, &JobId(job), json).await?,
        JobCommand::Reply { job, answer } => return reply(app, JobId(job), &answer.join(" ")).await,
        JobCommand::Share { job, revoke: true } => app
            .service
            .unshare(&JobId(job), &Requester::terminal())
            .await
            .map(|()| print("All links to it have been revoked.\n")),
        JobCommand::Share { job, revoke: false } => {
            app.service.share(&JobId(job), &Requester::terminal()).await.map(|share| {
                let base = app.settings.web.public_url.as_ref().map(|url| url.as_str().trim_end_matches('/'));
                let local = format!("http://127.0.0.1:{}", app.settings.web.port);
                print(&format!("{}{}\n", base.unwrap_or(&local), share.path));
                gorkd_cli::screen::tell(&format!(
                    "It works until {}, as long as `gorkd serve` is running.",
                    iso(share.until)
                ));
            })
        }
        JobCommand::Steer { job, text } => app
            .service
            .steer(&JobId(job), &text.join(" "), &Requester::terminal())
            .await
            .map(|commanded| print(&format!("{}\n", commanded.message))),
        JobCommand::Recheck { job, json } => return recheck(app, JobId(job), json).await,
        JobCommand::Stop { job } => return stop(app, JobId(job)).await,
        JobCommand::Cancel { job } => app
            .service
            .cancel(&JobId(job), &Requester::terminal())
            .await
            .map(|commanded| print(&format!("{}\n", commanded.message))),
        JobCommand::Retry { job, json } => return retry(app, JobId(job), json).await,
        JobCommand::Fork(args) => return fork(app, args).await,
    };
    Ok(match done {
        Ok(()) => Exit::Answered,
        Err(refusal) => refuse(&refusal),
    })
}

/// Exports the answer as a file.
async fn exported(
    app: &App,
    id: &JobId,
    format: ExportFormat,
    number: Option<u32>,
) -> anyhow::Result<Result<Vec<u8>, Refusal>> {
    let view = match app.service.job(id, None).await {
        Ok(job) => view(&job),
        Err(refusal) => return Ok(Err(refusal)),
    };
    Ok(Ok(match format {
        ExportFormat::Markdown => export::markdown(&view).into_bytes(),
        ExportFormat::Json => export::json(&view)?.into_bytes(),
        ExportFormat::Html => html(&view).into_bytes(),
        ExportFormat::Docx => docx(&view)?,
        ExportFormat::Pdf => return Ok(app.service.pdf(&view).await),
        ExportFormat::Csv => match tables::chosen(&view, number) {
            Ok(table) => tables::csv(&table).into_bytes(),
            Err(message) => return Ok(Err(Refusal::new(RefusalCode::NotFound, message))),
        },
    }))
}

/// Writes a document to a file, or to standard output. A sentence if that fails.
fn written(bytes: &[u8], file: Option<&Path>) -> Option<String> {
    let Some(file) = file else {
        print_bytes(bytes);
        return None;
    };
    match std::fs::write(file, bytes) {
        Ok(()) => {
            tell!("Written to {}.", file.display());
            None
        }
        Err(error) => Some(format!("{} can't be written: {}.", file.display(), plainly(&error))),
    }
}

async fn show(app: &App, id: &JobId, json: bool, at: Option<Seq>) -> anyhow::Result<Result<(), Refusal>> {
    if let Some(at) = at {
        let head = match app.service.job(id, None).await {
            Ok(job) => job.head,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if !(1..=head).contains(&at) {
            let message = format!(
                "The run has no event {at}: its events are numbered from 1 to {head}. `gorkd job checkpoints` lists \
                 those that are worth going back to."
            );
            return Ok(Err(Refusal::new(RefusalCode::NotFound, message)));
        }
    }
    match app.service.job(id, at).await {
        Ok(job) => {
            let line = if at.is_none() { app.service.line_of(&job).await } else { None };
            ask::show(&job, line, json).map(Ok)
        }
        Err(refusal) => Ok(Err(refusal)),
    }
}

async fn events(app: &App, id: &JobId, after: Seq, json: bool) -> anyhow::Result<Result<(), Refusal>> {
    let recorded = match app.service.events(id, after).await {
        Ok(recorded) if recorded.is_empty() && after == 0 => {
            return Ok(Err(Refusal::new(RefusalCode::NotFound, format!("There is no job {id}."))));
        }
        Ok(recorded) => recorded,
        Err(refusal) => return Ok(Err(refusal)),
    };
    for one in recorded {
        let (kind, version, payload) = one.event.encode();
        if json {
            let mut line = json!({"seq": one.seq, "at": iso(one.at), "kind": kind, "version": version, "payload": payload});
            if let Some(actor) = &one.actor {
                line["actor"] = json!(actor);
            }
            print(&format!("{line}\n"));
        } else {
            let about =
                payload.get("effect").and_then(|effect| effect.as_str()).unwrap_or_default().to_owned();
            let why = payload.pointer("/failure/detail").and_then(|d| d.as_str()).unwrap_or_default();
            print(&format!("{:>4}  {}  {kind:<12} {} {}\n", one.seq, iso(one.at), clean(&about), clean(why)));
        }
    }
    Ok(Ok(()))
}

/// Prints the stored text of a source, with nothing added.
async fn source(app: &App, id: &JobId, source: &str) -> Result<(), Refusal> {
    let reading = app.service.source(id, source).await?;
    print(&reading.text);
    Ok(())
}

async fn checkpoints(app: &App, id: &JobId, as_json: bool) -> anyhow::Result<Result<(), Refusal>> {
    let job = match app.service.job(id, None).await {
        Ok(job) => job,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if as_json {
        return print_json(&job.checkpoints).map(Ok);
    }
    let rows: Vec<Vec<String>> = job
        .checkpoints
        .iter()
        .map(|one| {
            vec![
                one.seq.to_string(),
                one.stage.name().to_owned(),
                one.round.map(|round| (round + 1).to_string()).unwrap_or_default(),
                iso(one.at),
                format!("{} tokens, {}", one.spend.tokens(), one.spend.usd),
            ]
        })
        .collect();
    print(&table(&["checkpoint", "after", "round", "at", "spent so far"], &rows, Look::of_stdout()));
    Ok(Ok(()))
}

/// Replies to what a run asks, and continues it here.
async fn reply(app: &App, job: JobId, answer: &str) -> anyhow::Result<Exit> {
    let open = match app.service.job(&job, None).await {
        Ok(current) => current.interrupt(),
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let Some((open, _)) = open else {
        let message = "This run has no open question: it was already answered, or the time ran out.";
        return Ok(refuse(&Refusal::new(RefusalCode::Conflict, message)));
    };
    let of_plan = matches!(open, Interrupt::Approve { about: ApprovalAbout::Plan(_), .. });
    let replied = match answer.trim().to_lowercase().as_str() {
        "cheaper" if of_plan => {
            app.service.reply_with_profile(&job, open.id(), false, &Requester::terminal()).await
        }
        "deeper" if of_plan => {
            app.service.reply_with_profile(&job, open.id(), true, &Requester::terminal()).await
        }
        _ => match read_reply(answer, &open) {
            Ok(reply) => app.service.reply(&job, open.id(), reply, &Requester::terminal()).await,
            Err(sentence) => Err(Refusal::new(RefusalCode::InvalidQuestion, sentence)),
        },
    };
    match replied {
        Ok(_) => take_up(app, job, false, Asking::Later).await,
        Err(refusal) => Ok(refuse(&refusal)),
    }
}

async fn recheck(app: &App, job: JobId, json: bool) -> anyhow::Result<Exit> {
    let worker = app.worker(CancellationToken::new())?;
    let ask = Ask {
        requester: Requester::terminal(),
        place: Place::from("cli:local"),
        claim_for: Some(worker.name().to_owned()),
        library: Some(app.library_documents().await?),
        ..Ask::default()
    };
    match app.service.recheck(&job, ask).await {
        Ok(ticket) => ask::run(app, worker, ticket, json, Asking::Here).await,
        Err(refusal) => Ok(refuse(&refusal)),
    }
}

async fn retry(app: &App, job: JobId, json: bool) -> anyhow::Result<Exit> {
    if let Err(refusal) = app.service.retry(&job, &Requester::terminal()).await {
        return Ok(refuse(&refusal));
    }
    take_up(app, job, json, Asking::Here).await
}

/// Ends research. If no worker has the job, the answer is written here.
async fn stop(app: &App, job: JobId) -> anyhow::Result<Exit> {
    if let Err(refusal) = app.service.stop(&job, &Requester::terminal()).await {
        return Ok(refuse(&refusal));
    }
    print("Research stops here; the answer is written from what was read.\n");
    let worker = app.worker(CancellationToken::new())?;
    match (worker.claim(Some(&job)).await?, app.service.row(&job).await) {
        (Some(fence), Ok(row)) => {
            let ticket = Ticket {
                job,
                thread: row.thread,
                turn: row.turn,
                fence: Some(fence),
                known: KnownAnswer::No,
            };
            ask::run(app, worker, ticket, false, Asking::Later).await
        }
        (Some(_), Err(refusal)) => Ok(refuse(&refusal)),
        (None, _) => Ok(Exit::Answered),
    }
}

/// Continues a job in this process.
async fn take_up(app: &App, job: JobId, json: bool, asking: Asking) -> anyhow::Result<Exit> {
    let worker = app.worker(CancellationToken::new())?;
    let row = match app.service.row(&job).await {
        Ok(row) => row,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    // If another process has already claimed it, this one only follows it.
    let fence = worker.claim(Some(&job)).await?;
    ask::run(
        app,
        worker,
        Ticket { job, thread: row.thread, turn: row.turn, fence, known: KnownAnswer::No },
        json,
        asking,
    )
    .await
}

async fn fork(app: &App, args: ForkArgs) -> anyhow::Result<Exit> {
    let from = args.job();
    let job = match app.service.job(&from, None).await {
        Ok(job) => job,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let Some(at) = args.at.or_else(|| job.checkpoints.last().map(|checkpoint| checkpoint.seq)) else {
        let message = "This run has no checkpoint yet.";
        return Ok(refuse(&Refusal::new(RefusalCode::Conflict, message)));
    };
    let sources = |words: Vec<String>| words.into_iter().map(SourceId).collect::<Vec<_>>();
    let profile = args.profile().map(|profile| (profile, app.settings.profiles[&profile].clone()));
    let understand = app.service.understand();
    let edit = Edit {
        question: args.question.as_deref().map(|text| understand.analyze(text, job.asked_at)),
        constraints: args
            .constraint
            .iter()
            .map(|text| understand.wish(text))
            .chain(args.deliverable().map(Deliverable::wish))
            .collect(),
        profile,
        providers: None,
        pin: sources(args.pin.clone()),
        exclude: sources(args.exclude.clone()),
    };
    let worker = app.worker(CancellationToken::new())?;
    let ask =
        Ask { requester: Requester::terminal(), claim_for: Some(worker.name().to_owned()), ..Ask::default() };
    match app.service.fork(&from, at, edit, ask).await {
        Ok(ticket) => ask::run(app, worker, ticket, args.json, Asking::Here).await,
        Err(refusal) => Ok(refuse(&refusal)),
    }
}
