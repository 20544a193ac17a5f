//! Classifies failures of model servers and words them as sentences.
//!
//! A server's own message is examined, for example to tell a full context from a rejected schema, but never
//! passed on.

mod own;

use gorkd_core::model::{Failure, FailureReason, Remedy};
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use reqwest::header::HeaderMap;
use std::time::Duration;

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq)]
pub enum Trouble {
    /// Nothing answers at the address.
    Unreachable,
    TimedOut,
    /// Refused before any work was done.
    Status {
        code: u16,
        retry_after: Option<Duration>,
        /// The credit is used up, which waiting does not fix.
        quota: bool,
        /// The server's message, in lower case.
        said: String,
    },
    /// The reply was interrupted.
    Cut,
    /// A response that no model server would send.
    NotAModelServer,
    /// Tool calls that cannot be parsed, for example incomplete ones.
    BadCalls,
    /// An error in the middle of a reply, or instead of one.
    Event {
        said: String,
    },
    /// A key or name that cannot be sent in a request.
    NotSendable,
}

/// Bytes of a server's message to examine.
const MAX_MESSAGE_BYTES: usize = 4_000;

/// Phrases by which servers say that a prompt is too long.
const OVERFLOW: [&str; 14] = [
    "context_length_exceeded",
    "context length",
    "context window",
    "context size",
    "exceed_context",
    "maximum context",
    "max_model_len",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input token count",
    "too many tokens",
    "range of input length",
    "reduce the length",
];
/// Phrases by which servers say that they do not support structured output.
const SHAPE: [&str; 10] = [
    "response_format",
    "response format",
    "json_schema",
    "json_object",
    "json mode",
    "structured output",
    "grammar",
    "output_config",
    "responsejsonschema",
    "response_mime_type",
];
/// Phrases by which servers say that they do not support tools.
const TOOLS: [&str; 3] = ["tool", "function call", "function_call"];
const QUOTA: [&str; 7] = [
    "insufficient_quota",
    "insufficient balance",
    "insufficient_balance",
    "credit balance",
    "billing",
    "exceeded your current quota",
    "arrearage",
];
const FILTERED: [&str; 6] = [
    "content_filter",
    "content management policy",
    "data_inspection_failed",
    "safety",
    "finishreason",
    "blockreason",
];
const BUSY: [&str; 4] = ["overloaded", "rate_limit", "rate limit", "unavailable"];

impl Trouble {
    pub fn of_status(code: u16, headers: Option<&HeaderMap>, body: &str) -> Trouble {
        let said = shortened(body);
        let retry_after = headers.and_then(|headers| retry_after(headers, Timestamp::now()));
        let quota = code == 402 || (code == 429 && has(&said, &QUOTA));
        Trouble::Status { code, retry_after, quota, said }
    }

    pub fn of_event(said: &str) -> Trouble {
        Trouble::Event { said: shortened(said) }
    }

    pub fn of_transport(error: &reqwest::Error) -> Trouble {
        if error.is_builder() {
            Trouble::NotSendable
        } else if error.is_connect() {
            Trouble::Unreachable
        } else if error.is_timeout() {
            Trouble::TimedOut
        } else {
            Trouble::Cut
        }
    }

