//! What a person looks at in Slack beside gorkd's tab: an offer of a first question, and never more than that.
//!
//! Slack tells it unasked, and it is no permission to read what it names. So only the id of a channel is taken from it,
//! and it is kept in this process alone, for a while.

use crate::render::{characters, one_line};
use dashmap::DashMap;
use gorkd_core::text::cut;
use gorkd_words::{Locale, Msg};
use serde_json::Value;
use std::time::{Duration, Instant};

const KEEP: Duration = Duration::from_secs(10 * 60);
/// People whose channel is kept in mind.
const MOST: usize = 10_000;
/// Characters of the name of a channel; Slack takes 80.
const NAME: usize = 80;

#[derive(Debug, Default)]
pub struct Looking {
    /// The channel of each person, and since when it is known.
    seen: DashMap<String, (Instant, String)>,
}

impl Looking {
    /// Notes what a person looks at now. Is it another channel than before?
    pub fn note(&self, team: &str, user: &str, context: &Value) -> bool {
        let (now, before) = (channel_in(context), self.channel(team, user));
        match now {
            Some(channel) => {
                if self.seen.len() >= MOST {
                    self.seen.clear();
                }
                self.seen.insert(key(team, user), (Instant::now(), channel.to_owned()));
            }
            None => {
                self.seen.remove(&key(team, user));
            }
        }
        now != before.as_deref()
    }

    pub fn channel(&self, team: &str, user: &str) -> Option<String> {
        let seen = self.seen.get(&key(team, user))?;
        (seen.0.elapsed() < KEEP).then(|| seen.1.clone())
    }
}

fn key(team: &str, user: &str) -> String {
    format!("{team}:{user}")
}

/// The channel that matters most in a context: `{entities: [{type, value}]}`, the most relevant one first.
fn channel_in(context: &Value) -> Option<&str> {
    let entities = context["entities"].as_array()?.iter();
    entities.filter_map(channel_of).next()
}

/// Of a channel itself or of a message in it; conversations of two people are no channels.
fn channel_of(entity: &Value) -> Option<&str> {
    let id = match entity["type"].as_str()? {
        "slack#/types/channel_id" => entity["value"].as_str()?,
        "slack#/types/message_context" => entity["value"]["channel_id"].as_str()?,
        _ => return None,
    };
    is_id(id, &['C', 'G']).then_some(id)
}

/// Capital letters and digits after one of these letters.
pub fn is_id(id: &str, first: &[char]) -> bool {
    let rest = id.strip_prefix(first).unwrap_or_default();
    !rest.is_empty() && rest.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

/// Who looks at something: the event names the person, or else the envelope does beside the bot.
pub fn person(body: &Value) -> Option<&str> {
    let named = body["event"]["user"].as_str();
    let authorized = || {
        let all = body["authorizations"].as_array().into_iter().flatten();
        all.filter(|one| one["is_bot"] == false).find_map(|one| one["user_id"].as_str())
    };
    named.or_else(authorized).filter(|id| is_id(id, &['U', 'W']))
}

/// A suggested question about a channel of this name: title and message, in words and without markup.
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
    use serde_json::json;

    fn seen(kind: &str, value: Value) -> Value {
        json!({"entities": [{"type": format!("slack#/types/{kind}"), "value": value, "team_id": "T1"}]})
    }

    #[test]
    fn the_first_channel_of_a_context_counts_and_its_id_has_a_form() {
        assert_eq!(channel_in(&seen("channel_id", json!("C1A2"))), Some("C1A2"));
        let message = json!({"message_ts": "1.2", "channel_id": "G7"});
        assert_eq!(channel_in(&seen("message_context", message)), Some("G7"));
        for other in [
            json!({}),
            seen("channel_id", json!("D1")),
            seen("channel_id", json!("C")),
            seen("channel_id", json!("C1|x> <!channel")),
            seen("channel_id", json!({"channel_id": "C1"})),
            seen("canvas_id", json!("C1")),
            seen("message_context", json!("C1")),
        ] {
            assert_eq!(channel_in(&other), None, "{other}");
        }
        let entity = |kind: &str, value: &str| seen(kind, json!(value))["entities"][0].clone();
        let entities = [entity("canvas_id", "F1"), entity("channel_id", "C2"), entity("channel_id", "C3")];
        let both = json!({"entities": entities});
        assert_eq!(channel_in(&both), Some("C2"));
    }

    #[test]
    fn who_looks_is_a_person_and_never_the_bot() {
        let of = |event: Value, bot: bool| {
            let body = json!({"event": event, "authorizations": [{"user_id": "U9", "is_bot": bot}]});
            person(&body).map(str::to_owned)
        };
        assert_eq!(of(json!({"user": "U1"}), true), Some("U1".to_owned()));
        assert_eq!(of(json!({}), false), Some("U9".to_owned()));
        assert_eq!(of(json!({}), true), None);
        assert_eq!(of(json!({"user": "U1:x"}), true), None);
    }

    #[test]
    fn what_is_looked_at_is_known_until_something_else_is() {
        let looking = Looking::default();
        let (one, other) = (seen("channel_id", json!("C1")), seen("channel_id", json!("C2")));
        assert!(!looking.note("T1", "U1", &json!({})));
        assert!(looking.note("T1", "U1", &one) && !looking.note("T1", "U1", &one));
        assert_eq!(looking.channel("T1", "U1").as_deref(), Some("C1"));
        assert_eq!((looking.channel("T2", "U1"), looking.channel("T1", "U2")), (None, None));
        assert!(looking.note("T1", "U1", &other) && looking.note("T1", "U1", &json!({})));
        assert_eq!(looking.channel("T1", "U1"), None);
    }

    #[test]
    fn the_name_of_a_channel_becomes_a_question_in_words() {
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
