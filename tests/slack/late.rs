//! gorkd stands still for longer than Slack waits; two processes on one data folder; deliveries over several ways.

use super::office::{How, Office, QUESTION, SPEED, address, on_both};
use crate::world::models::{ModelServer, Shape};
use crate::world::slack::state::Books;
use std::time::Duration;

on_both!(what_is_acknowledged_too_late_comes_again_and_counts_once, another_process_takes_over);

async fn what_is_acknowledged_too_late_comes_again_and_counts_once(how: How) {
    let office = Office::open(how).await;
    let slack = &office.slack;
    office.server.pause();
    let asked = slack.mention("U1", "C1", QUESTION);
    let repeated = |books: &Books| (books.repeated >= 1).then_some(());
    slack.until("delivery that was repeated", repeated).await;
    office.server.go_on();
    let answer = office.answer("C1", &asked).await;
    assert!(answer.says("1931"));
    office.marked("C1", &asked, "white_check_mark").await;
    assert_eq!(slack.thread("C1", &asked).len(), 2, "{}", slack.seen());
    assert!(slack.books().late() > 0 && slack.books().undelivered.is_empty());
    // A button: Slack tells the person, the trigger has expired, and pressing once more works. The pause may come before
    // the answer to the last mark is read.
    slack.books().marks_again = true;
    office.server.pause();
    slack.press("U2", &answer, "👎");
    office.whisper("U2", "did not respond in time").await;
    office.server.go_on();
    if how == How::Connection {
        office.whisper("U2", "The form took too long to open. Please try again.").await;
        let expired = |books: &Books| {
            let mut all = books.calls.iter().filter(|call| call.method == "views.open");
            all.any(|call| call.result == "expired_trigger_id").then_some(())
        };
        slack.until("expired trigger", expired).await;
    }
    let form = slack.form("U2", &answer, "👎").await;
    slack.fill(&form, "too slow");
    office.whisper("U2", "Thank you").await;
}

async fn another_process_takes_over(how: How) {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_millis(800));
    let more = ["worker.lease_ms=2000", "slack.request_seconds=0.5"];
    let mut office = Office::made(how, &more, Some(model), SPEED).await;
    let slack = office.slack.clone();
    let given: Vec<&str> = office.settings.iter().map(String::as_str).collect();
    let second = tokio::task::block_in_place(|| office.server.beside(&given));
    if how == How::Http {
        slack.deliver_to(&[address(office.server.port), address(second.port)]);
    }
    let waits =
        |office: &Office| office.server.machine.logged().contains("another process runs this platform");
    while !waits(&office) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    if how == How::Connection {
        let of_one = |books: &Books| (books.sockets.len() == 2).then_some(());
        slack.until("the sockets of one process", of_one).await;
    }
    // Everything is delivered twice, each time another way: over two sockets, or to two processes.
    slack.books().faults.doubled.push((String::new(), 20));
    let first = slack.mention("U1", "C1", QUESTION);
    slack.message("C1", &first, "[Stop and answer]").await;
    let other = slack.mention("U2", "C1", "How long is the Harbour Bridge of Eastmoor?");
    slack.message("C1", &other, "[Stop and answer]").await;
    {
        // Nothing is heard of the first process any more from here on.
        let mut books = slack.books();
        // Its last request may have been a mark.
        books.marks_again = true;
        let open =
            |thread: &String| !books.messages.iter().any(|one| one.is_in(thread) && one.says("[Sources]"));
        assert!(open(&first) || open(&other), "both were answered before the kill");
        tokio::task::block_in_place(|| office.server.kill());
    }
    if how == How::Http {
        slack.deliver_to(&[address(second.port)]);
    }
    let third = slack.mention("U1", "C1", "Who opened the Harbour Bridge of Eastmoor?");
    for asked in [&first, &other, &third] {
        office.answer("C1", asked).await;
        let marked = |books: &Books| {
            let marks = &books.message("C1", asked)?.reactions;
            (marks.contains_key("white_check_mark") || marks.contains_key("warning")).then_some(())
        };
        slack.until("last mark", marked).await;
        assert_eq!(office.of_thread("C1", asked, "[Sources]"), 1, "{}", slack.seen());
        assert_eq!(slack.thread("C1", asked).len(), 2, "{}", slack.seen());
    }
    assert!(slack.books().undelivered.is_empty());
}
