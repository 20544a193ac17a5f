//! Who calls, and what they may access. The binary decides that, by the rules of the transport.

use gorkd_core::job::Scope;
use gorkd_core::model::{Place, Requester};
use std::fmt;
use std::sync::Arc;

/// The person whose agent calls.
#[derive(Clone)]
pub struct Caller {
    pub requester: Requester,
    /// The place of their threads.
    pub place: Place,
    /// Whether they may start runs and access the web.
    pub may_ask: bool,
    /// Whether they are at this machine, and so may read its files.
    pub at_machine: bool,
    /// Budgets that their runs count against.
    pub scopes: Vec<Scope>,
    /// IANA name, for words such as "today".
    pub time_zone: String,
    /// Whether the caller may see the runs of an owner, given by key.
    pub sees: Arc<dyn Fn(&str) -> bool + Send + Sync>,
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Caller").field("requester", &self.requester.key()).finish_non_exhaustive()
    }
}
