//! Exit codes, for scripts.

use gorkd_core::job::JobStatus;
use gorkd_core::model::RefusalCode;
use std::process::{ExitCode, Termination};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// 0: done. An answer that says there is not enough evidence counts as an answer.
    Answered,
    /// 2: the command line is invalid, or the settings have problems.
    Usage,
    /// 3: understood but refused: invalid, over a limit, not found, or a blocked address.
    Refused,
    /// 4: it was tried and failed, or was canceled.
    Failed,
}

impl Exit {
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Usage => 2,
            Exit::Refused => 3,
            Exit::Failed => 4,
        }
    }

    /// For a refused command.
    pub fn of_refusal(code: RefusalCode) -> Self {
        match code {
            RefusalCode::InvalidQuestion
            | RefusalCode::Rejected
            | RefusalCode::Moderated
            | RefusalCode::RateLimited
            | RefusalCode::OverBudget
            | RefusalCode::NotFound
            | RefusalCode::NotAllowed
            | RefusalCode::Conflict
            | RefusalCode::Overloaded => Exit::Refused,
            RefusalCode::Unavailable | RefusalCode::Internal => Exit::Failed,
        }
    }

    /// For a job that was followed until it ended or was left.
    pub fn of_job(status: JobStatus) -> Self {
        match status {
            JobStatus::Completed | JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {
                Exit::Answered
            }
            JobStatus::Failed | JobStatus::Cancelled => Exit::Failed,
        }
    }
}

impl Termination for Exit {
    fn report(self) -> ExitCode {
        ExitCode::from(self.code())
    }
}
