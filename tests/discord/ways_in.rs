//! How a question comes in: a command, a message's menu, a mention, a direct message, an answer to the bot.

use super::town::{ANSWERED, How, QUESTION, Town, on_both};
use crate::world::chat::files::File;
use crate::world::discord::words::steady;
use crate::world::discord::{ANN, BEN, CELLAR, COUNCIL, GENERAL, NOTICES, ROBOT};
use serde_json::json;
use std::time::Duration;

on_both!(
    a_command_is_answered_in_a_thread,
    a_message_is_researched_by_its_menu,
    a_file_is_read_along,
    a_command_in_a_direct_message_is_answered_there,
    a_command_in_its_thread_goes_on_with_it,
);

async fn a_command_is_answered_in_a_thread(how: How) {
    let town = Town::slow(how, Duration::from_millis(700), &[]).await;
    let token = town.discord.slash(ANN, GENERAL, "research", &[("question", json!(QUESTION))]);
    let (kind, body) = town.discord.until_answered(&token).await;
    assert_eq!((kind, &body["flags"]), (5, &json!(null)), "everybody sees that gorkd thinks");
    let thread = town.new_thread(GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.answer(thread).await;
    town.discord.until_seen(GENERAL, "reaction ✅").await;
    let seen = town.discord.until_seen(thread, "Answered below.").await;
    let both = steady(&(town.discord.see(GENERAL) + &seen));
    insta::assert_snapshot!("a_command_is_answered_in_a_thread", both);
    assert_eq!(town.discord.invalid(), [""; 0]);
    assert_eq!(town.discord.unanswered(), 0);
}

async fn a_message_is_researched_by_its_menu(how: How) {
    let town = Town::open(how).await;
    let said = town.discord.says(BEN, GENERAL, QUESTION);
    let token = town.discord.menu(ANN, GENERAL, "Research this", said);
    let thread = town.new_thread(GENERAL, &[]).await;
    assert_eq!(thread, said, "the thread hangs on the message");
    assert!(town.answer(thread).await.contains("1931"));
    town.discord.until_seen_by(ANN, GENERAL, "in that message's thread").await;
    assert_eq!(town.discord.until_answered(&token).await.0, 5);
}

async fn a_command_in_a_direct_message_is_answered_there(how: How) {
    let town = Town::open(how).await;
    let direct = town.discord.direct(ANN);
    town.discord.slash(ANN, direct, "research", &[("question", json!(QUESTION))]);
    assert!(town.answer(direct).await.contains("1931"));
    let next = [("question", json!("And how long is the Harbour Bridge of Eastmoor?"))];
    town.discord.slash(ANN, direct, "research", &next);
    assert!(town.answers(direct, 2).await.contains("412"), "{}", town.discord.see(direct));
}

async fn a_command_in_its_thread_goes_on_with_it(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    let next = [("question", json!("And how long is it?"))];
    town.discord.slash(BEN, thread, "research", &next);
    let seen = town.answers(thread, 2).await;
    assert!(seen.contains("412"), "it goes on with what was asked: {seen}");
    assert_eq!(town.threads(GENERAL), [thread]);
}

async fn a_file_is_read_along(how: How) {
    let town = Town::open(how).await;
    let text = "# Toll\n\nThe toll of the Harbour Bridge of Eastmoor was abolished in 1956.\n";
    let question = [("question", json!("When was the toll of the Harbour Bridge of Eastmoor abolished?"))];
    let upload = File::new("toll.md", "text/markdown", text);
    town.discord.slash_with(ANN, GENERAL, "research", &question, Some(upload));
    let thread = town.new_thread(GENERAL, &[]).await;
    assert!(town.answer(thread).await.contains("1956"), "{}", town.discord.see(thread));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mention_is_answered_in_a_thread_on_the_message() {
    let town = Town::open(How::Connection).await;
    town.discord.says(BEN, GENERAL, "I wonder about the Harbour Bridge of Eastmoor.");
    let said = town.discord.mentions(ANN, GENERAL, "when was it opened, the Harbour Bridge of Eastmoor?");
    let thread = town.new_thread(GENERAL, &[]).await;
    assert_eq!(thread, said);
    let seen = town.answer(thread).await;
    assert!(seen.contains("1931"), "{seen}");
    let marked = town.discord.until_seen(GENERAL, "reaction ✅").await;
    assert!(!marked.contains("👀"), "{marked}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_direct_message_needs_no_mention_and_goes_on() {
    let town = Town::open(How::Connection).await;
    let direct = town.discord.direct(ANN);
    town.discord.says(ANN, direct, QUESTION);
    assert!(town.answer(direct).await.contains("1931"));
    town.discord.says(ANN, direct, "And how long is the Harbour Bridge of Eastmoor?");
    assert!(town.answers(direct, 2).await.contains("412"), "{}", town.discord.see(direct));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_threads_may_not_be_opened_messages_answer_each_other() {
    let town = Town::open(How::Connection).await;
    town.discord.mentions(ANN, NOTICES, QUESTION);
    let seen = town.answer(NOTICES).await;
    assert!(seen.contains("1931"), "{seen}");
    assert!(town.threads(NOTICES).is_empty());
    let answer = {
        let state = town.discord.lock();
        let last = state.messages_of(NOTICES).last().cloned().expect("an answer");
        assert_eq!(last["type"], 19, "it answers the message that asked: {last}");
        crate::world::discord::id(&last["id"])
    };
    town.discord.answers(BEN, NOTICES, answer, "And how long is the Harbour Bridge of Eastmoor?");
    assert!(town.answers(NOTICES, 2).await.contains("412"));
    assert_eq!(town.discord.invalid(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_not_said_to_it_and_what_bots_say_is_left_alone() {
    let town = Town::open(How::Connection).await;
    town.discord.says(ANN, GENERAL, QUESTION);
    let mention = format!("<@{}> {QUESTION}", crate::world::discord::BOT);
    town.discord.says(ROBOT, GENERAL, &mention);
    // What comes after them is answered, so they were seen.
    let thread = town.research(BEN, GENERAL, &[]).await;
    town.answer(thread).await;
    assert_eq!(town.threads(GENERAL), [thread]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn follow_ups_need_a_mention_only_without_the_intent() {
    for granted in [true, false] {
        let discord = crate::world::discord::Discord::start().await;
        discord.lock().bot.content_granted = granted;
        let town = Town::made(How::Connection, discord, &[], None).await;
        let thread = town.research(ANN, GENERAL, &[]).await;
        town.answer(thread).await;
        let next = "How long is the Harbour Bridge of Eastmoor?";
        if granted {
            town.discord.says(BEN, thread, next);
        } else {
            town.discord.says(BEN, thread, "This is not heard.");
            town.discord.mentions(BEN, thread, next);
        }
        assert!(town.answers(thread, 2).await.contains("412"), "{}", town.discord.see(thread));
        let token = town.discord.slash(BEN, GENERAL, "research-help", &[]);
        town.discord.until_answered(&token).await;
        let help = town.discord.until_seen_by(BEN, GENERAL, "How to ask gorkd").await;
        assert_eq!(help.contains("no mention needed"), granted, "{help}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_changed_question_can_be_asked_anew_and_a_deleted_one_is_taken_back() {
    let town = Town::slow(How::Connection, Duration::from_secs(2), &[]).await;
    let said = town.discord.mentions(ANN, GENERAL, QUESTION);
    let thread = town.new_thread(GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    let text = format!("<@{}> How long is the Harbour Bridge of Eastmoor?", crate::world::discord::BOT);
    town.discord.edits(said, &text);
    town.discord.until_seen(thread, "You changed your question").await;
    town.discord.deletes(said);
    town.discord
        .until("the status goes", |state| {
            let seen =
                state.messages_of(thread).any(|message| message["components"].to_string().contains("stop|"));
            (!seen).then_some(())
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_known_in_a_closed_channel_stays_there() {
    let town = Town::open(How::Connection).await;
    for place in [COUNCIL, CELLAR] {
        let thread = town.research(ANN, place, &[]).await;
        town.answer(thread).await;
    }
    let thread = town.research(BEN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    assert!(!seen.contains("Known already") && seen.contains(ANSWERED), "{seen}");
}
