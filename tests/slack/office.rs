//! `gorkd serve` in a simulated Slack, over either transport.

use crate::web::http::Server;
use crate::world::chat::gorkd::{PATIENT, held_model, restart, slow_model, start_on};
use crate::world::models::ModelServer;
use crate::world::process::Machine;
use crate::world::slack::state::{Books, Message};
use crate::world::slack::{APP_TOKEN, SIGNING_SECRET, Slack, Transport, words};
use std::time::Duration;

pub use crate::world::chat::gorkd::{How, QUESTION};
pub(crate) use crate::world::chat::gorkd::{on_both, on_one};

/// Simulated seconds in one.
pub const SPEED: f64 = 20.0;

pub struct Office {
    pub slack: Slack,
    pub server: Server,
    pub settings: Vec<String>,
    model: Option<ModelServer>,
}

impl Office {
    pub async fn open(how: How) -> Self {
        Self::with(how, &[]).await
    }

    pub async fn with(how: How, more: &[&str]) -> Self {
        Self::made(how, more, None, SPEED).await
    }

    /// With a model that takes its time, so that a run can be met while it runs.
    pub async fn slow(how: How, delay: Duration, more: &[&str]) -> Self {
        Self::made(how, more, Some(slow_model(delay).await), SPEED).await
    }

    /// With a model that waits for `go_on`.
    pub async fn held(how: How, more: &[&str]) -> Self {
        let more = [more, &[PATIENT]].concat();
        Self::made(how, &more, Some(held_model().await), SPEED).await
    }

    pub fn go_on(&self) {
        self.model.as_ref().expect("it has a model").waits(false);
    }

    pub async fn made(how: How, more: &[&str], model: Option<ModelServer>, speed: f64) -> Self {
        let machine = tokio::task::block_in_place(Machine::with_library);
        Self::on(machine, how, more, model, speed).await
    }

    /// On a machine of the test's choice.
    pub async fn with_machine(how: How, machine: Machine, more: &[&str]) -> Self {
        Self::on(machine, how, more, None, SPEED).await
    }

    async fn on(machine: Machine, how: How, more: &[&str], model: Option<ModelServer>, speed: f64) -> Self {
        let transport = match how {
            How::Connection => Transport::Socket,
            How::Http => Transport::Http(Vec::new()),
        };
        let slack = Slack::start(transport, speed).await;
        let mut settings = settings(&slack, how, speed);
        settings.extend(more.iter().map(|one| (*one).to_owned()));
        settings.extend(model.iter().flat_map(ModelServer::settings));
        let office = Self { slack, server: start_on(machine, &settings), settings, model };
        office.connected(how).await;
        office
    }

    async fn connected(&self, how: How) {
        match how {
            How::Http => self.slack.deliver_to(&[address(self.server.port)]),
            How::Connection => {
                self.slack
                    .until("connection", |books: &Books| (!books.sockets.is_empty()).then_some(()))
                    .await;
            }
        }
    }

    /// SIGKILL, and a new start on the same data and port.
    pub fn kill_and_start(&mut self) {
        tokio::task::block_in_place(|| self.server.kill());
        self.start();
    }

    pub fn start(&mut self) {
        restart(&mut self.server, &self.settings);
    }

    /// The answer in a thread: the message with the button that asks for its sources.
    pub async fn answer(&self, channel: &str, thread: &str) -> Message {
        self.slack.message(channel, thread, "[Sources]").await
    }

    /// A message of the bot for one person alone.
    pub async fn whisper(&self, user: &str, part: &str) -> Message {
        let look = |books: &Books| {
            let mut all = books.messages.iter();
            all.find(|one| one.only.as_deref() == Some(user) && !one.deleted && one.says(part)).cloned()
        };
        self.slack.until(&format!("whisper with {part:?}"), look).await
    }

