//! Runs many jobs: claims what is due, drives each, beats while it lives, and hands back on shutdown.

use super::{Drive, Ended, Ports};
use crate::model::JobId;
use crate::ports::{Fence, StoreError};
use crate::research::Job;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;
use tracing::{error, info};

#[derive(Clone, Debug)]
pub struct WorkerSettings {
    /// Jobs driven at once.
    pub jobs: usize,
    /// How often due jobs are looked for when nothing tells of them.
    pub poll: Duration,
    /// How long a beat holds; a worker beats three times in it.
    pub lease: Duration,
    /// How long running calls may go on after being told to stop.
    pub grace: Duration,
}

impl Default for WorkerSettings {
    fn default() -> Self {
        Self {
            jobs: 16,
            poll: Duration::from_millis(500),
            lease: Duration::from_secs(15),
            grace: Duration::from_secs(5),
        }
    }
}

/// One incarnation of a worker in this process.
#[derive(Clone)]
pub struct Worker {
    ports: Ports,
    name: String,
    settings: WorkerSettings,
    halt: CancellationToken,
}

impl Worker {
    /// `name` is the incarnation that the store gave out; it dies with this process.
    pub fn new(ports: Ports, name: String, settings: WorkerSettings, halt: CancellationToken) -> Self {
        Self { ports, name, settings, halt }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same worker, told to stop by another token.
    pub fn until(&self, halt: CancellationToken) -> Self {
        Self { halt, ..self.clone() }
    }

    /// Works until told to stop, then hands back what is unfinished.
    pub async fn run(&self) -> Result<(), StoreError> {
        let mut drives: JoinSet<()> = JoinSet::new();
        let mut changes = self.ports.journal.changes();
        let beat = self.beating();
        while !self.halt.is_cancelled() {
            let room = self.settings.jobs.saturating_sub(drives.len());
            for fence in self.claim_due(room).await {
                let worker = self.clone();
                drives.spawn(async move { worker.drive_logged(fence).await });
            }
            tokio::select! {
                () = self.halt.cancelled() => {}
                () = tokio::time::sleep(self.settings.poll) => {}
                _ = drives.join_next(), if !drives.is_empty() => {}
                _ = changes.recv(), if drives.len() < self.settings.jobs => {
                    // A burst of news is one reason to look, not many.
                    tokio::time::sleep(self.settings.poll / 50).await;
                    while changes.try_recv().is_ok() {}
                }
            }
        }
        while drives.join_next().await.is_some() {}
        beat.abort();
        Ok(())
    }

    /// Works on one job that is claimed already, for example by the terminal that asked. The job is as it was
    /// left; when the store failed at the end, it may hold an answer that the journal does not have.
    pub async fn run_one(&self, fence: Fence) -> (Result<Ended, StoreError>, Job) {
        let beat = self.beating();
        let mut drive = Drive::new(self.ports.clone(), fence, self.halt.clone(), self.settings.grace);
        let ended = drive.run().await;
        beat.abort();
        (ended, drive.job().clone())
    }

    /// Claims this job, or any one that is due.
    pub async fn claim(&self, only: Option<&JobId>) -> Result<Option<Fence>, StoreError> {
        let now = self.ports.clock.now();
        self.ports.journal.claim(&self.name, only, now).await
    }

    async fn claim_due(&self, room: usize) -> Vec<Fence> {
        if room == 0 {
            return Vec::new();
        }
        let now = self.ports.clock.now();
        match self.ports.journal.claim_due(&self.name, now, room).await {
            Ok(claimed) => claimed,
            Err(failure) => {
                error!(%failure, "due jobs could not be claimed");
                Vec::new()
            }
        }
    }

    async fn drive(&self, fence: Fence) -> Result<Ended, StoreError> {
        Drive::new(self.ports.clone(), fence, self.halt.clone(), self.settings.grace).run().await
    }

    async fn drive_logged(&self, fence: Fence) {
        let job = fence.job.clone();
        match self.drive(fence).await {
            Ok(ended) => info!(%job, ?ended, "job left"),
            Err(failure) => error!(%job, %failure, "job could not be driven on"),
        }
    }

    fn beating(&self) -> tokio::task::JoinHandle<()> {
        let worker = self.clone();
        tokio::spawn(async move {
            let lease = worker.settings.lease;
            loop {
                let until = worker.ports.clock.now().plus(lease.as_millis() as u64);
                if let Err(failure) = worker.ports.journal.beat(&worker.name, until).await {
                    error!(%failure, "the worker could not say that it lives");
                }
                tokio::time::sleep(lease / 3).await;
            }
        })
    }
}
