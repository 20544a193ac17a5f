//! What processes share: Redis and Postgres rates against one plain model, counts and replies on both, and a
//! server that goes away and comes back.

use crate::redis_server::RedisServer;
use crate::shared::{MOST_PATIENCE, TURN, micros};
use crate::tests::postgres::Database;
use crate::{Redis, RedisQuotas, RedisRates, RedisScratch};
use futures::future::join_all;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::model::Millis;
use gorkd_core::ports::{NextTurn, Quotas, Rates, Scratch, StoreError, Taken, Usage};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy};
use proptest::prop_oneof;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::sync::Arc;
use std::time::Duration;

/// Some time in 2023, in microseconds.
const BEGIN: i64 = 1_700_000_000_000_000;
const SECOND: i64 = 1_000_000;

/// A straightforward model of a rate's queue.
#[derive(Default)]
struct Line {
    free_at: i64,
}

impl Line {
    fn turn(&mut self, now: i64, period: i64, patience: i64) -> NextTurn {
        let too_long = self.free_at > now + micros(MOST_PATIENCE) + period;
        let start = if too_long { now } else { self.free_at.max(now) };
        let wait = Duration::from_micros((start - now) as u64);
        if start - now > patience {
            return NextTurn::TooLate(wait);
        }
        self.free_at = start + period;
        NextTurn::In(wait)
    }
}

/// Time that passes before the call, period, and patience; all in microseconds.
type Step = (i64, i64, i64);

/// Times are long, so that nothing expires on the server during a case.
fn cases(count: usize) -> Vec<Vec<Step>> {
    let moves = prop_oneof![
        Just(0_i64),
        1..90 * SECOND,
        1..4_000 * SECOND,
        // A clock that is set back, by a little or by hours.
        -20 * SECOND..0,
        -9_000 * SECOND..-3_000 * SECOND,
    ];
    let period = prop_oneof![Just(60 * SECOND), 60 * SECOND..3_600 * SECOND];
    let patience = prop_oneof![Just(0_i64), 1..micros(MOST_PATIENCE), Just(micros(MOST_PATIENCE))];
    let steps = vec((moves, period, patience), 1..40);
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| steps.new_tree(&mut runner).expect("a case").current()).collect()
}

fn duration(micros: i64) -> Duration {
    Duration::from_micros(micros as u64)
}

#[test]
fn the_script_gives_turns_as_the_model_does() {
    let server = RedisServer::start();
    let mut connection = server.connect().expect("it listens");
    let (mut taken, mut refused) = (0, 0);
    for (nth, case) in cases(60).into_iter().enumerate() {
        let (mut line, mut now) = (Line::default(), BEGIN);
        for (moved, period, patience) in case {
            now += moved;
            let mut script = TURN.key(format!("line {nth}"));
            script.arg(&[period, patience, micros(MOST_PATIENCE), now][..]);
            let (got, wait): (i64, i64) = script.invoke(&mut connection).expect("it runs");
            let turn = if got == 1 { NextTurn::In } else { NextTurn::TooLate };
            assert_eq!(turn(duration(wait)), line.turn(now, period, patience), "case {nth}, at {now}");
            *(if got == 1 { &mut taken } else { &mut refused }) += 1;
        }
    }
    assert!(taken > 100 && refused > 100, "{taken} turns, {refused} refusals");
}

#[tokio::test]
async fn the_statement_gives_turns_as_the_model_does() {
    let base = Database::new().await;
    let store = base.store().await;
    for (nth, case) in cases(12).into_iter().enumerate() {
        let (mut line, mut now) = (Line::default(), BEGIN);
        for (moved, period, patience) in case {
            now += moved;
            let turn =
                store.turn_at(&format!("line {nth}"), duration(period), duration(patience), Some(now)).await;
            assert_eq!(turn.expect("asked"), line.turn(now, period, patience), "case {nth}, at {now}");
        }
    }
}

/// Requests turns from two sides at once, many more than fit into the patience. Returns the waits of the
/// turns granted, shortest first.
async fn two_sides(one: &dyn Rates, other: &dyn Rates) -> Vec<Duration> {
    let (period, patience) = (Duration::from_secs(60), Duration::from_secs(200));
    let asks = (0..8).flat_map(|_| [one, other]).map(|side| side.turn("arxiv", period, patience));
    let turns = join_all(asks).await.into_iter().map(|turn| turn.expect("asked"));
    let mut waits: Vec<Duration> = turns
        .filter_map(|turn| match turn {
            NextTurn::In(wait) => Some(wait),
            NextTurn::TooLate(wait) => {
                assert!(wait > patience, "{wait:?}");
                None
            }
        })
        .collect();
    waits.sort();
    waits
}

