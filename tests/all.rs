//! Behaviour from outside, in one binary.

mod engine;
mod kills;
mod models;
mod properties;
mod reader;
mod signals;
mod terminal;
mod tidy;
mod web;
mod world;
