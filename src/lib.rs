//! Connects: reads settings, builds ports, starts adapters, shuts down in order.

pub mod eval;
pub mod logs;
pub mod settings;

use std::process::ExitCode;

pub fn run() -> ExitCode {
    ExitCode::SUCCESS
}
