//! Rules about natural language: how a stored text falls into blocks and sentences.
//!
//! Everything works on byte ranges of the text as it is stored, so that whatever is found can be quoted.

pub mod blocks;
pub mod sentences;
