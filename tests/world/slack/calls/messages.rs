//! Messages and streams.

use super::sessions;
use crate::world::slack::limits::{Surface, faults, keeps_its_id};
use crate::world::slack::server::{Arguments, flag, structured, text};
use crate::world::slack::state::{Books, Message, Stream};
use serde_json::{Value, json};
use std::time::Instant;

/// Simulated seconds that a stream lives.
const STREAM_SECONDS: f64 = 300.0;

/// May the bot write there?
fn writable(books: &Books, team: &str, channel: &str) -> Result<(), String> {
    let Some(found) = books.channels.get(channel).filter(|found| found.team == team) else {
        return Err("channel_not_found".to_owned());
    };
    if found.archived {
        return Err("is_archived".to_owned());
    }
    let bot = &books.teams[team].bot;
    if !found.members.contains(bot) {
        return Err(if found.private { "channel_not_found" } else { "not_in_channel" }.to_owned());
    }
    Ok(())
}

/// What was said about text and blocks; breaks of the contract are kept.
fn content(books: &mut Books, method: &str, arguments: &Arguments) -> Result<(Value, Value), String> {
    let blocks = structured(arguments, "blocks");
    if !blocks.is_null() {
        let found = faults(&blocks, Surface::Message);
        if !found.is_empty() {
            books.violations.extend(found.iter().map(|fault| format!("{method}: {fault}")));
            return Err("invalid_blocks".to_owned());
        }
    }
    let metadata = structured(arguments, "metadata");
    if !metadata.is_null() && (!metadata["event_type"].is_string() || !metadata["event_payload"].is_object())
    {
        books.violations.push(format!("{method}: metadata of another shape: {metadata}"));
        return Err("invalid_metadata_format".to_owned());
    }
    let words = text(arguments, "text");
    if words.is_empty() && blocks.is_null() && text(arguments, "markdown_text").is_empty() {
        return Err("no_text".to_owned());
    }
    if !blocks.is_null() && words.is_empty() {
        books.violations.push(format!("{method}: blocks without a text for notifications"));
    }
    if !text(arguments, "markdown_text").is_empty() && (!blocks.is_null() || !words.is_empty()) {
        books.violations.push(format!("{method}: markdown_text beside blocks or text"));
    }
    Ok((blocks, metadata))
}

/// Messages of ours notify nobody and unfurl nothing unless they say so.
fn careful(books: &mut Books, method: &str, arguments: &Arguments) {
    let words = text(arguments, "text");
    for dangerous in ["<!channel", "<!here", "<!everyone", "<!subteam"] {
        if words.contains(dangerous) {
            books.violations.push(format!("{method}: would notify a whole channel"));
        }
    }
}

fn bot_message(books: &mut Books, team: &str, arguments: &Arguments) -> Message {
    let channel = text(arguments, "channel").to_owned();
    let thread = Some(text(arguments, "thread_ts").to_owned()).filter(|thread| !thread.is_empty());
    Message {
        team: team.to_owned(),
        channel,
        ts: books.ts(),
        thread,
        user: books.teams[team].bot.clone(),
        from_bot: true,
        text: text(arguments, "text").to_owned(),
        unfurls: flag(arguments, "unfurl_links") != Some(false)
            || flag(arguments, "unfurl_media") != Some(false),
        ..Message::default()
    }
}

pub fn post(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let mut arguments = arguments.clone();
    // A person's id stands for the direct messages with that person.
    let channel = text(&arguments, "channel").to_owned();
    if books.users.contains_key(&channel) {
        let direct = books.direct(&channel);
        arguments.insert("channel".to_owned(), json!(direct));
    }
    writable(books, team, text(&arguments, "channel"))?;
    let (blocks, metadata) = content(books, "chat.postMessage", &arguments)?;
    careful(books, "chat.postMessage", &arguments);
    let message = bot_message(books, team, &arguments);
    if message.unfurls {
        books.violations.push("chat.postMessage: links may unfurl".to_owned());
    }
    let message = Message { blocks, metadata, ..message };
    let answer = json!({"channel": message.channel, "ts": message.ts, "message": message.told()});
    let mut event = message.told();
    event["channel"] = json!(message.channel);
    event["channel_type"] = json!(crate::world::slack::people::channel_type(books, &message.channel));
    books.messages.push(message);
    // Slack tells the bot of its own messages too.
    books.announce(team, event);
    Ok(answer)
}

pub fn ephemeral(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    writable(books, team, text(arguments, "channel"))?;
    let user = text(arguments, "user").to_owned();
    if !books.channels[text(arguments, "channel")].members.contains(&user) {
        return Err("user_not_in_channel".to_owned());
    }
    let (blocks, _) = content(books, "chat.postEphemeral", arguments)?;
    careful(books, "chat.postEphemeral", arguments);
    let message = bot_message(books, team, arguments);
    let ts = message.ts.clone();
    // In a thread without replies nobody is shown it.
    let answers = |one: &Message| one.thread == message.thread && !one.deleted && one.only.is_none();
    let in_channel = |one: &Message| one.channel == message.channel;
    let unseen =
        message.thread.is_some() && !books.messages.iter().any(|one| in_channel(one) && answers(one));
    books.messages.push(Message { blocks, only: Some(user), deleted: unseen, ..message });
    Ok(json!({"message_ts": ts}))
}

