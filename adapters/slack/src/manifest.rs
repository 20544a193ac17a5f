//! The app manifest, with a reason for each permission.

use crate::settings::Transport;
use gorkd_words::{Locale, Msg};
use serde_json::{Value, json};

/// Permissions, and why gorkd needs each one.
pub const SCOPES: [(&str, &str); 18] = [
    ("app_mentions:read", "to receive questions that mention it"),
    ("assistant:write", "to suggest questions when a person opens a conversation with it"),
    ("channels:history", "to receive follow-ups in its threads, and to read the thread above a mention"),
    ("channels:read", "to tell public channels from private ones"),
    ("chat:write", "to answer"),
    ("commands", "for /research and the shortcut \"Research this\""),
    ("files:read", "to read files that come with a question"),
    ("files:write", "to send answers as files"),
    ("groups:history", "the same as channels:history, for private channels that it was invited to"),
    ("groups:read", "the same as channels:read, for private channels that it was invited to"),
    ("im:history", "to receive questions in direct messages"),
    ("im:read", "to tell direct messages from channels"),
    ("im:write", "to answer in direct messages when the channel of a question is gone"),
    ("mpim:history", "to receive follow-ups in group direct messages"),
    ("mpim:read", "to tell group direct messages from channels"),
    ("reactions:write", "to mark a question as seen and as answered"),
    ("team:read", "to name the workspace in `gorkd slack check`"),
    ("users:read", "for names, time zones and languages, and to tell guests and bots"),
];

/// Suggested questions for a new conversation: title and message. Slack allows four; another one may be added
/// at the front.
pub const PROMPTS: [(Msg, Msg); 3] = [
    (Msg::PromptKnown, Msg::PromptKnownAsk),
    (Msg::PromptCompare, Msg::PromptCompareAsk),
    (Msg::PromptClaim, Msg::PromptClaimAsk),
];

/// Subscribed events; `receive::events` handles each of them.
pub(crate) const EVENTS: [&str; 21] = [
    "agent_session_stopped",
    "app_context_changed",
    "app_home_opened",
    "app_mention",
    "app_uninstalled",
    "channel_archive",
    "channel_deleted",
    "channel_left",
    "channel_rename",
    "channel_unarchive",
    "group_archive",
    "group_deleted",
    "group_left",
    "group_rename",
    "group_unarchive",
    "member_joined_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "tokens_revoked",
];

/// What the agent can do: name and description.
const ACTIONS: [(&str, &str); 2] = [
    ("Research a question", "Searches, reads the pages, and answers with quotes from them"),
    ("Summarize a thread", "Sums up the messages above, with a mention and the word summarize"),
];

/// The manifest for a transport. `public_url` is where Slack reaches gorkd, without a trailing slash.
pub fn manifest(transport: Transport, command: &str, public_url: Option<&str>, installs: bool) -> Value {
    let base = public_url.unwrap_or("https://gorkd.example.org");
    let http = transport == Transport::Http;
    let scopes: Vec<&str> = SCOPES.iter().map(|(scope, _)| *scope).collect();
    let mut slash = json!({
        "command": command, "description": "Research a question, with sources",
        "usage_hint": "question [deep] [plan] [private] | help", "should_escape": true,
    });
    let mut events = json!({"bot_events": EVENTS});
    let mut interactivity = json!({"is_enabled": true});
    if http {
        slash["url"] = json!(format!("{base}/slack/commands"));
        events["request_url"] = json!(format!("{base}/slack/events"));
        interactivity["request_url"] = json!(format!("{base}/slack/interactions"));
    }
    let prompts: Vec<Value> = PROMPTS
        .iter()
        .map(|(title, message)| json!({"title": title.to(Locale::En), "message": message.to(Locale::En)}))
        .collect();
    let actions: Vec<Value> =
        ACTIONS.iter().map(|(name, what)| json!({"name": name, "description": what})).collect();
    let mut oauth = json!({"scopes": {"bot": scopes}});
    if installs {
        oauth["redirect_urls"] = json!([format!("{base}/slack/oauth")]);
    }
    json!({
        "display_information": {
            "name": "gorkd",
            "description": "Research with sources: every sentence rests on a quotation that was read",
            "background_color": "#1f3a5f",
        },
        "features": {
            "app_home": {"home_tab_enabled": true, "messages_tab_enabled": true, "messages_tab_read_only_enabled": false},
            // Replaces `assistant_view`, which Slack no longer accepts for new apps.
            "agent_view": {
                "agent_description": "Researches questions and answers with checked sources.",
                "suggested_prompts": prompts,
                "actions": actions,
            },
            "bot_user": {"display_name": "gorkd", "always_online": true},
            "shortcuts": [{
                "name": "Research this", "type": "message", "callback_id": "research_this",
                "description": "Ask gorkd what a message says",
            }],
            "slash_commands": [slash],
        },
        "oauth_config": oauth,
        "settings": {
            "event_subscriptions": events,
            "interactivity": interactivity,
            "org_deploy_enabled": installs,
            "socket_mode_enabled": !http,
            "token_rotation_enabled": installs,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_permission_has_a_reason_and_each_transport_its_addresses() {
        assert!(SCOPES.iter().all(|(_, reason)| reason.len() > 8), "{SCOPES:?}");
        let socket = manifest(Transport::Socket, "/research", None, false);
        assert!(!socket.to_string().contains("request_url"));
        assert_eq!(socket["settings"]["socket_mode_enabled"], true);
        let http = manifest(Transport::Http, "/research", Some("https://g.example"), true);
        assert_eq!(http["settings"]["event_subscriptions"]["request_url"], "https://g.example/slack/events");
        assert_eq!(http["oauth_config"]["redirect_urls"][0], "https://g.example/slack/oauth");
    }
}
