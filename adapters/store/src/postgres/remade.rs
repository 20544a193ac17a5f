//! Erases what other people's runs made of a person's words, and the files that the person attached to other
//! people's threads.

use super::append::events_after;
use super::claim::at_once;
use super::documents;
use crate::erased::{AttachedRow, erased, question_of, rewritten};
use crate::stored::recorded;
use crate::values::int;
use crate::words;
use crate::work::Fault;
use gorkd_core::job::{Erased, Recorded};
use gorkd_core::model::{JobId, Millis};
use sqlx::PgConnection;

/// Other people's threads and runs in which the person had a say.
pub(super) struct Concerned {
    erased: Erased,
    pub threads: Vec<String>,
}

/// Must be called before the person's own runs are deleted. `asked` are their runs in other people's threads:
/// the thread, the question, and its time.
pub(super) async fn concerned(
    connection: &mut PgConnection,
    person: &str,
    asked: &[(String, String, Millis)],
) -> Result<Concerned, Fault> {
    let actor: Option<String> = sqlx::query_scalar("SELECT actor FROM actors WHERE person = $1")
        .bind(person)
        .fetch_optional(&mut *connection)
        .await?;
    let mut threads: Vec<String> = asked.iter().map(|(thread, ..)| thread.clone()).collect();
    // The thread of a watch rechecks an answer in another thread.
    let shaped: Vec<String> = sqlx::query_scalar(
        "WITH shaped AS (
             SELECT DISTINCT e.job, j.thread FROM events e JOIN jobs j ON j.job = e.job
             WHERE e.actor = $1 AND (e.typed IS NOT NULL OR e.kind = 'attached'))
         SELECT thread FROM shaped
         UNION
         SELECT j.thread FROM events e JOIN jobs j ON j.job = e.job
         WHERE e.kind = 'asked' AND EXISTS (SELECT 1 FROM shaped WHERE strpos(e.payload, shaped.job COLLATE \"C\") > 0)",
    )
    .bind(&actor)
    .fetch_all(&mut *connection)
    .await?;
    threads.extend(shaped);
    let attached: Vec<AttachedRow> = sqlx::query_as(
        "SELECT j.thread, e.actor, e.payload FROM events e JOIN jobs j ON j.job = e.job
         WHERE e.kind = 'attached' AND j.thread = ANY($1)
             AND j.thread NOT IN (SELECT thread FROM threads WHERE owner = $2)
         ORDER BY e.number",
    )
    .bind(&threads)
    .bind(person)
    .fetch_all(connection)
    .await?;
    let asked = asked.iter().map(|(_, question, at)| (question.clone(), *at)).collect();
    Ok(Concerned { erased: erased(actor, asked, attached)?, threads })
}

/// Rewrites other people's journals, and deletes the texts of the files. Must be called after the person's own
/// runs were deleted, and before their actor and what they typed. Returns the runs that changed, and the number
/// of changed events.
pub(super) async fn rewrite(
    connection: &mut PgConnection,
    concerned: &mut Concerned,
) -> Result<(Vec<JobId>, u64), Fault> {
    let jobs: Vec<String> = sqlx::query_scalar("SELECT job FROM jobs WHERE thread = ANY($1) ORDER BY id")
        .bind(&concerned.threads)
        .fetch_all(&mut *connection)
        .await?;
    let (mut runs, mut events) = (Vec::new(), 0);
    for job in jobs {
        let rows = events_after(&mut *connection, &job, 0).await?;
        let journal: Vec<Recorded> = rows
            .into_iter()
            .map(recorded)
            .collect::<Result<_, _>>()
            .map_err(|what| Fault::Damaged(format!("in job {job}, {what}")))?;
        let rows = rewritten(&mut concerned.erased, &journal);
        if rows.is_empty() {
            continue;
        }
        for row in &rows {
            // An effect is only in rows of a run's own outcomes, not in copies of them.
            sqlx::query(
                "UPDATE events SET payload = $3, effect = CASE WHEN effect IS NULL THEN NULL ELSE $4 END
                 WHERE job = $1 AND seq = $2",
            )
            .bind(&job)
            .bind(int(row.seq))
            .bind(&row.payload)
            .bind(&row.effect)
            .execute(&mut *connection)
            .await?;
        }
        if let Some((before, after)) = question_of(&rows, &journal) {
            sqlx::query("UPDATE jobs SET question = $2 WHERE job = $1")
                .bind(&job)
                .bind(&after)
                .execute(&mut *connection)
                .await?;
            sqlx::query(
                "UPDATE threads SET title = $3 WHERE title = $2 AND titled_by IS NULL
                 AND thread = (SELECT thread FROM jobs WHERE job = $1)",
            )
            .bind(&job)
            .bind(words::title_of(&before))
            .bind(words::title_of(&after))
            .execute(&mut *connection)
            .await?;
        }
        // A worker that is running the job has the words in memory, so it loses its claim. The next one
        // continues from what is left.
        sqlx::query(concat!(
            "UPDATE jobs SET worker = NULL, claim = claim + 1, status = 'queued', wake_at = ",
            at_once!("created_at"),
            " WHERE job = $1 AND worker IS NOT NULL",
        ))
        .bind(&job)
        .execute(&mut *connection)
        .await?;
        for file in &concerned.erased.files {
            let (hash, url) = (file.document.hash.as_str(), file.document.url.as_str());
            documents::drop_one(connection, &job, hash, url).await?;
        }
        events += rows.len() as u64;
        runs.push(JobId(job));
    }
    let changed: Vec<String> = runs.iter().map(|run| run.0.clone()).collect();
    sqlx::query("DELETE FROM drafts WHERE job = ANY($1)").bind(&changed).execute(&mut *connection).await?;
    // Replies that are stored for repeated requests may contain the words.
    sqlx::query("DELETE FROM requests WHERE thread IN (SELECT thread FROM jobs WHERE job = ANY($1))")
        .bind(&changed)
        .execute(connection)
        .await?;
    Ok((runs, events))
}
