//! What goes wrong: permissions, threads that go, limits, lost answers, tokens.

use super::town::{ANSWERED, How, QUESTION, Town};
use crate::world::discord::permissions::{EMBED_LINKS, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL};
use crate::world::discord::state::State;
use crate::world::discord::{ANN, BEN, Discord, GENERAL, Signed, Times};
use serde_json::json;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_missing_permission_is_named() {
    let town = Town::open(How::Connection).await;
    town.discord.forbids(GENERAL, EMBED_LINKS);
    town.discord.slash(ANN, GENERAL, "research", &[("question", json!(QUESTION))]);
    let seen = town.discord.until_seen_by(ANN, GENERAL, "Ask a").await;
    assert!(seen.contains("Embed Links"), "{seen}");
    town.discord.mentions(BEN, GENERAL, QUESTION);
    let direct = town.discord.direct(BEN);
    town.discord.until_seen(direct, "Embed Links").await;
    assert_eq!(town.discord.invalid(), [""; 0], "it knows before it tries");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_permission_that_is_revoked_under_way_sends_the_answer_to_the_asker() {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.forbids(GENERAL, SEND_MESSAGES_IN_THREADS);
    town.go_on();
    let direct = town.discord.direct(ANN);
    let seen = town.discord.until_seen(direct, ANSWERED).await;
    assert!(seen.contains("Ask an admin to give me Send Messages in Threads"), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_that_is_hidden_and_a_thread_that_is_locked_under_way_are_named() {
    for (hidden, words) in [(true, "View Channel"), (false, "Manage Threads")] {
        let town = Town::held(How::Http, &[]).await;
        let thread = town.research(ANN, GENERAL, &[]).await;
        town.discord.until_seen(thread, "[Stop and answer]").await;
        match hidden {
            true => town.discord.forbids(GENERAL, VIEW_CHANNEL),
            false => town.discord.archives(thread, true),
        }
        town.go_on();
        let direct = town.discord.direct(ANN);
        let seen = town.discord.until_seen(direct, ANSWERED).await;
        assert!(seen.contains("Ask an admin to give me") && seen.contains(words), "{seen}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_thread_sends_the_answer_to_the_asker() {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.deletes_channel(thread);
    town.go_on();
    let direct = town.discord.direct(ANN);
    let seen = town.discord.until_seen(direct, ANSWERED).await;
    assert!(seen.contains("is archived or gone"), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_429_delays_and_loses_nothing() {
    let town = Town::slow(How::Connection, Duration::from_millis(500), &[]).await;
    for start in ["POST /channels", "PATCH /channels", "PATCH /webhooks", "PUT /channels"] {
        town.discord.lock().faults.storms.push((start.to_owned(), 4, Duration::from_millis(300)));
    }
    let thread = town.research(ANN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
    assert_eq!(town.discord.invalid(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_got_lost_is_not_posted_twice() {
    let town = Town::open(How::Connection).await;
    let create = "POST /channels/{channel_id}/messages".to_owned();
    town.discord.lock().faults.lost.push((create, 2));
    let thread = town.research(ANN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
    let again = town.research(BEN, GENERAL, &[("profile", json!("quick"))]).await;
    assert_eq!(town.answer(again).await.matches(ANSWERED).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_nonces_do_not_tell_is_read_back() {
    // The nonce is not trusted at all: then messages are looked for.
    let town = Town::with(How::Connection, &["discord.nonce_seconds=0"]).await;
    let create = "POST /channels/{channel_id}/messages".to_owned();
    town.discord.lock().faults.lost.push((create, 2));
    let thread = town.research(ANN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
    let read = town.discord.asked("GET /channels/{channel_id}/messages");
    assert!(read.iter().any(|asked| asked.path.contains(&thread.to_string())), "it was looked for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_outage_delays_and_loses_nothing() {
    let town = Town::held(How::Connection, &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.lock().faults.outage = true;
    town.go_on();
    // The run ends within the outage, and something of it is then tried in vain.
    let over = || town.server.machine.logged().contains("job left");
    let tried = town
        .discord
        .until("the end of the run", |state| over().then_some(state.faults.turned_away.len()))
        .await;
    let again = |state: &State| (state.faults.turned_away.len() > tried).then_some(());
    town.discord.until("a request that is turned away", again).await;
    town.discord.lock().faults.outage = false;
    let seen = town.answer(thread).await;
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_what_discord_signed_is_listened_to() {
    let town = Town::open(How::Http).await;
    assert_eq!(town.discord.ping(Signed::Well).await, Some((200, r#"{"type":1}"#.to_owned())));
    for signed in [Signed::Badly, Signed::Not] {
        assert_eq!(town.discord.ping(signed).await.map(|(status, _)| status), Some(401), "{signed:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_delivery_makes_no_second_run() {
    let town = Town::open(How::Http).await;
    town.discord.lock().faults.doubled.push(("INTERACTION_CREATE".to_owned(), 1));
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    let town_of_events = Town::open(How::Connection).await;
    for event in ["INTERACTION_CREATE", "MESSAGE_CREATE"] {
        town_of_events.discord.lock().faults.doubled.push((event.to_owned(), 1));
    }
    let thread = town_of_events.research(ANN, GENERAL, &[]).await;
    town_of_events.answer(thread).await;
    let known = town_of_events.threads(GENERAL);
    town_of_events.discord.mentions(BEN, GENERAL, "How long is the Harbour Bridge of Eastmoor?");
    let other = town_of_events.new_thread(GENERAL, &known).await;
    town_of_events.answer(other).await;
    for (town, count) in [(&town, 1), (&town_of_events, 2)] {
        assert_eq!(town.threads(GENERAL).len(), count);
        for thread in town.threads(GENERAL) {
            assert_eq!(town.discord.see(thread).matches(ANSWERED).count(), 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_token_ends_in_a_sentence_and_not_in_a_storm() {
    let discord = Discord::start().await;
    discord.lock().bot.token = "another".to_owned();
    let settings = [
        format!("discord.token={}", crate::world::discord::TOKEN),
        format!("discord.application_id={}", crate::world::discord::BOT),
        format!("discord.api_url={}", discord.url()),
    ];
    let given: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = tokio::task::block_in_place(|| crate::web::http::Server::start(&given));
    discord
        .until("a refusal", |state| state.asked.iter().any(|asked| asked.status == 401).then_some(()))
        .await;
    // A whole run later Discord was not asked much more.
    let (_, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    assert!(discord.asked("").len() < 12, "{:?}", discord.asked(""));
    assert!(server.logged().contains("discord.token"), "{}", server.logged());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_longer_than_its_token_is_answered_all_the_same() {
    let times = Times { token: Duration::from_millis(1500), ..Times::default() };
    let town =
        Town::slow_in(How::Connection, times, Duration::from_secs(2), &["discord.token_seconds=1"]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
    // The token was let go of long before: nothing was tried with a dead one.
    assert_eq!(town.discord.invalid(), [""; 0]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_that_was_not_acknowledged_in_time_is_answered_all_the_same() {
    let town = Town::open(How::Connection).await;
    let storm = ("POST /interactions".to_owned(), 1, Duration::from_secs(1));
    town.discord.lock().faults.storms.push(storm);
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    assert_eq!(town.discord.unanswered(), 1);
    assert!(town.discord.see(GENERAL).contains("asked by @ann"));
}
