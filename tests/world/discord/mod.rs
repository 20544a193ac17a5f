//! A simulated Discord on 127.0.0.1: gateway and HTTP interface with state, limits, and people who use it.
//!
//! Whatever the bot does against the published description or the limits is filed away, and fails the test when the
//! simulated Discord goes.

mod calls;
mod connection;
mod http;
mod interactions;
mod limits;
pub mod people;
pub mod permissions;
mod published;
mod rates;
mod schema;
mod server;
mod shapes;
pub mod state;
pub mod words;

pub use self::http::Signed;
pub use shapes::id;
pub use state::Times;

use crate::world::chat::faults::Faults;
use crate::world::chat::http::hex;
use crate::world::chat::people::Person;
use crate::world::chat::{Core, Platform};
use permissions::{EVERYONE, MANAGE_GUILD, VIEW_CHANNEL};
use serde_json::{Value, json};
use state::{Bot, Guild, State};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

/// People and places that are always there.
pub const BOT: u64 = 900_000_000_000_000_001;
pub const ANN: u64 = 900_000_000_000_000_011;
pub const BEN: u64 = 900_000_000_000_000_012;
/// Governs the first server.
pub const CLEO: u64 = 900_000_000_000_000_013;
/// Another bot.
pub const ROBOT: u64 = 900_000_000_000_000_014;
/// Nobody of them: owns the servers.
const OWNER: u64 = 900_000_000_000_000_019;
pub const EASTMOOR: u64 = 900_000_000_000_001_000;
/// Another shard's, where there are two.
pub const WESTFOLD: u64 = 900_000_000_004_195_304;
pub const GENERAL: u64 = 900_000_000_000_001_001;
/// A forum.
pub const QUESTIONS: u64 = 900_000_000_000_001_002;
/// Not for everybody.
pub const COUNCIL: u64 = 900_000_000_000_001_003;
/// Threads may not be opened here.
pub const NOTICES: u64 = 900_000_000_000_001_004;
/// For adults.
pub const CELLAR: u64 = 900_000_000_000_001_005;
/// In the second server.
pub const SQUARE: u64 = 900_000_000_000_002_001;
const KEEPERS: u64 = 900_000_000_000_001_101;

pub const TOKEN: &str = "OTAwMDAwMDAwMDAwMDAwMDAx.simulated.sk-very-secret-discord";

/// The state, for whoever serves it.
pub type Shared = Arc<Core<State>>;

/// The simulated Discord; it looks at what was done when it goes.
pub type Discord = Platform<State>;

impl Discord {
    pub async fn start() -> Self {
        Self::start_with(Times::default()).await
    }

    pub async fn start_with(times: Times) -> Self {
        Self::open(|address| world(address, times), server::router).await
    }

    /// The key that signatures of interactions are checked with, as the developers' page shows it.
    pub fn public_key(&self) -> String {
        hex(&self.lock().bot.key.verifying_key().to_bytes())
    }

    /// Sends interactions to this address from now on.
    pub fn endpoint(&self, url: &str) {
        self.lock().bot.endpoint = Some(url.to_owned());
    }

    /// Asks the endpoint whether it is there, as saving its address on the developers' page does.
    pub async fn ping(&self, signed: Signed) -> Option<(u16, String)> {
        let endpoint = self.lock().bot.endpoint.clone()?;
        let ping =
            json!({"id": "1", "application_id": BOT.to_string(), "type": 1, "token": "t", "version": 1});
        http::post(&self.core(), &endpoint, &ping.to_string(), signed).await
    }

    /// Requests that Discord would hold against the bot.
    pub fn invalid(&self) -> Vec<String> {
        self.lock().rates.invalid.clone()
    }

    /// Interactions that nobody has answered.
    pub fn unanswered(&self) -> usize {
        self.lock().interactions.values().filter(|one| one.answered.is_none()).count()
    }
}

/// What is wrong with an answer to an interaction that came over HTTP.
fn limits_of_answer(body: &Value) -> Vec<String> {
    let operation = published::PUBLISHED.operation("POST", "/interactions/1/token/callback");
    let operation = operation.expect("the description holds it");
    let mut faults = published::PUBLISHED.faults_of_request(&operation, body);
    match body["type"].as_u64() {
        Some(4) => faults.extend(limits::faults(&body["data"], false, 0, false)),
        Some(7) => faults.extend(limits::faults(&body["data"], true, 0, false)),
        _ => {}
    }
    faults.into_iter().map(|fault| format!("an answer over HTTP: {fault}")).collect()
}

