//! A job: a journal of facts, a fold, and one function that decides what is needed next.
//!
//! Nothing here is async, reads a clock, uses randomness, or does I/O. Nothing here judges either: what rules
//! and models conclude about a question, a page, or a draft is recorded in events.

mod budgets;
mod driving;
mod effect;
mod erasure;
mod event;
mod facts;
mod gates;
mod next;
pub mod obstacles;
mod room;
mod stages;
mod state;
mod typed;

pub use budgets::*;
pub use driving::*;
pub use effect::*;
pub use erasure::{Erased, ExportOf, ExportedRun, GoneFile};
pub use event::*;
pub use facts::*;
pub use gates::{Approval, ApprovalAbout, Decision, Estimate, Flip, Gate, Gates, estimate, pages_for_round};
pub use next::*;
pub use room::{Room, Size, tokens};
pub use state::*;

use crate::model::named;
use serde::{Deserialize, Serialize};

named! {
    /// The status of a job; derived from its journal, and stored only as an index.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum JobStatus {
        #[default]
        Queued = "queued",
        Running = "running",
        Waiting = "waiting",
        Completed = "completed",
        Failed = "failed",
        Cancelled = "cancelled",
    }
}

impl JobStatus {
    /// Nothing more will happen unless a person asks for it.
    pub fn is_over(self) -> bool {
        matches!(self, JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled)
    }
}
