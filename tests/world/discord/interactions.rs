//! Interactions: what a person's command, button or form becomes, on either way to the bot.

use super::Shared;
use super::calls::respond;
use super::connection::dispatch;
use super::http::{Signed, post};
use super::permissions;
use super::shapes::{self, id, snowflake};
use super::state::State;
use crate::world::chat::faults::spend;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct Interaction {
    pub id: u64,
    /// 2 a command, 3 a button or list, 4 autocomplete, 5 a form.
    pub kind: u64,
    pub channel: u64,
    pub user: u64,
    pub at: Instant,
    pub answered: Option<Answered>,
    /// The message that answers it.
    pub original: Option<u64>,
    /// The message whose button was pressed.
    pub message: Option<u64>,
}

#[derive(Clone, Debug)]
pub struct Answered {
    pub kind: u64,
    pub after: Duration,
    pub body: Value,
}

/// Makes an interaction and gives its token and payload.
pub fn make(
    state: &mut State,
    user: u64,
    channel: u64,
    kind: u64,
    data: Value,
    message: Option<u64>,
) -> (String, Value) {
    let place = state.channels.get(&channel).cloned().unwrap_or_default();
    let new = snowflake();
    let token = format!("interaction-token-{new}");
    let made = Interaction {
        id: new,
        kind,
        channel,
        user,
        at: Instant::now(),
        answered: None,
        original: None,
        message,
    };
    state.interactions.insert(token.clone(), made);
    let mut payload = json!({"id": new.to_string(), "application_id": state.bot.id.to_string(), "type": kind,
        "token": token, "version": 1, "channel_id": channel.to_string(), "data": data,
        "locale": state.users.get(&user).map_or("en-US", |person| person.locale.as_str()),
        "entitlements": [], "attachment_size_limit": 10_485_760, "authorizing_integration_owners": {},
        "app_permissions": state.permissions(state.bot.id, &place).to_string()});
    let mut partial = place.clone();
    let may = state.permissions(user, &place);
    partial["permissions"] = may.to_string().into();
    if state.parent(&place)["nsfw"] == true {
        partial["nsfw"] = true.into();
    }
    payload["channel"] = partial;
    let person = state.user(user);
    let guild = id(&place["guild_id"]);
    match state.guilds.get(&guild) {
        Some(known) => {
            let roles = known.members.get(&user).cloned().unwrap_or_default();
            let mut member = shapes::member(Some(&person), &roles);
            member["permissions"] = may.to_string().into();
            payload["member"] = member;
            payload["guild_id"] = guild.to_string().into();
            payload["guild"] = json!({"id": guild.to_string(), "locale": "en-US", "features": []});
            payload["guild_locale"] = "en-US".into();
            payload["context"] = 0.into();
            payload["authorizing_integration_owners"] = json!({"0": guild.to_string()});
        }
        None => {
            payload["user"] = person;
            payload["context"] = 1.into();
        }
    }
    if let Some(message) = message.and_then(|message| state.messages.get(&message)) {
        payload["message"] = message.clone();
    }
    (token, payload)
}

/// Brings an interaction to the bot.
pub fn deliver(shared: &Shared, token: String, payload: Value) {
    let mut state = shared.lock();
    let Some(endpoint) = state.bot.endpoint.clone() else {
        let guild = id(&payload["guild_id"]);
        dispatch(&mut state, "INTERACTION_CREATE", payload, guild);
        return;
    };
    let twice = spend(&mut state.faults.doubled, "INTERACTION_CREATE");
    drop(state);
    for nth in 0..=u32::from(twice) {
        let (shared, endpoint, token, payload) =
            (shared.clone(), endpoint.clone(), token.clone(), payload.clone());
        tokio::spawn(async move {
            let Some((status, body)) = post(&shared, &endpoint, &payload.to_string(), Signed::Well).await
            else {
                return;
            };
            let mut state = shared.lock();
            match (status, serde_json::from_str::<Value>(&body)) {
                (200, Ok(body)) => {
                    // The second answer to one interaction counts for nothing.
                    if respond(&mut state, &token, &body, &[]).is_err() && nth == 0 {
                        state.violate(format!(
                            "interaction {} was answered too late, or twice",
                            payload["id"]
                        ));
                    }
                    let faults = super::limits_of_answer(&body);
                    faults.into_iter().for_each(|fault| state.violate(fault));
                }
                (202 | 204, _) => {}
                (status, _) => {
                    state.violate(format!("an interaction over HTTP was answered with {status}: {body}"))
                }
            }
        });
    }
}

/// May somebody use commands here?
pub fn may_use_commands(state: &State, user: u64, channel: u64) -> bool {
    let place = state.channels.get(&channel).cloned().unwrap_or_default();
    state.permissions(user, &place) & permissions::USE_APPLICATION_COMMANDS != 0
}
