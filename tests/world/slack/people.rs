//! What people do in the simulated Slack.

use super::Slack;
use super::mail::MailKind;
use super::state::{Books, Message, SlackFile, View};
use super::words;
use crate::world::chat::files::File;
use serde_json::{Value, json};
use std::sync::MutexGuard;

/// As events name the kind of a channel.
pub fn channel_type(books: &Books, channel: &str) -> &'static str {
    match books.channels.get(channel) {
        Some(channel) if channel.direct => "im",
        Some(channel) if channel.private => "group",
        _ => "channel",
    }
}

impl Slack {
    /// Says something, in a thread or under none (empty); gives the message's time.
    pub fn say(&self, user: &str, channel: &str, thread: &str, text: &str) -> String {
        self.say_with(user, channel, thread, text, &[])
    }

    /// The same with files: name, type and content.
    pub fn say_with(
        &self,
        user: &str,
        channel: &str,
        thread: &str,
        text: &str,
        files: &[(&str, &str, &[u8])],
    ) -> String {
        let mut books = self.books();
        let team = books.channels[channel].team.clone();
        let ids: Vec<String> = files.iter().map(|file| keep(&mut books, &team, file)).collect();
        let ts = books.ts();
        let message = Message {
            team: team.clone(),
            channel: channel.to_owned(),
            ts: ts.clone(),
            thread: Some(thread.to_owned()).filter(|thread| !thread.is_empty()),
            user: user.to_owned(),
            text: text.to_owned(),
            files: ids.clone(),
            ..Message::default()
        };
        let mut event = message.told();
        event["channel"] = json!(channel);
        event["channel_type"] = json!(channel_type(&books, channel));
        event["client_msg_id"] = json!(books.id("client-"));
        event["event_ts"] = json!(ts);
        if books.users[user].bot {
            event["bot_id"] = json!("B9");
        }
        if !ids.is_empty() {
            event["subtype"] = json!("file_share");
            event["files"] = ids.iter().map(|id| told(&books, self, id)).collect();
        }
        books.messages.push(message);
        let bot = books.teams[&team].bot.clone();
        if books.channels[channel].members.contains(&bot) {
            books.announce(&team, event.clone());
        }
        // Where it is mentioned, it hears of it twice.
        if text.contains(&format!("<@{bot}>")) && !books.channels[channel].direct {
            let fields = event.as_object_mut().expect("an object");
            fields.insert("type".to_owned(), json!("app_mention"));
            fields.remove("channel_type");
            fields.remove("subtype");
            books.announce(&team, event);
        }
        drop(books);
        self.changed();
        ts
    }

    /// `@gorkd text` in a channel.
    pub fn mention(&self, user: &str, channel: &str, text: &str) -> String {
        self.mention_in(user, channel, "", text)
    }

    pub fn mention_in(&self, user: &str, channel: &str, thread: &str, text: &str) -> String {
        let bot = self.bot_of(channel);
        self.say(user, channel, thread, &format!("<@{bot}> {text}"))
    }

    fn bot_of(&self, channel: &str) -> String {
        let books = self.books();
        books.teams[&books.channels[channel].team].bot.clone()
    }

    /// A direct message; gives its channel and its time.
    pub fn dm(&self, user: &str, text: &str) -> (String, String) {
        let channel = self.books().direct(user);
        let ts = self.say(user, &channel, "", text);
        (channel, ts)
    }

    /// `/research text`.
    pub fn command(&self, user: &str, channel: &str, text: &str) {
        let mut books = self.books();
        let team = books.channels[channel].team.clone();
        let response = books.response(&team, channel, user, None);
        let payload = json!({
            "token": "verification", "team_id": team, "team_domain": team.to_lowercase(), "channel_id": channel,
            "channel_name": books.channels[channel].name, "user_id": user, "user_name": books.users[user].name,
            "command": "/research", "text": text, "api_app_id": super::APP,
            "is_enterprise_install": "false", "response_url": format!("{}/respond/{response}", self.url()),
            "trigger_id": books.trigger(user, &team),
        });
        self.post(books, MailKind::Command, payload);
    }

    fn post(&self, mut books: MutexGuard<'_, Books>, kind: MailKind, payload: Value) {
        books.post(kind, payload);
        drop(books);
        self.changed();
    }

    /// Presses a button, or chooses from a list, by its label.
    pub fn press(&self, user: &str, message: &Message, label: &str) {
        let mut books = self.books();
        let now = books.message(&message.channel, &message.ts).cloned().unwrap_or_else(|| message.clone());
        let found = words::find(&now.blocks, label);
        let (element, block, option) =
            found.unwrap_or_else(|| panic!("nothing is called {label:?} in {}", words::of(&now)));
        let team = now.team.clone();
        let response = books.response(&team, &now.channel, user, Some(now.ts.clone()));
        let action = action(&element, &block, option);
        let mut told = now.told();
        told["ts"] = json!(now.ts);
        let payload = json!({
            "type": "block_actions",
            "user": {"id": user, "username": books.users[user].name, "name": books.users[user].name, "team_id": team},
            "api_app_id": super::APP,
            "token": "verification",
            "container": {
                "type": "message", "message_ts": now.ts, "channel_id": now.channel,
                "is_ephemeral": now.only.is_some(), "thread_ts": now.thread,
            },
            "trigger_id": books.trigger(user, &team),
            "team": {"id": team, "domain": team.to_lowercase()},
            "enterprise": books.teams[&team].enterprise,
            "is_enterprise_install": false,
            "channel": {"id": now.channel, "name": books.channels[&now.channel].name},
            // Of what one person alone sees Slack sends nothing back.
            "message": if now.only.is_some() { Value::Null } else { told },
            "state": {"values": {}},
            "response_url": format!("{}/respond/{response}", self.url()),
            "actions": [action],
        });
        self.post(books, MailKind::Interaction, payload);
    }

