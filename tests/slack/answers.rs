//! What can be done with an answer, and with a run under way.

use super::office::{How, Office, QUESTION, on_both, on_one};
use crate::world::slack::state::Books;
use std::time::Duration;

on_both!(its_sources_and_reasons_are_shown, a_run_is_stopped_by_its_button, a_run_is_steered_by_a_reply,);
on_one!(over_a_connection Connection: an_answer_is_handed_out_as_files);
on_one!(over_http Http: it_is_asked_again_and_deeper);

/// How long a model takes for each of its words, where a run is to be met while it runs.
const SLOW: Duration = Duration::from_millis(1_500);

async fn its_sources_and_reasons_are_shown(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    slack.press("U2", &answer, "Sources");
    let sources = office.whisper("U2", "[Pin]").await;
    assert!(sources.says("opened in 1931") && sources.is_in(&asked), "{sources:?}");
    slack.press("U1", &answer, "Why trust this answer");
    let why = office.whisper("U1", "Every sentence was checked").await;
    assert!(why.says("1931"), "{why:?}");
    slack.press("U1", &answer, "Full answer");
    office.whisper("U1", "Checked against").await;
    slack.press("U2", &answer, "👍");
    office.whisper("U2", "Thank you").await;
    // Who looks into it adds nothing to what the others read.
    assert_eq!(slack.thread("C1", &asked).iter().filter(|one| one.only.is_none()).count(), 2);
    let form = slack.form("U2", &answer, "👎").await;
    slack.fill(&form, "too short");
    let thanks = |books: &Books| {
        let all =
            books.messages.iter().filter(|one| one.only.as_deref() == Some("U2") && one.says("Thank you"));
        (all.count() == 2).then_some(())
    };
    slack.until("second thanks", thanks).await;
}

async fn a_run_is_stopped_by_its_button(how: How) {
    let office = Office::held(how, &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let status = slack.message("C1", &asked, "[Stop and answer]").await;
    // Somebody else may not.
    slack.press("U2", &status, "Stop and answer");
    office.whisper("U2", "who asked").await;
    slack.press("U1", &status, "Stop and answer");
    office.whisper("U1", "Research stops here").await;
    office.go_on();
    slack.message("C1", &asked, "as you asked").await;
    // There is an answer all the same, from what there was.
    slack.message("C1", &asked, "[👍]").await;
}

async fn a_run_is_steered_by_a_reply(how: How) {
    let office = Office::held(how, &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Steer]").await;
    slack.say("U1", "C1", &asked, "only sources from 1931");
    slack.message("C1", &asked, "[Ask it as a question]").await;
    slack.say("U1", "C1", &asked, "How long is the Harbour Bridge of Eastmoor?");
    slack.message("C1", &asked, "turn").await;
    let status = slack.message("C1", &asked, "You asked for: only sources from 1931").await;
    let form = slack.form("U1", &status, "Steer").await;
    slack.fill(&form, "skip blogs");
    office.go_on();
    assert!(office.nth_answer("C1", &asked, 1).await.says("1931"), "{}", slack.seen());
    assert!(office.nth_answer("C1", &asked, 2).await.says("How long is"), "{}", slack.seen());
    assert!(slack.books().undelivered.is_empty());
}

async fn it_is_asked_again_and_deeper(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    slack.press("U1", &answer, "Check again");
    let again = office.nth_answer("C1", &asked, 2).await;
    assert!(again.says("Nothing has changed since"), "{again:?}");
    let label = "Go deeper (up to";
    let deeper = crate::world::slack::words::of(&answer);
    let from = deeper.find(label).unwrap_or_else(|| panic!("{deeper}"));
    let label = deeper[from..].split(']').next().unwrap_or_default().to_owned();
    slack.press("U2", &answer, &label);
    let third = office.nth_answer("C1", &asked, 3).await;
    assert!(third.says("1931") && !third.says("Nothing has changed"), "{third:?}");
}

async fn an_answer_is_handed_out_as_files(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    for (label, end) in
        [("Download as Markdown", ".md"), ("Download as CSV", ".csv"), ("Download as Word", ".docx")]
    {
        slack.press("U1", &answer, label);
        let file = |books: &Books| {
            books.files.values().find(|file| file.shared && file.file.name.ends_with(end)).cloned()
        };
        let file = slack.until(end, file).await;
        assert_eq!(file.channel.as_deref(), Some("DU1"), "{file:?}");
        assert!(file.file.bytes.len() > 50, "{file:?}");
        office.whisper("U1", &format!("{} is in our direct messages", file.file.name)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_edited_question_offers_a_new_run_and_a_deleted_one_takes_all_back() {
    let office = Office::slow(How::Http, SLOW, &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", "When did the ferry of Eastmoor cross the harbour?");
    slack.message("C1", &asked, "[Stop and answer]").await;
    let bot = slack.books().teams["T1"].bot.clone();
    slack.edit("C1", &asked, &format!("<@{bot}> {QUESTION}"));
    let offer = slack.message("C1", &asked, "changed").await;
    assert!(offer.says("["), "{offer:?}");
    slack.delete("C1", &asked);
    let gone = |books: &Books| {
        let mut left = books.messages.iter().filter(|one| one.from_bot && !one.deleted && one.is_in(&asked));
        left.all(|one| one.ts == offer.ts).then_some(())
    };
    slack.until("end of its messages", gone).await;
}
