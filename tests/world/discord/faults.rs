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
    /// The gateway refuses the message-content intent, whatever the application's page says.
    pub content_refused: bool,
    /// Requests that are never answered.
    pub stuck: Vec<Stuck>,
}

/// A request that hangs: the one by this name after so many others.
#[derive(Clone, Debug)]
pub struct Stuck {
    /// As the description names it.
    pub name: String,
    pub after: u32,
    /// What it asks for is done; only the answer never comes.
    pub done: bool,
    /// It came, and hangs.
    pub reached: bool,
}

impl Faults {
    /// Does this request hang? Is it done?
    pub fn hangs(&mut self, name: &str) -> Option<bool> {
        let stuck = self.stuck.iter_mut().find(|one| !one.reached && one.name == name)?;
        if stuck.after > 0 {
            stuck.after -= 1;
            return None;
        }
        stuck.reached = true;
        Some(stuck.done)
    }
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