    /// Presses what opens a form, and gives the form. Where the trigger has expired, on a machine that stalls, it is
    /// pressed once more, as the person is asked to.
    pub async fn form(&self, user: &str, message: &Message, label: &str) -> View {
        loop {
            let before = self.books().views.len();
            let sorry = once_more(&self.books(), user);
            self.press(user, message, label);
            let look = |books: &Books| match books.views[before..].iter().find(|one| one.user == user) {
                Some(view) => Some(Some(view.clone())),
                None => (once_more(books, user) > sorry).then_some(None),
            };
            if let Some(view) = self.until("form", look).await {
                return view;
            }
        }
    }

    /// Fills in the one field of a modal and hands it in.
    pub fn fill(&self, view: &View, text: &str) {
        let mut books = self.books();
        let mut values = serde_json::Map::new();
        for block in view.view["blocks"].as_array().into_iter().flatten().filter(|one| one["type"] == "input")
        {
            let name = block["element"]["action_id"].as_str().expect("an action_id").to_owned();
            let id = block["block_id"].as_str().expect("an input of ours has a block_id").to_owned();
            values.insert(id, json!({name: {"type": "plain_text_input", "value": text}}));
        }
        let mut told = view.view.clone();
        told["id"] = json!(view.id);
        told["team_id"] = json!(view.team);
        told["state"] = json!({"values": values});
        let payload = json!({
            "type": "view_submission",
            "team": {"id": view.team, "domain": view.team.to_lowercase()},
            "user": {"id": view.user, "name": books.users[&view.user].name, "team_id": view.team},
            "api_app_id": super::APP, "token": "verification", "trigger_id": books.trigger(&view.user, &view.team),
            "view": told, "response_urls": [], "is_enterprise_install": false, "enterprise": null,
        });
        books.post(MailKind::Interaction, payload);
        if let Some(one) = books.views.iter_mut().find(|one| one.id == view.id) {
            one.open = false;
        }
        drop(books);
        self.changed();
    }

    pub fn edit(&self, channel: &str, ts: &str, text: &str) {
        let mut books = self.books();
        let Some(message) = books.message_mut(channel, ts) else { panic!("no message {ts}") };
        let before = message.told();
        message.text = text.to_owned();
        let mut after = message.told();
        after["edited"] = json!({"user": message.user, "ts": "1700000001.000000"});
        let team = message.team.clone();
        let event = json!({
            "type": "message", "subtype": "message_changed", "channel": channel, "ts": books.ts(),
            "message": after, "previous_message": before, "channel_type": channel_type(&books, channel),
        });
        drop(books);
        self.event(&team, event);
    }

    pub fn delete(&self, channel: &str, ts: &str) {
        let mut books = self.books();
        let Some(message) = books.message_mut(channel, ts) else { panic!("no message {ts}") };
        message.deleted = true;
        let (before, team) = (message.told(), message.team.clone());
        let replies = |one: &Message| one.channel == channel && one.thread.as_deref() == Some(ts);
        let mut event = json!({
            "type": "message", "subtype": "message_deleted", "channel": channel, "ts": books.ts(),
            "deleted_ts": ts, "previous_message": before, "channel_type": channel_type(&books, channel),
        });
        // With replies below it, a stone stays in its place.
        if books.messages.iter().any(|one| replies(one) && !one.deleted && one.only.is_none()) {
            event["subtype"] = json!("message_changed");
            event["message"] = json!({
                "type": "message", "subtype": "tombstone", "text": "This message was deleted.", "user": "USLACKBOT",
                "hidden": true, "ts": ts, "thread_ts": ts,
            });
            event.as_object_mut().expect("an object").remove("deleted_ts");
        }
        drop(books);
        self.event(&team, event);
    }

    /// The message shortcut "Research this".
    pub fn shortcut(&self, user: &str, channel: &str, ts: &str) {
        let mut books = self.books();
        let Some(message) = books.message(channel, ts).cloned() else { panic!("no message {ts}") };
        let team = message.team.clone();
        let response = books.response(&team, channel, user, Some(ts.to_owned()));
        let payload = json!({
            "type": "message_action", "callback_id": "research_this", "action_ts": "1700000000.1",
            "trigger_id": books.trigger(user, &team), "message_ts": ts, "message": message.told(),
            "user": {"id": user, "name": books.users[user].name, "team_id": team}, "token": "verification",
            "team": {"id": team, "domain": team.to_lowercase()}, "api_app_id": super::APP,
            "channel": {"id": channel, "name": books.channels[channel].name},
            "response_url": format!("{}/respond/{response}", self.url()), "is_enterprise_install": false,
            "enterprise": null,
        });
        self.post(books, MailKind::Interaction, payload);
    }

