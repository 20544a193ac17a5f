//! Below an answer: sources pinned and left out, branches, watches, feedback, another try.

use super::office::{How, Office, QUESTION, on_one};
use crate::world::chat::gorkd::{check_watch, own_library, rebuild_bridge, second_process};
use crate::world::models::{ModelServer, Shape, Trouble};
use crate::world::slack::state::Books;
use crate::world::town::Town;

on_one!(over_a_connection Connection: a_branch_begins_at_a_checkpoint, what_was_wrong_is_read_by_admins);
on_one!(over_http Http:
    a_source_is_left_out_and_it_is_written_again,
    a_watch_speaks_when_something_has_changed_and_ends,
);

async fn a_source_is_left_out_and_it_is_written_again(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    slack.press("U1", &answer, "Sources");
    let sources = office.whisper("U1", "[Pin]").await;
    // Nobody but who asked decides about it.
    slack.press("U2", &answer, "Sources");
    let others = office.whisper("U2", "[Pin]").await;
    slack.press("U2", &others, "Pin");
    office.whisper("U2", "Only the person who asked").await;
    slack.press("U1", &sources, "Pin");
    office.whisper("U1", "Pinned: Harbour Bridge of Eastmoor.").await;
    slack.press("U1", &sources, "Leave out");
    let left_out = office.whisper("U1", "Left out: Harbour Bridge of Eastmoor.").await;
    assert!(!left_out.says("Pinned"), "{left_out:?}");
    slack.press("U1", &left_out, "Rewrite the answer");
    let again = office.nth_answer("C1", &asked, 2).await;
    assert!(again.says("History of Eastmoor") && again.says("1931"), "{again:?}");
    assert!(!again.says("] Harbour Bridge of Eastmoor"), "{again:?}");
}

async fn a_branch_begins_at_a_checkpoint(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    slack.press("U2", &answer, "Try again from the plan");
    let branch = office.nth_answer("C1", &asked, 2).await;
    assert!(branch.says("1931") && branch.says(QUESTION), "{branch:?}");
}

async fn a_watch_speaks_when_something_has_changed_and_ends(how: How) {
    let office = Office::with_machine(how, own_library(), &["watches.look_seconds=1"]).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", "How long is the Harbour Bridge of Eastmoor?");
    let answer = office.answer("C1", &asked).await;
    office.marked("C1", &asked, "white_check_mark").await;
    slack.press("U1", &answer, "Watch for changes: daily");
    office.whisper("U1", "I'll check again and tell you here when the answer changes.").await;
    slack.command("U1", "C1", "watches");
    let list = office.whisper("U1", "What you watch").await;
    assert!(list.says("How long is the Harbour Bridge of Eastmoor?: every 24 h"), "{list:?}");
    let app = second_process(&office.server).await;
    let before = slack.thread("C1", &asked).len();
    assert_eq!(check_watch(&app).await.changed, None);
    assert_eq!(slack.thread("C1", &asked).len(), before, "nothing has changed: {}", slack.seen());
    rebuild_bridge(&office.server.machine);
    assert!(check_watch(&app).await.changed.is_some());
    let news = slack.message("C1", &asked, "Changed since").await;
    assert!(news.says("415") && news.says("412"), "{news:?}");
    app.close().await;
    slack.command("U1", "C1", "watches");
    let label = "Stop watching: How long is the Harbour Bridge of Eastmoor?";
    let label: String = label.chars().take("Stop watching: ".len() + 40).collect();
    slack.press("U1", &list, &label);
    office.whisper("U1", "You no longer watch this question.").await;
    slack.command("U1", "C1", "watches");
    office.whisper("U1", "You don't watch any question").await;
}

