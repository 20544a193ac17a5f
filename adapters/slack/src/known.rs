//! What Slack knows of people and channels, asked once and kept for a while.

use crate::client::{Access, SlackApi};
use dashmap::DashMap;
use gorkd_chat::Person;
use gorkd_core::model::Requester;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

const KEEP: Duration = Duration::from_secs(10 * 60);

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Someone {
    pub person: Person,
    pub name: String,
    /// The workspace that the person belongs to, which may be another.
    pub team: String,
    /// A guest, or of another organisation.
    pub guest: bool,
    pub bot: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Channel {
    pub name: String,
    pub private: bool,
    pub direct: bool,
    /// House style, sites, language: what the channel says of itself.
    pub instructions: String,
}

pub struct Known {
    client: Arc<SlackApi>,
    people: DashMap<String, (Instant, Someone)>,
    channels: DashMap<String, (Instant, Channel)>,
}

impl Known {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, people: DashMap::new(), channels: DashMap::new() }
    }

    /// A person; where Slack does not tell, what the id alone says.
    pub async fn someone(&self, access: &Access, user: &str) -> Someone {
        let key = format!("{}:{user}", access.team);
        if let Some(known) = fresh(&self.people, &key) {
            return known;
        }
        let look = json!({"user": user, "include_locale": true});
        match self.client.ask(access, "users.info", look).await {
            Ok(answer) => {
                let found = someone(&access.team, user, &answer["user"]);
                self.people.insert(key, (Instant::now(), found.clone()));
                found
            }
            Err(error) => {
                tracing::debug!(?error, "a person is not told of");
                someone(&access.team, user, &json!({"team_id": access.team}))
            }
        }
    }

    pub async fn channel(&self, access: &Access, id: &str) -> Channel {
        let key = format!("{}:{id}", access.team);
        if let Some(known) = fresh(&self.channels, &key) {
            return known;
        }
        match self.client.ask(access, "conversations.info", json!({"channel": id})).await {
            Ok(answer) => {
                let found = channel(&answer["channel"]);
                self.channels.insert(key, (Instant::now(), found.clone()));
                found
            }
            Err(error) => {
                tracing::debug!(?error, "a channel is not told of");
                // The stricter guess.
                Channel { private: true, direct: id.starts_with('D'), ..Channel::default() }
            }
        }
    }

    pub fn forget_channel(&self, team: &str, id: &str) {
        self.channels.remove(&format!("{team}:{id}"));
    }
}

fn fresh<T: Clone>(kept: &DashMap<String, (Instant, T)>, key: &str) -> Option<T> {
    let found = kept.get(key)?;
    (found.0.elapsed() < KEEP).then(|| found.1.clone())
}

fn someone(team: &str, id: &str, user: &Value) -> Someone {
    let flag = |name: &str| user[name] == true;
    let own_team = user["team_id"].as_str().unwrap_or(team).to_owned();
    let guest =
        flag("is_restricted") || flag("is_ultra_restricted") || flag("is_stranger") || own_team != team;
    let roles = if flag("is_admin") || flag("is_owner") { vec!["admin".to_owned()] } else { Vec::new() };
    let person = Person {
        requester: Requester {
            platform: "slack".to_owned(),
            user: format!("{own_team}:{id}"),
            roles,
            locale: user["locale"].as_str().unwrap_or_default().to_owned(),
        },
        id: id.to_owned(),
        time_zone: user["tz"].as_str().unwrap_or_default().to_owned(),
    };
    let names = [&user["profile"]["display_name"], &user["real_name"], &user["name"]];
    let name = names.into_iter().filter_map(Value::as_str).find(|name| !name.is_empty()).unwrap_or(id);
    Someone { person, name: name.to_owned(), team: own_team, guest, bot: flag("is_bot") }
}

fn channel(channel: &Value) -> Channel {
    let flag = |name: &str| channel[name] == true;
    let text = |name: &str| channel[name]["value"].as_str().unwrap_or_default().to_owned();
    Channel {
        name: channel["name"].as_str().unwrap_or_default().to_owned(),
        private: flag("is_private") || flag("is_im") || flag("is_mpim") || flag("is_group"),
        direct: flag("is_im"),
        instructions: text("purpose"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_of_another_organisation_is_a_guest() {
        let of = |user: Value| someone("T1", "U1", &user);
        let ann = of(json!({"team_id": "T1", "tz": "Europe/Berlin", "locale": "de-DE", "is_admin": true,
                            "profile": {"display_name": "Ann"}}));
        assert_eq!((ann.name.as_str(), ann.guest), ("Ann", false));
        assert_eq!(
            (ann.person.requester.locale.as_str(), ann.person.requester.user.as_str()),
            ("de-DE", "T1:U1")
        );
        assert_eq!(ann.person.requester.roles, ["admin"]);
        let stranger = of(json!({"team_id": "T9", "real_name": "Zoe"}));
        assert!(stranger.guest);
        assert_eq!(stranger.person.requester.user, "T9:U1");
        assert!(of(json!({"team_id": "T1", "is_restricted": true})).guest);
    }
}
