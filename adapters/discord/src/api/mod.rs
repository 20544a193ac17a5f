//! Requests to Discord: rate limits, timeouts, and errors.
//!
//! Built on the shared HTTP client, because serenity's client does not report how long Discord asks to wait.

mod error;
mod limits;
mod multipart;

pub use error::ApiError;

use crate::payload::{Channel, read_body};
use crate::settings::DiscordSettings;
use async_trait::async_trait;
use gorkd_chat::{FileSource, IncomingFile, OutgoingFile, PlatformError, UnreadReason, while_held};
use limits::Limits;
use reqwest::{Client, Method, Response};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

/// Cheap to clone.
#[derive(Clone)]
pub struct Api {
    client: Client,
    settings: Arc<DiscordSettings>,
    limits: Arc<Limits>,
}

#[derive(Clone)]
pub struct Call<'a> {
    method: Method,
    path: String,
    /// Requests in the same bucket run one after another.
    bucket: String,
    body: Option<&'a Value>,
    files: &'a [OutgoingFile],
    /// Authorized by an interaction's token: the bot's token is not sent, and the global limit does not apply.
    by_token: bool,
    /// The permissions required.
    needs: &'static str,
}

impl<'a> Call<'a> {
    /// `route` names the kind of request, `place` the channel or server whose limit applies.
    pub fn new(method: Method, path: impl Into<String>, route: &str, place: impl Display) -> Self {
        let bucket = format!("{method} {route} {place}");
        Self { method, path: path.into(), bucket, body: None, files: &[], by_token: false, needs: "" }
    }

    pub fn get(path: impl Into<String>, route: &str, place: impl Display) -> Self {
        Self::new(Method::GET, path, route, place)
    }

    /// A follow-up message to an interaction.
    pub fn follow_up(application: u64, token: &str) -> Self {
        let path = format!("/webhooks/{application}/{token}");
        Self { by_token: true, ..Self::new(Method::POST, path, "webhook", token) }
    }

    /// A message of an interaction; `@original` is the first response.
    pub fn reply(method: Method, application: u64, token: &str, message: &str) -> Self {
        let path = format!("/webhooks/{application}/{token}/messages/{message}");
        Self { by_token: true, ..Self::new(method, path, "webhook", token) }
    }

    /// The first response to an interaction.
    pub fn callback(interaction: u64, token: &str) -> Self {
        let path = format!("/interactions/{interaction}/{token}/callback");
        Self { by_token: true, ..Self::new(Method::POST, path, "callback", token) }
    }

    pub fn body(self, body: &'a Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub fn files(self, files: &'a [OutgoingFile]) -> Self {
        Self { files, ..self }
    }

    pub fn needs(self, permission: &'static str) -> Self {
        Self { needs: permission, ..self }
    }
}

impl Api {
    pub fn new(client: Client, settings: Arc<DiscordSettings>) -> Self {
        Self { client, settings, limits: Arc::default() }
    }

    pub fn settings(&self) -> &DiscordSettings {
        &self.settings
    }

    /// The bot's id, which is also the application's.
    pub fn me(&self) -> u64 {
        self.settings.application_id
    }

    /// Sends a request once, as soon as rate limits allow.
    pub async fn call<T: DeserializeOwned + Default>(&self, call: &Call<'_>) -> Result<T, ApiError> {
        let turn = self.limits.turn(&call.bucket, call.by_token, self.settings.request).await?;
        while_held().map_err(ApiError::retry_after)?;
        let response = tokio::time::timeout(self.settings.request, self.send(call)).await;
        let (status, headers, body) = match response {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => return Err(ApiError::of_client(&error)),
            Err(_) => return Err(ApiError::timed_out()),
        };
        let room = limits::Room::read(&headers);
        let wait = turn.end(status, room.as_ref(), &body);
        if (200..300).contains(&status) {
            return Ok(read_body(&body));
        }
        if let Some(wait) = wait {
            return Err(ApiError::retry_after(wait));
        }
        Err(ApiError::of_response(status, &body, call.needs, &call.method))
    }

    /// Sends a request and retries a few times as Discord asks. For requests that nothing else repeats later.
    pub async fn retry<T: DeserializeOwned + Default>(&self, call: &Call<'_>) -> Result<T, ApiError> {
        const ATTEMPTS: u32 = 5;
        const LONGEST: Duration = Duration::from_secs(20);
        const RESPONSE_PENDING: Duration = Duration::from_millis(300);
        let mut attempts = 0;
        loop {
            match self.call(call).await {
                // The first response may still be on its way to Discord; until it arrives, the webhook does not
                // exist.
                Err(error) if attempts < ATTEMPTS && error.error == PlatformError::Expired => {
                    tokio::time::sleep(RESPONSE_PENDING).await;
                }
                Err(ApiError { error: PlatformError::RetryAfter(wait), .. })
                    if attempts < ATTEMPTS && wait <= LONGEST =>
                {
                    tokio::time::sleep(wait).await;
                }
                ended => return ended,
            }
            attempts += 1;
        }
    }

    /// Opens direct messages with a person. Returns their channel, or `None` if they cannot be reached.
    pub async fn open_direct(&self, user: &str) -> Option<u64> {
        let body = json!({"recipient_id": user});
        let call = Call::new(Method::POST, "/users/@me/channels", "direct", "").body(&body);
        let channel: Channel = self.retry(&call).await.ok()?;
        Some(channel.id).filter(|channel| *channel != 0)
    }

    async fn send(
        &self,
        call: &Call<'_>,
    ) -> Result<(u16, reqwest::header::HeaderMap, String), reqwest::Error> {
        let base = self.settings.api_url.as_str().trim_end_matches('/');
        let mut request = self.client.request(call.method.clone(), format!("{base}/api/v10{}", call.path));
        request = request.header(
            "User-Agent",
            concat!("DiscordBot (https://github.com/gorkd, ", env!("CARGO_PKG_VERSION"), ")"),
        );
        if !call.by_token {
            request = request.header("Authorization", format!("Bot {}", self.settings.token.expose_secret()));
        }
        request = match (call.body, call.files) {
            (Some(body), []) => request.header("Content-Type", "application/json").body(body.to_string()),
            (body, files @ [_, ..]) => {
                let (kind, bytes) = multipart::form(body.unwrap_or(&Value::Null), files);
                request.header("Content-Type", kind).body(bytes)
            }
            (None, []) => request.header("Content-Length", "0"),
        };
        let response: Response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        Ok((status, headers, response.text().await?))
    }
}

#[async_trait]
impl FileSource for Api {
    async fn download(&self, file: &IncomingFile, limit: u64) -> Result<Vec<u8>, UnreadReason> {
        const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];
        let url = url::Url::parse(&file.url).map_err(|_| UnreadReason::Elsewhere)?;
        let official = url.scheme() == "https" && url.host_str().is_some_and(|host| HOSTS.contains(&host));
        if !official && url.origin() != self.settings.api_url.origin() {
            return Err(UnreadReason::Elsewhere);
        }
        let download = async {
            let response = self.client.get(url).send().await.and_then(Response::error_for_status);
            let mut response = response.map_err(|_| UnreadReason::Unavailable)?;
            let mut bytes = Vec::new();
            while let Some(chunk) = response.chunk().await.map_err(|_| UnreadReason::Unavailable)? {
                bytes.extend_from_slice(&chunk);
                if bytes.len() as u64 > limit {
                    return Err(UnreadReason::TooLarge(limit));
                }
            }
            Ok(bytes)
        };
        let result = tokio::time::timeout(self.settings.request * 3, download).await;
        result.unwrap_or(Err(UnreadReason::Unavailable))
    }
}
