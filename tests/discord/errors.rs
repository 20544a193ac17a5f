//! Whatever error Discord gives for whatever message, the person sees an end, and sees it once.

use super::town::{How, Town};
use crate::world::chat::faults::Refusal;
use crate::world::chat::people::Person;
use crate::world::discord::state::{Error, State};
use crate::world::discord::{Discord, EASTMOOR, GENERAL, Times, id};
use crate::world::models::{ModelServer, Shape};
use std::time::{Duration, Instant};

/// Errors that may come for a message: status and code, 0 for none.
const ERRORS: [Error; 21] = [
    Error(404, UNKNOWN_CHANNEL),
    Error(404, 10008),
    Error(429, 20028),
    Error(429, 30046),
    Error(413, 40005),
    Error(400, 40060),
    Error(403, 50001),
    Error(400, 50006),
    Error(403, 50007),
    Error(400, 50008),
    Error(403, 50013),
    Error(401, 50027),
    Error(400, 50035),
    Error(400, 50109),
    Error(400, 160_005),
    Error(429, 0),
    Error(500, 0),
    Error(502, 0),
    Error(503, 0),
    Error(400, 99999),
    Error(403, 99999),
];
const UNKNOWN_CHANNEL: u64 = 10003;
const FIRST: u64 = 920_000_000_000_000_000;
/// Requests that are refused where Discord goes on refusing, and where it only was busy.
const ALWAYS: usize = 1_000;
const A_WHILE: usize = 3;
/// More refusals of one message than this are a storm.
const STORM: u32 = 20;
/// For all of a table.
const PATIENCE: Duration = Duration::from_secs(120);

/// What is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Thread,
    Status,
    ChangedStatus,
    /// Its last change, below which the answer stands already.
    SettledStatus,
    Question,
    ChangedQuestion,
    Answer,
    /// What is said beside all runs.
    Notice,
}

