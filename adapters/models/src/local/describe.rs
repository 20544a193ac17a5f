//! What a model's folder says about the model: `gorkd.toml`, and what holds where it is missing.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::path::Path;

/// Files of a model's folder.
pub const WEIGHTS: &str = "model.onnx";
pub const TOKENIZER: &str = "tokenizer.json";
pub const DESCRIPTION: &str = "gorkd.toml";

/// `gorkd.toml` in a model's folder. Every key may be left out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// Under which it is recorded; the folder's own name where it has none. Vectors made under one name are never
    /// compared with vectors made under another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Of an embedder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pooling: Option<Pooling>,
    /// What the model wants to see before a question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub query_prefix: String,
    /// What the model wants to see before a passage.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub passage_prefix: String,
    /// Tokens of one text, or of a question and a passage together; what is longer is cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<usize>,
    /// Of a reranker: the score under which no passage answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refuses_below: Option<f32>,
    /// As BCP 47 tags, `mul` for many; none where nobody said. A reranker is not asked about other languages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<String>,
    /// Files of weights that are this model, as SHA-256 in lower-case hexadecimal digits.
    #[serde(default, skip_serializing)]
    pub weights: Vec<String>,
    /// As an SPDX expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// Where the model is described.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

impl Description {
    /// Was the model trained on a language, an ISO 639-1 code?
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

/// How the vectors of a text's tokens become the vector of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pooling {
    /// Their mean.
    #[default]
    Mean,
    /// The first one, which stands for the whole text in models that were trained so.
    Cls,
}

/// Why a folder holds no such model, as a sentence without its end.
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

/// Tokens of a text where the folder does not say. Longer texts than this are beyond what sentence models of the
/// MiniLM class were trained with; cross-encoders read as far as BERT can, 512.
const MOST_TOKENS: (usize, usize) = (256, 512);
/// A question, a passage and what stands between them need some room.
const FEWEST_TOKENS: usize = 16;

impl Description {
    /// Reads what a folder says of itself, after a look whether the files of a model are there. Of one that says nothing
    /// the weights are read, because they may be those of a known model.
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

    /// The name under which the model is recorded.
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
