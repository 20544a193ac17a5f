//! What a person is shown at once: a whisper, a message, a form.

use super::{At, Receiver};
use crate::client::Failed;
use crate::limits::Urgency;
use crate::platform::without_nulls;
use crate::render;
use gorkd_chat::{Card, Mark, OutFile, Reply, Tone, Trouble};
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

impl Receiver {
    pub(crate) async fn reply(&self, at: &At, reply: Reply, trigger: Option<&str>) {
        match reply {
            Reply::Nothing => {}
            Reply::Whisper(card) => self.whisper(at, &card).await,
            Reply::Refused(card) => {
                self.whisper(at, &card).await;
                // A courtesy beside the words.
                if let Err(trouble) = self.marks.put(&at.access, &at.handle, Mark::Weak).await {
                    tracing::debug!(reason = %trouble, "a question could not be marked");
                }
            }
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
                        self.whisper_said(at, no_form(&failed)).await;
                    }
                }
            }
        }
    }

    pub(crate) async fn whisper_said(&self, at: &At, said: Msg) {
        self.whisper_text(at, &said.to(at.locale())).await;
    }

    pub(crate) async fn whisper_text(&self, at: &At, text: &str) {
        self.whisper(at, &Card::note(Tone::Plain, text)).await;
    }

    /// To the person alone; in a direct message everything is.
    pub(crate) async fn whisper(&self, at: &At, card: &Card) {
        self.whisper_words(at, card).await;
        for file in &card.files {
            self.hand_out(at, file).await;
        }
    }

    async fn whisper_words(&self, at: &At, card: &Card) {
        if at.handle.direct {
            self.say(at, card).await;
        } else if self.send_all(at, card, "chat.postEphemeral").await.is_err_and(|failed| keeps_out(&failed))
        {
            self.directly(at, card).await;
        }
    }

    /// A message for one person cannot carry a file: it goes to the direct messages, and the person is told so.
    async fn hand_out(&self, at: &At, file: &OutFile) {
        let text = match self.uploads.hand_out(&at.access, &at.handle, file).await {
            Ok(()) if at.handle.direct => return,
            Ok(()) => at.locale().say(Msg::SlackFileIsThere { name: file.name.clone() }),
            Err(trouble) => {
                tracing::warn!(reason = %trouble, "a file could not be handed out");
                not_handed_out(&trouble, at.locale())
            }
        };
        self.whisper_words(at, &Card::note(Tone::Plain, text)).await;
    }

    pub(crate) async fn say(&self, at: &At, card: &Card) {
        let said = self.send_all(at, card, "chat.postMessage").await;
        if !at.handle.direct && said.is_err_and(|failed| keeps_out(&failed)) {
            self.directly(at, card).await;
        }
    }

    /// Where gorkd may not write, it can still write to the person.
    pub(crate) async fn directly(&self, at: &At, card: &Card) {
        let Ok(channel) = self.direct_channel(at).await else { return };
        if let Some(direct) = self.at(&at.handle.team, &channel, "", &at.handle.user).await
            && self.send_all(&direct, card, "chat.postMessage").await.is_err()
        {
            tracing::warn!("nor could the person be told");
        }
    }

    pub(crate) async fn direct_channel(&self, at: &At) -> Result<String, Failed> {
        let open = json!({"users": at.handle.user});
        let opened = self.client.ask(&at.access, "conversations.open", open).await?;
        let channel = opened["channel"]["id"].as_str().map(str::to_owned);
        channel.ok_or_else(|| Failed::Api("channel_not_found".to_owned()))
    }

    async fn send_all(&self, at: &At, card: &Card, method: &str) -> Result<(), Failed> {
        for content in render::render(at.spot.place.as_str(), card) {
            let sent = match self.send(at, method, content.body.clone()).await {
                // What Slack does not take with its blocks may go as words.
                Err(failed) if matches!(Trouble::from(failed.clone()), Trouble::Invalid(_)) => {
                    self.send(at, method, render::plainly(&content).body).await
                }
                sent => sent,
            };
            sent?;
        }
        Ok(())
    }

    async fn send(&self, at: &At, method: &str, mut body: Value) -> Result<Value, Failed> {
        body["channel"] = json!(at.handle.channel);
        body["thread_ts"] = match method {
            "chat.postEphemeral" => json!(at.handle.whispered_in()),
            _ => json!(at.handle.thread),
        };
        if method == "chat.postEphemeral" {
            body["user"] = json!(at.handle.user);
        } else {
            body["unfurl_links"] = json!(false);
            body["unfurl_media"] = json!(false);
        }
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

/// May gorkd not write there, now or ever?
fn keeps_out(failed: &Failed) -> bool {
    matches!(Trouble::from(failed.clone()), Trouble::PlaceGone(_) | Trouble::NotAllowed(_))
}

fn not_handed_out(trouble: &Trouble, locale: Locale) -> String {
    let why = match trouble {
        Trouble::NotAllowed(what) => locale.say(Msg::SlackFilePermission { what: what.clone() }),
        Trouble::Later(_) | Trouble::Unclear(_) => locale.say(Msg::SlackFileBusy),
        other => other.to_string(),
    };
    locale.say(Msg::SlackFileFailed { why })
}

/// Why no form was opened, for the person who pressed.
fn no_form(failed: &Failed) -> Msg {
    match (Trouble::from(failed.clone()), failed) {
        (Trouble::Expired | Trouble::Later(_) | Trouble::Unclear(_), _) => Msg::FormLate,
        (_, Failed::Api(code)) => Msg::FormRefused { why: code.clone() },
        (_, Failed::Later(_) | Failed::Unclear(_)) => Msg::FormFailed,
    }
}
