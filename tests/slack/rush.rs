//! A hundred mentions in ten seconds, and acknowledgements while much is going on.

use super::office::{How, Office, QUESTION};
use crate::world::chat::gorkd::all_told;
use crate::world::models::{ModelServer, Shape};
use crate::world::slack::state::{Books, Call};
use crate::world::slack::words;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Simulated seconds in one: four minutes are a minute and a half.
const SPEED: f64 = 2.5;

/// A mention: channel, thread, and when it was said.
type Asked = (String, String, Instant);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_mentions_in_ten_seconds_are_all_answered() {
    let mentions = crate::world::as_many(25, 100);
    let office = Office::made(How::Connection, &["admission.runs=1000", "worker.jobs=50"], None, SPEED).await;
    let slack = &office.slack;
    let asked = crowd(&office, mentions, 20, 10.0 / mentions as f64).await;
    let all = |books: &Books| asked.iter().all(|one| answer_to(books, one).is_some()).then_some(());
    slack.until_within("all answers", Duration::from_secs(400), all).await;
    // The marks at their ends are the last thing that is told.
    all_told(&office.server, "slack").await;
    let books = slack.books();
    let slowest = table(&books, &asked);
    assert!(books.undelivered.is_empty(), "{:?}", books.undelivered);
    // Slack's own three seconds; a machine that stalls may miss them now and then.
    assert!(books.late() * 100 <= books.acks.len(), "{} of {} were late", books.late(), books.acks.len());
    assert!(slowest <= 240.0, "an answer took {slowest:.0} s of simulated time");
    // Inside the tiers from this side: Slack has to refuse next to nothing, and no refusal is repeated at once.
    assert!(books.rates.refused.len() <= 5, "{:?}", books.rates.refused);
    for (channel, thread, _) in &asked {
        let answers = books.messages.iter().filter(|one| {
            one.from_bot && one.channel == *channel && one.is_in(thread) && one.says("[Sources]")
        });
        assert_eq!(answers.count(), 1);
    }
}

/// Twelve mentions a second: over the limits of a workspace in one channel, inside them in many.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_of_many_mentions_gets_a_sign_before_its_answer() {
    let mentions = crate::world::as_many(15, 60);
    for channels in [1, 20] {
        let settings = &["admission.runs=1000", "worker.jobs=50", "answers.reuse=false"];
        let model = ModelServer::start(Shape::OpenAi).await;
        model.takes(Duration::from_secs(6));
        let office = Office::made(How::Connection, settings, Some(model), SPEED).await;
        let slack = &office.slack;
        let asked = crowd(&office, mentions, channels, 5.0 / 60.0).await;
        let all = |books: &Books| asked.iter().all(|one| first_sign(books, one).is_some()).then_some(());
        slack.until_within("all signs", Duration::from_secs(60), all).await;
        let books = slack.books();
        let mut signs: Vec<f64> = asked
            .iter()
            .filter_map(|one| Some(first_sign(&books, one)?.duration_since(one.2).as_secs_f64() * SPEED))
            .collect();
        signs.sort_by(f64::total_cmp);
        let late = signs.iter().filter(|after| **after > 3.0).count();
        println!(
            "{mentions} mentions in {channels} channels: first sign p50 {:.1} s, last {:.1} s of simulated time, {late} after 3 s",
            signs[signs.len() / 2],
            signs[signs.len() - 1]
        );
        println!("{}", acknowledged(&books));
    }
}

/// Thirty people ask in these many channels, so many simulated seconds after each other.
async fn crowd(office: &Office, mentions: usize, channels: usize, pause: f64) -> Vec<Asked> {
    let slack = &office.slack;
    let pause = {
        let mut books = slack.books();
        (1..=30).for_each(|nth| books.add_user("T1", &format!("U{}", 100 + nth), &format!("Person {nth}")));
        (1..=channels)
            .for_each(|nth| books.add_channel("T1", &format!("C{}", 100 + nth), &format!("room-{nth}")));
        books.simulated(pause)
    };
    let mut asked = Vec::new();
    for nth in 0..mentions {
        let (user, channel) = (format!("U{}", 101 + nth % 30), format!("C{}", 101 + nth % channels));
        let text = format!("{QUESTION} Asked by number {nth}.");
        let now = Instant::now();
        asked.push((channel.clone(), slack.mention(&user, &channel, &text), now));
        tokio::time::sleep(pause).await;
    }
    asked
}

/// When something first showed that a question was seen: a mark, the state of its session, or a message.
fn first_sign(books: &Books, (channel, thread, _): &Asked) -> Option<Instant> {
    let is = |call: &Call, name: &str, value: &str| call.arguments.get(name).is_some_and(|of| of == value);
    let signs = books.calls.iter().filter(|call| {
        call.result == "ok"
            && match call.method.as_str() {
                "reactions.add" => is(call, "channel", channel) && is(call, "timestamp", thread),
                "agents.sessions.setStatus" => {
                    is(call, "channel_id", channel) && is(call, "thread_ts", thread)
                }
                "chat.postMessage" | "chat.startStream" => {
                    is(call, "channel", channel) && is(call, "thread_ts", thread)
                }
                _ => false,
            }
    });
    signs.map(|call| call.at).min()
}

