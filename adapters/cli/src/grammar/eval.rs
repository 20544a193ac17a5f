//! The command that measures.

use super::ProfileName;
use clap::{Args, ValueEnum};
use gorkd_core::model::Profile;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub struct EvalArgs {
    pub suite: Suite,
    /// A file or folder, as the suite wants it
    #[arg(id = "cases", value_name = "DATA")]
    pub data: PathBuf,
    #[arg(long, value_name = "none|NAME")]
    pub model: Option<String>,
    #[arg(long, value_name = "none|DIR")]
    pub embedder: Option<String>,
    #[arg(long, value_name = "none|DIR")]
    pub reranker: Option<String>,
    /// The folder of pages that `questions` and `drafts` are about; for `questions` it is kept with --data
    #[arg(long, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// The address that this folder is served from
    #[arg(long, value_name = "none|URL")]
    pub base_url: Option<String>,
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,
    /// Only the first cases
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// What `drafts` chooses its sentences by
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print the scores as JSON
    #[arg(long)]
    pub json: bool,
    /// Write one JSON object a case to this file
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Keep what models, searches and pages answered in this file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Take their answers from this file, and fail where it has none
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// Questions over paragraphs, from a SQuAD-shaped file
    Answers,
    /// Questions that need several documents
    Multihop,
    /// Queries with judged documents
    Retrieval,
    /// Web pages with their main text
    Articles,
    /// Addresses that a reader must refuse, or may read
    UrlGuard,
    /// robots.txt files, and what they allow
    Robots,
    /// What pages say to programs, and a model that obeys it
    Injections,
    /// Pairs of questions: may the answer to one serve the other?
    SameQuestion,
    /// PDF files, some with their text beside them
    Pdf,
    /// Questions about a folder of pages, asked as by `gorkd ask`
    Questions,
    /// Claims with the text that should support them
    Claims,
    /// Questions with passages that may not answer them
    Abstain,
    /// Summaries with one small change or none
    Edits,
    /// Drafts made of the answers to `questions`, true and false ones: which of them does the check let through?
    Drafts,
    /// Conversations, and the passages that answer their last questions
    Turns,
}

impl EvalArgs {
    pub fn profile(&self) -> Option<Profile> {
        self.profile.map(Profile::from)
    }
}
