//! Deliveries that wait for their acknowledgement.

use super::state::{Books, Response, Trigger};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MailKind {
    Event,
    Command,
    Interaction,
}

impl MailKind {
    /// As envelopes name it, and faults.
    pub fn name(self) -> &'static str {
        match self {
            Self::Event => "events_api",
            Self::Command => "slash_commands",
            Self::Interaction => "interactive",
        }
    }
}

/// Something to deliver.
#[derive(Clone, Debug)]
pub struct Mail {
    pub kind: MailKind,
    pub payload: Value,
    pub retry: u32,
    /// Not before.
    pub due: Instant,
    pub lost: bool,
}

/// How long one delivery waited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ack {
    pub kind: MailKind,
    pub took: Duration,
    /// Within the three seconds that Slack gives.
    pub in_time: bool,
}

impl Books {
    /// Announces an event, unless the bot may not see it.
    pub fn announce(&mut self, team: &str, event: Value) {
        let Some(of) = self.teams.get(team) else { return };
        if of.revoked && !matches!(event["type"].as_str(), Some("app_uninstalled" | "tokens_revoked")) {
            return;
        }
        let (bot, enterprise) = (of.bot.clone(), of.enterprise.clone());
        let channel = event["channel"].as_str().unwrap_or_default();
        let shared = self.channels.get(channel).is_some_and(|channel| channel.shared);
        let id = self.id("Ev");
        let payload = json!({
            "token": "verification",
            "team_id": team,
            "context_team_id": team,
            "context_enterprise_id": enterprise,
            "api_app_id": super::APP,
            "event": event,
            "type": "event_callback",
            "event_id": id,
            "event_time": 1_700_000_000 + self.clock,
            "authorizations": [{
                "enterprise_id": enterprise, "team_id": team, "user_id": bot, "is_bot": true,
                "is_enterprise_install": false,
            }],
            "is_ext_shared_channel": shared,
            "event_context": format!("4-{}", self.clock),
        });
        self.post(MailKind::Event, payload);
    }

    pub fn post(&mut self, kind: MailKind, payload: Value) {
        let mail = Mail { kind, payload, retry: 0, due: Instant::now(), lost: false };
        self.mail.push_back(mail);
    }

    /// Each delivery goes another way than the one before it.
    pub fn turn(&mut self) -> usize {
        self.turns += 1;
        self.turns
    }

    /// Deliveries whose acknowledgement came too late or never.
    pub fn late(&self) -> usize {
        self.acks.iter().filter(|ack| !ack.in_time).count()
    }

    pub fn trigger(&mut self, user: &str, team: &str) -> String {
        let id = format!("{}.{}.abcdef", self.id(""), team.len());
        let trigger =
            Trigger { user: user.to_owned(), team: team.to_owned(), made: Instant::now(), used: false };
        self.triggers.insert(id.clone(), trigger);
        id
    }

    pub fn response(&mut self, team: &str, channel: &str, user: &str, message: Option<String>) -> String {
        let id = self.id("R");
        let response = Response {
            team: team.to_owned(),
            channel: channel.to_owned(),
            user: user.to_owned(),
            message,
            made: Instant::now(),
            uses: 0,
        };
        self.responses.insert(id.clone(), response);
        id
    }
}
