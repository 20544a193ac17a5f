//! What each method does.

pub mod files;
mod messages;
pub mod sessions;

use crate::world::slack::limits::{Surface, faults, view_faults};
use crate::world::slack::server::{Arguments, flag, structured, text};
use crate::world::slack::state::{Books, Message, View};
use crate::world::slack::{APP, CLIENT_ID, CLIENT_SECRET, Shared};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Instant;

pub fn answer(
    books: &mut Books,
    address: SocketAddr,
    team: &str,
    method: &str,
    arguments: &Arguments,
) -> Result<Value, String> {
    match method {
        "chat.postMessage" => messages::post(books, team, arguments),
        "chat.postEphemeral" => messages::ephemeral(books, team, arguments),
        "chat.update" => messages::update(books, team, arguments),
        "chat.delete" => messages::delete(books, team, arguments),
        "chat.startStream" => messages::start(books, team, arguments),
        "chat.appendStream" => messages::append(books, team, arguments),
        "chat.stopStream" => messages::stop(books, team, arguments),
        "chat.getPermalink" => permalink(books, arguments),
        "auth.test" => Ok(who(books, team)),
        "team.info" => Ok(json!({"team": {"id": team, "name": team, "domain": team.to_lowercase()}})),
        "bots.info" => Ok(json!({"bot": {"id": "B1", "app_id": APP, "name": "gorkd"}})),
        "users.info" => user(books, team, arguments),
        "conversations.info" => channel(books, team, arguments),
        "conversations.open" => open(books, team, arguments),
        "conversations.replies" | "conversations.history" => history(books, team, method, arguments),
        "reactions.add" | "reactions.remove" => react(books, team, method, arguments),
        "views.open" | "views.push" => open_view(books, team, arguments),
        "views.update" => update_view(books, arguments),
        "views.publish" => publish(books, arguments),
        "agents.sessions.setStatus" => sessions::set_status(books, team, arguments),
        "assistant.threads.setStatus" => assistant(books, team, arguments, "status"),
        "assistant.threads.setTitle" => assistant(books, team, arguments, "title"),
        "assistant.threads.setSuggestedPrompts" => assistant(books, team, arguments, "prompts"),
        "files.getUploadURLExternal" => files::url(books, address, team, arguments),
        "files.completeUploadExternal" => files::complete(books, team, arguments),
        "oauth.v2.access" => let_in(books, arguments),
        "apps.connections.open" => Ok(connection(books, address)),
        other => {
            books.violations.push(format!("{other} is published, and the simulator does not know it"));
            Err("unknown_method".to_owned())
        }
    }
}

fn who(books: &Books, team: &str) -> Value {
    let found = &books.teams[team];
    json!({
        "url": format!("https://{}.slack.com/", team.to_lowercase()), "team": team, "user": "gorkd", "team_id": team,
        "user_id": found.bot, "bot_id": "B1", "enterprise_id": found.enterprise,
        "is_enterprise_install": false,
    })
}

fn connection(books: &mut Books, address: SocketAddr) -> Value {
    books.opened.push(Instant::now());
    let id = books.opened.len();
    json!({"url": format!("ws://{address}/socket/{id}?ticket={id}&app_id={}", APP)})
}

fn permalink(books: &Books, arguments: &Arguments) -> Result<Value, String> {
    let (channel, ts) = (text(arguments, "channel"), text(arguments, "message_ts"));
    books.message(channel, ts).ok_or("message_not_found")?;
    let flat = ts.replace('.', "");
    Ok(json!({"channel": channel, "permalink": format!("https://t1.slack.com/archives/{channel}/p{flat}")}))
}

