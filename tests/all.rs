//! Behaviour from outside, in one binary.

mod kills;
mod properties;
mod terminal;
mod tidy;
mod world;
