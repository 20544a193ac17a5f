//! The commands about a run.

use super::{ExportFormat, ForkArgs};
use clap::Subcommand;
use gorkd_core::model::Seq;
use std::path::PathBuf;

#[derive(Clone, Debug, Subcommand)]
pub enum JobCommand {
    /// Show the answer, or the progress
    Show {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
        /// The state at this checkpoint
        #[arg(long, value_name = "SEQ")]
        at: Option<Seq>,
    },
    /// List everything that happened, in order
    Events {
        #[arg(help = A_RUN)]
        job: String,
        /// Only events after this one
        #[arg(long, value_name = "SEQ", default_value_t = 0)]
        after: Seq,
        /// Print one JSON object per line
        #[arg(long)]
        json: bool,
    },
    /// Print the stored text of a source, with nothing added
    Source {
        #[arg(help = A_RUN)]
        job: String,
        /// Its number in the answer, or its ID
        source: String,
    },
    /// Export the answer as a document
    Export {
        #[arg(help = A_RUN)]
        job: String,
        /// The format; by default, the one that the file's extension names, or markdown
        #[arg(long, value_enum)]
        format: Option<ExportFormat>,
        /// Write to this file instead of standard output; one that exists is replaced
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// The table to export, for csv; required if there are several
        #[arg(long, value_name = "NUMBER")]
        table: Option<u32>,
    },
    /// Create a share link: anyone who has it can read the answer until it expires (web.share_days)
    Share {
        #[arg(help = A_RUN)]
        job: String,
        /// Revoke all share links instead
        #[arg(long)]
        revoke: bool,
    },
    /// List the checkpoints, from which a fork can start
    Checkpoints {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// Answer its question
    Reply {
        #[arg(help = A_RUN)]
        job: String,
        /// The number of an option, all, go, or free text; y or n for an approval; cheaper or deeper for a plan
        #[arg(required = true, value_name = "ANSWER")]
        answer: Vec<String>,
    },
    /// Steer it while it runs: "skip vendor blogs", "only 2025", "also check the license"
    Steer {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(required = true, value_name = "TEXT")]
        text: Vec<String>,
    },
    /// Research it again and report, claim by claim, what has changed
    Recheck {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// Stop its research and answer from what was read so far
    Stop {
        #[arg(help = A_RUN)]
        job: String,
    },
    /// Cancel it without an answer
    Cancel {
        #[arg(help = A_RUN)]
        job: String,
    },
    /// Retry it, keeping all finished work
    Retry {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// Continue from a checkpoint with something changed
    Fork(ForkArgs),
}

/// How a run is named.
pub(super) const A_RUN: &str = "The ID of a run, a unique prefix of it, or last";

impl JobCommand {
    /// The run, as typed.
    pub fn job_mut(&mut self) -> &mut String {
        match self {
            JobCommand::Show { job, .. }
            | JobCommand::Events { job, .. }
            | JobCommand::Source { job, .. }
            | JobCommand::Export { job, .. }
            | JobCommand::Checkpoints { job, .. }
            | JobCommand::Reply { job, .. }
            | JobCommand::Steer { job, .. }
            | JobCommand::Recheck { job, .. }
            | JobCommand::Stop { job }
            | JobCommand::Cancel { job }
            | JobCommand::Retry { job, .. }
            | JobCommand::Share { job, .. }
            | JobCommand::Fork(ForkArgs { job, .. }) => job,
        }
    }
}
