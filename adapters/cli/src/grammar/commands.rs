//! The commands and their options.

use super::{
    DiscordCommand, DoctorArgs, EvalArgs, JobCommand, KeyCommand, MemoryCommand, ModelsCommand, MoveArgs,
    PersonCommand, ServeArgs, SlackCommand, ThreadCommand, WatchCommand,
};
use clap::{Args, Subcommand, ValueEnum};
use gorkd_core::model::{Deliverable, Planning, Privacy, Profile};
use std::path::{Path, PathBuf};

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Ask a question and get an answer with its sources
    Ask(AskArgs),
    /// Manage the documents that gorkd can answer from
    #[command(subcommand)]
    Library(LibraryCommand),
    /// Search without reading the results
    Search(SearchArgs),
    /// Show a file or web page as gorkd reads it
    Read(ReadArgs),
    /// Show, stop, steer, retry, or continue a run
    #[command(subcommand)]
    Job(JobCommand),
    /// Manage conversations
    #[command(subcommand)]
    Thread(ThreadCommand),
    /// Manage what gorkd remembers about you and about places
    #[command(subcommand)]
    Memory(MemoryCommand),
    /// Export or erase the data of a person
    #[command(subcommand)]
    Person(PersonCommand),
    /// Recheck answers from time to time
    #[command(subcommand)]
    Watch(WatchCommand),
    /// Download and list ranking models on this machine
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Measure answer quality on test data
    Eval(EvalArgs),
    /// Serve the HTTP API and run jobs until stopped
    Serve(ServeArgs),
    /// Run an MCP server over standard input and output
    Mcp,
    /// Check every part: what works, what doesn't, and what to do
    Doctor(DoctorArgs),
    /// Manage API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// Set up gorkd in Slack and check the setup
    #[command(subcommand)]
    Slack(SlackCommand),
    /// Add gorkd to Discord and check the setup
    #[command(subcommand)]
    Discord(DiscordCommand),
    /// Upgrade the store to this version and report what was done
    Migrate,
    /// Copy all data from SQLite to Postgres
    Move(MoveArgs),
    /// Print shell completions, for example: source <(gorkd completions bash)
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Show the current settings
    #[command(subcommand)]
    Config(ConfigCommand),
}

#[derive(Clone, Debug, Default, Args)]
pub struct AskArgs {
    /// The question; several words form one question, and - reads it from standard input
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,
    /// Print only the job, as JSON
    #[arg(long)]
    pub json: bool,
    /// The budget of this run [default: ask.profile]
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,
    /// May gorkd ask clarifying questions? [default: ask.planning]
    #[arg(long, value_enum)]
    planning: Option<PlanningName>,
    /// What may leave this machine [default: ask.privacy]
    #[arg(long, value_enum)]
    privacy: Option<PrivacyName>,
    /// The domain of the question
    #[arg(long, value_name = "NAME")]
    pub domain: Option<String>,
    /// The format of the answer [default: chosen by the question]
    #[arg(long, value_enum)]
    deliverable: Option<DeliverableName>,
    /// Research it again even if the answer is known; implied by another model
    #[arg(long)]
    pub fresh: bool,
    /// If gorkd asks a question, exit and leave it open; answer it with `gorkd job reply`
    #[arg(long)]
    pub leave_open: bool,
    /// Continue this conversation: its ID, a unique prefix of it, or last
    #[arg(long, value_name = "ID")]
    thread: Option<String>,
    /// Continue the most recent conversation
    #[arg(short = 'c', long = "continue", conflicts_with = "thread")]
    go_on: bool,
    /// A document to attach; can be repeated
    #[arg(long, value_name = "PATH")]
    pub file: Vec<PathBuf>,
    /// The language model to use, or none
    #[arg(long, value_name = "none|NAME")]
    pub model: Option<String>,
    /// The folder of an embedder, or none
    #[arg(long, value_name = "none|DIR")]
    pub embedder: Option<String>,
    /// The folder of a reranker, or none
    #[arg(long, value_name = "none|DIR")]
    pub reranker: Option<String>,
}

#[derive(Clone, Debug, Subcommand)]
pub enum LibraryCommand {
    /// Add files and folders
    Add {
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// The URL that the folder is served from; its documents are then cited by that address
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
    },
    /// List what was added, and how much of it could be read
    List {
        #[arg(long)]
        json: bool,
    },
    /// Remove a file or folder from the library; the files themselves stay
    Remove {
        #[arg(value_name = "PATH")]
        path: PathBuf,
    },
    /// Look for new, changed and removed files
    Sync,
}