    pub fn of_genai(error: &genai::Error) -> Trouble {
        match error {
            genai::Error::WebModelCall { webc_error, .. }
            | genai::Error::WebAdapterCall { webc_error, .. } => match webc_error {
                genai::webc::Error::ResponseFailedStatus { status, body, headers } => {
                    Trouble::of_status(status.as_u16(), Some(headers), body)
                }
                genai::webc::Error::Reqwest(error) => Trouble::of_transport(error),
                _ => Trouble::NotAModelServer,
            },
            genai::Error::HttpError { status, body, headers, .. } => {
                Trouble::of_status(status.as_u16(), Some(headers), body)
            }
            genai::Error::WebStream { error, .. } => {
                if let Some(inner) = error.downcast_ref::<genai::Error>() {
                    Trouble::of_genai(inner)
                } else if let Some(inner) = error.downcast_ref::<reqwest::Error>() {
                    Trouble::of_transport(inner)
                } else {
                    Trouble::Cut
                }
            }
            genai::Error::ChatResponse { body, .. } => Trouble::of_event(&body.to_string()),
            // The only JSON the library parses besides the reply itself are the arguments of tool calls.
            genai::Error::SerdeJson(_) | genai::Error::InvalidJsonResponseElement { .. } => Trouble::BadCalls,
            genai::Error::RequiresApiKey { .. }
            | genai::Error::NoAuthData { .. }
            | genai::Error::Resolver { .. } => Trouble::NotSendable,
            _ => Trouble::NotAModelServer,
        }
    }

    /// The status of an error that the server worded, and its words; status 0 within a reply.
    fn worded(&self) -> Option<(u16, &str)> {
        match self {
            Trouble::Status { code, said, .. } => Some((*code, said)),
            Trouble::Event { said } => Some((0, said)),
            Trouble::Unreachable
            | Trouble::TimedOut
            | Trouble::Cut
            | Trouble::NotAModelServer
            | Trouble::BadCalls
            | Trouble::NotSendable => None,
        }
    }

    /// Whether the prompt was too long for the server.
    pub fn is_overflow(&self) -> bool {
        match self.worded() {
            Some((413, _)) => true,
            Some((0 | 400 | 422 | 500, said)) => has(said, &OVERFLOW),
            Some(_) | None => false,
        }
    }

    /// Whether the server may have refused the requested output format.
    pub fn is_about_shape(&self) -> bool {
        match self.worded() {
            Some((400 | 415 | 422 | 501, _)) => !self.is_overflow() && !self.is_filter(),
            Some((404 | 500, said)) => has(said, &SHAPE),
            Some(_) | None => false,
        }
    }

    /// Whether the server refused to let the model call tools.
    pub fn is_about_tools(&self) -> bool {
        match self.worded() {
            Some((0 | 400 | 404 | 415 | 422 | 500 | 501, said)) => !self.is_overflow() && has(said, &TOOLS),
            Some(_) | None => false,
        }
    }

    fn is_filter(&self) -> bool {
        match self.worded() {
            Some((0 | 400 | 403, said)) => has(said, &FILTERED),
            Some(_) | None => false,
        }
    }
}

/// The model named in a failure's sentence.
#[derive(Clone, Debug)]
pub struct Spoken {
    /// The server's name for the model.
    pub model: String,
    pub provider: &'static str,
    pub host: String,
    /// The roles it plays, for the names of settings.
    pub roles: Vec<String>,
}

impl Spoken {
    /// The name of a setting, once per role.
    pub fn setting(&self, field: &str) -> String {
        let names: Vec<String> = self.roles.iter().map(|role| format!("models.{role}.{field}")).collect();
        names.join(" and ")
    }

