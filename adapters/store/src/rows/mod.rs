//! Converts rows to core types. Both databases use the same column names, so one conversion serves both.

pub(crate) mod chat;
pub(crate) mod seen;
pub(crate) mod web;

use crate::values::{count, floats, parsed};
use crate::work::Fault;
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Document, DocumentHash, JobId, Lesson, LessonAbout, Millis, Place, ThreadId};
use gorkd_core::ports::{AskedBefore, JobRow, LibraryFile, LibraryRoot, ThreadRow, Watch};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;

pub(crate) const THREAD_COLUMNS: &str = "thread, place, owner, title, turns, created_at, updated_at,
    EXISTS (SELECT 1 FROM jobs WHERE jobs.thread = threads.thread AND jobs.status = 'waiting') AS waiting";

pub(crate) const JOB_COLUMNS: &str = "job, thread, turn, place, requester, question, status, head, \
                                      created_at, updated_at, forked_from, forked_at";

/// The cells of a row by column name.
pub(crate) trait Cells {
    fn text(&self, column: &str) -> Result<String, sqlx::Error>;
    fn maybe_text(&self, column: &str) -> Result<Option<String>, sqlx::Error>;
    fn number(&self, column: &str) -> Result<i64, sqlx::Error>;
    fn maybe_number(&self, column: &str) -> Result<Option<i64>, sqlx::Error>;
    fn flag(&self, column: &str) -> Result<bool, sqlx::Error>;
    fn maybe_bytes(&self, column: &str) -> Result<Option<Vec<u8>>, sqlx::Error>;

    fn count(&self, column: &str) -> Result<u64, sqlx::Error> {
        self.number(column).map(count)
    }

    fn small(&self, column: &str) -> Result<u32, sqlx::Error> {
        u32::try_from(self.number(column)?).map_err(|error| sqlx::Error::Decode(error.into()))
    }

    fn time(&self, column: &str) -> Result<Millis, sqlx::Error> {
        self.number(column).map(Millis)
    }

    fn maybe_time(&self, column: &str) -> Result<Option<Millis>, sqlx::Error> {
        Ok(self.maybe_number(column)?.map(Millis))
    }
}

macro_rules! cells_of {
    ($row:ty) => {
        impl Cells for $row {
            fn text(&self, column: &str) -> Result<String, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
            fn maybe_text(&self, column: &str) -> Result<Option<String>, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
            fn number(&self, column: &str) -> Result<i64, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
            fn maybe_number(&self, column: &str) -> Result<Option<i64>, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
            fn flag(&self, column: &str) -> Result<bool, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
            fn maybe_bytes(&self, column: &str) -> Result<Option<Vec<u8>>, sqlx::Error> {
                sqlx::Row::try_get(self, column)
            }
        }
    };
}
cells_of!(SqliteRow);
cells_of!(PgRow);

pub(crate) fn thread_row(row: &impl Cells) -> Result<ThreadRow, Fault> {
    Ok(ThreadRow {
        thread: ThreadId(row.text("thread")?),
        place: Place(row.text("place")?),
        owner: row.text("owner")?,
        title: row.text("title")?,
        turns: row.small("turns")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        waiting: row.flag("waiting")?,
    })
}

pub(crate) fn job_row(row: &impl Cells) -> Result<JobRow, Fault> {
    let job = JobId(row.text("job")?);
    let requester = parsed(&row.text("requester")?, &format!("the requester of job {job}"))?;
    let status = row.text("status")?;
    let status = JobStatus::from_name(&status)
        .ok_or_else(|| Fault::Damaged(format!("job {job} has the unknown status `{status}`")))?;
    let forked_at = row.maybe_number("forked_at")?;
    Ok(JobRow {
        thread: ThreadId(row.text("thread")?),
        turn: row.small("turn")?,
        place: Place(row.text("place")?),
        requester,
        question: row.text("question")?,
        status,
        head: row.count("head")?,
        created_at: row.time("created_at")?,
        updated_at: row.time("updated_at")?,
        forked_from: row.maybe_text("forked_from")?.map(|from| (JobId(from), count(forked_at.unwrap_or(0)))),
        job,
    })
}

pub(crate) fn document(metadata: &str) -> Result<Document, Fault> {
    parsed(metadata, "a document's metadata")
}

pub(crate) fn library_root(row: &impl Cells) -> Result<LibraryRoot, Fault> {
    Ok(LibraryRoot {
        path: row.text("path")?,
        base_url: row.maybe_text("base_url")?,
        added_at: row.time("added_at")?,
        synced_at: row.maybe_time("synced_at")?,
    })
}

pub(crate) fn library_file(row: &impl Cells) -> Result<LibraryFile, Fault> {
    Ok(LibraryFile {
        root: row.text("root")?,
        path: row.text("path")?,
        url: row.text("url")?,
        size: row.count("size")?,
        modified: row.time("modified")?,
        reading: u32::try_from(row.count("reading")?).unwrap_or(u32::MAX),
        hash: row.maybe_text("hash")?.map(DocumentHash),
        error: row.maybe_text("error")?,
    })
}

pub(crate) fn asked_before(row: &impl Cells) -> Result<AskedBefore, Fault> {
    let embedder = row.maybe_text("embedder")?;
    let meaning = row.maybe_bytes("meaning")?;
    Ok(AskedBefore {
        job: JobId(row.text("job")?),
        audience: row.text("audience")?,
        question: parsed(&row.text("question")?, "a question")?,
        form: row.text("form")?,
        profile: parsed(&row.text("profile")?, "a profile")?,
        privacy: parsed(&row.text("privacy")?, "a privacy")?,
        domain: row.maybe_text("domain")?,
        library: row.count("library")?,
        asked_at: row.time("asked_at")?,
        expires_at: row.time("expires_at")?,
        meaning: embedder.zip(meaning.map(|bytes| floats(&bytes))),
    })
}

pub(crate) fn watch(row: &impl Cells) -> Result<Watch, Fault> {
    parsed(&row.text("watch")?, "a watch")
}

/// `None` if a newer build has recorded a kind unknown to this one.
pub(crate) fn lesson(row: &impl Cells) -> Result<Option<Lesson>, Fault> {
    let Some(about) = LessonAbout::from_name(&row.text("about")?) else { return Ok(None) };
    Ok(Some(Lesson {
        about,
        name: row.text("name")?,
        tried: row.count("tried")?,
        helped: row.count("helped")?,
        failed: row.count("failed")?,
        failed_at: row.maybe_time("failed_at")?,
    }))
}
