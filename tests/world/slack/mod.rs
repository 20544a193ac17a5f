//! A simulated Slack on 127.0.0.1: workspaces, channels, people and messages that tests look at, reached through the
//! real clients.
//!
//! Every request is checked against the published methods and the limits of Block Kit. What breaks them is kept, and
//! fails the test when the simulator goes.

pub mod blocks;
mod calls;
mod chat;
mod files;
pub mod halts;
pub mod http;
pub mod mail;
pub mod methods;
mod open;
mod people;
mod rates;
pub mod sessions;
mod socket;
pub mod state;
mod web;
pub mod words;

use crate::world::chat::{Core, PATIENCE, Simulated};
use state::{Books, Message};
use std::net::SocketAddr;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;
use tokio::sync::Notify;

pub const APP_TOKEN: &str = "xapp-1-A1-sk-very-secret";
pub const SIGNING_SECRET: &str = "signing-sk-very-secret";
pub const CLIENT_ID: &str = "100.200";
pub const CLIENT_SECRET: &str = "client-sk-very-secret";
pub const APP: &str = "A1";

/// How the simulator delivers what people do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    Socket,
    /// To the paths under one of these addresses, in turn; none until they are known.
    Http(Vec<String>),
}

#[derive(Clone)]
pub struct Slack {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    /// The last one of them fails the test when something was wrong.
    _guard: Arc<Guard>,
}

pub struct Shared {
    core: Core<Books>,
    /// There is something to deliver.
    mail: Notify,
    address: SocketAddr,
}

struct Guard(Arc<Shared>);

impl Slack {
    /// Starts with one workspace `T1`, its channel `C1`, and Ann (`U1`) and Ben (`U2`) in it. `speed` simulated
    /// seconds pass in one.
    pub async fn start(transport: Transport, speed: f64) -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let core = Core::new(Books::new(transport, speed));
        let shared = Arc::new(Shared { core, mail: Notify::new(), address });
        let router = web::router(shared.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        tokio::spawn(open::deliver(shared.clone()));
        let guard = Arc::new(Guard(shared.clone()));
        Self { address, shared, _guard: guard }
    }

    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn api_url(&self) -> String {
        format!("http://{}/api", self.address)
    }

    /// What a test may look at and change.
    pub fn books(&self) -> MutexGuard<'_, Books> {
        self.shared.books()
    }

    /// From now on events go to these addresses, in turn, as through something that shares out load.
    pub fn deliver_to(&self, bases: &[String]) {
        self.books().transport = Transport::Http(bases.to_vec());
        self.shared.mail.notify_one();
    }

    /// Waits until `look` finds something.
    pub async fn until<T>(&self, what: &str, look: impl Fn(&Books) -> Option<T>) -> T {
        self.until_within(what, PATIENCE, look).await
    }

    pub async fn until_within<T>(
        &self,
        what: &str,
        patience: Duration,
        look: impl Fn(&Books) -> Option<T>,
    ) -> T {
        self.shared.core.until_within(what, patience, look).await
    }

    /// Waits for a message of the bot to all in a thread (or under none) whose words hold `part`.
    pub async fn message(&self, channel: &str, thread: &str, part: &str) -> Message {
        let look = |books: &Books| {
            let mut all = books.messages.iter();
            all.find(|one| {
                let told = one.from_bot && !one.deleted && one.only.is_none();
                told && one.channel == channel && one.is_in(thread) && one.says(part)
            })
            .cloned()
        };
        self.until(&format!("message with {part:?}"), look).await
    }

    /// What the bot has said to all in a thread, as it stands now.
    pub fn thread(&self, channel: &str, thread: &str) -> Vec<Message> {
        let books = self.books();
        let of = |one: &&Message| {
            let told = one.from_bot && !one.deleted && one.only.is_none();
            told && one.channel == channel && one.is_in(thread)
        };
        books.messages.iter().filter(of).cloned().collect()
    }

    /// All that the bot has said, for the message of a failure.
    pub fn seen(&self) -> String {
        self.books().story()
    }

    /// Lets requests fail as if Slack were down, and ends all sockets.
    pub fn outage(&self, down: bool) {
        let mut books = self.books();
        books.down = down;
        if down {
            books.drop_sockets();
        }
        drop(books);
        self.shared.mail.notify_one();
    }
}

impl Shared {
    pub fn books(&self) -> MutexGuard<'_, Books> {
        self.core.lock()
    }

    pub fn changed(&self) {
        self.core.changed();
        self.mail.notify_one();
    }
}

impl Simulated for Books {
    fn violations(&self) -> &[String] {
        &self.violations
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

impl Drop for Guard {
    fn drop(&mut self) {
        self.0.core.assert_contract();
    }
}