    /// Words a failure and says what to do about it. `seconds` is the timeout that the call had.
    pub fn failure(&self, trouble: &Trouble, seconds: u64) -> Failure {
        let Self { model, provider, host, .. } = self;
        let (key, name, address) = (self.setting("key"), self.setting("model"), self.setting("base_url"));
        if trouble.is_overflow() {
            let detail = format!("The prompt is too long for the model {model}: its context is too small.");
            return Failure::skip(FailureReason::ContextOverflow, detail);
        }
        if trouble.is_filter() {
            return self.filtered();
        }
        let (reason, remedy, detail) = match trouble {
            Trouble::Unreachable => (
                FailureReason::Unreachable,
                Remedy::Skip,
                format!(
                    "The model {model} cannot be reached: nothing answers at {host}. Is its server running, and is {address} right?"
                ),
            ),
            Trouble::TimedOut => (
                FailureReason::TimedOut,
                Remedy::Skip,
                format!("The model {model} did not answer within {seconds} seconds."),
            ),
            Trouble::Status { quota: true, .. } => (
                FailureReason::QuotaExhausted,
                Remedy::Skip,
                format!(
                    "The credit at {provider} for the model {model} is used up, or its plan does not cover it."
                ),
            ),
            Trouble::Status { code: 401, .. } => (
                FailureReason::Unauthorized,
                Remedy::Skip,
                format!("{provider} rejects the key for the model {model} (401). Check {key}."),
            ),
            Trouble::Status { code: 403, .. } => (
                FailureReason::Denied,
                Remedy::Skip,
                format!(
                    "{provider} does not allow this key to use the model {model} (403). Check {key} and {name}."
                ),
            ),
            Trouble::Status { code: 404, .. } => {
                let pull = if provider.starts_with("ollama") {
                    format!(" `ollama pull {model}` downloads it.")
                } else {
                    String::new()
                };
                (
                    FailureReason::NotFound,
                    Remedy::Skip,
                    format!(
                        "The server at {host} has no model {model} (404). Check {name} and {address}.{pull}"
                    ),
                )
            }
            Trouble::Status { code: 408 | 504, .. } => (
                FailureReason::TimedOut,
                Remedy::Retry,
                format!("The server at {host} gave up waiting for the model {model}."),
            ),
            // By now it has been retried several times.
            Trouble::Status { code: 429, .. } => (
                FailureReason::RateLimited,
                Remedy::Skip,
                format!("{provider} accepts no more requests for the model {model} right now (429)."),
            ),
            Trouble::Status { code: code @ (503 | 529), .. } => (
                FailureReason::ServerError,
                if *code == 529 { Remedy::Retry } else { Remedy::Skip },
                format!("The server of the model {model} is overloaded."),
            ),
            Trouble::Status { code: 300..=399, .. } => (
                FailureReason::NotConfigured,
                Remedy::Skip,
                format!(
                    "The server at {host} redirects, which gorkd does not follow. Set {address} to the final address."
                ),
            ),
            Trouble::Status { code: code @ 500..=599, .. } => (
                FailureReason::ServerError,
                Remedy::Retry,
                format!("The server of the model {model} failed ({code})."),
            ),
            Trouble::Status { code, .. } => (
                FailureReason::ServerError,
                Remedy::Skip,
                format!("The server at {host} refused the request for the model {model} ({code})."),
            ),
            Trouble::Cut => (
                FailureReason::ServerError,
                Remedy::Retry,
                format!("The reply of the model {model} was interrupted."),
            ),
            Trouble::NotAModelServer => (
                FailureReason::Malformed,
                Remedy::Skip,
                format!(
                    "The server at {host} is not a model server, or speaks another protocol. Check {address} and {}.",
                    self.setting("provider")
                ),
            ),
            Trouble::BadCalls => (
                FailureReason::InvalidReply,
                Remedy::Retry,
                format!("The model {model} sent tool calls that cannot be parsed."),
            ),
            Trouble::Event { said } if has(said, &BUSY) => (
                FailureReason::ServerError,
                Remedy::Retry,
                format!("The server of the model {model} is overloaded and interrupted its reply."),
            ),
            Trouble::Event { .. } => (
                FailureReason::ServerError,
                Remedy::Retry,
                format!("The server of the model {model} ended its reply with an error."),
            ),
            Trouble::NotSendable => (
                FailureReason::NotConfigured,
                Remedy::Skip,
                format!(
                    "The request for the model {model} cannot be sent: {key} or {name} contains invalid characters."
                ),
            ),
        };
        Failure::new(reason, remedy, detail)
    }
}

fn has(said: &str, words: &[&str]) -> bool {
    words.iter().any(|word| said.contains(word))
}

