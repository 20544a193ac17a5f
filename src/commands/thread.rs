//! `gorkd thread`: lists, shows, renames and erases conversations.

use super::{named, print, print_json, refuse};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, ThreadCommand, render};
use gorkd_core::model::{JobId, Refusal, RefusalCode, Requester, ThreadId};
use gorkd_core::ports::{JobRow, StoreError};
use gorkd_core::view::{iso, view};
use serde_json::json;
use std::io::{BufRead, IsTerminal};

pub async fn thread(app: &App, mut command: ThreadCommand) -> anyhow::Result<Exit> {
    if let Some(meant) = command.thread_mut() {
        match named::thread(app, meant).await? {
            Ok(thread) => *meant = thread.0,
            Err(refusal) => return Ok(refuse(&refusal)),
        }
    }
    let done = match command {
        ThreadCommand::List { search, limit, json } => {
            list(app, search.as_deref(), limit, json).await.map(Ok)
        }
        ThreadCommand::Show { thread, json } => show(app, &ThreadId(thread), json).await.map(Ok),
        ThreadCommand::Rename { thread, title } => rename(app, &ThreadId(thread), title.trim()).await,
        ThreadCommand::Delete { thread, yes } => erase(app, &ThreadId(thread), yes).await,
    };
    match done {
        Ok(Ok(())) => Ok(Exit::Answered),
        Ok(Err(refusal)) => Ok(refuse(&refusal)),
        Err(error) => match error.downcast::<StoreError>() {
            Ok(StoreError::NotFound(what)) => {
                let message = format!("There is no {what}.");
                Ok(refuse(&Refusal::new(RefusalCode::NotFound, message)))
            }
            Ok(error) => Err(error.into()),
            Err(error) => Err(error),
        },
    }
}

async fn list(app: &App, search: Option<&str>, limit: u32, as_json: bool) -> anyhow::Result<()> {
    let rows = app.store.list(&Requester::terminal().key(), search, limit).await?;
    if as_json {
        let rows: Vec<_> = rows
            .iter()
            .map(|row| {
                json!({
                    "thread_id": row.thread,
                    "title": row.title,
                    "turns": row.turns,
                    "created_at": iso(row.created_at),
                    "updated_at": iso(row.updated_at),
                })
            })
            .collect();
        return print_json(&rows);
    }
    if rows.is_empty() {
        print("There are no conversations yet, or none matches.\n");
        return Ok(());
    }
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| vec![row.thread.to_string(), row.turns.to_string(), iso(row.updated_at), row.title])
        .collect();
    print(&table(&["thread", "turns", "updated", "title"], &rows, Look::of_stdout()));
    Ok(())
}

async fn show(app: &App, thread: &ThreadId, as_json: bool) -> anyhow::Result<()> {
    let row = app.store.thread(thread).await?;
    let mut views = Vec::new();
    let rows = app.store.jobs(thread).await?;
    for job in &rows {
        views.push(view(&app.service.job(&job.job, None).await?));
    }
    if as_json {
        return print_json(&json!({"thread_id": thread, "title": row.title, "jobs": views}));
    }
    print(&format!("{}\n\n", clean(&row.title)));
    for view in &views {
        print(&format!("{}  ({})\n", clean(&view.question), view.job_id));
        print(&format!("{}\n", render::answer(view, Look::of_stdout())));
    }
    if rows.iter().any(|row| row.forked_from.is_some()) {
        print(&format!("Turns and their branches:\n{}", tree(&rows)));
    }
    Ok(())
}

/// Turns, with branches indented below the turn where they start.
fn tree(rows: &[JobRow]) -> String {
    fn below(rows: &[JobRow], from: Option<&JobId>, depth: usize, text: &mut String) {
        for row in rows.iter().filter(|row| row.forked_from.as_ref().map(|(job, _)| job) == from) {
            let left =
                row.forked_from.as_ref().map(|(_, at)| format!(" from checkpoint {at}")).unwrap_or_default();
            let line = format!(
                "{}- turn {}: {}  ({}, {}{left})\n",
                "  ".repeat(depth + 1),
                row.turn,
                clean(&row.question),
                row.job,
                row.status.name()
            );
            text.push_str(&line);
            below(rows, Some(&row.job), depth + 1, text);
        }
    }
    let mut text = String::new();
    below(rows, None, 0, &mut text);
    text
}

async fn rename(app: &App, thread: &ThreadId, title: &str) -> anyhow::Result<Result<(), Refusal>> {
    app.store.thread(thread).await?;
    let renamed = app.service.rename(thread, title, &Requester::terminal()).await;
    Ok(renamed.map(|()| print("Renamed.\n")))
}

/// At a terminal, says what will be gone and asks first.
async fn erase(app: &App, thread: &ThreadId, sure: bool) -> anyhow::Result<Result<(), Refusal>> {
    let title = clean(&app.store.thread(thread).await?.title);
    let runs = match app.store.jobs(thread).await?.len() {
        1 => "its run".to_owned(),
        many => format!("its {many} runs"),
    };
    if !sure && std::io::stdin().is_terminal() {
        tell!("Erase \u{201c}{title}\u{201d} with {runs}? This can't be undone. (y/n)");
        let mut line = String::new();
        std::io::stdin().lock().read_line(&mut line)?;
        if !matches!(line.trim().to_lowercase().as_str(), "y" | "yes") {
            print("Nothing was erased.\n");
            return Ok(Ok(()));
        }
    }
    let erased = app.service.erase(thread, &Requester::terminal()).await;
    Ok(erased.map(|()| {
        print(&format!(
            "Erased \u{201c}{title}\u{201d} with {runs} and the texts that nothing else needs.\n"
        ));
    }))
}
