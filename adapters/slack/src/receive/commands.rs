//! `/research …`.

use super::{At, Receiver};
use crate::client::Failed;
use crate::handle::message_id;
use crate::limits::Urgency;
use crate::render;
use gorkd_chat::{Card, Part, Question, Tone, read_line};
use gorkd_core::model::{Millis, sha256_hex};
use gorkd_core::ports::StoreError;
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;
use serde_json::{Value, json};

/// Where the messages are kept that open threads for commands: by delivery, until it has been handled.
const ROOTS: &str = "slack:roots";
/// How long a command waits for Slack before the person is told that it did not work.
const TRIES: u32 = 20;

/// A message that opens a thread.
struct Root {
    nonce: String,
    intent_at: Millis,
}

/// Why there is no thread for a command.
enum NoThread {
    Slack(Failed),
    Store(StoreError),
}

impl Receiver {
    pub(super) async fn command(&self, key: &str, body: &Value) {
        let text = |name: &str| body[name].as_str().unwrap_or_default();
        let team = Self::team_of(body);
        let (channel, user) = (text("channel_id"), text("user_id"));
        let Some(at) = self.at(&team, channel, "", user).await else { return };
        if self.refuses(&at).await {
            return;
        }
        let line = render::unescaped(text("text"), "");
        let read = read_line(&line);
        let at = if read.word.is_some() {
            at
        } else if read.private && !at.handle.direct {
            match self.alone(at, key, &read.text).await {
                Some(at) => at,
                None => return,
            }
        } else {
            match self.rooted(at, key, &read.text).await {
                Ok(at) => at,
                Err((at, why)) => {
                    self.sorry(&at, why).await;
                    return self.forget_root(key).await;
                }
            }
        };
        let message = at.handle.asked.as_deref().map(|ts| message_id(channel, ts)).unwrap_or_default();
        let question = Question {
            key: key.to_owned(),
            person: at.who.person.clone(),
            spot: at.spot.clone(),
            message,
            ..Question::default()
        };
        let reply = self.desk.command(&line, question).await;
        self.reply(&at, reply, body["trigger_id"].as_str()).await;
        self.forget_root(key).await;
    }

    /// Once a delivery has been handled, its root is no longer needed.
    pub(super) async fn forget_root(&self, key: &str) {
        if let Err(error) = self.desk.kept().memory.forget(ROOTS, Some(key)).await {
            tracing::debug!(%error, "the thread of a command is still kept");
        }
    }

    /// A thread in the direct messages for a private question; where there can be none, the person is told.
    pub(super) async fn alone(&self, at: At, key: &str, question: &str) -> Option<At> {
        let channel = match self.direct_channel(&at).await {
            Ok(channel) => channel,
            Err(failed) => {
                self.not_alone(&at, &failed).await;
                return None;
            }
        };
        let direct = at.clone().with(|handle| {
            let origin = handle.clone();
            handle.asked_in = origin.asked.is_some().then(|| origin.channel.clone());
            (handle.channel, handle.thread, handle.direct) = (channel, None, true);
            handle.origin = Some(Box::new(origin));
        });
        match self.root(&direct, key, question).await {
            Ok(ts) => {
                self.whisper_said(&at, Msg::AnswersDirectly).await;
                let mut direct = direct.with(|handle| handle.thread = Some(ts));
                direct.spot.private = true;
                return Some(direct);
            }
            Err(why @ NoThread::Store(_)) => self.sorry(&at, why).await,
            Err(NoThread::Slack(failed)) => {
                self.not_alone(&at, &failed).await;
                self.forget_root(key).await;
            }
        }
        None
    }

    /// Tells the person that a direct message cannot be sent, for now or at all.
    async fn not_alone(&self, at: &At, failed: &Failed) {
        tracing::warn!(?failed, "a private question could not be taken");
        let said = match failed {
            Failed::Later(_) | Failed::Unclear(_) => Msg::SlackBusy,
            Failed::Api(_) => Msg::CannotWriteDirectly,
        };
        self.whisper_said(at, said).await;
    }

    /// With a thread of its own, under a message that says who asked what.
    async fn rooted(&self, at: At, key: &str, question: &str) -> Result<At, (At, NoThread)> {
        match self.root(&at, key, question).await {
            Ok(ts) => {
                let mut at = at.with(|handle| {
                    handle.thread = Some(ts.clone());
                    handle.asked = Some(ts);
                });
                at.spot.ours = true;
                Ok(at)
            }
            Err(why) => Err((at, why)),
        }
    }

