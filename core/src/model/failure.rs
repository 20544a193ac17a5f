//! What went wrong, as a fact in the journal, and what a person is told when a command is not taken.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an effect gave nothing. `detail` is a sentence for a person, without keys or page text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{detail}")]
pub struct Failure {
    pub reason: FailureReason,
    pub detail: String,
    pub remedy: Remedy,
    /// Set when the call was turned away before anything was done, so that it surely cost nothing: milliseconds
    /// after which it may be made again, 0 when no time was named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_after_ms: Option<u64>,
    /// For a page that keeps us out: where the same work may be read by everybody, as a resolver says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_copy: Option<String>,
}

/// Closed on purpose: each reason has a place in the rules and a sentence in the answer's `unread`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureReason {
    /// Three starts without an outcome.
    Crashed,
    /// No longer wanted: stopped, cancelled or replaced while it ran.
    Dropped,
    TimedOut,
    Unreachable,
    RateLimited,
    /// 401: a key is missing or wrong.
    Unauthorized,
    /// 402, 432: the plan or credit is used up.
    QuotaExhausted,
    /// 403, robots.txt, a login or cookie wall.
    Denied,
    Captcha,
    Paywall,
    NotFound,
    /// An address that must not be touched.
    Blocked,
    TooLarge,
    /// A type of content that is not read.
    UnsupportedType,
    Encrypted,
    /// Read, but no text in it.
    Empty,
    /// Nested or wide beyond the guard's limits.
    TooComplex,
    /// Broken beyond reading, or an answer that is not what was asked for.
    Malformed,
    /// The extraction child died or ran over its limits.
    ResourceLimit,
    ServerError,
    /// A model's reply could not be understood after one repair.
    InvalidReply,
    /// A model's server refused to answer.
    Filtered,
    ContextOverflow,
    BudgetExhausted,
    /// The source cannot be used with this job's privacy.
    NotAllowed,
    NotConfigured,
    /// Ours: a fault in gorkd or its store.
    Internal,
}

impl FailureReason {
    /// The snake-case name, as it stands in `unread[].reason`.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            _ => "internal".to_owned(),
        }
    }
}

impl FailureReason {
    /// In a word or two, for people, as in "2 × login or robots".
    pub fn in_words(self) -> &'static str {
        match self {
            FailureReason::Crashed => "crashed while being read",
            FailureReason::Dropped => "no longer wanted",
            FailureReason::TimedOut => "too slow",
            FailureReason::Unreachable => "not reachable",
            FailureReason::RateLimited => "too many requests",
            FailureReason::Unauthorized => "key missing or wrong",
            FailureReason::QuotaExhausted => "quota used up",
            FailureReason::Denied => "login, cookie wall or robots.txt",
            FailureReason::Captcha => "captcha",
            FailureReason::Paywall => "paywall",
            FailureReason::NotFound => "not found",
            FailureReason::Blocked => "address that must not be opened",
            FailureReason::TooLarge => "too large",
            FailureReason::UnsupportedType => "type that is not read",
            FailureReason::Encrypted => "encrypted",
            FailureReason::Empty => "no text",
            FailureReason::TooComplex => "too complex",
            FailureReason::Malformed => "broken",
            FailureReason::ResourceLimit => "too much work",
            FailureReason::ServerError => "server error",
            FailureReason::InvalidReply => "reply not understood",
            FailureReason::Filtered => "refused by the model's server",
            FailureReason::ContextOverflow => "too long for the model",
            FailureReason::BudgetExhausted => "budget used up",
            FailureReason::NotAllowed => "not allowed with this privacy",
            FailureReason::NotConfigured => "not set up",
            FailureReason::Internal => "fault in gorkd",
        }
    }
}

/// What the pipeline may do about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    Retry,
    Skip,
    Fallback,
    Abort,
}

impl Failure {
    pub fn new(reason: FailureReason, remedy: Remedy, detail: impl Into<String>) -> Self {
        Self { reason, remedy, detail: detail.into(), again_after_ms: None, open_copy: None }
    }

    /// The same failure of a call that surely cost nothing, with the time after which it may be made again.
    pub fn turned_away(self, after: std::time::Duration) -> Self {
        Self { again_after_ms: Some(u64::try_from(after.as_millis()).unwrap_or(u64::MAX)), ..self }
    }

    pub fn skip(reason: FailureReason, detail: impl Into<String>) -> Self {
        Self::new(reason, Remedy::Skip, detail)
    }

    pub fn retry(reason: FailureReason, detail: impl Into<String>) -> Self {
        Self::new(reason, Remedy::Retry, detail)
    }
}

/// Why a command was not taken: a code for programs and a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", self.to_operator())]
pub struct Refusal {
    pub code: RefusalCode,
    pub message: String,
    /// Seconds after which it is worth trying again, when that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// The setting that an operator may change, for example `admission.runs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    InvalidQuestion,
    /// Obviously malicious or nonsense.
    Rejected,
    RateLimited,
    OverBudget,
    NotFound,
    NotAllowed,
    /// The job is not in a state for this command, for example a reply to a question already answered.
    Conflict,
    Unavailable,
    /// Ours: a fault in gorkd or its store.
    Internal,
}

impl Refusal {
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retry_after: None, setting: None }
    }

    pub fn by_setting(self, setting: &str) -> Self {
        Self { setting: Some(setting.to_owned()), ..self }
    }

    /// The sentence with the setting that it rests on; `message` alone is for people who cannot change it.
    pub fn to_operator(&self) -> String {
        match &self.setting {
            Some(setting) => format!("{} The setting is {setting}.", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => f.write_str(&name),
            _ => f.write_str("internal"),
        }
    }
}
