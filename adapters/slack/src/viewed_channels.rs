//! The channel that a person is viewing while gorkd is open in Slack. Used only to suggest a first question.
//!
//! Slack sends it unrequested, and it does not grant permission to read what it names. So only a channel id is
//! taken from it, and it is kept only in memory, for a limited time.

use crate::payload::{Context, Entity, EntityValue, EventEnvelope};
use crate::render::{characters, one_line};
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use moka::sync::Cache;
use std::time::Duration;

const TIME_TO_LIVE: Duration = Duration::from_secs(10 * 60);
const CAPACITY: u64 = 10_000;
/// Maximum characters of a channel name; Slack allows 80.
const NAME: usize = 80;

#[derive(Debug)]
pub struct ViewedChannels {
    /// Keyed by person.
    channels: Cache<String, String>,
}

impl Default for ViewedChannels {
    fn default() -> Self {
        Self { channels: Cache::builder().max_capacity(CAPACITY).time_to_live(TIME_TO_LIVE).build() }
    }
}

impl ViewedChannels {
    /// Records what a person is viewing. Returns whether the channel changed.
    pub fn record(&self, team: &str, user: &str, context: &Context) -> bool {
        let (now, before) = (channel_in(context), self.channel(team, user));
        match now {
            Some(channel) => self.channels.insert(key(team, user), channel.to_owned()),
            None => self.channels.invalidate(&key(team, user)),
        }
        now != before.as_deref()
    }

    pub fn channel(&self, team: &str, user: &str) -> Option<String> {
        self.channels.get(&key(team, user))
    }
}

fn key(team: &str, user: &str) -> String {
    format!("{team}:{user}")
}

/// The most relevant channel of a context.
fn channel_in(context: &Context) -> Option<&str> {
    context.entities.iter().find_map(channel_of)
}

/// The channel itself, or that of a message. Conversations between two people do not count.
fn channel_of(entity: &Entity) -> Option<&str> {
    let id = match (entity.kind.as_str(), &entity.value) {
        ("slack#/types/channel_id", EntityValue::Id(id)) => id,
        ("slack#/types/message_context", EntityValue::Message { channel_id }) => channel_id,
        _ => return None,
    };
    is_id(id, &['C', 'G']).then_some(id)
}

/// Whether an id is one of these letters followed by capital letters and digits.
pub fn is_id(id: &str, first: &[char]) -> bool {
    let rest = id.strip_prefix(first).unwrap_or_default();
    !rest.is_empty() && rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// The person who is viewing something: named in the event, or else in the envelope, separately from the bot.
pub fn viewer(envelope: &EventEnvelope) -> Option<&str> {
    let named = envelope.event.user.as_str();
    let user = if named.is_empty() { envelope.authorized(false) } else { named };
    is_id(user, &['U', 'W']).then_some(user)
}

/// A suggested question about a channel: title and message, without markup.
pub fn prompt(name: &str, locale: Locale) -> Option<(String, String)> {
    let name = cut(&one_line(name), NAME, characters);
    let is_kept = |c: &char| !c.is_ascii_punctuation() || matches!(c, '-' | '_');
    let name: String = name.chars().filter(is_kept).collect();
    let words = name.replace(['-', '_'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
    (!words.is_empty()).then(|| {
        let title = locale.say(Msg::SlackAboutChannel { channel: name });
        (title, locale.say(Msg::SlackAboutChannelAsk { words }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(context: &Value) -> Context {
        crate::payload::read(context).expect("a context")
    }

    fn seen(kind: &str, value: Value) -> Value {
        json!({"entities": [{"type": format!("slack#/types/{kind}"), "value": value, "team_id": "T1"}]})
    }

    #[test]
    fn the_first_channel_with_a_valid_id_in_a_context_counts() {
        assert_eq!(channel_in(&read(&seen("channel_id", json!("C1A2")))), Some("C1A2"));
        let message = json!({"message_ts": "1.2", "channel_id": "G7"});
        assert_eq!(channel_in(&read(&seen("message_context", message))), Some("G7"));
        for other in [
            json!({}),
            seen("channel_id", json!("D1")),
            seen("channel_id", json!("C")),
            seen("channel_id", json!("C1|x> <!channel")),
            seen("channel_id", json!({"channel_id": "C1"})),
            seen("canvas_id", json!("C1")),
            seen("message_context", json!("C1")),
        ] {
            assert_eq!(channel_in(&read(&other)), None, "{other}");
        }
        let entity = |kind: &str, value: &str| seen(kind, json!(value))["entities"][0].clone();
        let entities = [entity("canvas_id", "F1"), entity("channel_id", "C2"), entity("channel_id", "C3")];
        let both = json!({"entities": entities});
        assert_eq!(channel_in(&read(&both)), Some("C2"));
    }

    #[test]
    fn the_viewer_is_a_person_and_never_the_bot() {
        let of = |event: Value, bot: bool| {
            let body = json!({"event": event, "authorizations": [{"user_id": "U9", "is_bot": bot}]});
            viewer(&crate::payload::read(&body).expect("an envelope")).map(str::to_owned)
        };
        assert_eq!(of(json!({"user": "U1"}), true), Some("U1".to_owned()));
        assert_eq!(of(json!({}), false), Some("U9".to_owned()));
        assert_eq!(of(json!({}), true), None);
        assert_eq!(of(json!({"user": "U1:x"}), true), None);
    }

    #[test]
    fn the_viewed_channel_is_known_until_another_one_is_viewed() {
        let viewed = ViewedChannels::default();
        let record = |context: &Value| viewed.record("T1", "U1", &read(context));
        let (one, other) = (seen("channel_id", json!("C1")), seen("channel_id", json!("C2")));
        assert!(!record(&json!({})));
        assert!(record(&one) && !record(&one));
        assert_eq!(viewed.channel("T1", "U1").as_deref(), Some("C1"));
        assert_eq!((viewed.channel("T2", "U1"), viewed.channel("T1", "U2")), (None, None));
        assert!(record(&other) && record(&json!({})));
        assert_eq!(viewed.channel("T1", "U1"), None);
    }

    #[test]
    fn a_channel_name_becomes_a_question() {
        let of = |name: &str| prompt(name, Locale::En).map(|(title, message)| format!("{title} / {message}"));
        let harbour = "About #harbour-bridge_1931 / What do we know about harbour bridge 1931?";
        assert_eq!(of("harbour-bridge_1931").as_deref(), Some(harbour));
        assert_eq!(of("café-東京").as_deref(), Some("About #café-東京 / What do we know about café 東京?"));
        let marked = of("<!channel>*x*\n`y`\u{202e}").unwrap_or_default();
        assert_eq!(marked, "About #channelx y / What do we know about channelx y?");
        assert!(
            prompt(&"x".repeat(500), Locale::En).is_some_and(|(title, _)| title.chars().count() <= NAME + 7)
        );
        assert_eq!((of(""), of("--_")), (None, None));
    }
}
