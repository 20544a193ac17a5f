//! Creates a job: its row, its thread's row, and its first events.

use super::append::insert_with_usage;
use super::both::events::Behind;
use super::claim::{by_server, first_lease, server_time};
use super::locks::{self, About};
use super::unit::Unit;
use super::{actors, documents};
use crate::packing::PackedText;
use crate::stored::{StoredEvent, first_state};
use crate::values::{int, plain};
use crate::work::{Done, Fault};
use crate::{audience_of, words};
use async_trait::async_trait;
use gorkd_core::job::Event;
use gorkd_core::model::{Document, JobId, Seq};
use gorkd_core::ports::{Change, Fence, NewJob, StoreError};
use sqlx::PgConnection;
use std::collections::BTreeSet;

pub(super) struct Create {
    pub new: NewJob,
    /// The first events as rows.
    pub events: Vec<StoredEvent>,
    pub texts: Vec<PackedText>,
    /// The documents that they refer to.
    pub documents: Vec<Document>,
    /// The requester as JSON.
    pub requester: String,
    /// Overrides the clock in tests (see `server_time`).
    pub caller_time: Option<i64>,
}

#[async_trait]
impl Unit for Create {
    type Output = Option<Fence>;

    async fn run(&self, connection: &mut PgConnection) -> Result<Done<Self::Output>, Fault> {
        let new = &self.new;
        self.unless_there(connection).await?;
        self.unless_under_way(connection).await?;
        let actor = actors::of(connection, &new.requester.key()).await?;
        self.thread(connection).await?;
        // In a busy thread, even a worker that asks for the job gets it only when its turn comes.
        let holder = match &new.claim_for {
            Some(worker) if new.forked_from.is_some() || !self.behind_another(connection).await? => {
                Some(worker.clone())
            }
            Some(_) | None => None,
        };
        if !self.documents.is_empty() || !self.texts.is_empty() || self.comes_from_another() {
            // Before the job has its number, so that an erasure knows which jobs were there.
            locks::keeping(connection).await?;
        }
        self.job(connection, holder.as_deref()).await?;
        if let Some(same) = &new.same {
            let under_way = "INSERT INTO under_way (same, job) VALUES ($1, $2)
                ON CONFLICT (same) DO UPDATE SET job = excluded.job";
            sqlx::query(under_way).bind(same).bind(new.job.as_str()).execute(&mut *connection).await?;
        }
        if let Some(worker) = &holder {
            first_lease(connection, worker, self.caller_time).await?;
        }
        if let Some((from, to)) = &new.copied {
            self.copy(connection, from, *to).await?;
        }
        let known = BTreeSet::new();
        let job = new.job.as_str();
        let behind = Behind { job, head: self.copied(), at: new.at, actor: Some(&actor) };
        insert_with_usage(connection, &behind, &self.events, known).await?;
        documents::keep_texts(connection, &self.texts).await?;
        documents::keep(connection, &self.documents, new.job.as_str(), &audience_of(&new.place)).await?;

        let change = Change { job: new.job.clone(), thread: new.thread.clone(), head: self.head() };
        let fence = holder.map(|worker| Fence { job: new.job.clone(), worker, claim: 1 });
        Ok(Done { output: fence, changes: vec![change] })
    }
}

