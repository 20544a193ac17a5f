//! Language models and embeddings.

use super::Outcome;
use crate::model::{Destination, Failure, FailureReason, Reach};
use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A language model that answers one prompt with one text.
#[async_trait]
pub trait Model: Send + Sync {
    /// Its recorded name, for example `qwen2.5-7b`.
    fn name(&self) -> &str;

    /// Where prompts are sent.
    fn destination(&self) -> Destination;

    /// The server's context size in tokens, for prompt and reply together, if known.
    fn context(&self) -> Option<u32> {
        None
    }

    /// Answers a prompt. With a schema, the reply is JSON if the server supports it; callers check it anyway.
    /// Never opens a connection that the reach rules out.
    ///
    /// `growing`, if given, is called with the whole reply so far whenever it has grown. It may never be
    /// called, and the end of the text may still change: only the result counts.
    async fn complete(&self, prompt: &Prompt, reach: Reach, growing: Option<&Growing<'_>>)
    -> Outcome<String>;

    /// Answers a prompt with tool calls, or with text only. The calls are not executed here. Fails with
    /// `NotConfigured` if the model or server has no tool calling.
    async fn call_tools(&self, _prompt: &Prompt, _reach: Reach) -> Outcome<ToolReply> {
        let detail = format!("The model {} cannot call tools.", self.name());
        Err(Failure::skip(FailureReason::NotConfigured, detail).into())
    }
}

/// A tool that a model may call.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON schema of its arguments.
    pub parameters: serde_json::Value,
}

/// A model's reply to a prompt with tools.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolReply {
    /// Text besides the calls.
    pub text: String,
    pub calls: Vec<CalledTool>,
}

/// A tool call of a model, not validated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CalledTool {
    pub name: String,
    /// As the model wrote them; usually a JSON object.
    pub arguments: String,
}

/// Receives a growing reply.
pub type Growing<'a> = dyn Fn(&str) + Send + Sync + 'a;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub system: String,
    pub user: String,
    /// JSON schema of the reply, with its name.
    pub schema: Option<(String, serde_json::Value)>,
    /// The tools that the model may call; only for [`Model::call_tools`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    pub max_output_tokens: u32,
    #[serde(default)]
    pub timeout: Duration,
}

/// The role of a text: some embedders treat questions differently from passages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    Question,
    Passage,
}

/// Turns texts into vectors of the same length.
#[async_trait]
pub trait Embedder: Send + Sync {
    fn name(&self) -> &str;
    /// Where texts are sent.
    fn destination(&self) -> Destination;
    /// One vector of unit length per text, in order.
    async fn embed(&self, texts: &[String], role: TextRole, reach: Reach) -> Result<Vec<Vec<f32>>, Failure>;
}

/// Reads a question and a passage together and rates how well the passage answers.
#[async_trait]
pub trait Reranker: Send + Sync {
    fn name(&self) -> &str;
    /// The score below which a passage is a doubtful answer, and from 3 less on none, as measured for this model; `None` if not
    /// measured. Scores are logits.
    fn refuses_below(&self) -> Option<f32>;
    /// Whether it was trained on this language (an ISO 639-1 code). Scores for other languages mean little.
    fn reads(&self, language: &str) -> bool;
    /// One score per passage, in order; higher is better. Scores of one model are comparable across questions.
    async fn rank(
        &self,
        question: &str,
        passages: &[String],
        most: Duration,
    ) -> Result<Vec<Option<f32>>, Failure>;
}
