//! One process after another is stopped and restarted, as in an upgrade, while people ask and read.

use super::fleet::{Dice, Fleet, LONG};
use std::time::{Duration, Instant};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_rolling_restart_loses_no_job_no_event_and_no_place_of_a_reader() {
    let jobs = crate::world::as_many(12, 60);
    let mut dice = Dice::thrown("restarts");
    let mut fleet = Fleet::start(3).await;
    let mentions = fleet.mentions(4);
    let asked = fleet.ask_and_read(jobs, Duration::from_millis(150), &mut dice);
    let patience = Instant::now();
    while fleet.model.calls().is_empty() {
        assert!(patience.elapsed() < LONG, "the model was never asked:\n{}", fleet.logged());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    for at in 0..fleet.replicas.len() {
        // Its end is one in good order, or the test fails here.
        fleet.replicas[at].stop();
        fleet.resume(at);
    }
    let (cases, streams) = fleet.all_ended(asked, mentions).await;
    fleet.check(&cases).await;
    fleet.check_readers(streams).await;
}
