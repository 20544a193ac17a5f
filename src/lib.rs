//! The program: reads settings, builds ports, starts adapters, and shuts down in order.

/// Prints a line to standard error, without a panic if it is closed or full.
macro_rules! tell {
    ($($words:tt)*) => { gorkd_cli::screen::tell(&format!($($words)*)) };
}

mod commands;
mod doctor;
pub mod logs;
mod misconfigured;
pub mod settings;
mod telemetry;
pub mod wire;

pub use commands::run;
