//! What the operator decides for all places of a platform. A place's own settings may only be stricter.

use crate::cards::CardOptions;
use crate::cards::notices::Invocation;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatServiceSettings {
    pub invocation: Invocation,
    /// Roles beside `owner` and `admin` that may control any run of their place.
    pub roles: Vec<String>,
    pub policy: Policy,
    /// What an answer offers that is shown again to one person, as the deliverer's do; its links are made when it is.
    pub options: CardOptions,
}

/// Limits; 0 means none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// Runs per hour in one channel, and in one workspace or server.
    pub channel_runs_per_hour: u32,
    pub workspace_runs_per_hour: u32,
    /// Only admins may run `deep`.
    pub deep_for_admins: bool,
}
