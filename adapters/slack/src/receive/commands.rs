//! `/research …`.

use super::roots::RootError;
use super::{Conversation, SlackReceiver};
use crate::client::ApiError;
use crate::handle::message_id;
use crate::payload::Command;
use crate::render;
use gorkd_chat::{Card, Question, Tone, parse_text};
use gorkd_words::Msg;

impl SlackReceiver {
    pub(super) async fn command(&self, key: &str, team: &str, command: &Command) {
        let conversation = self.conversation(team, &command.channel_id, "", &command.user_id).await;
        let Some(conversation) = conversation else { return };
        if self.refuses(&conversation).await {
            return;
        }
        let line = render::unescaped(&command.text, "");
        let parsed = parse_text(&line);
        let conversation = if parsed.keyword.is_some() {
            conversation
        } else if parsed.private && !conversation.handle.direct {
            match self.private_conversation(conversation, key, &parsed.text).await {
                Some(conversation) => conversation,
                None => return,
            }
        } else {
            match self.with_root(&conversation, key, &parsed.text).await {
                Ok(rooted) => rooted,
                Err(error) => {
                    self.report_no_thread(&conversation, error).await;
                    return self.forget_root(key).await;
                }
            }
        };
        let asked = conversation.handle.asked.as_deref();
        let question = Question {
            key: key.to_owned(),
            person: conversation.member.person.clone(),
            location: conversation.location.clone(),
            message: asked.map(|ts| message_id(&command.channel_id, ts)).unwrap_or_default(),
            ..Question::default()
        };
        let trigger = Some(command.trigger_id.as_str());
        self.receiver.command(&line, question, &self.responder(&conversation, trigger)).await;
        self.forget_root(key).await;
    }

    /// The conversation in a new thread, below a message that says who asked what.
    async fn with_root(
        &self,
        conversation: &Conversation,
        key: &str,
        question: &str,
    ) -> Result<Conversation, RootError> {
        let ts = self.root(conversation, key, question).await?;
        let mut rooted = conversation.clone().with(|handle| {
            handle.thread = Some(ts.clone());
            handle.asked = Some(ts);
        });
        rooted.location.bot_thread = true;
        Ok(rooted)
    }

    /// There is no run without a thread, so this tells the person why there is none.
    pub(super) async fn report_no_thread(&self, conversation: &Conversation, error: RootError) {
        let message = match error {
            RootError::Slack(ApiError::Refused(why)) => match why.as_str() {
                "not_in_channel" | "channel_not_found" => Msg::SlackNotInChannel,
                "is_archived" => Msg::SlackArchived,
                _ => Msg::SlackMayNotWrite { why },
            },
            RootError::Slack(ApiError::RetryAfter(_) | ApiError::Unconfirmed(_)) => Msg::SlackBusy,
            RootError::Store(error) => {
                tracing::error!(%error, "the store failed while a command was handled");
                Msg::StoreSilent
            }
        };
        tracing::warn!(channel = conversation.handle.channel, "failed to accept a command");
        let card = Card::note(Tone::Plain, message.to(conversation.locale()));
        self.send_directly(conversation, &card).await;
    }
}