/// With one worker, queued runs show their place in line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_in_the_line_is_told_so() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_secs(2));
    let settings = &["worker.jobs=1", "answers.reuse=false"];
    let office = Office::made(How::Connection, settings, Some(model), super::office::SPEED).await;
    for question in ["How long is the Harbour Bridge?", "Who built the Harbour Bridge?", "What is Eastmoor?"]
    {
        office.slack.mention("U1", "C1", question);
    }
    let says = |text: &'static str| {
        move |books: &Books| {
            books
                .calls
                .iter()
                .any(|call| serde_json::Value::from(call.arguments.clone()).to_string().contains(text))
                .then_some(())
        }
    };
    office
        .slack
        .until_within("a place in the line", Duration::from_secs(30), says("Number 2 in line."))
        .await;
    office
        .slack
        .until_within("when to expect it", Duration::from_secs(60), says("the answer should come in"))
        .await;
}

/// A line that is full takes no more, and says so where it was asked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_finds_the_line_full_is_told_so() {
    let model = ModelServer::start(Shape::OpenAi).await;
    model.holds_after(Some(0));
    let settings =
        &["worker.jobs=1", "admission.line=1", "answers.reuse=false", "profiles.standard.seconds=7200"];
    let office = Office::made(How::Connection, settings, Some(model.clone()), super::office::SPEED).await;
    let posted = |text: &'static str| {
        move |books: &Books| {
            let calls = books.calls.iter().filter(|call| call.result == "ok");
            let mut texts = calls.map(|call| serde_json::Value::from(call.arguments.clone()).to_string());
            texts.any(|said| said.contains(text)).then_some(())
        }
    };
    office.slack.mention("U1", "C1", "How long is the Harbour Bridge?");
    let works = |_: &Books| (model.held() > 0).then_some(());
    office.slack.until_within("a run that hangs", Duration::from_secs(60), works).await;
    office.slack.mention("U1", "C1", "Who built the Harbour Bridge?");
    office.slack.until_within("a place in the line", Duration::from_secs(60), posted("Next in line.")).await;
    office.slack.mention("U1", "C1", "What is Eastmoor?");
    let full = posted("Too many questions are waiting right now, so this one was not accepted.");
    office.slack.until_within("that there is no room", Duration::from_secs(60), full).await;
}

/// The request that posted the answer.
fn answer_to<'a>(books: &'a Books, (channel, thread, _): &Asked) -> Option<&'a Call> {
    books.calls.iter().find(|call| {
        call.method == "chat.postMessage"
            && call.result == "ok"
            && call.arguments.get("channel").is_some_and(|of| of == channel)
            && call.arguments.get("thread_ts").is_some_and(|of| of == thread)
            && words::find(&call.arguments["blocks"], "Sources").is_some()
    })
}

fn acknowledged(books: &Books) -> String {
    let mut acks: Vec<Duration> = books.acks.iter().map(|ack| ack.took).collect();
    acks.sort();
    let at = |share: usize| acks[(acks.len() * share / 100).min(acks.len() - 1)];
    format!("acknowledged p50 / p99 / most    {:.1?} / {:.1?} / {:.1?}", at(50), at(99), at(100))
}

/// Prints the figures; gives the slowest answer in simulated seconds.
fn table(books: &Books, asked: &[Asked]) -> f64 {
    let took = |one: &Asked| Some(answer_to(books, one)?.at.duration_since(one.2).as_secs_f64() * SPEED);
    let mut times: Vec<f64> = asked.iter().filter_map(took).collect();
    times.sort_by(f64::total_cmp);
    let slowest = times.last().copied().unwrap_or(f64::INFINITY);
    println!("mentions                         {}", asked.len());
    println!("{}", acknowledged(books));
    println!("acknowledged later than 3 s      {}", books.late());
    println!("answered, simulated p50 / most   {:.0} s / {slowest:.0} s", times[times.len() / 2]);
    let mut methods: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for call in &books.calls {
        let counted = methods.entry(&call.method).or_default();
        counted.0 += 1;
        counted.1 += usize::from(call.result == "ratelimited");
    }
    for (method, (all, refused)) in &methods {
        println!("  {method:<38} {all:>5}, refused {refused}");
    }
    println!("edits a minute in one channel    {} at most", most_edits(books));
    let marked = |name: &str| {
        let put = |call: &&Call| {
            call.method == "reactions.add" && call.result == "ok" && call.arguments["name"] == name
        };
        books.calls.iter().filter(put).count()
    };
    let ends = marked("white_check_mark") + marked("warning");
    println!(
        "reactions dropped                {} of the first, {} of the last",
        asked.len().saturating_sub(marked("eyes")),
        asked.len().saturating_sub(ends)
    );
    slowest
}

/// Changes of messages in one channel within a simulated minute.
fn most_edits(books: &Books) -> usize {
    let minute = books.simulated(60.0);
    let mut edits: BTreeMap<String, Vec<Instant>> = BTreeMap::new();
    for call in books.calls.iter().filter(|call| call.result == "ok") {
        if ["chat.update", "chat.appendStream", "chat.stopStream"].contains(&call.method.as_str()) {
            let channel = call.arguments["channel"].as_str().unwrap_or_default().to_owned();
            edits.entry(channel).or_default().push(call.at);
        }
    }
    let most = |times: &Vec<Instant>| {
        let within = |from: &Instant| {
            times.iter().filter(|at| **at >= *from && at.duration_since(*from) < minute).count()
        };
        times.iter().map(within).max().unwrap_or_default()
    };
    edits.values().map(most).max().unwrap_or_default()
}
