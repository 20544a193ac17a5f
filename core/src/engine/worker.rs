//! Runs many jobs: claims due jobs, drives each one, sends heartbeats, and releases jobs on shutdown.

use super::waits::{Crowded, Waits};
use super::{Drive, Ended, Leases, Moment, Ports};
use crate::job::{Job, JobStatus};
use crate::model::{JobId, Seq};
use crate::ports::{Change, Fence, Rest, StoreError};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::task::{Id, JoinError, JoinSet};
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Jobs driven at once, and up to twice as many where half of them wait for one server.
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
const AGAIN_AT_MOST: Duration = Duration::from_secs(300);
/// Minimum time between two log lines about the same problem.
const TELL_AGAIN: Duration = Duration::from_secs(60);
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
}

impl Worker {
    /// `name` is the incarnation assigned by the store; it ends with this process.
    pub fn new(ports: Ports, name: String, settings: WorkerSettings, halt: CancellationToken) -> Self {
        Self { ports, name, settings, halt, leases: Leases::default(), waits: Waits::default() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same worker with another cancellation token.
    pub fn until(&self, halt: CancellationToken) -> Self {
        Self { halt, ..self.clone() }
    }

    /// Works until shutdown, then releases unfinished jobs.
    pub async fn run(&self) -> Result<(), StoreError> {
        let mut drives = JoinSet::new();
        let mut driven = Driven::default();
        let mut changes = self.ports.journal.changes();
        let beat = self.beating();
        let mut told: Option<tokio::time::Instant> = None;
        while !self.halt.is_cancelled() {
            while let Some(left) = drives.try_join_next_with_id() {
                driven.left(left);
            }
            self.give_back(&mut driven).await;
            let (room, without) = places_left(self.settings.jobs, drives.len(), &self.waits);
            for fence in self.claim_due(room, &without, &mut told).await {
                let worker = self.clone();
                let of = fence.clone();
                let drive = drives.spawn(async move { worker.drive_logged(of).await });
                driven.now.insert(drive.id(), fence);
            }
            tokio::select! {
                () = self.halt.cancelled() => {}
                () = tokio::time::sleep(self.settings.poll) => {}
                Some(left) = drives.join_next_with_id(), if !drives.is_empty() => driven.left(left),
                () = driven.news(&mut changes), if drives.len() < self.settings.jobs => {
                    // Treats a burst of notifications as one.
                    tokio::time::sleep(self.settings.poll / 50).await;
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
            let wake_at = Some(self.ports.clock.now().plus(after.as_millis() as u64));
            // Events written meanwhile don't wake the job early: they wait as well.
            let rest = Rest { status: JobStatus::Queued, wake_at, seen: Seq::MAX };
            if let Err(failure) = self.ports.journal.release(&fence, rest).await {
                error!(job = %fence.job, %failure, "failed to release an interrupted job; retrying");
                driven.interrupted.push(fence);
            }
        }
    }

    /// Runs one job that is already claimed, for example by the terminal that asked. Returns its final state.
    /// If the store failed at the end, it may contain an answer that the journal lacks.
    pub async fn run_one(&self, fence: Fence) -> (Result<Ended, StoreError>, Job) {
        let beat = self.beating();
        let mut drive = self.drive(fence);
        let ended = drive.run().await;
        beat.abort();
        (ended, drive.job().clone())
    }

    /// Claims this job, or any job that is due.
    pub async fn claim(&self, only: Option<&JobId>) -> Result<Option<Fence>, StoreError> {
        let now = self.ports.clock.now();
        self.ports.journal.claim(&self.name, only, now).await
    }

    /// `told`: when it was last logged that nothing can be claimed, so that a full disk isn't logged at every poll.
    async fn claim_due(
        &self,
        room: usize,
        without: &[String],
        told: &mut Option<tokio::time::Instant>,
    ) -> Vec<Fence> {
        if room == 0 {
            return Vec::new();
        }
        let now = self.ports.clock.now();
        match self.ports.journal.claim_due(&self.name, now, room, without).await {
            Ok(claimed) => {
                if told.take().is_some() {
                    info!("due jobs can be claimed again");
                }
                claimed
            }
            Err(failure) => {
                if told.is_none_or(|told| told.elapsed() >= TELL_AGAIN) {
                    error!(%failure, "failed to claim due jobs");
                    *told = Some(tokio::time::Instant::now());
                }
                Vec::new()
            }
        }
    }

    fn drive(&self, fence: Fence) -> Drive {
        Drive::new(self.ports.clone(), fence, self.halt.clone(), self.settings.grace)
            .under(self.leases.clone())
    }

    /// Returns whether the drive ended without an error.
    async fn drive_logged(&self, fence: Fence) -> bool {
        let job = fence.job.clone();
        match self.waits.over(job.clone(), self.drive(fence).run()).await {
            Ok(ended) => {
                info!(%job, ?ended, "job left");
                true
            }
            Err(failure) => {
                error!(%job, %failure, "failed to drive the job; retrying");
                false
            }
        }
    }

    fn beating(&self) -> tokio::task::JoinHandle<()> {
        let worker = self.clone();
        tokio::spawn(async move {
            let lease = worker.settings.lease;
            loop {
                let next = tokio::time::Instant::now() + lease / 3;
                let begun = Moment::now();
                let until = worker.ports.clock.now().plus(lease.as_millis() as u64);
                // A beat that takes longer than that says nothing, and the next one may find the store again.
                match tokio::time::timeout(lease, worker.ports.journal.beat(&worker.name, until)).await {
                    Ok(Ok(())) => worker.leases.renew(begun, lease),
                    Ok(Err(failure)) => error!(%failure, "the worker could not say that it lives"),
                    Err(_) => {
                        error!("the store did not answer in time, so the worker could not say that it lives")
                    }
                }
                // After a slow write, the next heartbeat is due at once.
                tokio::time::sleep_until(next.max(tokio::time::Instant::now() + MOMENT)).await;
            }
        })
    }
}

/// How many more jobs there is a place for, and the servers that these must do without.
///
/// Jobs that wait hold no texts and need no CPU. So once jobs that wait for one server have half of the places, these are
/// lent to jobs that cannot call it: however slow it is, half of the places are left to them.
fn places_left(places: usize, driven: usize, waits: &Waits) -> (usize, Vec<String>) {
    if driven < places {
        return (places - driven, Vec::new());
    }
    let Crowded { servers, jobs } = waits.crowded(places.div_ceil(2).max(1));
    ((places + jobs.min(places)).saturating_sub(driven), servers)
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
        assert_eq!(two, ((1, without(&[])), (2, without(&["slow"])), (0, without(&["slow"]))));
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
