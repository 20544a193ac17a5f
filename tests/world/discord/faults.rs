//! What goes wrong on demand.

use std::time::Duration;

#[derive(Default)]
pub struct Faults {
    /// Operations that begin so are answered with 429 so often: start of the name, times, how long to wait.
    pub storms: Vec<(String, u32, Duration)>,
    /// Requests are answered with 503, as long as it lasts.
    pub outage: bool,
    /// Operations that begin so are done, and their answers lost, so often.
    pub lost: Vec<(String, u32)>,
    /// Dispatches by this name are not sent, so often; they count, so that resuming brings them.
    pub dropped: Vec<(String, u32)>,
    /// Dispatches by this name are sent twice, so often.
    pub doubled: Vec<(String, u32)>,
    /// Interactions over HTTP are sent twice, so often.
    pub doubled_interactions: u32,
    /// Tokens that the gateway does not take any more.
    pub revoked: bool,
}

/// Counts one down, if there is one for this name.
pub fn spend(list: &mut [(String, u32)], name: &str) -> bool {
    match list.iter_mut().find(|(start, left)| *left > 0 && name.starts_with(start.as_str())) {
        Some((_, left)) => {
            *left -= 1;
            true
        }
        None => false,
    }
}