/// Turns at 0, 60, 120 and 180 seconds, minus the time that passed between the calls.
fn one_line(waits: &[Duration]) {
    assert!(waits.len() >= 4, "{waits:?}");
    for pair in waits.windows(2) {
        assert!(pair[1] - pair[0] < Duration::from_secs(90), "{waits:?}");
    }
    let last = waits.last().expect("there are some");
    assert!(*last <= Duration::from_secs(200) && *last > Duration::from_secs(60), "{waits:?}");
    // Of sixteen calls in quick succession, only a few get a turn.
    assert!(waits.len() <= 5, "{waits:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_stand_in_one_line() {
    let server = RedisServer::start();
    let side = || RedisRates::new(Redis::at(&server.url()).expect("an address"), None);
    one_line(&two_sides(&side(), &side()).await);
    let base = Database::new().await;
    one_line(&two_sides(&base.store().await, &base.store().await).await);
}

const DAY: &str = "2026-11-22";
const ONE: Usage = Usage { calls: 1, credits: 2 };
const TEN: Usage = Usage { calls: 10, credits: 0 };

async fn counted(side: &dyn Quotas) -> bool {
    side.take("tavily", DAY, ONE, TEN).await.expect("asked").counted
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_days_limit_holds_over_processes_and_over_the_loss_of_the_server() {
    let mut server = RedisServer::start();
    let stores = [MemoryStore::default(), MemoryStore::default()];
    let redis = || Redis::at(&server.url()).expect("an address");
    let sides = [redis(), redis()];
    let quotas = |side: usize| RedisQuotas::new(sides[side].clone(), Arc::new(stores[side].clone()));
    let (one, other) = (quotas(0), quotas(1));
    let asks = (0..8).flat_map(|_| [&one, &other]).map(|side| counted(side));
    let passed = join_all(asks).await.into_iter().filter(|counted| *counted).count();
    assert_eq!(passed, 10, "of sixteen, by both together");
    one.give_back("tavily", DAY, ONE).await.expect("given back");
    assert!(counted(&other).await && !counted(&one).await);

    // Each store has recorded the calls of its own side and continues from those.
    server.kill();
    let mut alone = 0;
    while counted(&one).await {
        alone += 1;
    }
    assert!(alone < 10, "{alone}: what was counted before counts");
    assert!(!counted(&one).await);

    // It comes back empty and learns the highest count from the stores.
    server.start_again();
    sides[0].program().await.expect("it is back");
    assert!(!counted(&one).await);
    sides[1].program().await.expect("it is back");
    assert!(!counted(&other).await, "the other side has calls left by its own count, and none in all");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_count_continues_from_the_store_after_a_loss() {
    let mut server = RedisServer::start();
    let store = MemoryStore::default();
    let redis = Redis::at(&server.url()).expect("an address");
    let quotas = RedisQuotas::new(redis.clone(), Arc::new(store.clone()));
    assert!(counted(&quotas).await && counted(&quotas).await);
    server.kill();
    assert!(counted(&quotas).await, "by the store");
    server.start_again();
    redis.program().await.expect("it is back");
    let taken = quotas.take("tavily", DAY, ONE, TEN).await.expect("asked");
    assert_eq!(taken, Taken { counted: true, used: Usage { calls: 4, credits: 8 } });
    // Without the server, a process counts in the store alone; its next call passes the count on.
    for _ in 0..3 {
        store.take("tavily", DAY, ONE, TEN).await.expect("asked");
    }
    counted(&quotas).await;
    let taken = quotas.take("tavily", DAY, ONE, TEN).await.expect("asked");
    assert_eq!(taken.used.calls, 9);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn replies_are_seen_by_all_hold_no_word_in_their_names_and_outlive_the_server() {
    let mut server = RedisServer::start();
    let store = MemoryStore::default();
    let side = |redis: &Redis| RedisScratch::new(redis.clone(), Arc::new(store.clone()));
    let (redis, second) =
        (Redis::at(&server.url()).expect("an address"), Redis::at(&server.url()).expect("an address"));
    let (one, other) = (side(&redis), side(&second));
    let far = Millis(4_000_000_000_000);
    let page = "A page about tides. ".repeat(10_000);
    one.put("page:hybrid:https://tides.example/", page.as_bytes(), far).await.expect("put");
    one.put("past", b"gone", Millis(5)).await.expect("put");
    let seen = other.get_all(&["none", "page:hybrid:https://tides.example/", "past"], Millis(1)).await;
    assert_eq!(seen.expect("asked"), [None, Some(page.clone().into_bytes()), None]);
    let names = server.names();
    assert_eq!(names.len(), 1, "{names:?}");
    assert!(names[0].starts_with("gorkd:cache:") && !names[0].contains("tides"), "{names:?}");
    let size = server.value(&names[0]).len();
    assert!(size < page.len() / 10, "{size} bytes are not compressed");
    assert_eq!(store.get("past", Millis(1)).await.expect("asked"), None, "nothing is kept twice");

    server.kill();
    other.put("a", b"meanwhile", far).await.expect("kept by the store");
    assert_eq!(one.get("a", Millis(1)).await.expect("asked").as_deref(), Some(&b"meanwhile"[..]));
    server.start_again();
    redis.program().await.expect("it is back");
    second.program().await.expect("it is back");
    one.put("b", b"again", far).await.expect("put");
    assert_eq!(other.get("b", Millis(1)).await.expect("asked").as_deref(), Some(&b"again"[..]));
    assert_eq!(store.get("b", Millis(1)).await.expect("asked"), None);
}

/// Two sides, one of which announces the work.
async fn one_announces(one: &dyn Scratch, other: &dyn Scratch) {
    let (now, later) = (Millis(1_000), Millis(601_000));
    assert!(one.announce("search", now, later).await.expect("asked"));
    assert!(!other.announce("search", now, later).await.expect("asked"));
    assert!(
        !one.announce("search", now, later).await.expect("asked"),
        "also for another job of the same side"
    );
    assert!(other.announce("another search", now, later).await.expect("asked"));
    one.withdraw("search").await.expect("withdrawn");
    assert!(other.announce("search", now, later).await.expect("asked"));
    assert_eq!(one.get("search", now).await.expect("asked"), None, "it is no value");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_sides_one_finds_out() {
    let server = RedisServer::start();
    let side = || RedisScratch::alone(Redis::at(&server.url()).expect("an address"));
    one_announces(&side(), &side()).await;
    let base = Database::new().await;
    let (one, other) = (base.store().await, base.store().await);
    one_announces(&*crate::Store::common(&one), &*crate::Store::common(&other)).await;
    let late = crate::Store::common(&one).announce("search", Millis(601_000), Millis(700_000)).await;
    assert!(late.expect("asked"), "its time is over");
}

#[tokio::test]
async fn a_server_that_is_not_there_costs_one_attempt_and_its_password_is_told_to_nobody() {
    let mut server = RedisServer::start();
    server.kill();
    let redis = Redis::at(&server.url()).expect("an address");
    let rates = RedisRates::new(redis.clone(), None);
    let mut sentences = Vec::new();
    for _ in 0..2 {
        match rates.turn("arxiv", Duration::from_secs(1), Duration::ZERO).await {
            Err(StoreError::Unavailable(sentence)) => sentences.push(sentence),
            other => panic!("{other:?}"),
        }
    }
    assert!(sentences[1].contains("not tried again"), "{sentences:?}");
    server.start_again();
    let program = redis.program().await.expect("it answers");
    assert!(program.starts_with("Redis ") || program.starts_with("Valkey "), "{program}");

    let wrong = server.url().replace(server.password(), "s3cret-word");
    let refused =
        Redis::at(&wrong).expect("an address").program().await.expect_err("it is wrong").to_string();
    let unreadable = match Redis::at("redis://:s3cret-word@127.0.0.1:6379/many") {
        Err(error) => error.to_string(),
        Ok(_) => panic!("that is no number of a database"),
    };
    sentences.extend([refused, unreadable]);
    assert!(
        sentences[2].contains("user name or password") && sentences[3].contains("redis.url"),
        "{sentences:?}"
    );
    for sentence in &sentences {
        assert!(!sentence.contains(server.password()) && !sentence.contains("s3cret"), "{sentence}");
    }
}
