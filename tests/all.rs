//! Behaviour from outside, in one binary.

mod conversations;
mod engine;
mod guard;
mod kills;
mod models;
mod online;
mod properties;
mod reader;
mod search;
mod signals;
mod terminal;
mod tidy;
mod web;
mod world;
