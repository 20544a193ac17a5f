//! The nouns: plain data types used throughout gorkd. They have no behavior beyond their meaning.

mod answer;
mod budget;
mod change;
mod document;
mod failure;
mod ids;
mod moderation;
mod names;
mod note;
mod preference;
mod question;
mod reach;
mod routing;
mod search;

pub use answer::*;
pub use budget::*;
pub use change::*;
pub use document::*;
pub use failure::*;
pub use ids::*;
pub use moderation::*;
pub use note::*;
pub use preference::*;
pub use question::*;
pub use reach::*;
pub use routing::*;
pub use search::*;

pub(crate) use names::named;

/// For fields that are left out of what is stored while they have their default.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
