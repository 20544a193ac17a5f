//! A simulated world on 127.0.0.1, with state that tests look at, reached through the real clients.

pub mod discord;
pub mod models;
pub mod pdf;
pub mod process;
pub mod provider;
pub mod searxng;
pub mod secure;
pub mod slack;
pub mod town;
pub mod web;
