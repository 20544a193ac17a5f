//! Renders cards for Discord. Pure.

mod card;
mod escape;
mod form;
mod parts;
#[cfg(test)]
mod tests;
mod text;

pub use card::{plain, render};
pub use escape::{escape, label};
pub use form::form;
