//! What is done with an answer later: written again, branched, looked at again, watched, judged, tried again.

use super::town::{ANSWERED, How, QUESTION, Town, on_one};
use crate::world::chat::gorkd::{check_watch, own_library, rebuild_bridge, second_process};
use crate::world::discord::{ANN, BEN, CLEO, GENERAL};
use serde_json::json;

const LONG: &str = "How long is the Harbour Bridge of Eastmoor?";

on_one!(over_a_connection Connection:
    a_source_is_left_out_and_the_answer_written_again,
    a_watch_speaks_when_something_has_changed_and_can_be_ended,
    what_was_wrong_is_read_by_those_in_charge,
);
on_one!(over_http Http:
    an_answer_is_branched_and_looked_at_again,
    what_was_withheld_is_tried_again,
    a_question_back_that_nobody_answers_takes_its_default,
);

async fn a_source_is_left_out_and_the_answer_written_again(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    assert!(town.answer(thread).await.contains("1931 by Mayor Ilse Brandt"));
    town.discord.presses(ANN, thread, "Sources");
    town.discord.until_seen_by(ANN, thread, "Pin or leave out").await;
    // Who looks decides nothing.
    town.discord.presses(BEN, thread, "Sources");
    town.discord.until_seen_by(BEN, thread, "Pin or leave out").await;
    town.discord.chooses_of(BEN, thread, "Leave out", "[1]");
    town.discord.until_seen_by(BEN, thread, "Only the person who asked").await;
    town.discord.chooses_of(ANN, thread, "Leave out", "[1]");
    town.discord.until_seen_by(ANN, thread, "Left out: Harbour Bridge of Eastmoor").await;
    town.discord.presses(ANN, thread, "Rewrite the answer");
    town.answers(thread, 2).await;
    let second = town.newest(thread);
    assert!(second.contains("1931") && !second.contains("Ilse Brandt"), "{second}");
    assert_eq!(town.discord.invalid(), [""; 0]);
}

async fn an_answer_is_branched_and_looked_at_again(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.chooses(BEN, thread, "Try again from the plan");
    let seen = town.answers(thread, 2).await;
    assert!(town.newest(thread).contains("1931"), "{seen}");
    town.discord.chooses(BEN, thread, "Check again");
    let seen = town.answers(thread, 3).await;
    assert!(seen.contains("Nothing has changed since"), "{seen}");
}

async fn a_watch_speaks_when_something_has_changed_and_can_be_ended(how: How) {
    let town = Town::with_machine(how, own_library(), &["watches.look_seconds=1"]).await;
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(LONG))]);
    let thread = town.new_thread(GENERAL, &[]).await;
    assert!(town.answer(thread).await.contains("412"));
    town.discord.chooses(ANN, thread, "Watch for changes: daily");
    town.discord.until_seen_by(ANN, thread, "tell you here when the answer changes").await;
    let app = second_process(&town.server).await;
    assert_eq!(check_watch(&app).await.changed, None);
    assert_eq!(town.discord.see(thread).matches(ANSWERED).count(), 1, "nothing has changed, nothing is said");
    rebuild_bridge(&town.server.machine);
    assert!(check_watch(&app).await.changed.is_some());
    let seen = town.discord.until_seen(thread, "Changed since").await;
    assert!(seen.contains("415"), "{seen}");
    app.close().await;
    // The list, and the end of it.
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!("watches"))]);
    town.discord.until_seen_by(ANN, GENERAL, "What you watch").await;
    town.discord.presses(ANN, GENERAL, "Stop watching");
    town.discord.until_seen_by(ANN, GENERAL, "no longer watch").await;
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!("watches"))]);
    town.discord.until_seen_by(ANN, GENERAL, "You don't watch any question").await;
    assert_eq!(town.discord.invalid(), [""; 0]);
}

async fn what_was_withheld_is_tried_again(how: How) {
    let town = Town::with(how, &["approval.publish=true"]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Withhold]").await;
    let job = {
        let state = town.discord.lock();
        let codes: String = state.messages_of(thread).map(|one| one["components"].to_string()).collect();
        codes.split("no|").nth(1).and_then(|rest| rest.split('|').next()).expect("its job").to_owned()
    };
    town.discord.presses(ANN, thread, "Withhold");
    let seen = town.discord.until_seen(thread, "It was canceled").await;
    assert!(!seen.contains("1931 by"), "{seen}");
    town.discord.until_seen(thread, "Publishing the answer: declined.").await;
    // As the button below a failure does.
    let again = format!("retry|{job}");
    town.discord.presses_code(BEN, thread, thread, &again);
    town.discord.until_seen_by(BEN, thread, "Only the person who asked").await;
    town.discord.presses_code(ANN, thread, thread, &again);
    town.discord.until_seen(thread, "[Publish]").await;
    town.discord.presses(ANN, thread, "Publish");
    assert!(town.answer(thread).await.contains("1931"));
    let said = town.discord.until_seen(thread, "Answered below.").await;
    assert!(!said.contains("It was canceled"), "one run, told in one place: {said}");
    let said = town.discord.until_seen(thread, "Publishing the answer: approved.").await;
    assert!(
        said.contains("Publishing the answer: declined."),
        "each question shows what was decided: {said}"
    );
}

async fn what_was_wrong_is_read_by_those_in_charge(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.presses(ANN, thread, "👍");
    town.discord.until_seen_by(ANN, thread, "Thank you").await;
    let form = town.discord.presses(BEN, thread, "👎");
    assert_eq!(town.discord.until_answered(&form).await.0, 9);
    town.discord.fills(BEN, thread, &form, "wrong bridge");
    town.discord.until_seen_by(BEN, thread, "Thank you").await;
    let read = [("question", json!("feedback"))];
    town.discord.slash(BEN, GENERAL, "research", &read);
    town.discord.until_seen_by(BEN, GENERAL, "Only admins").await;
    town.discord.slash(CLEO, GENERAL, "research", &read);
    let seen = town.discord.until_seen_by(CLEO, GENERAL, "wrong bridge").await;
    assert!(seen.contains("👍 1, 👎 1"), "{seen}");
}

async fn a_question_back_that_nobody_answers_takes_its_default(how: How) {
    let town = Town::with(how, &["ask.reply_within_seconds=2"]).await;
    let options = [("question", json!(QUESTION)), ("planning", json!("interactive"))];
    town.discord.slash(ANN, GENERAL, "research", &options);
    let thread = town.new_thread(GENERAL, &[]).await;
    assert!(town.answer(thread).await.contains("1931"));
    // What stood there before is brought up to date after it.
    let open = town.discord.until("the end of all questions", |state| {
        let codes: String = state.messages_of(thread).map(|one| one["components"].to_string()).collect();
        (!codes.contains("go|job_") && !codes.contains("yes|job_")).then_some(())
    });
    open.await;
    let seen = town.discord.see(thread);
    let by_default = ["so I went with my best guess", "the default applied"];
    assert!(by_default.iter().any(|words| seen.contains(words)), "{seen}");
}