#[derive(Clone, Debug, Args)]
pub struct SearchArgs {
    #[arg(required = true, value_name = "QUERY")]
    query: Vec<String>,
    /// Ask only this provider; can be repeated
    #[arg(long, value_name = "NAME")]
    pub provider: Vec<String>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// A file or a URL
    #[arg(value_name = "PATH|URL")]
    pub target: String,
    /// Print everything known about it, as JSON
    #[arg(long)]
    pub json: bool,
    /// Explain every decision on the way to a page, as JSON
    #[arg(long)]
    pub explain: bool,
    /// Override how a name resolves in this command; | separates successive answers. IPv6 in brackets; can be repeated
    #[arg(long, value_name = "HOST:ADDR[,ADDR][|ADDR]")]
    pub resolve: Vec<String>,
}

#[derive(Clone, Debug, Subcommand)]
pub enum ConfigCommand {
    /// Show every setting with its value and origin; secrets are hidden
    Show,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    #[value(alias = "md")]
    Markdown,
    Json,
    #[value(alias = "htm")]
    Html,
    Docx,
    /// Requires a Chromium (reader.browser)
    Pdf,
    /// A table of the answer, chosen with --table
    Csv,
}

impl ExportFormat {
    /// The format that a file's name ends in, if it is one.
    pub fn of_file(path: &Path) -> Option<Self> {
        Self::from_str(path.extension()?.to_str()?, true).ok()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeliverableName {
    /// A summary and necessary details
    Brief,
    /// A heading for each part of the question
    Report,
    /// A row for each item
    Table,
    /// A row for each side
    Comparison,
}

impl From<DeliverableName> for Deliverable {
    fn from(name: DeliverableName) -> Self {
        match name {
            DeliverableName::Brief => Deliverable::Brief,
            DeliverableName::Report => Deliverable::Report,
            DeliverableName::Table => Deliverable::Table,
            DeliverableName::Comparison => Deliverable::Comparison,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProfileName {
    Quick,
    Standard,
    Deep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PlanningName {
    Auto,
    Interactive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
pub enum PrivacyName {
    LocalOnly,
    Hybrid,
    CloudAllowed,
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Quick => Profile::Quick,
            ProfileName::Standard => Profile::Standard,
            ProfileName::Deep => Profile::Deep,
        }
    }
}

impl From<PlanningName> for Planning {
    fn from(name: PlanningName) -> Self {
        match name {
            PlanningName::Auto => Planning::Auto,
            PlanningName::Interactive => Planning::Interactive,
        }
    }
}

impl From<PrivacyName> for Privacy {
    fn from(name: PrivacyName) -> Self {
        match name {
            PrivacyName::LocalOnly => Privacy::LocalOnly,
            PrivacyName::Hybrid => Privacy::Hybrid,
            PrivacyName::CloudAllowed => Privacy::CloudAllowed,
        }
    }
}

impl AskArgs {
    pub fn question(&self) -> String {
        self.question.join(" ")
    }

    /// Replaces the question.
    pub fn set_question(&mut self, text: String) {
        self.question = vec![text];
    }

    pub fn profile(&self) -> Option<Profile> {
        self.profile.map(Profile::from)
    }

    pub fn planning(&self) -> Option<Planning> {
        self.planning.map(Planning::from)
    }

    pub fn privacy(&self) -> Option<Privacy> {
        self.privacy.map(Privacy::from)
    }

    pub fn deliverable(&self) -> Option<Deliverable> {
        self.deliverable.map(Deliverable::from)
    }

    /// The conversation to continue, as typed.
    pub fn thread(&self) -> Option<&str> {
        self.thread.as_deref().or(self.go_on.then_some("last"))
    }
}

impl SearchArgs {
    pub fn query(&self) -> String {
        self.query.join(" ")
    }
}

impl Command {
    /// Checks that clap can't express: combinations that make no sense, each with a sentence.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Command::Ask(ask) if ask.json && !ask.leave_open && ask.planning == Some(PlanningName::Interactive) => {
                Err("--json prints only a job, so gorkd can't ask questions: leave out --planning interactive, or add --leave-open".to_owned())
            }
            Command::Library(LibraryCommand::Add { paths, base_url: Some(_) }) if paths.len() > 1 => {
                Err("--base-url applies to one folder: add folders one by one to give each its own".to_owned())
            }
            Command::Job(JobCommand::Fork(fork)) if fork.changes_nothing() => {
                Err("say what to change in the fork: --question, --constraint, --profile, --deliverable, --pin or --exclude".to_owned())
            }
            Command::Job(JobCommand::Fork(fork)) if fork.contradicts_itself() => {
                Err("a source can't be both pinned and excluded".to_owned())
            }
            Command::Ask(_)
            | Command::Library(_)
            | Command::Search(_)
            | Command::Read(_)
            | Command::Job(_)
            | Command::Thread(_)
            | Command::Memory(_)
            | Command::Person(_)
            | Command::Watch(_)
            | Command::Models(_)
            | Command::Eval(_)
            | Command::Serve(_)
            | Command::Mcp
            | Command::Doctor(_)
            | Command::Key(_)
            | Command::Slack(_)
            | Command::Discord(_)
            | Command::Migrate
            | Command::Move(_)
            | Command::Completions { .. }
            | Command::Config(_) => Ok(()),
        }
    }
}
