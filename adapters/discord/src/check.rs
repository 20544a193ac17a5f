//! `gorkd discord check` and the doctor: whether Discord accepts the bot, and it has all permissions in each
//! server.

use crate::api::{Api, ApiError, Call};
use crate::payload::{Application, GatewayInfo, Guild, Member, Role, User};
use crate::permissions::{ADMINISTRATOR, in_guild, missing};
use crate::settings::Transport;
use gorkd_chat::Finding;
use serde::de::DeserializeOwned;

/// Application flags that allow reading the text of all messages.
const MESSAGE_CONTENT: u64 = (1 << 18) | (1 << 19);
/// Maximum number of servers to check.
const MAX_SERVERS: usize = 25;

/// Whether the bot may read the text of messages that do not mention it. `None` if Discord does not answer.
pub async fn may_read_messages(api: &Api) -> Option<bool> {
    let application: Application = get(api, "/applications/@me").await.ok()?;
    Some(application.flags & MESSAGE_CONTENT != 0)
}

/// Checks everything that can go wrong, and changes nothing.
pub async fn check(api: &Api) -> Vec<Finding> {
    let me: User = match get(api, "/users/@me").await {
        Ok(me) => me,
        Err(error) => {
            let text = match error.status {
                401 => "Discord refuses discord.token. Copy it again from the Bot page of the application."
                    .to_owned(),
                _ => format!("Discord cannot be reached: {}.", error.error),
            };
            return vec![Finding::problem(text)];
        }
    };
    let name = if me.username.is_empty() { "a bot" } else { &me.username };
    let mut findings = vec![Finding::ok(format!("The token is that of {name}."))];
    if let Ok(application) = get(api, "/applications/@me").await {
        check_application(api, &application, &mut findings);
    }
    if let Ok(GatewayInfo { shards, session_start_limit: limit }) = get(api, "/gateway/bot").await {
        let (left, total) = (limit.remaining.unwrap_or(0), limit.total);
        let text = format!("Gateway: {shards} shard(s), {left} of {total} sessions left today.");
        findings.push(Finding { ok: left > 0, text });
    }
    match get::<Vec<Guild>>(api, "/users/@me/guilds").await {
        Ok(servers) => {
            if servers.is_empty() {
                findings.push(Finding::problem(
                    "The bot is in no server yet. Open the address that `gorkd discord invite` prints to add it.",
                ));
            }
            for server in servers.iter().take(MAX_SERVERS) {
                findings.push(check_server(api, server).await);
            }
        }
        Err(error) => findings.push(Finding::problem(format!("Cannot list the servers: {}.", error.error))),
    }
    findings
}

fn check_application(api: &Api, application: &Application, findings: &mut Vec<Finding>) {
    let settings = api.settings();
    if application.id != settings.application_id.to_string() {
        findings.push(Finding::problem(format!("Set discord.application_id to {}.", application.id)));
    }
    if !settings.public_key.is_empty() && settings.public_key != application.verify_key {
        findings.push(Finding::problem(format!("Set discord.public_key to {}.", application.verify_key)));
    }
    let granted = application.flags & MESSAGE_CONTENT != 0;
    findings.push(match (granted, settings.message_content) {
        (true, true) => Finding::ok("Message content: on, so follow-ups in its threads need no mention."),
        (false, true) => Finding::problem(
            "Message content: off, so follow-ups need a mention. Switch on \"Message Content Intent\" on the Bot page, or \
             set discord.message_content=false.",
        ),
        (_, false) => Finding::ok("Message content: not requested, so follow-ups need a mention."),
    });
    match (settings.transport, &application.interactions_endpoint_url) {
        (Transport::Gateway, Some(url)) => findings.push(Finding::problem(format!(
            "Interactions are sent to {url} and not over the gateway. Clear \"Interactions Endpoint URL\", or set \
             discord.transport=http."
        ))),
        (Transport::Http, None) => findings.push(Finding::problem(
            "Interactions are sent over the gateway. Set \"Interactions Endpoint URL\" to your address followed by \
             /discord/interactions.",
        )),
        (Transport::Gateway, None) | (Transport::Http, Some(_)) => {}
    }
}

async fn check_server(api: &Api, server: &Guild) -> Finding {
    let name = if server.name.is_empty() { "A server" } else { &server.name };
    let roles = get::<Vec<Role>>(api, &format!("/guilds/{}/roles", server.id)).await;
    let member = get::<Member>(api, &format!("/guilds/{}/members/{}", server.id, api.me())).await;
    let (Ok(roles), Ok(member)) = (roles, member) else {
        return Finding::problem(format!("{name}: cannot read its roles."));
    };
    let has = in_guild(&roles, server.id, &member.roles);
    let missing = if has & ADMINISTRATOR != 0 { Vec::new() } else { missing(has) };
    match missing.is_empty() {
        true => Finding::ok(format!("{name}: the bot has all permissions.")),
        false => Finding::problem(format!("{name}: the bot lacks {}.", missing.join(", "))),
    }
}

async fn get<T: DeserializeOwned + Default>(api: &Api, path: &str) -> Result<T, ApiError> {
    api.retry(&Call::get(path, path, "")).await
}
