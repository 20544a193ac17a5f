//! What can be told of a text by rule: its words, and the numbers, dates and names in it.

mod dates;
pub mod mentions;
mod names;
mod numbers;
mod numerals;
pub mod stopwords;
pub mod units;
pub mod words;
