//! Keys of stored rows. They are part of the stored format: rename the constants, never the values.

/// The message that a job's progress is shown in.
pub const STATUS: &str = "status";
/// The message with the answer, or with the reason why there is none.
pub const ANSWER: &str = "answer";
/// The person's own message that started the job.
pub const ASKED: &str = "asked";
/// Prefix of messages that ask the person something.
pub const QUESTION: &str = "question.";
/// An extra that offers to show a message again that the person may have missed.
pub const SHOW_AGAIN: &str = "again";
/// An extra that removes all messages of a job, because the question was deleted.
pub const WITHDRAWN: &str = "withdrawn";
/// Memory scope: retention in days by place.
pub const RETENTION: &str = "chat:retention";
/// Memory name: the bot opened the thread, so follow-ups need no mention.
pub const BOT_THREAD: &str = "ours";
