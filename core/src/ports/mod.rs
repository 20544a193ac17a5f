//! The traits that adapters implement, in our own terms.
//!
//! Caches, rate limits, circuit breakers, and fallbacks are decorators: other implementations of the same
//! trait. A port never panics because of outside input; everything that can go wrong is in its error.

mod articles;
mod budgets;
mod chat;
mod decide;
mod edits;
mod installations;
mod keys;
mod library;
mod links;
mod model;
mod moderate;
mod outlet;
mod overview;
mod people;
mod rates;
mod requests;
mod scratch;
mod sessions;
mod shares;
mod store;
mod talk;
mod understand;
mod usage;
mod world;

pub use articles::*;
pub use budgets::*;
pub use chat::*;
pub use decide::*;
pub use edits::*;
pub use installations::*;
pub use keys::*;
pub use library::*;
pub use links::*;
pub use model::*;
pub use moderate::*;
pub use outlet::*;
pub use overview::*;
pub use people::*;
pub use rates::*;
pub use requests::*;
pub use scratch::*;
pub use sessions::*;
pub use shares::*;
pub use store::*;
pub use talk::*;
pub use understand::*;
pub use usage::*;
pub use world::*;

use crate::model::{Failure, Spend};

/// A decorator describes itself with the values of the search or model inside it.
#[macro_export]
macro_rules! as_inner {
    (Named) => {
        fn name(&self) -> &str {
            self.inner.name()
        }

        fn destination(&self) -> $crate::model::Destination {
            self.inner.destination()
        }
    };
    (Search) => {
        $crate::as_inner!(SearchButWords);

        // `async_trait` doesn't look into macros, so this is what it would make of an `async fn`.
        fn unknown_words<'s, 't, 'l, 'f>(
            &'s self,
            text: &'t str,
            language: &'l str,
        ) -> std::pin::Pin<Box<dyn Future<Output = Vec<String>> + Send + 'f>>
        where
            's: 'f,
            't: 'f,
            'l: 'f,
            Self: 'f,
        {
            self.inner.unknown_words(text, language)
        }
    };
    (SearchButWords) => {
        $crate::as_inner!(Named);

        fn style(&self) -> $crate::model::SearchStyle {
            self.inner.style()
        }
    };
    (Model) => {
        $crate::as_inner!(Named);

        fn context(&self) -> Option<u32> {
            self.inner.context()
        }
    };
}

/// The result of a call, with its cost.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Metered<T> {
    pub value: T,
    pub cost: Spend,
    /// Answered from a cache, without a call.
    pub cached: bool,
    /// Number of calls; 1 if the first one succeeded.
    pub tries: u32,
}

impl<T> Metered<T> {
    pub fn free(value: T) -> Self {
        Self { value, cost: Spend::default(), cached: false, tries: 1 }
    }
}

/// A failed call, with its cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Failed {
    pub failure: Failure,
    pub cost: Spend,
}

impl From<Failure> for Failed {
    fn from(failure: Failure) -> Self {
        Self { failure, cost: Spend::default() }
    }
}

/// The result of a port that may cost money.
pub type Outcome<T> = Result<Metered<T>, Failed>;
