//! Servers, forums, threads of others, and what happens to them.

use super::town::{ANSWERED, How, QUESTION, Town, on_one};
use crate::world::chat::gorkd::all_told;
use crate::world::discord::{ANN, BEN, GENERAL, QUESTIONS, SQUARE, WESTFOLD};
use serde_json::json;

on_one!(over_a_connection Connection: two_servers_are_served_at_once);

async fn two_servers_are_served_at_once(how: How) {
    let town = Town::open(how).await;
    let (here, there) = tokio::join!(town.research(ANN, GENERAL, &[]), town.research(BEN, SQUARE, &[]));
    let (here, there) = tokio::join!(town.answer(here), town.answer(there));
    assert!(here.contains("1931") && there.contains("1931"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_post_of_a_forum_is_answered_in_itself() {
    let town = Town::open(How::Connection).await;
    let mention = format!("<@{}> {QUESTION}", crate::world::discord::BOT);
    let (post, _) = town.discord.opens_thread(ANN, QUESTIONS, "The bridge", &mention);
    let seen = town.answer(post).await;
    assert!(seen.starts_with("# The bridge") && seen.contains("1931"), "{seen}");
    // Somebody else's thread: what is said on there is not for gorkd, unless it is said to it.
    town.discord.slash(
        BEN,
        post,
        "research",
        &[("question", json!("How long is the Harbour Bridge of Eastmoor?"))],
    );
    assert!(town.answers(post, 2).await.contains("412"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_adds_the_bot_is_greeted_once_and_one_that_removes_it_is_left() {
    let discord = crate::world::discord::Discord::start().await;
    discord.lock().guilds.get_mut(&WESTFOLD).expect("a server").members.remove(&crate::world::discord::BOT);
    let town = Town::made(How::Connection, discord, &[], None).await;
    town.discord.adds_bot(WESTFOLD);
    let seen = town.discord.until_seen(SQUARE, "Hello!").await;
    assert_eq!(seen.matches("Hello!").count(), 1, "{seen}");
    let thread = town.research(ANN, SQUARE, &[]).await;
    town.answer(thread).await;
    town.discord.until_seen(SQUARE, "reaction ✅").await;
    town.discord
        .until("the end of the status", |state| {
            let running =
                state.messages_of(thread).any(|one| one["components"].to_string().contains("stop|"));
            (!running).then_some(())
        })
        .await;
    // What is removed in the middle of a request cannot be spared a refusal.
    all_told(&town.server, "discord").await;
    town.discord.removes_bot(WESTFOLD);
    let other = town.research(BEN, GENERAL, &[]).await;
    town.answer(other).await;
    assert!(!town.discord.see(GENERAL).contains("Hello!"), "who was there before is not greeted");
    assert_eq!(town.discord.invalid(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_thread_is_opened_again() {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.archives(thread, false);
    town.go_on();
    let seen = town.answer(thread).await;
    assert!(!seen.contains("(archived)") && seen.contains(ANSWERED), "{seen}");
}
