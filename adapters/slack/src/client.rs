//! Slack's Web API, through slack-morphism: with time limits, the published limits, and errors in our words.

use crate::fault::Fault;
use crate::limits::{Limits, Urgency};
use crate::settings::SlackSettings;
use gorkd_chat::Trouble;
use hyper_util::client::legacy::connect::HttpConnector;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Map, Value};
use slack_morphism::clients_manager::{SlackSocketModeClientsManager, SlackSocketModeClientsManagerFactory};
use slack_morphism::errors::SlackClientError;
use slack_morphism::listener::SlackClientEventsListenerEnvironment;
use slack_morphism::prelude::{SlackClientHyperConnector, SlackClientHyperHttpsConnector};
use slack_morphism::{SlackApiToken, SlackApiTokenValue, SlackClient};
use std::sync::Arc;
use std::time::Duration;

/// When Slack says that it has troubles, and not for how long.
const DOWN: Duration = Duration::from_secs(5);
/// How long a look-up is repeated while Slack asks to wait.
const PATIENCE: Duration = Duration::from_secs(60);

/// A workspace and the token for it.
#[derive(Clone)]
pub struct Access {
    pub team: String,
    pub token: SecretString,
}

/// Why a request was not done, or not known to be.
#[derive(Clone, Debug, PartialEq)]
pub enum Failed {
    /// Slack's name for it.
    Api(String),
    /// Surely not done.
    Later(Duration),
    Unclear(String),
}

impl From<Failed> for Trouble {
    fn from(failed: Failed) -> Self {
        match failed {
            Failed::Later(wait) => Trouble::Later(wait),
            Failed::Unclear(why) => Trouble::Unclear(why),
            Failed::Api(code) => trouble(code),
        }
    }
}

fn trouble(code: String) -> Trouble {
    match code.as_str() {
        "message_not_found" | "cant_update_message" | "cant_delete_message" | "edit_window_closed" => {
            Trouble::MessageGone
        }
        "channel_not_found"
        | "is_archived"
        | "thread_not_found"
        | "cannot_reply_to_message"
        | "team_not_found" => Trouble::PlaceGone(code),
        "token_revoked"
        | "token_expired"
        | "account_inactive"
        | "invalid_auth"
        | "not_authed"
        | "app_uninstalled"
        | "team_access_not_granted" => Trouble::Revoked(code),
        "not_in_channel"
        | "missing_scope"
        | "no_permission"
        | "access_denied"
        | "user_not_in_channel"
        | "ekm_access_denied"
        | "messages_tab_disabled"
        | "user_not_found"
        | "not_allowed_token_type" => Trouble::NotAllowed(code),
        "expired_trigger_id" | "exchanged_trigger_id" | "used_url" => Trouble::Expired,
        "internal_error" | "fatal_error" | "request_timeout" | "messaging_processing_failed" => {
            Trouble::Unclear(code)
        }
        "ratelimited" | "rate_limited" | "message_limit_exceeded" | "service_unavailable" => {
            Trouble::Later(DOWN)
        }
        other if other.starts_with("restricted_action") => Trouble::NotAllowed(code),
        _ => Trouble::Invalid(code),
    }
}

type Plain = SlackClientHyperConnector<HttpConnector>;
type Sealed = SlackClientHyperHttpsConnector;

/// slack-morphism's own connector speaks TLS only; a simulator on this machine does not.
enum Wire {
    Plain(Arc<SlackClient<Plain>>),
    Sealed(Arc<SlackClient<Sealed>>),
}

pub struct SlackApi {
    wire: Wire,
    limits: Limits,
    request: Duration,
    minute: Duration,
}

/// Methods that read their arguments from the address only.
const IN_THE_ADDRESS: [&str; 6] = [
    "bots.info",
    "chat.getPermalink",
    "conversations.info",
    "conversations.replies",
    "files.getUploadURLExternal",
    "users.info",
];

impl SlackApi {
    /// An error is a sentence for the operator.
    pub fn new(settings: &SlackSettings) -> Result<Self, String> {
        let url = settings.api_url.trim_end_matches('/');
        let wire = if url.starts_with("http://") {
            let connector = Plain::with_connector(HttpConnector::new()).with_slack_api_url(url);
            Wire::Plain(Arc::new(SlackClient::new(connector)))
        } else {
            let connector = Sealed::new().map_err(|error| format!("certificates cannot be read: {error}"))?;
            Wire::Sealed(Arc::new(SlackClient::new(connector.with_slack_api_url(url))))
        };
        let limits = Limits::new(settings.minute);
        Ok(Self { wire, limits, request: settings.request, minute: settings.minute })
    }

