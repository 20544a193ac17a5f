//! HTML pages.
//!
//! A page is first read into a guarded [`tree`]. Depending on the [`shape`] of the page, its text is selected
//! from that tree and converted with every heading, table and list. Only articles also go to the article
//! extractors.

mod attachments;
mod cards;
mod code;
mod contact;
mod controls;
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
mod notes;
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
