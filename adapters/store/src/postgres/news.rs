//! Notifications about commits of other processes.
//!
//! A commit that changes jobs notifies all listeners, with ids only. A poll by change number backs this up,
//! for notifications lost with a connection or swallowed by a connection pooler.

use super::pool::{Connections, no_answer};
use super::{Inner, PostgresStore};
use crate::values::count;
use crate::work::Fault;
use gorkd_core::model::{JobId, ThreadId};
use gorkd_core::ports::Change;
use serde_json::Value;
use sqlx::PgConnection;
use sqlx::postgres::{PgConnectOptions, PgListener, PgPoolOptions};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::AbortHandle;
use tokio::time::Instant;

/// The notification channels; they are per database.
const CHANNEL: &str = "gorkd_jobs";
pub(super) const DRAFTS: &str = "gorkd_drafts";

/// How long the server may take to answer on the listening connection.
const ANSWER: Duration = Duration::from_secs(10);
/// Delay before the next attempt after a failure.
const BACK_OFF: Duration = Duration::from_secs(2);

/// Gives changed jobs their next numbers, and notifies everyone once this transaction is committed.
pub(super) async fn announce(
    connection: &mut PgConnection,
    store: &str,
    changes: &[Change],
) -> Result<(), Fault> {
    if changes.is_empty() {
        return Ok(());
    }
    let jobs: Vec<&str> = changes.iter().map(|change| change.job.as_str()).collect();
    sqlx::query(
        "WITH told AS (
             UPDATE jobs SET touched = nextval('jobs_touched'), touched_by = $1 WHERE job = ANY($2)
             RETURNING touched, head, job, thread)
         SELECT pg_notify($3, json_build_array($1::text, touched, head, job, thread)::text) FROM told",
    )
    .bind(store)
    .bind(jobs)
    .bind(CHANNEL)
    .execute(connection)
    .await?;
    Ok(())
}

/// Everything that listening needs, but nothing that would keep the store alive.
#[derive(Clone)]
pub(super) struct Listen {
    pub name: String,
    pub connect: PgConnectOptions,
    pub pool: Connections,
    pub every: Duration,
    /// Jobs whose draft has grown in another process.
    pub drafts: broadcast::Sender<JobId>,
    /// The highest number when the store was opened; listeners see everything after it.
    pub from: i64,
    pub runtime: tokio::runtime::Handle,
}

/// A running listener; aborted on drop.
pub(super) struct Listening(AbortHandle);

