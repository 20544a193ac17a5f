//! SIGKILL within a run, at points that are counted and not timed: nothing is posted twice, and nothing is lost.

use super::office::{How, Office, QUESTION, SPEED};
use crate::world::models::{ModelServer, Shape};
use crate::world::slack::halts::Moment;
use crate::world::slack::state::{Books, Call};
use crate::world::slack::words;
use std::collections::BTreeMap;
use std::time::Duration;

async fn office(model: &ModelServer) -> Office {
    model.takes(Duration::from_millis(100));
    let more = ["slack.request_seconds=0.5"];
    let office = Office::made(How::Connection, &more, Some(model.clone()), SPEED).await;
    // A mark whose answer was never heard is put once more.
    office.slack.books().marks_again = true;
    office
}

fn is_answer(call: &Call) -> bool {
    call.method == "chat.postMessage" && words::find(&call.arguments["blocks"], "Sources").is_some()
}

/// How many requests that write something, and calls of the model, one run makes before its answer.
async fn whole(office: &Office, model: &ModelServer) -> (usize, usize) {
    let (from, calls) = (office.slack.books().calls.len(), model.calls().len());
    let asked = office.slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    office.marked("C1", &asked, "white_check_mark").await;
    let writes = |call: &&Call| call.method.starts_with("chat.") || call.method.starts_with("reactions.");
    let books = office.slack.books();
    let writes = books.calls[from..].iter().take_while(|call| !is_answer(call)).filter(writes).count();
    (writes, model.calls().len() - calls)
}

/// One answer and one status, however it was interrupted.
async fn told_once(office: &Office, asked: &str, at: &str) {
    assert!(office.answer("C1", asked).await.says("1931"), "{at}: {}", office.slack.seen());
    office.marked("C1", asked, "white_check_mark").await;
    assert_eq!(office.of_thread("C1", asked, "[Sources]"), 1, "{at}: {}", office.slack.seen());
    assert!(office.slack.thread("C1", asked).len() <= 2, "{at}: {}", office.slack.seen());
    // No thread is shown at work for ever.
    let over = |books: &Books| (books.session("C1", asked) == Some("active")).then_some(());
    office.slack.until("end of the session", over).await;
}

/// Kills it while nothing comes through, and starts it again.
async fn kill(office: &mut Office, asked: &str) -> String {
    let slack = office.slack.clone();
    let at = {
        let mut books = slack.books();
        let at = books.halt_now().expect("a halt is set");
        tokio::task::block_in_place(|| office.server.kill());
        at
    };
    // What its dead connections still held is gone.
    tokio::time::sleep(Duration::from_millis(100)).await;
    let answers = office.of_thread("C1", asked, "[Sources]");
    assert_eq!(answers, 0, "{at}: the kill came after the answer");
    slack.books().halt = None;
    office.start();
    at
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_at_any_point_of_a_run_posts_nothing_twice() {
    let points = crate::world::as_many(8, 20);
    let model = ModelServer::start(Shape::OpenAi).await;
    let mut office = office(&model).await;
    let (writes, calls) = whole(&office, &model).await;
    assert!(writes >= 3 && calls >= 2, "{writes} requests, {calls} calls of the model");
    let mut fell: BTreeMap<String, usize> = BTreeMap::new();
    for point in 0..points {
        // By turns at a request, carried out or not, and at a call of the model.
        let by_request = point % 2 == 0;
        let share = |all: usize| point * all / points;
        let moment = if point % 4 == 0 { Moment::Before } else { Moment::After };
        let left = if by_request { share(writes) } else { usize::MAX };
        office.slack.books().halt_after(left, moment);
        let before = model.calls().len();
        let asked = office.slack.mention("U1", "C1", &format!("{QUESTION} Please, for the {point}th time."));
        let reached = |books: &Books| {
            let halted = books.halt.as_ref().is_some_and(|halt| halt.at.is_some());
            (halted || (!by_request && model.calls().len() > before + share(calls))).then_some(())
        };
        office.slack.until(&format!("point {point}"), reached).await;
        let at = kill(&mut office, &asked).await;
        told_once(&office, &asked, &format!("point {point}, {at}")).await;
        *fell.entry(at).or_default() += 1;
    }
    println!("{points} kills, each within a run: {fell:?}");
    assert!(fell.len() >= 3, "all kills fell at the same points: {fell:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_was_posted_and_never_confirmed_is_found_after_a_kill() {
    let model = ModelServer::start(Shape::OpenAi).await;
    let mut office = office(&model).await;
    office.slack.books().halt_at_the_answer();
    let asked = office.slack.mention("U1", "C1", QUESTION);
    office.answer("C1", &asked).await;
    let slack = office.slack.clone();
    {
        let _books = slack.books();
        tokio::task::block_in_place(|| office.server.kill());
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    slack.books().halt = None;
    office.start();
    told_once(&office, &asked, "after the answer").await;
    assert!(slack.books().count("conversations.replies") >= 1, "it was looked for");
}
