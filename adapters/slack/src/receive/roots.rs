//! Root messages: a command opens a thread with one, and a private question opens one in direct messages.

use super::{Conversation, SlackReceiver};
use crate::client::ApiError;
use crate::limits::Urgency;
use crate::platform::find_posted;
use crate::render;
use crate::responses::Posted;
use gorkd_chat::{Card, Part, nonce};
use gorkd_core::engine::still_held;
use gorkd_core::model::Millis;
use gorkd_core::ports::{Step, StoreError};
use gorkd_core::text::{Block, Inline};
use gorkd_words::Msg;
use serde_json::json;

/// The step of an arrival that posts its root message.
const ROOT: &str = "root";
/// Maximum number of attempts before the person is told that it failed.
const ATTEMPTS: u32 = 20;

struct RootMessage {
    nonce: String,
    intent_at: Millis,
}

/// Why a root message could not be posted.
pub(super) enum RootError {
    Slack(ApiError),
    Store(StoreError),
}

impl From<ApiError> for RootError {
    fn from(error: ApiError) -> Self {
        RootError::Slack(error)
    }
}

impl From<StoreError> for RootError {
    fn from(error: StoreError) -> Self {
        RootError::Store(error)
    }
}

impl SlackReceiver {
    /// Opens a thread in direct messages for a private question. If that fails, the person is told.
    pub(super) async fn private_conversation(
        &self,
        conversation: Conversation,
        key: &str,
        question: &str,
    ) -> Option<Conversation> {
        let Conversation { credentials, handle, .. } = &conversation;
        let channel = match self.client.open_direct(credentials, &handle.user).await {
            Ok(channel) => channel,
            Err(error) => {
                self.report_no_direct_message(&conversation, &error).await;
                return None;
            }
        };
        let direct = conversation.clone().with(|handle| {
            let origin = handle.clone();
            handle.asked_in = origin.asked.is_some().then(|| origin.channel.clone());
            (handle.channel, handle.thread, handle.direct) = (channel, None, true);
            handle.origin = Some(Box::new(origin));
        });
        match self.root(&direct, key, question).await {
            Ok(ts) => {
                self.whisper_message(&conversation, Msg::AnswersDirectly).await;
                let mut direct = direct.with(|handle| handle.thread = Some(ts));
                direct.location.private = true;
                return Some(direct);
            }
            Err(error @ RootError::Store(_)) => self.report_no_thread(&conversation, error).await,
            Err(RootError::Slack(error)) => {
                self.report_no_direct_message(&conversation, &error).await;
                self.forget_root(key).await;
            }
        }
        None
    }

    async fn report_no_direct_message(&self, conversation: &Conversation, error: &ApiError) {
        tracing::warn!(?error, "failed to accept a private question");
        let message = match error {
            ApiError::RetryAfter(_) | ApiError::Unconfirmed(_) => Msg::SlackBusy,
            ApiError::Refused(_) => Msg::CannotWriteDirectly,
        };
        self.whisper_message(conversation, message).await;
    }

    /// Posts the root message of an arrival exactly once: stores the intent first, and looks for the message
    /// after a crash.
    pub(super) async fn root(
        &self,
        conversation: &Conversation,
        key: &str,
        question: &str,
    ) -> Result<String, RootError> {
        let chats = self.receiver.chats();
        let steps = chats.steps(key).await?;
        let mut root =
            RootMessage { nonce: nonce(&format!("{key}\u{0}{ROOT}")), intent_at: self.installations.now() };
        let step = |made: Option<String>, at| Step { name: ROOT.to_owned(), made, at };
        match steps.into_iter().find(|step| step.name == ROOT) {
            Some(Step { made: Some(ts), .. }) => return Ok(ts),
            Some(Step { made: None, at, .. }) => {
                root.intent_at = at;
                if let Some(ts) = self.find_root(conversation, &root).await? {
                    return Ok(ts);
                }
            }
            None => chats.put_step(key, &step(None, root.intent_at)).await?,
        }
        let ts = self.post_root(conversation, &root, question).await?;
        chats.put_step(key, &step(Some(ts.clone()), root.intent_at)).await?;
        Ok(ts)
    }

    /// The arrival was handled, so its root message is no longer needed.
    pub(super) async fn forget_root(&self, key: &str) {
        if let Err(error) = self.receiver.chats().drop_steps(key).await {
            tracing::debug!(%error, "failed to forget a root message");
        }
    }

    async fn post_root(
        &self,
        conversation: &Conversation,
        root: &RootMessage,
        question: &str,
    ) -> Result<String, ApiError> {
        let line =
            vec![Inline::strong(self.asked_by(conversation).await), Inline::text(format!(": {question}"))];
        let card = Card { parts: vec![Part::Text(vec![Block::Paragraph(line)])], ..Card::default() };
        let Some(content) = render::render("", &card).into_iter().next() else {
            return Err(ApiError::Refused("no_text".to_owned()));
        };
        let mut body = content.body;
        for (name, value) in [
            ("channel", json!(conversation.handle.channel)),
            ("parse", json!("none")),
            ("link_names", json!(false)),
            ("unfurl_links", json!(false)),
            ("unfurl_media", json!(false)),
            ("metadata", render::marker(&root.nonce)),
        ] {
            body[name] = value;
        }
        let mut attempts = 0;
        loop {
            let posted =
                self.client.call(&conversation.credentials, "chat.postMessage", body.clone(), Urgency::Now);
            match posted.await {
                Ok(Posted { ts, .. }) => return Ok(ts),
                Err(ApiError::RetryAfter(wait)) if attempts < ATTEMPTS && still_held() => {
                    tokio::time::sleep(wait).await;
                }
                Err(ApiError::Unconfirmed(why)) if attempts < ATTEMPTS => {
                    tracing::warn!(why, "a message may or may not have been posted; looking for it");
                    if let Some(ts) = self.find_root(conversation, root).await? {
                        return Ok(ts);
                    }
                }
                Err(error) => return Err(error),
            }
            attempts += 1;
        }
    }

    async fn asked_by(&self, conversation: &Conversation) -> String {
        let locale = conversation.locale();
        let Some(origin) = &conversation.handle.origin else {
            return locale.say(Msg::Asks { name: conversation.member.name.clone() });
        };
        match self.directory.channel(&conversation.credentials, &origin.channel).await.name {
            // Slack names a group conversation `mpdm-ann--bob-1`.
            unnamed if unnamed.is_empty() || unnamed.starts_with("mpdm-") => locale.say(Msg::YouAsked),
            channel => locale.say(Msg::YouAskedIn { channel }),
        }
    }

    async fn find_root(
        &self,
        conversation: &Conversation,
        root: &RootMessage,
    ) -> Result<Option<String>, ApiError> {
        let Conversation { credentials, handle, .. } = conversation;
        find_posted(&self.client, credentials, handle, &root.nonce, root.intent_at).await
    }
}
