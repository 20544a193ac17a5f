//! `gorkd serve` in a simulated Discord, over either transport.

use crate::web::http::Server;
use crate::world::chat::gorkd::{PATIENT, held_model, restart, slow_model, start, start_on};
use crate::world::discord::{BOT, Discord, TOKEN, Times, id};
use crate::world::models::ModelServer;
use crate::world::process::Machine;
use serde_json::{Value, json};
use std::time::Duration;

pub use crate::world::chat::gorkd::{How, QUESTION};
pub(crate) use crate::world::chat::gorkd::{on_both, on_one};

/// Stands below every answer.
pub const ANSWERED: &str = "[👍]";

pub struct Town {
    /// Ended before Discord looks at what was done: what is asked late counts too.
    pub server: Server,
    pub discord: Discord,
    how: How,
    pub settings: Vec<String>,
    model: Option<ModelServer>,
}

impl Town {
    pub async fn open(how: How) -> Self {
        Self::made(how, Discord::start().await, &[], None).await
    }

    pub async fn with(how: How, more: &[&str]) -> Self {
        Self::made(how, Discord::start().await, more, None).await
    }

    /// With a model that takes its time, so that a run can be met while it runs.
    pub async fn slow(how: How, delay: Duration, more: &[&str]) -> Self {
        Self::slow_in(how, Times::default(), delay, more).await
    }

    pub async fn slow_in(how: How, times: Times, delay: Duration, more: &[&str]) -> Self {
        let model = slow_model(delay).await;
        Self::made(how, Discord::start_with(times).await, more, Some(model)).await
    }

    /// With a model that waits for `go_on`.
    pub async fn held(how: How, more: &[&str]) -> Self {
        let more = [more, &[PATIENT]].concat();
        Self::made(how, Discord::start().await, &more, Some(held_model().await)).await
    }

    pub fn go_on(&self) {
        self.model.as_ref().expect("it has a model").waits(false);
    }

    pub async fn made(how: How, discord: Discord, more: &[&str], model: Option<ModelServer>) -> Self {
        let mut settings = settings(&discord, how);
        settings.extend(more.iter().map(|one| (*one).to_owned()));
        settings.extend(model.iter().flat_map(ModelServer::settings));
        let town = Self { server: start(&settings), discord, how, settings, model };
        town.connected().await;
        town
    }

    /// On a machine of the test's choice.
    pub async fn on(machine: Machine) -> Self {
        Self::with_machine(How::Connection, machine, &[]).await
    }

    pub async fn with_machine(how: How, machine: Machine, more: &[&str]) -> Self {
        let discord = Discord::start().await;
        let mut settings = settings(&discord, how);
        settings.extend(more.iter().map(|one| (*one).to_owned()));
        let town = Self { server: start_on(machine, &settings), discord, how, settings, model: None };
        town.connected().await;
        town
    }

    /// Until it listens, and its commands are there.
    pub async fn connected(&self) {
        match self.how {
            How::Http => {
                self.discord.endpoint(&format!("http://127.0.0.1:{}/discord/interactions", self.server.port));
            }
            How::Connection => {
                self.discord.until("a listener", |state| (state.listening() > 0).then_some(())).await
            }
        }
        self.discord.until("commands", |state| (!state.commands.is_empty()).then_some(())).await;
    }

    /// SIGKILL, and a new start on the same data and port.
    pub async fn kill_and_start(&mut self) {
        self.kill();
        self.start();
        self.connected().await;
    }

    /// A setting from the next start on.
    pub fn set(&mut self, setting: &str) {
        self.settings.push(setting.to_owned());
    }

    pub fn kill(&mut self) {
        tokio::task::block_in_place(|| self.server.kill());
    }

    pub fn start(&mut self) {
        restart(&mut self.server, &self.settings);
    }

    /// `/research question`, with options, and the thread that it is answered in.
    pub async fn research(&self, who: u64, channel: u64, more: &[(&str, Value)]) -> u64 {
        let known = self.threads(channel);
        let mut options = vec![("question", json!(QUESTION))];
        options.extend(more.iter().cloned());
        self.discord.slash(who, channel, "research", &options);
        self.new_thread(channel, &known).await
    }

    pub fn threads(&self, channel: u64) -> Vec<u64> {
        let state = self.discord.lock();
        let of = state.channels.values().filter(|one| id(&one["parent_id"]) == channel);
        of.map(|one| id(&one["id"])).collect()
    }

    pub async fn new_thread(&self, channel: u64, known: &[u64]) -> u64 {
        self.discord
            .until("a thread", |state| {
                let of = state.channels.values().filter(|one| id(&one["parent_id"]) == channel);
                of.map(|one| id(&one["id"])).find(|one| !known.contains(one))
            })
            .await
    }

    /// What a thread shows once the answer stands there.
    pub async fn answer(&self, thread: u64) -> String {
        self.discord.until_seen(thread, ANSWERED).await
    }

    /// The words of the newest answer in a thread.
    pub fn newest(&self, thread: u64) -> String {
        let state = self.discord.lock();
        let answers =
            state.messages_of(thread).filter(|one| one["components"].to_string().contains("recheck|"));
        let words = |one: &Value| one["embeds"][0]["description"].as_str().unwrap_or_default().to_owned();
        answers.last().map(words).unwrap_or_default()
    }

    /// What a thread shows once so many answers stand there.
    pub async fn answers(&self, thread: u64, count: usize) -> String {
        self.discord.until_times(thread, ANSWERED, count).await
    }
}

fn settings(discord: &Discord, how: How) -> Vec<String> {
    let transport = match how {
        How::Connection => "gateway",
        How::Http => "http",
    };
    vec![
        format!("discord.transport={transport}"),
        format!("discord.token={TOKEN}"),
        format!("discord.application_id={BOT}"),
        format!("discord.public_key={}", discord.public_key()),
        format!("discord.api_url={}", discord.url()),
        "discord.edit_ms=300".to_owned(),
        "discord.request_seconds=2".to_owned(),
        "chat.poll_ms=50".to_owned(),
        "chat.heartbeat_ms=1000".to_owned(),
    ]
}

impl Drop for Town {
    /// What gorkd says of a conversation that failed.
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}\n{}", self.server.logged(), self.server.machine.logged());
        }
    }
}
