//! The commands about a run.

use super::{ExportFormat, ForkArgs};
use clap::Subcommand;
use gorkd_core::model::Seq;
use std::path::PathBuf;

#[derive(Clone, Debug, Subcommand)]
pub enum JobCommand {
    /// The answer, or how far it is
    Show {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
        /// As it was at this checkpoint
        #[arg(long, value_name = "SEQ")]
        at: Option<Seq>,
    },
    /// Everything that happened, in order
    Events {
        #[arg(help = A_RUN)]
        job: String,
        /// Only what came after this one
        #[arg(long, value_name = "SEQ", default_value_t = 0)]
        after: Seq,
        /// One JSON object a line
        #[arg(long)]
        json: bool,
    },
    /// The stored text of a source, nothing added
    Source {
        #[arg(help = A_RUN)]
        job: String,
        /// Its number in the answer, or its id
        source: String,
    },
    /// The answer as a document
    Export {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long, value_enum, default_value_t = ExportFormat::Markdown)]
        format: ExportFormat,
        /// Write to this file instead of standard output
        #[arg(long, value_name = "FILE")]
        output: Option<PathBuf>,
        /// Which table, for csv; needed where there are several
        #[arg(long, value_name = "NUMBER")]
        table: Option<u32>,
    },
    /// Create a share link: anyone who has it can read the answer until it expires (web.share_days)
    Share {
        #[arg(help = A_RUN)]
        job: String,
        /// Revoke all links to it instead
        #[arg(long)]
        revoke: bool,
    },
    /// Positions at which nothing was running: a fork can start there
    Checkpoints {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// Answer what it asks
    Reply {
        #[arg(help = A_RUN)]
        job: String,
        /// The number of an option, all, go, own words; y or n where leave is asked for; cheaper or deeper for a plan
        #[arg(required = true, value_name = "ANSWER")]
        answer: Vec<String>,
    },
    /// Shape it while it runs: "skip vendor blogs", "only 2025", "also check the licence"
    Steer {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(required = true, value_name = "TEXT")]
        text: Vec<String>,
    },
    /// Research it again and tell claim by claim what has changed
    Recheck {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// End its research and answer from what there is
    Stop {
        #[arg(help = A_RUN)]
        job: String,
    },
    /// End it without an answer
    Cancel {
        #[arg(help = A_RUN)]
        job: String,
    },
    /// Try it again, keeping all finished work
    Retry {
        #[arg(help = A_RUN)]
        job: String,
        #[arg(long)]
        json: bool,
    },
    /// Go on from a checkpoint of it with something changed
    Fork(ForkArgs),
}

/// How a run is named.
pub(super) const A_RUN: &str = "The id of a run, the beginning of it, or last";

impl JobCommand {
    /// The run as it was typed.
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
