//! Moderation: an operator's rules, and a server that classifies texts.

use crate::model::{Destination, Failure, Reach};
use async_trait::async_trait;

/// What kind of text is being checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeratedText {
    /// A question, or a message to a run.
    Question,
    Answer,
}

/// An operator's moderation rules. Equal texts get equal categories.
pub trait Screen: Send + Sync {
    /// The distinct categories that a text falls under; empty if it is fine.
    fn categories(&self, text: &str, of: ModeratedText) -> Vec<String>;
}

/// A server that classifies texts.
#[async_trait]
pub trait Moderate: Send + Sync {
    /// Where texts are sent.
    fn destination(&self) -> Destination;

    /// The distinct categories that a text falls under; empty if it is fine. Never opens a connection that the
    /// reach rules out.
    async fn look(&self, text: &str, reach: Reach) -> Result<Vec<String>, Failure>;
}
