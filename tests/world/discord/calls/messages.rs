//! Messages and reactions.

use super::{Call, attach};
use crate::world::chat::files::File;
use crate::world::discord::connection::dispatch;
use crate::world::discord::permissions::*;
use crate::world::discord::shapes::{self, id, is_thread, snowflake};
use crate::world::discord::state::State;
use serde_json::{Value, json};
use std::time::Instant;

const ROOT: &str = "/channels/{channel_id}/messages";

pub fn answer(state: &mut State, call: &Call) -> Result<Value, u64> {
    let operation = &call.operation;
    let (channel, message) = (operation.part("channel_id"), operation.part("message_id"));
    let (method, path) = operation.name.split_once(' ').unwrap_or_default();
    match (method, path.strip_prefix(ROOT).unwrap_or_default()) {
        ("POST", "") => create(state, channel, &call.body, &call.files),
        ("GET", "") => list(state, call, channel),
        ("GET", "/{message_id}") => {
            read(state, channel)?;
            state.message(channel, message).cloned()
        }
        ("PATCH", "/{message_id}") => {
            let place = state.channel(channel)?.clone();
            state.need(&place, 0)?;
            if is_thread(&place) && place["thread_metadata"]["archived"] == true {
                return Err(50083);
            }
            if id(&state.message(channel, message)?["author"]["id"]) != state.bot.id {
                return Err(50005);
            }
            edited(state, message, &call.body, &call.files)
        }
        ("DELETE", "/{message_id}") => delete(state, channel, message),
        (_, rest) => react(state, call, rest),
    }
}

fn read(state: &State, channel: u64) -> Result<(), u64> {
    let channel = state.channel(channel)?;
    state.need(channel, READ_MESSAGE_HISTORY)
}

fn create(state: &mut State, channel: u64, body: &Value, files: &[File]) -> Result<Value, u64> {
    let place = state.channel(channel)?.clone();
    if place["type"] == shapes::FORUM {
        return Err(50008);
    }
    if state.users.get(&id(&place["recipients"][0]["id"])).is_some_and(|person| person.closed) {
        return Err(50007);
    }
    let send = if is_thread(&place) { SEND_MESSAGES_IN_THREADS } else { SEND_MESSAGES };
    let embeds = body["embeds"].as_array().is_some_and(|embeds| !embeds.is_empty());
    let links = if embeds { EMBED_LINKS } else { 0 };
    let uploads = if files.is_empty() { 0 } else { ATTACH_FILES };
    state.need(&place, send | links | uploads)?;
    if is_thread(&place) && place["thread_metadata"]["locked"] == true {
        return Err(160_005);
    }
    if let Some(answered) = body["message_reference"]["message_id"].as_str() {
        let gone = state.message(channel, answered.parse().unwrap_or_default()).is_err();
        if gone && body["message_reference"]["fail_if_not_exists"] != false {
            return Err(50035);
        }
    }
    let nonce = body["nonce"].as_str().map(str::to_owned);
    if let (Some(nonce), true) = (&nonce, body["enforce_nonce"] == true) {
        let life = state.times.nonce;
        state.nonces.retain(|(.., at)| at.elapsed() < life);
        let known = state.nonces.iter().find(|(place, known, ..)| *place == channel && known == nonce);
        if let Some((_, _, message, _)) = known {
            return Ok(state.messages.get(message).cloned().unwrap_or_default());
        }
    }
    let message = posted(state, channel, state.bot.id, body, files)?;
    if let Some(nonce) = nonce {
        state.nonces.push((channel, nonce, id(&message["id"]), Instant::now()));
    }
    Ok(message)
}

/// Puts a message into a channel and tells of it.
pub fn posted(
    state: &mut State,
    channel: u64,
    author: u64,
    body: &Value,
    files: &[File],
) -> Result<Value, u64> {
    posted_as(state, channel, (snowflake(), author), body, files)
}

/// The same with an id of its own: the first message of a post has the post's.
pub fn posted_as(
    state: &mut State,
    channel: u64,
    (new, author): (u64, u64),
    body: &Value,
    files: &[File],
) -> Result<Value, u64> {
    let place = state.channel(channel)?.clone();
    let author = Some(state.user(author)).filter(|author| !author.is_null()).ok_or(10013_u64)?;
    let mut message = shapes::message(new, &place, &author);
    put_over(&mut message, body);
    message["attachments"] = attach(state, files).into();
    mentions(state, &mut message);
    if let Some(answered) = body.get("message_reference").filter(|answered| !answered.is_null()) {
        let answered_id = id(&answered["message_id"]);
        message["type"] = 19.into();
        message["message_reference"] = json!({"type": 0, "channel_id": channel.to_string(),
            "message_id": answered_id.to_string()});
        let mut answered = state.messages.get(&answered_id).cloned().unwrap_or(Value::Null);
        if let Some(fields) = answered.as_object_mut() {
            // Not told a second time.
            ["reactions", "referenced_message", "message_reference"]
                .iter()
                .for_each(|name| _ = fields.remove(*name));
        }
        message["referenced_message"] = answered;
    }
    state.messages.insert(new, message.clone());
    let thread = is_thread(&place);
    if let Some(place) = state.channels.get_mut(&channel) {
        place["last_message_id"] = new.to_string().into();
        if thread {
            // Whoever writes in an archived thread opens it again.
            place["thread_metadata"]["archived"] = false.into();
        }
    }
    tell(state, "MESSAGE_CREATE", &message);
    Ok(message)
}

