//! Calls Slack's Web API through slack-morphism, with timeouts, rate limits, and errors that say whether to
//! retry.

use crate::limits::{Limits, Urgency};
use crate::payload;
use crate::responses::{Grant, Opened};
use crate::settings::SlackSettings;
use crate::setup_error::{NOT_SLACK, refusal, unreachable};
use gorkd_chat::{PlatformError, while_held};
use hyper_util::client::legacy::connect::HttpConnector;
use secrecy::{ExposeSecret, SecretString};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use slack_morphism::clients_manager::{SlackSocketModeClientsManager, SlackSocketModeClientsManagerFactory};
use slack_morphism::errors::SlackClientError;
use slack_morphism::listener::SlackClientEventsListenerEnvironment;
use slack_morphism::prelude::{SlackClientHyperConnector, SlackClientHyperHttpsConnector};
use slack_morphism::{SlackApiToken, SlackApiTokenValue, SlackClient};
use std::sync::Arc;
use std::time::Duration;

/// Retry delay if Slack is down and does not send one.
const RETRY_DELAY: Duration = Duration::from_secs(5);
/// How long a lookup is retried while Slack is rate limiting.
const LOOKUP_TIMEOUT: Duration = Duration::from_secs(60);

/// A workspace and its token.
#[derive(Clone)]
pub struct Credentials {
    pub team: String,
    pub token: SecretString,
}

/// Why a request failed.
#[derive(Clone, Debug, PartialEq)]
pub enum ApiError {
    /// Slack refused the request. Holds Slack's error code.
    Refused(String),
    /// The request was certainly not carried out.
    RetryAfter(Duration),
    /// It is unknown whether the request was carried out.
    Unconfirmed(String),
}

impl From<ApiError> for PlatformError {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::RetryAfter(wait) => PlatformError::RetryAfter(wait),
            ApiError::Unconfirmed(why) => PlatformError::Unconfirmed(why),
            ApiError::Refused(code) => platform_error(code),
        }
    }
}

fn platform_error(code: String) -> PlatformError {
    match code.as_str() {
        "message_not_found" | "cant_update_message" | "cant_delete_message" | "edit_window_closed" => {
            PlatformError::MessageGone
        }
        "channel_not_found"
        | "is_archived"
        | "thread_not_found"
        | "cannot_reply_to_message"
        | "team_not_found" => PlatformError::PlaceGone(code),
        "token_revoked"
        | "token_expired"
        | "account_inactive"
        | "invalid_auth"
        | "not_authed"
        | "app_uninstalled"
        | "team_access_not_granted" => PlatformError::Revoked(code),
        "not_in_channel"
        | "missing_scope"
        | "no_permission"
        | "access_denied"
        | "user_not_in_channel"
        | "ekm_access_denied"
        | "messages_tab_disabled"
        | "user_not_found"
        | "not_allowed_token_type" => PlatformError::NotAllowed(code),
        "expired_trigger_id" | "exchanged_trigger_id" | "used_url" => PlatformError::Expired,
        "internal_error" | "fatal_error" | "request_timeout" | "messaging_processing_failed" => {
            PlatformError::Unconfirmed(code)
        }
        "ratelimited" | "rate_limited" | "message_limit_exceeded" | "service_unavailable" => {
            PlatformError::RetryAfter(RETRY_DELAY)
        }
        other if other.starts_with("restricted_action") => PlatformError::NotAllowed(code),
        _ => PlatformError::Invalid(code),
    }
}

type Plain = SlackClientHyperConnector<HttpConnector>;
type Secure = SlackClientHyperHttpsConnector;

/// slack-morphism's own connector only supports TLS, but a simulator on this machine uses plain HTTP.
enum Transport {
    Plain(Arc<SlackClient<Plain>>),
    Secure(Arc<SlackClient<Secure>>),
}

pub struct SlackApi {
    transport: Transport,
    limits: Limits,
    request: Duration,
    minute: Duration,
}

/// Methods that read arguments only from the query string.
const QUERY_METHODS: [&str; 6] = [
    "bots.info",
    "chat.getPermalink",
    "conversations.info",
    "conversations.replies",
    "files.getUploadURLExternal",
    "users.info",
];

