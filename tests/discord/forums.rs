//! Where a channel's answers go, when its keepers have said so: a forum or another channel.

use super::town::{ANSWERED, How, QUESTION, Town, on_one};
use crate::world::chat::faults::Stuck;
use crate::world::discord::words::steady;
use crate::world::discord::{ANN, BEN, CLEO, COUNCIL, GENERAL, NOTICES, QUESTIONS, SQUARE};
use serde_json::json;

on_one!(over_a_connection Connection:
    a_question_becomes_a_post_where_answers_go_to_a_forum,
    answers_may_go_to_another_channel_of_the_server,
);
on_one!(over_http Http: a_command_in_a_post_is_answered_in_it);

/// Sets where answers go, and waits for these words about it.
async fn answers_in(town: &Town, who: u64, channel: u64, home: &str, words: &str) {
    let set = [("setting", json!("answers_in")), ("value", json!(home))];
    town.discord.slash(who, channel, "research-settings", &set);
    town.discord.until_seen_by(who, channel, words).await;
}

async fn a_question_becomes_a_post_where_answers_go_to_a_forum(how: How) {
    let town = Town::open(how).await;
    let tag = town.discord.wants_tags(QUESTIONS);
    answers_in(&town, CLEO, GENERAL, &format!("<#{QUESTIONS}>"), "answered in #questions").await;
    town.discord.slash(CLEO, GENERAL, "research-settings", &[]);
    town.discord.until_seen_by(CLEO, GENERAL, "answers\\_in: \\#questions").await;
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(QUESTION))]);
    let post = town.new_thread(QUESTIONS, &[]).await;
    let seen = town.answer(post).await;
    assert!(seen.contains("1931"), "{seen}");
    let marked = town.discord.until_seen(post, "reaction ✅").await;
    let asked = town.discord.until_seen(GENERAL, "answered in #").await;
    insta::assert_snapshot!("a_question_becomes_a_post", steady(&asked));
    assert!(marked.starts_with(&format!("# {QUESTION}\ngorkd: **{QUESTION}**\nasked by @ann\n")), "{marked}");
    assert_eq!(town.discord.lock().channels[&post]["applied_tags"], json!([tag]));
    assert!(town.threads(GENERAL).is_empty());
    // The post is gorkd's own: what is asked in it goes on.
    let next = [("question", json!("How long is the Harbour Bridge of Eastmoor?"))];
    town.discord.slash(BEN, post, "research", &next);
    assert!(town.answers(post, 2).await.contains("412"));
    assert_eq!(town.discord.invalid(), [""; 0]);
}

async fn a_command_in_a_post_is_answered_in_it(how: How) {
    let town = Town::open(how).await;
    let (post, _) = town.discord.opens_thread(ANN, QUESTIONS, "The bridge", "Who knows it?");
    town.discord.slash(ANN, post, "research", &[("question", json!(QUESTION))]);
    assert!(town.answer(post).await.contains("1931"));
    assert_eq!(town.threads(QUESTIONS), [post]);
}

async fn answers_may_go_to_another_channel_of_the_server(how: How) {
    let town = Town::open(how).await;
    let home = NOTICES.to_string();
    answers_in(&town, BEN, GENERAL, &home, "Only admins").await;
    answers_in(&town, CLEO, GENERAL, &SQUARE.to_string(), "must be a channel or forum of this server").await;
    answers_in(&town, CLEO, COUNCIL, &home, "can't be answered in a public one").await;
    answers_in(&town, CLEO, GENERAL, &home, "answered in #notices").await;
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(QUESTION))]);
    assert!(town.answer(NOTICES).await.contains("1931"));
    town.discord.until_seen(GENERAL, "answered in #notices").await;
    answers_in(&town, CLEO, GENERAL, "", "where they are asked").await;
    let thread = town.research(BEN, GENERAL, &[("profile", json!("quick"))]).await;
    town.answer(thread).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_while_a_post_is_made_makes_no_second_one() {
    let mut town = Town::open(How::Http).await;
    answers_in(&town, CLEO, GENERAL, &QUESTIONS.to_string(), "answered in #questions").await;
    for done in [true, false] {
        let known = town.threads(QUESTIONS);
        let name = "POST /channels/{channel_id}/threads".to_owned();
        town.discord.lock().faults.stuck = vec![Stuck { name, after: 0, done, reached: false }];
        let question = format!("{QUESTION} Once more, {done}.");
        town.discord.slash(ANN, GENERAL, "research", &[("question", json!(question))]);
        town.discord
            .until("the post", |state| state.faults.stuck.iter().all(|one| one.reached).then_some(()))
            .await;
        town.kill_and_start().await;
        let post = town.new_thread(QUESTIONS, &known).await;
        assert_eq!(town.answer(post).await.matches(ANSWERED).count(), 1);
        assert_eq!(town.threads(QUESTIONS).len(), known.len() + 1, "{done}");
    }
}