async fn what_was_wrong_is_read_by_admins(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    slack.books().users.get_mut("U1").expect("there").admin = true;
    let asked = slack.mention("U2", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    let form = slack.form("U2", &answer, "👎").await;
    slack.fill(&form, "names no engineer");
    office.whisper("U2", "Thank you").await;
    slack.command("U2", "C1", "feedback");
    office.whisper("U2", "Only admins can read feedback on answers").await;
    slack.command("U1", "C1", "feedback");
    let read = office.whisper("U1", "👎 1").await;
    assert!(read.says("names no engineer"), "{read:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_said_in_a_thread_is_erased_with_it() {
    const MARK: &str = "zwiebelturm";
    let office = Office::open(How::Http).await;
    let (slack, server) = (&office.slack, &office.server);
    slack.books().users.get_mut("U1").expect("there").admin = true;
    let bot = slack.books().teams["T1"].bot.clone();
    let asked = slack.mention("U2", "C1", &format!("{QUESTION} And its {MARK}question?"));
    let answer = office.answer("C1", &asked).await;
    let form = slack.form("U2", &answer, "👎").await;
    slack.fill(&form, &format!("names no {MARK}feedback"));
    office.whisper("U2", "Thank you").await;
    slack.edit("C1", &asked, &format!("<@{bot}> {QUESTION} Not its {MARK}edit?"));
    slack.message("C1", &asked, "changed").await;
    slack.mention_in("U1", "C1", &asked, &format!("How long is the bridge from the {MARK}follow?"));
    let ends = |books: &Books| {
        let answers =
            books.messages.iter().filter(|one| one.from_bot && one.is_in(&asked) && one.says("[Sources]"));
        (answers.count() > 1).then_some(())
    };
    slack.until("second answer", ends).await;
    let machine = &server.machine;
    assert!(!machine.holding(MARK).is_empty(), "the test can find what is there");
    // Somebody who asked in the thread of another is erased with the question, and the rest stays.
    let erased = tokio::task::block_in_place(|| server.machine.run(&["person", "erase", "slack:T1:U1"]));
    assert!(erased.status.success(), "{erased:?}");
    let follow = format!("{MARK}follow");
    slack.until("hers put away", |_: &Books| machine.holding(&follow).is_empty().then_some(())).await;
    assert!(!machine.holding(&format!("{MARK}question")).is_empty(), "it is another's");
    let app = second_process(&office.server).await;
    let threads = app.store.list("slack:T1:U2", None, 9).await.expect("a list");
    app.close().await;
    let thread = threads.first().expect("one").thread.to_string();
    let erased = tokio::task::block_in_place(|| server.machine.run(&["thread", "delete", &thread]));
    assert!(erased.status.success(), "{erased:?}");
    slack.until("all put away", |_: &Books| machine.holding(MARK).is_empty().then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_failed_for_a_while_is_tried_again() {
    let town = Town::start().await;
    town.search.fails(true);
    let mut more = town.settings();
    more.extend(["ask.privacy=hybrid".to_owned(), "searching.breaker_ms=1".to_owned()]);
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let office = Office::with(How::Connection, &more).await;
    let slack = &office.slack;
    let asked = slack.mention("U1", "C1", "Where did granite from Hallow come down until 1962?");
    let first = slack.message("C1", &asked, "[Try again]").await;
    assert!(first.says("Not enough evidence") && first.says("searches failed"), "{first:?}");
    slack.press("U2", &first, "Try again");
    office.whisper("U2", "Only the person who asked").await;
    town.search.fails(false);
    slack.press("U1", &first, "Try again");
    // The one that failed makes room for it.
    let second = |books: &Books| {
        let mut all = books.messages.iter().filter(|one| one.is_in(&asked) && one.only.is_none());
        all.any(|one| one.ts > first.ts && one.says("Confidence:")).then_some(())
    };
    slack.until("second answer", second).await;
    assert!(slack.books().message("C1", &first.ts).is_none(), "{}", slack.seen());
    assert_eq!(slack.thread("C1", &asked).len(), 2, "{}", slack.seen());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_model_that_is_down_costs_no_answer_and_is_named() {
    let model = ModelServer::start(Shape::OpenAi).await;
    for stage in ["plan", "judge", "write", "check"] {
        model
            .trouble(stage, Trouble::Status { code: 503, body: "{}", retry_after_ms: None, times: u32::MAX });
    }
    let office = Office::made(How::Http, &[], Some(model), super::office::SPEED).await;
    let asked = office.slack.mention("U1", "C1", QUESTION);
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("1931") && answer.says("Quoted from"), "{answer:?}");
    office.marked("C1", &asked, "white_check_mark").await;
    let status = office.slack.thread("C1", &asked).remove(0);
    assert!(status.says("model"), "{}", office.slack.seen());
}
