//! The gateway: a websocket over which Discord tells what happens.

use super::Shared;
use super::shapes::{id, snowflake};
use super::state::State;
use crate::world::chat::faults::spend;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use std::time::Instant;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const MESSAGE_CONTENT: u64 = 1 << 15;
/// Members, presences and message content have to be granted.
const PRIVILEGED: u64 = (1 << 1) | (1 << 8) | MESSAGE_CONTENT;
/// Events in a minute that a client may send.
const EVENTS_A_MINUTE: usize = 120;

/// What a client that identified is told.
pub struct Session {
    pub intents: u64,
    shard: (u64, u64),
    seq: u64,
    /// What was sent, for whoever comes back.
    history: Vec<(u64, Value)>,
    way: Option<UnboundedSender<Out>>,
    gone: bool,
}

enum Out {
    Say(Value),
    Close(u16),
    /// Without a word.
    Cut,
}

/// Tells all who want to know, in a server or (0) in direct messages.
pub fn dispatch(state: &mut State, event: &str, data: Value, guild: u64) {
    if state.guilds.get(&guild).is_some_and(|known| !known.members.contains_key(&state.bot.id))
        && event != "GUILD_DELETE"
    {
        return;
    }
    let dropped = spend(&mut state.faults.dropped, event);
    let doubled = spend(&mut state.faults.doubled, event);
    let (bot, direct) = (state.bot.id, guild == 0);
    for session in state.sessions.values_mut() {
        let wanted = match event {
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if direct => DIRECT_MESSAGES,
            "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => GUILD_MESSAGES,
            "READY" | "RESUMED" | "INTERACTION_CREATE" => 0,
            _ => GUILDS,
        };
        let mine =
            if direct { session.shard.0 == 0 } else { (guild >> 22) % session.shard.1 == session.shard.0 };
        if session.intents & wanted != wanted || !mine {
            continue;
        }
        let mut data = data.clone();
        if event.starts_with("MESSAGE") && session.intents & MESSAGE_CONTENT == 0 {
            veil(&mut data, bot, direct);
        }
        session.tell(event, data, dropped, doubled);
    }
}

/// Without the intent, text is told of mentions, direct messages and one's own.
fn veil(message: &mut Value, bot: u64, direct: bool) {
    let mentions =
        message["mentions"].as_array().is_some_and(|all| all.iter().any(|one| id(&one["id"]) == bot));
    if direct || mentions || id(&message["author"]["id"]) == bot || message.get("content").is_none() {
        return;
    }
    message["content"] = "".into();
    for name in ["embeds", "attachments", "components"] {
        message[name] = json!([]);
    }
}

impl Session {
    fn tell(&mut self, event: &str, data: Value, dropped: bool, doubled: bool) {
        self.seq += 1;
        let said = json!({"op": 0, "t": event, "s": self.seq, "d": data});
        self.history.push((self.seq, said.clone()));
        let times = if dropped { 0 } else { 1 + u32::from(doubled) };
        for _ in 0..times {
            if let Some(way) = &self.way {
                let _ = way.send(Out::Say(said.clone()));
            }
        }
    }

    fn end(&mut self, out: Out) {
        if let Some(way) = self.way.take() {
            let _ = way.send(out);
        }
    }
}

impl State {
    /// Closes all connections with this code; sessions may be resumed.
    pub fn close_gateway(&mut self, code: u16) {
        self.sessions.values_mut().for_each(|session| session.end(Out::Close(code)));
    }

    /// Connections end without a word.
    pub fn cut_gateway(&mut self) {
        self.sessions.values_mut().for_each(|session| session.end(Out::Cut));
    }

    /// Asks clients to come back (op 7).
    pub fn ask_to_reconnect(&mut self) {
        for session in self.sessions.values_mut() {
            if let Some(way) = &session.way {
                let _ = way.send(Out::Say(json!({"op": 7, "d": null})));
            }
        }
    }

