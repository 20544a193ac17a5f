//! Many people at once.

use super::town::{ANSWERED, How, Town};
use crate::world::chat::people::Person;
use crate::world::discord::state::State;
use crate::world::discord::{ANN, Discord, EASTMOOR, GENERAL, SQUARE, Times, WESTFOLD, id};
use crate::world::models::{ModelServer, Shape};
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

const PEOPLE: u64 = 30;
const FIRST: u64 = 910_000_000_000_000_000;
const WITHIN: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_commands_in_ten_seconds_are_all_answered() {
    let commands = crate::world::as_many(25, 100) as u64;
    let discord = Discord::start_with(Times { bucket: Duration::from_secs(1), ..Times::default() }).await;
    {
        let mut state = discord.lock();
        for nth in 0..PEOPLE {
            state.users.insert(FIRST + nth, Person::new(&format!("person{nth}")));
            for guild in [EASTMOOR, WESTFOLD] {
                state.guilds.get_mut(&guild).expect("a server").members.insert(FIRST + nth, Vec::new());
            }
        }
    }
    let town =
        Town::made(How::Connection, discord, &["discord.edit_ms=1200", "answers.reuse=false"], None).await;
    let start = Instant::now();
    let mut tokens = Vec::new();
    for nth in 0..commands {
        let channel = if nth % 2 == 0 { GENERAL } else { SQUARE };
        let question = format!("When was the Harbour Bridge of Eastmoor opened? Case {nth}.");
        let options = [("question", json!(question)), ("profile", json!("quick"))];
        tokens.push(town.discord.slash(FIRST + nth % PEOPLE, channel, "research", &options));
        tokio::time::sleep((WITHIN / commands as u32).saturating_sub(Duration::from_millis(5))).await;
    }
    let asked = start.elapsed();
    for token in &tokens {
        town.discord.until_answered(token).await;
    }
    let slowest = {
        let state = town.discord.lock();
        let after = tokens
            .iter()
            .filter_map(|token| state.interactions[token].answered.as_ref())
            .map(|one| one.after);
        after.max().unwrap_or_default()
    };
    let answered = |state: &crate::world::discord::state::State| {
        let said =
            state.messages.values().filter(|message| message["components"].to_string().contains("recheck|"));
        said.map(|message| id(&message["channel_id"])).collect::<std::collections::BTreeSet<_>>().len()
    };
    town.discord
        .until_within("all answers", Duration::from_secs(180), |state| {
            (answered(state) == commands as usize).then_some(())
        })
        .await;
    println!(
        "{commands} commands by {PEOPLE} people in {asked:.1?}, all answered after {:.1?}",
        start.elapsed()
    );
    println!("{}", table(&town, &tokens));
    assert!(slowest < Duration::from_secs(1), "a command was acknowledged after {slowest:.0?}");
    assert_eq!(town.discord.invalid(), [""; 0]);
    assert_eq!(town.discord.unanswered(), 0);
    for channel in [GENERAL, SQUARE] {
        for thread in town.threads(channel) {
            assert_eq!(town.discord.see(thread).matches(ANSWERED).count(), 1);
        }
    }
}

/// Twelve mentions a second in one channel: a mark or a thread is the first sign of each.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn each_of_many_mentions_gets_a_sign_before_its_answer() {
    let mentions = crate::world::as_many(15, 60) as u64;
    let discord = Discord::start_with(Times { bucket: Duration::from_secs(5), ..Times::default() }).await;
    let model = ModelServer::start(Shape::OpenAi).await;
    model.takes(Duration::from_secs(6));
    let settings = &["admission.runs=1000", "worker.jobs=50", "answers.reuse=false"];
    let town = Town::made(How::Connection, discord, settings, Some(model)).await;
    let mut asked: Vec<(u64, Instant)> = Vec::new();
    for nth in 0..mentions {
        let question = format!("When was the Harbour Bridge of Eastmoor opened? Case {nth}.");
        asked.push((town.discord.mentions(ANN, GENERAL, &question), Instant::now()));
        tokio::time::sleep(Duration::from_secs(5) / 60).await;
    }
    let sign = |state: &State, message: u64| {
        let (mark, thread) =
            (format!("/messages/{message}/reactions/"), format!("/messages/{message}/threads"));
        let signs = state
            .asked
            .iter()
            .filter(|one| one.status < 300 && (one.path.contains(&mark) || one.path.contains(&thread)));
        signs.map(|one| one.at).min()
    };
    let all = |state: &State| asked.iter().all(|one| sign(state, one.0).is_some()).then_some(());
    town.discord.until_within("all signs", Duration::from_secs(60), all).await;
    let state = town.discord.lock();
    let took = asked.iter().filter_map(|one| Some(sign(&state, one.0)?.duration_since(one.1).as_secs_f64()));
    let signs = sorted(took.collect());
    println!(
        "{mentions} mentions in one channel: first sign p50 {:.1} s, last {:.1} s, {} after 3 s",
        signs[signs.len() / 2],
        signs[signs.len() - 1],
        signs.iter().filter(|after| **after > 3.0).count()
    );
}

/// How it went, for people.
fn table(town: &Town, tokens: &[String]) -> String {
    let state = town.discord.lock();
    let interactions = || tokens.iter().filter_map(|token| state.interactions.get(token));
    let answered = interactions().filter_map(|one| one.answered.as_ref());
    let deferred = sorted(answered.map(|one| one.after.as_secs_f64() * 1000.0).collect());
    // The thread hangs on the response, and ids tell when they were made.
    let answers = state.messages.values().filter(|one| one["components"].to_string().contains("recheck|"));
    let waits = answers.filter_map(|answer| {
        let asked = interactions().find(|one| one.original == Some(id(&answer["channel_id"])))?;
        Some(((id(&answer["id"]) >> 22) as f64 - (asked.id >> 22) as f64) / 1000.0)
    });
    let waits = sorted(waits.collect());
    let (mut routes, mut edits, mut refused) = (BTreeMap::new(), BTreeMap::new(), 0);
    for asked in &state.asked {
        *routes.entry(asked.operation.as_str()).or_insert(0) += 1;
        refused += u32::from(asked.status == 429);
        if asked.operation.starts_with("PATCH /channels/{channel_id}/messages") {
            *edits.entry(asked.path.as_str()).or_insert(0) += 1;
        }
    }
    let of = |all: &[f64], part: f64| {
        all.get(((all.len() as f64 - 1.0) * part).round() as usize).copied().unwrap_or(f64::NAN)
    };
    let edited: u32 = edits.values().sum();
    let most = edits.values().max().copied().unwrap_or(0);
    let mut lines = vec![
        format!(
            "deferred after (ms)      p50 {:.1}  p99 {:.1}  max {:.1}",
            of(&deferred, 0.5),
            of(&deferred, 0.99),
            of(&deferred, 1.0)
        ),
        format!(
            "answered after (s)       p50 {:.1}  p99 {:.1}  max {:.1}",
            of(&waits, 0.5),
            of(&waits, 0.99),
            of(&waits, 1.0)
        ),
        format!("answered with 429        {refused}"),
        format!("invalid requests         {}", state.rates.invalid.len()),
        format!(
            "edits of a message       mean {:.1}  most {most}",
            f64::from(edited) / edits.len().max(1) as f64
        ),
        format!("requests                 {}", state.asked.len()),
    ];
    lines.extend(routes.iter().map(|(route, count)| format!("  {count:>5}  {route}")));
    lines.join("\n")
}

fn sorted(mut all: Vec<f64>) -> Vec<f64> {
    all.sort_by(f64::total_cmp);
    all
}
