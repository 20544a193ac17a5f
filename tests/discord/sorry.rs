//! What takes too long is said; and what one person alone sees is shown at most once, whatever stops in between.

use super::town::{ANSWERED, How, QUESTION, Town, on_both};
use crate::world::chat::faults::Stuck;
use crate::world::discord::state::Error;
use crate::world::discord::{ANN, BEN, GENERAL, SQUARE};
use serde_json::json;
use std::time::Duration;

const SORRY: &str = "Something went wrong in gorkd";
const FURTHER: &str = "POST /webhooks/{webhook_id}/{webhook_token}";

on_both!(
    who_asked_is_told_once_when_a_command_takes_too_long,
    a_whisper_is_shown_at_most_once,
    a_private_answer_is_shown_at_most_once_and_again_on_demand,
);

fn hangs(town: &Town, name: &str, after: u32, done: bool) {
    let stuck = Stuck { name: name.to_owned(), after, done, reached: false };
    town.discord.lock().faults.stuck.push(stuck);
}

async fn reached(town: &Town) {
    let all = |state: &crate::world::discord::state::State| state.faults.stuck.iter().all(|one| one.reached);
    town.discord.until("a request that hangs", |state| all(state).then_some(())).await;
}

async fn who_asked_is_told_once_when_a_command_takes_too_long(how: How) {
    let more = ["chat.patience_seconds=1", "discord.request_seconds=8"];
    let mut town = Town::with(how, &more).await;
    hangs(&town, "GET /channels/{channel_id}", 0, false);
    hangs(&town, FURTHER, 0, true);
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(QUESTION))]);
    let seen = town.discord.until_seen_by(ANN, GENERAL, SORRY).await;
    assert!(seen.contains("(only you can see this)") && !seen.contains("is thinking"), "{seen}");
    assert!(!town.discord.see(GENERAL).contains(SORRY), "nobody else is bothered");
    // gorkd stops before it knows that it has told.
    reached(&town).await;
    town.set("chat.patience_seconds=120");
    town.kill_and_start().await;
    let thread = town.research(BEN, SQUARE, &[]).await;
    town.answer(thread).await;
    assert_eq!(town.discord.see_as(ANN, GENERAL).matches(SORRY).count(), 1);
    assert!(town.threads(GENERAL).is_empty(), "what was let go of is not taken up again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_mentions_gorkd_in_a_channel_that_it_fails_to_see_is_told_so() {
    let town = Town::open(How::Connection).await;
    town.discord.lock().faults.refuse(&format!("GET /channels/{GENERAL}"), [Error(403, 50001)]);
    town.discord.mentions(ANN, GENERAL, QUESTION);
    town.discord.until_seen(GENERAL, SORRY).await;
    assert!(town.threads(GENERAL).is_empty(), "it is not known where to answer");
    town.discord.mentions(ANN, GENERAL, QUESTION);
    let thread = town.new_thread(GENERAL, &[]).await;
    town.answer(thread).await;
    assert_eq!(town.discord.see(GENERAL).matches(SORRY).count(), 1);
}

async fn a_whisper_is_shown_at_most_once(how: How) {
    let mut town = Town::open(how).await;
    hangs(&town, FURTHER, 0, true);
    town.discord.slash(ANN, GENERAL, "research-help", &[]);
    reached(&town).await;
    town.kill_and_start().await;
    let thread = town.research(BEN, GENERAL, &[]).await;
    town.answer(thread).await;
    assert_eq!(town.discord.see_as(ANN, GENERAL).matches("How to ask gorkd").count(), 1);
}

async fn a_private_answer_is_shown_at_most_once_and_again_on_demand(how: How) {
    for done in [true, false] {
        let mut town = Town::slow(how, Duration::from_millis(300), &[]).await;
        // The status takes the place of "is thinking…"; the answer is the second.
        hangs(&town, FURTHER, 1, done);
        let options = [("question", json!(QUESTION)), ("private", json!(true))];
        town.discord.slash(ANN, GENERAL, "research", &options);
        reached(&town).await;
        town.kill_and_start().await;
        let seen = town.discord.until_seen_by(ANN, GENERAL, "[Show again]").await;
        assert_eq!(seen.matches(ANSWERED).count(), usize::from(done), "{seen}");
        town.discord.presses(ANN, GENERAL, "Show again");
        let shown = usize::from(done) + 1;
        town.discord
            .until("the answer once more", |state| {
                let own = state.ephemeral.iter().filter(|(_, viewer)| **viewer == ANN);
                let own = own.filter_map(|(message, _)| state.messages.get(message));
                let answers = own.filter(|one| one["components"].to_string().contains("recheck|"));
                (answers.count() == shown).then_some(())
            })
            .await;
        assert!(!town.discord.see(GENERAL).contains("1931"), "nobody else sees it");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_mentions_it_is_told_below_the_message_when_that_takes_too_long() {
    let more = ["chat.patience_seconds=1", "discord.request_seconds=8"];
    let town = Town::with(How::Connection, &more).await;
    hangs(&town, "GET /channels/{channel_id}", 0, false);
    let said = town.discord.mentions(ANN, GENERAL, QUESTION);
    let seen = town.discord.until_seen(GENERAL, SORRY).await;
    assert_eq!(seen.matches(SORRY).count(), 1, "{seen}");
    let state = town.discord.lock();
    let sorry = state.messages_of(GENERAL).last().cloned().expect("a message");
    assert_eq!(sorry["message_reference"]["message_id"], said.to_string(), "{sorry}");
}