    /// Sessions hold no longer (op 9): clients have to identify anew.
    pub fn end_sessions(&mut self) {
        for session in self.sessions.values_mut() {
            session.gone = true;
            if let Some(way) = &session.way {
                let _ = way.send(Out::Say(json!({"op": 9, "d": false})));
            }
        }
    }

    /// Are so many clients listening?
    pub fn listening(&self) -> usize {
        self.sessions.values().filter(|session| session.way.is_some() && !session.gone).count()
    }
}

/// One connection.
pub async fn talk(shared: Shared, mut socket: WebSocket, _resumed: bool) {
    let interval = u64::try_from(shared.lock().times.heartbeat.as_millis()).unwrap_or(45_000);
    let hello = json!({"op": 10, "d": {"heartbeat_interval": interval}});
    if socket.send(Message::text(hello.to_string())).await.is_err() {
        return;
    }
    let (way, mut out) = unbounded_channel();
    let mut connection = Connection { shared, way, session: None, events: Vec::new() };
    let code = connection.run(&mut socket, &mut out).await;
    connection.leave();
    if let Some(code) = code {
        let _ = socket.send(Message::Close(Some(CloseFrame { code, reason: "".into() }))).await;
    }
}

struct Connection {
    shared: Shared,
    way: UnboundedSender<Out>,
    session: Option<String>,
    events: Vec<Instant>,
}

impl Connection {
    /// Until one of the two has enough; the code to close with.
    async fn run(&mut self, socket: &mut WebSocket, out: &mut UnboundedReceiver<Out>) -> Option<u16> {
        loop {
            tokio::select! {
                out = out.recv() => match out? {
                    Out::Say(said) => socket.send(Message::text(said.to_string())).await.ok()?,
                    Out::Close(code) => return Some(code),
                    Out::Cut => return None,
                },
                come = socket.recv() => match come?.ok()? {
                    Message::Text(text) => {
                        if let Err(code) = self.hear(&text) {
                            return Some(code);
                        }
                    }
                    Message::Close(_) => return None,
                    Message::Binary(_) | Message::Ping(_) | Message::Pong(_) => {}
                },
            }
        }
    }

    fn say(&self, said: Value) {
        let _ = self.way.send(Out::Say(said));
    }

    fn hear(&mut self, text: &str) -> Result<(), u16> {
        let come: Value = serde_json::from_str(text).map_err(|_| 4002_u16)?;
        self.events.retain(|at| at.elapsed().as_secs() < 60);
        self.events.push(Instant::now());
        if self.events.len() > EVENTS_A_MINUTE {
            self.shared.lock().violate("more than 120 events a minute over the gateway");
            return Err(4008);
        }
        match come["op"].as_u64() {
            Some(1) => {
                self.say(json!({"op": 11}));
                Ok(())
            }
            Some(2) => self.identify(&come["d"]),
            Some(6) => self.resume(&come["d"]),
            Some(3 | 4 | 8) => Ok(()),
            _ => Err(4001),
        }
    }

