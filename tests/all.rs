//! Behaviour from outside, in one binary.

mod engine;
mod kills;
mod properties;
mod signals;
mod terminal;
mod tidy;
mod world;