    /// Posted once, whatever happens in between: the intent is kept first, and looked for after a crash.
    async fn root(&self, at: &At, key: &str, question: &str) -> Result<String, NoThread> {
        let memory = self.desk.kept().memory.clone();
        let kept = memory.remembered(ROOTS).await.map_err(NoThread::Store)?;
        let nonce = nonce(key);
        let mut root = Root { nonce: nonce.clone(), intent_at: self.accesses.now() };
        match kept.into_iter().find(|one| one.name == key) {
            Some(before) if !before.value.is_empty() => return Ok(before.value),
            Some(before) => {
                root.intent_at = before.at;
                if let Some(ts) = self.root_found(at, &root).await.map_err(NoThread::Slack)? {
                    return Ok(ts);
                }
            }
            None => memory.remember(ROOTS, key, "", root.intent_at).await.map_err(NoThread::Store)?,
        }
        let ts = self.root_posted(at, &root, question).await.map_err(NoThread::Slack)?;
        memory.remember(ROOTS, key, &ts, root.intent_at).await.map_err(NoThread::Store)?;
        Ok(ts)
    }

    async fn root_posted(&self, at: &At, root: &Root, question: &str) -> Result<String, Failed> {
        let asked = self.asked_by(at).await;
        let line = vec![Inline::strong(asked), Inline::text(format!(": {question}"))];
        let card = Card { parts: vec![Part::Text(vec![Block::Paragraph(line)])], ..Card::default() };
        let Some(content) = render::render("", &card).into_iter().next() else {
            return Err(Failed::Api("no_text".to_owned()));
        };
        let mut body = content.body;
        for (name, value) in [
            ("channel", json!(at.handle.channel)),
            ("parse", json!("none")),
            ("link_names", json!(false)),
            ("unfurl_links", json!(false)),
            ("unfurl_media", json!(false)),
            ("metadata", json!({"event_type": "gorkd_message", "event_payload": {"nonce": root.nonce}})),
        ] {
            body[name] = value;
        }
        let mut tries = 0;
        loop {
            match self.client.call(&at.access, "chat.postMessage", body.clone(), Urgency::Now).await {
                Ok(posted) => return Ok(posted["ts"].as_str().unwrap_or_default().to_owned()),
                Err(Failed::Later(wait)) if tries < TRIES => tokio::time::sleep(wait).await,
                Err(Failed::Unclear(why)) if tries < TRIES => {
                    tracing::warn!(why, "a message may or may not have been posted; it is looked for");
                    if let Some(ts) = self.root_found(at, root).await? {
                        return Ok(ts);
                    }
                }
                Err(failed) => return Err(failed),
            }
            tries += 1;
        }
    }

    async fn asked_by(&self, at: &At) -> String {
        let locale = at.locale();
        let Some(origin) = &at.handle.origin else {
            return locale.say(Msg::Asks { name: at.who.name.clone() });
        };
        match self.known.channel(&at.access, &origin.channel).await.name {
            // Slack calls a group of people `mpdm-ann--bob-1`.
            unnamed if unnamed.is_empty() || unnamed.starts_with("mpdm-") => locale.say(Msg::YouAsked),
            channel => locale.say(Msg::YouAskedIn { channel }),
        }
    }

    async fn root_found(&self, at: &At, root: &Root) -> Result<Option<String>, Failed> {
        let since = (root.intent_at.0 / 1000).saturating_sub(60);
        let look = json!({
            "channel": at.handle.channel, "include_all_metadata": true, "limit": 100,
            "oldest": format!("{since}.000000"), "inclusive": true,
        });
        let found = self.client.ask(&at.access, "conversations.history", look).await?;
        let mut messages = found["messages"].as_array().into_iter().flatten();
        let ours = messages.find(|one| one["metadata"]["event_payload"]["nonce"] == root.nonce.as_str());
        Ok(ours.and_then(|one| one["ts"].as_str()).map(str::to_owned))
    }

    /// No thread, no question: the person hears why.
    async fn sorry(&self, at: &At, why: NoThread) {
        let said = match why {
            NoThread::Slack(Failed::Api(why)) => match why.as_str() {
                "not_in_channel" | "channel_not_found" => Msg::SlackNotInChannel,
                "is_archived" => Msg::SlackArchived,
                _ => Msg::SlackMayNotWrite { why },
            },
            NoThread::Slack(Failed::Later(_) | Failed::Unclear(_)) => Msg::SlackBusy,
            NoThread::Store(error) => {
                tracing::error!(%error, "the store failed while a command was being handled");
                Msg::StoreSilent
            }
        };
        tracing::warn!(channel = at.handle.channel, "a command could not be taken");
        self.directly(at, &Card::note(Tone::Plain, said.to(at.locale()))).await;
    }
}

/// By which the message of a delivery is found again.
fn nonce(key: &str) -> String {
    sha256_hex(format!("{key}\u{0}root").as_bytes())[..25].to_owned()
}
