//! Postgres stops while jobs run, as in a crash, and is started again.

use super::fleet::{Dice, Fleet, Limits, ask, read};
use crate::kills::prepared_on;
use crate::world::process::Machine;
use gorkd_store::server::OwnServer;
use std::time::Duration;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn jobs_go_on_after_postgres_has_stopped_and_started_under_load() {
    let jobs = crate::world::as_many(9, 60);
    let stops = crate::world::as_many(1, 6);
    let mut dice = Dice::thrown("stops of Postgres");
    let (mut postgres, first) = tokio::task::block_in_place(|| {
        let postgres = OwnServer::start();
        let first = prepared_on(Machine::on_database(postgres.empty_database()));
        (postgres, first)
    });
    let fleet = Fleet::beside(first, 3).await;
    fleet.model.takes(Duration::from_millis(500));
    let mentions = fleet.mentions(jobs / 3);
    let ports = fleet.ports();
    let asked: Vec<_> = (0..jobs - mentions.len())
        .map(|case| {
            let (ports, mut dice) = (ports.clone(), dice.fork());
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(400 * case as u64)).await;
                let (thread, case) = ask(ports.clone(), case, dice.fork()).await;
                (case, read(ports, thread, dice).await)
            })
        })
        .collect();
    for stop in 0..stops {
        fleet.asks(2 * stop).await;
        tokio::time::sleep(Duration::from_millis(dice.roll(700) as u64)).await;
        tokio::task::block_in_place(|| postgres.stop());
        // Some of them try in vain, and some don't notice.
        tokio::time::sleep(Duration::from_millis(dice.roll(1_500) as u64)).await;
        tokio::task::block_in_place(|| postgres.start_again());
        fleet.ready().await;
    }
    let (mut cases, mut streams) = (Vec::new(), Vec::new());
    for task in asked {
        let (case, stream) = task.await.expect("a reader ends");
        cases.push(case);
        streams.push(stream);
    }
    cases.extend(fleet.answered(mentions).await);
    fleet.check_with(&cases, Limits { attempts: 9, times: true }).await;
    fleet.check_readers(streams).await;
}
