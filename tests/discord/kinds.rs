//! Answers of every kind, whole, and how much room each takes on a phone.

use super::town::{ANSWERED, How, QUESTION, Town};
use crate::world::chat::gorkd::own_library;
use crate::world::discord::words::steady;
use crate::world::discord::{ANN, BEN, GENERAL};
use crate::world::kinds::{self, Album, Screen};
use serde_json::Value;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_answer_fits_a_phone() {
    let town = Town::with_machine(How::Connection, own_library(), &[]).await;
    kinds::stock(&town.server.machine);
    let mut album = Album::default();
    let mut keep = |kind: &'static str, town: &Town, channel: u64, nth: usize| {
        let (answer, said) = nth_answer(town, channel, nth);
        harmless(&answer);
        let said = album.put(kind, &Screen::of_discord(&answer), &steady(&said));
        insta::assert_snapshot!(format!("kind_{kind}"), said);
    };
    let asked = kinds::PLAIN
        .map(|(kind, question, part)| (kind, town.discord.mentions(ANN, room(&town), question), part));
    for (kind, thread, part) in &asked {
        let seen = town.answer(*thread).await;
        keep(kind, &town, *thread, 0);
        assert!(seen.contains(part), "{kind}: {seen}");
    }
    let (_, compared, _) = asked[4];
    town.discord.says(ANN, compared, kinds::FOLLOW_UP);
    town.answers(compared, 2).await;
    keep("follow_up", &town, compared, 1);
    town.discord.mentions(BEN, room(&town), kinds::PRIVATE);
    let direct = town.discord.direct(BEN);
    town.answer(direct).await;
    keep("private", &town, direct, 0);
    let planned = planned(&town).await;
    keep("plan", &town, planned, 0);
    let ((talk, question), room) = (kinds::TALK, room(&town));
    town.discord.says(BEN, room, talk);
    let below = town.discord.mentions(ANN, room, question);
    town.answer(below).await;
    keep("after_a_talk", &town, below, 0);
    let (steered, thread) = steered().await;
    keep("steer", &steered, thread, 0);
    album.check();
    let said: Vec<Value> = town.discord.lock().messages.values().cloned().collect();
    said.iter().filter(|one| one["author"]["bot"] == true).for_each(harmless);
}

/// A channel of its own, where nothing was said before.
fn room(town: &Town) -> u64 {
    let mut state = town.discord.lock();
    let new = state.channels.keys().max().copied().unwrap_or_default() + 1;
    let mut room = state.channels[&GENERAL].clone();
    (room["id"], room["name"]) = (new.to_string().into(), format!("room-{new}").into());
    state.channels.insert(new, room);
    new
}

/// A plan, with every question back answered in one's own words; gives its thread.
async fn planned(town: &Town) -> u64 {
    let (question, words) = kinds::PLANNED;
    let thread = town.discord.mentions(ANN, room(town), question);
    let mut answered = 0;
    loop {
        let open = town.discord.until("a question or the plan", |state| {
            let open = |one: &&Value| {
                let parts = one["components"].to_string();
                parts.contains("custom|") || parts.contains("plan|")
            };
            let found = state.messages_of(thread).find(open)?;
            let late = crate::world::discord::id(&found["id"]);
            (late > answered).then(|| (late, found["components"].to_string().contains("plan|")))
        });
        let (message, plan) = open.await;
        let seen = steady(&town.discord.see(thread));
        if plan {
            insta::assert_snapshot!("kind_plan_itself", with(&seen, "[Start]"));
            town.discord.says(ANN, thread, "start");
            town.answer(thread).await;
            return thread;
        }
        if answered == 0 {
            insta::assert_snapshot!("kind_plan_question", with(&seen, "[Just go]"));
        }
        town.discord.says(ANN, thread, if answered == 0 { words } else { "any" });
        answered = message;
    }
}

/// A wish while a run is under way.
async fn steered() -> (Town, u64) {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.discord.mentions(ANN, GENERAL, QUESTION);
    town.discord.until_seen(thread, "[Steer]").await;
    town.discord.says(ANN, thread, kinds::WISH);
    town.discord.until_seen(thread, "[Ask it as a question]").await;
    town.go_on();
    town.answer(thread).await;
    (town, thread)
}

/// The nth answer of a channel, as it is and as people see it.
fn nth_answer(town: &Town, channel: u64, nth: usize) -> (Value, String) {
    let answer = {
        let state = town.discord.lock();
        let answers =
            state.messages_of(channel).filter(|one| one["components"].to_string().contains("good|"));
        answers.into_iter().nth(nth).cloned().expect("an answer")
    };
    let seen = town.discord.see(channel);
    let said = messages(&seen).into_iter().filter(|said| said.contains(ANSWERED)).nth(nth);
    (answer, said.expect("an answer"))
}

/// What a channel shows, message by message: what belongs to one is indented.
fn messages(seen: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in seen.lines() {
        match all.last_mut().filter(|_| line.starts_with("  ")) {
            Some(message) => message.push_str(&format!("{line}\n")),
            None => all.push(format!("{line}\n")),
        }
    }
    all
}

/// The message of a channel that shows this.
fn with(seen: &str, part: &str) -> String {
    messages(seen).into_iter().rfind(|said| said.contains(part)).unwrap_or_default()
}

/// Nothing of a page or a question is markup: nobody is called, and no link leads away.
fn harmless(message: &Value) {
    let mut said = vec![&message["content"]];
    for embed in message["embeds"].as_array().into_iter().flatten() {
        said.extend([&embed["title"], &embed["description"]]);
        let fields = embed["fields"].as_array().into_iter().flatten();
        said.extend(fields.flat_map(|field| [&field["name"], &field["value"]]));
        assert!(embed["url"].is_null() && embed["image"].is_null(), "{embed}");
    }
    for text in said.into_iter().filter_map(Value::as_str) {
        for live in ["@everyone", "@here", "<@1>", "<@U2>", "<!channel>", "](https://evil", "://evil"] {
            assert!(!text.contains(live), "{live} is alive: {text}");
        }
    }
    assert!(!message["components"].to_string().contains(kinds::EVIL), "{message}");
}