/// Two servers, a few channels, a few people, and the bot in both.
fn world(address: SocketAddr, times: Times) -> State {
    let users = [(ANN, "ann"), (BEN, "ben"), (CLEO, "cleo"), (OWNER, "olga")];
    let users = users.into_iter().map(|(id, name)| (id, Person::new(name)));
    let users = users.chain([(BOT, Person::bot("gorkd")), (ROBOT, Person::bot("robot"))]).collect();
    let mut eastmoor = shapes::guild(EASTMOOR, "Eastmoor", OWNER, EVERYONE);
    if let Some(roles) = eastmoor["roles"].as_array_mut() {
        roles.push(shapes::role(KEEPERS, "keepers", MANAGE_GUILD));
    }
    let westfold = shapes::guild(WESTFOLD, "Westfold", OWNER, EVERYONE);
    let members = |keepers: &[u64]| -> BTreeMap<u64, Vec<String>> {
        let roles = |user: u64| if keepers.contains(&user) { vec![KEEPERS.to_string()] } else { Vec::new() };
        [ANN, BEN, CLEO, ROBOT, BOT].into_iter().map(|user| (user, roles(user))).collect()
    };
    let mut channels = BTreeMap::new();
    for (id, guild, kind, name) in [
        (GENERAL, EASTMOOR, shapes::TEXT, "general"),
        (QUESTIONS, EASTMOOR, shapes::FORUM, "questions"),
        (COUNCIL, EASTMOOR, shapes::TEXT, "council"),
        (NOTICES, EASTMOOR, shapes::TEXT, "notices"),
        (CELLAR, EASTMOOR, shapes::TEXT, "cellar"),
        (SQUARE, WESTFOLD, shapes::TEXT, "square"),
    ] {
        channels.insert(id, shapes::channel(id, guild, kind, name));
    }
    let rule = |channels: &mut BTreeMap<u64, Value>, channel: u64, whom: u64, allow: u64, deny: u64| {
        let kind = u64::from(whom != EASTMOOR);
        let rule = json!({"id": whom.to_string(), "type": kind, "allow": allow.to_string(), "deny": deny.to_string()});
        let rules = channels.get_mut(&channel).and_then(|one| one["permission_overwrites"].as_array_mut());
        rules.expect("it has rules").push(rule);
    };
    rule(&mut channels, COUNCIL, EASTMOOR, 0, VIEW_CHANNEL);
    for one in [ANN, CLEO, BOT] {
        rule(&mut channels, COUNCIL, one, VIEW_CHANNEL, 0);
    }
    rule(&mut channels, NOTICES, EASTMOOR, 0, permissions::CREATE_PUBLIC_THREADS);
    if let Some(cellar) = channels.get_mut(&CELLAR) {
        cellar["nsfw"] = true.into();
    }
    let guilds = [
        (EASTMOOR, Guild { value: eastmoor, members: members(&[CLEO]) }),
        (WESTFOLD, Guild { value: westfold, members: members(&[]) }),
    ];
    let key = ed25519_dalek::SigningKey::from_bytes(&[7; 32]);
    let (granted, refused) = (true, false);
    let bot = Bot {
        id: BOT,
        token: TOKEN.to_owned(),
        content_granted: granted,
        content_refused: refused,
        endpoint: None,
        key,
    };
    State {
        address,
        times,
        bot,
        users,
        guilds: guilds.into(),
        channels,
        messages: BTreeMap::new(),
        ephemeral: BTreeMap::new(),
        nonces: Vec::new(),
        files: BTreeMap::new(),
        commands: BTreeMap::new(),
        interactions: BTreeMap::new(),
        sessions: BTreeMap::new(),
        rates: rates::Rates::default(),
        faults: Faults::default(),
        asked: Vec::new(),
        identifies: Vec::new(),
        resumes: 0,
        identifies_left: 1000,
        shards: 1,
        violations: Vec::new(),
        lenient: false,
    }
}
