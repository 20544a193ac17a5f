//! Agent sessions: what Slack shows beside a thread, its own stop button, and apps that were made before there were
//! any.

use super::office::{How, Office, QUESTION, on_both, on_one};
use crate::world::slack::state::Books;
use serde_json::json;
use std::time::Duration;

on_both!(a_run_is_shown_as_a_session, slacks_own_button_stops_a_run,);
on_one!(over_a_connection Connection:
    a_session_waits_for_the_person,
    what_somebody_looks_at_is_offered_as_a_question,
);
on_one!(over_http Http: who_may_not_stop_a_run_is_told_so, an_app_made_before_goes_on);

/// The states of a session once it is in the last of them.
async fn past(office: &Office, channel: &str, thread: &str, last: &str) -> Vec<String> {
    let key = (channel.to_owned(), thread.to_owned());
    let look = |books: &Books| {
        let session = books.sessions.get(&key)?;
        (session.status == last).then(|| session.past.clone())
    };
    office.slack.until(&format!("session in state {last}"), look).await
}

async fn a_run_is_shown_as_a_session(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let past = past(&office, "C1", &asked, "active").await;
    assert_eq!(past.first().map(String::as_str), Some("processing"), "{past:?}");
    {
        let books = slack.books();
        let session = &books.sessions[&("C1".to_owned(), asked.clone())];
        assert_eq!((session.title.as_str(), session.initiator.as_str()), (QUESTION, "U1"));
        let order: Vec<&str> = books.calls.iter().map(|call| call.method.as_str()).collect();
        let ended = order.iter().rposition(|method| *method == "agents.sessions.setStatus");
        let answered = order.iter().rposition(|method| *method == "chat.postMessage");
        assert!(answered < ended, "the message comes first: {order:?}");
        assert!(books.violations.is_empty(), "{:?}", books.violations);
    }
    // Nothing of a private question is shown to a channel.
    let in_channel = |books: &Books| books.sessions.keys().filter(|(channel, _)| channel == "C1").count();
    let sessions = in_channel(&slack.books());
    slack.command("U1", "C1", &format!("{QUESTION} private"));
    office.direct("U1", "[Sources]").await;
    assert_eq!(in_channel(&slack.books()), sessions, "{:?}", slack.books().sessions);
}

async fn a_session_waits_for_the_person(how: How) {
    let office = Office::with(how, &["approval.publish=true"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let leave = slack.message("C1", &asked, "[Publish]").await;
    past(&office, "C1", &asked, "suspended").await;
    slack.press("U1", &leave, "Publish");
    office.answer("C1", &asked).await;
    past(&office, "C1", &asked, "active").await;
}

async fn slacks_own_button_stops_a_run(how: How) {
    let office = Office::slow(how, Duration::from_secs(3), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    past(&office, "C1", &asked, "processing").await;
    slack.press_stop("U1", "C1", &asked);
    slack.message("C1", &asked, "as you asked").await;
    slack.message("C1", &asked, "[👍]").await;
    past(&office, "C1", &asked, "active").await;
}

async fn who_may_not_stop_a_run_is_told_so(how: How) {
    let office = Office::slow(how, Duration::from_secs(2), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    past(&office, "C1", &asked, "processing").await;
    slack.press_stop("U2", "C1", &asked);
    office.whisper("U2", "who asked").await;
    // The stream is over, so the run goes on in a message that is edited.
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("1931") && !answer.says("as you asked"), "{answer:?}");
    let past = past(&office, "C1", &asked, "active").await;
    assert!(past.iter().filter(|state| *state == "processing").count() >= 2, "{past:?}");
}

async fn an_app_made_before_goes_on(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.books().teams.get_mut("T1").expect("there").agent = false;
    let (channel, thread) = slack.open_assistant("U1", "C1");
    let kept = |name: &'static str| {
        let key = (channel.clone(), thread.clone());
        move |books: &Books| books.assistants.get(&key)?.get(name).cloned()
    };
    assert!(slack.until("prompts", kept("prompts")).await.as_array().is_some_and(|all| all.len() == 3));
    slack.say("U1", &channel, &thread, QUESTION);
    assert!(office.answer(&channel, &thread).await.says("1931"));
    assert_eq!(slack.until("title", kept("title")).await, json!(QUESTION));
    assert!(slack.books().sessions.is_empty());
}

async fn what_somebody_looks_at_is_offered_as_a_question(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.books().add_channel("T1", "C7", "harbour-plans");
    slack.books().add_channel("T1", "C8", "mergers");
    slack.books().channels.get_mut("C8").expect("there").private = true;
    let tab = slack.open_messages("U1");
    let first = |wanted: &'static str| {
        let key = (tab.clone(), String::new());
        move |books: &Books| {
            let prompts = books.assistants.get(&key)?.get("prompts")?.as_array()?;
            let prompt = prompts.first().filter(|prompt| prompt["title"] == wanted)?;
            Some((prompts.len(), prompt["message"].clone()))
        }
    };
    const USUAL: &str = "What is known about …";
    assert_eq!(slack.until("usual prompts", first(USUAL)).await.0, 3);
    slack.look_at("U1", Some("C7"));
    let offered = slack.until("prompt about the channel", first("About #harbour-plans")).await;
    assert_eq!(offered, (4, json!("What do we know about harbour plans?")));
    // A private channel is named to nobody, not even to those who are in it.
    slack.look_at("U1", Some("C8"));
    assert_eq!(slack.until("usual prompts", first(USUAL)).await.0, 3);
    slack.look_at("U1", Some("C7"));
    slack.until("prompt about the channel", first("About #harbour-plans")).await;
    slack.look_at("U1", None);
    assert_eq!(slack.until("usual prompts", first(USUAL)).await.0, 3);
}
