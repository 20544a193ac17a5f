//! The program: reads settings, builds ports, starts adapters, and shuts down in order.

/// Many threads make and free many small texts: a fifth less of the processor than with the system's allocator, and less
/// memory (docs/scale.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Prints a line to standard error, without a panic if it is closed or full.
macro_rules! tell {
    ($($words:tt)*) => { gorkd_cli::screen::tell(&format!($($words)*)) };
}

mod commands;
mod doctor;
pub mod logs;
pub mod settings;
mod telemetry;
pub mod wire;

pub use commands::run;
