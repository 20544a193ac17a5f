//! Turns a list of messages into a question in a thread.
//!
//! Such a list does not say which thread it continues. It continues the asker's own thread whose questions and
//! answers are the last turns of the list. If there is no such thread, a new one is started, and the question
//! may refer to the earlier turns of the list. Nothing is guessed.

use super::cited::cited;
use super::question;
use crate::access::Asker;
use crate::parts::Web;
use crate::problem::Problem;
use gorkd_core::engine::{Ask, ChosenTerms};
use gorkd_core::job::JobStatus;
use gorkd_core::model::{JobId, ThreadId};
use gorkd_core::ports::JobRow;
use gorkd_core::view::{clean, view};
use serde::Deserialize;
use utoipa::ToSchema;

/// Maximum number of threads to examine, newest first.
const THREADS: u32 = 50;

/// A message. Roles other than `user` and `assistant` are ignored: gorkd takes no instructions and does not
/// call a client's tools.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Message {
    pub role: String,
    /// A text, or parts of the type `text`.
    pub content: Option<Content>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct Part {
    #[serde(rename = "type")]
    pub kind: String,
    pub text: Option<String>,
}

/// A question and its answer, if any.
type Turn = (String, Option<String>);

/// Asks the last message, and returns the run that answers it: an existing one if the same list was sent
/// before. `rounds` is the maximum number of rounds.
pub async fn ask(
    web: &Web,
    asker: &Asker,
    messages: &[Message],
    terms: ChosenTerms,
    rounds: Option<u32>,
) -> Result<JobId, Problem> {
    let (text, turns) = turns(messages)?;
    let thread = match continued(web, asker, &text, &turns).await? {
        Some(Continued::Again(job)) => return Ok(job),
        Some(Continued::Thread(thread)) => Some(thread),
        None => None,
    };
    let above =
        if thread.is_none() { turns.into_iter().map(|(asked, _)| asked).collect() } else { Vec::new() };
    let ask = Ask { thread, above, rounds, ..question(web, asker, text, terms) };
    Ok(web.service.ask(ask).await?.job)
}

/// The question, and the turns before it.
fn turns(messages: &[Message]) -> Result<(String, Vec<Turn>), Problem> {
    let invalid = |detail: &str| Problem { param: Some("messages"), ..Problem::invalid(detail) };
    let mut turns: Vec<Turn> = Vec::new();
    let mut asks = false;
    for message in messages {
        match message.role.as_str() {
            "user" => {
                turns.push((message.text().ok_or_else(|| invalid(ONLY_TEXT))?, None));
                asks = true;
            }
            "assistant" => {
                if let Some((_, answer)) = turns.last_mut() {
                    *answer = message.text();
                }
                asks = false;
            }
            _ => {}
        }
    }
    match turns.pop() {
        Some((question, _)) if asks => Ok((question, turns)),
        Some(_) | None => Err(invalid("The last message must be a question with the role user.")),
    }
}

const ONLY_TEXT: &str =
    "A message with the role user must be text: gorkd doesn't read images, audio or files here.";

impl Message {
    /// `None` if there is no text, or if there is something besides text.
    fn text(&self) -> Option<String> {
        match self.content.as_ref()? {
            Content::Text(text) => Some(text.clone()),
            Content::Parts(parts) => {
                let texts = parts.iter().map(|part| part.text.as_deref().filter(|_| part.kind == "text"));
                texts.collect::<Option<Vec<_>>>().map(|texts| texts.join("\n"))
            }
        }
    }
}

enum Continued {
    Thread(ThreadId),
    /// The question is already the thread's last turn.
    Again(JobId),
}

async fn continued(
    web: &Web,
    asker: &Asker,
    question: &str,
    turns: &[Turn],
) -> Result<Option<Continued>, Problem> {
    let Some((last, _)) = turns.last() else { return Ok(None) };
    let owner = asker.requester.key();
    for thread in web.service.threads(&owner, Some(last), THREADS).await? {
        let mut rows = web.service.jobs_of(&thread.thread).await?;
        // Branches are alternative answers to a turn, and a run without an answer was never reported.
        let answers = |row: &JobRow| !matches!(row.status, JobStatus::Failed | JobStatus::Cancelled);
        rows.retain(|row| row.forked_from.is_none() && answers(row));
        if are_last_turns(web, &rows, turns).await? {
            return Ok(Some(Continued::Thread(thread.thread)));
        }
        if let Some((again, before)) = rows.split_last()
            && same(&again.question, question)
            && are_last_turns(web, before, turns).await?
        {
            return Ok(Some(Continued::Again(again.job.clone())));
        }
    }
    Ok(None)
}

/// Whether these runs are the last of the turns, comparing each question and each answer.
async fn are_last_turns(web: &Web, rows: &[JobRow], turns: &[Turn]) -> Result<bool, Problem> {
    let Some(from) = turns.len().checked_sub(rows.len()).filter(|_| !rows.is_empty()) else {
        return Ok(false);
    };
    let pairs = || rows.iter().zip(&turns[from..]);
    if !pairs().all(|(row, (asked, _))| same(&row.question, asked)) {
        return Ok(false);
    }
    for (row, (_, answer)) in pairs() {
        let said = cited(&view(&web.service.job(&row.job, None).await?)).text;
        if said.is_empty() || !answer.as_ref().is_some_and(|answer| same(answer, &said)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether two texts are the same except for whitespace, which clients may change.
fn same(one: &str, other: &str) -> bool {
    let words = |text: &str| clean(text).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(messages: Value) -> Result<(String, Vec<Turn>), Problem> {
        turns(&serde_json::from_value::<Vec<Message>>(messages).expect("messages"))
    }

    #[test]
    fn the_last_message_is_the_question_and_the_others_are_turns() {
        let (question, turns) = read(json!([
            {"role": "system", "content": "Be a pirate."},
            {"role": "assistant", "content": "Hello!"},
            {"role": "user", "content": [{"type": "text", "text": "When?"}]},
            {"role": "assistant", "content": "In 1931. [1]"},
            {"role": "tool", "content": "x", "tool_call_id": "1"},
            {"role": "user", "content": "And where?"},
        ]))
        .expect("a question");
        assert_eq!(question, "And where?");
        assert_eq!(turns, [("When?".to_owned(), Some("In 1931. [1]".to_owned()))]);
        for wrong in [
            json!([]),
            json!([{"role": "system", "content": "Be a pirate."}]),
            json!([{"role": "user", "content": "When?"}, {"role": "assistant", "content": "In 1931."}]),
            json!([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}]),
            json!([{"role": "user", "content": null}]),
        ] {
            assert_eq!(read(wrong).expect_err("no question").param, Some("messages"));
        }
    }
}
