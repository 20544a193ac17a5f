//! SIGKILL inside of runs: nothing is posted twice, and nothing is lost.
//!
//! Each kill waits for a state and not for a time: a call of the model that hangs, or a request to Discord that hangs,
//! either before it is done or after it, with its answer on the way.

use super::town::{ANSWERED, How, QUESTION, Town};
use crate::world::chat::faults::Stuck;
use crate::world::discord::{ANN, Discord, GENERAL, Times};
use crate::world::models::{ModelServer, Shape};
use std::time::Duration;

const HEADING: &str = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original";
const THREAD: &str = "POST /channels/{channel_id}/messages/{message_id}/threads";
const MARK: &str = "PUT /channels/{channel_id}/messages/{message_id}/reactions/{emoji_name}/@me";
/// The status is the first of them, the answer the second.
const MESSAGE: &str = "POST /channels/{channel_id}/messages";
const EDIT: &str = "PATCH /channels/{channel_id}/messages/{message_id}";

/// Where a run is killed.
#[derive(Clone, Copy, Debug)]
enum At {
    /// While the model works on a call, after so many others.
    Model(usize),
    /// While a request hangs that is not done.
    Before(&'static str, u32),
    /// While a request hangs that is done, of which gorkd does not know.
    After(&'static str, u32),
}

use At::{After, Before, Model};

/// One run each, some of which are killed twice.
const POINTS: [&[At]; 20] = [
    &[Model(0)],
    &[After(MESSAGE, 0)],
    &[Before(HEADING, 0)],
    &[After(MESSAGE, 1)],
    &[Model(2)],
    &[After(THREAD, 0)],
    &[Before(MESSAGE, 1)],
    &[After(EDIT, 0), Model(1)],
    &[Model(1)],
    &[After(HEADING, 0)],
    &[Before(THREAD, 0)],
    &[Before(MESSAGE, 0)],
    &[Before(MARK, 0)],
    &[After(MARK, 0)],
    &[Before(EDIT, 0)],
    &[After(EDIT, 0)],
    &[Before(EDIT, 1)],
    &[After(EDIT, 1)],
    &[After(MESSAGE, 0), After(MESSAGE, 0)],
    &[Model(0), Model(0)],
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_inside_of_a_run_loses_nothing_and_posts_nothing_twice() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_millis(400));
    let discord = Discord::start_with(Times { bucket: Duration::from_millis(200), ..Times::default() }).await;
    // Over HTTP a new start may listen at once: loops of crashes are another test's.
    let more = ["discord.request_seconds=1"];
    let mut town = Town::made(How::Http, discord, &more, Some(model.clone())).await;
    let points = crate::world::as_many(8, POINTS.len());
    for (nth, kills) in POINTS.into_iter().enumerate().take(points) {
        let known = town.threads(GENERAL);
        let question = format!("{QUESTION} Case {nth}.");
        arm(&town, &model, kills[0]);
        town.discord.slash(ANN, GENERAL, "research", &[("question", serde_json::json!(question))]);
        for (left, at) in (0..kills.len()).rev().zip(kills) {
            killed_at(&mut town, &model, &known, *at).await;
            model.holds_after(None);
            if left > 0 {
                arm(&town, &model, kills[kills.len() - left]);
            }
            town.start();
            town.connected().await;
        }
        told_once(&town, &known, &format!("{nth} {kills:?}")).await;
    }
    println!("{points} runs were killed before their answer was known to be told");
    assert_eq!(town.discord.invalid(), [""; 0]);
}

fn arm(town: &Town, model: &ModelServer, at: At) {
    let (name, after, done) = match at {
        Model(after) => return model.holds_after(Some(after)),
        Before(name, after) => (name, after, false),
        After(name, after) => (name, after, true),
    };
    let stuck = Stuck { name: name.to_owned(), after, done, reached: false };
    town.discord.lock().faults.stuck = vec![stuck];
}

/// Waits until the run is there, kills it, and looks at what was told by then.
async fn killed_at(town: &mut Town, model: &ModelServer, known: &[u64], at: At) {
    town.discord
        .until(&format!("{at:?}"), |state| {
            let reached = match at {
                Model(_) => model.held() > 0,
                Before(..) | After(..) => state.faults.stuck.iter().any(|one| one.reached),
            };
            reached.then_some(())
        })
        .await;
    town.kill();
    let threads = town.threads(GENERAL);
    let new: Vec<u64> = threads.into_iter().filter(|one| !known.contains(one)).collect();
    let told: usize = new.iter().map(|thread| town.discord.see(*thread).matches(ANSWERED).count()).sum();
    let answer_hangs = matches!(at, After(MESSAGE, 1));
    assert_eq!(told, usize::from(answer_hangs), "{at:?}: the kill did not fall into the run");
}

/// One thread, one status, one answer, and the mark, which is told last.
async fn told_once(town: &Town, known: &[u64], what: &str) {
    let thread = town.new_thread(GENERAL, known).await;
    town.answer(thread).await;
    town.discord
        .until(&format!("the mark of {what}"), |state| {
            let marked = state.messages.get(&thread)?["reactions"].to_string();
            (marked.contains('✅') && !marked.contains('👀')).then_some(())
        })
        .await;
    let seen = town.discord.see(thread);
    assert_eq!(seen.matches(ANSWERED).count(), 1, "{what}: {seen}");
    let said = town.discord.lock().messages_of(thread).count();
    assert_eq!(said, 2, "{what}: a status and an answer: {seen}");
    assert_eq!(town.threads(GENERAL).len(), known.len() + 1, "{what}");
}