pub fn update(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    writable(books, team, text(arguments, "channel"))?;
    let (blocks, metadata) = content(books, "chat.update", arguments)?;
    careful(books, "chat.update", arguments);
    if text(arguments, "parse") != "none" || flag(arguments, "link_names") != Some(false) {
        books.violations.push("chat.update: falls back to parsing names and links".to_owned());
    }
    let life = books.simulated(STREAM_SECONDS);
    let (channel, ts) = (text(arguments, "channel").to_owned(), text(arguments, "ts").to_owned());
    let found = books.message_mut(&channel, &ts).filter(|found| found.only.is_none());
    let Some(found) = found else { return Err("message_not_found".to_owned()) };
    if !found.from_bot {
        return Err("cant_update_message".to_owned());
    }
    if found.stream.as_ref().is_some_and(|stream| stream.is_live(life)) {
        return Err("streaming_state_conflict".to_owned());
    }
    found.text = text(arguments, "text").to_owned();
    let kept = keeps_its_id(&found.blocks, &blocks);
    found.blocks = blocks;
    // What the stream had shown is replaced.
    found.stream = None;
    if !metadata.is_null() {
        found.metadata = metadata;
    }
    found.edits.push(Instant::now());
    let told = found.told();
    if kept {
        books.violations.push("chat.update: feedback buttons in a block of the same block_id".to_owned());
    }
    Ok(json!({"channel": channel, "ts": ts, "text": told["text"], "message": told}))
}

pub fn delete(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let (channel, ts) = (text(arguments, "channel").to_owned(), text(arguments, "ts").to_owned());
    if books.channels.get(&channel).is_none_or(|found| found.team != team) {
        return Err("channel_not_found".to_owned());
    }
    let Some(found) = books.message_mut(&channel, &ts) else {
        return Err("message_not_found".to_owned());
    };
    if !found.from_bot {
        return Err("cant_delete_message".to_owned());
    }
    found.deleted = true;
    Ok(json!({"channel": channel, "ts": ts}))
}

impl Stream {
    fn is_live(&self, life: std::time::Duration) -> bool {
        !self.ended && self.started.is_some_and(|started| started.elapsed() < life)
    }

    /// The blocks that were sent along; null for none.
    fn shown(&self) -> Value {
        if self.blocks.is_empty() { Value::Null } else { json!(self.blocks) }
    }

    fn take(&mut self, arguments: &Arguments) -> Vec<String> {
        let mut faults = Vec::new();
        if arguments.contains_key("markdown_text") && arguments.contains_key("chunks") {
            faults.push("cannot_provide_both_markdown_text_and_chunks".to_owned());
        }
        self.text.push_str(text(arguments, "markdown_text"));
        for chunk in structured(arguments, "chunks").as_array().into_iter().flatten() {
            match chunk["type"].as_str() {
                Some("markdown_text") => self.text.push_str(chunk["text"].as_str().unwrap_or_default()),
                Some("plan_update") => self.title = chunk["title"].as_str().unwrap_or_default().to_owned(),
                Some("task_update") => {
                    faults.extend(task_faults(chunk));
                    let id = chunk["id"].as_str().unwrap_or_default().to_owned();
                    match self.tasks.iter_mut().find(|(known, _)| *known == id) {
                        Some((_, task)) => added(task, chunk),
                        None => self.tasks.push((id, chunk.clone())),
                    }
                }
                Some("blocks") => {
                    faults.extend(self::faults(&chunk["blocks"], Surface::Message));
                    self.blocks.extend(chunk["blocks"].as_array().into_iter().flatten().cloned());
                }
                other => faults.push(format!("a chunk of type {other:?}")),
            }
        }
        faults
    }
}

/// Title and state of a task are replaced; the rest is added to what stands there.
fn added(task: &mut Value, chunk: &Value) {
    for name in ["title", "status"] {
        task[name] = chunk[name].clone();
    }
    for name in ["details", "output"] {
        if let Some(more) = chunk[name].as_str() {
            task[name] = json!(format!("{}{more}", task[name].as_str().unwrap_or_default()));
        }
    }
    if let Some(more) = chunk["sources"].as_array() {
        let mut all = task["sources"].as_array().cloned().unwrap_or_default();
        all.extend(more.iter().cloned());
        task["sources"] = json!(all);
    }
}

