//! Creates a job: its row, its thread's row, and its first events.

use super::append::touch;
use super::both::events::{Behind, insert_events};
use super::claim::first_lease;
use super::unit::Unit;
use super::{actors, documents};
use crate::packing::PackedText;
use crate::stored::{StoredEvent, first_state};
use crate::values::int;
use crate::work::{Done, Fault};
use crate::{audience_of, words};
use async_trait::async_trait;
use gorkd_core::model::{Document, JobId, Seq};
use gorkd_core::ports::{Change, Fence, NewJob, StoreError};
use sqlx::SqliteConnection;
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
    /// The worker that wants it has no lock file and is alive only by its lease.
    pub leased: bool,
    pub store: String,
}

#[async_trait]
impl Unit for Create {
    type Output = Option<Fence>;

    async fn run(&self, connection: &mut SqliteConnection) -> Result<Done<Self::Output>, Fault> {
        let new = &self.new;
        let taken: i64 = sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE job = ?)")
            .bind(new.job.as_str())
            .fetch_one(&mut *connection)
            .await?;
        if taken != 0 {
            let sentence = format!("the job {} already exists", new.job);
            return Err(StoreError::Unavailable(sentence).into());
        }
        self.unless_under_way(connection).await?;
        self.thread(connection).await?;
        // In a busy thread, even a worker that asks for the job gets it only when its turn comes.
        let holder = match &new.claim_for {
            Some(worker) if new.forked_from.is_some() || !self.behind_another(connection).await? => {
                Some(worker.clone())
            }
            Some(_) | None => None,
        };
        self.job(connection, holder.as_deref()).await?;
        if let Some(same) = &new.same {
            sqlx::query("INSERT INTO under_way (same, job) VALUES (?, ?) ON CONFLICT (same) DO UPDATE SET job = excluded.job")
                .bind(same)
                .bind(new.job.as_str())
                .execute(&mut *connection)
                .await?;
        }
        if let (Some(worker), true) = (&holder, self.leased) {
            first_lease(connection, worker, new.at).await?;
        }
        if let Some((from, to)) = &new.copied {
            self.copy(connection, from, *to).await?;
        }
        let known = BTreeSet::new();
        let actor = actors::of(connection, &new.requester.key()).await?;
        let job = new.job.as_str();
        let behind = Behind { job, head: self.copied(), at: new.at, actor: Some(&actor) };
        insert_events(connection, &behind, &self.events, known).await?;
        documents::keep_texts(connection, &self.texts).await?;
        documents::keep(connection, &self.documents, new.job.as_str(), &audience_of(&new.place)).await?;
        touch(connection, new.job.as_str(), &self.store).await?;

        let change = Change { job: new.job.clone(), thread: new.thread.clone(), head: self.head() };
        let fence = holder.map(|worker| Fence { job: new.job.clone(), worker, claim: 1 });
        Ok(Done { output: fence, changes: vec![change] })
    }
}

impl Create {
    /// Refuses if another copy of the same job is already in progress.
    async fn unless_under_way(&self, connection: &mut SqliteConnection) -> Result<(), Fault> {
        let open: Option<String> = sqlx::query_scalar(
            "SELECT job FROM under_way JOIN jobs USING (job)
             WHERE same = ? AND status IN ('queued', 'running', 'waiting')",
        )
        .bind(&self.new.same)
        .fetch_optional(connection)
        .await?;
        match open {
            Some(job) => Err(StoreError::InProgress(JobId(job)).into()),
            None => Ok(()),
        }
    }

    /// Number of events copied from another journal.
    fn copied(&self) -> u64 {
        self.new.copied.as_ref().map_or(0, |(_, to)| *to)
    }

    fn head(&self) -> u64 {
        self.copied() + self.events.len() as u64
    }

    /// Copies the start of another journal and references the documents it names.
    async fn copy(&self, connection: &mut SqliteConnection, from: &JobId, to: Seq) -> Result<(), Fault> {
        let copied = sqlx::query(
            "INSERT INTO events (job, seq, at, kind, version, payload, effect, actor, typed)
             SELECT ?1, seq, at, kind, version, payload, NULL, actor, typed FROM events
             WHERE job = ?2 AND seq <= ?3 ORDER BY seq",
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

    /// Creates the thread with its first job, or adds a turn.
    async fn thread(&self, connection: &mut SqliteConnection) -> Result<(), Fault> {
        let new = &self.new;
        let title = words::title_of(&new.question);
        sqlx::query(
            "INSERT INTO threads (thread, place, owner, title, words, turns, created_at, updated_at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
             ON CONFLICT (thread) DO UPDATE SET
                 words = words || char(10) || ?8, turns = MAX(turns, ?6), updated_at = MAX(updated_at, ?7)",
        )
        .bind(new.thread.as_str())
        .bind(new.place.as_str())
        .bind(new.requester.key())
        .bind(&title)
        .bind(words::folded(&format!("{title}\n{}", new.question)))
        .bind(new.turn)
        .bind(new.at.0)
        .bind(words::folded(&new.question))
        .execute(&mut *connection)
        .await?;
        Ok(())
    }

    /// Whether an earlier turn of the thread is unfinished.
    async fn behind_another(&self, connection: &mut SqliteConnection) -> Result<bool, Fault> {
        let open: i64 = sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM jobs WHERE thread = ? AND turn <= ? AND forked_from IS NULL
                            AND status IN ('queued', 'running', 'waiting'))",
        )
        .bind(self.new.thread.as_str())
        .bind(self.new.turn)
        .fetch_one(&mut *connection)
        .await?;
        Ok(open != 0)
    }

    async fn job(&self, connection: &mut SqliteConnection, holder: Option<&str>) -> Result<(), Fault> {
        let new = &self.new;
        let (status, wake_at) = first_state(new, holder.is_some());
        let forked = new.forked_from.as_ref();
        sqlx::query(
            "INSERT INTO jobs (job, thread, turn, place, requester, question, status, head, created_at,
                 updated_at, forked_from, forked_at, wake_at, worker, claim, touched, touched_by, background, lane,
                 servers)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?9, ?10, ?11, ?12, ?13, ?14, 0, '', ?15, ?16,
                 COALESCE(?17, (SELECT servers FROM jobs WHERE job = ?18)))",
        )
        .bind(new.job.as_str())
        .bind(new.thread.as_str())
        .bind(new.turn)
        .bind(new.place.as_str())
        .bind(&self.requester)
        .bind(&new.question)
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
        .bind(new.servers().map(words::names))
        .bind(new.copied.as_ref().map(|(job, _)| job.as_str()))
        .execute(&mut *connection)
        .await?;
        Ok(())
    }
}
