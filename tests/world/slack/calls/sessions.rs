//! Agent sessions: a thread, the state of the agent in it, and Slack's own stop button.

use crate::world::slack::Slack;
use crate::world::slack::server::{Arguments, text};
use crate::world::slack::state::{Books, Session};
use serde_json::{Value, json};
use std::time::Instant;

/// Simulated seconds after which `processing` lapses unless it is sent again.
const LAPSE: f64 = 3_600.0;

pub fn set_status(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let (channel, thread) = (text(arguments, "channel_id"), text(arguments, "thread_ts"));
    let found = books.channels.get(channel).filter(|found| found.team == team).ok_or("channel_not_found")?;
    if !books.teams[team].agent || !found.members.contains(&books.teams[team].bot) {
        return Err("not_authorized".to_owned());
    }
    if thread.is_empty() {
        return Err("thread_ts_required".to_owned());
    }
    let initiator = text(arguments, "initiator_user_id");
    if !initiator.is_empty() && !books.users.contains_key(initiator) {
        return Err("user_not_found".to_owned());
    }
    if text(arguments, "title").chars().count() > 200 {
        return Err("invalid_arguments".to_owned());
    }
    let (title, initiator) = (text(arguments, "title").to_owned(), initiator.to_owned());
    let status = text(arguments, "status").to_owned();
    turn(books, channel, thread, &status, &title, &initiator);
    Ok(json!({"status": status, "agent_status": status, "title": title}))
}

/// A session begins, or goes on in another state; title and initiator hold from its beginning.
pub fn turn(books: &mut Books, channel: &str, thread: &str, status: &str, title: &str, initiator: &str) {
    let key = (channel.to_owned(), thread.to_owned());
    let session = books.sessions.entry(key).or_insert_with(|| Session {
        status: String::new(),
        title: title.to_owned(),
        initiator: initiator.to_owned(),
        past: Vec::new(),
        at: Instant::now(),
    });
    session.status = status.to_owned();
    session.past.push(status.to_owned());
    session.at = Instant::now();
}

impl Books {
    /// The state that people see.
    pub fn session(&self, channel: &str, thread: &str) -> Option<&str> {
        let session = self.sessions.get(&(channel.to_owned(), thread.to_owned()))?;
        let lapsed = session.status == "processing" && session.at.elapsed() > self.simulated(LAPSE);
        Some(if lapsed { "active" } else { &session.status })
    }
}

impl Slack {
    /// Presses Slack's own stop button, which is there while an agent is at work.
    pub fn press_stop(&self, user: &str, channel: &str, thread: &str) {
        let (team, streams) = {
            let mut books = self.books();
            assert_eq!(books.session(channel, thread), Some("processing"), "there is no button to press");
            let mut ended = Vec::new();
            let of_thread =
                |one: &&mut crate::world::slack::state::Message| one.channel == channel && one.is_in(thread);
            for message in books.messages.iter_mut().filter(of_thread) {
                let ts = message.ts.clone();
                if let Some(stream) = message.stream.as_mut().filter(|stream| !stream.ended) {
                    stream.ended = true;
                    ended.push(ts);
                }
            }
            (books.channels[channel].team.clone(), ended)
        };
        let event = json!({
            "type": "agent_session_stopped", "channel": channel, "thread_ts": thread, "user": user,
            "streaming_message_ts": streams, "event_ts": "1.1",
        });
        self.event(&team, event);
    }

    /// Opens the tab with the messages between a person and the app; gives its channel.
    pub fn open_messages(&self, user: &str) -> String {
        self.open_tab(user, "messages")
    }

    /// A person who has the app's tab open looks at a channel, or at nothing that Slack speaks of.
    pub fn look_at(&self, user: &str, channel: Option<&str>) {
        let team = self.books().users[user].team.clone();
        let tab = self.books().direct(user);
        let entity = |id| json!({"type": "slack#/types/channel_id", "value": id, "team_id": team});
        let context = channel.map_or_else(|| json!({}), |id| json!({"entities": [entity(id)]}));
        let event = json!({
            "type": "app_context_changed", "user": user, "channel": tab, "context": context, "event_ts": "1.1",
        });
        self.event(&team, event);
    }
}

/// Why Slack makes no new app from a manifest.
pub fn refused_for_a_new_app(manifest: &Value) -> Vec<String> {
    let mut why = Vec::new();
    let features = &manifest["features"];
    if !features["assistant_view"].is_null() {
        why.push("assistant_view: new apps may not have it".to_owned());
    }
    let agent = &features["agent_view"];
    let known = ["agent_description", "suggested_prompts", "actions"];
    for name in agent.as_object().into_iter().flatten().map(|(name, _)| name) {
        if !known.contains(&name.as_str()) {
            why.push(format!("agent_view has an unknown key {name}"));
        }
    }
    if agent["agent_description"].as_str().is_some_and(|text| text.chars().count() > 300) {
        why.push("agent_description has more than 300 characters".to_owned());
    }
    let prompts = agent["suggested_prompts"].as_array().map_or(&[][..], Vec::as_slice);
    let whole = |prompt: &Value| prompt["title"].is_string() && prompt["message"].is_string();
    if prompts.len() > 4 || !prompts.iter().all(whole) {
        why.push("suggested_prompts are at most four, each with title and message".to_owned());
    }
    let list = |value: &Value, wanted: &str| value.as_array().is_some_and(|all| all.contains(&json!(wanted)));
    let events = &manifest["settings"]["event_subscriptions"]["bot_events"];
    for own in ["agent_session_stopped", "app_context_changed"] {
        if list(events, own) && agent.is_null() {
            why.push(format!("{own} without the agent feature"));
        }
    }
    for old in ["assistant_thread_started", "assistant_thread_context_changed"] {
        if list(events, old) {
            why.push(format!("{old} is of the feature that new apps may not have"));
        }
    }
    if list(&manifest["oauth_config"]["scopes"]["bot"], "assistant:write") && agent.is_null() {
        why.push("assistant:write without the feature".to_owned());
    }
    why
}
