//! What the chat platforms share, so that nothing is written twice: what is said (cards), what buttons mean (acts),
//! what people do (the desk), what came in and is worked off (the inbox), and how jobs are told (the deliverer).
//!
//! An adapter of a platform brings the transports, gives cards their form, and posts and edits messages.

mod act;
mod card;
pub mod cards;
mod deliver;
mod desk;
mod inbox;
mod incoming;
mod kept;
mod platform;
#[cfg(test)]
mod samples;

pub use act::{Act, Format};
pub use card::{Button, Card, Does, Form, Look, OutFile, Part, SourceLine, StepLine, Tone};
pub use deliver::{DeliverSettings, Deliverer};
pub use desk::{Desk, DeskSettings, Line, MOST_ABOVE, Policy, Word, asks_in_private, deeper, read_line};
pub use inbox::{Handler, Inbox, InboxSettings};
pub use incoming::{Person, Pressed, Question, Reply, Said, Spot};
pub use kept::Kept;
pub use platform::{Activity, Content, Found, Mark, Pace, Platform, Post, Trouble};
