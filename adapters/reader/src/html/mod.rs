//! HTML pages.
//!
//! The page is read into a guarded [`tree`] first. What is its text is decided on that tree, by the [`shape`] of the
//! page, and converted from it: every heading, table and list counts. Only articles are shown to article extractors
//! as well.

mod cards;
mod code;
mod convert;
mod dates;
mod definitions;
mod density;
mod entities;
mod extract;
mod facts;
mod furniture;
mod jsonld;
mod named;
mod names;
mod opinions;
mod page;
mod posts;
mod related;
mod repeats;
mod serialise;
mod shape;
mod table;
mod tokenizer;
mod tree;
mod visible;
mod walls;
mod work;

#[cfg(test)]
mod shapes_tests;
#[cfg(test)]
mod tests;

pub use dates::parse_date;
pub use extract::read;
pub use facts::Facts;
pub use walls::{Signs, Wall, before as wall_before};
