//! What the check made of each kind of sentence.

use crate::figures::rounded;
use gorkd_core::model::Support;
use serde_json::{Map, Value, json};

/// A sentence that holds is right where it stays in the answer, one that does not where it is not called supported.
pub fn is_right(holds: bool, support: Support) -> bool {
    if holds { support >= Support::Partly } else { support != Support::Supported }
}

/// The sentences of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    holds: bool,
    all: usize,
    supported: usize,
    partly: usize,
}

/// Tallies in the order in which their kinds came.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    kinds: Vec<(&'static str, Tally)>,
}

impl Checked {
    pub fn add(&mut self, kind: &'static str, holds: bool, support: Support) {
        let at = self.kinds.iter().position(|(name, _)| *name == kind).unwrap_or_else(|| {
            self.kinds.push((kind, Tally { holds, ..Tally::default() }));
            self.kinds.len() - 1
        });
        let tally = &mut self.kinds[at].1;
        tally.all += 1;
        tally.supported += usize::from(support == Support::Supported);
        tally.partly += usize::from(support == Support::Partly);
    }

    /// Of true kinds the share that is lost, of false ones the share that passes as supported; and their counts.
    pub fn scores(&self) -> Map<String, Value> {
        let mut scores = Map::new();
        for (kind, tally) in &self.kinds {
            let share = |count: usize| rounded(Some(count as f64 / tally.all as f64));
            if tally.holds {
                scores.insert(format!("{kind}_lost"), share(tally.all - tally.supported - tally.partly));
            } else {
                scores.insert(format!("{kind}_passed"), share(tally.supported));
            }
            scores.insert(format!("{kind}_count"), json!(tally.all));
        }
        scores
    }

    pub fn table(&self) -> String {
        let mut table =
            format!("{:<20} {:>9} {:>10} {:>8} {:>8}\n", "kind", "sentences", "supported", "partly", "cut");
        for (kind, tally) in &self.kinds {
            let share = |count: usize| 100.0 * count as f64 / tally.all as f64;
            table += &format!(
                "{:<20} {:>9} {:>8.1} % {:>6.1} % {:>6.1} %\n",
                if tally.holds { format!("{kind} (true)") } else { (*kind).to_owned() },
                tally.all,
                share(tally.supported),
                share(tally.partly),
                share(tally.all - tally.supported - tally.partly)
            );
        }
        table + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn true_ones_are_lost_and_false_ones_pass() {
        let mut checked = Checked::default();
        for support in [Support::Supported, Support::Partly, Support::Unsupported, Support::Contradicted] {
            checked.add("verbatim", true, support);
            checked.add("year", false, support);
        }
        let scores = checked.scores();
        assert_eq!((&scores["verbatim_lost"], &scores["year_passed"]), (&json!(0.5), &json!(0.25)));
        assert_eq!(scores["year_count"], json!(4));
        assert!(checked.table().contains("verbatim (true)              4     25.0 %   25.0 %   50.0 %"));
        assert!(is_right(true, Support::Partly) && is_right(false, Support::Partly));
        assert!(!is_right(false, Support::Supported) && !is_right(true, Support::Unsupported));
    }
}
