//! What Slack knows about people and channels, cached for a limited time.

use crate::client::{Credentials, SlackApi};
use crate::handle::NAME;
use crate::responses::{Channel, ChannelInfo, User, UserInfo};
use gorkd_chat::Person;
use moka::sync::Cache;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

const TIME_TO_LIVE: Duration = Duration::from_secs(10 * 60);
const CAPACITY: u64 = 10_000;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Member {
    pub person: Person,
    pub name: String,
    /// The workspace that the person belongs to, which may be a different one.
    pub team: String,
    /// A guest, or a member of another organization.
    pub guest: bool,
    pub bot: bool,
}

pub struct Directory {
    client: Arc<SlackApi>,
    members: Cache<String, Member>,
    channels: Cache<String, Channel>,
}

impl Directory {
    pub fn new(client: Arc<SlackApi>) -> Self {
        Self { client, members: cache(), channels: cache() }
    }

    /// Looks up a person. If Slack does not answer, the result contains only what the id says.
    pub async fn member(&self, credentials: &Credentials, user: &str) -> Member {
        let key = format!("{}:{user}", credentials.team);
        if let Some(member) = self.members.get(&key) {
            return member;
        }
        let arguments = json!({"user": user, "include_locale": true});
        match self.client.ask(credentials, "users.info", arguments).await {
            Ok(UserInfo { user: found }) => {
                let member = member(&credentials.team, user, found);
                self.members.insert(key, member.clone());
                member
            }
            Err(error) => {
                tracing::debug!(?error, "failed to look up a person");
                member(&credentials.team, user, User::default())
            }
        }
    }

    pub async fn channel(&self, credentials: &Credentials, id: &str) -> Channel {
        let key = format!("{}:{id}", credentials.team);
        if let Some(channel) = self.channels.get(&key) {
            return channel;
        }
        match self.client.ask(credentials, "conversations.info", json!({"channel": id})).await {
            Ok(ChannelInfo { channel }) => {
                self.channels.insert(key, channel.clone());
                channel
            }
            Err(error) => {
                tracing::debug!(?error, "failed to look up a channel");
                // Assume the stricter case.
                Channel { is_private: true, is_im: id.starts_with('D'), ..Channel::default() }
            }
        }
    }

    pub fn forget_channel(&self, team: &str, id: &str) {
        self.channels.invalidate(&format!("{team}:{id}"));
    }
}

fn cache<V: Clone + Send + Sync + 'static>() -> Cache<String, V> {
    Cache::builder().max_capacity(CAPACITY).time_to_live(TIME_TO_LIVE).build()
}

fn member(team: &str, id: &str, user: User) -> Member {
    let own_team = if user.team_id.is_empty() { team.to_owned() } else { user.team_id };
    let guest = user.is_restricted || user.is_ultra_restricted || user.is_stranger || own_team != team;
    let roles = if user.is_admin || user.is_owner { vec!["admin".to_owned()] } else { Vec::new() };
    let person = Person::new(NAME, format!("{own_team}:{id}"), roles, &user.locale, id.to_owned());
    let person = Person { time_zone: user.tz, ..person };
    let names = [user.profile.display_name, user.real_name, user.name];
    let name = names.into_iter().find(|name| !name.is_empty()).unwrap_or_else(|| id.to_owned());
    Member { person, name, team: own_team, guest, bot: user.is_bot }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn members_of_other_organizations_are_guests() {
        let of = |user: Value| member("T1", "U1", crate::payload::read(&user).expect("a user"));
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
