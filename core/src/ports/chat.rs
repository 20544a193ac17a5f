//! Data of the chat platforms: unprocessed deliveries, which job is shown where, and which message shows what. After a
//! crash between any two steps, these rows are enough to recover.

use super::StoreError;
use crate::model::{JobId, Millis, Place, Requester, SourceId, ThreadId};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::fmt;

#[async_trait]
pub trait Chats: Send + Sync {
    /// Keeps what came in, before it is acknowledged. False when its key was taken in before: a repeated delivery.
    async fn take_in(&self, arrival: &Arrival) -> Result<bool, StoreError>;

    /// Those of a platform that are not worked off, in the order in which they came.
    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError>;

    /// What came in was dealt with: its key is kept, its payload is not.
    async fn worked_off(&self, key: &str) -> Result<(), StoreError>;

    /// What working off an arrival has done so far, so that it is not done again when the arrival is.
    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError>;

    /// Writes a step, new or not. It goes with its arrival, which has to be there.
    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError>;

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError>;

    /// Lets go of keys that were worked off and came before `before`; gives how many.
    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError>;

    /// Tells a job in a place from now on. There is one row a job and place: what is there already stays as it is.
    async fn tell(&self, telling: &Telling) -> Result<(), StoreError>;

    /// There is more to tell: adds the extras that the row lacks, takes over the handle, and opens it. An unknown row is
    /// an error.
    async fn reopen(&self, telling: &Telling) -> Result<(), StoreError>;

    /// Closes a row. False, and nothing is written, where somebody has asked for more since `telling` was read and the
    /// place is not gone, or where the row is unknown.
    async fn settle(&self, telling: &Telling, state: TellingState) -> Result<bool, StoreError>;

    async fn telling(&self, job: &JobId, place: &Place) -> Result<Option<Telling>, StoreError>;

    /// The open ones of a platform that are due: `wake_at` reached, or none. Oldest first; behind them those whose job
    /// waits for a person, newest first, so that any number of them holds up nothing that moves.
    async fn tellings(&self, platform: &str, now: Millis, limit: u32) -> Result<Vec<Telling>, StoreError>;

    /// All places in which a job is told, whatever their state.
    async fn told_in(&self, job: &JobId) -> Result<Vec<Telling>, StoreError>;

    /// The rows of a place, newest first.
    async fn told_at(&self, place: &Place, limit: u32) -> Result<Vec<Telling>, StoreError>;

    /// The messages of a job in a place, by key.
    async fn messages(&self, job: &JobId, place: &Place) -> Result<Vec<ChatMessage>, StoreError>;

    /// Writes a message's row, new or not.
    async fn put_message(&self, message: &ChatMessage) -> Result<(), StoreError>;

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError>;

    /// Whose message this is, by the id that the platform gave it.
    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError>;

    /// The thread that lives at a place.
    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError>;

    /// From now on this thread lives at this place; a thread may live at several, a place has the last one.
    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError>;

    /// The thread at this place was opened for gorkd alone: what is said there needs no mention. Ends with the thread.
    async fn own_place(&self, place: &Place) -> Result<(), StoreError>;

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError>;

    /// The channel that answers to what is asked at a place go to, as the platform calls it; none for the place itself.
    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError>;

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// Threads whose place begins with `within` (a whole part of it) and that nothing has happened in since `before`.
    async fn threads_within(&self, within: &str, before: Millis) -> Result<Vec<ThreadId>, StoreError>;

    /// The new text of a question whose message was edited after it was asked.
    async fn put_edit(&self, job: &JobId, text: &str, at: Millis) -> Result<(), StoreError>;

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError>;

    /// What becomes of a source when the answer is written again; none takes it back.
    async fn put_pick(
        &self,
        job: &JobId,
        source: &SourceId,
        pick: Option<Pick>,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// In the order in which they were first made.
    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError>;

    /// What a person thinks of an answer; said again, it replaces what was said before.
    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError>;

    /// Newest first.
    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError>;
}

/// Something that a platform has sent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Unique for a delivery, the same when it is repeated: `slack:Ev012…`, `discord:1122…`.
    pub key: String,
    pub platform: String,
    /// As the adapter wants it back.
    pub payload: String,
    pub at: Millis,
}

/// Something that working off an arrival has done, or was about to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// As the adapter calls it, once for an arrival.
    pub name: String,
    /// What the platform calls that which came of it; none where that is not known, or nothing.
    pub made: Option<String>,
    pub at: Millis,
}

/// That a job is told in a place, and how far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Telling {
    pub job: JobId,
    /// Where its messages go. Begins with the platform's name and a colon.
    pub place: Place,
    /// For whom: may press its buttons, and is seen alone where `private`.
    pub requester: Requester,
    /// Shown to the requester alone.
    pub private: bool,
    /// What the platform needs to reach the place: a token and its end, the message that asked. JSON.
    pub handle: String,
    /// What is told beyond the job itself.
    pub extras: Vec<Extra>,
    pub state: TellingState,
    pub at: Millis,
    /// Not before this time; none for as soon as there is news.
    pub wake_at: Option<Millis>,
}

