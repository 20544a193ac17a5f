//! The nouns: plain data, the words that all of gorkd uses. No behaviour beyond what a word means.

mod answer;
mod budget;
mod document;
mod failure;
mod ids;
mod note;
mod question;
mod routing;
mod search;

pub use answer::*;
pub use budget::*;
pub use document::*;
pub use failure::*;
pub use ids::*;
pub use note::*;
pub use question::*;
pub use routing::*;
pub use search::*;
