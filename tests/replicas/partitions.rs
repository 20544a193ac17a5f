//! Processes that lose Postgres, Redis, or both, and get them back. What they send is taken and nothing comes back,
//! which is what a partition looks like from inside; or their connections break off. And a database that is slow.

use super::fleet::{Dice, Fleet, LONG, Limits, request};
use gorkd_store::relay::Relay;
use std::time::{Duration, Instant};

/// Whether a process says that it shares with others by Redis; false where it doesn't answer, too.
async fn shares(port: u16) -> bool {
    let scraped = request(port, "GET", "/metrics", "", "").await;
    scraped.is_some_and(|(_, text)| text.lines().any(|line| line == "shared_state_up 1"))
}

/// What supervisors and monitoring see of a process without a store: it lives, isn't ready, and says why.
async fn tells_that_the_store_is_gone(port: u16) -> bool {
    let get = async |path: &str| request(port, "GET", path, "", "").await.unwrap_or_default();
    let [health, ready, metrics] = [get("/healthz").await, get("/readyz").await, get("/metrics").await];
    let says =
        ready.1.contains("the store can't be written") && metrics.1.lines().any(|line| line == "store_up 0");
    (health.0, ready.0, metrics.0) == (200, 503, 200) && says
}

async fn until(fleet: &Fleet, what: &str, mut is: impl AsyncFnMut() -> bool) {
    let began = Instant::now();
    while !is().await {
        assert!(began.elapsed() < LONG, "{what}:\n{}", fleet.logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The process that runs Slack loses Postgres and Redis, the second one Postgres, and the third one Redis; then all are
/// as they were.
async fn part(fleet: &Fleet, forgotten: bool) {
    let holder = fleet.owner(|_| true).await;
    let [cut_off, alone] = [(holder + 1) % 3, (holder + 2) % 3];
    fleet.ways[holder].each(Relay::hold);
    fleet.ways[cut_off].store.hold();
    fleet.ways[alone].redis.hold();
    let began = Instant::now();
    until(fleet, "the metrics never tell", async || {
        tells_that_the_store_is_gone(fleet.replicas[cut_off].port).await
    })
    .await;
    // The process that reaches the store continues all jobs, and gets Slack.
    assert_eq!(fleet.owner(|at| at != holder && at != cut_off).await, alone);
    println!("another process had Slack after {:?}", began.elapsed());
    until(fleet, "nobody misses Redis", async || !shares(fleet.replicas[alone].port).await).await;
    fleet.loses(holder).await;
    if forgotten {
        fleet.ways.iter().for_each(|ways| ways.each(Relay::forget));
    }
    fleet.ways.iter().for_each(|ways| ways.each(Relay::open));
}

/// One after the other loses its connections, and can't connect for a moment.
async fn break_off(fleet: &Fleet) {
    for ways in &fleet.ways {
        ways.each(Relay::cut);
        let before = ways.store.connections();
        // It tries again, in vain.
        until(fleet, "it never connects again", async || ways.store.connections() > before).await;
        ways.each(Relay::open);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_processes_cut_off_from_their_stores_lose_nothing_and_do_nothing_twice() {
    let jobs = crate::world::as_many(12, 120);
    let rounds = crate::world::as_many(1, 6);
    let between = crate::world::as_many(300, 2_000) as u64;
    let mut dice = Dice::thrown("partitions");
    let fleet = Fleet::apart(3).await;
    fleet.model.takes(Duration::from_millis(500));
    let mentions = fleet.mentions(jobs / 4);
    fleet.taken(&mentions).await;
    let ports = fleet.ports();
    let asked = fleet.ask_and_read(jobs - mentions.len(), Duration::from_millis(between), &mut dice);
    for round in 0..rounds {
        fleet.asks(round).await;
        // Nothing signals that a firewall has forgotten connections, so it takes longer to notice.
        part(&fleet, round % 2 == 1).await;
        break_off(&fleet).await;
        fleet.ready().await;
    }
    let (cases, streams) = fleet.all_ended(asked, mentions).await;
    // Whatever a process was at when it lost its store is begun again, and that may happen to each of them.
    fleet.check_with(&cases, Limits { attempts: 9, times: true }).await;
    fleet.check_readers(streams).await;
    for port in ports {
        until(&fleet, "Redis is not found again", async || shares(port).await).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn jobs_end_once_over_a_slow_database() {
    let jobs = crate::world::as_many(3, 30);
    let mut dice = Dice::thrown("slow answers");
    let fleet = Fleet::apart(2).await;
    // For each piece, on the way there and back.
    fleet.ways.iter().for_each(|ways| ways.store.delay(Duration::from_millis(25)));
    let mentions = fleet.mentions(1);
    let asked = fleet.ask_and_read(jobs, Duration::ZERO, &mut dice);
    let (cases, streams) = fleet.all_ended(asked, mentions).await;
    fleet.check(&cases).await;
    fleet.check_readers(streams).await;
}
