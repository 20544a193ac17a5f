//! Runs many jobs: claims due jobs, drives each one, sends heartbeats, and releases jobs on shutdown.

use super::room::Room;
use super::waits::{Crowded, Waits};
use super::{Drive, Ended, Leases, Moment, Ports, RecentFailures};
use crate::job::{Job, JobStatus};
use crate::model::{JobId, Seq};
use crate::ports::{Change, Fence, Rest, StoreError};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Jobs driven at once, and up to twice as many while half of them wait for slow servers.
    pub jobs: usize,
    /// How often to poll for due jobs if no notification arrives.
    pub poll: Duration,
    /// How long a heartbeat is valid; a worker sends three per lease.
    pub lease: Duration,
    /// How long running calls may continue after a shutdown request.
    pub grace: Duration,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            jobs: 16,
            poll: Duration::from_millis(500),
            lease: Duration::from_secs(12),
            grace: Duration::from_secs(5),
        }
    }
}

/// Delay before a job is retried after an error; it doubles with every consecutive one.
const AGAIN: Duration = Duration::from_secs(1);
const AGAIN_AT_MOST: Duration = Duration::from_secs(60);
/// How long after a claim failed it may still be made: a server that was cut off may have got it.
const UNCLEAR: Duration = Duration::from_secs(60);
/// Minimum time between two searches for jobs to lend places to, if there were none.
const LEND_AGAIN: Duration = Duration::from_secs(3);
/// Minimum time between two heartbeats.
const MOMENT: Duration = Duration::from_millis(10);

/// One incarnation of a worker in this process.
#[derive(Clone)]
pub struct Worker {
    ports: Ports,
    name: String,
    settings: WorkerSettings,
    halt: CancellationToken,
    /// The worker's lease, renewed by its heartbeats.
    leases: Leases,
    /// What its jobs wait for.
    waits: Waits,
    /// What was logged, so that a full disk isn't logged at every poll.
    failures: RecentFailures,
}

