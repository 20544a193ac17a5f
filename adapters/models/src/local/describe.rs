//! Describes the model in a folder: its `gorkd.toml`, and defaults for what is missing.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::Path;

/// Files in a model's folder.
pub const WEIGHTS: &str = "model.onnx";
pub const TOKENIZER: &str = "tokenizer.json";
pub const DESCRIPTION: &str = "gorkd.toml";

/// `gorkd.toml` in a model's folder. Every key is optional.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// The name in journals; defaults to the folder's name. Vectors with different names are never compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// For an embedder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooling: Option<Pooling>,
    /// Prefix that the model expects before a question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query_prefix: String,
    /// Prefix that the model expects before a passage.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub passage_prefix: String,
    /// Maximum tokens of a text, or of a question and a passage together; longer input is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// For a reranker: the score below which a passage is a doubtful answer, and from 3 less on none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses_below: Option<f32>,
    /// BCP 47 tags, `mul` for many; empty if unknown. A reranker is not used for other languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// SHA-256 of weight files that are this model, in lower-case hexadecimal.
    #[serde(default, skip_serializing)]
    pub weights: Vec<String>,
    /// An SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Where the model is documented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Description {
    /// Whether the model was trained on a language, given as an ISO 639-1 code.
    pub fn reads(&self, language: &str) -> bool {
        let base = |tag: &String| tag.split('-').next().unwrap_or_default().to_lowercase();
        let known = |tag: &String| base(tag) == "mul" || base(tag) == language;
        self.languages.is_empty() || self.languages.iter().any(known)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    Embedder,
    Reranker,
}

/// How token vectors become the vector of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean.
    #[default]
    Mean,
    /// The first one, which represents the whole text in models trained that way.
    Cls,
}

/// Why a folder contains no such model, as a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadFolder {
    #[error("{0} is missing: a ranking model is a folder with model.onnx and tokenizer.json")]
    Missing(String),
    #[error("{0} cannot be read as {1}")]
    Unreadable(String, &'static str),
    #[error("{0}: {1}")]
    Description(String, String),
    #[error("{0} holds {1}, not {2}")]
    OtherKind(String, Kind, Kind),
    #[error("{0} is not {1}: it has no {2}")]
    OtherModel(String, Kind, String),
}

impl std::fmt::Display for Kind {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Kind::Embedder => "an embedder",
            Kind::Reranker => "a reranker",
        })
    }
}

/// Default maximum tokens of an embedder and of a reranker. Sentence models of the MiniLM class were not
/// trained on texts longer than 256; cross-encoders read up to BERT's limit of 512.
const MOST_TOKENS: (usize, usize) = (256, 512);
/// Minimum tokens: a question, a passage and special tokens need some room.
const FEWEST_TOKENS: usize = 16;

impl Description {
    /// Reads a folder's description after checking that the model files exist. Without a description, the
    /// weights are hashed, because they may be those of a known model.
    pub fn of(folder: &Path, wanted: Kind, known: &[Self]) -> Result<Self, BadFolder> {
        for file in [WEIGHTS, TOKENIZER] {
            let path = folder.join(file);
            if !path.is_file() {
                return Err(BadFolder::Missing(path.display().to_string()));
            }
        }
        let path = folder.join(DESCRIPTION);
        let named = path.display().to_string();
        let description: Self = match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str(&text).map_err(|error| {
                BadFolder::Description(named.clone(), error.message().replace('\n', ", "))
            })?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::by_weights(folder, known),
            Err(_) => return Err(BadFolder::Unreadable(named, "text")),
        };
        if let Some(kind) = description.kind.filter(|kind| *kind != wanted) {
            return Err(BadFolder::OtherKind(folder.display().to_string(), kind, wanted));
        }
        if description.max_tokens.is_some_and(|most| most < FEWEST_TOKENS) {
            let sentence = format!("max_tokens must be {FEWEST_TOKENS} at least");
            return Err(BadFolder::Description(named, sentence));
        }
        Ok(description)
    }

    fn by_weights(folder: &Path, known: &[Self]) -> Self {
        if known.iter().all(|one| one.weights.is_empty()) {
            return Self::default();
        }
        let mut sum = Sha256::new();
        let read = File::open(folder.join(WEIGHTS)).and_then(|mut file| std::io::copy(&mut file, &mut sum));
        let sum = format!("{:x}", sum.finalize());
        let found = known.iter().find(|one| one.weights.contains(&sum)).filter(|_| read.is_ok());
        found.cloned().unwrap_or_default()
    }

    /// The name under which the model appears in journals.
    pub fn name_in(&self, folder: &Path) -> String {
        let of_folder = || folder.file_name().map(|name| name.to_string_lossy().into_owned());
        self.name.clone().or_else(of_folder).unwrap_or_else(|| "local".to_owned())
    }

    pub fn most_tokens(&self, kind: Kind) -> usize {
        let usual = match kind {
            Kind::Embedder => MOST_TOKENS.0,
            Kind::Reranker => MOST_TOKENS.1,
        };
        self.max_tokens.unwrap_or(usual)
    }
}