/// Shows something else in a message and tells of it.
pub fn edited(state: &mut State, message: u64, body: &Value, files: &[File]) -> Result<Value, u64> {
    let added = attach(state, files);
    let found = state.messages.get_mut(&message).ok_or(10008_u64)?;
    put_over(found, body);
    found["edited_timestamp"] = shapes::now().into();
    if let Some(kept) = body["attachments"].as_array() {
        let kept: Vec<u64> = kept.iter().map(|one| id(&one["id"])).collect();
        if let Some(attached) = found["attachments"].as_array_mut() {
            attached.retain(|one| kept.contains(&id(&one["id"])));
        }
    }
    if let Some(attached) = found["attachments"].as_array_mut() {
        attached.extend(added);
    }
    let found = found.clone();
    if !state.ephemeral.contains_key(&message) {
        tell(state, "MESSAGE_UPDATE", &found);
    }
    Ok(found)
}

/// What an author says of a message.
pub fn put_over(message: &mut Value, body: &Value) {
    for name in ["content", "embeds", "components", "flags", "nonce"] {
        if let Some(given) = body.get(name).filter(|given| !given.is_null()) {
            message[name] = given.clone();
        }
    }
    for embed in message["embeds"].as_array_mut().into_iter().flatten() {
        embed["type"] = "rich".into();
    }
    number_components(&mut message["components"], &mut 0);
}

/// Discord numbers components that have no number of their own.
fn number_components(components: &mut Value, next: &mut u64) {
    for component in components.as_array_mut().into_iter().flatten() {
        *next += 1;
        if component.get("id").is_none() {
            component["id"] = (*next).into();
        }
        if component["type"] == 3 {
            for bound in ["min_values", "max_values"] {
                if component.get(bound).is_none() {
                    component[bound] = 1.into();
                }
            }
        }
        if component["type"] == 2 && component.get("disabled").is_some_and(Value::is_null) {
            component["disabled"] = false.into();
        }
        if let Some(inner) = component.get_mut("components") {
            number_components(inner, next);
        }
    }
}

/// Whom a message names.
fn mentions(state: &State, message: &mut Value) {
    let content = message["content"].as_str().unwrap_or_default();
    let named = state.users.iter().filter(|(id, _)| content.contains(&format!("<@{id}>")));
    message["mentions"] = named.map(|(id, person)| shapes::user(*id, person)).collect();
}

/// Tells of a message, with what only the gateway says.
fn tell(state: &mut State, event: &str, message: &Value) {
    let channel = state.channels.get(&id(&message["channel_id"])).cloned().unwrap_or_default();
    let mut told = message.clone();
    let author = id(&message["author"]["id"]);
    if let Some(guild) = state.guilds.get(&id(&channel["guild_id"])) {
        told["guild_id"] = channel["guild_id"].clone();
        if let Some(roles) = guild.members.get(&author) {
            told["member"] = shapes::member(None, roles);
        }
    }
    told["channel_type"] = channel["type"].clone();
    dispatch(state, event, told, id(&channel["guild_id"]));
}

fn delete(state: &mut State, channel: u64, message: u64) -> Result<Value, u64> {
    let place = state.channel(channel)?.clone();
    let own = id(&state.message(channel, message)?["author"]["id"]) == state.bot.id;
    state.need(&place, if own { 0 } else { MANAGE_MESSAGES })?;
    gone(state, channel, message);
    Ok(Value::Null)
}

/// Takes a message away and tells of it.
pub fn gone(state: &mut State, channel: u64, message: u64) {
    state.messages.remove(&message);
    let guild = id(&state.channels.get(&channel).cloned().unwrap_or_default()["guild_id"]);
    let mut told = json!({"id": message.to_string(), "channel_id": channel.to_string()});
    if guild != 0 {
        told["guild_id"] = guild.to_string().into();
    }
    dispatch(state, "MESSAGE_DELETE", told, guild);
}

/// Newest first, as Discord gives them.
fn list(state: &mut State, call: &Call, channel: u64) -> Result<Value, u64> {
    read(state, channel)?;
    let number = |name: &str| call.query.get(name).and_then(|text| text.parse::<u64>().ok());
    let limit = usize::try_from(number("limit").unwrap_or(50).clamp(1, 100)).unwrap_or(50);
    let mut found: Vec<Value> = state.messages_of(channel).cloned().collect();
    found.retain(|message| {
        let id = id(&message["id"]);
        number("before").is_none_or(|before| id < before) && number("after").is_none_or(|after| id > after)
    });
    if number("after").is_some() {
        found.truncate(limit);
    }
    found.reverse();
    found.truncate(limit);
    Ok(found.into())
}

fn react(state: &mut State, call: &Call, rest: &str) -> Result<Value, u64> {
    let operation = &call.operation;
    let (channel, message) = (operation.part("channel_id"), operation.part("message_id"));
    let place = state.channel(channel)?.clone();
    let put = operation.name.starts_with("PUT");
    state.need(&place, if put { ADD_REACTIONS | READ_MESSAGE_HISTORY } else { 0 })?;
    state.message(channel, message)?;
    if !rest.ends_with("/@me") {
        state.need(&place, MANAGE_MESSAGES)?;
    }
    let emoji = decoded(operation.text("emoji_name"));
    let found = state.messages.get_mut(&message).ok_or(10008_u64)?;
    let mut marks: Vec<Value> = found["reactions"].as_array().cloned().unwrap_or_default();
    marks.retain(|mark| mark["emoji"]["name"] != emoji);
    if put {
        marks.push(json!({"emoji": {"id": null, "name": emoji}, "count": 1, "me": true, "me_burst": false,
            "count_details": {"burst": 0, "normal": 1}, "burst_colors": []}));
    }
    found["reactions"] = marks.into();
    Ok(Value::Null)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, more @ ..] = rest {
        let code = more.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (first, code) {
            (b'%', Some(code)) => {
                bytes.push(code);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
