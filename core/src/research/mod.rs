//! The pure pipeline: a journal of facts, a fold, and one decision function.
//!
//! Nothing here is async, reads a clock, draws a random number or does I/O.

pub mod addresses;
pub mod analyse;
pub mod authority;
pub mod clarify;
pub mod compose;
mod effect;
mod event;
pub mod extract;
pub mod instructions;
pub mod insufficient;
pub mod interpret;
pub mod judge;
pub mod language;
pub mod lenient;
mod material;
pub mod near;
mod next;
mod number;
pub mod obstacles;
pub mod plan;
pub mod prompts;
pub mod readable;
pub mod routing;
pub mod same;
pub mod select;
mod stages;
mod state;
pub mod verify;
pub mod weigh;

pub use effect::*;
pub use event::*;
pub use material::*;
pub use next::*;
pub use number::number;
pub use state::*;

use serde::{Deserialize, Serialize};

/// Where a job stands; derived from its journal, and stored beside it only as an index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JobStatus {
    #[default]
    Queued,
    Running,
    Waiting,
    Completed,
    Failed,
    Cancelled,
}

impl JobStatus {
    pub fn name(self) -> &'static str {
        match self {
            JobStatus::Queued => "queued",
            JobStatus::Running => "running",
            JobStatus::Waiting => "waiting",
            JobStatus::Completed => "completed",
            JobStatus::Failed => "failed",
            JobStatus::Cancelled => "cancelled",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Queued, Self::Running, Self::Waiting, Self::Completed, Self::Failed, Self::Cancelled]
            .into_iter()
            .find(|status| status.name() == name)
    }

    /// Nothing more will happen unless a person asks for it.
    pub fn is_over(self) -> bool {
        matches!(self, JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled)
    }
}
