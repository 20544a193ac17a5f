//! Ranking models that run in this process: an embedder or a reranker from a folder with `model.onnx` and
//! `tokenizer.json`, and `gorkd.toml` where the model has to say something of itself.
//!
//! A folder is only looked at when it is named; its model is loaded with the first text, so that a process that never
//! needs it stays small.

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
