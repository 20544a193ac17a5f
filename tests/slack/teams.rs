//! Several workspaces in one gorkd, which install it by themselves; guests, private channels, enterprises.

use super::office::{How, Office, QUESTION, on_both};
use crate::world::slack::state::Books;
use crate::world::slack::{CLIENT_ID, CLIENT_SECRET};
use std::time::Duration;

const SEAL: &str = "slack.seal_key=0123456789abcdef0123456789abcdef";

/// An office without a token of its own, for installs.
async fn open_to_all(how: How) -> Office {
    let id = format!("slack.client_id={CLIENT_ID}");
    let secret = format!("slack.client_secret={CLIENT_SECRET}");
    let more = ["slack.bot_token=", &id, &secret, SEAL, "web.public_url=https://gorkd.example.org"];
    let office = Office::with(how, &more).await;
    {
        let mut books = office.slack.books();
        books.add_team("T2");
        books.add_user("T2", "U21", "Zoe");
        books.add_channel("T2", "C21", "second");
    }
    office
}

/// Installs it to a workspace as a browser would.
async fn install(office: &Office, team: &str) {
    let begun = office.server.get("/slack/install").await;
    assert_eq!(begun.status, 302, "{begun:?}");
    let address = url::Url::parse(&begun.headers["location"]).expect("an address");
    let field =
        |name: &str| address.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned());
    assert_eq!(address.host_str(), Some("slack.com"));
    assert_eq!(field("redirect_uri").as_deref(), Some("https://gorkd.example.org/slack/oauth"));
    assert!(field("scope").is_some_and(|scopes| scopes.contains("chat:write")), "{address}");
    let state = field("state").expect("a state");
    let cookie = begun.headers["set-cookie"].split(';').next().unwrap_or_default().to_owned();
    let code = format!("code-{team}");
    office.slack.books().codes.insert(code.clone(), team.to_owned());
    let path = format!("/slack/oauth?code={code}&state={state}");
    // Another browser cannot end what this one began.
    let other = office.server.send("GET", &path, &[("Accept-Language", "ar-EG,en;q=0.5")], None).await;
    assert_eq!(other.status, 400);
    assert!(other.body.contains("<html lang=ar dir=rtl>"), "{}", other.body);
    let done = office.server.send("GET", &path, &[("Cookie", &cookie)], None).await;
    assert_eq!(done.status, 200, "{done:?}");
    assert!(done.body.contains("is installed"), "{}", done.body);
}

on_both!(two_workspaces_install_it_and_ask_at_once);

async fn two_workspaces_install_it_and_ask_at_once(how: How) {
    let mut office = open_to_all(how).await;
    install(&office, "T1").await;
    install(&office, "T2").await;
    let first = office.slack.mention("U1", "C1", QUESTION);
    let second = office.slack.mention("U21", "C21", QUESTION);
    assert!(office.answer("C1", &first).await.says("1931"));
    assert!(office.answer("C21", &second).await.says("1931"));
    assert!(office.slack.books().calls.iter().any(|call| call.team == "T2" && call.result == "ok"));
    let machine = &office.server.machine;
    assert!(!machine.holding("installations").is_empty(), "the installs are kept somewhere");
    assert_eq!(machine.holding("xoxb-t"), [""; 0], "tokens are kept sealed");
    // What was installed is known after a start, and a workspace that goes takes nothing from the other.
    office.kill_and_start();
    office.slack.uninstall("T2");
    let again = office.slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    office.slack.message("C1", &again, "412").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_ends_is_renewed() {
    let office = open_to_all(How::Http).await;
    {
        let mut books = office.slack.books();
        books.teams.get_mut("T1").expect("there").refresh = Some("first".to_owned());
        // About to end: it is renewed before it is used.
        books.token_seconds = 600;
    }
    install(&office, "T1").await;
    let before = office.slack.books().teams["T1"].token.clone();
    assert!(before.starts_with("xoxe.xoxb-"), "{before}");
    let asked = office.slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let books = office.slack.books();
    assert!(books.calls.iter().all(|call| call.result == "ok"), "{:?}", books.calls);
    let renewals = books.calls_of("oauth.v2.access");
    assert_eq!(renewals.len(), 2, "{renewals:?}");
    assert_eq!(renewals[1].arguments["grant_type"], "refresh_token");
    assert_ne!(books.teams["T1"].token, before);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guests_ask_only_where_they_may() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    slack.books().add_user("T9", "U90", "Stranger");
    slack.books().channels.get_mut("C1").expect("there").members.insert("U90".to_owned());
    slack.mention("U90", "C1", QUESTION);
    office.whisper("U90", "only answer members of this workspace").await;
    drop(office);
    let office = Office::with(How::Http, &["slack.guests=true"]).await;
    office.slack.books().add_user("T9", "U90", "Stranger");
    let asked = office.slack.mention("U90", "C1", QUESTION);
    assert!(office.answer("C1", &asked).await.says("1931"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_private_channel_was_told_is_not_given_to_others() {
    let office = Office::with(How::Connection, &["answers.reuse=true"]).await;
    let slack = &office.slack;
    slack.books().add_channel("T1", "C5", "secret");
    slack.books().channels.get_mut("C5").expect("made").private = true;
    let asked = slack.mention("U1", "C5", QUESTION);
    office.answer("C5", &asked).await;
    let reads = |books: &Books| books.calls.len();
    assert!(reads(&slack.books()) > 0);
    let open = slack.mention("U2", "C1", QUESTION);
    let answer = office.answer("C1", &open).await;
    // A run of its own: nothing says that it was known already.
    assert!(!answer.says("asked before") && !answer.says("known"), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workspace_of_an_enterprise_is_answered_under_its_own_name() {
    let office = Office::open(How::Connection).await;
    let slack = &office.slack;
    slack.books().teams.get_mut("T1").expect("there").enterprise = Some("E1".to_owned());
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_of_a_person_say_when_to_try_again() {
    let office = Office::with(How::Http, &["admission.runs=1", "admission.per_minutes=60"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    tokio::time::sleep(Duration::from_millis(10)).await;
    slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    office.whisper("U1", "again in").await;
    let other = slack.mention("U2", "C1", "How long is the Harbour Bridge of Eastmoor?");
    slack.message("C1", &other, "412").await;
}
