//! Files: uploads in three steps, and downloads with the workspace's token.

use crate::client::{Credentials, SlackApi};
use crate::handle::SlackHandle;
use crate::payload;
use crate::responses::{Empty, UploadTarget};
use async_trait::async_trait;
use gorkd_chat::{
    FileLimits, FileSource, IncomingFile, OutgoingFile, PlatformError, UnreadFile, UnreadReason,
    download_files,
};
use gorkd_core::engine::File;
use secrecy::ExposeSecret;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// Maximum number of files read per message.
const FILES: usize = 5;
/// Timeout for transferring one file.
const TRANSFER: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Files {
    pub client: Arc<SlackApi>,
    /// Transfers file contents, which do not go through the Web API.
    pub http: reqwest::Client,
    /// The origin of the Web API, which may serve files just like Slack's own hosts.
    pub api_origin: Option<url::Origin>,
}

impl Files {
    /// Sends a file, visible only to the person.
    pub async fn upload(
        &self,
        credentials: &Credentials,
        handle: &SlackHandle,
        file: &OutgoingFile,
    ) -> Result<(), PlatformError> {
        let announced = json!({"filename": file.name, "length": file.content.len()});
        let target: UploadTarget =
            self.client.ask(credentials, "files.getUploadURLExternal", announced).await?;
        let sent = self
            .http
            .post(&target.upload_url)
            .timeout(TRANSFER)
            .header("content-type", file.content_type)
            .body(file.content.clone())
            .send()
            .await;
        match sent {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => {
                return Err(PlatformError::Unconfirmed(format!("an upload failed with {}", answer.status())));
            }
            Err(_) => return Err(PlatformError::RetryAfter(Duration::from_secs(5))),
        }
        let mut done = json!({"files": [{"id": target.file_id, "title": file.name}]});
        if !handle.direct {
            done["channel_id"] = json!(self.client.open_direct(credentials, &handle.user).await?);
        } else {
            done["channel_id"] = json!(handle.channel);
            if let Some(thread) = &handle.thread {
                done["thread_ts"] = json!(thread);
            }
        }
        let Empty {} = self.client.ask(credentials, "files.completeUploadExternal", done).await?;
        Ok(())
    }

    /// Downloads the files of a message.
    pub async fn download_all(
        &self,
        credentials: &Credentials,
        files: &[payload::File],
        bytes: u64,
    ) -> (Vec<File>, Vec<UnreadFile>) {
        let incoming = files.iter().map(|file| IncomingFile {
            name: file.name.clone(),
            size: file.size,
            content_type: Some(file.mimetype.clone()).filter(|kind| !kind.is_empty()),
            url: match file.url_private_download.is_empty() {
                true => file.url_private.clone(),
                false => file.url_private_download.clone(),
            },
        });
        let limits = FileLimits { count: FILES, bytes };
        let source = WithCredentials { files: self, credentials };
        download_files(incoming.collect(), limits, &source).await
    }

    /// Whether a URL belongs to Slack. The token is sent nowhere else.
    fn is_of_slack(&self, url: &str) -> bool {
        let Ok(url) = url::Url::parse(url) else { return false };
        let host = url.host_str().unwrap_or_default();
        let official = url.scheme() == "https" && (host == "slack.com" || host.ends_with(".slack.com"));
        official || self.api_origin.as_ref() == Some(&url.origin())
    }
}

struct WithCredentials<'a> {
    files: &'a Files,
    credentials: &'a Credentials,
}

#[async_trait]
impl FileSource for WithCredentials<'_> {
    async fn download(&self, file: &IncomingFile, limit: u64) -> Result<Vec<u8>, UnreadReason> {
        if !self.files.is_of_slack(&file.url) {
            return Err(UnreadReason::Elsewhere);
        }
        let token = self.credentials.token.expose_secret();
        let request = self.files.http.get(&file.url).timeout(TRANSFER).bearer_auth(token);
        let response = request.send().await.map_err(|_| UnreadReason::Unavailable)?;
        let html = |kind: &str| kind.starts_with("text/html");
        let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
        // Without the permission, Slack returns its sign-in page.
        let is_sign_in = kind.is_some_and(html) && !file.content_type.as_deref().is_some_and(html);
        if !response.status().is_success() || is_sign_in {
            return Err(UnreadReason::Forbidden("files:read"));
        }
        let bytes = response.bytes().await.map_err(|_| UnreadReason::Unavailable)?;
        match bytes.len() as u64 > limit {
            true => Err(UnreadReason::TooLarge(limit)),
            false => Ok(bytes.to_vec()),
        }
    }
}
