//! What people say is understood: options in a mention, words that ask for what is kept, small talk, and what the words
//! above give a question its meaning.

use super::town::{How, QUESTION, Town};
use crate::world::discord::{ANN, BEN, GENERAL};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mention_may_ask_for_a_private_answer() {
    let town = Town::open(How::Connection).await;
    town.discord.mentions(ANN, GENERAL, &format!("private: {QUESTION}"));
    let direct = town.discord.direct(ANN);
    let seen = town.answer(direct).await;
    assert!(seen.contains("1931") && seen.contains(QUESTION), "{seen}");
    let seen = town.discord.until_seen(GENERAL, "reaction ✅").await;
    assert!(!seen.contains("1931") && town.threads(GENERAL).is_empty(), "{seen}");
    // Who takes no direct messages hears of it, and the answer is not posted instead.
    town.discord.lock().users.get_mut(&BEN).expect("there").closed = true;
    town.discord.mentions(BEN, GENERAL, &format!("private: {QUESTION}"));
    let seen = town.discord.until_seen(GENERAL, "I couldn't send you a direct message").await;
    assert!(!seen.contains("1931"), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn words_by_mention_show_what_is_kept_and_small_talk_starts_no_run() {
    let town = Town::open(How::Connection).await;
    let direct = town.discord.direct(ANN);
    for (word, shown) in [
        ("help", "How to ask gorkd"),
        ("memory", "What I remember about you"),
        ("watches", "You don't watch any question"),
    ] {
        town.discord.mentions(ANN, GENERAL, word);
        town.discord.until_seen(direct, shown).await;
    }
    town.discord.mentions(ANN, GENERAL, "hello");
    let seen = town.discord.until_seen(GENERAL, "I research questions").await;
    assert!(!seen.contains("What I remember"), "what is kept of a person is for the person: {seen}");
    let asked = town.discord.mentions(ANN, GENERAL, QUESTION);
    let thread = town.discord.until_thread(GENERAL).await;
    assert_eq!(thread, asked);
    town.answer(thread).await;
    town.discord.says(BEN, thread, "Great, thanks!");
    town.discord.says(BEN, thread, "How long is it?");
    let seen = town.answers(thread, 2).await;
    assert!(town.newest(thread).contains("412 metres"), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_above_gives_a_question_its_subject() {
    let town = Town::open(How::Connection).await;
    let words = "Have you ever crossed the Harbour Bridge of Eastmoor?";
    let (talk, _) = town.discord.opens_thread(BEN, GENERAL, "Weekend", words);
    town.discord.says(ANN, talk, "Only once, it takes ages.");
    town.discord.mentions(ANN, talk, "and how long is it?");
    assert!(town.answer(talk).await.contains("412 metres"), "{}", town.discord.see(talk));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_of_an_answer_opens_it_until_it_is_ended() {
    let town = Town::with(
        How::Connection,
        &["web.keys=always", "web.public_url=https://gorkd.example.org", "ask.privacy=hybrid"],
    )
    .await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    let seen = town.answer(thread).await;
    let from = seen.find("/s/job_").unwrap_or_else(|| panic!("no link in {seen}"));
    let path: String =
        seen[from..].chars().take_while(|c| c.is_ascii_alphanumeric() || "/_.".contains(*c)).collect();
    let page = town.server.get(&path).await;
    assert!(page.status == 200 && page.body.contains("1931") && page.body.contains(QUESTION), "{page:?}");
    town.discord.chooses(ANN, thread, "Revoke links to this answer");
    town.discord.until_seen_by(ANN, thread, "have been revoked").await;
    assert_eq!(town.server.get(&path).await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_ends_a_run() {
    let town = Town::slow(How::Connection, std::time::Duration::from_secs(2), &[]).await;
    let thread = town.research(ANN, GENERAL, &[]).await;
    town.discord.until_seen(thread, "[Stop and answer]").await;
    town.discord.says(ANN, thread, "stop");
    town.discord.until_seen(thread, "Research stops here").await;
    town.answer(thread).await;
    let other = town.discord.mentions(ANN, GENERAL, "How long is the Harbour Bridge of Eastmoor?");
    town.discord.until_seen(other, "[Stop and answer]").await;
    town.discord.says(ANN, other, "cancel");
    town.discord.until_seen(GENERAL, "reaction ❌").await;
}
