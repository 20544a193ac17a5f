//! A backup that is made while jobs run, put back into an empty database.

use super::fleet::{Dice, Fleet, LONG, ask};
use crate::web::http::Server;
use crate::world::process::Machine;
use gorkd_core::job::Job;
use gorkd_store::server;
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn what_was_finished_before_a_backup_under_load_is_there_after_it_is_put_back() {
    let mut dice = Dice::thrown("load");
    let fleet = Fleet::start(2).await;
    fleet.model.takes(Duration::from_millis(600));
    let ports = fleet.ports();
    let asked: Vec<_> = (0..16)
        .map(|case| {
            let (ports, dice) = (ports.clone(), dice.fork());
            tokio::spawn(async move {
                tokio::time::sleep(Duration::from_millis(250 * case as u64)).await;
                ask(ports, case, dice).await.1
            })
        })
        .collect();
    let store = fleet.store().await;
    let mut cases = Vec::new();
    for task in asked {
        cases.push(task.await.expect("asked"));
        let last = cases.last().expect("one");
        println!("{} is {}", last.word, last.job);
    }
    // Wait for some, and for no more than some: the rest is the load.
    let began = Instant::now();
    let finished = loop {
        let mut finished = Vec::new();
        for case in &cases {
            let journal = store.events(&case.job, 0).await.expect("the journal reads");
            if Job::replay(&journal).status().is_over() {
                finished.push((case.job.clone(), journal));
            }
        }
        if finished.len() >= 3 {
            break finished;
        }
        assert!(began.elapsed() < LONG, "{} are finished:\n{}", finished.len(), fleet.logged());
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert!(finished.len() < cases.len(), "nothing runs any more");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("gorkd.dump");
    let url = fleet.replicas[0].machine.database().to_owned();
    let restored = tokio::task::block_in_place(|| {
        server::back_up(&url, &file);
        server::restored(&file)
    });
    store.close().await;

    let machine = Machine::on_database(restored);
    let store = machine.store().await;
    for (job, journal) in &finished {
        let kept = store.events(job, 0).await.expect("the journal reads");
        assert_eq!(&kept, journal, "{job} was finished before the backup");
    }
    // Jobs in progress continue from there. Slack stays with the processes that have it.
    let own: Vec<&str> =
        fleet.settings.iter().map(String::as_str).filter(|one| !one.starts_with("slack.")).collect();
    let server = tokio::task::block_in_place(|| Server::start_with(machine, &own, &[]));
    let mut went_on = 0;
    for case in &cases {
        if store.job(&case.job).await.is_ok() {
            let ended = server.until_over(case.job.as_str(), &[]).await;
            assert_eq!(ended["status"], "completed", "{}: {ended}", case.word);
            went_on += 1;
        }
    }
    println!("{} of {} jobs were finished, {went_on} were in the backup", finished.len(), cases.len());
    assert!(went_on >= finished.len());
    store.close().await;
}
