//! The HTTP interface, through the real binary on a loopback port.

mod access;
mod conversation;
mod description;
mod erasure;
pub mod http;
mod shares;
mod streams;
mod talk;
