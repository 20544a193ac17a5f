//! Behaviour from outside, in one binary.

mod kills;
mod properties;
mod reader;
mod terminal;
mod tidy;
mod world;
