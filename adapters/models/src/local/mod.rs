//! Ranking models that run in this process: an embedder or reranker in a folder with `model.onnx`,
//! `tokenizer.json` and, if the model needs a description, `gorkd.toml`.
//!
//! Only folders named in settings are read. A model is loaded with its first text, so that a process that
//! never needs it stays small.

mod describe;
mod embedder;
mod lanes;
mod network;
mod reranker;
#[cfg(test)]
mod tests;

pub use describe::{BadFolder, DESCRIPTION, Description, Kind, Pooling, TOKENIZER, WEIGHTS};
pub use embedder::LocalEmbedder;
pub use reranker::LocalReranker;
