//! What can be told of a text by rule: its blocks, and the numbers, dates and names in it. Its sentences and words are
//! told by the core.
//!
//! Everything works on byte ranges of the text as it is stored, so that whatever is found can be quoted.

pub mod blocks;
mod dates;
pub mod lexicon;
pub mod mentions;
mod names;
mod numbers;
mod numerals;
pub mod units;

pub use gorkd_core::text::{sentences, stopwords, words};
