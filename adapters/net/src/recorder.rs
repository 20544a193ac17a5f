//! Records which connections were opened, as evidence of where a question went.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Clones share their record. Each connection is also logged at level `debug`.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    seen: Arc<Mutex<BTreeSet<String>>>,
}

impl Recorder {
    /// The connections opened, as `host (address)`, or as `host:port` if a library chooses the address.
    pub fn seen(&self) -> BTreeSet<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn connecting(&self, host: &str, address: SocketAddr) {
        self.note(format!("{host} ({address})"));
    }

    pub(crate) fn note(&self, to: String) {
        tracing::debug!(%to, "connects");
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // Bounded, because a server runs for months.
        if seen.len() < 1_000 {
            seen.insert(to);
        }
    }
}
