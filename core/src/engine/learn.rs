//! Stores what a finished run has learned. This happens at most once and may be lost: it only affects the order
//! of searches.

use super::{Ended, Ports};
use crate::job::{Job, JobStatus};

pub async fn learn(ports: &Ports, job: &Job, ended: &Ended) {
    if *ended != Ended::Over(JobStatus::Completed) || job.forked_from.is_some() {
        return;
    }
    let now = ports.clock.now();
    let taught = ports.understand.lessons(job, now);
    if let Err(error) = ports.lessons.learn(&job.field.rules.name, &taught, now).await {
        tracing::warn!(job = %job.id, %error, "failed to store what the run learned");
    }
}
