//! The pipeline as a plain list of stages, and the function that decides what a job needs.
//!
//! There is no loop: an unsatisfactory evaluation adds a round, so that `search` has needs again.

use super::stages::{clarify, drive, evaluate, plan, read, search, synthesize, verify};
use super::{Interrupt, Job, PlannedEffect};
use crate::model::{Millis, Spend};

const STAGES: [fn(&Job) -> Vec<PlannedEffect>; 8] =
    [clarify, plan, drive, search, read, evaluate, synthesize, verify];

/// What a job needs now.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// These effects, including those already running; they are independent of each other.
    Run(Vec<PlannedEffect>),
    /// A person's reply; the default applies at the given time.
    Wait(Interrupt, Millis),
    Done,
}

impl Step {
    /// The effects to run; none if there are none.
    pub fn wanted(self) -> Vec<PlannedEffect> {
        match self {
            Step::Run(wanted) => wanted,
            Step::Wait(..) | Step::Done => Vec::new(),
        }
    }
}

/// Decides from a job's state alone: no clock, no randomness, no I/O. Budgets only limit starts: running
/// effects stay needed, and effects that no longer fit are not needed.
pub fn next(job: &Job) -> Step {
    if job.cancelled || job.answer.is_some() || job.unreadable {
        return Step::Done;
    }
    // Checked first: nothing runs while the job waits for a person.
    if let Some((interrupt, until)) = job.interrupt() {
        return Step::Wait(interrupt, until);
    }
    for stage in STAGES {
        let wanted = affordable(job, stage(job));
        if !wanted.is_empty() {
            return Step::Run(wanted);
        }
    }
    Step::Done
}

/// Whether a call with this reservation fits in addition to what is spent and reserved.
pub fn fits(job: &Job, reserve: Spend) -> bool {
    fits_beside(job, job.ledger.reserved(), reserve)
}

fn affordable(job: &Job, wanted: Vec<PlannedEffect>) -> Vec<PlannedEffect> {
    let mut set_aside = job.ledger.reserved();
    wanted
        .into_iter()
        .filter(|one| {
            if job.ledger.running.contains_key(&one.id) {
                return true;
            }
            let fits = one.reserve.is_zero() || fits_beside(job, set_aside, one.reserve);
            if fits {
                set_aside += one.reserve;
            }
            fits
        })
        .collect()
}

fn fits_beside(job: &Job, set_aside: Spend, reserve: Spend) -> bool {
    job.budget.covers(job.ledger.spent + set_aside + reserve)
}
