//! What the operator decides for all places of a platform. The settings of a place can only be stricter.

use crate::cards::CardOptions;
use crate::cards::notices::Invocation;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatServiceSettings {
    pub invocation: Invocation,
    /// Roles besides `owner` and `admin` that may control any run in their place.
    pub roles: Vec<String>,
    pub policy: Policy,
    /// Card options for an answer that is shown again to one person, the same as the deliverer's. Its share
    /// links are created at that time.
    pub options: CardOptions,
}

/// Limits; 0 means none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    /// Runs per hour in one channel, and in one workspace or server.
    pub channel_runs_per_hour: u32,
    pub workspace_runs_per_hour: u32,
    /// Only admins may use the profile `deep`.
    pub deep_for_admins: bool,
}