    /// Calls a method once, within its limits. Where there is no room it is `Later`, and nothing was sent.
    pub async fn call(
        &self,
        access: &Access,
        method: &str,
        arguments: Value,
        urgency: Urgency,
    ) -> Result<Value, Failed> {
        let channel = arguments["channel"].as_str().map(str::to_owned);
        self.limits.take(method, &access.team, channel.as_deref(), urgency).map_err(Failed::Later)?;
        let answer = tokio::time::timeout(self.request, self.send(access, method, arguments)).await;
        let result = match answer {
            Err(_) => Err(Failed::Unclear("no answer in time".to_owned())),
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(failed(error)),
        };
        if let Err(Failed::Later(wait)) = &result {
            self.limits.pause(method, &access.team, *wait);
        }
        let outcome = match &result {
            Ok(_) => "ok",
            Err(Failed::Api(_)) => "refused",
            Err(Failed::Later(_)) => "later",
            Err(Failed::Unclear(_)) => "unclear",
        };
        metrics::counter!("slack_requests_total", "method" => method.to_owned(), "outcome" => outcome)
            .increment(1);
        result
    }

    /// Calls a method that changes nothing that could be done twice: waits for room, and tries again while that can
    /// help.
    pub async fn ask(&self, access: &Access, method: &str, arguments: Value) -> Result<Value, Failed> {
        let end = tokio::time::Instant::now() + PATIENCE.min(self.minute * 2);
        loop {
            let result = self.call(access, method, arguments.clone(), Urgency::Now).await;
            let wait = match &result {
                Err(Failed::Later(wait)) => *wait,
                Err(Failed::Unclear(_)) => Duration::from_secs(1),
                Ok(_) | Err(Failed::Api(_)) => return result,
            };
            if tokio::time::Instant::now() + wait > end {
                return result;
            }
            tokio::time::sleep(wait).await;
        }
    }

    /// Calls a method once to see whether that works, outside all limits: nothing but a check does that.
    pub async fn probe(&self, access: &Access, method: &str, arguments: Value) -> Result<Value, Fault> {
        match tokio::time::timeout(self.request, self.send(access, method, arguments)).await {
            Err(_) => Err(Fault::late()),
            Ok(Err(error)) => Err(error.into()),
            // What is no JSON reads as an empty answer.
            Ok(Ok(answer)) if answer["ok"] != true => Err(Fault::not_slack()),
            Ok(Ok(answer)) => Ok(answer),
        }
    }

    async fn send(&self, access: &Access, method: &str, arguments: Value) -> Result<Value, SlackClientError> {
        let token = token(&access.token);
        match &self.wire {
            Wire::Plain(client) => send(client, &token, method, arguments).await,
            Wire::Sealed(client) => send(client, &token, method, arguments).await,
        }
    }

    /// Exchanges a code, or a token that is about to end, for a token.
    pub async fn let_in(
        &self,
        arguments: &[(&str, String)],
        id: &str,
        secret: &SecretString,
    ) -> Result<Value, Failed> {
        let answer = match &self.wire {
            Wire::Plain(client) => {
                tokio::time::timeout(self.request, exchange(client, arguments, id, secret)).await
            }
            Wire::Sealed(client) => {
                tokio::time::timeout(self.request, exchange(client, arguments, id, secret)).await
            }
        };
        match answer {
            Err(_) => Err(Failed::Unclear("no answer in time".to_owned())),
            Ok(answer) => answer.map_err(failed),
        }
    }

    /// slack-morphism's keeper of Socket Mode connections.
    pub fn sockets(&self) -> Arc<dyn SlackSocketModeClientsManager + Send + Sync> {
        match &self.wire {
            Wire::Plain(client) => {
                let environment = SlackClientEventsListenerEnvironment::new(client.clone());
                client.http_api.connector.new_clients_manager(Arc::new(environment))
            }
            Wire::Sealed(client) => {
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
    if IN_THE_ADDRESS.contains(&method) {
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

fn failed(error: SlackClientError) -> Failed {
    match error {
        SlackClientError::ApiError(error) => Failed::Api(error.code),
        SlackClientError::RateLimitError(error) => Failed::Later(error.retry_after.unwrap_or(DOWN)),
        SlackClientError::HttpError(error) => match error.status_code.as_u16() {
            503 | 502 => Failed::Later(DOWN),
            status => Failed::Unclear(format!("status {status}")),
        },
        SlackClientError::HttpProtocolError(error) => {
            let cause = error
                .cause
                .as_ref()
                .and_then(|cause| cause.downcast_ref::<hyper_util::client::legacy::Error>());
            match cause.is_some_and(hyper_util::client::legacy::Error::is_connect) {
                true => Failed::Later(DOWN),
                false => Failed::Unclear("the connection broke".to_owned()),
            }
        }
        SlackClientError::EndOfStream(_) => Failed::Unclear("the connection ended".to_owned()),
        SlackClientError::SystemError(_) => Failed::Unclear("the system failed".to_owned()),
        SlackClientError::ProtocolError(_) | SlackClientError::SocketModeProtocolError(_) => {
            Failed::Unclear("an answer that is not understood".to_owned())
        }
    }
}
