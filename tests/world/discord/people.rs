//! What people do in the simulated Discord.

use super::connection::{dispatch, whole_guild};
use super::interactions::{deliver, make, may_use_commands};
use super::shapes::{self, id, is_thread, snowflake};
use super::state::State;
use super::{Discord, calls};
use crate::world::chat::files::File;
use serde_json::{Value, json};
use std::sync::MutexGuard;

impl Discord {
    /// `/name option:value …`, and gives the interaction's token. Values of a boolean option are `true` and `false`.
    pub fn slash(&self, who: u64, channel: u64, name: &str, options: &[(&str, Value)]) -> String {
        self.slash_with(who, channel, name, options, None)
    }

    pub fn slash_with(
        &self,
        who: u64,
        channel: u64,
        name: &str,
        options: &[(&str, Value)],
        upload: Option<File>,
    ) -> String {
        let mut state = self.lock();
        let command = self.command(&state, channel, 1, name);
        assert!(may_use_commands(&state, who, channel), "{who} may not use commands there");
        let mut given: Vec<Value> = Vec::new();
        for (option, value) in options {
            let known =
                command["options"].as_array().into_iter().flatten().find(|one| one["name"] == *option);
            let known = known.unwrap_or_else(|| panic!("/{name} has no option {option}: {command}"));
            given.push(json!({"name": option, "type": known["type"], "value": value}));
        }
        let mut data = json!({"id": command["id"], "name": name, "type": 1, "options": given});
        if let Some(upload) = upload {
            let attached = calls::attach(&mut state, &[upload]).remove(0);
            let file = attached["id"].as_str().unwrap_or_default().to_owned();
            data["options"]
                .as_array_mut()
                .expect("a list")
                .push(json!({"name": "attachment", "type": 11, "value": file}));
            data["resolved"] = json!({"attachments": {file: attached}});
        }
        self.acts_in(state, who, channel, 2, data)
    }

    /// Types into an option; the token of the interaction, whose answer are the choices.
    pub fn types(&self, who: u64, channel: u64, name: &str, option: &str, text: &str) -> String {
        let state = self.lock();
        let command = self.command(&state, channel, 1, name);
        let option = json!({"name": option, "type": 3, "value": text, "focused": true});
        let data = json!({"id": command["id"], "name": name, "type": 1, "options": [option]});
        self.acts_in(state, who, channel, 4, data)
    }

    /// Chooses an entry of a message's menu.
    pub fn menu(&self, who: u64, channel: u64, name: &str, message: u64) -> String {
        let state = self.lock();
        let command = self.command(&state, channel, 3, name);
        let target = state.messages.get(&message).cloned().expect("the message is there");
        let data = json!({"id": command["id"], "name": name, "type": 3, "target_id": message.to_string(),
            "resolved": {"messages": {message.to_string(): target}}});
        self.acts_in(state, who, channel, 2, data)
    }

    /// The registered command by a name, as it is shown in a channel.
    fn command(&self, state: &State, channel: u64, kind: u64, name: &str) -> Value {
        let guild = state.channels.get(&channel).map_or(0, |channel| id(&channel["guild_id"]));
        let here = state.commands.get(&guild).into_iter().chain(state.commands.get(&0)).flatten();
        let found = here.into_iter().find(|one| one["name"] == name && one["type"] == kind).cloned();
        found.unwrap_or_else(|| panic!("no command {name} is registered: {:?}", state.commands))
    }

    /// Says something in a channel, a thread or a direct message; gives the message.
    pub fn says(&self, who: u64, channel: u64, text: &str) -> u64 {
        self.says_with(who, channel, text, None, &[])
    }

    pub fn mentions(&self, who: u64, channel: u64, text: &str) -> u64 {
        self.lock().mentioned(who, channel, text)
    }

    pub fn answers(&self, who: u64, channel: u64, message: u64, text: &str) -> u64 {
        self.says_with(who, channel, text, Some(message), &[])
    }

    pub fn says_with(&self, who: u64, channel: u64, text: &str, to: Option<u64>, files: &[File]) -> u64 {
        let mut body = json!({"content": text});
        if let Some(to) = to {
            body["message_reference"] = json!({"message_id": to.to_string()});
        }
        let mut state = self.lock();
        let said = calls::posted(&mut state, channel, who, &body, files).expect("it can be said");
        id(&said["id"])
    }

