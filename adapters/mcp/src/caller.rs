//! Who calls, and what they may access. The binary decides that, by the rules of the transport.

use gorkd_core::job::Scope;
use gorkd_core::model::{Place, Requester};
use std::fmt;
use std::sync::Arc;

/// Somebody whose agent calls.
#[derive(Clone)]
pub struct Caller {
    pub requester: Requester,
    /// Where their threads are.
    pub place: Place,
    /// May they start anything, and look outside?
    pub may_ask: bool,
    /// Are they at this machine? Then they may read its files.
    pub at_machine: bool,
    /// Budgets that their runs count against.
    pub scopes: Vec<Scope>,
    /// IANA name, for words such as "today".
    pub time_zone: String,
    /// Are the runs of this owner, by its key, open to them?
    pub sees: Arc<dyn Fn(&str) -> bool + Send + Sync>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("requester", &self.requester.key()).finish_non_exhaustive()
    }
}