impl Telling {
    /// Its extras and those of `more` that it lacks.
    pub fn with_extras(&self, more: &[Extra]) -> Vec<Extra> {
        let lacking = more.iter().filter(|extra| !self.extras.contains(extra));
        self.extras.iter().chain(lacking).cloned().collect()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TellingState {
    /// There is, or may come, something to tell.
    #[default]
    Open,
    /// All is told.
    Told,
    /// The place is gone, or gorkd may not write there.
    Gone,
}

/// What a place is told beyond its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Extra {
    /// An offer to show once more what may not have reached the person.
    Again,
    /// Everything is taken back: the question was deleted.
    Withdrawn,
    /// Of an older build, under its name: nothing is told for it any more.
    Older(String),
}

impl From<String> for Extra {
    fn from(name: String) -> Self {
        match name.as_str() {
            "again" => Extra::Again,
            "withdrawn" => Extra::Withdrawn,
            _ => Extra::Older(name),
        }
    }
}

impl From<Extra> for String {
    fn from(extra: Extra) -> Self {
        match extra {
            Extra::Again => "again".to_owned(),
            Extra::Withdrawn => "withdrawn".to_owned(),
            Extra::Older(name) => name,
        }
    }
}

/// What a message stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageKey {
    /// The message that asked.
    #[default]
    Asked,
    Status,
    /// A question back, or something to agree to, by its interrupt.
    Question(String),
    Answer,
    /// To the admins of the place: a budget of the month is used up.
    Budget,
    /// The offer to show once more what may not have reached the person.
    Again,
    /// The nth message, from 1, of what one message has no room for.
    More(Box<MessageKey>, usize),
    /// Of an older build, under its name: nothing stands for it any more.
    Older(String),
}

impl MessageKey {
    /// What `Display` has written.
    pub fn read(text: &str) -> Self {
        if let Some((of, nth)) = text.rsplit_once('+')
            && let Ok(nth) = nth.parse()
        {
            return MessageKey::More(Box::new(MessageKey::read(of)), nth);
        }
        match text {
            "asked" => MessageKey::Asked,
            "status" => MessageKey::Status,
            "answer" => MessageKey::Answer,
            "budget" => MessageKey::Budget,
            "again" => MessageKey::Again,
            _ => match text.strip_prefix("question.") {
                Some(interrupt) => MessageKey::Question(interrupt.to_owned()),
                None => MessageKey::Older(text.to_owned()),
            },
        }
    }
}

impl fmt::Display for MessageKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MessageKey::Asked => f.write_str("asked"),
            MessageKey::Status => f.write_str("status"),
            MessageKey::Question(interrupt) => write!(f, "question.{interrupt}"),
            MessageKey::Answer => f.write_str("answer"),
            MessageKey::Budget => f.write_str("budget"),
            MessageKey::Again => f.write_str("again"),
            MessageKey::More(of, nth) => write!(f, "{of}+{nth}"),
            MessageKey::Older(name) => f.write_str(name),
        }
    }
}

/// A message that stands, or is to stand, for something of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatMessage {
    pub job: JobId,
    pub place: Place,
    pub key: MessageKey,
    /// When it was decided to post it; written before it is posted.
    pub intent_at: Millis,
    /// By which it is found again when it is not known whether it was posted. At most 25 letters and digits.
    pub nonce: String,
    /// What the platform calls it; none as long as it is not known to be posted.
    pub id: Option<String>,
    /// Of what was last shown there.
    pub hash: String,
}

/// What becomes of a source when an answer is written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// It is used if it bears on the question at all.
    Pin,
    Exclude,
}

/// What a person thinks of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Feedback {
    pub job: JobId,
    /// The requester's key.
    pub person: String,
    pub good: bool,
    /// In the person's words; may be empty.
    pub reason: String,
    pub at: Millis,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_older_builds_have_kept_stays_as_it_was() {
        let names = [
            "asked",
            "status",
            "answer",
            "answer+2",
            "again",
            "question.clarify.0",
            "question.approve.plan.1+1",
            "sources",
            "export.docx",
            "odd+",
        ];
        for name in names {
            assert_eq!(MessageKey::read(name).to_string(), name);
        }
        let more = MessageKey::More(Box::new(MessageKey::Answer), 2);
        assert_eq!(MessageKey::read("answer+2"), more);
        assert_eq!(MessageKey::read("export.docx"), MessageKey::Older("export.docx".to_owned()));
        let extras = r#"["again","why","withdrawn"]"#;
        let read: Vec<Extra> = serde_json::from_str(extras).expect("JSON");
        assert_eq!(read, [Extra::Again, Extra::Older("why".to_owned()), Extra::Withdrawn]);
        assert_eq!(serde_json::to_string(&read).expect("JSON"), extras);
    }
}
