//! Language models and embeddings.

use super::Outcome;
use crate::model::{Destination, Failure, FailureReason, Reach};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A language model that answers one prompt with one text.
#[async_trait]
pub trait Model: Send + Sync {
    /// As it is recorded, for example `qwen2.5-7b`.
    fn name(&self) -> &str;

    /// Where a prompt goes.
    fn destination(&self) -> Destination;

    /// Tokens that its server has for a prompt and the reply together, where that is known.
    fn context(&self) -> Option<u32> {
        None
    }

    /// Answers a prompt. With a schema the reply is JSON if the server can do that; callers check it anyway. No
    /// connection is opened that the reach rules out.
    ///
    /// `growing`, if given, is called with the whole reply so far each time that it has grown. It may never be
    /// called, and what it sees may still change its end: the outcome alone counts.
    async fn complete(&self, prompt: &Prompt, reach: Reach, growing: Option<&Growing<'_>>)
    -> Outcome<String>;

    /// Answers a prompt with calls of its tools, or with a text when it wants none. Nothing is done about the calls
    /// here. The failure of a model or server that has no tool calling is `NotConfigured`.
    async fn call_tools(&self, _prompt: &Prompt, _reach: Reach) -> Outcome<ToolReply> {
        let detail = format!("The model {} cannot call tools.", self.name());
        Err(Failure::skip(FailureReason::NotConfigured, detail).into())
    }
}

/// Something that a model may call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON schema of its arguments.
    pub parameters: serde_json::Value,
}

/// What a model said to a prompt with tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolReply {
    /// What it said beside its calls.
    pub text: String,
    pub calls: Vec<CalledTool>,
}

/// A tool as a model called it: nothing of it has been checked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledTool {
    pub name: String,
    /// As the model wrote them; mostly a JSON object.
    pub arguments: String,
}

/// Sees a reply grow.
pub type Growing<'a> = dyn Fn(&str) + Send + Sync + 'a;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub system: String,
    pub user: String,
    /// JSON schema of the reply, with its name.
    pub schema: Option<(String, serde_json::Value)>,
    /// What the model may call; only where [`Model::call_tools`] is asked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    pub max_output_tokens: u32,
    #[serde(default)]
    pub timeout: Duration,
}

/// What texts are: some embedders read a question differently from the passages that may answer it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    Question,
    Passage,
}

/// Turns texts into vectors of one length.
#[async_trait]
pub trait Embedder: Send + Sync {
    fn name(&self) -> &str;
    /// Where texts go.
    fn destination(&self) -> Destination;
    /// One vector of unit length for each text, in order.
    async fn embed(&self, texts: &[String], role: TextRole, reach: Reach) -> Result<Vec<Vec<f32>>, Failure>;
}

/// Reads a question and a passage together and tells how well the passage answers.
#[async_trait]
pub trait Reranker: Send + Sync {
    fn name(&self) -> &str;
    /// The score under which no passage answers, measured for this model; none where nobody measured it.
    fn refuses_below(&self) -> Option<f32>;
    /// Was it trained on this language, an ISO 639-1 code? What it makes of another one means little.
    fn reads(&self, language: &str) -> bool;
    /// One score for each passage, in order; higher is better. Scores of one model can be compared over questions.
    async fn rank(
        &self,
        question: &str,
        passages: &[String],
        most: Duration,
    ) -> Result<Vec<Option<f32>>, Failure>;
}
