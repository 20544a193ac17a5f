//! What a person is shown at once: a whisper, a message, a form.

use super::{At, Receiver};
use crate::client::Failed;
use crate::limits::Urgency;
use crate::platform::without_nulls;
use crate::render;
use gorkd_chat::{Card, Reply, Tone};
use serde_json::{Value, json};

impl Receiver {
    pub(crate) async fn reply(&self, at: &At, reply: Reply, trigger: Option<&str>) {
        match reply {
            Reply::Nothing => {}
            Reply::Whisper(card) => self.whisper(at, &card).await,
            Reply::Say(card) => self.say(at, &card).await,
            Reply::Form(form) => {
                let kept = json!({
                    "team": at.handle.team, "channel": at.handle.channel, "thread": at.handle.thread,
                    "place": at.spot.place.as_str(),
                });
                let view = render::form(&form, &kept);
                let body = json!({"trigger_id": trigger.unwrap_or_default(), "view": view});
                // A trigger lives three seconds: nothing is waited for.
                match self.client.call(&at.access, "views.open", body, Urgency::Now).await {
                    Ok(_) => {}
                    Err(failed) => {
                        tracing::info!(?failed, "a form could not be opened");
                        self.whisper_text(at, "The form took too long to open. Please press once more.")
                            .await;
                    }
                }
            }
        }
    }

    pub(crate) async fn whisper_text(&self, at: &At, text: &str) {
        self.whisper(at, &Card::note(Tone::Plain, text)).await;
    }

    /// To the person alone; in a direct message everything is.
    pub(crate) async fn whisper(&self, at: &At, card: &Card) {
        if at.handle.direct {
            return self.say(at, card).await;
        }
        for content in render::render(at.spot.place.as_str(), card) {
            let mut body = content.body;
            body["user"] = json!(at.handle.user);
            if self.send(at, "chat.postEphemeral", body).await.is_err() {
                return;
            }
        }
    }

    pub(crate) async fn say(&self, at: &At, card: &Card) {
        for content in render::render(at.spot.place.as_str(), card) {
            let mut body = content.body;
            body["unfurl_links"] = json!(false);
            body["unfurl_media"] = json!(false);
            if self.send(at, "chat.postMessage", body).await.is_err() {
                return;
            }
        }
    }

    async fn send(&self, at: &At, method: &str, mut body: Value) -> Result<Value, Failed> {
        body["channel"] = json!(at.handle.channel);
        body["thread_ts"] = json!(at.handle.thread);
        body["parse"] = json!("none");
        body["link_names"] = json!(false);
        let body = without_nulls(body);
        let mut tries = 0;
        loop {
            // Whether an unclear one was done is not known: twice is worse than never.
            match self.client.call(&at.access, method, body.clone(), Urgency::Now).await {
                Err(Failed::Later(wait)) if tries < 10 => {
                    tries += 1;
                    tokio::time::sleep(wait).await;
                }
                Err(failed) => {
                    tracing::warn!(?failed, method, "a reply could not be said");
                    return Err(failed);
                }
                Ok(answer) => return Ok(answer),
            }
        }
    }
}
