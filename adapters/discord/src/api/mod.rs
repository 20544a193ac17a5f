//! Requests to Discord: what they are, how they end, and how long they wait.
//!
//! Written by hand over the client that is handed in, because the library's own client does not tell how long Discord
//! wants one to wait.

mod fault;
mod limits;
mod multipart;

pub use fault::Fault;

use crate::settings::DiscordSettings;
use gorkd_chat::{OutFile, Trouble};
use limits::Limits;
use reqwest::{Client, Method, Response};
use secrecy::ExposeSecret;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// Cheap to clone.
#[derive(Clone)]
pub struct Api {
    client: Client,
    settings: Arc<DiscordSettings>,
    limits: Arc<Limits>,
}

/// A request.
pub struct Call<'a> {
    method: Method,
    path: String,
    /// Requests of one bucket wait for each other.
    bucket: String,
    body: Option<&'a Value>,
    files: &'a [OutFile],
    /// By an interaction's token: no bot's token is sent along, and the limit over all does not count.
    by_token: bool,
    /// What the bot needs to be allowed to.
    needs: &'static str,
}

impl<'a> Call<'a> {
    /// `route` names the kind of request, `place` the channel or server that it counts for.
    pub fn new(method: Method, path: String, route: &str, place: &str) -> Self {
        let bucket = format!("{method} {route} {place}");
        Self { method, path, bucket, body: None, files: &[], by_token: false, needs: "" }
    }

    pub fn body(self, body: &'a Value) -> Self {
        Self { body: Some(body), ..self }
    }

    pub fn files(self, files: &'a [OutFile]) -> Self {
        Self { files, ..self }
    }

    pub fn by_token(self) -> Self {
        Self { by_token: true, ..self }
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

    /// The bot's and the application's id.
    pub fn me(&self) -> u64 {
        self.settings.application_id
    }

    /// Sends a request when there is room for it; the answer's body, null for none.
    pub async fn call(&self, call: Call<'_>) -> Result<Value, Fault> {
        let turn = self.limits.turn(&call.bucket, call.by_token, self.settings.request).await?;
        let answer = tokio::time::timeout(self.settings.request, self.send(&call)).await;
        let (status, headers, body) = match answer {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return Err(Fault::of_client(&error)),
            Err(_) => return Err(Fault::no_answer()),
        };
        let room = limits::Room::read(&headers);
        let wait = turn.end(status, room.as_ref(), &body);
        if (200..300).contains(&status) {
            return Ok(serde_json::from_str(&body).unwrap_or(Value::Null));
        }
        if let Some(wait) = wait {
            return Err(Fault::later(wait));
        }
        Err(Fault::of_answer(status, &body, call.needs, &call.method))
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
        let answer: Response = request.send().await?;
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Ok((status, headers, answer.text().await?))
    }

    /// A file that somebody handed over; none when it is too large, elsewhere, or not to be had.
    pub async fn download(&self, url: &str, most: usize) -> Option<Vec<u8>> {
        let url = url::Url::parse(url).ok()?;
        let host = url.host_str()?;
        let theirs =
            ["cdn.discordapp.com", "media.discordapp.net"].contains(&host) && url.scheme() == "https";
        let ours = url.origin() == self.settings.api_url.origin();
        if !theirs && !ours {
            return None;
        }
        let get = async {
            let mut answer = self.client.get(url).send().await.ok()?.error_for_status().ok()?;
            let mut bytes = Vec::new();
            while let Some(chunk) = answer.chunk().await.ok()? {
                bytes.extend_from_slice(&chunk);
                if bytes.len() > most {
                    return None;
                }
            }
            Some(bytes)
        };
        tokio::time::timeout(self.settings.request * 3, get).await.ok().flatten()
    }
}

/// Waits as long as Discord asks, a few times: for requests that nobody does again later.
pub async fn patiently<T, F: Future<Output = Result<T, Fault>>>(
    mut call: impl FnMut() -> F,
) -> Result<T, Fault> {
    const TIMES: u32 = 5;
    const LONGEST: Duration = Duration::from_secs(20);
    const ON_ITS_WAY: Duration = Duration::from_millis(300);
    let mut tried = 0;
    loop {
        match call().await {
            // What is kept is worked off at once: the first response may be on its way still, and until Discord has
            // it, it knows of no webhook.
            Err(fault) if tried < TIMES && fault.trouble == Trouble::Expired => {
                tokio::time::sleep(ON_ITS_WAY).await;
            }
            Err(fault) if tried < TIMES => match fault.again() {
                Some(wait) if wait <= LONGEST => tokio::time::sleep(wait).await,
                Some(_) | None => return Err(fault),
            },
            ended => return ended,
        }
        tried += 1;
    }
}
