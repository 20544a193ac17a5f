//! HTML pages.
//!
//! The page is read into a guarded [`tree`] first. Pages of documentation are converted from that tree as a
//! whole, for there every heading, table and list counts; from other pages an article extractor picks the
//! text, and what it leaves is held against what is plainly on the page.

mod clutter;
mod code;
mod convert;
mod dates;
mod definitions;
mod density;
mod entities;
mod extract;
mod facts;
mod jsonld;
mod measure;
mod names;
mod opinions;
mod serialise;
mod table;
mod tokenizer;
mod tree;
mod walls;
mod work;

#[cfg(test)]
mod tests;

pub use dates::parse_date;
pub use extract::read;
pub use facts::Facts;
pub use walls::{Signs, Wall, before as wall_before};
