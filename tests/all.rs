//! Behaviour from outside, in one binary.

mod browser;
mod budgets;
mod checker;
mod conversations;
mod deploys;
mod discord;
mod driving;
mod engine;
#[cfg(feature = "eval")]
mod eval;
mod exports;
mod guard;
#[cfg(feature = "eval")]
mod injections;
mod kills;
mod mcp;
mod models;
mod moderation;
mod monitoring;
mod online;
mod open_copies;
mod postgres;
mod properties;
mod ranking;
mod reader;
mod readme;
mod recorded;
mod repairs;
mod replicas;
mod search;
mod services;
mod shared;
mod signals;
mod slack;
mod terminal;
mod texts;
mod tidy;
mod traces;
mod web;
mod world;
