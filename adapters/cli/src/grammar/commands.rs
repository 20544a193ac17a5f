//! The commands and their options.

use super::{
    DiscordCommand, DoctorArgs, EvalArgs, JobCommand, KeyCommand, MemoryCommand, ModelsCommand, MoveArgs,
    PersonCommand, ServeArgs, SlackCommand, ThreadCommand, WatchCommand,
};
use clap::{Args, Subcommand, ValueEnum};
use gorkd_core::model::{Deliverable, Planning, Privacy, Profile};
use std::path::PathBuf;

#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Ask a question and get an answer with its sources
    Ask(AskArgs),
    /// The documents that gorkd may answer from
    #[command(subcommand)]
    Library(LibraryCommand),
    /// Search without reading: what a provider finds
    Search(SearchArgs),
    /// Show a file or a page of the web as gorkd reads it
    Read(ReadArgs),
    /// A run: look at it, stop it, go on from it
    #[command(subcommand)]
    Job(JobCommand),
    /// Conversations
    #[command(subcommand)]
    Thread(ThreadCommand),
    /// What is remembered of you, and of places
    #[command(subcommand)]
    Memory(MemoryCommand),
    /// People, and all that is kept of one
    #[command(subcommand)]
    Person(PersonCommand),
    /// Answers that are looked at again from time to time
    #[command(subcommand)]
    Watch(WatchCommand),
    /// Ranking models of this machine: fetch them, and see which are there
    #[command(subcommand)]
    Models(ModelsCommand),
    /// Measure quality on data
    Eval(EvalArgs),
    /// Answer over HTTP and run jobs, until told to stop
    Serve(ServeArgs),
    /// Be an MCP server on standard input and output, for a program that starts gorkd
    Mcp,
    /// Look at every part: what works, what does not, what to do
    Doctor(DoctorArgs),
    /// Keys of the HTTP interface
    #[command(subcommand)]
    Key(KeyCommand),
    /// gorkd in Slack: set it up, and look whether it is
    #[command(subcommand)]
    Slack(SlackCommand),
    /// gorkd in Discord: add it, and look whether it works
    #[command(subcommand)]
    Discord(DiscordCommand),
    /// Bring the store up to this version, and say what was done
    Migrate,
    /// Move all that is kept from SQLite to Postgres
    Move(MoveArgs),
    /// Print what a shell needs to complete commands and options, for example: source <(gorkd completions bash)
    Completions {
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// The settings as they stand
    #[command(subcommand)]
    Config(ConfigCommand),
}

#[derive(Clone, Debug, Default, Args)]
pub struct AskArgs {
    /// The question; several words are taken as one question, and - reads it from standard input
    #[arg(required = true, value_name = "QUESTION")]
    question: Vec<String>,
    /// Print the job as JSON and nothing else on standard output
    #[arg(long)]
    pub json: bool,
    /// The budget of this run [default: ask.profile]
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,
    /// May gorkd ask back? [default: ask.planning]
    #[arg(long, value_enum)]
    planning: Option<PlanningName>,
    /// How far the question may travel [default: ask.privacy]
    #[arg(long, value_enum)]
    privacy: Option<PrivacyName>,
    /// The field that the question belongs to
    #[arg(long, value_name = "NAME")]
    pub domain: Option<String>,
    /// The form of the answer [default: by the question]
    #[arg(long, value_enum)]
    deliverable: Option<DeliverableName>,
    /// Research it anew, also when the answer is known already; another model implies it
    #[arg(long)]
    pub fresh: bool,
    /// When it asks back, leave the question open and end: `gorkd job reply` answers it
    #[arg(long)]
    pub leave_open: bool,
    /// Go on with this conversation: its id, the beginning of it, or last
    #[arg(long, value_name = "ID")]
    thread: Option<String>,
    /// Go on with the newest conversation
    #[arg(short = 'c', long = "continue", conflicts_with = "thread")]
    go_on: bool,
    /// A document to read along; may be repeated
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
    /// Take in files and folders
    Add {
        #[arg(required = true, value_name = "PATH")]
        paths: Vec<PathBuf>,
        /// The site that the folder is served from: its documents are then cited by that address
        #[arg(long, value_name = "URL")]
        base_url: Option<String>,
    },
    /// What was added, and how much of it could be read
    List {
        #[arg(long)]
        json: bool,
    },
    /// Forget a file or folder that was added; the files themselves stay
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
    /// Ask this provider only; may be repeated
    #[arg(long, value_name = "NAME")]
    pub provider: Vec<String>,
    #[arg(long)]
    pub json: bool,
}

#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// A file, or an address of the web
    #[arg(value_name = "PATH|URL")]
    pub target: String,
    /// Everything known of it, as JSON
    #[arg(long)]
    pub json: bool,
    /// Say what was decided on the way to a page, as JSON
    #[arg(long)]
    pub explain: bool,
    /// Let a name resolve so, as far as this command goes; after | the next answer. IPv6 in brackets; may be repeated
    #[arg(long, value_name = "HOST:ADDR[,ADDR][|ADDR]")]
    pub resolve: Vec<String>,
}

#[derive(Clone, Debug, Subcommand)]
pub enum ConfigCommand {
    /// Every setting with its value and where that came from; secrets are not shown
    Show,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    #[value(alias = "md")]
    Markdown,
    Json,
    Html,
    Docx,
    /// Needs a Chromium (reader.browser)
    Pdf,
    /// A table of the answer: --table says which
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeliverableName {
    /// A summary and what is needed beyond it
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

    /// Takes the question from elsewhere.
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

    /// The conversation to go on with, as it was typed.
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
    /// What clap cannot say by itself: combinations that make no sense, each with a sentence.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Command::Ask(ask) if ask.json && !ask.leave_open && ask.planning == Some(PlanningName::Interactive) => {
                Err("--json prints a job and nothing else, so nothing can be asked back: leave out --planning interactive, or add --leave-open".to_owned())
            }
            Command::Library(LibraryCommand::Add { paths, base_url: Some(_) }) if paths.len() > 1 => {
                Err("--base-url says where one folder is served from: add folders one by one to give each its own".to_owned())
            }
            Command::Job(JobCommand::Fork(fork)) if fork.changes_nothing() => {
                Err("say what is different in the fork: --question, --constraint, --profile, --deliverable, --pin or --exclude".to_owned())
            }
            Command::Job(JobCommand::Fork(fork)) if fork.contradicts_itself() => {
                Err("a source cannot be pinned and excluded at once".to_owned())
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
