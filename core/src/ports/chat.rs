//! Data of the chat platforms: unprocessed arrivals, which job is shown where (deliveries), and which message
//! shows what. These rows are enough to recover from a crash between any two steps.

use super::StoreError;
use crate::model::{JobId, Millis, Place, Requester, SourceId, ThreadId};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::fmt;

#[async_trait]
pub trait Chats: Send + Sync {
    /// Stores an arrival before it is acknowledged to the platform. Returns false if its key is already known,
    /// because the platform sent it again.
    async fn enqueue(&self, arrival: &Arrival) -> Result<bool, StoreError>;

    /// Unprocessed arrivals of a platform, oldest first.
    async fn arrivals(&self, platform: &str, limit: u32) -> Result<Vec<Arrival>, StoreError>;

    /// Marks an arrival as processed: keeps its key and deletes its payload.
    async fn ack(&self, key: &str) -> Result<(), StoreError>;

    /// The steps that processing an arrival has already taken, so that they are not repeated.
    async fn steps(&self, arrival: &str) -> Result<Vec<Step>, StoreError>;

    /// Inserts or updates a step. Steps are deleted with their arrival, which must exist.
    async fn put_step(&self, arrival: &str, step: &Step) -> Result<(), StoreError>;

    async fn drop_steps(&self, arrival: &str) -> Result<(), StoreError>;

    /// Deletes the keys of processed arrivals from before `before`. Returns how many.
    async fn forget_arrivals(&self, before: Millis) -> Result<u64, StoreError>;

    /// Starts showing a job in a place. There is one row per job and place; an existing row is left unchanged.
    async fn start_delivery(&self, delivery: &Delivery) -> Result<(), StoreError>;

    /// Reopens a row to show more: adds the missing extras, and takes over the handle. Fails if the row doesn't
    /// exist.
    async fn reopen(&self, delivery: &Delivery) -> Result<(), StoreError>;

    /// Closes a row. Writes nothing and returns false if more was requested since `delivery` was read (unless
    /// the place is gone), or if the row doesn't exist.
    async fn settle(&self, delivery: &Delivery, state: DeliveryState) -> Result<bool, StoreError>;

    async fn delivery(&self, job: &JobId, place: &Place) -> Result<Option<Delivery>, StoreError>;

    /// The open rows of a platform that are due: `wake_at` is reached or unset. Oldest first, followed by those
    /// whose job waits for a person, newest first, so that any number of waiting jobs delays no active one.
    async fn open_deliveries(
        &self,
        platform: &str,
        now: Millis,
        limit: u32,
    ) -> Result<Vec<Delivery>, StoreError>;

    /// All places in which a job is shown, in any state.
    async fn deliveries_of(&self, job: &JobId) -> Result<Vec<Delivery>, StoreError>;

    /// The rows of a place, newest first.
    async fn deliveries_at(&self, place: &Place, limit: u32) -> Result<Vec<Delivery>, StoreError>;

    /// The messages of a job in a place, by key.
    async fn messages(&self, job: &JobId, place: &Place) -> Result<Vec<ChatMessage>, StoreError>;

    /// Inserts or updates a message's row.
    async fn put_message(&self, message: &ChatMessage) -> Result<(), StoreError>;

    async fn drop_message(&self, job: &JobId, place: &Place, key: &MessageKey) -> Result<(), StoreError>;

    /// The message with this platform ID.
    async fn message(&self, platform: &str, id: &str) -> Result<Option<ChatMessage>, StoreError>;

    /// The thread of a place.
    async fn thread_at(&self, place: &Place) -> Result<Option<ThreadId>, StoreError>;

    /// Assigns a place to a thread. A thread may have several places; a place has the thread assigned last.
    async fn settle_thread(&self, place: &Place, thread: &ThreadId) -> Result<(), StoreError>;

    /// Marks that a place's thread was opened for gorkd alone, so messages there need no mention. Deleted with
    /// the thread.
    async fn own_place(&self, place: &Place) -> Result<(), StoreError>;

    async fn owns_place(&self, place: &Place) -> Result<bool, StoreError>;

    /// The platform's ID of the channel for answers to questions from a place; `None` for the place itself.
    async fn answer_channel(&self, place: &str) -> Result<Option<String>, StoreError>;

