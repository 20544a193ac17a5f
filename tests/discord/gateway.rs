//! The gateway: dropped connections, sessions that end, intents that are not granted, and how often one identifies.

use super::town::{ANSWERED, How, QUESTION, Town};
use crate::world::discord::state::State;
use crate::world::discord::{ANN, BEN, Discord, GENERAL, SQUARE};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_missed_while_the_connection_was_gone_is_heard_after_it() {
    let town = Town::open(How::Connection).await;
    for (nth, way) in ["cut", "close", "asked"].into_iter().enumerate() {
        let known = town.threads(GENERAL);
        // Not sent, and told again when the session is resumed.
        town.discord.lock().faults.dropped.push(("MESSAGE_CREATE".to_owned(), 1));
        town.discord.mentions(ANN, GENERAL, QUESTION);
        {
            let mut state = town.discord.lock();
            match way {
                "cut" => state.cut_gateway(),
                "close" => state.close_gateway(4000),
                _ => state.ask_to_reconnect(),
            }
        }
        let thread = town.new_thread(GENERAL, &known).await;
        town.answer(thread).await;
        let state = town.discord.lock();
        assert_eq!(state.identifies.len(), 1, "{way}: the session was resumed");
        assert_eq!(state.resumes as usize, nth + 1, "{way}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_while_nobody_was_connected_is_heard_in_a_new_session() {
    let mut town = Town::open(How::Connection).await;
    let heard = town.discord.mentions(ANN, GENERAL, QUESTION);
    town.answer(heard).await;
    town.kill();
    town.discord.until("the end of its gateway", |state| (state.listening() == 0).then_some(())).await;
    let asked = town.discord.mentions(BEN, GENERAL, "How long is the Harbour Bridge of Eastmoor?");
    town.discord.says(ANN, heard, "How long is the Harbour Bridge of Eastmoor?");
    town.discord.says(BEN, GENERAL, "This is about something else.");
    town.start();
    town.connected().await;
    assert!(town.answer(asked).await.contains("412"));
    town.answers(heard, 2).await;
    assert!(town.newest(heard).contains("412"), "a follow-up in its own thread");
    assert_eq!(town.discord.lock().identifies.len(), 2, "no process resumes the session of another");
    // What was heard before is not heard again, and what was not for the bot is left alone.
    let (threads, seen) = (town.threads(GENERAL), town.discord.see(heard));
    assert_eq!((threads.len(), seen.matches(ANSWERED).count()), (2, 2), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_of_several_shards_are_heard() {
    let discord = Discord::start().await;
    discord.lock().shards = 2;
    let town = Town::made(How::Connection, discord, &[], None).await;
    town.discord.until("two shards", |state| (state.listening() == 2).then_some(())).await;
    for channel in [GENERAL, SQUARE] {
        let thread = town.research(ANN, channel, &[]).await;
        town.answer(thread).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_ended_is_followed_by_a_new_one() {
    let town = Town::open(How::Connection).await;
    town.discord.lock().end_sessions();
    town.discord
        .until("a second session", |state| {
            (state.identifies.len() == 2 && state.listening() > 0).then_some(())
        })
        .await;
    let thread = town.research(BEN, GENERAL, &[]).await;
    town.answer(thread).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_intent_that_is_not_granted_is_named_and_done_without() {
    let discord = Discord::start().await;
    discord.lock().bot.content_granted = false;
    let town = Town::made(How::Connection, discord, &[], None).await;
    assert!(town.server.logged().contains("Message Content Intent"), "{}", town.server.logged());
    let said = town.discord.mentions(ANN, GENERAL, QUESTION);
    let thread = town.new_thread(GENERAL, &[]).await;
    assert_eq!(thread, said);
    town.answer(thread).await;
    assert_eq!(town.discord.lock().identifies.len(), 1, "no session was spent on finding out");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_intent_that_the_gateway_refuses_is_named_and_done_without() {
    let discord = Discord::start().await;
    // The application's page says that it is granted, and the gateway closes with 4014 all the same.
    discord.lock().bot.content_refused = true;
    let town = Town::made(How::Connection, discord, &[], None).await;
    for words in ["4014", "Message Content Intent", "follow-ups need a mention"] {
        assert!(town.server.machine.logged().contains(words), "{words}: {}", town.server.machine.logged());
    }
    assert_eq!(town.discord.lock().identifies.len(), 2, "one was refused");
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.answer(thread).await;
    town.discord.slash(BEN, GENERAL, "research-help", &[]);
    let help = town.discord.until_seen_by(BEN, GENERAL, "How to ask gorkd").await;
    assert!(!help.contains("no mention needed"), "{help}");
    town.discord.mentions(BEN, thread, "How long is the Harbour Bridge of Eastmoor?");
    assert!(town.answers(thread, 2).await.contains("412"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_later_connection_is_paused_as_well_when_its_sessions_end_too_often() {
    let discord = Discord::start().await;
    // The first connection is refused, and the second one goes on without the intent.
    discord.lock().bot.content_refused = true;
    let town = Town::made(How::Connection, discord, &["discord.identifies_per_day=3"], None).await;
    town.discord.lock().end_sessions();
    let waits = |_: &State| town.server.machine.logged().contains("waiting before the next").then_some(());
    town.discord.until("a wait", waits).await;
    assert_eq!(town.discord.lock().identifies.len(), 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_loop_of_crashes_burns_no_sessions() {
    let mut town = Town::open(How::Connection).await;
    // A start either identifies or says that it waits.
    let waits = |town: &Town| town.server.machine.logged().matches("waiting before the next").count();
    for start in 1..=6 {
        town.kill();
        town.start();
        let decided = |state: &State| (state.identifies.len() + waits(&town) > start).then_some(());
        town.discord.until("a session, or a wait", decided).await;
    }
    assert!(waits(&town) > 0, "{}", town.server.machine.logged());
    let identifies = town.discord.lock().identifies.len();
    assert!((2..=5).contains(&identifies), "{identifies} sessions in 7 starts");
}
