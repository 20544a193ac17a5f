//! Channels and threads.

use super::{Call, posted_as};
use crate::world::discord::connection::dispatch;
use crate::world::discord::permissions::*;
use crate::world::discord::shapes::{self, id, is_thread, snowflake};
use crate::world::discord::state::State;
use serde_json::{Value, json};

pub fn answer(state: &mut State, call: &Call) -> Result<Value, u64> {
    let operation = &call.operation;
    let channel = operation.part("channel_id");
    match operation.name.as_str() {
        "GET /channels/{channel_id}" => {
            let found = state.channel(channel)?.clone();
            state.need(&found, 0)?;
            Ok(found)
        }
        "PATCH /channels/{channel_id}" => change(state, channel, &call.body),
        "DELETE /channels/{channel_id}" => {
            let found = state.channel(channel)?.clone();
            state.need(&found, MANAGE_THREADS)?;
            deleted(state, channel);
            Ok(found)
        }
        "POST /channels/{channel_id}/messages/{message_id}/threads" => {
            let message = operation.part("message_id");
            from_message(state, channel, message, &call.body)
        }
        "POST /channels/{channel_id}/threads" => without_message(state, call, channel),
        "PUT /channels/{channel_id}/thread-members/@me" | "POST /channels/{channel_id}/typing" => {
            let found = state.channel(channel)?.clone();
            state.need(&found, 0)?;
            Ok(Value::Null)
        }
        name => {
            state.violate(format!("{name} is not simulated"));
            Err(10003)
        }
    }
}

fn change(state: &mut State, channel: u64, body: &Value) -> Result<Value, u64> {
    let found = state.channel(channel)?.clone();
    state.need(&found, 0)?;
    if is_thread(&found) {
        let mine = id(&found["owner_id"]) == state.bot.id;
        let locked = found["thread_metadata"]["locked"] == true;
        let opens = body["archived"] == false && body.as_object().is_some_and(|fields| fields.len() == 1);
        if locked || !(mine || opens) {
            state.need(&found, MANAGE_THREADS)?;
        }
    }
    let found = state.channels.get_mut(&channel).ok_or(10003_u64)?;
    for name in ["archived", "locked", "auto_archive_duration"] {
        if let Some(given) = body.get(name) {
            found["thread_metadata"][name] = given.clone();
        }
    }
    if let Some(name) = body.get("name") {
        found["name"] = name.clone();
    }
    let found = found.clone();
    dispatch(state, "THREAD_UPDATE", found.clone(), id(&found["guild_id"]));
    Ok(found)
}

fn from_message(state: &mut State, channel: u64, message: u64, body: &Value) -> Result<Value, u64> {
    let parent = state.channel(channel)?.clone();
    if parent["type"] != shapes::TEXT {
        return Err(50024);
    }
    state.need(&parent, CREATE_PUBLIC_THREADS)?;
    state.message(channel, message)?;
    if state.channels.contains_key(&message) {
        return Err(160_004);
    }
    let thread = new(state, message, &parent, 11, body, state.bot.id);
    if let Some(found) = state.messages.get_mut(&message) {
        found["thread"] = thread.clone();
    }
    Ok(thread)
}

fn without_message(state: &mut State, call: &Call, channel: u64) -> Result<Value, u64> {
    let parent = state.channel(channel)?.clone();
    if parent["type"] == shapes::FORUM {
        state.need(&parent, SEND_MESSAGES)?;
        const REQUIRE_TAG: u64 = 1 << 4;
        let tagged = call.body["applied_tags"].as_array().is_some_and(|tags| !tags.is_empty());
        if parent["flags"].as_u64().unwrap_or_default() & REQUIRE_TAG != 0 && !tagged {
            return Err(40067);
        }
        let thread = new(state, snowflake(), &parent, 11, &call.body, state.bot.id);
        let post = id(&thread["id"]);
        if let (Some(found), true) = (state.channels.get_mut(&post), tagged) {
            found["applied_tags"] = call.body["applied_tags"].clone();
        }
        posted_as(state, post, (post, state.bot.id), &call.body["message"], &call.files)?;
        return Ok(thread);
    }
    if parent["type"] != shapes::TEXT {
        return Err(50024);
    }
    let kind = call.body["type"].as_u64().unwrap_or(12);
    state.need(&parent, if kind == 12 { CREATE_PRIVATE_THREADS } else { CREATE_PUBLIC_THREADS })?;
    Ok(new(state, snowflake(), &parent, kind, &call.body, state.bot.id))
}

/// Opens a thread and tells of it.
pub fn new(state: &mut State, new: u64, parent: &Value, kind: u64, body: &Value, owner: u64) -> Value {
    let name = body["name"].as_str().unwrap_or_default();
    let thread = shapes::thread(new, parent, kind, name, owner);
    state.channels.insert(new, thread.clone());
    let mut told = thread.clone();
    told["newly_created"] = true.into();
    dispatch(state, "THREAD_CREATE", told, id(&thread["guild_id"]));
    thread
}

/// Takes a channel or thread away, with all in it, and tells of it.
pub fn deleted(state: &mut State, channel: u64) {
    let Some(found) = state.channels.remove(&channel) else { return };
    state.messages.retain(|_, message| id(&message["channel_id"]) != channel);
    let guild = id(&found["guild_id"]);
    if is_thread(&found) {
        let told = json!({"id": found["id"], "guild_id": found["guild_id"], "parent_id": found["parent_id"],
            "type": found["type"]});
        dispatch(state, "THREAD_DELETE", told, guild);
    } else {
        dispatch(state, "CHANNEL_DELETE", found, guild);
    }
}