    /// Something that is no message: an event with these fields.
    pub fn event(&self, team: &str, event: Value) {
        self.books().announce(team, event);
        self.changed();
    }

    pub fn open_home(&self, user: &str) {
        self.open_tab(user, "home");
    }

    /// Opens a tab of the app; gives the channel of its messages.
    pub fn open_tab(&self, user: &str, tab: &str) -> String {
        let team = self.books().users[user].team.clone();
        let channel = self.books().direct(user);
        let event = json!({"type": "app_home_opened", "user": user, "channel": channel, "tab": tab, "event_ts": "1.1"});
        self.event(&team, event);
        channel
    }

    /// Opens the assistant's container; gives the channel and the thread.
    pub fn open_assistant(&self, user: &str, seen_in: &str) -> (String, String) {
        let channel = self.books().direct(user);
        let (team, ts, bot) = {
            let mut books = self.books();
            let ts = books.ts();
            let team = books.users[user].team.clone();
            let bot = books.teams[&team].bot.clone();
            (team, ts, bot)
        };
        // Slack opens the thread with a message of the bot without words.
        self.books().messages.push(Message {
            team: team.clone(),
            channel: channel.clone(),
            ts: ts.clone(),
            user: bot,
            from_bot: true,
            text: "New Assistant Thread".to_owned(),
            ..Message::default()
        });
        let thread = json!({
            "user_id": user, "channel_id": channel, "thread_ts": ts,
            "context": {"channel_id": seen_in, "team_id": team, "enterprise_id": null},
        });
        self.event(
            &team,
            json!({"type": "assistant_thread_started", "assistant_thread": thread, "event_ts": "1.1"}),
        );
        (channel, ts)
    }

    /// Invites the bot to a channel.
    pub fn invite(&self, user: &str, channel: &str) {
        let (team, bot) = {
            let mut books = self.books();
            let team = books.channels[channel].team.clone();
            let bot = books.teams[&team].bot.clone();
            if let Some(channel) = books.channels.get_mut(channel) {
                channel.members.insert(bot.clone());
            }
            (team, bot)
        };
        self.event(&team, json!({
            "type": "member_joined_channel", "user": bot, "channel": channel, "channel_type": "C", "team": team,
            "inviter": user, "event_ts": "1.1",
        }));
    }

    /// A message of the bot with a button, as if it had posted one.
    pub fn post_as_bot(&self, team: &str, channel: &str, label: &str) -> Message {
        let mut books = self.books();
        let label = label.trim_matches(['[', ']']);
        let button = json!({
            "type": "button", "text": {"type": "plain_text", "text": label}, "action_id": "b1",
            "value": "stop|job_1",
        });
        let message = Message {
            team: team.to_owned(),
            channel: channel.to_owned(),
            ts: books.ts(),
            user: books.teams[team].bot.clone(),
            from_bot: true,
            text: "pressable".to_owned(),
            blocks: json!([{"type": "actions", "block_id": "a1", "elements": [button]}]),
            ..Message::default()
        };
        books.messages.push(message.clone());
        message
    }

    pub fn uninstall(&self, team: &str) {
        self.event(team, json!({"type": "app_uninstalled"}));
        if let Some(team) = self.books().teams.get_mut(team) {
            team.revoked = true;
        }
    }
}

/// How often a person was told that a form opened too late.
fn once_more(books: &Books, user: &str) -> usize {
    let told = |one: &&Message| one.only.as_deref() == Some(user) && one.says("took too long to open");
    books.messages.iter().filter(told).count()
}

fn action(element: &Value, block: &Value, option: Option<Value>) -> Value {
    let mut action = json!({
        "type": element["type"], "action_id": element["action_id"], "block_id": block, "action_ts": "1700000000.1",
    });
    match option {
        Some(option) => action["selected_option"] = option,
        None => {
            action["text"] = element["text"].clone();
            action["value"] = element["value"].clone();
        }
    }
    action
}

fn keep(books: &mut Books, team: &str, (name, kind, content): &(&str, &str, &[u8])) -> String {
    let (id, file) = (books.id("F"), File::new(name, kind, *content));
    let length = file.bytes.len();
    let file = SlackFile { file, length, channel: None, thread: None, team: team.to_owned(), shared: true };
    books.files.insert(id.clone(), file);
    id
}

fn told(books: &Books, slack: &Slack, id: &str) -> Value {
    let file = &books.files[id].file;
    let address = format!("{}/files/{id}/{}", slack.url(), file.name);
    json!({
        "id": id, "name": file.name, "title": file.name, "mimetype": file.kind, "size": file.bytes.len(),
        "url_private": address, "url_private_download": address, "mode": "hosted", "is_external": false,
    })
}
