//! What goes wrong on demand. A fault names a method, an operation or a delivery of the platform, and holds for all whose
//! names begin so.

use std::collections::VecDeque;
use std::time::Duration;

/// `E` is an error of the platform.
#[derive(Default)]
pub struct Faults<E> {
    /// Requests are answered with 503, as long as it lasts.
    pub outage: bool,
    /// Requests that met one.
    pub turned_away: Vec<String>,
    /// Requests are answered with 429: how often, and how long to wait.
    pub storms: Vec<(String, u32, Duration)>,
    pub refusals: Vec<Refusal<E>>,
    /// Requests are carried out and never answered, so often.
    pub lost: Vec<(String, u32)>,
    /// Requests that are never answered.
    pub stuck: Vec<Stuck>,
    /// Deliveries are not made the first time, so often; they come again as the platform brings them.
    pub dropped: Vec<(String, u32)>,
    /// Deliveries are made twice, so often.
    pub doubled: Vec<(String, u32)>,
    /// So many deliveries are swapped with the next.
    pub swapped: u32,
}

/// Requests that are refused.
#[derive(Clone, Debug)]
pub struct Refusal<E> {
    pub name: String,
    /// What is refused holds this.
    pub holds: String,
    /// What follows the first is refused whatever it holds.
    pub then_all: bool,
    /// In their order, one for each request.
    pub errors: VecDeque<E>,
    pub refused: u32,
}

/// A request that hangs: the one by this name after so many others.
#[derive(Clone, Debug)]
pub struct Stuck {
    pub name: String,
    pub after: u32,
    /// What it asks for is done; only the answer never comes.
    pub done: bool,
    /// It came, and hangs.
    pub reached: bool,
}

impl<E> Faults<E> {
    /// Requests by this name get these errors, and no others that were set before.
    pub fn refuse(&mut self, name: &str, errors: impl IntoIterator<Item = E>) {
        self.refusals.retain(|one| one.name != name);
        let (name, errors) = (name.to_owned(), errors.into_iter().collect());
        self.refusals.push(Refusal { name, holds: String::new(), then_all: false, errors, refused: 0 });
    }

    /// The error that a request gets.
    pub fn refuses(&mut self, name: &str, body: &str) -> Option<E> {
        let meant = |one: &&mut Refusal<E>| {
            let here = name.starts_with(&one.name) && !one.errors.is_empty();
            here && (one.then_all && one.refused > 0 || body.contains(&one.holds))
        };
        let found = self.refusals.iter_mut().find(meant)?;
        found.refused += 1;
        found.errors.pop_front()
    }

    /// Is there an outage?
    pub fn turns_away(&mut self, name: &str) -> bool {
        if self.outage {
            self.turned_away.push(name.to_owned());
        }
        self.outage
    }

    /// How long the asker is told to wait.
    pub fn storm(&mut self, name: &str) -> Option<Duration> {
        let meant =
            |(start, left, _): &&mut (String, u32, Duration)| *left > 0 && name.starts_with(start.as_str());
        let (_, left, wait) = self.storms.iter_mut().find(meant)?;
        *left -= 1;
        Some(*wait)
    }

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
