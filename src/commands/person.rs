//! `gorkd person`: exports or erases everything about a person, and prints their hash in the audit log.

use super::{print, refuse};
use crate::wire::App;
use anyhow::Context;
use gorkd_cli::{Exit, PersonCommand};
use gorkd_core::model::{Refusal, RefusalCode, Requester};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

pub async fn person(app: &App, command: PersonCommand) -> anyhow::Result<Exit> {
    let (PersonCommand::Erase { person }
    | PersonCommand::Export { person, .. }
    | PersonCommand::Hash { person }) = &command;
    if !is_person(person) {
        return Ok(refuse(&Refusal::new(
            RefusalCode::InvalidQuestion,
            format!("{person:?} names nobody. {PERSONS}"),
        )));
    }
    match command {
        PersonCommand::Erase { person } => Ok(or_refuse(erase(app, &person).await)),
        PersonCommand::Export { person, audit_log } => export(app, &person, audit_log).await,
        PersonCommand::Hash { person } => Ok(or_refuse(hash(app, &person).await)),
    }
}

/// Shown when a person's name is mistyped.
const PERSONS: &str = "Write slack:TEAM:USER, discord:USER, web:KEY (the name of an API key), or cli:local.";

/// A platform, and somebody on it: "slack:T1:U1". What is mistyped would look like a person of whom nothing is stored.
fn is_person(text: &str) -> bool {
    match text.split(':').collect::<Vec<_>>().as_slice() {
        ["slack", team, user] => !team.is_empty() && !user.is_empty(),
        ["slack", ..] => false,
        ["discord" | "web" | "cli", first, ..] => !first.is_empty(),
        [..] => false,
    }
}

fn or_refuse(done: Result<(), Refusal>) -> Exit {
    match done {
        Ok(()) => Exit::Answered,
        Err(refusal) => refuse(&refusal),
    }
}

async fn hash(app: &App, person: &str) -> Result<(), Refusal> {
    print(&format!("{}\n", app.service.hash_of_person(person).await?));
    Ok(())
}

async fn erase(app: &App, person: &str) -> Result<(), Refusal> {
    let erased = app.service.erase_person(person, &Requester::terminal()).await?;
    let (threads, runs, shaped) = (erased.threads.len(), erased.runs.len(), erased.shaped.len());
    let elsewhere = match shaped {
        0 => String::new(),
        _ => format!(
            " What they typed and attached elsewhere, and what was made of it, is gone from {shaped} runs of \
             others; the answers of these runs stay."
        ),
    };
    print(&match (threads, runs, shaped, erased.rows) {
        (0, 0, 0, 0) => format!("Nothing is stored about {person}.\n"),
        _ => format!(
            "Erased {person}: {threads} threads, {runs} questions in other people's threads, and all other data.\
             {elsewhere}\n"
        ),
    });
    Ok(())
}

async fn export(app: &App, person: &str, logs: Vec<PathBuf>) -> anyhow::Result<Exit> {
    let hash = match app.service.hash_of_person(person).await {
        Ok(hash) => hash,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let by = Requester::terminal();
    if let Err(refusal) = app.service.export_person(person, &by, print_record).await {
        return Ok(refuse(&refusal));
    }
    let own = app.settings.logs.file.clone().filter(|file| file.exists());
    let logs: BTreeSet<PathBuf> = own.into_iter().chain(logs).collect();
    for log in logs {
        print_audit_lines(&log, &hash)?;
    }
    Ok(Exit::Answered)
}

fn print_record(kind: &str, row: Value) {
    print(&format!("{}\n", json!({"record": kind, "row": row})));
}

/// Prints the lines of the audit log that are about this person: what they did, and what was done to them.
fn print_audit_lines(log: &Path, hash: &str) -> anyhow::Result<()> {
    let cannot = || format!("{} can't be read", log.display());
    let lines = BufReader::new(File::open(log).with_context(cannot)?).split(b'\n');
    for line in lines {
        // Lines in another format are not the audit log's.
        let Ok(mut line) = serde_json::from_slice::<Value>(&line.with_context(cannot)?) else { continue };
        let by_them = line["who"] == hash;
        if line["target"] != "gorkd::audit" || !(by_them || line["on"] == hash) {
            continue;
        }
        if !by_them && let Some(fields) = line.as_object_mut() {
            fields.remove("who");
        }
        print_record("audit_log", line);
    }
    Ok(())
}
