//! One of three processes is killed or paused every two seconds: every job ends once, nothing that is finished is paid
//! again, nothing is posted twice, and every reader gets the whole, in order, from whichever process is there.

use super::fleet::{Dice, Fleet, PAUSE};
use crate::world::slack::state::Books;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

const EVERY: Duration = Duration::from_secs(2);

/// Kills at random, and pauses one at a time for longer than a lease, until the work has ended, or has seen enough.
async fn disturb<T>(fleet: &mut Fleet, dice: &mut Dice, work: &JoinHandle<T>) -> (usize, usize) {
    let (mut kills, mut pauses) = (0, 0);
    let mut paused: Option<(usize, Instant)> = None;
    let most = crate::world::as_many(12, usize::MAX);
    while !work.is_finished() && kills < most {
        tokio::time::sleep(EVERY).await;
        if let Some((at, _)) = paused.take_if(|(_, since)| since.elapsed() >= PAUSE) {
            fleet.replicas[at].go_on();
        }
        let awake = |at: &usize| paused.is_none_or(|(still, _)| still != *at);
        let awake: Vec<usize> = (0..fleet.replicas.len()).filter(awake).collect();
        let at = awake[dice.roll(awake.len())];
        let pause = kills > 0 && (pauses == 0 || dice.roll(5) == 0);
        if paused.is_none() && pause {
            fleet.replicas[at].pause();
            paused = Some((at, Instant::now()));
            pauses += 1;
        } else {
            fleet.kill(at);
            kills += 1;
        }
    }
    if let Some((at, since)) = paused {
        if !work.is_finished() {
            tokio::time::sleep(PAUSE.saturating_sub(since.elapsed())).await;
        }
        fleet.replicas[at].go_on();
    }
    (kills, pauses)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn three_processes_under_kills_and_pauses_lose_nothing_and_do_nothing_twice() {
    let jobs = crate::world::as_many(30, 300);
    let mut dice = Dice::thrown("kills");
    let mut fleet = Fleet::start(3).await;
    let mentions = fleet.mentions(jobs / 3);
    // Not all at once: the kills are to fall into jobs at every stage.
    let asked = fleet.ask_and_read(jobs - mentions.len(), Duration::from_millis(800), &mut dice);
    let slack = fleet.slack.clone();
    let waiting: Vec<String> = mentions.iter().map(|(_, ts)| ts.clone()).collect();
    let working = tokio::spawn(async move {
        let mut done = Vec::new();
        for task in asked {
            done.push(task.await);
        }
        for ts in waiting {
            let answered = |books: &Books| {
                books.messages.iter().any(|one| one.is_in(&ts) && one.says("[Sources]")).then_some(())
            };
            slack.until_within("answer", Duration::from_secs(900), answered).await;
        }
        done
    });
    let (kills, pauses) = disturb(&mut fleet, &mut dice, &working).await;
    let done = working.await.expect("all is told");
    let (mut cases, mut streams) = (Vec::new(), Vec::new());
    for task in done {
        let (case, stream) = task.expect("a reader ends");
        cases.push(case);
        streams.push(stream);
    }
    cases.extend(fleet.answered(mentions).await);
    println!("{jobs} jobs through {kills} kills and {pauses} pauses");
    assert!(kills >= 3 && pauses >= 1, "too little happened to show anything");
    fleet.check(&cases).await;
    fleet.check_readers(streams).await;
}
