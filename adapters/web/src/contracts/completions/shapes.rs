//! Request and response bodies of chat completions, in the format of OpenAI's clients.

use super::super::cited::Annotation;
use super::super::conversation::Message;
use crate::problem::Problem;
use gorkd_core::job::StopReason;
use gorkd_core::model::Confidence;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A conversation whose last message is answered. Fields that would only affect the style of an answer (`temperature`,
/// `max_tokens`, `tools`, …) are ignored.
#[derive(Debug, Deserialize, ToSchema)]
pub struct CompletionBody {
    /// `gorkd-quick`, `gorkd-standard` or `gorkd-deep`.
    pub model: String,
    pub messages: Vec<Message>,
    pub stream: Option<bool>,
    pub stream_options: Option<StreamOptions>,
    /// Must be 1.
    pub n: Option<u32>,
    /// Must be `{"type": "text"}`.
    #[schema(value_type = Option<Object>)]
    pub response_format: Option<Value>,
    /// Must not require a tool call.
    #[schema(value_type = Option<Object>)]
    pub tool_choice: Option<Value>,
    /// Must be `text`.
    pub modalities: Option<Vec<String>>,
    /// Must be false.
    pub logprobs: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct StreamOptions {
    /// Send the usage in a final chunk.
    pub include_usage: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Completion {
    pub id: String,
    /// Always `chat.completion`.
    pub object: &'static str,
    /// Seconds since 1970.
    pub created: i64,
    pub model: String,
    /// Always one.
    pub choices: Vec<Choice>,
    pub usage: Usage,
    pub gorkd: Extra,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct Choice {
    pub index: u32,
    pub message: Answer,
    #[schema(value_type = Option<Object>)]
    pub logprobs: Option<Value>,
    /// Always `stop`.
    pub finish_reason: &'static str,
}

#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CompletionMessage)]
pub struct Answer {
    /// Always `assistant`.
    pub role: &'static str,
    /// Markdown.
    pub content: String,
    pub refusal: Option<String>,
    pub annotations: Vec<Annotation>,
}

/// Tokens of language models in the whole run; 0 for a known answer.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct Usage {
    pub prompt_tokens: u64,
    pub completion_tokens: u64,
    pub total_tokens: u64,
    pub prompt_tokens_details: PromptTokens,
}

#[derive(Debug, Default, Serialize, ToSchema)]
pub struct PromptTokens {
    pub cached_tokens: u64,
}

/// What OpenAI has no field for.
#[derive(Debug, Serialize, ToSchema)]
pub struct Extra {
    pub thread_id: String,
    pub job_id: String,
    /// The job's page, to share with people.
    pub url: Option<String>,
    /// `high`, `medium`, `low` or `insufficient`.
    #[schema(value_type = Option<String>)]
    pub confidence: Option<Confidence>,
    #[schema(value_type = Option<String>)]
    pub stop_reason: Option<StopReason>,
    pub limitations: Vec<String>,
    pub warnings: Vec<String>,
}

impl CompletionBody {
    /// Fields that would change the format of the answer are rejected.
    pub fn check(&self) -> Result<(), Problem> {
        let kind = |value: &Option<Value>| {
            let value = value.as_ref()?;
            value.as_str().or_else(|| value["type"].as_str()).map(str::to_owned)
        };
        let only =
            |value: Option<String>, fine: &[&str]| value.is_none_or(|value| fine.contains(&value.as_str()));
        let checks = [
            ("n", self.n.is_none_or(|n| n == 1), "gorkd gives one answer: leave n out, or set it to 1."),
            (
                "response_format",
                only(kind(&self.response_format), &["text"]),
                "gorkd answers in quoted sentences, not in JSON: leave response_format out.",
            ),
            (
                "tool_choice",
                only(kind(&self.tool_choice), &["auto", "none"]),
                "gorkd calls no tools of others: leave tool_choice out, or set it to none.",
            ),
            (
                "modalities",
                self.modalities.iter().flatten().all(|one| one == "text"),
                "gorkd answers in text: leave modalities out.",
            ),
            (
                "logprobs",
                self.logprobs != Some(true),
                "Log probabilities are not available: leave out logprobs.",
            ),
        ];
        match checks.into_iter().find(|(_, fine, _)| !fine) {
            Some((param, _, detail)) => Err(Problem { param: Some(param), ..Problem::invalid(detail) }),
            None => Ok(()),
        }
    }
}
