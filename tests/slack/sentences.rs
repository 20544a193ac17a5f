//! Every failure speaks: a sentence to the person, alone where the channel cannot be written to, and no lost job.

use super::office::{How, Office, QUESTION, on_one};

on_one!(over_a_connection Connection: where_it_may_not_write_it_writes_to_the_person);
on_one!(over_http Http: a_refusal_finds_its_way_to_the_person);

fn fails(office: &Office, method: &str, error: &str) {
    office.slack.books().faults.refuse(method, [error.to_owned()]);
}

async fn where_it_may_not_write_it_writes_to_the_person(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    fails(&office, "chat.startStream", "restricted_action");
    fails(&office, "chat.postMessage", "restricted_action");
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = slack.message("DU1", "", "[Sources]").await;
    assert!(answer.says("I can't post where you asked"), "{answer:?}");
    assert!(answer.says("1931") && slack.thread("C1", &asked).is_empty(), "{}", slack.seen());
    let log = office.server.machine.logged();
    assert!(log.contains("not allowed: restricted_action"), "the operator reads of it");
    // What can be done with it works there too.
    slack.press("U1", &answer, "Sources");
    slack.message("DU1", "", "[Pin]").await;
}

async fn a_refusal_finds_its_way_to_the_person(how: How) {
    let office = Office::with(how, &["admission.runs=1", "admission.per_minutes=60"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    fails(&office, "chat.postEphemeral", "user_not_in_channel");
    slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    let told = slack.message("DU1", "", "You have started 1 research run in").await;
    assert!(told.says("The next one can start in"), "{told:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_channel_is_named_to_who_asks_in_it() {
    let office = Office::open(How::Connection).await;
    let slack = &office.slack;
    slack.books().channels.get_mut("C1").expect("there").archived = true;
    slack.command("U1", "C1", QUESTION);
    slack.message("DU1", "", "This channel is archived. Please ask me somewhere else.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_form_that_slack_does_not_open_is_spoken_of() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    fails(&office, "views.open", "not_allowed_token_type");
    slack.press("U1", &answer, "👎");
    office.whisper("U1", "Slack won't let me open a form here (not_allowed_token_type).").await;
}