    /// The direct messages of somebody with the bot.
    pub fn direct(&self, who: u64) -> u64 {
        self.lock().direct(who)
    }

    pub fn edits(&self, message: u64, text: &str) {
        calls::edited(&mut self.lock(), message, &json!({"content": text}), &[]).expect("it can be edited");
    }

    pub fn deletes(&self, message: u64) {
        let mut state = self.lock();
        let channel = state.messages.get(&message).map(|message| id(&message["channel_id"]));
        calls::gone(&mut state, channel.unwrap_or_default(), message);
    }

    /// Presses the button with this label, the newest there is in a channel or of an ephemeral message.
    pub fn presses(&self, who: u64, channel: u64, label: &str) -> String {
        let found = self.find_part(who, channel, |part| {
            part["type"] == 2
                && part["disabled"] != true
                && part["label"].as_str().is_some_and(|given| given.starts_with(label))
        });
        let (message, part) = found.unwrap_or_else(|| panic!("no button {label}:\n{}", self.see(channel)));
        let data = json!({"custom_id": part["custom_id"], "component_type": 2, "id": part["id"]});
        self.acts(who, channel, 3, data, Some(message))
    }

    /// Presses a button by its code, also one that is not shown any more.
    pub fn presses_code(&self, who: u64, channel: u64, message: u64, code: &str) -> String {
        let data = json!({"custom_id": code, "component_type": 2, "id": 1});
        self.acts(who, channel, 3, data, Some(message))
    }

    /// Chooses from a list the entry that begins so.
    pub fn chooses(&self, who: u64, channel: u64, label: &str) -> String {
        self.chooses_where(who, channel, label, |_| true)
    }

    /// Chooses from the list by this name.
    pub fn chooses_of(&self, who: u64, channel: u64, list: &str, label: &str) -> String {
        self.chooses_where(who, channel, label, |part| part["placeholder"] == list)
    }

    fn chooses_where(&self, who: u64, channel: u64, label: &str, meant: impl Fn(&Value) -> bool) -> String {
        let entry = |part: &Value| {
            let options = part["options"].as_array().into_iter().flatten();
            let begins = |one: &&Value| one["label"].as_str().is_some_and(|given| given.starts_with(label));
            options.into_iter().find(begins).cloned()
        };
        let wanted = |part: &Value| part["type"] == 3 && meant(part) && entry(part).is_some();
        let found = self.find_part(who, channel, wanted);
        let (message, part) = found.unwrap_or_else(|| panic!("no entry {label}:\n{}", self.see(channel)));
        let value = entry(&part).unwrap_or_default()["value"].clone();
        let data =
            json!({"custom_id": part["custom_id"], "component_type": 3, "id": part["id"], "values": [value]});
        self.acts(who, channel, 3, data, Some(message))
    }

    /// Fills in the form that answered an interaction, and hands it in.
    pub fn fills(&self, who: u64, channel: u64, form: &str, text: &str) -> String {
        let (mut body, message) = {
            let state = self.lock();
            let known = state.interactions.get(form).expect("an interaction");
            let answered = known.answered.clone().unwrap_or_else(|| panic!("no form was shown"));
            assert_eq!(answered.kind, 9, "no form was shown: {answered:?}");
            (answered.body, known.message)
        };
        fill(&mut body["components"], text);
        let data = json!({"custom_id": body["custom_id"], "components": body["components"]});
        self.acts(who, channel, 5, data, message)
    }

    fn acts(&self, who: u64, channel: u64, kind: u64, data: Value, message: Option<u64>) -> String {
        let made = make(&mut self.lock(), who, channel, kind, data, message);
        self.delivers(made)
    }

    fn acts_in(
        &self,
        mut state: MutexGuard<'_, State>,
        who: u64,
        channel: u64,
        kind: u64,
        data: Value,
    ) -> String {
        let made = make(&mut state, who, channel, kind, data, None);
        drop(state);
        self.delivers(made)
    }

    fn delivers(&self, (token, payload): (String, Value)) -> String {
        deliver(&self.core(), token.clone(), payload);
        token
    }