impl SlackApi {
    /// Errors are sentences for the operator.
    pub fn new(settings: &SlackSettings) -> Result<Self, String> {
        let url = settings.api_url.trim_end_matches('/');
        let transport = if url.starts_with("http://") {
            let connector = Plain::with_connector(HttpConnector::new()).with_slack_api_url(url);
            Transport::Plain(Arc::new(SlackClient::new(connector)))
        } else {
            let connector = Secure::new().map_err(|error| format!("cannot read certificates: {error}"))?;
            Transport::Secure(Arc::new(SlackClient::new(connector.with_slack_api_url(url))))
        };
        let limits = Limits::new(settings.minute);
        Ok(Self { transport, limits, request: settings.request, minute: settings.minute })
    }

    /// Calls a method once, within its rate limits. If a limit is reached, returns `RetryAfter` without sending
    /// anything.
    pub async fn call<T: DeserializeOwned + Default>(
        &self,
        credentials: &Credentials,
        method: &str,
        arguments: Value,
        urgency: Urgency,
    ) -> Result<T, ApiError> {
        let channel = arguments["channel"].as_str().map(str::to_owned);
        self.limits
            .take(method, &credentials.team, channel.as_deref(), urgency)
            .map_err(ApiError::RetryAfter)?;
        while_held().map_err(ApiError::RetryAfter)?;
        let result = self.timed(self.send(credentials, method, arguments)).await;
        if let Err(ApiError::RetryAfter(wait)) = &result {
            self.limits.pause(method, &credentials.team, *wait);
        }
        let outcome = match &result {
            Ok(_) => "ok",
            Err(ApiError::Refused(_)) => "refused",
            Err(ApiError::RetryAfter(_)) => "later",
            Err(ApiError::Unconfirmed(_)) => "unclear",
        };
        metrics::counter!("slack_requests_total", "method" => method.to_owned(), "outcome" => outcome)
            .increment(1);
        result
    }

