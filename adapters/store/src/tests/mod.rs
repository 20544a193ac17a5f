//! The store from outside: one contract for every database, and what is particular to each.

mod contract;
mod memory;
mod moving;
mod postgres;
mod shared;
mod sqlite;