fn user(books: &Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let id = text(arguments, "user");
    let found = books.users.get(id).ok_or("user_not_found")?;
    let mut user = json!({
        "id": id, "team_id": found.team, "name": found.name.to_lowercase(), "real_name": found.name,
        "tz": found.time_zone, "tz_offset": 3600, "deleted": false, "is_bot": found.bot,
        "is_admin": found.admin, "is_owner": false, "is_restricted": found.guest,
        "is_ultra_restricted": false, "is_stranger": found.team != team,
        "profile": {"display_name": found.name, "real_name": found.name},
    });
    if flag(arguments, "include_locale") == Some(true) {
        user["locale"] = json!(found.locale);
    }
    Ok(json!({"user": user}))
}

fn channel(books: &Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let id = text(arguments, "channel");
    let found = books.channels.get(id).filter(|found| found.team == team).ok_or("channel_not_found")?;
    let member = found.members.contains(&books.teams[team].bot);
    if found.private && !member {
        return Err("channel_not_found".to_owned());
    }
    Ok(json!({"channel": {
        "id": id, "name": found.name, "is_channel": !found.direct, "is_im": found.direct,
        "is_private": found.private, "is_archived": found.archived, "is_member": member,
        "is_ext_shared": found.shared, "is_shared": found.shared, "is_mpim": false, "is_group": false,
        "context_team_id": team, "num_members": found.members.len(),
        "topic": {"value": found.topic, "creator": "", "last_set": 0},
        "purpose": {"value": found.purpose, "creator": "", "last_set": 0},
    }}))
}

fn open(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let users = text(arguments, "users");
    if books.users.get(users).is_none_or(|user| user.team != team) {
        return Err("user_not_found".to_owned());
    }
    let id = books.direct(users);
    Ok(json!({"channel": {"id": id}}))
}

fn history(books: &Books, team: &str, method: &str, arguments: &Arguments) -> Result<Value, String> {
    let id = text(arguments, "channel");
    let found = books.channels.get(id).filter(|found| found.team == team).ok_or("channel_not_found")?;
    if !found.members.contains(&books.teams[team].bot) {
        return Err(if found.private { "channel_not_found" } else { "not_in_channel" }.to_owned());
    }
    let number = |name: &str| {
        let value = arguments.get(name)?;
        value.as_u64().or_else(|| value.as_str()?.parse().ok())
    };
    let limit = number("limit").unwrap_or(100) as usize;
    let of_thread = text(arguments, "ts");
    let replies = method == "conversations.replies";
    let inclusive = flag(arguments, "inclusive") == Some(true);
    let within = |one: &&Message| {
        let (oldest, latest) = (text(arguments, "oldest"), text(arguments, "latest"));
        let after = oldest.is_empty() || one.ts.as_str() > oldest || (inclusive && one.ts == oldest);
        let before = latest.is_empty() || one.ts.as_str() < latest || (inclusive && one.ts == latest);
        let place = if replies {
            one.is_in(of_thread) && (one.thread.is_some() || one.ts == of_thread)
        } else {
            one.thread.is_none()
        };
        one.channel == id
            && !one.deleted
            && one.only.is_none()
            && place
            && (after && before || one.ts == of_thread)
    };
    let mut messages: Vec<Value> = books.messages.iter().filter(within).map(Message::looked_at).collect();
    if replies && messages.is_empty() {
        return Err("thread_not_found".to_owned());
    }
    if !replies {
        messages.reverse();
    }
    if flag(arguments, "include_all_metadata") != Some(true) {
        for message in messages.iter_mut().filter_map(Value::as_object_mut) {
            message.remove("metadata");
        }
    }
    let more = messages.len() > limit;
    messages.truncate(limit);
    Ok(json!({"messages": messages, "has_more": more}))
}

