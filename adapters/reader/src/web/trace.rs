//! What was decided on the way to a page, for whoever asks.

use gorkd_net::{Checked, Refused};
use std::sync::{Arc, Mutex, PoisonError};
use url::Url;

/// One decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub url: String,
    pub allowed: bool,
    /// A sentence.
    pub reason: String,
}

/// Clones write into the same list.
#[derive(Clone, Debug, Default)]
pub struct Trace(Arc<Mutex<Vec<Step>>>);

impl Trace {
    pub fn steps(&self) -> Vec<Step> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn note(&self, url: &Url, allowed: bool, reason: impl Into<String>) {
        let step = Step { url: url.to_string(), allowed, reason: reason.into() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(step);
    }

    pub(super) fn refused(&self, target: &str, refused: &Refused) {
        self.refused_for(target, &refused.sentence);
    }

    pub(super) fn refused_for(&self, target: &str, reason: &str) {
        let step = Step { url: target.to_owned(), allowed: false, reason: reason.to_owned() };
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(step);
    }

    pub(super) fn checked(&self, url: &Url, checked: &Result<Checked, Refused>) {
        match checked {
            Ok(checked) => {
                let addresses: Vec<String> = checked.addresses().iter().map(ToString::to_string).collect();
                self.note(url, true, format!("It may be connected to: {}.", addresses.join(", ")));
            }
            Err(refused) => self.note(url, false, refused.sentence.clone()),
        }
    }
}
