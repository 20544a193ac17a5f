//! Does Discord take the bot, and may it do what it needs to, server by server?

use crate::api::{Api, Call, Fault, patiently};
use crate::permissions::{base, missing};
use reqwest::Method;
use serde_json::Value;

/// Flags of an application that was granted the text of messages.
const CONTENT: u64 = (1 << 18) | (1 << 19);

/// A line of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub fine: bool,
    pub text: String,
}

fn fine(text: impl Into<String>) -> Finding {
    Finding { fine: true, text: text.into() }
}

fn wrong(text: impl Into<String>) -> Finding {
    Finding { fine: false, text: text.into() }
}

/// Is the text of messages granted, that do not mention the bot? None when Discord does not say.
pub async fn content_granted(api: &Api) -> Option<bool> {
    let application = get(api, "/applications/@me").await.ok()?;
    Some(application["flags"].as_u64().unwrap_or_default() & CONTENT != 0)
}

/// Looks at all that can go wrong, and changes nothing.
pub async fn check(api: &Api) -> Vec<Finding> {
    let mut found = Vec::new();
    let me = match get(api, "/users/@me").await {
        Ok(me) => me,
        Err(fault) => {
            let what = match fault.status {
                401 => {
                    "Discord does not take discord.token. Copy it anew from the Bot page of the application."
                        .to_owned()
                }
                _ => format!("Discord cannot be asked: {}.", fault.trouble),
            };
            return vec![wrong(what)];
        }
    };
    found.push(fine(format!("The token is that of {}.", me["username"].as_str().unwrap_or("a bot"))));
    if let Ok(application) = get(api, "/applications/@me").await {
        application_findings(api, &application, &mut found);
    }
    if let Ok(gateway) = get(api, "/gateway/bot").await {
        let limit = &gateway["session_start_limit"];
        let (left, total) = (limit["remaining"].as_u64().unwrap_or(0), limit["total"].as_u64().unwrap_or(0));
        let text = format!("Gateway: {} shard(s), {left} of {total} sessions left today.", gateway["shards"]);
        found.push(Finding { fine: left > 0, text });
    }
    match get(api, "/users/@me/guilds").await {
        Ok(servers) => {
            let servers = servers.as_array().cloned().unwrap_or_default();
            if servers.is_empty() {
                found.push(wrong(
                    "The bot is in no server yet. `gorkd discord invite` prints the address to add it with.",
                ));
            }
            for server in servers.iter().take(25) {
                found.push(of_server(api, server).await);
            }
        }
        Err(fault) => found.push(wrong(format!("The servers cannot be listed: {}.", fault.trouble))),
    }
    found
}

fn application_findings(api: &Api, application: &Value, found: &mut Vec<Finding>) {
    let settings = api.settings();
    let id = application["id"].as_str().unwrap_or_default();
    if id != settings.application_id.to_string() {
        found.push(wrong(format!("discord.application_id has to be {id}.")));
    }
    let key = application["verify_key"].as_str().unwrap_or_default();
    if !settings.public_key.is_empty() && settings.public_key != key {
        found.push(wrong(format!("discord.public_key has to be {key}.")));
    }
    let granted = application["flags"].as_u64().unwrap_or_default() & CONTENT != 0;
    found.push(match (granted, settings.message_content) {
        (true, true) => fine("Message content: on, so follow-ups in its threads need no mention."),
        (false, true) => wrong(
            "Message content: off, so follow-ups need a mention. Switch on \"Message Content Intent\" on the Bot page, or \
             set discord.message_content=false.",
        ),
        (_, false) => fine("Message content: not asked for, so follow-ups need a mention."),
    });
    let endpoint = application["interactions_endpoint_url"].as_str();
    match (settings.transport, endpoint) {
        (crate::Transport::Gateway, Some(url)) => found.push(wrong(format!(
            "Interactions are posted to {url}, and do not come over the gateway. Clear \"Interactions Endpoint URL\", or \
             set discord.transport=http."
        ))),
        (crate::Transport::Http, None) => found.push(wrong(
            "Interactions come over the gateway. Set \"Interactions Endpoint URL\" to your address with \
             /discord/interactions behind it.",
        )),
        (crate::Transport::Gateway, None) | (crate::Transport::Http, Some(_)) => {}
    }
}

async fn of_server(api: &Api, server: &Value) -> Finding {
    let (id, name) =
        (server["id"].as_str().unwrap_or_default(), server["name"].as_str().unwrap_or("a server"));
    let roles = get(api, &format!("/guilds/{id}/roles")).await;
    let member = get(api, &format!("/guilds/{id}/members/{}", api.me())).await;
    let (Ok(roles), Ok(member)) = (roles, member) else {
        return wrong(format!("{name}: its roles cannot be looked at."));
    };
    let own: Vec<String> = member["roles"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    let has = base(&roles, id.parse().unwrap_or_default(), &own);
    let missing = if has & crate::permissions::ADMINISTRATOR != 0 { Vec::new() } else { missing(has) };
    match missing.is_empty() {
        true => fine(format!("{name}: it may do all that it needs to.")),
        false => wrong(format!("{name}: it lacks {}.", missing.join(", "))),
    }
}

async fn get(api: &Api, path: &str) -> Result<Value, Fault> {
    patiently(|| api.call(Call::new(Method::GET, path.to_owned(), path, ""))).await
}
