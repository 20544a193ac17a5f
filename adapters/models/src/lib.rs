//! Language models and embeddings.