    async fn put_answer_channel(
        &self,
        place: &str,
        channel: Option<&str>,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// Threads whose place is below `within` (whole parts only), without any activity since `before`.
    async fn threads_within(&self, within: &str, before: Millis) -> Result<Vec<ThreadId>, StoreError>;

    /// Stores the new text of a question whose message was edited after it was asked.
    async fn put_edit(&self, job: &JobId, text: &str, at: Millis) -> Result<(), StoreError>;

    async fn edit(&self, job: &JobId) -> Result<Option<String>, StoreError>;

    /// Sets how a rewrite of the answer treats a source; `None` clears it.
    async fn put_pick(
        &self,
        job: &JobId,
        source: &SourceId,
        pick: Option<Pick>,
        at: Millis,
    ) -> Result<(), StoreError>;

    /// In the order in which they were first set.
    async fn picks(&self, job: &JobId) -> Result<Vec<(SourceId, Pick)>, StoreError>;

    /// Stores a person's feedback on an answer, replacing earlier feedback.
    async fn put_feedback(&self, feedback: &Feedback) -> Result<(), StoreError>;

    /// Newest first.
    async fn feedback(&self, since: Millis, limit: u32) -> Result<Vec<Feedback>, StoreError>;
}

/// What a platform sent: an event, a command, or a button press.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrival {
    /// Unique per arrival, and the same if the platform sends it again: `slack:Ev012…`, `discord:1122…`.
    pub key: String,
    pub platform: String,
    /// In the adapter's own format.
    pub payload: String,
    pub at: Millis,
}

/// A step of processing an arrival that has been taken or was about to be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The adapter's name for it, unique within an arrival.
    pub name: String,
    /// The platform's ID of the result; `None` if it is unknown, or there is no result.
    pub made: Option<String>,
    pub at: Millis,
}

/// A job shown in a place, and its progress there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Delivery {
    pub job: JobId,
    /// Where its messages go. Starts with the platform's name and a colon.
    pub place: Place,
    /// The person it is shown to, who may press its buttons.
    pub requester: Requester,
    /// Visible only to the requester.
    pub private: bool,
    /// What the platform needs to reach the place, as JSON: a token and its expiry, the message that asked.
    pub handle: String,
    /// What is shown besides the job itself.
    pub extras: Vec<Extra>,
    pub state: DeliveryState,
    pub at: Millis,
    /// Not before this time; `None`: as soon as anything changes.
    pub wake_at: Option<Millis>,
}

impl Delivery {
    /// Its extras, plus those of `more` that it lacks.
    pub fn with_extras(&self, more: &[Extra]) -> Vec<Extra> {
        let lacking = more.iter().filter(|extra| !self.extras.contains(extra));
        self.extras.iter().chain(lacking).cloned().collect()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// There is, or may be, more to show.
    #[default]
    Open,
    /// Everything has been shown.
    #[serde(rename = "told")]
    Delivered,
    /// The place is gone, or gorkd may not write there.
    Gone,
}

/// What is shown in a place besides its job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Extra {
    /// An offer to repeat messages that may not have reached the person.
    Again,
    /// Everything is deleted, because the question was.
    Withdrawn,
    /// The name of an extra from an older build, which is ignored.
    #[serde(untagged)]
    Older(String),
}

/// The role of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MessageKey {
    /// The message that asked the question.
    #[default]
    Asked,
    Status,
    /// A clarifying question or an approval request, by its interrupt.
    Question(String),
    Answer,
    /// To the place's admins: a monthly budget is used up.
    Budget,
    /// The offer to repeat messages that may not have reached the person.
    Again,
    /// The nth continuation, from 1, of a message that is too long for one.
    More(Box<MessageKey>, usize),
    /// The name of a role from an older build, which is ignored.
    Older(String),
}

impl MessageKey {
    /// Parses the output of `Display`.
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

/// A message that shows, or will show, something of a job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatMessage {
    pub job: JobId,
    pub place: Place,
    pub key: MessageKey,
    /// When the decision to post it was made; stored before posting.
    pub intent_at: Millis,
    /// Used to find the message if it is unknown whether it was posted. At most 25 letters and digits.
    pub nonce: String,
    /// The platform's ID; `None` until the message is known to be posted.
    pub id: Option<String>,
    /// A hash of what it last showed.
    pub hash: String,
}

/// How a rewrite of the answer treats a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// Use it if it is at all relevant.
    Pin,
    Exclude,
}

/// A person's feedback on an answer.
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
