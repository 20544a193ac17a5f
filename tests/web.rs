//! The HTTP interface, through the real binary on a loopback port.

mod access;
mod admin;
mod articles;
mod budgets;
mod chat;
mod completions;
mod contract;
mod conversation;
mod description;
mod documents;
mod edits;
mod erasure;
mod forms;
pub mod http;
mod keys;
mod origins;
mod overload;
mod page;
mod problems;
mod readers;
mod repeats;
mod research;
mod session;
mod setup;
mod shares;
mod streams;
mod talk;
