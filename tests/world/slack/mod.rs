//! A simulated Slack on 127.0.0.1: workspaces, channels, people and messages that tests look at, reached through the
//! real clients.
//!
//! Every request is checked against the published methods and the limits of Block Kit. What breaks them is kept, and
//! fails the test when the simulator goes.

pub mod calls;
mod connection;
mod delivery;
pub mod halts;
pub mod http;
pub mod limits;
pub mod mail;
mod people;
pub mod published;
mod rates;
mod server;
pub mod state;
pub mod words;

use crate::world::chat::{Core, Platform, Simulated};
use state::{Books, Message};
use std::sync::{Arc, MutexGuard};

pub const APP_TOKEN: &str = "xapp-1-A1-sk-very-secret";
pub const SIGNING_SECRET: &str = "signing-sk-very-secret";
pub const CLIENT_ID: &str = "100.200";
pub const CLIENT_SECRET: &str = "client-sk-very-secret";
pub const APP: &str = "A1";

/// How the simulator delivers what people do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Transport {
    #[default]
    Socket,
    /// To the paths under one of these addresses, in turn; none until they are known.
    Http(Vec<String>),
}

/// The state, for whoever serves it.
pub type Shared = Arc<Core<Books>>;

/// The simulated Slack; it looks at what was done when it goes.
pub type Slack = Platform<Books>;

impl Slack {
    /// Starts with one workspace `T1`, its channel `C1`, and Ann (`U1`) and Ben (`U2`) in it. `speed` simulated
    /// seconds pass in one.
    pub async fn start(transport: Transport, speed: f64) -> Self {
        let slack = Self::open(|_| Books::new(transport, speed), server::router).await;
        tokio::spawn(delivery::deliver(slack.core()));
        slack
    }

    pub fn api_url(&self) -> String {
        format!("{}/api", self.url())
    }

    /// From now on events go to these addresses, in turn, as through something that shares out load.
    pub fn deliver_to(&self, bases: &[String]) {
        self.books().transport = Transport::Http(bases.to_vec());
        self.changed();
    }

    /// Waits for a message of the bot to all in a thread (or under none) whose words hold `part`.
    pub async fn message(&self, channel: &str, thread: &str, part: &str) -> Message {
        let look = |books: &Books| {
            books.messages.iter().find(|one| one.is_told(channel, thread) && one.says(part)).cloned()
        };
        self.until(&format!("message with {part:?}"), look).await
    }

    /// What the bot has said to all in a thread, as it stands now.
    pub fn thread(&self, channel: &str, thread: &str) -> Vec<Message> {
        self.books().messages.iter().filter(|one| one.is_told(channel, thread)).cloned().collect()
    }

    /// All that the bot has said, for the message of a failure.
    pub fn seen(&self) -> String {
        self.books().story()
    }

    /// Lets requests fail as if Slack were down, and ends all sockets.
    pub fn outage(&self, down: bool) {
        let mut books = self.books();
        books.faults.outage = down;
        if down {
            books.drop_sockets();
        }
        drop(books);
        self.changed();
    }
}

impl Core<Books> {
    /// What a test may look at and change.
    pub fn books(&self) -> MutexGuard<'_, Books> {
        self.lock()
    }
}

impl Simulated for Books {
    fn violations(&mut self) -> &mut Vec<String> {
        &mut self.violations
    }

    fn story(&self) -> String {
        let lines = self.messages.iter().map(|one| {
            let who = if one.from_bot { "gorkd" } else { one.user.as_str() };
            format!("{} {} in {:?} {who}: {}", one.channel, one.ts, one.thread, words::of(one))
        });
        let lines: Vec<String> = lines.collect();
        format!(
            "{}\nviolations: {:?}\nundelivered: {:?}",
            lines.join("\n"),
            self.violations,
            self.undelivered
        )
    }
}
