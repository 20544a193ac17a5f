//! Files: handed out in three steps, and fetched with the workspace's token.

use crate::client::{Access, SlackApi};
use crate::handle::Handle;
use gorkd_chat::{OutFile, Trouble};
use secrecy::ExposeSecret;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// For the bytes of one file.
const TRANSFER: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Uploads {
    pub client: Arc<SlackApi>,
    /// For what is no method of the Web API: the bytes.
    pub http: reqwest::Client,
    /// The scheme and host of the Web API, where files may lie beside Slack's own hosts.
    pub api_host: String,
}

/// Why a file could not be read, as a sentence for the person.
pub type Sorry = String;

impl Uploads {
    /// Hands a file to the person alone.
    pub async fn hand_out(&self, access: &Access, handle: &Handle, file: &OutFile) -> Result<(), Trouble> {
        let asked = json!({"filename": file.name, "length": file.content.len()});
        let place = self.client.ask(access, "files.getUploadURLExternal", asked).await?;
        let (url, id) = (place["upload_url"].as_str().unwrap_or_default(), place["file_id"].clone());
        let sent = self
            .http
            .post(url)
            .timeout(TRANSFER)
            .header("content-type", file.content_type)
            .body(file.content.clone())
            .send()
            .await;
        match sent {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => {
                return Err(Trouble::Unclear(format!("an upload was answered with {}", answer.status())));
            }
            Err(_) => return Err(Trouble::Later(Duration::from_secs(5))),
        }
        let mut done = json!({"files": [{"id": id, "title": file.name}]});
        if !handle.direct {
            let opened = self.client.ask(access, "conversations.open", json!({"users": handle.user})).await?;
            done["channel_id"] = opened["channel"]["id"].clone();
        } else {
            done["channel_id"] = json!(handle.channel);
            if let Some(thread) = &handle.thread {
                done["thread_ts"] = json!(thread);
            }
        }
        self.client.ask(access, "files.completeUploadExternal", done).await?;
        Ok(())
    }

    /// The bytes of a file that came with a message.
    pub async fn fetch(&self, access: &Access, file: &Value, most: u64) -> Result<Vec<u8>, Sorry> {
        let name = file["name"].as_str().unwrap_or("The file").to_owned();
        let sorry = |why: &str| format!("{name} could not be read: {why}.");
        let size = file["size"].as_u64().unwrap_or_default();
        if size > most {
            let (have, may) = (size.div_ceil(1 << 20), most >> 20);
            return Err(sorry(&format!("it has {have} MB, and at most {may} MB are read")));
        }
        let url = file["url_private_download"].as_str().or(file["url_private"].as_str()).unwrap_or_default();
        if !self.is_of_slack(url) {
            return Err(sorry("it does not lie with Slack"));
        }
        let request = self.http.get(url).timeout(TRANSFER).bearer_auth(access.token.expose_secret());
        let answer = request.send().await.map_err(|_| sorry("Slack did not hand it out"))?;
        let is_page = answer
            .headers()
            .get("content-type")
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with("text/html"));
        let asked_page = file["mimetype"].as_str().is_some_and(|kind| kind.starts_with("text/html"));
        if !answer.status().is_success() || (is_page && !asked_page) {
            return Err(sorry("Slack did not hand it out (is the permission files:read there?)"));
        }
        let bytes = answer.bytes().await.map_err(|_| sorry("the connection broke"))?;
        if bytes.len() as u64 > most {
            return Err(sorry(&format!("it has more than {} MB", most >> 20)));
        }
        Ok(bytes.to_vec())
    }

    /// The token goes to nobody else.
    fn is_of_slack(&self, url: &str) -> bool {
        let Ok(url) = url::Url::parse(url) else { return false };
        let host = url.host_str().unwrap_or_default();
        let own = format!(
            "{}://{host}{}",
            url.scheme(),
            url.port().map(|port| format!(":{port}")).unwrap_or_default()
        );
        own == self.api_host
            || (url.scheme() == "https" && (host == "slack.com" || host.ends_with(".slack.com")))
    }
}
