//! The routes, one file per concern.

pub mod admin;
pub mod articles;
pub mod artifacts;
pub mod budgets;
pub mod commands;
pub mod docs;
pub mod files;
pub mod fork;
pub mod health;
pub mod jobs;
pub mod keeping;
pub mod keys;
pub mod links;
mod names;
pub mod page;
pub mod record;
pub mod session;
pub mod setup;
pub mod shapes;
pub mod shares;
pub mod state;
pub mod stream;
pub mod threads;
mod values;

use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use gorkd_core::job::Job;
use gorkd_core::model::{JobId, RefusalCode, Seq, ThreadId};
use gorkd_core::ports::{JobRow, ThreadRow};

/// A thread that the asker may see. For other threads, the error and its timing are the same as for missing ones.
async fn thread_of(web: &Web, asker: &Asker, id: &str) -> Result<ThreadRow, Problem> {
    let found = web.service.thread(&ThreadId::from(id)).await;
    match found {
        Ok(row) if asker.may_see(&row.owner) => Ok(row),
        Ok(_) => Err(Problem::no_thread(id)),
        Err(refusal) if refusal.code == RefusalCode::NotFound => Err(Problem::no_thread(id)),
        Err(refusal) => Err(refusal.into()),
    }
}

/// A job that the asker may see.
pub async fn job_of(web: &Web, asker: &Asker, id: &str) -> Result<JobRow, Problem> {
    match web.service.row(&JobId::from(id)).await {
        Ok(row) if asker.may_see(&row.requester.key()) => Ok(row),
        Ok(_) => Err(Problem::no_job(id)),
        Err(refusal) if refusal.code == RefusalCode::NotFound => Err(Problem::no_job(id)),
        Err(refusal) => Err(refusal.into()),
    }
}

/// The target of a command on a thread: the named job, or else the newest that fits, or else the newest.
async fn job_in(
    web: &Web,
    thread: &ThreadRow,
    named: Option<&str>,
    fits: fn(&JobRow) -> bool,
) -> Result<JobRow, Problem> {
    let jobs = web.service.jobs_of(&thread.thread).await?;
    let found = match named {
        Some(id) => jobs.into_iter().find(|row| row.job.as_str() == id),
        None => {
            let newest = |row: &JobRow| (row.created_at, row.turn);
            let fitting = jobs.iter().filter(|row| fits(row)).max_by_key(|row| newest(row)).cloned();
            fitting.or_else(|| jobs.into_iter().max_by_key(newest))
        }
    };
    found.ok_or_else(|| Problem::no_job(named.unwrap_or("in this thread")))
}

/// Whether further spending by a run counts against the budget of the asker's key. The run may have been
/// started with another of their keys.
fn counted(asker: &Asker, job: &Job) -> Result<(), Problem> {
    let has = |own: &str| job.scopes.iter().any(|scope| scope.scope == own);
    match asker.scopes.iter().all(|own| has(&own.scope)) {
        true => Ok(()),
        false => Err(Problem::not_counted("The cost of this run")),
    }
}

/// Parses `<jobId>:<seq>`.
fn place(text: &str) -> Option<(JobId, Seq)> {
    let (job, seq) = text.rsplit_once(':')?;
    Some((JobId::from(job), seq.parse().ok()?))
}

fn place_text(job: &JobId, seq: Seq) -> String {
    format!("{job}:{seq}")
}
