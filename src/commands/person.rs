//! `gorkd person`: erases everything about a person, and prints their hash in the audit log.

use super::{print, refuse};
use crate::wire::App;
use gorkd_cli::{Exit, PersonCommand};
use gorkd_core::model::Requester;

pub async fn person(app: &App, command: PersonCommand) -> anyhow::Result<Exit> {
    let person = match command {
        PersonCommand::Erase { person } => person,
        PersonCommand::Hash { person } => {
            return Ok(match app.service.hash_of_person(&person).await {
                Ok(hash) => {
                    print(&format!("{hash}\n"));
                    Exit::Answered
                }
                Err(refusal) => refuse(&refusal),
            });
        }
    };
    let erased = match app.service.erase_person(&person, &Requester::terminal()).await {
        Ok(erased) => erased,
        Err(refusal) => return Ok(refuse(&refusal)),
    };
    let (threads, runs) = (erased.threads.len(), erased.runs.len());
    print(&match (threads, runs, erased.rows) {
        (0, 0, 0) => format!("Nothing is stored about {person}.\n"),
        _ => format!(
            "Erased {person}: {threads} threads, {runs} questions in other people's threads, and all other data. \
             What they typed and attached elsewhere, and what was made of it, is gone from {} runs of others; the \
             answers of these runs stay.\n",
            erased.shaped.len()
        ),
    });
    Ok(Exit::Answered)
}
