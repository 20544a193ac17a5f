//! Commands that an application registers.

use super::Call;
use crate::world::chat::http::hex;
use crate::world::discord::shapes::snowflake;
use crate::world::discord::state::State;
use serde_json::{Value, json};
use std::collections::BTreeSet;

pub fn answer(state: &mut State, call: &Call) -> Result<Value, u64> {
    let operation = &call.operation;
    let name = operation.name.as_str();
    if name == "GET /applications/@me" {
        return Ok(application(state));
    }
    if operation.part("application_id") != state.bot.id {
        return Err(50001);
    }
    let guild = operation.part("guild_id");
    if guild != 0 && !state.guilds.contains_key(&guild) {
        return Err(50001);
    }
    let (method, _) = name.split_once(' ').unwrap_or_default();
    match (method, operation.text("command_id")) {
        ("GET", "") => Ok(state.commands.get(&guild).cloned().unwrap_or_default().into()),
        ("PUT", "") => {
            let given = call.body.as_array().cloned().unwrap_or_default();
            let mut names = BTreeSet::new();
            for command in &given {
                let kind = command["type"].as_u64().unwrap_or(1);
                if !names.insert((kind, command["name"].as_str().unwrap_or_default().to_owned())) {
                    state.violate(format!("{name}: a command twice"));
                }
            }
            let made: Vec<Value> = given.iter().map(|command| made(state, guild, command)).collect();
            state.commands.insert(guild, made.clone());
            Ok(made.into())
        }
        ("POST", "") => {
            let made = made(state, guild, &call.body);
            let all = state.commands.entry(guild).or_default();
            all.retain(|one| one["name"] != made["name"] || one["type"] != made["type"]);
            all.push(made.clone());
            Ok(made)
        }
        ("DELETE", command) => {
            let all = state.commands.entry(guild).or_default();
            all.retain(|one| one["id"] != command);
            Ok(Value::Null)
        }
        _ => {
            state.violate(format!("{name} is not simulated"));
            Err(10063)
        }
    }
}

fn made(state: &mut State, guild: u64, command: &Value) -> Value {
    let named = |known: &&Value| known["name"] == command["name"] && known["type"] == kind(command);
    let known = state.commands.get(&guild).and_then(|all| all.iter().find(named));
    let id = known.map_or_else(|| snowflake().to_string().into(), |known| known["id"].clone());
    let mut made = json!({"id": id, "application_id": state.bot.id.to_string(), "version": snowflake().to_string(),
        "type": kind(command), "name": command["name"], "description": command["description"].as_str().unwrap_or(""),
        "default_member_permissions": null, "nsfw": false});
    if let Some(bits) = command.get("default_member_permissions").filter(|bits| !bits.is_null()) {
        let text = bits.as_str().map_or_else(|| bits.to_string(), str::to_owned);
        made["default_member_permissions"] = text.into();
    }
    for name in ["options", "contexts", "integration_types"] {
        if let Some(given) = command.get(name).filter(|given| !given.is_null()) {
            made[name] = given.clone();
        }
    }
    if guild != 0 {
        made["guild_id"] = guild.to_string().into();
    }
    made
}

fn kind(command: &Value) -> u64 {
    command["type"].as_u64().unwrap_or(1)
}

fn application(state: &State) -> Value {
    // GATEWAY_MESSAGE_CONTENT_LIMITED, as an application in fewer than a hundred servers has it.
    let flags = if state.bot.content_granted { 1 << 19 } else { 0 };
    let key = hex(&state.bot.key.verifying_key().to_bytes());
    let owner = state.bot_user();
    json!({"id": state.bot.id.to_string(), "name": "gorkd", "icon": null, "description": "", "type": null,
        "verify_key": key, "flags": flags, "flags_new": flags.to_string(), "redirect_uris": [],
        "interactions_endpoint_url": state.bot.endpoint, "role_connections_verification_url": null, "owner": owner,
        "approximate_guild_count": state.guilds.len(), "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
        "eligible_oauth2_scopes": [], "bot_public": true, "bot_require_code_grant": false})
}
