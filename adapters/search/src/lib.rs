//! Search providers behind the `Search` port: the local library, and the web through SearXNG.
//!
//! A provider answers or fails with a sentence; whether to ask another one is decided elsewhere.

pub mod library;
pub mod memory;
mod searxng;

pub use library::{Library, LibraryError, LibrarySettings};
pub use searxng::{Searxng, SearxngSettings};
