//! Search providers behind the `Search` port: the local library, and the web through third-party interfaces.
//!
//! A provider answers or fails with a sentence; whether to ask another one is decided elsewhere.

mod guard;
mod handed;
#[macro_use]
mod http;
pub mod library;
pub mod memory;
mod providers;
mod searxng;

pub use guard::*;
pub use handed::{Handed, HandedReader, Sites};
pub use http::ServerSettings;
pub use library::{Library, LibraryError, LibrarySettings, Links};
pub use providers::*;
pub use searxng::Searxng;
