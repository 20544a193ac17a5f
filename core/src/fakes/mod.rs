//! Fakes for tests: an in-memory store that can die at any write, and a scripted world that counts calls.

mod budgets;
mod chat;
mod documents;
mod edits;
mod installations;
mod keys;
mod links;
mod queue;
mod scratch;
mod shares;
mod store;
mod talk;
mod threads;
mod usage;
mod world;

pub use store::MemoryStore;
pub use world::{FakeWorld, TokioClock, Trouble};
