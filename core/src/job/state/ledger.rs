//! What was started, how it ended, and what it cost.

use crate::job::EffectKind;
use crate::model::{EffectId, Failure, FailureReason, Millis, Remedy, Spend};
use std::collections::BTreeMap;

/// Starts of one effect without an outcome, after which it counts as failed.
pub const MOST_STARTS: u32 = 3;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Running effects, by ID.
    pub running: BTreeMap<EffectId, EffectState>,
    /// Starts so far of effects that have no outcome yet.
    starts: BTreeMap<EffectId, u32>,
    /// Failures by stem since the last fresh start.
    failures: BTreeMap<String, Vec<Failure>>,
    /// Raised by a retry and by a fork, so that what is tried anew gets a new id.
    pub epoch: u32,
    /// Settled, including what is presumed spent by calls that were cut off.
    pub spent: Spend,
    /// Spent before a fork: shown, and no part of this job's budget.
    pub inherited: Spend,
    /// Milliseconds by stage and round, from the first start to the last outcome.
    pub stage_times: BTreeMap<(Option<usize>, super::Stage), (Millis, Millis)>,
    /// Calls of the world that have ended, in the order in which they did.
    pub calls: Vec<super::Call>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectState {
    pub attempt: u32,
    pub started_at: Millis,
    pub reserved: Spend,
}

impl Ledger {
    /// The current ID of a stem.
    pub fn id(&self, stem: &str) -> EffectId {
        let epoch = if self.epoch > 0 { format!(".t{}", self.epoch) } else { String::new() };
        match self.failures.get(stem).map_or(0, Vec::len) {
            0 => EffectId(format!("{stem}{epoch}")),
            failed => EffectId(format!("{stem}{epoch}~{failed}")),
        }
    }

    pub fn failures(&self, stem: &str) -> &[Failure] {
        self.failures.get(stem).map_or(&[], Vec::as_slice)
    }

    pub fn last_failure(&self, stem: &str) -> Option<&Failure> {
        self.failures(stem).last()
    }

    /// Failed for good: tried `tries` times, or failed in a way that trying again does not mend. What was
    /// dropped because nobody wanted it any more may be tried again if somebody does.
    pub fn gave_up(&self, stem: &str, tries: usize) -> bool {
        let counted: Vec<_> =
            self.failures(stem).iter().filter(|failure| failure.reason != FailureReason::Dropped).collect();
        match counted.last() {
            None => false,
            Some(last) => last.remedy != Remedy::Retry || counted.len() >= tries,
        }
    }

    /// Is an effect of this kind running?
    pub fn is_running(&self, kind: EffectKind) -> bool {
        self.running.keys().any(|id| id.kind() == Some(kind))
    }

    pub fn reserved(&self) -> Spend {
        self.running.values().fold(Spend::default(), |sum, state| sum + state.reserved)
    }

    /// The attempt number that the next start of an effect has.
    pub fn next_attempt(&self, id: &EffectId) -> u32 {
        self.starts.get(id).copied().unwrap_or(0) + 1
    }

    pub(super) fn start(&mut self, id: &EffectId, attempt: u32, reserved: Spend, at: Millis) {
        self.starts.insert(id.clone(), attempt);
        self.running.insert(id.clone(), EffectState { attempt, started_at: at, reserved });
        let key = (id.round(), super::Stage::of_effect(id));
        self.stage_times.entry(key).or_insert((at, at));
    }

    pub(super) fn settle(&mut self, id: &EffectId, cost: Spend, at: Millis) {
        self.running.remove(id);
        self.starts.remove(id);
        self.spent += cost;
        if let Some((_, end)) = self.stage_times.get_mut(&(id.round(), super::Stage::of_effect(id))) {
            *end = (*end).max(at);
        }
    }

    pub(super) fn fail(&mut self, id: &EffectId, failure: &Failure) {
        self.failures.entry(id.stem().to_owned()).or_default().push(failure.clone());
    }

    /// A worker died: what was under way is lost, and presumed spent. Gives the effects that have now been
    /// started too often.
    pub(super) fn lose_running(&mut self) -> Vec<EffectId> {
        let lost = std::mem::take(&mut self.running);
        let mut crashed = Vec::new();
        for (id, state) in lost {
            self.spent += state.reserved;
            if state.attempt >= MOST_STARTS {
                self.starts.remove(&id);
                crashed.push(id);
            }
        }
        crashed
    }

    /// A retry or a fork: nothing runs, failures are forgotten, ids are new.
    pub(super) fn fresh_start(&mut self) {
        self.running.clear();
        self.starts.clear();
        self.failures.clear();
        self.epoch += 1;
    }
}
