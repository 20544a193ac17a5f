//! Postgres stops while jobs run, as in a crash, and is started again.

use super::fleet::{Dice, Fleet, Limits};
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
    let asked = fleet.ask_and_read(jobs - mentions.len(), Duration::from_millis(400), &mut dice);
    for stop in 0..stops {
        fleet.asks(2 * stop).await;
        tokio::time::sleep(Duration::from_millis(dice.roll(700) as u64)).await;
        tokio::task::block_in_place(|| postgres.stop());
        // Some of them try in vain, and some don't notice.
        tokio::time::sleep(Duration::from_millis(dice.roll(1_500) as u64)).await;
        tokio::task::block_in_place(|| postgres.start_again());
        fleet.ready().await;
    }
    let (cases, streams) = fleet.all_ended(asked, mentions).await;
    fleet.check_with(&cases, Limits { attempts: 9, times: true }).await;
    fleet.check_readers(streams).await;
}
