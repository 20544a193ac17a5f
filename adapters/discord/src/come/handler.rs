//! Works off what came in: commands, buttons, messages, and servers that come and go.

use super::first::alone as for_asker_alone;
use super::home::ANSWERS_IN;
use super::payload::{Interaction, Received, number};
use super::places::{Known, Places};
use super::question::{self, files, person_of};
use crate::api::{Api, Call, Fault, patiently};
use crate::handle::Handle;
use crate::permissions::missing;
use crate::render;
use async_trait::async_trait;
use dashmap::DashSet;
use gorkd_chat::{Card, Deliverer, Desk, Handler, Question, Reply, Spot, Tone, Trouble};
use gorkd_core::engine::{Clock, Wanted};
use gorkd_core::model::{Millis, Planning, Profile};
use gorkd_core::ports::Arrival;
use gorkd_words::{Locale, Msg};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::Arc;

/// Only the person sees it.
const EPHEMERAL: u64 = 1 << 6;

/// How often a message is sent again of which it is not known whether it was posted, and after how long.
const UNCLEAR: usize = 3;
const AGAIN: std::time::Duration = std::time::Duration::from_secs(1);

/// What working off needs.
#[derive(Clone)]
pub struct Work {
    pub api: Api,
    pub desk: Desk,
    pub deliverer: Deliverer,
    pub places: Places,
    pub clock: Arc<dyn Clock>,
    /// Interactions of which it is noted what their person was shown.
    pub noted: Arc<DashSet<u64>>,
}

#[async_trait]
impl Handler for Work {
    async fn handle(&self, arrival: &Arrival) {
        match serde_json::from_str::<Received>(&arrival.payload) {
            Ok(Received::Interaction { at, d }) => {
                let Some(come) = Interaction::read(&d) else { return };
                match come.kind {
                    2 => self.command(&come, at).await,
                    _ => self.press(&come).await,
                }
            }
            Ok(Received::Said { d }) => self.said(&d).await,
            Ok(Received::Edited { d }) => self.edited(&d).await,
            Ok(Received::Deleted { channel_id, id, guild_id: _ }) => self.deleted(channel_id, id).await,
            Ok(Received::Joined { guild_id }) => self.joined(guild_id).await,
            Ok(Received::Left { guild_id }) => self.left(guild_id).await,
            Err(error) => tracing::error!(%error, "something was kept that cannot be read any more"),
        }
    }

    async fn apologise(&self, arrival: &Arrival) {
        if let Ok(received) = serde_json::from_str::<Received>(&arrival.payload) {
            self.sorry_for(&received).await;
        }
    }

    async fn settled(&self, arrival: &Arrival) {
        if let Ok(received) = serde_json::from_str::<Received>(&arrival.payload) {
            self.forget_shown(&received).await;
        }
    }

    /// What is said in one thread stays in its order. Commands and messages in a channel are conversations of their own,
    /// but for answers to a message.
    fn lane(&self, arrival: &Arrival) -> String {
        let of = |channel: u64, message: u64| match self.places.is_channel(channel) {
            true => format!("{channel}:{message}"),
            false => channel.to_string(),
        };
        match serde_json::from_str::<Received>(&arrival.payload) {
            Ok(Received::Said { d } | Received::Edited { d }) => {
                let answered = number(&d["message_reference"]["message_id"]);
                let message = if answered == 0 { number(&d["id"]) } else { answered };
                of(number(&d["channel_id"]), message)
            }
            Ok(Received::Deleted { channel_id, id, .. }) => of(channel_id, id),
            Ok(Received::Interaction { .. } | Received::Joined { .. } | Received::Left { .. }) | Err(_) => {
                arrival.key.clone()
            }
        }
    }
}

impl Work {
    async fn command(&self, come: &Interaction, at: Millis) {
        match come.data.name.as_str() {
            "research" | "Research this" => self.research(come, at).await,
            "research-help" => self.show(come, "help").await,
            "research-history" => self.show(come, "threads").await,
            "research-settings" => {
                let setting = come.text("setting").unwrap_or_default();
                let value = come.text("value").map(str::trim);
                if setting == ANSWERS_IN {
                    let card = self.set_home(come, value.unwrap_or_default()).await;
                    return self.whisper(come, &card).await;
                }
                let line = match (setting, value) {
                    ("", _) => "memory".to_owned(),
                    (name, Some(value)) if !value.is_empty() => format!("memory place set {name} {value}"),
                    (name, _) => format!("memory place forget {name}"),
                };
                self.show(come, &line).await;
            }
            _ => {
                self.tell(come, Tone::Weak, Msg::DiscordUnknownCommand).await;
            }
        }
    }

    /// A command that shows something to the person alone.
    async fn show(&self, come: &Interaction, line: &str) {
        let known = self.known(come).await.unwrap_or_default();
        let handle = Handle { channel: come.channel_id, ..Handle::default() };
        let spot = question::alone(&known, come.id, &handle);
        let question = Question {
            key: come.id.to_string(),
            person: person_of(come, Vec::new()),
            spot,
            ..Question::default()
        };
        match self.desk.command(line, question).await {
            Reply::Whisper(mut card) | Reply::Refused(mut card) | Reply::Say(mut card) => {
                if line == "memory" {
                    card.parts.extend(self.home_line(come).await);
                }
                self.whisper(come, &card).await;
            }
            Reply::Nothing | Reply::Form(_) => {}
        }
    }

