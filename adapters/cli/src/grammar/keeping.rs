//! The commands about what is kept for people: memory, watches, and all of it.

use clap::Subcommand;

#[derive(Clone, Debug, Subcommand)]
pub enum MemoryCommand {
    /// Everything that is remembered
    Show {
        /// Of this place and what lies in it, for example slack:T1:C1
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
        #[arg(long)]
        json: bool,
    },
    /// Remember one thing: it fills in what a question leaves open
    Set {
        /// language, profile, planning, privacy, domain, prefer_sites, block_sites; of places also approve_above_usd,
        /// approve_above_pages, approve_publish, profiles, deep, runs_per_hour, month_usd, retention_days,
        /// moderate_questions, moderate_answers; instructions
        name: String,
        value: String,
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
    },
    /// Forget one thing
    Forget {
        /// What to forget; all for everything
        name: String,
        #[arg(long, value_name = "PLACE")]
        place: Option<String>,
    },
}

#[derive(Clone, Debug, Subcommand)]
pub enum PersonCommand {
    /// Erase all that is kept of a person: threads, questions in threads of others, memory, watches, links, opinions
    Erase {
        /// As gorkd knows them: slack:T1:U1, discord:7, or web: and the name of an API key
        person: String,
    },
    /// Print the hash under which a person is in the audit log
    Hash {
        /// As for `erase`
        person: String,
    },
}

#[derive(Clone, Debug, Subcommand)]
pub enum WatchCommand {
    /// Look at the answer of a run again from time to time
    Add {
        #[arg(help = super::A_RUN)]
        job: String,
        #[arg(long, value_name = "MINUTES", default_value_t = 1440)]
        every_minutes: u64,
    },
    /// Your watches, and what has changed
    List {
        #[arg(long)]
        json: bool,
    },
    /// Look at it no more
    Remove { watch: String },
}