impl Worker {
    /// `name` is the incarnation assigned by the store; it ends with this process.
    pub fn new(ports: Ports, name: String, settings: WorkerSettings, halt: CancellationToken) -> Self {
        let (leases, waits, failures) = Default::default();
        Self { ports, name, settings, halt, leases, waits, failures }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Works until shutdown, then releases unfinished jobs.
    pub async fn run(&self) -> Result<(), StoreError> {
        let mut drives = JoinSet::new();
        let mut driven = Driven::default();
        let mut changes = self.ports.journal.changes();
        let beat = self.beating();
        let mut claims = Claims::default();
        while !self.halt.is_cancelled() {
            while let Some(left) = drives.try_join_next_with_id() {
                driven.left(left);
            }
            self.give_back(&mut driven).await;
            let (room, without) = places_left(self.settings.jobs, drives.len(), &self.waits);
            for fence in self.claim_due(room, &without, &mut claims, &driven).await {
                let worker = self.clone();
                let of = fence.clone();
                let drive = drives.spawn(async move { worker.drive_logged(of).await });
                driven.now.insert(drive.id(), fence);
            }
            let looked = Instant::now();
            tokio::select! {
                () = self.halt.cancelled() => {}
                () = tokio::time::sleep(self.settings.poll) => {}
                Some(left) = drives.join_next_with_id(), if !drives.is_empty() => driven.left(left),
                () = driven.news(&mut changes), if drives.len() < self.settings.jobs => {
                    // The first notification of a burst is handled at once, the rest together.
                    tokio::time::sleep_until(looked + self.settings.poll / 50).await;
                    while changes.try_recv().is_ok() {}
                }
            }
        }
        while let Some(left) = drives.join_next_with_id().await {
            driven.left(left);
        }
        // The process may live on, and with it its claims.
        self.give_back(&mut driven).await;
        beat.abort();
        Ok(())
    }

    /// Releases jobs that a fault interrupted, so that they are resumed.
    async fn give_back(&self, driven: &mut Driven) {
        for fence in std::mem::take(&mut driven.interrupted) {
            let faults = driven.faults.get(&fence.job).copied().unwrap_or_default();
            let after = AGAIN.saturating_mul(1 << faults.saturating_sub(1).min(16)).min(AGAIN_AT_MOST);
            let at = self.ports.clock.now();
            let wake_at = Some(at.plus(after.as_millis() as u64));
            // Events written meanwhile don't wake the job early: they wait as well.
            let rest = Rest { status: JobStatus::Queued, seen: Seq::MAX, wake_at, at };
            if let Err(failure) = self.ports.journal.release(&fence, rest).await {
                if self.failures.is_news("release", &failure) {
                    error!(job = %fence.job, %failure, "failed to release an interrupted job; retrying");
                }
                driven.interrupted.push(fence);
            }
        }
    }

    /// Runs one job that is already claimed, for example by the terminal that asked. Returns its final state.
    /// If the store failed at the end, it may contain an answer that the journal lacks.
    pub async fn run_one(&self, fence: Fence) -> (Result<Ended, StoreError>, Job) {
        let beat = self.beating();
        let mut drive = self.drive(fence, Room::default());
        let ended = drive.run().await;
        beat.abort();
        (ended, drive.job().clone())
    }

    /// Claims this job, or any job that is due.
    pub async fn claim(&self, only: Option<&JobId>) -> Result<Option<Fence>, StoreError> {
        let now = self.ports.clock.now();
        self.ports.journal.claim(&self.name, only, now).await
    }

    async fn claim_due(
        &self,
        room: usize,
        without: &[String],
        claims: &mut Claims,
        driven: &Driven,
    ) -> Vec<Fence> {
        let claimed = match self.release_unknown(claims, driven).await {
            Ok(()) if room == 0 || claims.wait_to_lend(without) => return Vec::new(),
            Ok(()) => self.ports.journal.claim_due(&self.name, self.ports.clock.now(), room, without).await,
            Err(failure) => Err(failure),
        };
        match claimed {
            Ok(claimed) => {
                claims.succeeded(without, &claimed);
                claimed
            }
            Err(failure) => {
                if self.failures.is_news("claim", &failure) {
                    error!(%failure, "failed to claim due jobs");
                    claims.told = true;
                }
                claims.failed = Some(Instant::now());
                Vec::new()
            }
        }
    }

    /// A claim that failed may have been made all the same. Then this worker holds jobs that nobody drives, and
    /// that nobody takes over as long as it lives.
    async fn release_unknown(&self, claims: &mut Claims, driven: &Driven) -> Result<(), StoreError> {
        let Some(failed) = claims.failed else { return Ok(()) };
        self.ports.journal.release_all_but(&self.name, &driven.jobs()).await?;
        if failed.elapsed() >= UNCLEAR {
            claims.failed = None;
        }
        Ok(())
    }

    fn drive(&self, fence: Fence, room: Room) -> Drive {
        Drive::new(self.ports.clone(), fence, self.halt.clone(), self.settings.grace)
            .under(self.leases.clone(), room)
    }

    /// Returns whether the drive ended without an error.
    async fn drive_logged(&self, fence: Fence) -> bool {
        let job = fence.job.clone();
        let room = Room::waited_for(self.failures.clone(), self.halt.clone());
        let mut drive = self.drive(fence, room);
        match self.waits.over(job.clone(), Box::pin(drive.run())).await {
            Ok(ended) => {
                info!(%job, ?ended, "job left");
                true
            }
            Err(failure) => {
                if self.failures.is_news("drive", &failure) {
                    error!(%job, %failure, "failed to drive the job; retrying");
                }
                false
            }
        }
    }

    fn beating(&self) -> tokio::task::JoinHandle<()> {
        let worker = self.clone();
        tokio::spawn(async move {
            let lease = worker.settings.lease;
            loop {
                let next = Instant::now() + lease / 3;
                let begun = Moment::now();
                let beat = worker.ports.journal.beat(&worker.name, worker.ports.clock.now(), lease);
                // A beat that takes longer than that says nothing, and the next one may find the store again.
                let failure = match tokio::time::timeout(lease, beat).await {
                    Ok(Ok(())) => {
                        worker.leases.renew(begun, lease);
                        None
                    }
                    Ok(Err(failure)) => Some(failure.to_string()),
                    Err(_) => Some("the store did not answer in time".to_owned()),
                };
                if let Some(failure) = failure.filter(|failure| worker.failures.is_news("beat", failure)) {
                    error!(%failure, "failed to send a worker's heartbeat");
                }
                // After a slow write, the next heartbeat is due at once.
                tokio::time::sleep_until(next.max(Instant::now() + MOMENT)).await;
            }
        })
    }
}

/// How many more jobs there is a place for, and the servers that these must do without.
///
/// Jobs that wait hold no texts and need no CPU. So once half of the places are taken by jobs that wait for one server,
/// or for a few, the places of these jobs are lent to jobs that cannot call any of them. Of several slow servers, each
/// can take only half of the places that the others left: a server also counts if as many jobs wait for it as places
/// are free, and not all of these are lent at once, so that it shows what the new jobs wait for.
fn places_left(places: usize, driven: usize, waits: &Waits) -> (usize, Vec<String>) {
    if driven < places {
        return (places - driven, Vec::new());
    }
    let half = places.div_ceil(2).max(1);
    let free = (2 * places).saturating_sub(driven);
    let Crowded { servers, jobs } = waits.crowded(half, free.clamp(1, half));
    let room = (places + jobs.min(places)).saturating_sub(driven);
    (room.div_ceil(2), servers)
}

/// How the claims of one run of a worker went.
#[derive(Default)]
struct Claims {
    /// It was logged that nothing can be claimed.
    told: bool,
    /// When one last failed.
    failed: Option<Instant>,
    /// When there was last no job to lend a place to, and what it would have had to do without.
    none_to_lend_to: Option<(Instant, Vec<String>)>,
}

impl Claims {
    fn wait_to_lend(&self, without: &[String]) -> bool {
        let looked = self.none_to_lend_to.as_ref();
        looked.is_some_and(|(at, servers)| servers == without && at.elapsed() < LEND_AGAIN)
    }

