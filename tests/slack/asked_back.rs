//! Questions back, plans, leave to go on.

use super::office::{How, Office, QUESTION, on_one};
use crate::world::slack::state::Books;

on_one!(over_a_connection Connection: leave_is_asked_before_it_is_shown);
on_one!(over_http Http: a_topic_becomes_an_answer_by_questions_and_a_plan);

async fn a_topic_becomes_an_answer_by_questions_and_a_plan(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.command("U1", "C1", "harbour bridge plan");
    let root = slack.message("C1", "", "Ann asks:").await.ts;
    let first = slack.message("C1", &root, "Just go").await;
    // Others may not answer for the asker.
    slack.press("U2", &first, "Just go");
    office.whisper("U2", "who asked").await;
    let form = slack.form("U1", &first, "In my own words…").await;
    slack.fill(&form, "how it works");
    let chosen =
        |books: &Books| books.message("C1", &first.ts).filter(|one| one.says("how it works")).cloned();
    let chosen = slack.until("what was chosen", chosen).await;
    assert!(!chosen.says("[Just go]"), "the card says what was chosen and asks no more: {chosen:?}");
    // The other questions, one at a time, and then the plan.
    let plan = loop {
        let open = |books: &Books| {
            let mut all = books.messages.iter().rev().filter(|one| one.is_in(&root) && one.ts != first.ts);
            all.find(|one| one.says("[Start]") || one.says("[In my own words…]")).cloned()
        };
        let open = slack.until("question or plan", open).await;
        if open.says("[Start]") {
            break open;
        }
        let form = slack.form("U1", &open, "In my own words…").await;
        slack.fill(&form, "any");
        let answered = |books: &Books| {
            books.message("C1", &open.ts).filter(|one| !one.says("[In my own words…]")).map(|_| ())
        };
        slack.until("end of the question", answered).await;
    };
    let form = slack.form("U1", &plan, "Change the plan…").await;
    slack.fill(&form, "harbour bridge Eastmoor opened");
    let again = |books: &Books| {
        let mut all = books.messages.iter().rev();
        all.find(|one| one.is_in(&root) && one.ts > plan.ts && one.says("[Start]")).cloned()
    };
    let again = slack.until("changed plan", again).await;
    slack.press("U1", &again, "Start");
    let answer = office.answer("C1", &root).await;
    assert!(answer.says("1931") || answer.says("412"), "{}", slack.seen());
}

async fn leave_is_asked_before_it_is_shown(how: How) {
    let office = Office::with(how, &["approval.publish=true"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let leave = slack.message("C1", &asked, "[Publish]").await;
    assert!(!leave.says("1931"), "{leave:?}");
    slack.press("U1", &leave, "Publish");
    assert!(office.answer("C1", &asked).await.says("1931"));
}