fn react(books: &mut Books, team: &str, method: &str, arguments: &Arguments) -> Result<Value, String> {
    let bot = books.teams[team].bot.clone();
    let (channel, ts) = (text(arguments, "channel").to_owned(), text(arguments, "timestamp").to_owned());
    if books.channels.get(&channel).is_some_and(|found| found.archived) {
        return Err("is_archived".to_owned());
    }
    let name = text(arguments, "name").to_owned();
    if name.contains(':') {
        books.violations.push(format!("{method}: {name} is no name of an emoji"));
    }
    let found = books.message_mut(&channel, &ts).ok_or("message_not_found")?;
    let who = found.reactions.entry(name.clone()).or_default();
    let done = if method == "reactions.add" { who.insert(bot) } else { who.remove(&bot) };
    if who.is_empty() {
        found.reactions.remove(&name);
    }
    match (done, method) {
        (true, _) => Ok(json!({})),
        (false, "reactions.add") => Err("already_reacted".to_owned()),
        (false, _) => Err("no_reaction".to_owned()),
    }
}

fn checked(books: &mut Books, view: &Value) -> Result<(), String> {
    let found = view_faults(view);
    if found.is_empty() {
        return Ok(());
    }
    books.violations.extend(found.into_iter().map(|fault| format!("view: {fault}")));
    Err("invalid_arguments".to_owned())
}

fn open_view(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let view = structured(arguments, "view");
    checked(books, &view)?;
    let life = crate::world::slack::delivery::IN_TIME;
    let trigger = books.triggers.get_mut(text(arguments, "trigger_id")).ok_or("invalid_trigger_id")?;
    if trigger.used {
        return Err("exchanged_trigger_id".to_owned());
    }
    if trigger.made.elapsed() > life || trigger.team != team {
        return Err("expired_trigger_id".to_owned());
    }
    trigger.used = true;
    let user = trigger.user.clone();
    let id = books.id("V");
    let answer = json!({"view": {"id": id, "hash": "1.1"}});
    books.views.push(View { id, user, team: team.to_owned(), view, open: true });
    Ok(answer)
}

fn update_view(books: &mut Books, arguments: &Arguments) -> Result<Value, String> {
    let view = structured(arguments, "view");
    checked(books, &view)?;
    let id = text(arguments, "view_id").to_owned();
    let found = books.views.iter_mut().find(|one| one.id == id).ok_or("not_found")?;
    found.view = view;
    Ok(json!({"view": {"id": id, "hash": "1.2"}}))
}

fn publish(books: &mut Books, arguments: &Arguments) -> Result<Value, String> {
    let view = structured(arguments, "view");
    checked(books, &view)?;
    books.homes.insert(text(arguments, "user_id").to_owned(), view);
    Ok(json!({"view": {"id": "VHOME"}}))
}

fn assistant(books: &mut Books, team: &str, arguments: &Arguments, name: &str) -> Result<Value, String> {
    let channel = text(arguments, "channel_id");
    if !books.channels.contains_key(channel) {
        return Err("channel_not_found".to_owned());
    }
    let thread = text(arguments, "thread_ts");
    if name == "prompts" {
        match (books.teams[team].agent, thread.is_empty()) {
            // In an agent's timeline there is no thread yet; with one nothing happens, and no error comes.
            (true, false) => return Ok(json!({})),
            (false, true) => return Err("not_agent_app".to_owned()),
            (true, true) | (false, false) => {}
        }
        let prompts = structured(arguments, "prompts");
        let all = prompts.as_array().map_or(&[][..], Vec::as_slice);
        let fine = |one: &Value| one["title"].is_string() && one["message"].is_string();
        if all.is_empty() || all.len() > 4 || !all.iter().all(fine) {
            books.violations.push(format!("prompts of another shape: {prompts}"));
            return Err("invalid_arguments".to_owned());
        }
    }
    let kept = books.assistants.entry((channel.to_owned(), thread.to_owned())).or_default();
    kept.insert(name.to_owned(), arguments.get(name).cloned().unwrap_or_default());
    Ok(json!({}))
}

