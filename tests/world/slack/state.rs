//! What the simulated Slack knows.

use super::Transport;
use super::halts::Halt;
use super::mail::{Ack, Mail};
use super::rates::Rates;
use super::words;
use crate::world::chat::faults::Faults;
use crate::world::chat::files::File;
use crate::world::chat::people::Person;
use crate::world::chat::unix;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;

#[derive(Default)]
pub struct Books {
    pub transport: Transport,
    /// Simulated seconds in one.
    pub speed: f64,
    pub teams: BTreeMap<String, Team>,
    pub channels: BTreeMap<String, Channel>,
    pub users: BTreeMap<String, Person>,
    pub messages: Vec<Message>,
    pub files: BTreeMap<String, SlackFile>,
    /// Views that are open or were, the newest last.
    pub views: Vec<View>,
    /// Homes by user.
    pub homes: BTreeMap<String, Value>,
    /// Titles, prompts and states of assistant threads, by channel and thread.
    pub assistants: BTreeMap<(String, String), Map<String, Value>>,
    /// Agent sessions by channel and thread.
    pub sessions: BTreeMap<(String, String), Session>,
    pub triggers: BTreeMap<String, Trigger>,
    pub responses: BTreeMap<String, Response>,
    /// Codes of OAuth, and the workspace that each lets in.
    pub codes: BTreeMap<String, String>,
    pub rates: Rates,
    pub calls: Vec<Call>,
    /// What broke the published contract.
    pub violations: Vec<String>,
    pub sockets: Vec<Socket>,
    pub opened: Vec<Instant>,
    /// What is still to be delivered.
    pub mail: VecDeque<Mail>,
    /// Envelopes that nobody has acknowledged yet.
    pub waiting: BTreeMap<String, oneshot::Sender<()>>,
    /// Events that were given up after their last try.
    pub undelivered: Vec<String>,
    /// Deliveries that were made again because nobody took them in time.
    pub repeated: usize,
    /// Deliveries so far, to share them out.
    pub turns: usize,
    /// How long each delivery waited for its acknowledgement, those that came too late among them.
    pub acks: Vec<Ack>,
    /// Where requests stop being answered.
    pub halt: Option<Halt>,
    /// A mark may be put or taken back twice: only where a test provokes it.
    pub marks_again: bool,
    pub faults: Faults<String>,
    pub clock: u64,
    /// Seconds that the first token of a workspace with rotation holds.
    pub token_seconds: u64,
}

pub struct Team {
    pub token: String,
    pub bot: String,
    pub scopes: BTreeSet<String>,
    pub enterprise: Option<String>,
    pub revoked: bool,
    /// Streams are known here.
    pub streams: bool,
    /// The app is an agent here, as new ones are.
    pub agent: bool,
    pub refresh: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Channel {
    pub team: String,
    pub name: String,
    pub private: bool,
    pub direct: bool,
    pub archived: bool,
    /// Shared with another organisation.
    pub shared: bool,
    pub members: BTreeSet<String>,
    pub purpose: String,
    pub topic: String,
}

#[derive(Clone, Debug, Default)]
pub struct Message {
    pub team: String,
    pub channel: String,
    pub ts: String,
    pub thread: Option<String>,
    pub user: String,
    pub from_bot: bool,
    pub text: String,
    pub blocks: Value,
    pub metadata: Value,
    /// Seen by this person only.
    pub only: Option<String>,
    pub reactions: BTreeMap<String, BTreeSet<String>>,
    pub edits: Vec<Instant>,
    pub deleted: bool,
    pub files: Vec<String>,
    pub stream: Option<Stream>,
    pub unfurls: bool,
}

/// What Slack shows beside a thread.
#[derive(Clone, Debug)]
pub struct Session {
    pub status: String,
    pub title: String,
    pub initiator: String,
    /// Every state that it had, in order.
    pub past: Vec<String>,
    pub at: Instant,
}

#[derive(Clone, Debug, Default)]
pub struct Stream {
    pub started: Option<Instant>,
    pub ended: bool,
    pub text: String,
    pub title: String,
    /// Tasks by their id, in the order in which they came.
    pub tasks: Vec<(String, Value)>,
    pub blocks: Vec<Value>,
}

#[derive(Clone, Debug)]
pub struct SlackFile {
    pub file: File,
    /// As it was announced.
    pub length: usize,
    pub channel: Option<String>,
    pub thread: Option<String>,
    pub team: String,
    pub shared: bool,
}

#[derive(Clone, Debug)]
pub struct View {
    pub id: String,
    pub user: String,
    pub team: String,
    pub view: Value,
    pub open: bool,
}

pub struct Trigger {
    pub user: String,
    pub team: String,
    pub made: Instant,
    pub used: bool,
}

pub struct Response {
    pub team: String,
    pub channel: String,
    pub user: String,
    pub message: Option<String>,
    pub made: Instant,
    pub uses: u32,
}

/// A request that was made.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    pub team: String,
    pub arguments: Map<String, Value>,
    pub at: Instant,
    /// `ok`, or the error.
    pub result: String,
}

pub struct Socket {
    pub id: u64,
    pub out: UnboundedSender<Value>,
}

