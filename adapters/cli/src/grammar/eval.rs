//! The options of `gorkd eval`.

use super::ProfileName;
use clap::{Args, ValueEnum};
use gorkd_core::model::Profile;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub struct EvalArgs {
    pub suite: Suite,
    /// A file or folder, as required by the suite
    #[arg(id = "cases", value_name = "DATA")]
    pub data: PathBuf,
    #[arg(long, value_name = "none|NAME")]
    pub model: Option<String>,
    /// Let a simulated model that never errs answer `questions`
    #[arg(long, conflicts_with = "model")]
    pub oracle: bool,
    #[arg(long, value_name = "none|DIR")]
    pub embedder: Option<String>,
    #[arg(long, value_name = "none|DIR")]
    pub reranker: Option<String>,
    /// The folder of pages for `questions` and `drafts`; for `questions`, it is stored with --data
    #[arg(long, value_name = "DIR")]
    pub library: Option<PathBuf>,
    /// The URL that this folder is served from
    #[arg(long, value_name = "none|URL")]
    pub base_url: Option<String>,
    #[arg(long, value_enum)]
    profile: Option<ProfileName>,
    /// Run only the first cases
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// The random seed by which `drafts` chooses sentences
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Print the scores as JSON
    #[arg(long)]
    pub json: bool,
    /// Write one JSON object per case to this file
    #[arg(long, value_name = "FILE")]
    pub rows: Option<PathBuf>,
    /// Record the replies of models, searches, and pages in this file
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,
    /// Replay their replies from this file, and fail if one is missing
    #[arg(long, value_name = "FILE")]
    pub replay: Option<PathBuf>,
}

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Suite {
    /// Questions about paragraphs, from a file in SQuAD format
    Answers,
    /// Questions that need several documents
    Multihop,
    /// Queries with relevance-judged documents
    Retrieval,
    /// Web pages and their main text
    Articles,
    /// Addresses that the reader must refuse, or may read
    UrlGuard,
    /// robots.txt files, and what they allow
    Robots,
    /// Prompt injections in pages, and a model that obeys them
    Injections,
    /// Pairs of questions: can the answer to one serve the other?
    SameQuestion,
    /// PDF files, some with their text next to them
    Pdf,
    /// Questions about a folder of pages, asked as by `gorkd ask`
    Questions,
    /// Claims with the text that should support them
    Claims,
    /// Questions with passages that might not answer them
    Abstain,
    /// Summaries with one small change or none
    Edits,
    /// True and false drafts made from the answers to `questions`: which ones pass the check?
    Drafts,
    /// Conversations, and the passages that answer their last questions
    Turns,
}

impl EvalArgs {
    pub fn profile(&self) -> Option<Profile> {
        self.profile.map(Profile::from)
    }
}
