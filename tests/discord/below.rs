//! Below an answer: sources, reasons, deeper, again, export, and what is said on.

use super::town::{How, QUESTION, Town, on_both, on_one};
use crate::world::discord::words::steady;
use crate::world::discord::{ANN, BEN, GENERAL};
use gorkd_reader::find_browser;

on_both!(everything_below_an_answer_works, a_run_is_steered_and_stopped_by_its_buttons,);
on_one!(over_a_connection Connection: an_answer_is_printed_where_there_is_a_browser);
on_one!(over_http Http: an_answer_is_exported_as_a_file, others_may_not_command_a_run);

async fn everything_below_an_answer_works(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.presses(BEN, thread, "Sources");
    let seen = town.discord.until_seen_by(BEN, thread, "Pin or leave out").await;
    insta::assert_snapshot!("sources", steady(&seen));
    town.discord.chooses(BEN, thread, "Why trust this answer");
    town.discord.until_seen_by(BEN, thread, "Why trust this answer").await;
    town.discord.presses(ANN, thread, "Sources");
    town.discord.until_seen_by(ANN, thread, "Pin or leave out").await;
    town.discord.chooses(ANN, thread, "[1]");
    town.discord.until_seen_by(ANN, thread, "Pinned: ").await;
    town.discord.presses(ANN, thread, "Rewrite the answer");
    town.answers(thread, 2).await;
    town.discord.presses(BEN, thread, "Go deeper");
    town.answers(thread, 3).await;
    assert!(town.newest(thread).contains("1931"), "{}", town.newest(thread));
    let form = town.discord.presses(BEN, thread, "👎");
    town.discord.until_answered(&form).await;
    town.discord.fills(BEN, thread, &form, "too short");
    town.discord.until_seen_by(BEN, thread, "Thank you").await;
    assert_eq!(town.discord.invalid(), [""; 0]);
}

async fn an_answer_is_exported_as_a_file(how: How) {
    let town = Town::open(how).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.chooses(BEN, thread, "Download as Markdown");
    let seen = town.discord.until_seen_by(BEN, thread, "  file ").await;
    assert!(seen.contains(".md"), "{seen}");
    let state = town.discord.lock();
    let bytes = &state.files.values().next().expect("a file").bytes;
    assert!(String::from_utf8_lossy(bytes).contains("1931"));
}

async fn an_answer_is_printed_where_there_is_a_browser(how: How) {
    let browser = find_browser().expect("a Chromium (on Debian: apt-get install -y chromium)");
    let town = Town::with(how, &[&format!("reader.browser={}", browser.display())]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.chooses(BEN, thread, "Download as PDF");
    let seen = town.discord.until_seen_by(BEN, thread, "  file ").await;
    assert!(seen.contains(".pdf"), "{seen}");
    let state = town.discord.lock();
    let bytes = &state.files.values().next().expect("a file").bytes;
    assert_eq!(&bytes[..5], b"%PDF-");
}

async fn a_run_is_steered_and_stopped_by_its_buttons(how: How) {
    let town = Town::held(how, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    let form = town.discord.presses(ANN, thread, "Steer");
    assert_eq!(town.discord.until_answered(&form).await.0, 9);
    town.discord.fills(ANN, thread, &form, "only 1931");
    town.discord
        .until("a word about the wish", |state| {
            state.ephemeral.values().any(|viewer| *viewer == ANN).then_some(())
        })
        .await;
    town.discord.presses(ANN, thread, "Stop");
    town.discord.until_seen_by(ANN, thread, "Research stops here").await;
    town.go_on();
    let seen = town.answer(thread).await;
    assert!(seen.contains(QUESTION), "{seen}");
    let seen = town.discord.until_seen(thread, "Answered early from what was read, as you asked").await;
    assert!(seen.contains("You asked for: only 1931"), "{seen}");
}

async fn others_may_not_command_a_run(how: How) {
    let town = Town::held(how, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.presses(BEN, thread, "Stop");
    town.discord.until_seen_by(BEN, thread, "(only you can see this)").await;
    town.go_on();
    town.answer(thread).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wish_in_the_thread_steers_and_a_question_waits() {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.says(ANN, thread, "only 1931");
    town.discord.until_seen(thread, "[Ask it as a question]").await;
    town.discord.says(ANN, thread, "How long is the Harbour Bridge of Eastmoor?");
    town.discord.until_seen(thread, "[Use it to steer the current run]").await;
    town.go_on();
    town.answers(thread, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_of_another_time_says_so() {
    let town = Town::open(How::Connection).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    let job = format!("job_{}", "0".repeat(32));
    for code in ["dance|with|me", &format!("stop|{job}"), &format!("steer|{job}")] {
        let token = town.discord.presses_code(BEN, thread, thread, code);
        town.discord.until_answered(&token).await;
    }
    town.discord.until_seen_by(BEN, thread, "no longer works").await;
    town.discord.until_seen_by(BEN, thread, "isn't shown here").await;
}