impl Books {
    pub fn new(transport: Transport, speed: f64) -> Self {
        let mut books = Self { transport, speed, token_seconds: 43_200, ..Self::default() };
        books.add_team("T1");
        books.add_user("T1", "U1", "Ann");
        books.add_user("T1", "U2", "Ben");
        books.add_channel("T1", "C1", "harbour");
        books
    }

    /// A workspace with the bot in it, with all scopes.
    pub fn add_team(&mut self, team: &str) {
        let scopes = super::published::methods().values().flat_map(|method| method.scopes());
        let scopes = scopes.map(str::to_owned).chain([
            "app_mentions:read".to_owned(),
            "commands".to_owned(),
            "files:read".to_owned(),
        ]);
        let bot = format!("UB{team}");
        let token = format!("xoxb-{team}-sk-very-secret");
        let made = Team {
            token,
            bot: bot.clone(),
            scopes: scopes.collect(),
            enterprise: None,
            revoked: false,
            streams: true,
            agent: true,
            refresh: None,
        };
        self.teams.insert(team.to_owned(), made);
        self.add_user(team, &bot, "gorkd");
        if let Some(user) = self.users.get_mut(&bot) {
            user.bot = true;
        }
    }

    pub fn add_user(&mut self, team: &str, id: &str, name: &str) {
        let (team, locale) = (team.to_owned(), "en-GB".to_owned());
        self.users.insert(id.to_owned(), Person { team, locale, ..Person::new(name) });
    }

    /// A public channel with everybody of the workspace in it, the bot too.
    pub fn add_channel(&mut self, team: &str, id: &str, name: &str) {
        let members = self.users.iter().filter(|(_, user)| user.team == team).map(|(id, _)| id.clone());
        let channel = Channel {
            team: team.to_owned(),
            name: name.to_owned(),
            members: members.collect(),
            ..Channel::default()
        };
        self.channels.insert(id.to_owned(), channel);
    }

    /// The direct messages of a person with the bot.
    pub fn direct(&mut self, user: &str) -> String {
        let id = format!("D{user}");
        let team = self.users[user].team.clone();
        let bot = self.teams[&team].bot.clone();
        let members = BTreeSet::from([user.to_owned(), bot]);
        let channel = Channel { team, direct: true, private: true, members, ..Channel::default() };
        self.channels.entry(id.clone()).or_insert(channel);
        id
    }

    /// A point in time that is never given twice.
    pub fn ts(&mut self) -> String {
        self.clock += 1;
        format!("{}.{:06}", unix().as_secs(), self.clock)
    }

    pub fn id(&mut self, letter: &str) -> String {
        self.clock += 1;
        format!("{letter}{:08}", self.clock)
    }

    pub fn simulated(&self, seconds: f64) -> Duration {
        Duration::from_secs_f64(seconds / self.speed)
    }

    pub fn message(&self, channel: &str, ts: &str) -> Option<&Message> {
        self.messages.iter().find(|one| one.channel == channel && one.ts == ts && !one.deleted)
    }

    pub fn message_mut(&mut self, channel: &str, ts: &str) -> Option<&mut Message> {
        self.messages.iter_mut().find(|one| one.channel == channel && one.ts == ts && !one.deleted)
    }

    pub fn drop_sockets(&mut self) {
        self.sockets.clear();
    }

    pub fn count(&self, method: &str) -> usize {
        self.calls.iter().filter(|call| call.method == method).count()
    }

    pub fn calls_of(&self, method: &str) -> Vec<Call> {
        self.calls.iter().filter(|call| call.method == method).cloned().collect()
    }
}

impl Message {
    pub fn is_in(&self, thread: &str) -> bool {
        match &self.thread {
            Some(own) => own == thread,
            None => thread.is_empty() || self.ts == thread,
        }
    }

    /// Did the bot say it there, to all?
    pub fn is_told(&self, channel: &str, thread: &str) -> bool {
        self.from_bot && !self.deleted && self.only.is_none() && self.channel == channel && self.is_in(thread)
    }

    /// Do its words hold this?
    pub fn says(&self, part: &str) -> bool {
        words::of(self).contains(part)
    }

    /// As it is when somebody looks at it: with its reactions.
    pub fn looked_at(&self) -> Value {
        let mut told = self.told();
        let all = self.reactions.iter();
        let all = all.map(|(name, users)| json!({"name": name, "users": users, "count": users.len()}));
        let all: Vec<Value> = all.collect();
        if !all.is_empty() {
            told["reactions"] = json!(all);
        }
        told
    }

    /// As the events tell of it.
    pub fn told(&self) -> Value {
        let mut told = json!({
            "type": "message", "user": self.user, "text": self.text, "ts": self.ts, "team": self.team,
        });
        let set = |told: &mut Value, name: &str, value: Value| {
            if let Some(told) = told.as_object_mut()
                && !value.is_null()
            {
                told.insert(name.to_owned(), value);
            }
        };
        set(&mut told, "blocks", self.blocks.clone());
        set(&mut told, "thread_ts", self.thread.clone().map_or(Value::Null, Value::String));
        set(&mut told, "metadata", self.metadata.clone());
        if self.from_bot {
            set(&mut told, "bot_id", json!("B1"));
            set(&mut told, "app_id", json!(super::APP));
        }
        told
    }
}
