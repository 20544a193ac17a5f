//! What went wrong: failures as facts in the journal, and refusals of commands.

use super::named;
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an effect failed. `detail` is a sentence for people, without keys or page text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{detail}")]
pub struct Failure {
    pub reason: FailureReason,
    pub detail: String,
    pub remedy: Remedy,
    /// Set if the call was rejected before doing any work, and so certainly cost nothing: milliseconds after
    /// which it may be retried, 0 if unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub again_after_ms: Option<u64>,
    /// For an inaccessible page: the address of an open-access copy, from a resolver.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_copy: Option<String>,
}

named! {
    /// Deliberately closed: the rules handle each reason, and each has a phrase in the answer's `unread`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum FailureReason {
        /// Three starts without an outcome.
        Crashed = "crashed",
        /// No longer needed: it was stopped, canceled, or replaced while running.
        Dropped = "dropped",
        TimedOut = "timed_out",
        Unreachable = "unreachable",
        RateLimited = "rate_limited",
        /// 401: a key is missing or wrong.
        Unauthorized = "unauthorized",
        /// 402, 432: the plan or credit is used up.
        QuotaExhausted = "quota_exhausted",
        /// 403, robots.txt, a login or cookie wall.
        Denied = "denied",
        Captcha = "captcha",
        Paywall = "paywall",
        NotFound = "not_found",
        /// An address that must not be contacted.
        Blocked = "blocked",
        TooLarge = "too_large",
        /// An unsupported content type.
        UnsupportedType = "unsupported_type",
        Encrypted = "encrypted",
        /// Read successfully, but without text.
        Empty = "empty",
        /// Nested too deeply or too wide for the guard's limits.
        TooComplex = "too_complex",
        /// Unreadable, or an unexpected response.
        Malformed = "malformed",
        /// The extraction process died or exceeded its limits.
        ResourceLimit = "resource_limit",
        ServerError = "server_error",
        /// A model's reply could not be parsed after one repair.
        InvalidReply = "invalid_reply",
        /// The model's server refused to answer.
        Filtered = "filtered",
        ContextOverflow = "context_overflow",
        BudgetExhausted = "budget_exhausted",
        /// The source cannot be used with this job's privacy.
        NotAllowed = "not_allowed",
        NotConfigured = "not_configured",
        /// Internal: a bug in gorkd, or a failure of its store.
        Internal = "internal",
    }
}

impl FailureReason {
    /// A short phrase for people, as in "2 × login or robots".
    pub fn said(self) -> Msg {
        match self {
            FailureReason::Crashed => Msg::UnreadCrashed,
            FailureReason::Dropped => Msg::UnreadDropped,
            FailureReason::TimedOut => Msg::UnreadTimedOut,
            FailureReason::Unreachable => Msg::UnreadUnreachable,
            FailureReason::RateLimited => Msg::UnreadRateLimited,
            FailureReason::Unauthorized => Msg::UnreadUnauthorized,
            FailureReason::QuotaExhausted => Msg::UnreadQuota,
            FailureReason::Denied => Msg::UnreadDenied,
            FailureReason::Captcha => Msg::UnreadCaptcha,
            FailureReason::Paywall => Msg::UnreadPaywall,
            FailureReason::NotFound => Msg::UnreadNotFound,
            FailureReason::Blocked => Msg::UnreadBlocked,
            FailureReason::TooLarge => Msg::UnreadTooLarge,
            FailureReason::UnsupportedType => Msg::UnreadType,
            FailureReason::Encrypted => Msg::UnreadEncrypted,
            FailureReason::Empty => Msg::UnreadEmpty,
            FailureReason::TooComplex => Msg::UnreadTooComplex,
            FailureReason::Malformed => Msg::UnreadMalformed,
            FailureReason::ResourceLimit => Msg::UnreadResourceLimit,
            FailureReason::ServerError => Msg::UnreadServerError,
            FailureReason::InvalidReply => Msg::UnreadInvalidReply,
            FailureReason::Filtered => Msg::UnreadFiltered,
            FailureReason::ContextOverflow => Msg::UnreadContext,
            FailureReason::BudgetExhausted => Msg::UnreadBudget,
            FailureReason::NotAllowed => Msg::UnreadNotAllowed,
            FailureReason::NotConfigured => Msg::UnreadNotConfigured,
            FailureReason::Internal => Msg::UnreadInternal,
        }
    }
}

/// How the pipeline may handle a failure.
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

    /// Marks a call that certainly cost nothing, with the time after which it may be retried.
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

/// Why a command was refused: a code for programs and a sentence for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{}", self.to_operator())]
pub struct Refusal {
    pub code: RefusalCode,
    pub message: String,
    /// Seconds to wait before retrying, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
    /// The setting that an operator may change, for example `admission.runs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setting: Option<String>,
    /// The catalog entry of `message`, for languages other than English; `None` if it has none.
    #[serde(skip)]
    pub said: Option<Box<Msg>>,
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum RefusalCode {
        InvalidQuestion = "invalid_question",
        /// Obviously malicious or nonsense.
        Rejected = "rejected",
        /// Refused by the operator's moderation rules.
        Moderated = "moderated",
        RateLimited = "rate_limited",
        OverBudget = "over_budget",
        NotFound = "not_found",
        NotAllowed = "not_allowed",
        /// The job is not in a state for this command; for example, the question already has a reply.
        Conflict = "conflict",
        /// Too many runs are already waiting.
        Overloaded = "overloaded",
        Unavailable = "unavailable",
        /// Internal: a bug in gorkd, or a failure of its store.
        Internal = "internal",
    }
}

impl Refusal {
    pub fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retry_after: None, setting: None, said: None }
    }

    /// A refusal with a sentence from the catalog.
    pub fn saying(code: RefusalCode, said: Msg) -> Self {
        Self { said: Some(Box::new(said.clone())), ..Self::new(code, said.to(Locale::En)) }
    }

    /// The sentence in the given language, if the catalog has it.
    pub fn to(&self, locale: Locale) -> String {
        self.said.as_ref().map_or_else(|| self.message.clone(), |said| said.to(locale))
    }

    pub fn by_setting(self, setting: &str) -> Self {
        Self { setting: Some(setting.to_owned()), ..self }
    }

    /// The sentence together with its setting; `message` alone is for people who can't change settings.
    pub fn to_operator(&self) -> String {
        match &self.setting {
            Some(setting) => format!("{} The setting is {setting}.", self.message),
            None => self.message.clone(),
        }
    }
}

impl fmt::Display for RefusalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
