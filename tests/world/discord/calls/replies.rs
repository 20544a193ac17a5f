//! Answers to interactions: the first one, and those by its token.

use super::messages::{edited, put_over};
use super::{Call, attach};
use crate::world::chat::files::File;
use crate::world::discord::interactions::{Answered, Interaction};
use crate::world::discord::shapes::{self, snowflake};
use crate::world::discord::state::State;
use serde_json::{Value, json};

/// Only the person sees it.
const EPHEMERAL: u64 = 1 << 6;
/// "gorkd is thinking…"
const LOADING: u64 = 1 << 7;

/// `POST /interactions/{id}/{token}/callback`.
pub fn callback(state: &mut State, call: &Call) -> Result<Value, u64> {
    let token = call.operation.text("interaction_token").to_owned();
    let given = call.operation.part("interaction_id");
    if state.interactions.get(&token).is_none_or(|known| known.id != given) {
        return Err(10062);
    }
    respond(state, &token, &call.body, &call.files)?;
    if call.query.get("with_response").is_none_or(|wanted| wanted != "true") {
        return Ok(Value::Null);
    }
    let known = state.interactions.get(&token).ok_or(10062_u64)?;
    let original = known.original.and_then(|original| state.messages.get(&original));
    let mut told = json!({"interaction": {"id": known.id.to_string(), "type": known.kind}});
    if let Some(original) = original {
        told["interaction"]["response_message_id"] = original["id"].clone();
        told["resource"] = json!({"type": call.body["type"], "message": original});
    }
    Ok(told)
}

/// The first answer to an interaction, over whichever way it came.
pub fn respond(state: &mut State, token: &str, body: &Value, files: &[File]) -> Result<(), u64> {
    let limit = state.times.answer;
    let known = state.interactions.get_mut(token).ok_or(10062_u64)?;
    if known.answered.is_some() {
        return Err(40060);
    }
    if known.at.elapsed() > limit {
        return Err(10062);
    }
    let kind = body["type"].as_u64().unwrap_or_default();
    let fits = match known.kind {
        2 => [4, 5, 9].contains(&kind),
        3 => [4, 5, 6, 7, 9].contains(&kind),
        4 => kind == 8,
        5 => [4, 5, 6, 7].contains(&kind),
        _ => false,
    };
    known.answered = Some(Answered { kind, after: known.at.elapsed(), body: body["data"].clone() });
    let (known_id, known_kind) = (known.id, known.kind);
    if !fits {
        state.violate(format!("interaction {known_id} of kind {known_kind} answered with {kind}"));
        return Err(50035);
    }
    match kind {
        4 => original(state, token, &body["data"], files, 0),
        5 => original(state, token, &body["data"], files, LOADING),
        7 => {
            let shown = state.interactions.get(token).and_then(|known| known.message).ok_or(10008_u64)?;
            edited(state, shown, &body["data"], files).map(|_| ())
        }
        _ => Ok(()),
    }
}

/// The message that answers an interaction.
fn original(state: &mut State, token: &str, data: &Value, files: &[File], flags: u64) -> Result<(), u64> {
    let made = said(state, token, data, files, flags)?;
    if let Some(known) = state.interactions.get_mut(token) {
        known.original = Some(made);
    }
    Ok(())
}

fn said(state: &mut State, token: &str, data: &Value, files: &[File], flags: u64) -> Result<u64, u64> {
    let known = state.interactions.get(token).ok_or(10062_u64)?.clone();
    let place = state.channel(known.channel)?.clone();
    let new = snowflake();
    let mut message = shapes::message(new, &place, &state.bot_user());
    put_over(&mut message, data);
    message["type"] = 20.into();
    message["webhook_id"] = state.bot.id.to_string().into();
    message["flags"] = (data["flags"].as_u64().unwrap_or(0) | flags).into();
    message["attachments"] = attach(state, files).into();
    if message["flags"].as_u64().unwrap_or(0) & EPHEMERAL != 0 {
        state.ephemeral.insert(new, known.user);
    }
    state.messages.insert(new, message);
    Ok(new)
}

/// What a token allows after the first answer.
pub fn webhook(state: &mut State, call: &Call) -> Result<Value, u64> {
    let token = call.operation.text("webhook_token").to_owned();
    if call.operation.part("webhook_id") != state.bot.id {
        return Err(10015);
    }
    let life = state.times.token;
    let known = state.interactions.get(&token).cloned().ok_or(50027_u64)?;
    if known.at.elapsed() > life || known.answered.is_none() {
        return Err(if known.answered.is_none() { 10015 } else { 50027 });
    }
    let (method, path) = call.operation.name.split_once(' ').unwrap_or_default();
    let message = match call.operation.text("message_id") {
        "" => known.original,
        given => given.parse().ok(),
    };
    match (method, path.ends_with("{webhook_token}")) {
        ("POST", true) => further(state, call, &token, &known),
        ("GET", false) => message.and_then(|message| state.messages.get(&message).cloned()).ok_or(10008),
        ("PATCH", false) => {
            let message = message.ok_or(10008_u64)?;
            if Some(message) == known.original {
                edit_original(state, &token, &call.body, &call.files)
            } else {
                edited(state, message, &call.body, &call.files)
            }
        }
        ("DELETE", false) => {
            let message = message.ok_or(10008_u64)?;
            state.messages.remove(&message).ok_or(10008_u64)?;
            Ok(Value::Null)
        }
        _ => Err(10015),
    }
}

/// A further message; the first one after "is thinking…" takes its place.
fn further(state: &mut State, call: &Call, token: &str, known: &Interaction) -> Result<Value, u64> {
    let loading = |message: &Value| message["flags"].as_u64().unwrap_or(0) & LOADING != 0;
    let original = known.original.filter(|one| state.messages.get(one).is_some_and(loading));
    if original.is_some() {
        return edit_original(state, token, &call.body, &call.files);
    }
    let made = said(state, token, &call.body, &call.files, 0)?;
    Ok(state.messages.get(&made).cloned().unwrap_or_default())
}

/// Shows something else in the message that answers an interaction.
pub fn edit_original(state: &mut State, token: &str, body: &Value, files: &[File]) -> Result<Value, u64> {
    let known = state.interactions.get(token).ok_or(10062_u64)?;
    let original = known.original.ok_or(10008_u64)?;
    if let Some(message) = state.messages.get_mut(&original) {
        let flags = message["flags"].as_u64().unwrap_or(0) & !LOADING;
        message["flags"] = flags.into();
    }
    let mut body = body.clone();
    if let Some(fields) = body.as_object_mut() {
        // Who sees it was settled by the first answer.
        fields.remove("flags");
    }
    edited(state, original, &body, files)
}