    fn identify(&mut self, wanted: &Value) -> Result<(), u16> {
        if self.session.is_some() {
            return Err(4005);
        }
        let shared = self.shared.clone();
        let mut state = shared.lock();
        state.identifies.push(Instant::now());
        if !is_token(&state, &wanted["token"]) {
            return Err(4004);
        }
        if state.identifies_left == 0 {
            state.violate("identified more than 1,000 times in a day: the token would be reset");
            return Err(4004);
        }
        state.identifies_left -= 1;
        let intents = wanted["intents"].as_u64().ok_or(4013_u16)?;
        let granted = state.bot.content_granted && !state.bot.content_refused;
        let granted = if granted { MESSAGE_CONTENT } else { 0 };
        if intents & PRIVILEGED & !granted != 0 {
            return Err(4014);
        }
        let shard = wanted["shard"].as_array();
        let number = |nth: usize| shard.and_then(|shard| shard.get(nth)).and_then(Value::as_u64);
        let shard = (number(0).unwrap_or(0), number(1).unwrap_or(1).max(1));
        let name = format!("session-{}", snowflake());
        let guilds: Vec<u64> = state.guilds.keys().copied().collect();
        let mine = guilds.into_iter().filter(|guild| (guild >> 22) % shard.1 == shard.0);
        let mine: Vec<u64> =
            mine.filter(|guild| state.guilds[guild].members.contains_key(&state.bot.id)).collect();
        let mut session =
            Session { intents, shard, seq: 0, history: Vec::new(), way: Some(self.way.clone()), gone: false };
        let waiting: Vec<Value> =
            mine.iter().map(|guild| json!({"id": guild.to_string(), "unavailable": true})).collect();
        let ready = json!({"v": 10, "user": me(&state), "guilds": waiting, "session_id": name,
            "resume_gateway_url": format!("ws://{}/resume", state.address), "shard": [shard.0, shard.1],
            "application": {"id": state.bot.id.to_string(), "flags": granted << 4}});
        session.tell("READY", ready, false, false);
        for guild in mine {
            session.tell("GUILD_CREATE", whole_guild(&state, guild), false, false);
        }
        state.sessions.insert(name.clone(), session);
        self.session = Some(name);
        Ok(())
    }

    fn resume(&mut self, wanted: &Value) -> Result<(), u16> {
        let shared = self.shared.clone();
        let mut state = shared.lock();
        if !is_token(&state, &wanted["token"]) {
            return Err(4004);
        }
        let name = wanted["session_id"].as_str().unwrap_or_default().to_owned();
        let last = wanted["seq"].as_u64().unwrap_or_default();
        let Some(session) = state.sessions.get_mut(&name).filter(|session| !session.gone) else {
            self.say(json!({"op": 9, "d": false}));
            return Ok(());
        };
        session.end(Out::Cut);
        for (_, said) in session.history.iter().filter(|(seq, _)| *seq > last) {
            self.say(said.clone());
        }
        session.way = Some(self.way.clone());
        session.tell("RESUMED", json!({}), false, false);
        state.resumes += 1;
        self.session = Some(name);
        Ok(())
    }

    fn leave(&mut self) {
        let mut state = self.shared.lock();
        let session = self.session.as_ref().and_then(|name| state.sessions.get_mut(name));
        if let Some(session) = session
            && session.way.as_ref().is_some_and(|way| way.same_channel(&self.way))
        {
            session.way = None;
        }
    }
}

/// With or without `Bot ` in front.
fn is_token(state: &State, given: &Value) -> bool {
    given.as_str().is_some_and(|given| given.strip_prefix("Bot ").unwrap_or(given) == state.bot.token)
}

pub fn me(state: &State) -> Value {
    let mut me = state.bot_user();
    me["verified"] = true.into();
    me["mfa_enabled"] = false.into();
    me["email"] = Value::Null;
    me
}

/// A server with all that the gateway tells of it.
pub fn whole_guild(state: &State, guild: u64) -> Value {
    let Some(known) = state.guilds.get(&guild) else { return Value::Null };
    let here: Vec<&Value> =
        state.channels.values().filter(|channel| id(&channel["guild_id"]) == guild).collect();
    let (threads, channels): (Vec<&Value>, Vec<&Value>) =
        here.into_iter().partition(|channel| super::shapes::is_thread(channel));
    let bot = known.members.get(&state.bot.id).cloned().unwrap_or_default();
    let mut told = known.value.clone();
    told["joined_at"] = "2024-01-01T00:00:00.000000+00:00".into();
    told["large"] = false.into();
    told["unavailable"] = false.into();
    told["member_count"] = known.members.len().into();
    told["members"] = json!([super::shapes::member(Some(&state.bot_user()), &bot)]);
    told["channels"] = json!(channels);
    told["threads"] = json!(threads);
    for name in
        ["presences", "voice_states", "stage_instances", "guild_scheduled_events", "soundboard_sounds"]
    {
        told[name] = json!([]);
    }
    told
}
