//! Every connection that gorkd opens to somebody else starts here: one place that knows what a job's privacy
//! allows, so that no client can forget it.
//!
//! `service` clients speak to servers that the operator named (models, search providers). Pages, whose addresses
//! come from outside, need the guard.

mod near;
mod service;

pub use near::{Listed, Near, NotAnAddress};
pub use service::{ServiceSettings, Services};
