//! What goes wrong: gorkd is killed, Slack is down, asks to wait, loses and repeats; channels and messages go.

use super::office::{How, Office, QUESTION, on_both};
use crate::world::chat::PATIENCE;
use crate::world::slack::http::{Request, send, sign};
use crate::world::slack::state::Books;
use crate::world::slack::{SIGNING_SECRET, Slack};
use serde_json::json;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

on_both!(
    what_is_lost_repeated_and_late_is_asked_once,
    a_storm_of_refusals_is_waited_out,
    two_minutes_without_slack_lose_nothing
);

async fn what_is_lost_repeated_and_late_is_asked_once(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    {
        let mut books = slack.books();
        books.faults.doubled.push((String::new(), 6));
        books.faults.dropped.push(("events_api".to_owned(), 2));
        books.faults.swapped = 2;
    }
    let first = slack.mention("U1", "C1", QUESTION);
    let second = slack.mention("U2", "C1", "How long is the Harbour Bridge of Eastmoor?");
    office.answer("C1", &first).await;
    slack.message("C1", &second, "412").await;
    office.marked("C1", &first, "white_check_mark").await;
    office.marked("C1", &second, "white_check_mark").await;
    let delivered = |books: &Books| books.mail.is_empty().then_some(());
    slack.until("all deliveries", delivered).await;
    for thread in [&first, &second] {
        assert_eq!(office.of_thread("C1", thread, "[Sources]"), 1, "{}", slack.seen());
        assert_eq!(slack.thread("C1", thread).len(), 2, "{}", slack.seen());
    }
    assert!(slack.books().undelivered.is_empty());
}

async fn a_storm_of_refusals_is_waited_out(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.books().faults.storms.push((String::new(), 8, Duration::from_secs(1)));
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let books = slack.books();
    let refused = books.calls.iter().filter(|call| call.result == "ratelimited");
    // After a refusal nothing of the kind is sent before the time is over.
    let mut last: Option<(String, Instant)> = None;
    for call in refused {
        if let Some((method, at)) = &last
            && *method == call.method
        {
            assert!(
                call.at.duration_since(*at) >= Duration::from_millis(900),
                "{method} was asked again too soon"
            );
        }
        last = Some((call.method.clone(), call.at));
    }
    assert!(last.is_some(), "nothing was refused");
}