    async fn research(&self, come: &Interaction, at: Millis) {
        let known = match self.known(come).await {
            Ok(known) => known,
            Err(fault) => return self.cannot_see(come, &fault).await,
        };
        let (text, attachments) = asked(come);
        let alone = come.data.name == "research" && for_asker_alone(come) && !known.direct;
        let menu = come.data.name != "research";
        if !alone && let Some(lacking) = lacking(&known) {
            return self.tell(come, Tone::Weak, Msg::DiscordLacksHere { lacking }).await;
        }
        let (spot, message) = if alone {
            let until = self.token_end(at);
            let handle = Handle {
                channel: come.channel_id,
                token: Some(come.token.clone()),
                until,
                ..Handle::default()
            };
            (question::alone(&known, come.id, &handle), 0)
        } else if menu {
            // The thread hangs on the message that was chosen.
            (question::spot(&known, come.data.target_id, &text), come.data.target_id)
        } else {
            match self.opened(come, &known, &text).await {
                Ok(opened) => opened,
                Err(fault) => return self.cannot_see(come, &fault).await,
            }
        };
        let (files, missed) = files(&self.api, &attachments).await;
        let place = spot.place.clone();
        let asked = Question {
            key: come.id.to_string(),
            person: person_of(come, Vec::new()),
            spot,
            message: if message == 0 { String::new() } else { message.to_string() },
            text: text.clone(),
            wanted: wanted(come),
            for_asker: alone,
            files,
            ..Question::default()
        };
        let reply = match menu {
            true => self.desk.ask(asked).await,
            false => self.desk.command(&text, asked).await,
        };
        self.deliverer.nudge();
        match reply {
            Reply::Whisper(card) | Reply::Refused(card) if alone || menu => self.whisper(come, &card).await,
            // What all see as "is thinking…" cannot become one person's: it goes, and the person is told.
            Reply::Whisper(card) | Reply::Refused(card) => {
                self.drop_original(come).await;
                self.whisper(come, &card).await;
            }
            Reply::Say(card) => {
                let at = known.thread.unwrap_or(known.channel);
                self.say(at, &card, &format!("reply{}", come.id)).await;
            }
            Reply::Nothing | Reply::Form(_) if menu => {
                let thread = place.as_str().rsplit(':').next().unwrap_or_default().to_owned();
                tracing::debug!(thread, "a message is researched");
                self.tell(come, Tone::Plain, Msg::DiscordInThread).await;
            }
            Reply::Nothing | Reply::Form(_) => {}
        }
        if !missed.is_empty() {
            let text = come.locale().say(Msg::DiscordFilesMissed { names: missed.join(", ") });
            self.follow_up(come, "missed", &Card::note(Tone::Weak, text)).await;
        }
    }

    /// The spot of a question for all, and the message that it stands in.
    async fn opened(&self, come: &Interaction, known: &Known, text: &str) -> Result<(Spot, u64), Fault> {
        if let Some(home) = self.home_of(known).await {
            return self.asked_at_home(come, &home, text).await;
        }
        let message = self.anchor(come, known, text).await?;
        Ok((question::spot(known, message, text), message))
    }

    /// The message that answers a command for all: what was asked, and by whom. Its id; the thread hangs on it.
    async fn anchor(&self, come: &Interaction, known: &Known, question: &str) -> Result<u64, Fault> {
        let text = self.heading(question, come.person().id, come.locale());
        let body = json!({"content": text, "allowed_mentions": {"parse": []}});
        let path = format!("/webhooks/{}/{}/messages/@original", self.api.me(), come.token);
        let call = || {
            self.api
                .call(Call::new(Method::PATCH, path.clone(), "webhook", &come.token).by_token().body(&body))
        };
        match patiently(call).await {
            Ok(message) => Ok(super::payload::number(&message["id"])),
            // The response came too late, or was never sent: a message of our own takes its place.
            Err(_) => {
                let at = known.thread.unwrap_or(known.channel);
                self.say_body(at, body, &format!("ask{}", come.id)).await
            }
        }
    }

    pub(super) fn heading(&self, question: &str, asker: u64, locale: Locale) -> String {
        let text = render::label(question, 900);
        let by = locale.say(Msg::DiscordAskedBy);
        format!("**{}**\n{by} <@{}>", render::words(&text), asker)
    }

    async fn known(&self, come: &Interaction) -> Result<Known, Fault> {
        if come.guild_id == 0 {
            return Ok(Known {
                channel: come.channel_id,
                direct: true,
                private: true,
                bits: u64::MAX,
                ..Known::default()
            });
        }
        self.places.known(come.channel_id).await
    }

    async fn cannot_see(&self, come: &Interaction, fault: &Fault) {
        tracing::warn!(reason = %fault.trouble, "a command came from where gorkd cannot answer");
        self.tell(come, Tone::Weak, Msg::DiscordCannotAnswer { why: fault.trouble.to_string() }).await;
    }

