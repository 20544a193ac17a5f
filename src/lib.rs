//! Connects: reads settings, builds ports, starts adapters, shuts down in order.

mod commands;
mod doctor;
pub mod logs;
pub mod settings;
pub mod wire;

pub use commands::run;
