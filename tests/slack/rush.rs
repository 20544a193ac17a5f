//! A hundred mentions in ten seconds, and acknowledgements while much is going on.

use super::office::{How, Office, QUESTION};
use crate::world::slack::state::Books;
use std::time::{Duration, Instant};

/// Simulated seconds in one: four minutes are a minute and a half.
const SPEED: f64 = 2.5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_mentions_in_ten_seconds_are_all_answered() {
    let mentions = crate::world::as_many(25, 100);
    let office = Office::made(How::Socket, &["admission.runs=1000", "worker.jobs=16"], None, SPEED).await;
    let slack = &office.slack;
    {
        let mut books = slack.books();
        (1..=30).for_each(|nth| books.add_user("T1", &format!("U{}", 100 + nth), &format!("Person {nth}")));
        (1..=20).for_each(|nth| books.add_channel("T1", &format!("C{}", 100 + nth), &format!("room-{nth}")));
    }
    let start = Instant::now();
    let pause = slack.books().simulated(10.0) / mentions as u32;
    let mut asked = Vec::new();
    for nth in 0..mentions {
        let (user, channel) = (format!("U{}", 101 + nth % 30), format!("C{}", 101 + nth % 20));
        let text = format!("{QUESTION} Asked by number {nth}.");
        asked.push((channel.clone(), slack.mention(&user, &channel, &text)));
        tokio::time::sleep(pause).await;
    }
    let answered = |books: &Books| {
        let has_answer = |(channel, thread): &(String, String)| {
            let mut all = books.messages.iter();
            all.any(|one| {
                one.from_bot && one.channel == *channel && one.is_in(thread) && one.says("[Sources]")
            })
        };
        asked.iter().all(has_answer).then_some(())
    };
    slack.until_within("all answers", Duration::from_secs(400), answered).await;
    let took = start.elapsed();
    let books = slack.books();
    let mut acks = books.acks.clone();
    acks.sort();
    let p99 = acks[acks.len() * 99 / 100];
    let calls = |method: &str| books.count(method);
    println!(
        "{mentions} mentions answered in {:.0} s of simulated time ({took:.1?} here); acknowledged: p50 {:?}, p99 {p99:?}, \
         most {:?}; refused as too many: {}; chat.postMessage {}, startStream {}, appendStream {}, stopStream {}, \
         update {}, reactions.add {}, remove {}",
        took.as_secs_f64() * SPEED,
        acks[acks.len() / 2],
        acks[acks.len() - 1],
        books.rates.refused.len(),
        calls("chat.postMessage"),
        calls("chat.startStream"),
        calls("chat.appendStream"),
        calls("chat.stopStream"),
        calls("chat.update"),
        calls("reactions.add"),
        calls("reactions.remove"),
    );
    assert!(books.undelivered.is_empty(), "{:?}", books.undelivered);
    // Inside the tiers from this side: Slack has to refuse next to nothing, and no refusal is repeated at once.
    assert!(books.rates.refused.len() <= 5, "{:?}", books.rates.refused);
    for (channel, thread) in &asked {
        let answers = books.messages.iter().filter(|one| {
            one.from_bot && one.channel == *channel && one.is_in(thread) && one.says("[Sources]")
        });
        assert_eq!(answers.count(), 1);
    }
}
