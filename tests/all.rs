//! Behaviour from outside, in one binary.

mod kills;
mod properties;
mod tidy;
mod world;
