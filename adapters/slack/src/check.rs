//! `gorkd slack check`, and what the doctor says: do the tokens work, are all permissions there, where is gorkd in?

use crate::client::{Access, Failed, SlackApi};
use crate::limits::Urgency;
use crate::settings::{SlackSettings, Transport};
use serde_json::{Value, json};

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub fine: bool,
    /// A sentence; with what to do about it where it is not fine.
    pub sentence: String,
}

fn fine(sentence: impl Into<String>) -> Finding {
    Finding { fine: true, sentence: sentence.into() }
}

fn wrong(sentence: impl Into<String>) -> Finding {
    Finding { fine: false, sentence: sentence.into() }
}

/// What the settings alone tell.
pub fn settings(settings: &SlackSettings) -> Vec<Finding> {
    let mut findings = Vec::new();
    match settings.transport {
        Transport::Socket if settings.app_token.is_none() => findings.push(wrong(
            "Socket Mode needs slack.app_token (xapp-…): make one under Basic Information, App-Level Tokens, with \
             connections:write.",
        )),
        Transport::Http if settings.signing_secret.is_none() => findings.push(wrong(
            "Requests from Slack need slack.signing_secret: it stands under Basic Information, App Credentials.",
        )),
        Transport::Http if settings.public_url.is_none() => {
            findings.push(wrong("Slack has to reach gorkd under web.public_url, and it is not set."));
        }
        Transport::Socket | Transport::Http => {}
    }
    let installs = !settings.client_id.is_empty();
    if settings.bot_token.is_none() && !installs {
        findings.push(wrong(
            "There is no slack.bot_token (xoxb-…): install the app to your workspace and copy it from OAuth & \
             Permissions.",
        ));
    }
    if installs && (settings.client_secret.is_none() || settings.seal_key.is_none()) {
        findings.push(wrong(
            "Installs by workspaces need slack.client_secret, and slack.seal_key (openssl rand -hex 32) to seal \
             their tokens.",
        ));
    }
    findings
}

/// Asks Slack. `channels` are those whose membership is looked at.
pub async fn check(client: &SlackApi, settings: &SlackSettings, channels: &[String]) -> Vec<Finding> {
    let mut findings = self::settings(settings);
    if let (Transport::Socket, Some(token)) = (settings.transport, &settings.app_token) {
        let access = Access { team: String::new(), token: token.clone() };
        findings.push(match client.call(&access, "apps.connections.open", json!({}), Urgency::Now).await {
            Ok(_) => fine("The app token opens connections."),
            Err(failed) => wrong(format!("The app token opens no connection: {}.", words(failed))),
        });
    }
    let Some(token) = &settings.bot_token else { return findings };
    let mut access = Access { team: String::new(), token: token.clone() };
    match client.call(&access, "auth.test", json!({}), Urgency::Now).await {
        Ok(me) => {
            let text = |name: &str| me[name].as_str().unwrap_or_default().to_owned();
            access.team = text("team_id");
            findings.push(fine(format!("The bot token is that of {} in {}.", text("user"), text("team"))));
        }
        Err(failed) => {
            findings.push(wrong(format!("The bot token does not work: {}.", words(failed))));
            return findings;
        }
    }
    findings.extend(permissions(client, &access).await);
    for channel in channels {
        findings.push(member(client, &access, channel).await);
    }
    findings
}

/// Harmless requests, each of which needs a permission.
async fn permissions(client: &SlackApi, access: &Access) -> Vec<Finding> {
    let nobody = "U00000000";
    let tries: [(&str, Value, &str); 7] = [
        ("users.info", json!({"user": nobody}), "users:read"),
        ("conversations.info", json!({"channel": "C00000000"}), "channels:read, groups:read"),
        (
            "conversations.replies",
            json!({"channel": "C00000000", "ts": "1.0"}),
            "channels:history, groups:history",
        ),
        ("conversations.open", json!({"users": nobody}), "im:write"),
        (
            "chat.update",
            json!({"channel": "C00000000", "ts": "1.0", "text": "-", "parse": "none", "link_names": false}),
            "chat:write",
        ),
        (
            "reactions.add",
            json!({"channel": "C00000000", "timestamp": "1.0", "name": "eyes"}),
            "reactions:write",
        ),
        ("files.getUploadURLExternal", json!({"filename": "check.txt", "length": 1}), "files:write"),
    ];
    let mut findings = Vec::new();
    for (method, arguments, scope) in tries {
        if client.call(access, method, arguments, Urgency::Now).await
            == Err(Failed::Api("missing_scope".to_owned()))
        {
            findings.push(wrong(format!(
                "A permission is missing: {scope}. Add it under OAuth & Permissions and install the app again."
            )));
        }
    }
    if findings.is_empty() {
        findings.push(fine("All permissions that were tried are there."));
    }
    findings
}

async fn member(client: &SlackApi, access: &Access, channel: &str) -> Finding {
    match client.call(access, "conversations.info", json!({"channel": channel}), Urgency::Now).await {
        Ok(found) if found["channel"]["is_archived"] == true => wrong(format!("{channel} is archived.")),
        Ok(found) if found["channel"]["is_member"] == true => fine(format!("gorkd is in {channel}.")),
        Ok(_) => wrong(format!("gorkd is not in {channel}: /invite @gorkd there.")),
        Err(failed) => wrong(format!("{channel} cannot be seen: {}.", words(failed))),
    }
}

fn words(failed: Failed) -> String {
    match failed {
        Failed::Api(code) => code,
        Failed::Later(_) => "Slack cannot be reached right now, or asks to wait".to_owned(),
        Failed::Unclear(why) => why,
    }
}
