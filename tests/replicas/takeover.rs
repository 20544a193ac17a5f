//! A platform has one owner at a time. When the owner stands still, another process takes over; when it goes on, it
//! posts nothing.

use super::fleet::{Fleet, LONG, LOST, OWNS};
use crate::discord::town::{ANSWERED, QUESTION, Town};
use crate::web::http::Server;
use crate::world::discord::{ANN, BEN, GENERAL};
use crate::world::process::Machine;
use std::time::Duration;

async fn logged(machine: &Machine, words: &str) {
    let look = async {
        while !machine.logged().contains(words) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let found = tokio::time::timeout(LONG, look).await;
    assert!(found.is_ok(), "nobody says {words:?}:\n{}", machine.logged());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slack_goes_to_another_process_when_its_owner_stands_still() {
    let fleet = Fleet::start(2).await;
    fleet.model.takes(Duration::from_millis(700));
    let owner = fleet.owner(|_| true).await;
    let (first, other) = (&fleet.replicas[owner], &fleet.replicas[1 - owner]);
    let slack = &fleet.slack;
    let asked = fleet.mentions(1);
    let (_, ts) = &asked[0];
    slack.message("C1", ts, "[Stop and answer]").await;
    first.pause();
    logged(&other.machine, OWNS).await;
    slack.message("C1", ts, "[Sources]").await;
    first.go_on();
    logged(&first.machine, LOST).await;
    let cases = fleet.answered(asked).await;
    fleet.check(&cases).await;
    // Of two processes that are there, one has connections.
    slack.until("one set of sockets", |books| (books.sockets.len() == 2).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gateway_of_discord_goes_to_another_process_when_its_owner_stands_still() {
    let machine = tokio::task::block_in_place(|| Machine::with_library_on(Machine::on_postgres()));
    let town = Town::on(machine).await;
    let other = tokio::task::block_in_place(|| {
        let settings: Vec<&str> = town.settings.iter().map(String::as_str).collect();
        Server::start_with(Machine::beside(&town.server.machine), &settings, &[])
    });
    logged(&other.machine, "another process runs this platform").await;
    let asked = town.discord.mentions(ANN, GENERAL, QUESTION);
    town.answer(asked).await;
    town.server.pause();
    // Nobody hears this when it is said.
    let between = town.discord.mentions(BEN, GENERAL, QUESTION);
    logged(&other.machine, "connected to Discord").await;
    town.answer(between).await;
    let again = town.discord.mentions(BEN, GENERAL, "How long is the Harbour Bridge of Eastmoor?");
    assert!(town.answer(again).await.contains("412"));
    town.server.go_on();
    logged(&town.server.machine, LOST).await;
    town.discord.until("one gateway", |state| (state.listening() == 1).then_some(())).await;
    for thread in [asked, between, again] {
        let seen = town.discord.see(thread);
        assert_eq!(seen.matches(ANSWERED).count(), 1, "{seen}");
    }
}