    /// Says something to the person of an interaction alone.
    async fn tell(&self, come: &Interaction, tone: Tone, said: Msg) {
        self.whisper(come, &Card::note(tone, said.to(come.locale()))).await;
    }

    /// Shows something to the person of an interaction alone: as the answer that was promised, or beside it.
    pub(super) async fn whisper(&self, come: &Interaction, card: &Card) {
        // The first further message takes the place of "is thinking…".
        if self.first_time(come, "reply").await {
            self.follow_up(come, "", card).await;
        }
    }

    /// False when the person could not be told. `what` is what it is about, for what may come after a reply.
    pub(super) async fn follow_up(&self, come: &Interaction, what: &str, card: &Card) -> bool {
        if !what.is_empty() && !self.first_time(come, what).await {
            return true;
        }
        for content in render::render(card) {
            let mut body = content.body;
            body["flags"] = EPHEMERAL.into();
            let path = format!("/webhooks/{}/{}", self.api.me(), come.token);
            let call = || {
                let call = Call::new(Method::POST, path.clone(), "webhook", &come.token).by_token();
                self.api.call(call.body(&body).files(&content.files))
            };
            if let Err(fault) = patiently(call).await {
                tracing::warn!(reason = %fault.trouble, "a person could not be told what came of a command");
                return false;
            }
        }
        true
    }

    pub(super) async fn drop_original(&self, come: &Interaction) {
        let path = format!("/webhooks/{}/{}/messages/@original", self.api.me(), come.token);
        let call =
            || self.api.call(Call::new(Method::DELETE, path.clone(), "webhook", &come.token).by_token());
        if let Err(fault) = patiently(call).await {
            tracing::debug!(reason = %fault.trouble, "a response that was not needed stays");
        }
    }

    /// Says something in a channel or thread, once by its name.
    /// False when it could not be said.
    pub(super) async fn say(&self, channel: u64, card: &Card, name: &str) -> bool {
        for (nth, content) in render::render(card).into_iter().enumerate() {
            if let Err(fault) = self.say_body(channel, content.body, &format!("{name}{nth}")).await {
                tracing::warn!(reason = %fault.trouble, "something could not be said");
                return false;
            }
        }
        true
    }

    pub(super) async fn say_words(&self, channel: u64, text: &str, name: &str) -> Option<u64> {
        let body = json!({"content": text, "allowed_mentions": {"parse": []}});
        self.say_body(channel, body, name).await.ok()
    }

    pub(super) async fn say_body(&self, channel: u64, mut body: Value, name: &str) -> Result<u64, Fault> {
        let nonce = gorkd_core::model::sha256_hex(name.as_bytes())[..25].to_owned();
        body["nonce"] = nonce.into();
        body["enforce_nonce"] = true.into();
        let path = format!("/channels/{channel}/messages");
        let call = || {
            let call = Call::new(Method::POST, path.clone(), "messages", &channel.to_string());
            self.api.call(call.body(&body).needs("Send Messages"))
        };
        // The nonce keeps what was done from being done twice.
        let mut made = patiently(call).await;
        for _ in 0..UNCLEAR {
            if !matches!(&made, Err(Fault { trouble: Trouble::Unclear(_), .. })) {
                break;
            }
            tokio::time::sleep(AGAIN).await;
            made = patiently(call).await;
        }
        Ok(super::payload::number(&made?["id"]))
    }
}

/// Permissions without which nothing can be answered; none when all are there.
pub(super) fn lacking(known: &Known) -> Option<String> {
    let all = missing(known.bits);
    let can_do_without = |name: &&str| match *name {
        "Add Reactions" | "Attach Files" | "Read Message History" => true,
        "Create Public Threads" => known.thread.is_some() || !known.opens_threads,
        "Send Messages in Threads" => known.thread.is_none() && !known.opens_threads && !known.forum,
        "Send Messages" => known.thread.is_some() || known.opens_threads,
        _ => false,
    };
    let needed: Vec<&str> = all.into_iter().filter(|name| !can_do_without(name)).collect();
    (!needed.is_empty()).then(|| needed.join(", "))
}

/// The text of a command or of the message that was chosen, and the files with it.
fn asked(come: &Interaction) -> (String, Vec<super::payload::Attachment>) {
    let resolved = &come.data.resolved;
    if come.data.name == "research" {
        return (
            come.text("question").unwrap_or_default().to_owned(),
            resolved.attachments.values().cloned().collect(),
        );
    }
    let message = resolved.messages.values().next().cloned().unwrap_or_default();
    (message.content.chars().take(2_000).collect(), message.attachments)
}

fn wanted(come: &Interaction) -> Wanted {
    let profile =
        come.text("profile").and_then(|name| Profile::ALL.into_iter().find(|one| one.name() == name));
    let planning = match come.text("planning") {
        Some("interactive") => Some(Planning::Interactive),
        Some("auto") => Some(Planning::Auto),
        Some(_) | None => None,
    };
    Wanted { profile, planning, ..Wanted::default() }
}