async fn two_minutes_without_slack_lose_nothing(how: How) {
    let office = Office::slow(how, Duration::from_millis(700), &[]).await;
    let slack = &office.slack;
    let first = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &first, "[Stop and answer]").await;
    slack.outage(true);
    // Two minutes of simulated time, in which a question comes that Slack has to keep.
    let second = slack.mention("U2", "C1", "How long is the Harbour Bridge of Eastmoor?");
    let over = slack.books().simulated(120.0);
    tokio::time::sleep(over).await;
    slack.outage(false);
    office.answer("C1", &first).await;
    office.answer("C1", &second).await;
    assert_eq!(office.of_thread("C1", &first, "[Sources]"), 1, "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_post_that_is_never_confirmed_is_found_again() {
    let office = Office::with(How::Connection, &["slack.request_seconds=0.5", "slack.streams=false"]).await;
    let slack = &office.slack;
    slack.books().faults.lost.push(("chat.postMessage".to_owned(), 2));
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    office.marked("C1", &asked, "white_check_mark").await;
    assert_eq!(slack.thread("C1", &asked).len(), 2, "{}", slack.seen());
    assert!(slack.books().count("conversations.replies") >= 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_that_dies_is_gone_on_with_as_a_message() {
    let office = Office::slow(How::Connection, Duration::from_millis(800), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let status = slack.message("C1", &asked, "[Stop and answer]").await;
    assert!(status.stream.is_some(), "{status:?}");
    if let Some(stream) = slack.books().message_mut("C1", &status.ts).and_then(|one| one.stream.as_mut()) {
        stream.ended = true;
    }
    office.answer("C1", &asked).await;
    let edited = |books: &Books| {
        let own = books.message("C1", &status.ts)?;
        (own.stream.is_none() && own.says("Answered below")).then_some(())
    };
    slack.until("edited status", edited).await;
    let dead = slack.books().calls.iter().any(|call| call.result == "message_not_in_streaming_state");
    assert!(
        dead,
        "{:?}",
        slack.books().calls.iter().map(|one| (&one.method, &one.result)).collect::<Vec<_>>()
    );
    assert_eq!(slack.thread("C1", &asked).len(), 2, "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_is_handed_over_before_slack_ends_it() {
    let office =
        Office::slow(How::Connection, Duration::from_millis(700), &["slack.stream_seconds=0.5"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let books = slack.books();
    assert!(
        books.count("chat.stopStream") == 1 && books.count("chat.update") >= 2,
        "{:?}",
        books.calls.len()
    );
    assert!(books.calls.iter().all(|call| call.result == "ok"), "{:?}", books.calls);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_there_are_no_streams_a_message_is_edited() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    slack.books().teams.get_mut("T1").expect("there").streams = false;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let again = slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    office.answer("C1", &again).await;
    assert_eq!(slack.books().count("chat.startStream"), 1, "a refusal is remembered");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_status_that_was_taken_away_is_not_posted_again() {
    let office = Office::slow(How::Connection, Duration::from_millis(700), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let status = slack.message("C1", &asked, "[Stop and answer]").await;
    if let Some(message) = slack.books().message_mut("C1", &status.ts) {
        message.deleted = true;
    }
    office.answer("C1", &asked).await;
    office.marked("C1", &asked, "white_check_mark").await;
    assert_eq!(slack.thread("C1", &asked).len(), 1, "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_for_an_archived_channel_goes_to_the_person() {
    let office = Office::slow(How::Connection, Duration::from_millis(700), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    slack.books().channels.get_mut("C1").expect("there").archived = true;
    let answer = slack.message("DU1", "", "[Sources]").await;
    assert!(answer.says("archived or gone") && answer.says("1931"), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_workspace_that_removes_gorkd_is_left_in_peace() {
    let office = Office::slow(How::Connection, Duration::from_millis(700), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    slack.uninstall("T1");
    let quiet = |books: &Books| books.mail.is_empty().then_some(books.calls.len());
    slack.until("delivery", quiet).await;
    // No loop of refused requests: within a whole run they are a handful at most.
    a_run_elsewhere(&office).await;
    let refused = slack.books().calls.iter().filter(|call| call.result == "token_revoked").count();
    assert!(refused <= 6, "{refused} requests with a token that was taken back");
}

/// A run of somebody on the web, and the one in Slack, which may end later.
async fn a_run_elsewhere(office: &Office) {
    let (_, job) = office.server.ask("Who opened the Harbour Bridge of Eastmoor?").await;
    office.server.until_over(&job, &[]).await;
    let ended = || office.server.machine.logged().matches("job left").count();
    let both = async {
        while ended() < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(PATIENCE, both).await.expect("both runs end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_taken_back_costs_no_question() {
    let office = Office::slow(How::Connection, Duration::from_millis(700), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    // Nobody tells of it: the next request finds out.
    slack.books().teams.get_mut("T1").expect("there").revoked = true;
    let refused = |books: &Books| books.calls.iter().filter(|call| call.result == "token_revoked").count();
    slack.until("refusal", |books: &Books| (refused(books) > 0).then_some(())).await;
    a_run_elsewhere(&office).await;
    assert!(
        refused(&slack.books()) <= 6,
        "{} requests with a token that was taken back",
        refused(&slack.books())
    );
    let log = office.server.machine.logged();
    assert!(log.contains("access was revoked: token_revoked"), "the operator reads of it");
    // Let in again, it still knows the question, and goes on in its thread.
    slack.books().teams.get_mut("T1").expect("there").revoked = false;
    slack.command("U1", "C1", "threads");
    assert!(office.whisper("U1", "Your questions").await.says(QUESTION));
    slack.say("U1", "C1", &asked, "How long is the Harbour Bridge of Eastmoor?");
    assert!(office.answer("C1", &asked).await.says("How long is"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_come_back_without_a_hurry() {
    let office = Office::open(How::Connection).await;
    let slack = &office.slack;
    slack.refresh_sockets();
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    // A Slack that ends every connection at once is not asked for hundreds.
    let before = slack.books().opened.len();
    let end = Instant::now() + PATIENCE;
    let opened = loop {
        slack.books().drop_sockets();
        let opened = slack.books().opened[before..].to_vec();
        if opened.len() >= 12 {
            break opened;
        }
        assert!(Instant::now() < end, "{} connections were opened", opened.len());
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    // Two at a time, each with pauses of 100, 200, 400, 800 and 1600 ms, or half of that.
    let took = opened[11].duration_since(opened[0]);
    assert!(took >= Duration::from_secs(1), "twelve connections were opened in {took:.1?}");
    let asked = slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    slack.message("C1", &asked, "412").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_slack_has_signed_lately_is_taken() {
    let office = Office::open(How::Http).await;
    let base = format!("http://127.0.0.1:{}", office.server.port);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970").as_secs();
    let body = json!({"type": "url_verification", "challenge": "c1"}).to_string();
    let request = |body: &str| Request {
        path: "/slack/events",
        kind: "application/json",
        body: body.to_owned(),
        retry: 0,
    };
    let signed = sign(SIGNING_SECRET, now, &body);
    let (status, answer) = send(&base, &request(&body), now, &signed).await.expect("an answer");
    assert_eq!((status, &answer["challenge"]), (200, &json!("c1")));
    let other = sign("another secret", now, &body);
    assert_eq!(send(&base, &request(&body), now, &other).await.expect("an answer").0, 401);
    let old = now - 301;
    let late = sign(SIGNING_SECRET, old, &body);
    assert_eq!(send(&base, &request(&body), old, &late).await.expect("an answer").0, 401);
    let changed = body.replace("c1", "c2");
    assert_eq!(send(&base, &request(&changed), now, &signed).await.expect("an answer").0, 401);
    let broken = "{\"type\":";
    let signed = sign(SIGNING_SECRET, now, broken);
    assert_eq!(send(&base, &request(broken), now, &signed).await.expect("an answer").0, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_permission_stops_no_answer() {
    let office = Office::open(How::Connection).await;
    let slack = &office.slack;
    without(
        slack,
        &["reactions:write", "users:read", "channels:read", "groups:read", "im:read", "mpim:read"],
    );
    let asked = slack.mention("U1", "C1", QUESTION);
    assert!(office.answer("C1", &asked).await.says("1931"));
    without(slack, &["files:write"]);
    let answer = office.answer("C1", &asked).await;
    slack.press("U1", &answer, "Download as Markdown");
    office.whisper("U1", "I'm missing a permission in this workspace (missing_scope)").await;
}

fn without(slack: &Slack, scopes: &[&str]) {
    let mut books = slack.books();
    let team = books.teams.get_mut("T1").expect("there");
    for scope in scopes {
        team.scopes.remove(*scope);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_slack_does_not_take_is_said_in_words() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    let refuse = |method: &str, codes: &[&str]| {
        slack.books().faults.refuse(method, codes.iter().map(|code| (*code).to_owned()));
    };
    refuse("chat.postMessage", &["invalid_blocks"]);
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = slack.message("C1", &asked, "1931").await;
    assert!(!answer.says("[Sources]"), "words alone: {answer:?}");
    office.marked("C1", &asked, "white_check_mark").await;
    // Refused in words, too: the person hears of it in a direct message, and the question is marked.
    refuse("chat.postMessage", &["a_code_of_tomorrow", "a_code_of_tomorrow"]);
    let asked = slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    let direct = slack.message("DU1", "", "412").await;
    assert!(direct.says("couldn't be posted where you asked"), "{direct:?}");
    office.marked("C1", &asked, "white_check_mark").await;
    // Its form is refused there as well: then the words say why they come there.
    refuse("chat.postMessage", &["a_code_of_tomorrow", "a_code_of_tomorrow", "a_code_of_tomorrow"]);
    slack.mention("U1", "C1", "Who opened the Harbour Bridge of Eastmoor?");
    let direct = slack.message("DU1", "", "Who opened").await;
    assert!(direct.says("Ilse Brandt") && direct.says("couldn't be posted where you asked"), "{direct:?}");
    assert!(direct.blocks.as_array().is_none_or(Vec::is_empty), "{direct:?}");
}

/// Every published error of every method that posts or edits, and one unknown error.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_error_leaves_a_person_without_an_end() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    // The first run finds the answer. The others get it while Slack refuses.
    let first = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &first).await;
    let told =
        ["chat.postMessage", "chat.update", "chat.startStream", "chat.appendStream", "chat.stopStream"];
    for method in told {
        let mut codes = crate::world::slack::published::methods()[method].errors();
        codes.push("a_code_of_tomorrow".to_owned());
        assert!(codes.len() > 10, "{method}: {codes:?}");
        slack.books().faults.refuse(method, codes);
    }
    let asked: Vec<String> = (0..20).map(|_| slack.mention("U2", "C1", QUESTION)).collect();
    let ended = |books: &Books| {
        let in_thread = |ts: &str| {
            books.messages.iter().any(|one| one.is_in(ts) && one.from_bot && !one.deleted && one.says("1931"))
        };
        let marked = |ts: &str| {
            let reactions = books.message("C1", ts).map(|one| one.reactions.clone()).unwrap_or_default();
            ["white_check_mark", "warning", "x"].iter().any(|mark| reactions.contains_key(*mark))
        };
        let open: Vec<&String> = asked.iter().filter(|ts| !in_thread(ts) && !marked(ts)).collect();
        open.is_empty().then_some(())
    };
    slack.until("an end of every question", ended).await;
    // Who has nothing in his thread has it in his direct messages, or a mark that says that nothing comes.
    let in_thread = asked.iter().filter(|ts| office.of_thread("C1", ts, "1931") > 0).count();
    let elsewhere = |books: &Books| {
        let mine = books.messages.iter().filter(|one| one.channel == "DU2" && !one.deleted);
        let told = mine.filter(|one| one.says("1931")).count();
        let crossed =
            |ts: &&String| books.message("C1", ts).is_some_and(|one| one.reactions.contains_key("x"));
        let crossed = asked.iter().filter(crossed).count();
        (told + in_thread + crossed >= asked.len()).then_some(())
    };
    slack.until(&format!("an end of those without an answer ({in_thread} have one)"), elsewhere).await;
    assert!(in_thread >= 5, "{in_thread}");
}
