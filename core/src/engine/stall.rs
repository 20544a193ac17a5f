//! Detects whether the process was suspended or the clock was set; such time doesn't count against any job.

use crate::model::Millis;
use std::time::Duration;

/// Maximum time between two readings of the clock.
pub const LOOK: Duration = Duration::from_secs(5);
/// A longer gap means a suspended process, a sleeping machine, or a clock that was set forward. A busy machine
/// or a slow disk causes shorter gaps.
const SUSPENDED: Duration = Duration::from_secs(20);

/// When the clock was last read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Watch {
    seen: Option<Millis>,
}

impl Watch {
    /// Reads the clock. Returns the milliseconds since the last reading if the gap is too long to count as
    /// work.
    pub fn look(&mut self, now: Millis) -> Option<u64> {
        let gap = self.seen.map_or(0, |seen| now.since(seen));
        self.seen = Some(now);
        (Duration::from_millis(gap) > SUSPENDED).then_some(gap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_long_gap_is_time_in_which_nobody_worked() {
        let mut watch = Watch::default();
        assert_eq!(watch.look(Millis(1_000_000)), None, "the first reading has nothing to compare with");
        assert_eq!(watch.look(Millis(1_005_000)), None);
        assert_eq!(watch.look(Millis(1_025_000)), None, "a slow disk");
        assert_eq!(watch.look(Millis(4_625_000)), Some(3_600_000), "an hour asleep");
        assert_eq!(watch.look(Millis(1_000_000)), None, "a clock that was set back");
        assert_eq!(watch.look(Millis(1_004_000)), None);
    }
}
