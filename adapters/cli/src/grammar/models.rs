//! The commands about ranking models.

use clap::{Subcommand, ValueEnum};

#[derive(Clone, Debug, Subcommand)]
pub enum ModelsCommand {
    /// Download models; they are used from then on
    Get {
        #[arg(required = true, value_enum, value_name = "NAME")]
        names: Vec<RankingModel>,
    },
    /// List the available models, and which of them are on this machine
    List {
        #[arg(long)]
        json: bool,
    },
    /// Delete a downloaded model
    Remove {
        #[arg(value_enum, value_name = "NAME")]
        name: RankingModel,
    },
}

/// A model that can be downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankingModel {
    /// Reads a question and a passage together; the most accurate ranking, for English
    Reranker,
    /// An embedder: finds passages with a similar meaning, for English
    Minilm,
    /// Another embedder for English; larger, and no better in our tests
    Bge,
    /// An embedder for a hundred languages
    Multilingual,
}

impl RankingModel {
    pub const ALL: [Self; 4] = [Self::Reranker, Self::Minilm, Self::Bge, Self::Multilingual];

    /// Its name in the settings and of its folder.
    pub fn name(self) -> &'static str {
        match self {
            RankingModel::Reranker => "reranker",
            RankingModel::Minilm => "minilm",
            RankingModel::Bge => "bge",
            RankingModel::Multilingual => "multilingual",
        }
    }

    /// What it is for.
    pub fn purpose(self) -> &'static str {
        match self {
            RankingModel::Reranker => "ranks passages by how well they answer",
            RankingModel::Minilm | RankingModel::Bge => "finds passages with a similar meaning",
            RankingModel::Multilingual => "finds passages with a similar meaning, in any language",
        }
    }
}
