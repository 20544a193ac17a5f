//! Answers that only the asker sees.

use super::town::{ANSWERED, How, QUESTION, Town, on_both};
use crate::world::discord::{ANN, GENERAL, Times};
use serde_json::json;
use std::time::Duration;

on_both!(a_private_answer_is_shared_when_the_asker_wants_it);

async fn a_private_answer_is_shared_when_the_asker_wants_it(how: How) {
    let town = Town::open(how).await;
    let options = [("question", json!(QUESTION)), ("private", json!(true))];
    let token = town.discord.slash(ANN, GENERAL, "research", &options);
    assert_eq!(town.discord.until_answered(&token).await.1["flags"], 64);
    let seen = town.discord.until_seen_by(ANN, GENERAL, "[Share").await;
    assert!(seen.contains("1931"), "{seen}");
    assert!(!town.discord.see(GENERAL).contains("1931"), "nobody else sees it");
    town.discord.presses(ANN, GENERAL, "Share");
    let thread = town.new_thread(GENERAL, &[]).await;
    let shared = town.answer(thread).await;
    assert!(shared.contains("1931") && !shared.contains("[Share"), "{shared}");
    town.discord.until_seen_by(ANN, GENERAL, "Shared.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_answer_that_takes_longer_than_its_token_comes_as_a_direct_message() {
    let times = Times { token: Duration::from_secs(4), ..Times::default() };
    let more = ["discord.token_seconds=2"];
    let town = Town::slow_in(How::Connection, times, Duration::from_secs(2), &more).await;
    let options = [("question", json!(QUESTION)), ("private", json!(true))];
    town.discord.slash(ANN, GENERAL, "research", &options);
    let direct = town.discord.direct(ANN);
    let seen = town.discord.until_seen(direct, ANSWERED).await;
    assert!(seen.contains("too long for me to show it only to you there"), "{seen}");
    assert!(!town.discord.see(GENERAL).contains("1931"));
    assert_eq!(town.discord.invalid(), [""; 0]);
}
