//! Work that only one of the processes sharing a store may do at a time.

use crate::postgres::{Held as Leased, Term};
use gorkd_core::engine::Lease;
use std::fs::File;

/// Exclusive hold on some work. It ends on release, or some time after it is dropped or its process ends.
pub struct Alone(Held);

enum Held {
    /// The operating system releases the locks of a dead process. A suspended one keeps its lock, as it keeps
    /// its jobs.
    File(#[allow(dead_code, reason = "it is held, not used")] File),
    /// A lease also ends if its holder is suspended or loses its connection.
    Lease(Box<Leased>),
}

impl Alone {
    pub(crate) fn by_file(file: File) -> Self {
        Self(Held::File(file))
    }

    pub(crate) fn by_lease(lease: Leased) -> Self {
        Self(Held::Lease(Box::new(lease)))
    }

    /// The term that writes for this work must carry; `None` if nobody can take the work from its holder.
    pub(crate) fn term(&self) -> Option<&Term> {
        match &self.0 {
            Held::File(_) => None,
            Held::Lease(leased) => Some(leased.term()),
        }
    }

    /// Check this before each step that two processes must not both take.
    pub fn lease(&self) -> Lease {
        match &self.0 {
            Held::File(_) => Lease::default(),
            Held::Lease(leased) => leased.lease().clone(),
        }
    }

    /// Renews the hold while being polled. Returns once it is lost: others may have it now.
    pub async fn lost(&mut self) {
        match &mut self.0 {
            Held::File(_) => std::future::pending().await,
            Held::Lease(leased) => leased.keep().await,
        }
    }

    /// Releases the hold, so that others can take the work at once.
    pub async fn release(self) {
        match self.0 {
            Held::File(_) => {}
            Held::Lease(leased) => (*leased).release().await,
        }
    }
}
