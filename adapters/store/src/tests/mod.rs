//! Tests of the store from the outside: one contract for every database, and what is specific to each.

mod contract;
mod memory;
mod moving;
mod postgres;
mod shared;
mod sqlite;
