//! Which parts of this process cannot do their work right now, for `/readyz`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Clones share the state. A part that was never reported is ready.
#[derive(Clone, Default)]
pub struct Readiness(Arc<Mutex<BTreeMap<String, &'static str>>>);

impl Readiness {
    /// `why` is for the operator. It contains no address or name, and continues a sentence that starts with
    /// the part.
    pub fn lacks(&self, part: &str, why: &'static str) {
        self.lock().insert(part.to_owned(), why);
    }

    pub fn has(&self, part: &str) {
        self.lock().remove(part);
    }

    pub fn missing(&self) -> Vec<String> {
        self.lock().iter().map(|(part, why)| format!("{part} {why}")).collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, &'static str>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_named_for_as_long_as_it_is_missing() {
        let ready = Readiness::default();
        assert!(ready.missing().is_empty());
        ready.lacks("slack", "can't be taken");
        assert_eq!(ready.clone().missing(), ["slack can't be taken"]);
        ready.has("slack");
        assert!(ready.missing().is_empty());
    }
}