fn let_in(books: &mut Books, arguments: &Arguments) -> Result<Value, String> {
    if text(arguments, "client_id") != CLIENT_ID || text(arguments, "client_secret") != CLIENT_SECRET {
        return Err("bad_client_secret".to_owned());
    }
    if text(arguments, "grant_type") == "refresh_token" {
        let given = text(arguments, "refresh_token").to_owned();
        let found = books.teams.iter().find(|(_, team)| team.refresh.as_deref() == Some(given.as_str()));
        let team = found.map(|(id, _)| id.clone()).ok_or("invalid_refresh_token")?;
        books.token_seconds = 43_200;
        return Ok(installed(books, &team, true));
    }
    let team = books.codes.remove(text(arguments, "code")).ok_or("invalid_code")?;
    let rotates = books.teams[&team].refresh.is_some();
    Ok(installed(books, &team, rotates))
}

fn installed(books: &mut Books, team: &str, rotates: bool) -> Value {
    let token = format!("xoxe.xoxb-{team}-{}-sk-very-secret", books.clock);
    let refresh = format!("xoxe-1-{team}-{}-sk-very-secret", books.clock);
    books.clock += 1;
    let seconds = books.token_seconds;
    let Some(found) = books.teams.get_mut(team) else { return Value::Null };
    found.revoked = false;
    let scope = found.scopes.iter().cloned().collect::<Vec<_>>().join(",");
    let mut answer = json!({
        "access_token": found.token, "token_type": "bot", "scope": scope, "bot_user_id": found.bot,
        "app_id": APP, "team": {"id": team, "name": team}, "enterprise": null,
        "is_enterprise_install": false, "authed_user": {"id": "U1"},
    });
    if rotates {
        found.token = token.clone();
        found.refresh = Some(refresh.clone());
        answer["access_token"] = json!(token);
        answer["refresh_token"] = json!(refresh);
        answer["expires_in"] = json!(seconds);
    }
    answer
}

/// What is sent to a `response_url`.
pub async fn respond(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    axum::Json(body): axum::Json<Value>,
) -> Response {
    let status = {
        let mut books = shared.books();
        match responded(&mut books, &id, &body) {
            Ok(()) => (StatusCode::OK, "ok").into_response(),
            Err(error) => (StatusCode::NOT_FOUND, error).into_response(),
        }
    };
    shared.changed();
    status
}

fn responded(books: &mut Books, id: &str, body: &Value) -> Result<(), &'static str> {
    let half_an_hour = books.simulated(1_800.0);
    let response = books.responses.get_mut(id).ok_or("no such address")?;
    response.uses += 1;
    if response.uses > 5 || response.made.elapsed() > half_an_hour {
        return Err("used_url");
    }
    let (team, channel, user) = (response.team.clone(), response.channel.clone(), response.user.clone());
    let message = response.message.clone();
    let names =
        ["text", "blocks", "response_type", "replace_original", "delete_original", "thread_ts", "metadata"];
    for name in body.as_object().into_iter().flatten().map(|(name, _)| name) {
        if !names.contains(&name.as_str()) {
            books.violations.push(format!("response_url: an unknown field {name}"));
        }
    }
    let found = if body["blocks"].is_null() { Vec::new() } else { faults(&body["blocks"], Surface::Message) };
    books.violations.extend(found.into_iter().map(|fault| format!("response_url: {fault}")));
    if let (true, Some(ts)) = (body["delete_original"] == true, &message) {
        if let Some(message) = books.message_mut(&channel, ts) {
            message.deleted = true;
        }
        return Ok(());
    }
    let said = body["text"].as_str().unwrap_or_default().to_owned();
    if let (true, Some(ts)) = (body["replace_original"] == true, &message) {
        if let Some(message) = books.message_mut(&channel, ts) {
            (message.text, message.blocks) = (said, body["blocks"].clone());
            message.edits.push(Instant::now());
        }
        return Ok(());
    }
    let only = (body["response_type"] != "in_channel").then_some(user);
    let ts = books.ts();
    let bot = books.teams[&team].bot.clone();
    books.messages.push(Message {
        team,
        channel,
        ts,
        thread: body["thread_ts"].as_str().map(str::to_owned),
        user: bot,
        from_bot: true,
        text: said,
        blocks: body["blocks"].clone(),
        only,
        ..Message::default()
    });
    Ok(())
}