fn shortened(said: &str) -> String {
    let mut end = said.len().min(MAX_MESSAGE_BYTES);
    while !said.is_char_boundary(end) {
        end -= 1;
    }
    said[..end].to_lowercase()
}

/// How long a server asks us to wait: in seconds, in milliseconds, or until a date (RFC 9110, section
/// 10.2.3).
fn retry_after(headers: &HeaderMap, now: Timestamp) -> Option<Duration> {
    let value = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    if let Some(ms) = value("retry-after-ms").and_then(|ms| ms.parse::<u64>().ok()) {
        return Some(Duration::from_millis(ms));
    }
    let given = value("retry-after")?;
    if let Ok(seconds) = given.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds.max(0.0)).ok();
    }
    let at = rfc2822::parse(given).ok()?.timestamp();
    Some(Duration::from_millis(u64::try_from(at.as_millisecond() - now.as_millisecond()).unwrap_or(0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spoken() -> Spoken {
        Spoken {
            model: "m-1".into(),
            provider: "openai",
            host: "api.test".into(),
            roles: vec!["planner".into(), "writer".into()],
        }
    }

    #[test]
    fn each_refusal_has_its_reason_and_names_where_to_look() {
        for (code, body, reason, names) in [
            (401, "", FailureReason::Unauthorized, "models.planner.key and models.writer.key"),
            (402, "", FailureReason::QuotaExhausted, "credit"),
            (403, "", FailureReason::Denied, "models.writer.key"),
            (404, "", FailureReason::NotFound, "models.writer.model"),
            (429, "", FailureReason::RateLimited, "429"),
            (429, r#"{"error":{"code":"insufficient_quota"}}"#, FailureReason::QuotaExhausted, "credit"),
            (
                400,
                r#"{"error":{"code":"context_length_exceeded"}}"#,
                FailureReason::ContextOverflow,
                "too long",
            ),
            (413, "", FailureReason::ContextOverflow, "too long"),
            (400, r#"{"error":{"code":"content_filter"}}"#, FailureReason::Filtered, "filtered"),
            (301, "", FailureReason::NotConfigured, "base_url"),
            (500, "", FailureReason::ServerError, "500"),
            (529, "", FailureReason::ServerError, "overloaded"),
            (418, "", FailureReason::ServerError, "418"),
        ] {
            let failure = spoken().failure(&Trouble::of_status(code, None, body), 30);
            assert_eq!(failure.reason, reason, "{code} {body}");
            // For a redirect, the sentence names the server rather than the model.
            let named = if code == 301 { "api.test" } else { "m-1" };
            assert!(failure.detail.contains(names) && failure.detail.contains(named), "{}", failure.detail);
            assert!(failure.detail.ends_with(['.', '?']), "{}", failure.detail);
        }
    }

    #[test]
    fn a_servers_words_are_never_passed_on() {
        let body = "Incorrect API key provided: sk-secret. Prompt: what a person asked";
        for code in [400, 401, 403, 404, 429, 500] {
            let failure = spoken().failure(&Trouble::of_status(code, None, body), 30);
            assert!(
                !failure.detail.contains("secret") && !failure.detail.contains("asked"),
                "{}",
                failure.detail
            );
        }
    }

    #[test]
    fn a_time_to_wait_comes_in_three_forms() {
        let wait = |name: &'static str, value: &'static str| {
            let headers: HeaderMap = [(
                reqwest::header::HeaderName::from_static(name),
                reqwest::header::HeaderValue::from_static(value),
            )]
            .into_iter()
            .collect();
            let now: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a time");
            retry_after(&headers, now)
        };
        assert_eq!(wait("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("retry-after-ms", "1500"), Some(Duration::from_millis(1500)));
        assert_eq!(wait("retry-after", "Thu, 01 Jan 2026 00:00:30 GMT"), Some(Duration::from_secs(30)));
        assert_eq!(wait("retry-after", "soon"), None);
    }
}
