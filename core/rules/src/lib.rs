//! Decides what a question asks, what to search and read, which passages are relevant, what to write, and whether that
//! is supported: by rules alone, or by asking a model and parsing its reply.
//!
//! Everything here is a function of its arguments: no clock, no randomness, no I/O. What is decided is recorded in
//! events, so that newer rules never change what an older run did.

pub mod addresses;
pub mod analyze;
pub mod ask_back;
pub mod at_hand;
pub mod authority;
pub mod changes;
pub mod clarify;
pub mod compose;
mod decide;
mod discretion;
mod driving;
pub mod equivalence;
pub mod gate;
pub mod ids;
pub mod insufficient;
pub mod interpret;
pub mod judge;
pub mod lenient;
mod lists;
mod material;
mod materials;
pub mod moderation;
pub mod near;
mod number;
mod outdated;
pub mod plan;
pub mod prompts;
pub mod readable;
pub mod routing;
pub mod safety;
mod samples;
pub mod scores;
pub mod select;
mod spelling;
pub mod text;
pub mod thorough;
mod understand;
pub mod verify;
pub mod versions;
pub mod weigh;
pub mod write;

use decide::obeyed;
pub use discretion::discreet;
pub use material::*;
pub use materials::materials;
pub use number::number;

/// gorkd's own rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules;