/// One message that meets one error.
struct Case {
    name: String,
    kind: Kind,
    who: u64,
    /// The message that asked; its thread has the same id.
    said: u64,
    error: Error,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_refused_message_leaves_a_person_without_an_end() {
    all_end([Kind::Thread, Kind::Status, Kind::Question, Kind::Answer]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_refused_change_leaves_a_person_without_an_end_or_with_two() {
    all_end([Kind::ChangedStatus, Kind::SettledStatus, Kind::ChangedQuestion]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_refused_notice_leaves_a_person_without_a_word() {
    all_end([Kind::Notice]).await;
}

/// A town for each kind, all at once: what waits there is mostly Discord's limit over all requests.
async fn all_end<const COUNT: usize>(kinds: [Kind; COUNT]) {
    let start = Instant::now();
    let found: Vec<String> = futures::future::join_all(kinds.map(ends)).await.into_iter().flatten().collect();
    println!("{:.1?} in all", start.elapsed());
    assert!(found.is_empty(), "{found:#?}");
}

/// All errors at once, each for a person of his own, once and for good; what is wrong with how they end.
async fn ends(kind: Kind) -> Vec<String> {
    let discord = Discord::start_with(Times { bucket: Duration::from_millis(50), ..Times::default() }).await;
    // Longer than all questions take to be posted on a busy machine: one that took its default by then is not posted.
    let more =
        ["answers.reuse=false", "ask.reply_within_seconds=25", "discord.edit_ms=1000", "worker.jobs=100"];
    // A run that is over before there is room for its status has none, and what changes has to stand first.
    let changes = matches!(kind, Kind::ChangedStatus | Kind::SettledStatus);
    let model = match changes || kind == Kind::Status {
        true => Some(ModelServer::start(Shape::OpenAi).await),
        false => None,
    };
    model.iter().for_each(|model| {
        model.takes(Duration::from_millis(2500));
        model.waits(true);
    });
    let town = Town::made(How::Connection, discord, &more, model.clone()).await;
    let start = Instant::now();
    let cases: Vec<Case> = strengths().map(|strength| meet(&town, kind, strength)).collect();
    if let Some(model) = &model {
        let all = |state: &State| {
            let mut met = cases.iter().zip(&state.faults.refusals);
            let has = |(case, rule): (&Case, &Refusal<Error>)| match changes {
                true => state.messages_of(case.said).count() > 0,
                false => rule.refused > 0,
            };
            met.all(has).then_some(())
        };
        town.discord.until_within("a status each", PATIENCE, all).await;
        model.waits(false);
    }
    // The last change of a status may come long after its answer on a busy machine.
    let over = |state: &State| {
        let mut met = cases.iter().zip(&state.faults.refusals);
        let ended = met.all(|(case, rule)| rule.refused > 0 && end_of(state, case).is_some());
        (ended || start.elapsed() > PATIENCE).then_some(())
    };
    town.discord.until_within("an end", PATIENCE * 2, over).await;
    town.discord.until_within("quiet", PATIENCE * 2, quiet(start)).await;
    let state = town.discord.lock();
    let mut found = Vec::new();
    for (case, rule) in cases.iter().zip(&state.faults.refusals) {
        let end = end_of(&state, case).unwrap_or_else(|| "nothing".to_owned());
        let line = format!("{:<40} refused {:>3} times: {end}", case.name, rule.refused);
        // What stood in a place that is gone went with it.
        let most = if case.error.1 == UNKNOWN_CHANNEL { 2 } else { 1 };
        if seen(&state, case).len() > most || end == "nothing" || !(1..=STORM).contains(&rule.refused) {
            found.push(line.clone());
        }
        println!("{line}");
    }
    found
}

/// Every error once and for good; what says that it will pass does.
fn strengths() -> impl Iterator<Item = (u64, Error, usize)> {
    let long = |error: Error| if error.0 == 429 || error.0 >= 500 { A_WHILE } else { ALWAYS };
    let all = ERRORS.into_iter().flat_map(move |error| [(error, 1), (error, long(error))]);
    (0..).zip(all).map(|(nth, (error, times))| (nth, error, times))
}

/// Somebody says something whose message will be refused.
fn meet(town: &Town, kind: Kind, (nth, error, times): (u64, Error, usize)) -> Case {
    let who = FIRST + nth;
    let question = format!("When was the Harbour Bridge of Eastmoor opened? Case {nth}.");
    let text = match kind {
        Kind::Question | Kind::ChangedQuestion => format!("plan: {question}"),
        Kind::Notice => "hello!".to_owned(),
        Kind::Thread | Kind::Status | Kind::ChangedStatus | Kind::SettledStatus | Kind::Answer => question,
    };
    // While this is held, nothing gets through: it has to be known what is refused.
    let mut state = town.discord.lock();
    state.users.insert(who, Person::new(&format!("person{nth}")));
    state.guilds.get_mut(&EASTMOOR).expect("a server").members.insert(who, Vec::new());
    let said = state.mentioned(who, GENERAL, &text);
    let of_thread = format!("/channels/{said}/messages");
    let (method, path, holds) = match kind {
        Kind::Thread => ("POST", format!("/channels/{GENERAL}/messages/{said}/threads"), String::new()),
        Kind::Status => ("POST", of_thread, "\"stop|".to_owned()),
        Kind::ChangedStatus => ("PATCH", of_thread, String::new()),
        Kind::SettledStatus => ("PATCH", of_thread, "Answered below".to_owned()),
        Kind::Question => ("POST", of_thread, "\"go|".to_owned()),
        Kind::ChangedQuestion => ("PATCH", of_thread, "so I went with my best guess".to_owned()),
        Kind::Answer => ("POST", of_thread, "\"recheck|".to_owned()),
        Kind::Notice => ("POST", format!("/channels/{GENERAL}/messages"), said.to_string()),
    };
    // What follows in its thread is refused as well.
    let then_all = kind != Kind::Notice;
    let (name, errors) = (format!("{method} {path}"), vec![error; times].into());
    state.faults.refusals.push(Refusal { name, holds, then_all, errors, refused: 0 });
    let Error(status, code) = error;
    let name = format!("{kind:?} {status} {code} {times}×");
    Case { name, kind, who, said, error }
}

/// Where the person finds what he waits for: messages with the answer, in the thread and in his direct messages.
fn seen(state: &State, case: &Case) -> Vec<String> {
    let words: &[&str] = match case.kind {
        Kind::Notice => &["I research questions"],
        _ => &["Confidence: ", "Not enough evidence"],
    };
    let says = |value: &serde_json::Value| words.iter().any(|words| value.to_string().contains(words));
    let direct = state.channels.values().find(|one| id(&one["recipients"][0]["id"]) == case.who);
    let direct = direct.map(|one| id(&one["id"])).unwrap_or_default();
    let mut found = Vec::new();
    for (name, channel) in [("in its thread", case.said), ("below it", GENERAL), ("direct", direct)] {
        for message in state.messages_of(channel) {
            let own = id(&message["author"]["id"]) == state.bot.id;
            let meant = channel != GENERAL || id(&message["message_reference"]["message_id"]) == case.said;
            let formed = says(&message["embeds"]);
            if own && meant && (formed || says(&message["content"])) {
                found.push(format!("{name}{}", if formed { "" } else { ", in words" }));
            }
        }
    }
    found
}

/// How it ended; none as long as it did not.
fn end_of(state: &State, case: &Case) -> Option<String> {
    let seen = seen(state, case);
    let marks = state.messages.get(&case.said).map(|said| said["reactions"].clone()).unwrap_or_default();
    let marked =
        |sign: &str| marks.as_array().into_iter().flatten().any(|mark| mark["emoji"]["name"] == sign);
    match (seen.is_empty(), marked("❌") || marked("⚠️")) {
        (false, _) => Some(seen.join(" and ")),
        (true, true) => Some("marked".to_owned()),
        (true, false) => None,
    }
}

/// Nothing was asked for a while, or there is no end of it.
fn quiet(start: Instant) -> impl FnMut(&State) -> Option<()> {
    // Longer than a message whose fate is not known is waited for.
    const WHILE: Duration = Duration::from_secs(3);
    let (mut count, mut since) = (0, Instant::now());
    move |state| {
        if state.asked.len() != count {
            (count, since) = (state.asked.len(), Instant::now());
        }
        (since.elapsed() >= WHILE || start.elapsed() > PATIENCE + WHILE * 2).then_some(())
    }
}
