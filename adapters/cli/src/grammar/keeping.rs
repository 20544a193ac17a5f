//! The commands about what is kept for people: memory, watches, and all of it.

use clap::Subcommand;
use std::path::PathBuf;

#[derive(Clone, Debug, Subcommand)]
pub enum MemoryCommand {
    /// Show everything that gorkd remembers
    Show {
        /// For this place and everything in it, for example slack:T1:C1
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Remember a value, used when a question doesn't specify it
    Set {
        /// language, profile, planning, privacy, domain, prefer_sites, block_sites; of places also approve_above_usd,
        /// approve_above_pages, approve_publish, profiles, deep, runs_per_hour, month_usd, retention_days,
        /// moderate_questions, moderate_answers; instructions
        name: String,
        value: String,
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
    },
    /// Forget a value
    Forget {
        /// The value to forget, or all
        name: String,
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
    },
}

#[derive(Clone, Debug, Subcommand)]
pub enum PersonCommand {
    /// Erase everything about a person: threads, questions in other people's threads, memory, API keys
    Erase {
        /// The person: slack:T1:U1, discord:7, or web: and the name of an API key
        person: String,
    },
    /// Print everything stored about a person as JSON, a record a line: threads, runs, words, files, settings, and audit log
    Export {
        /// As for `erase`
        person: String,
        /// A log file to look for the person's audit lines in, besides logs.file; can be repeated
        #[arg(long, value_name = "FILE")]
        audit_log: Vec<PathBuf>,
    },
    /// Print the hash under which a person is in the audit log
    Hash {
        /// As for `erase`
        person: String,
    },
}

#[derive(Clone, Debug, Subcommand)]
pub enum WatchCommand {
    /// Recheck the answer of a run from time to time
    Add {
        #[arg(help = super::A_RUN)]
        job: String,
        #[arg(long, value_name = "MINUTES", default_value_t = 1440)]
        every_minutes: u64,
    },
    /// List your watches, and what has changed
    List {
        #[arg(long)]
        json: bool,
    },
    /// Stop watching
    Remove { watch: String },
}
