//! The HTTP interface, through the real binary on a loopback port.

mod access;
mod articles;
mod chat;
mod completions;
mod conversation;
mod description;
mod documents;
mod erasure;
pub mod http;
mod keys;
mod page;
mod problems;
mod repeats;
mod research;
mod shares;
mod streams;
mod talk;
