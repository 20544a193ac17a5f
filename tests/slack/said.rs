//! What people say is understood: options in a mention, words that ask for what is kept, small talk, and what the words
//! above give a question its meaning.

use super::office::{How, Office, QUESTION, on_one};
use crate::world::slack::state::Books;

on_one!(over_a_connection Connection:
    words_by_mention_show_what_is_kept,
    what_was_said_above_gives_a_question_its_subject,
);
on_one!(over_http Http: a_mention_may_ask_for_a_private_answer, small_talk_starts_no_run);

async fn a_mention_may_ask_for_a_private_answer(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    for (who, said) in [("U1", format!("private deep: {QUESTION}")), ("U2", format!("{QUESTION} private"))] {
        let asked = slack.mention(who, "C1", &said);
        let own = office.direct(who, "[Sources]").await;
        assert!(own.says("1931") && own.says("[Share in the channel]"), "{own:?}");
        assert!(slack.thread("C1", &asked).iter().all(|one| one.only.is_some()), "{}", slack.seen());
        office.marked("C1", &asked, "white_check_mark").await;
    }
    // What was an option was not searched for.
    assert!(!office.server.machine.logged().contains("private deep"));
    let own = office.direct("U1", "[Share in the channel]").await;
    slack.press("U1", &own, "Share in the channel");
    let shared = slack.until("a shared answer", |books: &Books| {
        let mut all = books.messages.iter();
        all.find(|one| one.from_bot && one.only.is_none() && one.channel == "C1" && one.says("[Sources]"))
            .cloned()
    });
    assert!(shared.await.says("1931"));
}

async fn words_by_mention_show_what_is_kept(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    for (word, shown) in [
        ("help", "How to ask gorkd"),
        ("memory set language de", "Memory"),
        ("threads", "You haven't asked anything yet"),
        ("watches", "You don't watch any question"),
    ] {
        slack.mention("U1", "C1", word);
        office.whisper("U1", shown).await;
    }
    let (channel, asked) = slack.dm("U2", "help");
    slack.message(&channel, &asked, "How to ask gorkd").await;
    let public = slack.books().messages.iter().filter(|one| one.from_bot && one.only.is_none()).count();
    assert_eq!(public, 1, "{}", slack.seen());
}

async fn small_talk_starts_no_run(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let hello = slack.mention("U1", "C1", "hello!");
    slack.message("C1", &hello, "I research questions").await;
    let asked = slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    for said in ["Great, thanks!", "👍", "ok"] {
        slack.say("U2", "C1", &asked, said);
    }
    // A question in the same thread is worked off after them.
    slack.say("U2", "C1", &asked, "How long is it?");
    let second = office.nth_answer("C1", &asked, 2).await;
    assert!(second.says("412 metres"), "{second:?}");
    assert_eq!(slack.thread("C1", &asked).iter().filter(|one| one.says("[Sources]")).count(), 2);
    assert_eq!(slack.thread("C1", &asked).len(), 4, "{}", slack.seen());
}

async fn what_was_said_above_gives_a_question_its_subject(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let talk = slack.say("U1", "C1", "", "Have you ever crossed the Harbour Bridge of Eastmoor?");
    slack.say("U2", "C1", &talk, "Only once, it takes ages.");
    slack.mention_in("U2", "C1", &talk, "and how long is it?");
    let answer = office.answer("C1", &talk).await;
    assert!(answer.says("412 metres"), "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_link_of_an_answer_opens_it_until_it_is_ended() {
    let office = Office::with(How::Http, &["web.keys=always", "ask.privacy=hybrid"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    let blocks = answer.blocks.to_string();
    let from = blocks.find("/s/job_").unwrap_or_else(|| panic!("no link in {blocks}"));
    let path = blocks[from..].split('"').next().unwrap_or_default().to_owned();
    // Whoever has the link needs no key.
    let page = office.server.get(&path).await;
    assert!(page.status == 200 && page.body.contains("1931") && page.body.contains(QUESTION), "{page:?}");
    slack.press("U2", &answer, "Revoke links to this answer");
    office.whisper("U2", "Only the person who asked").await;
    slack.press("U1", &answer, "Revoke links to this answer");
    office.whisper("U1", "have been revoked").await;
    assert_eq!(office.server.get(&path).await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_ends_a_run() {
    let office = Office::slow(How::Http, std::time::Duration::from_millis(1_500), &[]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &asked, "[Stop and answer]").await;
    slack.say("U1", "C1", &asked, "Stop!");
    slack.message("C1", &asked, "Research stops here").await;
    slack.message("C1", &asked, "as you asked").await;
    let other = slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    slack.message("C1", &other, "[Stop and answer]").await;
    slack.say("U1", "C1", &other, "cancel");
    office.marked("C1", &other, "x").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_talk_is_summed_up_from_what_was_said_and_nothing_else() {
    let office = Office::slow(How::Http, std::time::Duration::ZERO, &[]).await;
    let slack = &office.slack;
    let talk = slack.say("U1", "C1", "", "The lighthouse of Farley was painted green in 1987 by Tom Weller.");
    slack.say("U2", "C1", &talk, "It will be painted white again in 2031, the council decided yesterday.");
    slack.mention_in("U2", "C1", &talk, "Summarize this thread, please.");
    let answer = office.answer("C1", &talk).await;
    assert!(answer.says("Messages above") && answer.says("1 source"), "{}", slack.seen());
    assert!(answer.says("1987") || answer.says("2031"), "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_model_nothing_is_summed_up() {
    let office = Office::open(How::Http).await;
    let slack = &office.slack;
    let talk = slack.say("U1", "C1", "", "The lighthouse of Farley was painted green in 1987 by Tom Weller.");
    slack.mention_in("U2", "C1", &talk, "tl;dr");
    office.whisper("U2", "I can't summarize here").await;
}