fn task_faults(chunk: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let names = ["type", "id", "title", "status", "details", "output", "sources"];
    for name in chunk.as_object().into_iter().flatten().map(|(name, _)| name) {
        if !names.contains(&name.as_str()) {
            faults.push(format!("a task with an unknown field {name}"));
        }
    }
    if !matches!(chunk["status"].as_str(), Some("pending" | "in_progress" | "complete" | "error")) {
        faults.push(format!("a task in state {}", chunk["status"]));
    }
    for (name, most) in [("title", 256), ("details", 256), ("output", 256)] {
        if chunk[name].as_str().is_some_and(|text| text.chars().count() > most) {
            faults.push(format!("{name} of a task has more than {most} characters"));
        }
    }
    for name in ["id", "title"] {
        if chunk[name].as_str().is_none_or(str::is_empty) {
            faults.push(format!("a task without {name}"));
        }
    }
    for source in chunk["sources"].as_array().into_iter().flatten() {
        if source["type"] != "url" || !source["url"].is_string() || !source["text"].is_string() {
            faults.push(format!("a source of another shape: {source}"));
        }
    }
    faults
}

pub fn start(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    writable(books, team, text(arguments, "channel"))?;
    let direct = books.channels[text(arguments, "channel")].direct;
    if !direct {
        for name in ["recipient_team_id", "recipient_user_id"] {
            if text(arguments, name).is_empty() {
                return Err(format!("missing_{name}"));
            }
        }
    }
    if !books.teams[team].streams {
        return Err("channel_type_not_supported".to_owned());
    }
    if text(arguments, "thread_ts").is_empty() {
        books.violations.push("chat.startStream: a stream is no reply".to_owned());
    }
    let mut stream = Stream { started: Some(Instant::now()), ..Stream::default() };
    let faults = stream.take(arguments);
    if !faults.is_empty() {
        books.violations.extend(faults.into_iter().map(|fault| format!("chat.startStream: {fault}")));
        return Err("invalid_chunks".to_owned());
    }
    let message = bot_message(books, team, arguments);
    // A stream begins a session where there is none.
    let (channel, thread) = (message.channel.clone(), message.thread.clone().unwrap_or_default());
    if books.teams[team].agent && books.session(&channel, &thread).is_none() {
        sessions::turn(books, &channel, &thread, "processing", "", "");
    }
    let answer = json!({"channel": message.channel, "ts": message.ts});
    let blocks = stream.shown();
    books.messages.push(Message { stream: Some(stream), blocks, ..message });
    Ok(answer)
}

pub fn append(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    go_on(books, team, arguments, "chat.appendStream").map(|_| ())?;
    Ok(json!({"channel": text(arguments, "channel"), "ts": text(arguments, "ts")}))
}

pub fn stop(books: &mut Books, team: &str, arguments: &Arguments) -> Result<Value, String> {
    let blocks = structured(arguments, "blocks");
    if !blocks.is_null() {
        let found = faults(&blocks, Surface::Message);
        if !found.is_empty() {
            books.violations.extend(found.into_iter().map(|fault| format!("chat.stopStream: {fault}")));
            return Err("invalid_blocks".to_owned());
        }
    }
    let metadata = structured(arguments, "metadata");
    let found = go_on(books, team, arguments, "chat.stopStream")?;
    if let Some(stream) = &mut found.stream {
        stream.ended = true;
    }
    if !blocks.is_null() {
        found.blocks = blocks;
    }
    if !metadata.is_null() {
        found.metadata = metadata;
    }
    let (told, thread) = (found.told(), found.thread.clone().unwrap_or_default());
    if books.teams[team].agent {
        let status = Some(text(arguments, "session_status")).filter(|status| !status.is_empty());
        let status = status.unwrap_or("active").to_owned();
        sessions::turn(books, text(arguments, "channel"), &thread, &status, "", "");
    }
    Ok(json!({"channel": text(arguments, "channel"), "ts": text(arguments, "ts"), "message": told}))
}

fn go_on<'a>(
    books: &'a mut Books,
    team: &str,
    arguments: &Arguments,
    method: &str,
) -> Result<&'a mut Message, String> {
    let (channel, ts) = (text(arguments, "channel").to_owned(), text(arguments, "ts").to_owned());
    writable(books, team, &channel)?;
    let life = books.simulated(STREAM_SECONDS);
    let Some(at) =
        books.messages.iter().position(|one| one.channel == channel && one.ts == ts && !one.deleted)
    else {
        return Err("message_not_found".to_owned());
    };
    let stream = books.messages[at].stream.as_mut().filter(|stream| stream.is_live(life));
    let Some(stream) = stream else { return Err("message_not_in_streaming_state".to_owned()) };
    let faults = stream.take(arguments);
    if !faults.is_empty() {
        books.violations.extend(faults.into_iter().map(|fault| format!("{method}: {fault}")));
        return Err("invalid_chunks".to_owned());
    }
    let shown = stream.shown();
    let message = &mut books.messages[at];
    message.blocks = shown;
    message.edits.push(Instant::now());
    Ok(message)
}
