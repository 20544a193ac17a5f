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