    /// A message of the bot in its direct messages with a person.
    pub async fn direct(&self, user: &str, part: &str) -> Message {
        let channel = self.slack.books().direct(user);
        let look = |books: &Books| {
            let mut all = books.messages.iter().filter(|one| one.from_bot && !one.deleted);
            all.find(|one| one.channel == channel && one.says(part)).cloned()
        };
        self.slack.until(&format!("direct message with {part:?}"), look).await
    }

    /// The nth answer in a thread, from 1.
    pub async fn nth_answer(&self, channel: &str, thread: &str, nth: usize) -> Message {
        let look = |books: &Books| {
            let all = books.messages.iter().filter(|one| one.is_told(channel, thread));
            all.filter(|one| one.says("[Sources]")).nth(nth - 1).cloned()
        };
        self.slack.until(&format!("answer number {nth}"), look).await
    }

    /// The reactions on a message, once they are these.
    pub async fn marked(&self, channel: &str, ts: &str, name: &str) {
        let look = |books: &Books| books.message(channel, ts)?.reactions.contains_key(name).then_some(());
        self.slack.until(&format!("reaction {name}"), look).await;
    }

    /// Nothing more is in the making: the last message has stood for a while.
    pub fn of_thread(&self, channel: &str, thread: &str, part: &str) -> usize {
        self.slack.thread(channel, thread).iter().filter(|one| one.says(part)).count()
    }
}

pub fn address(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

pub fn settings(slack: &Slack, how: How, speed: f64) -> Vec<String> {
    let mut settings = vec![
        format!("slack.api_url={}", slack.api_url()),
        "slack.bot_token=xoxb-T1-sk-very-secret".to_owned(),
        format!("slack.minute_seconds={}", 60.0 / speed),
        format!("slack.stream_seconds={}", 240.0 / speed),
        "slack.edit_ms=50".to_owned(),
        "slack.request_seconds=2.0".to_owned(),
        "slack.reconnect_ms=50".to_owned(),
        "slack.reconnect_most_ms=2000".to_owned(),
        "worker.poll_ms=50".to_owned(),
        "chat.poll_ms=50".to_owned(),
        "chat.heartbeat_ms=500".to_owned(),
        // A file is at hand at once; runs of other tests wait for the same two processors.
        "reader.children=1".to_owned(),
    ];
    match how {
        How::Connection => settings.push(format!("slack.app_token={APP_TOKEN}")),
        How::Http => settings.extend([
            "slack.transport=http".to_owned(),
            format!("slack.signing_secret={SIGNING_SECRET}"),
            "web.public_url=https://gorkd.example.org".to_owned(),
        ]),
    }
    settings
}

/// The words of a message, with what differs from run to run blanked out.
pub fn settled(message: &Message) -> String {
    let text = words::of(message);
    let mut out = String::new();
    for line in text.lines() {
        out.push_str(&blanked(line));
        out.push('\n');
    }
    out
}

/// Times, dates and durations become `…`.
pub fn blanked(line: &str) -> String {
    const UNITS: [&str; 5] = ["ms", "s", "min", "h", "d"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = line.split(' ').collect();
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let is_number = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit() || c == '.');
    let is_time = |word: &str| word.contains(':') && word.chars().all(|c| c.is_ascii_digit() || c == ':');
    let is_date =
        |word: &str| word.matches('-').count() == 2 && word.chars().filter(char::is_ascii_digit).count() == 8;
    let mut out = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let (own, next) = (bare(word), words.get(at + 1).map(|next| bare(next)).unwrap_or_default());
        let before = at.checked_sub(1).map(|at| bare(words[at])).unwrap_or_default();
        let of_month = MONTHS
            .iter()
            .any(|month| before.starts_with(month) || next.starts_with(month) || own.starts_with(month));
        let counted = is_number(&own) && (UNITS.contains(&next.as_str()) || of_month);
        let is_zone = ["CET", "CEST"].contains(&own.as_str());
        let varies = is_zone
            || counted
            || is_time(&own)
            || is_date(&own)
            || (of_month && MONTHS.contains(&own.as_str()));
        out.push(if varies { word.replace(&own, "…") } else { (*word).to_owned() });
    }
    out.join(" ")
}
