//! Working off a delivery met a fault or took too long: the person who waits for something is told.

use super::messages::bot_of;
use super::{Kept, Kind, Receiver};
use gorkd_chat::cards::talk;
use serde_json::Value;

/// Where somebody waits: channel, thread (empty for none), person.
struct Waits {
    channel: String,
    thread: String,
    user: String,
    /// The message that is waited on.
    asked: Option<String>,
}

impl Receiver {
    pub(super) async fn sorry_for(&self, kept: &Kept) {
        let Some(waits) = who_waits(kept) else { return };
        let team = Self::team_of(&kept.body);
        let Some(at) = self.at(&team, &waits.channel, &waits.thread, &waits.user).await else { return };
        let at = at.with(|handle| handle.asked = waits.asked.clone());
        // In a talk of others gorkd was not spoken to, unless the thread is its own.
        let spoken_to = !at.handle.direct && kept.kind == Kind::Event && !is_mention(&kept.body);
        if spoken_to && !self.chats().thread_at(&at.spot.place).await.is_ok_and(|thread| thread.is_some()) {
            return;
        }
        self.whisper(&at, &talk::sorry(at.locale())).await;
    }
}

fn is_mention(body: &Value) -> bool {
    body["event"]["type"] == "app_mention"
}

/// None where nobody waits for anything: joins, edits, messages of machines.
fn who_waits(kept: &Kept) -> Option<Waits> {
    let body = &kept.body;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let first = |all: &[&Value]| all.iter().map(|one| text(one)).find(|text| !text.is_empty());
    let waits = match kept.kind {
        Kind::Command => {
            let (channel, user) = (text(&body["channel_id"]), text(&body["user_id"]));
            Waits { channel, thread: String::new(), user, asked: None }
        }
        Kind::Interaction => {
            let (container, message) = (&body["container"], &body["message"]);
            Waits {
                channel: first(&[&container["channel_id"], &body["channel"]["id"]])?,
                thread: first(&[&message["thread_ts"], &container["thread_ts"]]).unwrap_or_default(),
                user: text(&body["user"]["id"]),
                asked: None,
            }
        }
        Kind::Event => {
            let event = &body["event"];
            let said = ["app_mention", "message"].contains(&event["type"].as_str().unwrap_or_default());
            let of_machine = !event["bot_id"].is_null() || event["user"] == bot_of(body).as_str();
            let changed = ["message_changed", "message_deleted"]
                .contains(&event["subtype"].as_str().unwrap_or_default());
            if !said || of_machine || changed {
                return None;
            }
            Waits {
                channel: text(&event["channel"]),
                thread: first(&[&event["thread_ts"], &event["ts"]]).unwrap_or_default(),
                user: text(&event["user"]),
                asked: event["ts"].as_str().map(str::to_owned),
            }
        }
    };
    (!waits.channel.is_empty() && !waits.user.is_empty()).then_some(waits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_people_who_said_something_wait() {
        let kept = |kind: Kind, body: Value| who_waits(&Kept { kind, body });
        let event = |event: Value| kept(Kind::Event, json!({"event": event}));
        let said = event(json!({"type": "app_mention", "channel": "C1", "ts": "1.2", "user": "U1"}));
        assert_eq!(said.map(|one| (one.channel, one.thread)), Some(("C1".to_owned(), "1.2".to_owned())));
        for nobody in [
            json!({"type": "member_joined_channel", "channel": "C1", "user": "U1"}),
            json!({"type": "message", "subtype": "message_changed", "channel": "C1", "user": "U1"}),
            json!({"type": "message", "bot_id": "B1", "channel": "C1", "user": "U1"}),
        ] {
            assert!(event(nobody.clone()).is_none(), "{nobody}");
        }
        let command = kept(Kind::Command, json!({"channel_id": "C1", "user_id": "U1"}));
        assert_eq!(command.map(|one| one.user), Some("U1".to_owned()));
        let pressed = json!({"container": {"channel_id": "C1", "thread_ts": "1.2"}, "user": {"id": "U1"}});
        assert_eq!(kept(Kind::Interaction, pressed).map(|one| one.thread), Some("1.2".to_owned()));
        assert!(kept(Kind::Interaction, json!({"type": "view_submission", "user": {"id": "U1"}})).is_none());
    }
}
