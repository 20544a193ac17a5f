//! What can be told of a text by rule: its blocks, sentences and words, and the numbers, dates and names in it.
//!
//! Everything works on byte ranges of the text as it is stored, so that whatever is found can be quoted.

mod abbreviations;
pub mod blocks;
mod dates;
mod folding;
pub mod lexicon;
pub mod mentions;
mod names;
mod numbers;
mod numerals;
pub mod sentences;
pub mod stopwords;
pub mod units;
pub mod words;
