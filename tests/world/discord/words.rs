//! What people see: a channel as text, and waiting until something stands there.

use super::Discord;
use super::shapes::id;
use super::state::{Asked, State};
use crate::world::chat::Simulated;
use serde_json::Value;

impl Discord {
    /// A channel as everybody sees it.
    pub fn see(&self, channel: u64) -> String {
        see(&self.lock(), channel, None)
    }

    /// A channel as one person sees it, with what is for him alone.
    pub fn see_as(&self, who: u64, channel: u64) -> String {
        see(&self.lock(), channel, Some(who))
    }

    /// Waits until a channel shows these words, and gives what it shows.
    pub async fn until_seen(&self, channel: u64, words: &str) -> String {
        self.until_shown(None, channel, words, 1).await
    }

    /// Waits until a channel shows these words so often.
    pub async fn until_times(&self, channel: u64, words: &str, times: usize) -> String {
        self.until_shown(None, channel, words, times).await
    }

    /// The same for what one person sees.
    pub async fn until_seen_by(&self, who: u64, channel: u64, words: &str) -> String {
        self.until_shown(Some(who), channel, words, 1).await
    }

    async fn until_shown(&self, viewer: Option<u64>, channel: u64, words: &str, times: usize) -> String {
        self.until(&format!("{words:?} {times} times"), |state| {
            let seen = see(state, channel, viewer);
            (seen.matches(words).count() >= times).then_some(seen)
        })
        .await
    }

    /// Waits for the thread that hangs on a channel, the newest one, and gives its id.
    pub async fn until_thread(&self, channel: u64) -> u64 {
        self.until("a thread", |state| {
            let threads = state.channels.values().filter(|one| id(&one["parent_id"]) == channel);
            threads.map(|one| id(&one["id"])).max()
        })
        .await
    }

    /// Waits until an interaction is answered, and gives kind and body of the answer.
    pub async fn until_answered(&self, token: &str) -> (u64, Value) {
        self.until("an answer to an interaction", |state| {
            let answered = state.interactions.get(token)?.answered.clone()?;
            Some((answered.kind, answered.body))
        })
        .await
    }

    pub fn asked(&self, operation: &str) -> Vec<Asked> {
        let state = self.lock();
        state.asked.iter().filter(|asked| asked.operation.starts_with(operation)).cloned().collect()
    }
}

impl Simulated for State {
    fn violations(&mut self) -> &mut Vec<String> {
        &mut self.violations
    }

    fn story(&self) -> String {
        let mut story = String::from("This is what there is:\n");
        for (channel, _) in self.channels.iter() {
            if self.messages.values().any(|message| id(&message["channel_id"]) == *channel) {
                story.push_str(&see(self, *channel, Some(0)));
            }
        }
        for asked in self.asked.iter().rev().take(12).rev() {
            story.push_str(&format!("{} {} {}\n", asked.operation, asked.path, asked.status));
        }
        story.push_str(&format!("violations: {:#?}\n", self.violations));
        story
    }
}

/// `viewer` also sees what is for him alone; 0 sees all.
fn see(state: &State, channel: u64, viewer: Option<u64>) -> String {
    let Some(place) = state.channels.get(&channel) else { return "(gone)\n".to_owned() };
    let name = place["name"].as_str().unwrap_or("direct messages");
    let archived = if place["thread_metadata"]["archived"] == true { " (archived)" } else { "" };
    let mut text = format!("# {name}{archived}\n");
    for (at, message) in state.messages.iter().filter(|(_, message)| id(&message["channel_id"]) == channel) {
        let alone = match state.ephemeral.get(at) {
            Some(one) if viewer == Some(*one) || viewer == Some(0) => " (only you can see this)",
            Some(_) => continue,
            None => "",
        };
        text.push_str(&line_of(state, message, alone));
    }
    text
}

