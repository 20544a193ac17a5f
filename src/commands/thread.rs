//! `gorkd thread`: conversations, listed, shown, renamed, erased.

use super::{print, print_json, refuse};
use crate::wire::App;
use gorkd_cli::screen::{Look, clean, table};
use gorkd_cli::{Exit, ThreadCommand, render};
use gorkd_core::model::{Refusal, RefusalCode, Requester, ThreadId};
use gorkd_core::ports::{StoreError, Threads};
use gorkd_core::view::{iso, view};
use serde_json::json;

pub async fn thread(app: &App, command: ThreadCommand) -> anyhow::Result<Exit> {
    let done = match command {
        ThreadCommand::List { search, limit, json } => list(app, search.as_deref(), limit, json).await,
        ThreadCommand::Show { thread, json } => show(app, &ThreadId(thread), json).await,
        ThreadCommand::Rename { thread, title } => rename(app, &ThreadId(thread), title.trim()).await,
        ThreadCommand::Delete { thread } => erase(app, &ThreadId(thread)).await,
    };
    match done {
        Ok(()) => Ok(Exit::Answered),
        Err(error) => match error.downcast::<StoreError>() {
            Ok(StoreError::NotFound(what)) => {
                let message = format!("There is no thread {what}.");
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
        print("Nothing has been asked yet, or nothing matches.\n");
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
    for job in app.store.jobs(thread).await? {
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
    Ok(())
}

async fn rename(app: &App, thread: &ThreadId, title: &str) -> anyhow::Result<()> {
    if title.is_empty() || title.chars().count() > 200 {
        anyhow::bail!("A title has 1 to 200 characters.");
    }
    app.store.thread(thread).await?;
    app.store.rename(thread, title).await?;
    print("Renamed.\n");
    Ok(())
}

async fn erase(app: &App, thread: &ThreadId) -> anyhow::Result<()> {
    app.store.thread(thread).await?;
    app.store.delete(thread).await?;
    print("Erased, with its runs and the texts that nothing else needs.\n");
    Ok(())
}
