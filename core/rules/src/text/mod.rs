//! Analysis of texts by rule: their blocks, and the numbers, dates and names in them. Sentences and words are found by
//! the core.
//!
//! Everything works on byte ranges of the stored text, so that everything found can be quoted.

pub mod blocks;
mod dates;
pub mod footnotes;
pub mod lexicon;
pub mod mentions;
mod names;
mod numbers;
mod numerals;
pub mod tables;
pub mod units;

pub use gorkd_core::text::{sentences, stopwords, words};

/// The text with all white space made single spaces.
pub fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// The beginning of a text: at most so many bytes, cut between characters.
pub fn beginning(text: &str, most: usize) -> &str {
    &text[..text.floor_char_boundary(most)]
}