    fn find_part(&self, who: u64, channel: u64, wanted: impl Fn(&Value) -> bool) -> Option<(u64, Value)> {
        let state = self.lock();
        let seen = state.messages.iter().rev().filter(|(at, message)| {
            id(&message["channel_id"]) == channel
                && state.ephemeral.get(at).is_none_or(|viewer| *viewer == who)
        });
        let parts = seen.flat_map(|(at, message)| {
            let rows = message["components"].as_array().into_iter().flatten();
            rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).map(|part| (*at, part))
        });
        parts.into_iter().find(|(_, part)| wanted(part)).map(|(at, part)| (at, part.clone()))
    }

    /// Opens a thread, in a forum a post, and says the first words in it.
    pub fn opens_thread(&self, who: u64, channel: u64, name: &str, text: &str) -> (u64, u64) {
        let mut state = self.lock();
        let parent = state.channels.get(&channel).cloned().expect("the channel is there");
        let thread = shapes::thread(snowflake(), &parent, 11, name, who);
        let at = id(&thread["id"]);
        state.channels.insert(at, thread.clone());
        dispatch(&mut state, "THREAD_CREATE", thread, id(&parent["guild_id"]));
        drop(state);
        (at, self.says(who, at, text))
    }

    /// Posts of a forum need a tag from now on: one that only its keepers may give, and one for all.
    pub fn wants_tags(&self, forum: u64) -> String {
        let mut state = self.lock();
        let tag = |id: u64, name: &str, moderated: bool| json!({"id": id.to_string(), "name": name, "moderated": moderated, "emoji_id": null, "emoji_name": null});
        let (kept, free) = (snowflake(), snowflake());
        let found = state.channels.get_mut(&forum).expect("the forum is there");
        found["flags"] = (1 << 4).into();
        found["available_tags"] = json!([tag(kept, "settled", true), tag(free, "question", false)]);
        free.to_string()
    }

    pub fn archives(&self, thread: u64, locked: bool) {
        let mut state = self.lock();
        let found = state.channels.get_mut(&thread).expect("the thread is there");
        assert!(is_thread(found));
        found["thread_metadata"]["archived"] = true.into();
        found["thread_metadata"]["locked"] = locked.into();
        let found = found.clone();
        dispatch(&mut state, "THREAD_UPDATE", found.clone(), id(&found["guild_id"]));
    }

    pub fn deletes_channel(&self, channel: u64) {
        calls::deleted(&mut self.lock(), channel);
    }

    /// Takes a permission from the bot, in one channel.
    pub fn forbids(&self, channel: u64, permission: u64) {
        let mut state = self.lock();
        let bot = state.bot.id.to_string();
        let found = state.channels.get_mut(&channel).expect("the channel is there");
        let rule = json!({"id": bot, "type": 1, "allow": "0", "deny": permission.to_string()});
        found["permission_overwrites"].as_array_mut().expect("a list").push(rule);
        let found = found.clone();
        dispatch(&mut state, "CHANNEL_UPDATE", found.clone(), id(&found["guild_id"]));
    }

    pub fn removes_bot(&self, guild: u64) {
        let mut state = self.lock();
        dispatch(&mut state, "GUILD_DELETE", json!({"id": guild.to_string()}), guild);
        let bot = state.bot.id;
        if let Some(known) = state.guilds.get_mut(&guild) {
            known.members.remove(&bot);
        }
    }

    pub fn adds_bot(&self, guild: u64) {
        let mut state = self.lock();
        let bot = state.bot.id;
        if let Some(known) = state.guilds.get_mut(&guild) {
            known.members.insert(bot, Vec::new());
        }
        let mut told = whole_guild(&state, guild);
        told["joined_at"] = shapes::now().into();
        dispatch(&mut state, "GUILD_CREATE", told, guild);
    }
}

impl State {
    /// Somebody says something to the bot; gives the message.
    pub fn mentioned(&mut self, who: u64, channel: u64, text: &str) -> u64 {
        let text = format!("<@{}> {text}", self.bot.id);
        let said = calls::posted(self, channel, who, &json!({"content": text}), &[]);
        id(&said.expect("it can be said")["id"])
    }
}

/// Puts the text into every field of a form.
fn fill(components: &mut Value, text: &str) {
    for component in components.as_array_mut().into_iter().flatten() {
        if component["type"] == 4 {
            *component = json!({"type": 4, "id": 1, "custom_id": component["custom_id"], "value": text});
        }
        if let Some(inner) = component.get_mut("components") {
            fill(inner, text);
        }
        if component.get("component").is_some_and(Value::is_object) {
            let mut inner = json!([component["component"].take()]);
            fill(&mut inner, text);
            component["component"] = inner[0].take();
        }
    }
}
