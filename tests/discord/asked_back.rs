//! Questions back, the plan, and leave to publish.

use super::town::{How, Town, on_one};
use crate::world::discord::words::steady;
use crate::world::discord::{ANN, BEN, GENERAL};
use serde_json::json;

on_one!(over_a_connection Connection:
    a_bare_topic_becomes_an_answer_by_questions_and_a_plan,
    an_answer_waits_for_leave_where_the_operator_wants_it,
);
on_one!(over_http Http: a_plan_is_changed_and_started);

async fn a_bare_topic_becomes_an_answer_by_questions_and_a_plan(how: How) {
    let town = Town::open(how).await;
    let options = [("question", json!("harbour bridge")), ("planning", json!("interactive"))];
    town.discord.slash(ANN, GENERAL, "research", &options);
    let thread = town.new_thread(GENERAL, &[]).await;
    let seen = town.discord.until_seen(thread, "[In my own words…]").await;
    insta::assert_snapshot!("a_question_back", steady(&seen));
    // Nobody else answers for her.
    let token = town.discord.presses(BEN, thread, "Just go");
    town.discord.until_answered(&token).await;
    town.discord.until_seen_by(BEN, thread, "Only the person who asked").await;

    let form = town.discord.presses(ANN, thread, "In my own words");
    assert_eq!(town.discord.until_answered(&form).await.0, 9);
    town.discord.fills(ANN, thread, &form, "its opening");
    town.discord.until_seen(thread, "Answer: its opening").await;
    town.discord.until_times(thread, "[In my own words…]", 1).await;
    town.discord.presses(ANN, thread, "Just go");
    town.answer(thread).await;
    // What stood there before is brought up to date after it.
    town.discord.until_seen(thread, "Answered below.").await;
    let seen = town.discord.until_seen(thread, "so I went with my best guess").await;
    insta::assert_snapshot!("a_bare_topic_becomes_an_answer", steady(&seen));
}

async fn a_plan_is_changed_and_started(how: How) {
    let town = Town::open(how).await;
    let question = "What is the length of the Harbour Bridge of Eastmoor, and who opened it in 1931?";
    let options = [("question", json!(question)), ("planning", json!("interactive"))];
    town.discord.slash(ANN, GENERAL, "research", &options);
    let thread = town.new_thread(GENERAL, &[]).await;
    // Questions back come first, as many as there are.
    loop {
        let seen = town.discord.until("a question or the plan", |state| {
            let open = state.messages_of(thread).any(|message| {
                let parts = message["components"].to_string();
                parts.contains("custom|") || parts.contains("plan|")
            });
            open.then_some(())
        });
        seen.await;
        let seen = town.discord.see(thread);
        if seen.contains("[Change the plan…]") {
            break;
        }
        let before = seen.matches("Answer: ").count();
        if seen.contains("[In my own words…]") {
            let form = town.discord.presses(ANN, thread, "In my own words");
            town.discord.until_answered(&form).await;
            town.discord.fills(ANN, thread, &form, "all of it");
        }
        town.discord.until_times(thread, "Answer: ", before + 1).await;
    }
    let form = town.discord.presses(ANN, thread, "Change the plan");
    assert_eq!(town.discord.until_answered(&form).await.0, 9);
    town.discord.fills(ANN, thread, &form, "harbour bridge Eastmoor opened");
    town.discord.until_seen(thread, "changed").await;
    town.discord.until_seen(thread, "[Start]").await;
    town.discord.presses(ANN, thread, "Start");
    let seen = town.answer(thread).await;
    assert!(seen.contains("1931"), "{seen}");
    town.discord.until_seen(thread, "The plan: approved").await;
}

async fn an_answer_waits_for_leave_where_the_operator_wants_it(how: How) {
    let town = Town::with(how, &["approval.publish=true"]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    let waiting = town.discord.until_seen(thread, "[Publish]").await;
    assert!(!waiting.contains("1931 by"), "{waiting}");
    town.discord.presses(ANN, thread, "Show it to me");
    town.discord.until_seen_by(ANN, thread, "1931").await;
    town.discord.presses(ANN, thread, "Publish");
    assert!(town.answer(thread).await.contains("1931"));
}
