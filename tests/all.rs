//! Behaviour from outside, in one binary.

mod browser;
mod checker;
mod conversations;
mod discord;
mod engine;
mod guard;
mod injections;
mod kills;
mod models;
mod online;
mod open_copies;
mod properties;
mod ranking;
mod reader;
mod search;
mod signals;
mod slack;
mod terminal;
mod tidy;
mod web;
mod world;
