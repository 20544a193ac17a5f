//! Resolves what people type for a run or a conversation: a full ID, a prefix, or `last`.

use crate::wire::App;
use gorkd_core::model::{JobId, Refusal, RefusalCode, Requester, ThreadId};
use gorkd_core::ports::JobRow;

/// The newest run or conversation.
const LAST: &str = "last";
/// Number of conversations searched for an ID prefix, newest first.
const MAX_SEARCHED: u32 = 200;
/// Length of a full ID: `job_` and a UUID without dashes.
const ID_LENGTH: usize = 36;

/// The run named by `word`.
pub async fn job(app: &App, word: &str) -> anyhow::Result<Result<JobId, Refusal>> {
    if is_whole(word, "job_") {
        return Ok(Ok(JobId(word.to_owned())));
    }
    let mut rows: Vec<JobRow> = Vec::new();
    for thread in app.store.list(&Requester::terminal().key(), None, MAX_SEARCHED).await? {
        rows.extend(app.store.jobs(&thread.thread).await?);
        // The newest run belongs to the conversation with the most recent activity.
        if word == LAST {
            break;
        }
    }
    rows.sort_by(|a, b| b.created_at.cmp(&a.created_at).then(b.job.as_str().cmp(a.job.as_str())));
    let ids = rows.iter().map(|row| row.job.as_str());
    Ok(one_of("job", "run", word, ids).map(JobId))
}

/// The conversation named by `word`.
pub async fn thread(app: &App, word: &str) -> anyhow::Result<Result<ThreadId, Refusal>> {
    if is_whole(word, "thr_") {
        return Ok(Ok(ThreadId(word.to_owned())));
    }
    let rows = app.store.list(&Requester::terminal().key(), None, MAX_SEARCHED).await?;
    Ok(one_of("thr", "conversation", word, rows.iter().map(|row| row.thread.as_str())).map(ThreadId))
}

fn is_whole(word: &str, prefix: &str) -> bool {
    word.starts_with(prefix) && word.len() >= ID_LENGTH
}

/// The ID that a word stands for, given the existing ones, newest first.
fn one_of<'i>(
    prefix: &str,
    what: &str,
    word: &str,
    mut ids: impl Iterator<Item = &'i str>,
) -> Result<String, Refusal> {
    if word == LAST {
        let nothing = || not_found("There are no questions yet.".to_owned());
        return ids.next().map(str::to_owned).ok_or_else(nothing);
    }
    let begins = |id: &str| {
        let bare = id.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('_'));
        id.starts_with(word) || bare.is_some_and(|bare| bare.starts_with(word))
    };
    let meant: Vec<&str> = ids.filter(|id| *id == word || begins(id)).collect();
    match meant.as_slice() {
        [id] => Ok((*id).to_owned()),
        // It may belong to somebody else, and then only the full ID works.
        [] => Ok(word.to_owned()),
        [..] if meant.contains(&word) => Ok(word.to_owned()),
        [..] => Err(ambiguous(what, word)),
    }
}

fn not_found(message: String) -> Refusal {
    Refusal::new(RefusalCode::NotFound, message)
}

fn ambiguous(what: &str, word: &str) -> Refusal {
    Refusal::new(
        RefusalCode::InvalidQuestion,
        format!("More than one {what} begins with {word}. Type more of the ID."),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_that_only_one_id_has_is_enough() {
        let ids = ["job_03", "job_021", "job_022"];
        let meant =
            |word: &str| one_of("job", "run", word, ids.into_iter()).map_err(|refusal| refusal.message);
        assert_eq!(meant("last").as_deref(), Ok("job_03"));
        assert_eq!(meant("job_03").as_deref(), Ok("job_03"));
        assert_eq!(meant("021").as_deref(), Ok("job_021"));
        assert_eq!(meant("job_0").unwrap_err(), "More than one run begins with job_0. Type more of the ID.");
        assert_eq!(meant("job_9").as_deref(), Ok("job_9"), "the store says that there is none");
        let none = one_of("job", "run", "last", std::iter::empty());
        assert_eq!(none.unwrap_err().message, "There are no questions yet.");
    }
}
