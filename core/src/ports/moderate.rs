//! Who tells that a text is unwanted: an operator's rules, and a server that judges texts.

use crate::model::{Destination, Failure, Reach};
use async_trait::async_trait;

/// What a text is that somebody looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModeratedText {
    /// A question, or what is said to a run.
    Question,
    Answer,
}

/// Rules by which an operator tells what is not wanted. Equal texts get equal categories.
pub trait Screen: Send + Sync {
    /// The categories that a text falls under, each once; none when it is fine.
    fn categories(&self, text: &str, of: ModeratedText) -> Vec<String>;
}

/// A server that judges texts.
#[async_trait]
pub trait Moderate: Send + Sync {
    /// Where texts go.
    fn destination(&self) -> Destination;

    /// The categories that a text falls under, each once; none when it is fine. No connection is opened that the reach
    /// rules out.
    async fn look(&self, text: &str, reach: Reach) -> Result<Vec<String>, Failure>;
}
