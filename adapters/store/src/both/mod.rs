//! What is the same in both databases: written once, and compiled as a module of each.
//!
//! The names of the store, its rows, and its connections come from the module around it, `sqlite` or `postgres`, and so
//! does what each of them does in its own way: locks, for example, which only Postgres needs. The statements are in
//! words that both databases know.

pub(super) mod admission;
mod budgets;
mod chat;
mod edits;
pub(super) mod events;
pub(super) mod export;
mod installations;
mod keys;
mod lessons;
pub(super) mod library;
mod library_commit;
mod links;
mod preferences;
mod reading;
mod requests;
mod sessions;
mod shares;
pub(super) mod statistics;
mod talk;
pub(super) mod titles;

use super::chat::{NUMBER, Reopen, WITHIN};
use super::export::DIALECT;
use super::library::RemoveRoot;
use super::talk::Note;
use super::unit::Unit;
use super::{
    Arguments, Connection, Database, Pool, Row, Store, actors, charges, documents, locks, overview, plain,
};