impl Listening {
    pub fn stop(&self) {
        self.0.abort();
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Inner {
    fn listen(&self) -> broadcast::Receiver<Change> {
        let news = self.news.subscribe();
        self.listening.get_or_init(|| {
            let task = run(self.listen.clone(), self.news.clone());
            Listening(self.listen.runtime.spawn(task).abort_handle())
        });
        news
    }
}

impl PostgresStore {
    pub(super) fn listen(&self) -> broadcast::Receiver<Change> {
        self.inner.listen()
    }

    /// Jobs whose draft has grown in another process. May miss some.
    pub fn drafts(&self) -> broadcast::Receiver<JobId> {
        let drafts = self.inner.listen.drafts.subscribe();
        // One connection serves both.
        drop(self.inner.listen());
        drafts
    }
}

async fn run(listen: Listen, news: broadcast::Sender<Change>) {
    let mut seen = Relayed { since: [listen.from; 2], told: BTreeMap::new() };
    let mut warned = false;
    loop {
        let Err(error) = follow(&listen, &news, &mut seen, &mut warned).await;
        if !std::mem::replace(&mut warned, true) {
            let error = error.to_string();
            tracing::warn!(error, "the connection for other processes' changes is lost; reconnecting");
        }
        tokio::time::sleep(BACK_OFF).await;
    }
}

/// Follows notifications, backed by the poll, until a connection fails.
async fn follow(
    listen: &Listen,
    news: &broadcast::Sender<Change>,
    seen: &mut Relayed,
    warned: &mut bool,
) -> Result<Infallible, sqlx::Error> {
    // A separate connection: a listening one would be missing from the pool.
    let alone = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let alone = alone.connect_with(listen.connect.clone()).await?;
    let mut listener = PgListener::connect_with(&alone).await?;
    in_time(listener.listen_all([CHANNEL, DRAFTS])).await?;
    *warned = false;
    let mut next = Instant::now();
    loop {
        match tokio::time::timeout_at(next, listener.try_recv()).await {
            Ok(Ok(Some(notification))) if notification.channel() == DRAFTS => {
                let told: Option<[String; 2]> = serde_json::from_str(notification.payload()).ok();
                if let Some([_, job]) = told.filter(|[by, _]| *by != listen.name) {
                    // An error means that there are no listeners; another update comes soon.
                    let _ = listen.drafts.send(JobId(job));
                }
            }
            Ok(Ok(Some(notification))) => {
                if let Some(told) = Notification::read(notification.payload()) {
                    seen.tell(told, &listen.name, news);
                }
            }
            // The connection was lost and has been restored.
            Ok(Ok(None)) => next = Instant::now(),
            Ok(Err(error)) => return Err(error),
            Err(_) => {
                // A connection that is dead without a sign looks like one on which nothing happens.
                in_time(sqlx::query("SELECT 1").execute(&mut listener)).await?;
                poll(listen, news, seen).await?;
                next = Instant::now() + listen.every;
            }
        }
    }
}

async fn in_time<T>(answer: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    tokio::time::timeout(ANSWER, answer).await.unwrap_or_else(|_| Err(no_answer()))
}

async fn poll(
    listen: &Listen,
    news: &broadcast::Sender<Change>,
    seen: &mut Relayed,
) -> Result<(), sqlx::Error> {
    let rows: Vec<(String, i64, i64, String, String)> = sqlx::query_as(
        "SELECT touched_by, touched, head, job, thread FROM jobs WHERE touched > $1 ORDER BY touched",
    )
    .bind(seen.since[0])
    .fetch_all(&listen.pool)
    .await?;
    let last = rows.last().map_or(seen.since[1], |row| row.1);
    for (by, touched, head, job, thread) in rows {
        seen.tell(Notification { by, touched, head, job, thread }, &listen.name, news);
    }
    seen.go_on(last);
    Ok(())
}

struct Notification {
    by: String,
    touched: i64,
    head: i64,
    job: String,
    thread: String,
}

impl Notification {
    /// `None` if the payload was not sent by gorkd.
    fn read(payload: &str) -> Option<Self> {
        let Ok(Value::Array(told)) = serde_json::from_str(payload) else { return None };
        let text = |at: usize| told.get(at).and_then(Value::as_str).map(str::to_owned);
        let number = |at: usize| told.get(at).and_then(Value::as_i64);
        Some(Self { by: text(0)?, touched: number(1)?, head: number(2)?, job: text(3)?, thread: text(4)? })
    }
}

/// What has been passed on, so that the poll does not repeat a notification.
struct Relayed {
    /// The highest numbers at the last two polls. Numbers are assigned before the commit, so a lower one may
    /// still appear, but not that late.
    since: [i64; 2],
    /// The last number of each job since then.
    told: BTreeMap<String, i64>,
}

impl Relayed {
    fn tell(&mut self, told: Notification, name: &str, news: &broadcast::Sender<Change>) {
        if told.by == name || self.told.get(&told.job).is_some_and(|last| *last >= told.touched) {
            return;
        }
        self.told.insert(told.job.clone(), told.touched);
        let (job, thread, head) = (JobId(told.job), ThreadId(told.thread), count(told.head));
        // An error means that the last listener has just gone.
        let _ = news.send(Change { job, thread, head });
    }

    fn go_on(&mut self, last: i64) {
        self.since = [self.since[1], last.max(self.since[1])];
        let since = self.since[0];
        self.told.retain(|_, touched| *touched > since);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(job: &str, touched: i64) -> Notification {
        Notification { by: "other".into(), touched, head: touched, job: job.into(), thread: "t".into() }
    }

    #[test]
    fn the_poll_does_not_repeat_a_notification() {
        let (news, mut heard) = broadcast::channel(9);
        let mut seen = Relayed { since: [0, 0], told: BTreeMap::new() };
        for (job, touched) in [("a", 2), ("b", 1), ("a", 2), ("a", 1), ("a", 3)] {
            seen.tell(told(job, touched), "me", &news);
        }
        seen.tell(Notification { by: "me".into(), ..told("c", 4) }, "me", &news);
        let heads: Vec<u64> =
            std::iter::from_fn(|| heard.try_recv().ok()).map(|change| change.head).collect();
        assert_eq!(heads, [2, 1, 3]);
        seen.go_on(4);
        assert_eq!((seen.since, seen.told.len()), ([0, 4], 2));
        seen.go_on(1);
        assert_eq!((seen.since, seen.told.len()), ([4, 4], 0), "numbers never go back");
    }

    #[test]
    fn foreign_notifications_are_passed_over() {
        for payload in ["", "hello", "[]", r#"["s",1,2,"job"]"#, r#"{"job":1}"#] {
            assert!(Notification::read(payload).is_none(), "{payload}");
        }
        assert_eq!(Notification::read(r#"["s",7,2,"job","thr"]"#).map(|told| told.touched), Some(7));
    }
}
