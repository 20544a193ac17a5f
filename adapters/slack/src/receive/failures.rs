//! Apologizes to the person who is waiting after handling an arrival failed or timed out.

use super::SlackReceiver;
use crate::payload::{Payload, PayloadKind};
use gorkd_chat::Responder;
use gorkd_chat::cards::notices;

/// The person who is waiting, and where.
#[derive(Default)]
struct Recipient {
    channel: String,
    /// Empty if there is no thread.
    thread: String,
    user: String,
    /// The message that waits for an answer.
    asked: Option<String>,
    /// The message may belong to a conversation between people.
    unaddressed: bool,
}

impl SlackReceiver {
    pub(super) async fn apologize(&self, payload: &Payload) {
        let Some(recipient) = recipient(payload) else { return };
        let team = payload.origin().team();
        let conversation =
            self.conversation(&team, &recipient.channel, &recipient.thread, &recipient.user).await;
        let Some(conversation) = conversation else { return };
        let conversation = conversation.with(|handle| handle.asked = recipient.asked.clone());
        if recipient.unaddressed && !conversation.handle.direct && !self.has_thread(&conversation).await {
            return;
        }
        let card = notices::apology(conversation.locale());
        self.responder(&conversation, None).whisper(&card).await;
    }
}

/// `None` if nobody is waiting: joins, edits, messages from bots.
fn recipient(payload: &Payload) -> Option<Recipient> {
    let recipient = match payload.kind {
        PayloadKind::Command => {
            let command = payload.command()?;
            Recipient { channel: command.channel_id, user: command.user_id, ..Recipient::default() }
        }
        PayloadKind::Interaction => {
            let interaction = payload.interaction()?;
            let (container, message) = (interaction.container, interaction.message);
            let first = |one: String, other: String| if one.is_empty() { other } else { one };
            Recipient {
                channel: first(container.channel_id, interaction.channel.id),
                thread: first(message.thread_ts, container.thread_ts),
                user: interaction.user.id,
                ..Recipient::default()
            }
        }
        PayloadKind::Event => {
            let envelope = payload.event()?;
            let event = &envelope.event;
            let is_message = ["app_mention", "message"].contains(&event.kind.as_str());
            let from_bot = !event.bot_id.is_empty() || event.user == envelope.bot();
            let is_change = ["message_changed", "message_deleted"].contains(&event.subtype.as_str());
            if !is_message || from_bot || is_change {
                return None;
            }
            Recipient {
                channel: event.channel.clone(),
                thread: event.thread().to_owned(),
                user: event.user.clone(),
                asked: Some(event.ts.clone()).filter(|ts| !ts.is_empty()),
                unaddressed: event.kind != "app_mention",
            }
        }
    };
    (!recipient.channel.is_empty() && !recipient.user.is_empty()).then_some(recipient)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn only_people_who_wrote_something_get_an_apology() {
        let found = |kind: PayloadKind, body: Value| recipient(&Payload { kind, body });
        let event = |event: Value| found(PayloadKind::Event, json!({"event": event}));
        let mention = event(json!({"type": "app_mention", "channel": "C1", "ts": "1.2", "user": "U1"}));
        assert_eq!(mention.map(|one| (one.channel, one.thread)), Some(("C1".to_owned(), "1.2".to_owned())));
        for nobody in [
            json!({"type": "member_joined_channel", "channel": "C1", "user": "U1"}),
            json!({"type": "message", "subtype": "message_changed", "channel": "C1", "user": "U1"}),
            json!({"type": "message", "bot_id": "B1", "channel": "C1", "user": "U1"}),
        ] {
            assert!(event(nobody.clone()).is_none(), "{nobody}");
        }
        let command = found(PayloadKind::Command, json!({"channel_id": "C1", "user_id": "U1"}));
        assert_eq!(command.map(|one| one.user), Some("U1".to_owned()));
        let pressed = json!({"container": {"channel_id": "C1", "thread_ts": "1.2"}, "user": {"id": "U1"}});
        assert_eq!(found(PayloadKind::Interaction, pressed).map(|one| one.thread), Some("1.2".to_owned()));
        let form = json!({"type": "view_submission", "user": {"id": "U1"}});
        assert!(found(PayloadKind::Interaction, form).is_none());
    }
}
