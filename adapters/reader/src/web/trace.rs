//! Records the decisions made while a page is fetched.

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

/// Clones write to the same list.
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
                self.note(url, true, format!("Connecting is allowed: {}.", addresses.join(", ")));
            }
            Err(refused) => self.note(url, false, refused.sentence.clone()),
        }
    }
}
