//! Research while the caller waits, and runs that are looked up later.

use crate::arguments::{FollowUp, GetJob, Research};
use crate::caller::Caller;
use crate::results::{self, Why};
use crate::server::Server;
use gorkd_core::engine::{Ask, ChosenTerms, Clock, Service, SystemClock, Ticket};
use gorkd_core::job::{Job, Reply};
use gorkd_core::model::{JobId, Planning, Refusal, RefusalCode, Seq, ThreadId};
use gorkd_core::ports::Change;
use gorkd_core::view::{progress, view};
use rmcp::model::{CallToolResult, ProgressNotificationParam, ProgressToken};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, Peer, RoleServer};
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::sync::broadcast;

/// Notifications can be lost in a burst, so the journal is polled as well.
const AT_LEAST_EVERY: Duration = Duration::from_millis(500);

pub async fn research(
    server: &Server,
    caller: &Caller,
    wanted: Research,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResult, Why> {
    let terms = ChosenTerms {
        profile: wanted.profile.map(Into::into),
        privacy: wanted.privacy.map(Into::into),
        domain: wanted.domain,
        deliverable: wanted.deliverable.map(Into::into),
        ..ChosenTerms::default()
    };
    let ask = Ask { text: wanted.question, terms, place: caller.place.clone(), ..Ask::default() };
    asked(server, caller, ask, context).await
}

pub async fn follow_up(
    server: &Server,
    caller: &Caller,
    wanted: FollowUp,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResult, Why> {
    let id = ThreadId::from(wanted.thread_id.as_str());
    let thread = match server.parts.service.thread(&id).await {
        Ok(row) if (caller.sees)(&row.owner) => row,
        Err(refusal) if refusal.code != RefusalCode::NotFound => return Err(refusal.into()),
        Ok(_) | Err(_) => {
            return Err(Why::told(format!("There is no thread {id}. To start a thread, call research.")));
        }
    };
    let ask =
        Ask { text: wanted.question, thread: Some(thread.thread), place: thread.place, ..Ask::default() };
    asked(server, caller, ask, context).await
}

pub async fn get_job(server: &Server, caller: &Caller, wanted: GetJob) -> Result<CallToolResult, Why> {
    let row = server.job_of(caller, &JobId::from(wanted.job_id.as_str())).await?;
    shown(&server.parts.service.job(&row.job, None).await?)
}

async fn asked(
    server: &Server,
    caller: &Caller,
    ask: Ask,
    context: RequestContext<RoleServer>,
) -> Result<CallToolResult, Why> {
    let ask = Ask {
        // Nobody can answer a clarifying question.
        terms: ChosenTerms { planning: Some(Planning::Auto), ..ask.terms },
        requester: caller.requester.clone(),
        time_zone: caller.time_zone.clone(),
        library: Some(server.parts.library.load(Ordering::Relaxed)),
        scopes: caller.scopes.clone(),
        ..ask
    };
    let ticket = server.parts.service.ask(ask).await?;
    shown(&followed(server, caller, &ticket, &context).await?)
}

fn shown(job: &Job) -> Result<CallToolResult, Why> {
    results::job(&view(job), &progress(job, SystemClock.now()).now)
}

/// The finished job. A canceled call stops the research; the answer is written from what was read.
async fn followed(
    server: &Server,
    caller: &Caller,
    ticket: &Ticket,
    context: &RequestContext<RoleServer>,
) -> Result<Job, Why> {
    let (service, id) = (&server.parts.service, &ticket.job);
    let mut changes = service.changes();
    let mut job = service.job(id, None).await?;
    let mut told = ProgressReporter::new(context);
    loop {
        told.tell(&job).await;
        if job.status().is_over() {
            return Ok(job);
        }
        if let Some((open, _)) = job.interrupt() {
            unasked(service, caller, id, open.id(), open.unasked()).await?;
        }
        tokio::select! {
            () = server.parts.halt.cancelled() => return Err(Why::ending(id)),
            () = context.ct.cancelled() => return Err(given_up(server, caller, id).await),
            _ = tokio::time::timeout(AT_LEAST_EVERY, news(&mut changes, id)) => {}
        }
        for recorded in service.events(id, job.head).await? {
            job.apply(&recorded);
        }
    }
}

/// Sends the default reply. Somebody else may have replied first.
async fn unasked(
    service: &Service,
    caller: &Caller,
    job: &JobId,
    interrupt: &str,
    reply: Reply,
) -> Result<(), Refusal> {
    match service.reply(job, interrupt, reply, &caller.requester).await {
        Err(refusal) if !matches!(refusal.code, RefusalCode::Conflict | RefusalCode::NotAllowed) => {
            Err(refusal)
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// The caller no longer waits. Nobody reads the response. If gorkd is shutting down, the run is not touched.
async fn given_up(server: &Server, caller: &Caller, job: &JobId) -> Why {
    if server.parts.halt.is_cancelled() {
        return Why::ending(job);
    }
    if let Err(refusal) = server.parts.service.stop(job, &caller.requester).await
        && refusal.code != RefusalCode::Conflict
    {
        tracing::warn!(%job, reason = refusal.message, "failed to stop an abandoned run");
    }
    Why::Fault(ErrorData::internal_error("Canceled.", None))
}

/// Returns at the next change of this job.
async fn news(changes: &mut broadcast::Receiver<Change>, job: &JobId) {
    loop {
        match changes.recv().await {
            Ok(change) if change.job == *job => return,
            Ok(_) => {}
            Err(broadcast::error::RecvError::Lagged(_)) => return,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// Reports progress to a caller that asked for it: the position in the job's journal, which only grows, and
/// the current activity in words.
struct ProgressReporter<'c> {
    peer: &'c Peer<RoleServer>,
    token: Option<ProgressToken>,
    at: Seq,
    last: String,
}

impl<'c> ProgressReporter<'c> {
    fn new(context: &'c RequestContext<RoleServer>) -> Self {
        Self { peer: &context.peer, token: context.meta.get_progress_token(), at: 0, last: String::new() }
    }

    async fn tell(&mut self, job: &Job) {
        let Some(token) = &self.token else { return };
        let now = progress(job, SystemClock.now()).now;
        if now == self.last || job.head <= self.at {
            return;
        }
        // With the ID, a caller that cancels can find the run again.
        let message = if self.last.is_empty() { format!("{}: {now}", job.id) } else { now.clone() };
        let progress = ProgressNotificationParam::new(token.clone(), job.head as f64).with_message(message);
        if self.peer.notify_progress(progress).await.is_err() {
            self.token = None;
        }
        (self.at, self.last) = (job.head, now);
    }
}
