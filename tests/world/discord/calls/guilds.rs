//! Servers, their members, and people.

use super::Call;
use crate::world::discord::connection;
use crate::world::discord::shapes::{self, id};
use crate::world::discord::state::State;
use serde_json::{Value, json};

pub fn answer(state: &mut State, call: &Call) -> Result<Value, u64> {
    let operation = &call.operation;
    let guild = operation.part("guild_id");
    let known = || state.guilds.get(&guild).filter(|guild| guild.members.contains_key(&state.bot.id));
    match operation.name.as_str() {
        "GET /users/@me" => {
            let mut me = connection::me(state);
            me["locale"] = "en-US".into();
            Ok(me)
        }
        "GET /users/{user_id}" => {
            Some(state.user(operation.part("user_id"))).filter(|user| !user.is_null()).ok_or(10013)
        }
        "POST /users/@me/channels" => {
            let user = id(&call.body["recipient_id"]);
            if !state.users.contains_key(&user) {
                return Err(10013);
            }
            let channel = state.direct(user);
            state.channel(channel).cloned()
        }
        "GET /users/@me/guilds" => {
            let mine = state.guilds.values().filter(|guild| guild.members.contains_key(&state.bot.id));
            let told = mine.map(|guild| {
                json!({"id": guild.value["id"], "name": guild.value["name"], "icon": null, "banner": null,
                    "owner": false, "permissions": "0", "features": []})
            });
            Ok(told.collect())
        }
        "DELETE /users/@me/guilds/{guild_id}" => {
            known().ok_or(10004_u64)?;
            state.guilds.entry(guild).and_modify(|guild| _ = guild.members.remove(&state.bot.id));
            Ok(Value::Null)
        }
        "GET /guilds/{guild_id}" => known().map(|guild| guild.value.clone()).ok_or(10004),
        "GET /guilds/{guild_id}/roles" => known().map(|guild| guild.value["roles"].clone()).ok_or(10004),
        "GET /guilds/{guild_id}/channels" => {
            known().ok_or(10004_u64)?;
            let here = state.channels.values().filter(|channel| id(&channel["guild_id"]) == guild);
            Ok(here.filter(|channel| !shapes::is_thread(channel)).cloned().collect())
        }
        "GET /guilds/{guild_id}/threads/active" => {
            known().ok_or(10004_u64)?;
            let here = state.channels.values().filter(|channel| id(&channel["guild_id"]) == guild);
            let threads: Vec<Value> = here.filter(|channel| shapes::is_thread(channel)).cloned().collect();
            Ok(json!({"threads": threads, "members": [], "has_more": false}))
        }
        "GET /guilds/{guild_id}/members/{user_id}" => {
            let user = operation.part("user_id");
            let roles = known().ok_or(10004_u64)?.members.get(&user).ok_or(10007_u64)?;
            Ok(shapes::member(Some(&state.user(user)), roles))
        }
        name => {
            state.violate(format!("{name} is not simulated"));
            Err(10004)
        }
    }
}
