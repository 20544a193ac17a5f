//! Notifications about commits of other processes.
//!
//! Runs only while somebody listens, and asks SQLite for one number per poll; rows are read only if that
//! number has changed.

use super::Inner;
use gorkd_core::model::{JobId, Seq, ThreadId};
use gorkd_core::ports::Change;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::AbortHandle;

/// Delay before the next attempt after a failure.
const BACK_OFF: Duration = Duration::from_secs(2);

/// Everything that the poll needs, but nothing that would keep the store alive.
#[derive(Clone)]
pub(super) struct Poll {
    pub name: String,
    pub connect: SqliteConnectOptions,
    pub every: Duration,
    /// The clock when the store was opened; listeners see everything after it.
    pub from: i64,
    pub runtime: tokio::runtime::Handle,
}

/// A running poll; aborted on drop.
pub(super) struct Polling(AbortHandle);

impl Polling {
    pub fn stop(&self) {
        self.0.abort();
    }
}

impl Drop for Polling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Inner {
    pub fn listen(&self) -> broadcast::Receiver<Change> {
        let news = self.news.subscribe();
        self.polling.get_or_init(|| {
            let task = run(self.poll.clone(), self.news.clone());
            Polling(self.poll.runtime.spawn(task).abort_handle())
        });
        news
    }
}

async fn run(poll: Poll, news: broadcast::Sender<Change>) {
    let mut seen = poll.from;
    let mut told = false;
    loop {
        if let Err(error) = follow(&poll, &news, &mut seen).await {
            if !told {
                tracing::warn!(%error, "failed to poll for other processes' changes; trying again");
                told = true;
            }
            tokio::time::sleep(BACK_OFF).await;
        }
    }
}

/// Follows the clock over one connection until that fails.
async fn follow(poll: &Poll, news: &broadcast::Sender<Change>, seen: &mut i64) -> Result<(), sqlx::Error> {
    let mut connection = poll.connect.connect().await?;
    let mut version = None;
    loop {
        if news.receiver_count() > 0 {
            // Changes with every commit of any other connection, in this process or another.
            let now: i64 = sqlx::query_scalar("PRAGMA data_version").fetch_one(&mut connection).await?;
            if version != Some(now) {
                tell(poll, news, seen, &mut connection).await?;
                version = Some(now);
            }
        }
        tokio::time::sleep(poll.every).await;
    }
}

async fn tell(
    poll: &Poll,
    news: &broadcast::Sender<Change>,
    seen: &mut i64,
    connection: &mut SqliteConnection,
) -> Result<(), sqlx::Error> {
    let rows: Vec<(String, String, i64, i64, String)> = sqlx::query_as(
        "SELECT job, thread, head, touched, touched_by FROM jobs WHERE touched > ? ORDER BY touched",
    )
    .bind(*seen)
    .fetch_all(connection)
    .await?;
    for (job, thread, head, touched, by) in rows {
        *seen = touched;
        if by != poll.name {
            let head = Seq::try_from(head).unwrap_or(0);
            // An error means that the last listener has just gone.
            let _ = news.send(Change { job: JobId(job), thread: ThreadId(thread), head });
        }
    }
    Ok(())
}
