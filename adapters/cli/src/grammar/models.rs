//! The commands about ranking models.

use clap::{Subcommand, ValueEnum};

#[derive(Clone, Debug, Subcommand)]
pub enum ModelsCommand {
    /// Fetch models; what is there is used from then on
    Get {
        #[arg(required = true, value_enum, value_name = "NAME")]
        names: Vec<RankingModel>,
    },
    /// The models there are, and which of them are on this machine
    List {
        #[arg(long)]
        json: bool,
    },
    /// Delete a model that was fetched
    Remove {
        #[arg(value_enum, value_name = "NAME")]
        name: RankingModel,
    },
}

/// A model that can be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RankingModel {
    /// Reads a question and a passage together: the best order, for English
    Reranker,
    /// An embedder: passages near in meaning, for English
    Bge,
    /// An embedder for a hundred languages
    Multilingual,
}

impl RankingModel {
    pub const ALL: [Self; 3] = [Self::Reranker, Self::Bge, Self::Multilingual];

    /// Of its folder, and in the settings.
    pub fn name(self) -> &'static str {
        match self {
            RankingModel::Reranker => "reranker",
            RankingModel::Bge => "bge",
            RankingModel::Multilingual => "multilingual",
        }
    }

    /// What it is for.
    pub fn purpose(self) -> &'static str {
        match self {
            RankingModel::Reranker => "orders passages by how well they answer",
            RankingModel::Bge => "finds passages near in meaning",
            RankingModel::Multilingual => "finds passages near in meaning, in any language",
        }
    }
}
