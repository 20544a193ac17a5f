//! Titles of threads, and the words by which threads are found.

use super::{Connection, Unit, actors, plain};
use crate::words;
use crate::work::{Done, Fault};
use async_trait::async_trait;
use gorkd_core::model::ThreadId;
use gorkd_core::ports::StoreError;

pub(in super::super) fn not_found(thread: &ThreadId) -> StoreError {
    StoreError::NotFound(format!("thread {thread}"))
}

pub(in super::super) struct Rename {
    pub thread: ThreadId,
    pub title: String,
    /// The key of the person who renames it.
    pub by: String,
}

#[async_trait]
impl Unit for Rename {
    type Output = ();

    async fn run(&self, connection: &mut Connection) -> Result<Done<()>, Fault> {
        let title = words::title_of(&plain(&self.title));
        let actor = actors::of(connection, &self.by).await?;
        let renamed = sqlx::query("UPDATE threads SET title = $2, titled_by = $3 WHERE thread = $1")
            .bind(self.thread.as_str())
            .bind(&title)
            .bind(actor)
            .execute(&mut *connection)
            .await?;
        if renamed.rows_affected() == 0 {
            return Err(not_found(&self.thread).into());
        }
        find_by(connection, self.thread.as_str(), &title).await?;
        Ok(Done::quietly(()))
    }
}

/// Indexes a thread's title and questions for search. Returns the number of questions.
async fn find_by(connection: &mut Connection, thread: &str, title: &str) -> Result<usize, Fault> {
    let questions: Vec<String> =
        sqlx::query_scalar("SELECT question FROM jobs WHERE thread = $1 ORDER BY turn, id")
            .bind(thread)
            .fetch_all(&mut *connection)
            .await?;
    sqlx::query("UPDATE threads SET words = $2 WHERE thread = $1")
        .bind(thread)
        .bind(words::folded(&format!("{title}\n{}", questions.join("\n"))))
        .execute(connection)
        .await?;
    Ok(questions.len())
}

pub(in super::super) async fn renamed_threads(
    connection: &mut Connection,
    person: &str,
) -> Result<Vec<String>, Fault> {
    let renamed = sqlx::query_scalar(
        "SELECT thread FROM threads WHERE titled_by = (SELECT actor FROM actors WHERE person = $1)",
    );
    Ok(renamed.bind(person).fetch_all(connection).await?)
}

/// Threads of others that the person renamed get their first question as the title again.
pub(in super::super) async fn forget_titles(connection: &mut Connection, person: &str) -> Result<(), Fault> {
    for thread in renamed_threads(connection, person).await? {
        let first: Option<String> =
            sqlx::query_scalar("SELECT question FROM jobs WHERE thread = $1 ORDER BY turn, id LIMIT 1")
                .bind(&thread)
                .fetch_optional(&mut *connection)
                .await?;
        sqlx::query("UPDATE threads SET title = $2, titled_by = NULL WHERE thread = $1")
            .bind(&thread)
            .bind(words::title_of(&first.unwrap_or_default()))
            .execute(&mut *connection)
            .await?;
        find_without(connection, &thread).await?;
    }
    Ok(())
}

/// Updates a thread's search text after a question was removed. A thread without questions is deleted.
pub(in super::super) async fn find_without(connection: &mut Connection, thread: &str) -> Result<(), Fault> {
    let title: Option<String> = sqlx::query_scalar("SELECT title FROM threads WHERE thread = $1")
        .bind(thread)
        .fetch_optional(&mut *connection)
        .await?;
    if find_by(connection, thread, &title.unwrap_or_default()).await? == 0 {
        sqlx::query("DELETE FROM threads WHERE thread = $1").bind(thread).execute(connection).await?;
    }
    Ok(())
}
