//! Works off what came in: payloads of Slack become what the desk understands, and its replies go back.

mod commands;
mod events;
mod interactions;
mod messages;
mod reply;
mod sorry;

use crate::access::Accesses;
use crate::client::{Access, SlackApi};
use crate::handle::{Handle, place};
use crate::known::{Known, Someone};
use crate::looking::{self, Looking};
use crate::marks::Marks;
use crate::sessions::Sessions;
use crate::settings::SlackSettings;
use crate::upload::Uploads;
use async_trait::async_trait;
use gorkd_chat::{Deliverer, Desk, Handler, Spot};
use gorkd_core::ports::{Arrival, Chats};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// Slack's own stop button was pressed.
const STOPPED: &str = "agent_session_stopped";
/// Somebody who has gorkd open looks at something else.
const LOOKS: &str = "app_context_changed";

/// What kind of delivery it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Event,
    Command,
    Interaction,
}

/// A delivery as it is kept until it is worked off.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub kind: Kind,
    pub body: Value,
}

impl Kept {
    /// What Slack calls the delivery, the same when it is repeated; none for what cannot be told apart.
    pub fn key(&self) -> Option<&str> {
        let name = match self.kind {
            Kind::Event => "event_id",
            Kind::Command | Kind::Interaction => "trigger_id",
        };
        self.body[name].as_str().filter(|key| !key.is_empty())
    }
}

pub struct Receiver {
    pub desk: Desk,
    pub deliverer: Deliverer,
    pub client: Arc<SlackApi>,
    pub accesses: Arc<Accesses>,
    pub known: Known,
    pub looking: Looking,
    pub uploads: Uploads,
    pub settings: Arc<SlackSettings>,
    pub sessions: Arc<Sessions>,
    pub marks: Arc<Marks>,
}

#[async_trait]
impl Handler for Receiver {
    async fn handle(&self, arrival: &Arrival) {
        let Ok(kept) = serde_json::from_str::<Kept>(&arrival.payload) else {
            tracing::error!("a delivery was kept in a form that is not understood");
            return;
        };
        let body = &kept.body;
        match kept.kind {
            Kind::Event => self.event(body).await,
            Kind::Command => self.command(&arrival.key, body).await,
            Kind::Interaction => self.interaction(&arrival.key, body).await,
        }
        self.deliverer.nudge();
    }

    async fn apologise(&self, arrival: &Arrival) {
        if let Ok(kept) = serde_json::from_str::<Kept>(&arrival.payload) {
            self.sorry_for(&kept).await;
        }
    }

    /// What belongs to one thread stays in order.
    fn lane(&self, arrival: &Arrival) -> String {
        let Ok(kept) = serde_json::from_str::<Kept>(&arrival.payload) else { return String::new() };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match kept.kind {
            Kind::Command => arrival.key.clone(),
            // Who presses twice presses in order; a trigger for a form does not wait for others.
            Kind::Interaction => format!("press:{}", text(&kept.body["user"]["id"])),
            Kind::Event => {
                let event = &kept.body["event"];
                // Whoever stops a run does not wait for what was said before.
                if event["type"] == STOPPED {
                    return format!("stop:{}:{}", text(&event["channel"]), text(&event["thread_ts"]));
                }
                if event["type"] == LOOKS && event["channel"].is_null() {
                    return format!("looks:{}", looking::person(&kept.body).unwrap_or_default());
                }
                let inner = [&event["message"], &event["previous_message"], event];
                let first =
                    |name: &str| inner.iter().map(|one| text(&one[name])).find(|text| !text.is_empty());
                let thread = first("thread_ts").or_else(|| first("ts")).unwrap_or_default();
                format!("{}:{}:{thread}", text(&kept.body["team_id"]), text(&event["channel"]))
            }
        }
    }
}

/// Where something happened, and who can be reached there how.
#[derive(Clone)]
pub(crate) struct At {
    pub access: Access,
    pub handle: Handle,
    pub spot: Spot,
    pub who: Someone,
}

impl Receiver {
    fn chats(&self) -> &dyn Chats {
        self.desk.kept().chats.as_ref()
    }

    /// The workspace of a payload. With an installation for a whole enterprise there may be none but that.
    fn team_of(body: &Value) -> String {
        let named = |value: &Value| value.as_str().filter(|id| !id.is_empty()).map(str::to_owned);
        named(&body["context_team_id"])
            .or_else(|| named(&body["team_id"]))
            .or_else(|| named(&body["team"]["id"]))
            .or_else(|| named(&body["user"]["team_id"]))
            .or_else(|| named(&body["enterprise"]["id"]))
            .unwrap_or_default()
    }

    /// A thread of a channel, seen from a person.
    pub(crate) async fn at(&self, team: &str, channel: &str, thread: &str, user: &str) -> Option<At> {
        let access = self.accesses.of(team).await?;
        let who = self.known.someone(&access, user).await;
        let known = self.known.channel(&access, channel).await;
        let handle = Handle {
            team: team.to_owned(),
            channel: channel.to_owned(),
            thread: Some(thread.to_owned()).filter(|thread| !thread.is_empty()),
            asked: None,
            asked_in: None,
            user: user.to_owned(),
            user_team: who.team.clone(),
            direct: known.direct,
            origin: None,
            note: None,
        };
        let spot = Spot {
            place: place(team, channel, thread),
            channel: format!("slack:{team}:{channel}"),
            workspace: format!("slack:{team}"),
            private: known.private,
            direct: known.direct,
            ours: false,
            handle: handle.written(),
            open: None,
        };
        Some(At { access, handle, spot, who })
    }

    /// Guests, and people of other organizations, are refused unless the operator lets them ask.
    pub(crate) async fn refuses(&self, at: &At) -> bool {
        if self.settings.guests || !at.who.guest {
            return false;
        }
        self.whisper_said(at, Msg::MembersOnly).await;
        true
    }
}

impl At {
    /// The language of who waits there.
    pub fn locale(&self) -> Locale {
        self.who.person.locale()
    }

    pub fn with(mut self, change: impl FnOnce(&mut Handle)) -> Self {
        change(&mut self.handle);
        self.spot.handle = self.handle.written();
        self.spot.place = self.handle.place();
        self
    }
}