impl Create {
    async fn unless_there(&self, connection: &mut PgConnection) -> Result<(), Fault> {
        let there: bool = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE job = $1)")
            .bind(self.new.job.as_str())
            .fetch_one(connection)
            .await?;
        match there {
            true => Err(self.there_already()),
            false => Ok(()),
        }
    }

    fn there_already(&self) -> Fault {
        StoreError::Unavailable(format!("the job {} already exists", self.new.job)).into()
    }

    /// Refuses if another copy of the same job is already in progress.
    async fn unless_under_way(&self, connection: &mut PgConnection) -> Result<(), Fault> {
        let Some(same) = &self.new.same else { return Ok(()) };
        locks::by_name(connection, About::Same, same).await?;
        let open: Option<String> = sqlx::query_scalar(
            "SELECT job FROM under_way JOIN jobs USING (job)
             WHERE same = $1 AND status IN ('queued', 'running', 'waiting')",
        )
        .bind(same)
        .fetch_optional(connection)
        .await?;
        match open {
            Some(job) => Err(StoreError::InProgress(JobId(job)).into()),
            None => Ok(()),
        }
    }

    /// Whether it copies another run, or checks its answer again.
    fn comes_from_another(&self) -> bool {
        let checks = |event: &Event| matches!(event, Event::Asked(asked) if asked.previous.is_some());
        self.new.copied.is_some() || self.new.events.iter().any(checks)
    }

    /// Number of events copied from another journal.
    fn copied(&self) -> u64 {
        self.new.copied.as_ref().map_or(0, |(_, to)| *to)
    }

    fn head(&self) -> u64 {
        self.copied() + self.events.len() as u64
    }

    /// Copies the start of another journal and references the documents it names.
    async fn copy(&self, connection: &mut PgConnection, from: &JobId, to: Seq) -> Result<(), Fault> {
        let copied = sqlx::query(
            "INSERT INTO events (job, seq, at, kind, version, payload, actor, typed)
             SELECT $1, seq, at, kind, version, payload, actor, typed FROM events
             WHERE job = $2 AND seq <= $3 ORDER BY seq",
        )
        .bind(self.new.job.as_str())
        .bind(from.as_str())
        .bind(int(to))
        .execute(&mut *connection)
        .await?;
        if copied.rows_affected() != to {
            return Err(StoreError::NotFound(format!("event {to} of job {from}")).into());
        }
        documents::keep_as(connection, from, &self.new.job, &audience_of(&self.new.place)).await
    }

    /// Creates the thread with its first job, or adds a turn. Its row is locked from here on.
    async fn thread(&self, connection: &mut PgConnection) -> Result<(), Fault> {
        let new = &self.new;
        let question = plain(&new.question);
        let title = words::title_of(&question);
        sqlx::query(
            "INSERT INTO threads (thread, place, owner, title, words, turns, created_at, updated_at)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
             ON CONFLICT (thread) DO UPDATE SET
                 words = threads.words || chr(10) || $8, turns = GREATEST(threads.turns, $6),
                 updated_at = GREATEST(threads.updated_at, $7)",
        )
        .bind(new.thread.as_str())
        .bind(new.place.as_str())
        .bind(new.requester.key())
        .bind(&title)
        .bind(words::folded(&format!("{title}\n{question}")))
        .bind(i64::from(new.turn))
        .bind(new.at.0)
        .bind(words::folded(&question))
        .execute(connection)
        .await?;
        Ok(())
    }

    /// Whether an earlier turn of the thread is unfinished.
    async fn behind_another(&self, connection: &mut PgConnection) -> Result<bool, Fault> {
        let open = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM jobs WHERE thread = $1 AND turn <= $2 AND forked_from IS NULL
                            AND status IN ('queued', 'running', 'waiting'))",
        )
        .bind(self.new.thread.as_str())
        .bind(i64::from(self.new.turn))
        .fetch_one(connection)
        .await?;
        Ok(open)
    }

    async fn job(&self, connection: &mut PgConnection, holder: Option<&str>) -> Result<(), Fault> {
        let new = &self.new;
        let (status, wake_at) = first_state(new, holder.is_some());
        let forked = new.forked_from.as_ref();
        let inserted = sqlx::query(concat!(
            "INSERT INTO jobs (job, thread, turn, place, requester, platform, person, question, status, head,
                 created_at, updated_at, forked_from, forked_at, wake_at, worker, claim, background, lane,
                 servers)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, ",
            by_server!("$14", "$11", "$19"),
            ", $15, $16, $17, $18,
                 COALESCE($20::text, (SELECT servers FROM jobs WHERE job = $21)))
             ON CONFLICT (job) DO NOTHING",
        ))
        .bind(new.job.as_str())
        .bind(new.thread.as_str())
        .bind(i64::from(new.turn))
        .bind(new.place.as_str())
        .bind(&self.requester)
        .bind(&new.requester.platform)
        .bind(new.requester.key())
        .bind(plain(&new.question))
        .bind(status.name())
        .bind(int(self.head()))
        .bind(new.at.0)
        .bind(forked.map(|(job, _)| job.as_str()))
        .bind(forked.map(|(_, at)| int(*at)))
        .bind(wake_at.map(|at| at.0))
        .bind(holder)
        .bind(i64::from(holder.is_some()))
        .bind(new.background)
        .bind(new.place.lane())
        .bind(self.caller_time)
        .bind(new.servers().map(words::names))
        .bind(new.copied.as_ref().map(|(job, _)| job.as_str()))
        .execute(connection)
        .await?;
        match inserted.rows_affected() {
            // Another process created it first.
            0 => Err(self.there_already()),
            _ => Ok(()),
        }
    }
}
