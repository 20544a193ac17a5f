//! Work that one process at a time does, of all that share a store.

use crate::postgres::{Held as Leased, Term};
use gorkd_core::engine::Lease;
use std::fs::File;

/// A hold on some work. It ends when it is released, or else some time after it is dropped or its process ends.
pub struct Alone(Held);

enum Held {
    /// The operating system releases the locks of a dead process. A paused one keeps its lock, as it keeps its jobs.
    File(#[allow(dead_code, reason = "it is held, not used")] File),
    /// A lease also ends if its holder is paused or loses its connection.
    Lease(Box<Leased>),
}

impl Alone {
    pub(crate) fn by_file(file: File) -> Self {
        Self(Held::File(file))
    }

    pub(crate) fn by_lease(lease: Leased) -> Self {
        Self(Held::Lease(Box::new(lease)))
    }

    /// What is written for the work has to name this; none where nobody can take the work from its holder.
    pub(crate) fn term(&self) -> Option<&Term> {
        match &self.0 {
            Held::File(_) => None,
            Held::Lease(leased) => Some(leased.term()),
        }
    }

    /// Whoever does the work asks this before each thing that must not be done by two.
    pub fn lease(&self) -> Lease {
        match &self.0 {
            Held::File(_) => Lease::default(),
            Held::Lease(leased) => leased.lease().clone(),
        }
    }

    /// Keeps the hold for as long as this is waited for. Ends once it is lost: others may have it now.
    pub async fn lost(&mut self) {
        match &mut self.0 {
            Held::File(_) => std::future::pending().await,
            Held::Lease(leased) => leased.keep().await,
        }
    }

    /// Gives the hold up: others can take the work at once.
    pub async fn release(self) {
        match self.0 {
            Held::File(_) => {}
            Held::Lease(leased) => (*leased).release().await,
        }
    }
}