fn line_of(state: &State, message: &Value, alone: &str) -> String {
    let author = message["author"]["username"].as_str().unwrap_or_default();
    let edited = if message["edited_timestamp"].is_null() { "" } else { " (edited)" };
    let mut text = format!(
        "{author}{alone}{edited}: {}\n",
        named(state, message["content"].as_str().unwrap_or_default())
    );
    if message["flags"].as_u64().unwrap_or(0) & (1 << 7) != 0 {
        text.push_str("  is thinking…\n");
    }
    for embed in message["embeds"].as_array().into_iter().flatten() {
        let color = embed["color"].as_u64().unwrap_or_default();
        text.push_str(&format!("  ┌ #{color:06x} {}\n", embed["title"].as_str().unwrap_or_default()));
        let block = |text: &mut String, words: &Value| {
            for line in words.as_str().into_iter().flat_map(str::lines) {
                text.push_str(&format!("  │ {line}\n"));
            }
        };
        block(&mut text, &embed["description"]);
        for field in embed["fields"].as_array().into_iter().flatten() {
            text.push_str(&format!("  │ {}: ", field["name"].as_str().unwrap_or_default()));
            text.push_str(&format!("{}\n", field["value"].as_str().unwrap_or_default().replace('\n', " / ")));
        }
        block(&mut text, &embed["footer"]["text"]);
    }
    for row in message["components"].as_array().into_iter().flatten() {
        let parts = row["components"].as_array().into_iter().flatten().map(part_of);
        text.push_str(&format!("  {}\n", parts.collect::<Vec<_>>().join(" ")));
    }
    for file in message["attachments"].as_array().into_iter().flatten() {
        text.push_str(&format!("  file {}\n", file["filename"].as_str().unwrap_or_default()));
    }
    for mark in message["reactions"].as_array().into_iter().flatten() {
        text.push_str(&format!("  reaction {}\n", mark["emoji"]["name"].as_str().unwrap_or_default()));
    }
    if let Some(thread) = state.channels.get(&id(&message["id"])) {
        text.push_str(&format!("  thread {}\n", thread["name"].as_str().unwrap_or_default()));
    }
    text
}

fn part_of(part: &Value) -> String {
    let label = part["label"].as_str().or(part["placeholder"].as_str()).unwrap_or_default();
    let dead = if part["disabled"] == true { "·" } else { "" };
    match part["type"].as_u64() {
        Some(3) => {
            let options = part["options"].as_array().into_iter().flatten();
            let labels: Vec<&str> = options.filter_map(|one| one["label"].as_str()).collect();
            format!("<{dead}{label}: {}>", labels.join(" | "))
        }
        _ if part["style"] == 5 => format!("[{label} ↗]"),
        _ => format!("[{dead}{label}]"),
    }
}

/// Mentions by name.
fn named(state: &State, text: &str) -> String {
    let text = state.users.iter().fold(text.to_owned(), |text, (id, person)| {
        text.replace(&format!("<@{id}>"), &format!("@{}", person.name))
    });
    state.channels.iter().fold(text, |text, (id, channel)| {
        text.replace(&format!("<#{id}>"), &format!("#{}", channel["name"].as_str().unwrap_or_default()))
    })
}

/// Without what differs from run to run: how long something took, when, and ids.
pub fn steady(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let mut words: Vec<String> = line.split(' ').map(steady_word).collect();
        for at in 1..words.len() {
            let unit = words[at].trim_matches(|c: char| !c.is_alphanumeric());
            if ["s", "ms", "min", "h", "ث", "秒"].contains(&unit)
                && words[at - 1].chars().all(|c| c.is_ascii_digit() || c == '.')
            {
                words[at - 1] = "N".to_owned();
            }
        }
        words.join(" ")
    });
    lines.map(|line| line + "\n").collect()
}

fn steady_word(word: &str) -> String {
    if word.starts_with("job_") || word.starts_with("src_") || word.starts_with("thr_") {
        return word[..4].to_owned() + "…";
    }
    let bare = word.trim_end_matches(['.', ',', ';', ')']);
    let end = &word[bare.len()..];
    let shape: String = bare.chars().map(|c| if c.is_ascii_digit() { '9' } else { c }).collect();
    match shape.as_str() {
        "9999-99-99" => format!("DATE{end}"),
        "99:99" | "99:99:99" => format!("TIME{end}"),
        _ => word.to_owned(),
    }
}
