//! Remembers which connections were opened, for whoever wants to prove where a question went.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Clones share what they record. Each connection is a line at level `debug` as well.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    seen: Arc<Mutex<BTreeSet<String>>>,
}

impl Recorder {
    /// Where connections were opened to, as `host (address)` or, where the address is chosen by a library,
    /// `host:port`.
    pub fn seen(&self) -> BTreeSet<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn connecting(&self, host: &str, address: SocketAddr) {
        self.note(format!("{host} ({address})"));
    }

    pub(crate) fn note(&self, to: String) {
        tracing::debug!(%to, "connects");
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        // A server that runs for months must not remember every page that it has read.
        if seen.len() < 1_000 {
            seen.insert(to);
        }
    }
}