    fn succeeded(&mut self, without: &[String], claimed: &[Fence]) {
        if std::mem::take(&mut self.told) {
            info!("due jobs can be claimed again");
        }
        let none = !without.is_empty() && claimed.is_empty();
        self.none_to_lend_to = none.then(|| (Instant::now(), without.to_vec()));
    }
}

/// The jobs of one run of a worker.
#[derive(Default)]
struct Driven {
    now: HashMap<Id, Fence>,
    /// Interrupted by an error or a panic, and not yet released.
    interrupted: Vec<Fence>,
    /// Number of consecutive failures by job.
    faults: BTreeMap<JobId, u32>,
}

impl Driven {
    fn jobs(&self) -> Vec<JobId> {
        self.now.values().chain(&self.interrupted).map(|fence| fence.job.clone()).collect()
    }

    /// Waits for a write to a job that is not driven here. Drives notice writes to their own jobs themselves.
    async fn news(&self, changes: &mut broadcast::Receiver<Change>) {
        while let Ok(change) = changes.recv().await
            && self.now.values().any(|fence| fence.job == change.job)
        {}
    }

    fn left(&mut self, left: Result<(Id, bool), JoinError>) {
        let panicked = left.is_err();
        let (id, well) = left.unwrap_or_else(|fault| (fault.id(), false));
        let Some(fence) = self.now.remove(&id) else { return };
        if panicked {
            // The panic message is not logged: it may quote a text.
            error!(job = %fence.job, "the job's drive panicked; retrying");
        }
        if well {
            self.faults.remove(&fence.job);
            return;
        }
        *self.faults.entry(fence.job.clone()).or_default() += 1;
        self.interrupted.push(fence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::waits::waiting_for;

    #[tokio::test]
    async fn places_of_jobs_that_wait_for_one_server_are_lent_to_jobs_that_do_without_it() {
        let waits = Waits::default();
        let left = |driven| places_left(3, driven, &waits);
        let without = |servers: &[&str]| servers.iter().map(|&server| server.to_owned()).collect::<Vec<_>>();
        assert_eq!((left(1), left(3), left(4)), ((2, without(&[])), (0, without(&[])), (0, without(&[]))));
        let two_wait = async { (left(2), left(3), left(5)) };
        let two_wait = waits.over("job_2".into(), waiting_for("slow", two_wait));
        let one_waits = async { (left(3), two_wait.await) };
        let (one, two) = waits.over("job_1".into(), waiting_for("slow", one_waits)).await;
        assert_eq!(one, (0, without(&[])), "less than half of the places");
        assert_eq!(two, ((1, without(&[])), (1, without(&["slow"])), (0, without(&["slow"]))));
    }

    #[tokio::test]
    async fn of_several_slow_servers_each_leaves_half_of_the_places_to_the_others() {
        let waits = Waits::default();
        let (mut jobs, mut kept) = (JoinSet::new(), Vec::new());
        let left = |jobs: &JoinSet<()>| places_left(8, jobs.len(), &waits);
        // A long line of jobs that need the first server, then of those that need the next one, and so on.
        for server in ["a", "b", "c", "d"] {
            let before = jobs.len();
            loop {
                let (room, without) = left(&jobs);
                if room == 0 || without.iter().any(|one| one == server) {
                    break;
                }
                for _ in 0..room {
                    let (waits, job) = (waits.clone(), JobId(format!("job_{}", jobs.len())));
                    let call = waiting_for(server, std::future::pending::<()>());
                    jobs.spawn(async move { waits.over(job, call).await });
                }
                tokio::task::yield_now().await;
            }
            kept.push(jobs.len() - before);
        }
        assert_eq!(kept, [8, 4, 2, 1]);
        let all = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
        assert_eq!(left(&jobs), (1, all), "there is a place for a job that needs none of them");
    }

    #[tokio::test]
    async fn servers_that_are_slow_together_are_lent_no_place_either() {
        let waits = Waits::default();
        let mut jobs = JoinSet::new();
        for server in ["a", "b", "c", "a", "b", "c"] {
            let (waits, job) = (waits.clone(), JobId(format!("job_{}", jobs.len())));
            let call = waiting_for(server, std::future::pending::<()>());
            jobs.spawn(async move { waits.over(job, call).await });
        }
        tokio::task::yield_now().await;
        let without = ["a", "b"].map(str::to_owned).to_vec();
        assert_eq!(places_left(6, 6, &waits), (2, without), "half of the jobs wait for these two");
    }

    #[tokio::test(start_paused = true)]
    async fn who_found_no_job_to_lend_a_place_to_looks_again_later() {
        let (mut claims, slow) = (Claims::default(), ["slow".to_owned()]);
        assert!(!claims.wait_to_lend(&slow));
        claims.succeeded(&slow, &[]);
        assert!(claims.wait_to_lend(&slow));
        assert!(!claims.wait_to_lend(&[]), "there is a place for every job");
        assert!(!claims.wait_to_lend(&["other".to_owned()]), "other jobs may do without that one");
        tokio::time::advance(LEND_AGAIN).await;
        assert!(!claims.wait_to_lend(&slow));
    }

    #[tokio::test]
    async fn a_job_whose_drive_panics_is_given_back_and_counted() {
        let fence = Fence { job: "job_1".into(), worker: "w".into(), claim: 1 };
        let (mut drives, mut driven) = (JoinSet::new(), Driven::default());
        for (nth, ends) in [Some(false), None, Some(true)].into_iter().enumerate() {
            let drive = drives.spawn(async move { ends.expect("a fault of the drive") });
            driven.now.insert(drive.id(), fence.clone());
            driven.left(drives.join_next_with_id().await.expect("one runs"));
            let faults = [Some(1), Some(2), None][nth];
            assert_eq!(driven.faults.get(&fence.job).copied(), faults);
            assert_eq!(std::mem::take(&mut driven.interrupted).len(), usize::from(faults.is_some()));
        }
        assert!(driven.now.is_empty());
    }
}
