//! Notices that the process stood still, or that somebody set the clock: time in which nobody worked is no job's.

use crate::model::Millis;
use std::time::Duration;

/// Between two looks at the clock at most.
pub const LOOK: Duration = Duration::from_secs(5);
/// A look that comes later than this was kept from it: by a suspended process, a machine asleep, or a clock that was set
/// forward. A busy machine or a slow disk delays it by less.
const LATE: Duration = Duration::from_secs(20);

/// When somebody last looked at the clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    seen: Option<Millis>,
}

impl Watch {
    /// Looks at the clock. Gives the milliseconds since the last look, where those are too many to have been worked.
    pub fn look(&mut self, now: Millis) -> Option<u64> {
        let gap = self.seen.map_or(0, |seen| now.since(seen));
        self.seen = Some(now);
        (Duration::from_millis(gap) > LATE).then_some(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_gap_is_time_in_which_nobody_worked() {
        let mut watch = Watch::default();
        assert_eq!(watch.look(Millis(1_000_000)), None, "the first look tells nothing");
        assert_eq!(watch.look(Millis(1_005_000)), None);
        assert_eq!(watch.look(Millis(1_025_000)), None, "a slow disk");
        assert_eq!(watch.look(Millis(4_625_000)), Some(3_600_000), "an hour asleep");
        assert_eq!(watch.look(Millis(1_000_000)), None, "a clock that was set back");
        assert_eq!(watch.look(Millis(1_004_000)), None);
    }
}
