//! Pages rendered by the server. Their style sheets are beside this file.

mod shared;

pub use shared::{answer, gone, later};
