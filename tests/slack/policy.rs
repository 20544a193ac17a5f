//! What a place allows, how much, and when to try again; questions whose time is over.

use super::office::{How, Office, QUESTION, on_one};
use crate::world::slack::Slack;
use crate::world::slack::state::Message;

const LONG: &str = "How long is the Harbour Bridge of Eastmoor?";

on_one!(over_a_connection Connection: admins_decide_what_is_run_in_a_channel);
on_one!(over_http Http: limits_of_a_channel_and_a_workspace_say_when_to_try_again);

/// Ann governs the workspace.
fn governed(slack: &Slack) {
    slack.books().users.get_mut("U1").expect("there").admin = true;
    slack.books().add_channel("T1", "C2", "open");
}

async fn admins_decide_what_is_run_in_a_channel(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    governed(slack);
    slack.command("U2", "C1", "memory place set deep admins");
    office.whisper("U2", "Only admins can change the settings of a place.").await;
    slack.command("U1", "C1", "memory place set deep admins");
    assert!(office.whisper("U1", "deep").await.says("admins"));
    slack.command("U2", "C1", &format!("{QUESTION} deep"));
    office.whisper("U2", "Only admins of this place may run deep here. Ask without deep").await;
    // Another channel is none of it.
    slack.command("U2", "C2", &format!("{QUESTION} deep"));
    let root = slack.message("C2", "", "Ben asks:").await.ts;
    assert!(office.answer("C2", &root).await.says("1931"));
    slack.command("U1", "C1", "memory place set profiles quick");
    office.whisper("U1", "profiles").await;
    slack.command("U1", "C1", &format!("{LONG} deep"));
    office.whisper("U1", "Only these profiles are allowed here: quick.").await;
    // What is not asked for is run as the place allows.
    let asked = slack.mention("U2", "C1", LONG);
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("Go deeper (up to $0.20)"), "{answer:?}");
}

async fn limits_of_a_channel_and_a_workspace_say_when_to_try_again(how: How) {
    let office = Office::with(how, &["chat.workspace_runs_per_hour=2"]).await;
    let slack = &office.slack;
    governed(slack);
    slack.command("U1", "C1", "memory place set runs_per_hour 1");
    office.whisper("U1", "runs_per_hour").await;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    slack.mention("U2", "C1", LONG);
    office.whisper("U2", "In this channel, 1 run an hour is allowed. Try again in").await;
    let asked = slack.mention("U2", "C2", LONG);
    assert!(office.answer("C2", &asked).await.says("412"));
    slack.mention("U1", "C2", "Who opened the Harbour Bridge of Eastmoor?");
    let full = office.whisper("U1", "In this workspace, 2 runs an hour are allowed.").await;
    assert!(full.says("min."), "{full:?}");
}

/// How far the question behind an answer was allowed to travel, as its own page has it.
async fn privacy_of(office: &Office, answer: &Message) -> String {
    let words = crate::world::slack::words::of(answer);
    let from = words.find("job_").expect("a link to its page");
    let job: String = words[from..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let page = office.server.get(&format!("/api/jobs/{job}")).await;
    assert_eq!(page.status, 200, "{page:?}");
    page.json()["privacy"].as_str().expect("a name").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_in_a_channel_that_keeps_to_itself_goes_nowhere() {
    let office = Office::with(How::Http, &["ask.privacy=hybrid"]).await;
    let slack = &office.slack;
    governed(slack);
    slack.command("U1", "C1", "memory place set privacy local_only");
    office.whisper("U1", "local_only").await;
    let asked = slack.mention("U2", "C1", QUESTION);
    assert_eq!(privacy_of(&office, &office.answer("C1", &asked).await).await, "local_only");
    let asked = slack.mention("U2", "C2", LONG);
    assert_eq!(privacy_of(&office, &office.answer("C2", &asked).await).await, "hybrid");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_whose_money_is_spent_is_told_until_when() {
    // A search that costs half a cent, and that nobody may be asked for here: there is no server behind it.
    let paid = ["ask.privacy=hybrid", "search.exa.base_url=http://127.0.0.1:9", "search.exa.key=a-key"];
    let office = Office::with(How::Connection, &paid).await;
    let slack = &office.slack;
    governed(slack);
    slack.command("U1", "C1", "memory place set month_usd 0.001");
    office.whisper("U1", "0.001").await;
    let asked = slack.mention("U2", "C1", QUESTION);
    // What costs nothing is done all the same.
    assert!(office.answer("C1", &asked).await.says("1931"));
    slack.message("C1", &asked, "A monthly budget is used up (this channel): $0.00 of $0.001 is spent").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_nobody_answers_takes_its_default_and_says_so() {
    let office = Office::with(How::Connection, &["ask.reply_within_seconds=4"]).await;
    let slack = &office.slack;
    slack.command("U1", "C1", "harbour bridge plan");
    let root = slack.message("C1", "", "Ann asks:").await.ts;
    slack.message("C1", &root, "so I went with my best guess.").await;
    let answer = office.answer("C1", &root).await;
    assert!(answer.says("1931"), "{answer:?}");
    // Nothing is left to press on the cards.
    let open = slack.thread("C1", &root).iter().any(|one| one.says("[Just go]") || one.says("[Start]"));
    assert!(!open, "{}", slack.seen());
}
