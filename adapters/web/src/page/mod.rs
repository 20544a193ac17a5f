//! Pages that are made here; what they look like stands beside this file.

mod shared;

pub use shared::{answer, gone};