    /// Calls a method that is safe to repeat: waits for rate limits, and retries as long as that may help.
    pub async fn ask<T: DeserializeOwned + Default>(
        &self,
        credentials: &Credentials,
        method: &str,
        arguments: Value,
    ) -> Result<T, ApiError> {
        let end = tokio::time::Instant::now() + LOOKUP_TIMEOUT.min(self.minute * 2);
        loop {
            let result = self.call(credentials, method, arguments.clone(), Urgency::Now).await;
            let wait = match &result {
                Err(ApiError::RetryAfter(wait)) => *wait,
                Err(ApiError::Unconfirmed(_)) => Duration::from_secs(1),
                Ok(_) | Err(ApiError::Refused(_)) => return result,
            };
            if tokio::time::Instant::now() + wait > end {
                return result;
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// Opens direct messages with a person. Returns their channel.
    pub async fn open_direct(&self, credentials: &Credentials, user: &str) -> Result<String, ApiError> {
        let opened: Opened = self.ask(credentials, "conversations.open", json!({"users": user})).await?;
        match opened.channel.id.is_empty() {
            true => Err(ApiError::Refused("channel_not_found".to_owned())),
            false => Ok(opened.channel.id),
        }
    }

    /// Calls a method once to see whether it works, ignoring rate limits. Only for checks. Returns the response,
    /// or the error code with which Slack refused. Fails with a sentence if Slack is not reached.
    pub async fn probe<T: DeserializeOwned + Default>(
        &self,
        credentials: &Credentials,
        method: &str,
        arguments: Value,
    ) -> Result<Result<T, String>, String> {
        match tokio::time::timeout(self.request, self.send(credentials, method, arguments)).await {
            Err(_) => Err(unreachable("no answer in time")),
            Ok(Err(error)) => refusal(error).map(Err),
            // A response that is not JSON parses as an empty one.
            Ok(Ok(response)) if response["ok"] != true => Err(unreachable(NOT_SLACK)),
            Ok(Ok(response)) => Ok(Ok(payload::read(&response).unwrap_or_default())),
        }
    }

    async fn send(
        &self,
        credentials: &Credentials,
        method: &str,
        arguments: Value,
    ) -> Result<Value, SlackClientError> {
        let token = token(&credentials.token);
        match &self.transport {
            Transport::Plain(client) => send(client, &token, method, arguments).await,
            Transport::Secure(client) => send(client, &token, method, arguments).await,
        }
    }

    /// Exchanges a code or a refresh token for a token.
    pub async fn exchange(
        &self,
        arguments: &[(&str, String)],
        id: &str,
        secret: &SecretString,
    ) -> Result<Grant, ApiError> {
        let request = async {
            match &self.transport {
                Transport::Plain(client) => exchange(client, arguments, id, secret).await,
                Transport::Secure(client) => exchange(client, arguments, id, secret).await,
            }
        };
        self.timed(request).await
    }

    /// The response, unless the request fails or takes too long.
    async fn timed<T: DeserializeOwned + Default>(
        &self,
        request: impl Future<Output = Result<Value, SlackClientError>>,
    ) -> Result<T, ApiError> {
        match tokio::time::timeout(self.request, request).await {
            Ok(Ok(response)) => Ok(payload::read(&response).unwrap_or_default()),
            Ok(Err(error)) => Err(api_error(error)),
            Err(_) => Err(ApiError::Unconfirmed("no answer in time".to_owned())),
        }
    }

    /// slack-morphism's manager of Socket Mode connections.
    pub fn sockets(&self) -> Arc<dyn SlackSocketModeClientsManager + Send + Sync> {
        match &self.transport {
            Transport::Plain(client) => {
                let environment = SlackClientEventsListenerEnvironment::new(client.clone());
                client.http_api.connector.new_clients_manager(Arc::new(environment))
            }
            Transport::Secure(client) => {
                let environment = SlackClientEventsListenerEnvironment::new(client.clone());
                client.http_api.connector.new_clients_manager(Arc::new(environment))
            }
        }
    }
}

pub fn token(secret: &SecretString) -> SlackApiToken {
    SlackApiToken::new(SlackApiTokenValue(secret.expose_secret().to_owned()))
}

async fn send<C>(
    client: &SlackClient<C>,
    token: &SlackApiToken,
    method: &str,
    arguments: Value,
) -> Result<Value, SlackClientError>
where
    C: slack_morphism::SlackClientHttpConnector + Send + Sync,
{
    let session = client.open_session(token);
    if QUERY_METHODS.contains(&method) {
        let fields = arguments.as_object().cloned().unwrap_or_default();
        let pairs = as_text(&fields);
        let pairs: Vec<(&str, Option<&String>)> =
            pairs.iter().map(|(name, value)| (name.as_str(), Some(value))).collect();
        return session.http_session_api.http_get(method, &pairs, None).await;
    }
    session.http_session_api.http_post(method, &arguments, None).await
}

async fn exchange<C>(
    client: &SlackClient<C>,
    arguments: &[(&str, String)],
    id: &str,
    secret: &SecretString,
) -> Result<Value, SlackClientError>
where
    C: slack_morphism::SlackClientHttpConnector + Send + Sync,
{
    let connector = &client.http_api.connector;
    let pairs: Vec<(&str, Option<&String>)> =
        arguments.iter().map(|(name, value)| (*name, Some(value))).collect();
    let uri = connector.create_method_uri_path("oauth.v2.access")?;
    let uri = slack_morphism::SlackClientHttpApiUri::create_url_with_params(uri, &pairs)?;
    let secret = secret.expose_secret().to_owned();
    connector.http_get_with_client_secret(uri, &id.to_owned().into(), &secret.into()).await
}

fn as_text(fields: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    fields.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}

fn api_error(error: SlackClientError) -> ApiError {
    match error {
        SlackClientError::ApiError(error) => ApiError::Refused(error.code),
        SlackClientError::RateLimitError(error) => {
            ApiError::RetryAfter(error.retry_after.unwrap_or(RETRY_DELAY))
        }
        SlackClientError::HttpError(error) => match error.status_code.as_u16() {
            503 | 502 => ApiError::RetryAfter(RETRY_DELAY),
            status => ApiError::Unconfirmed(format!("status {status}")),
        },
        SlackClientError::HttpProtocolError(error) => {
            let cause = error
                .cause
                .as_ref()
                .and_then(|cause| cause.downcast_ref::<hyper_util::client::legacy::Error>());
            match cause.is_some_and(hyper_util::client::legacy::Error::is_connect) {
                true => ApiError::RetryAfter(RETRY_DELAY),
                false => ApiError::Unconfirmed("the connection was lost".to_owned()),
            }
        }
        SlackClientError::EndOfStream(_) => ApiError::Unconfirmed("the connection ended".to_owned()),
        SlackClientError::SystemError(_) => ApiError::Unconfirmed("a system error".to_owned()),
        SlackClientError::ProtocolError(_) | SlackClientError::SocketModeProtocolError(_) => {
            ApiError::Unconfirmed("a response that cannot be parsed".to_owned())
        }
    }
}
