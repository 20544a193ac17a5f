//! The ledger: what was started, how it ended, and what it cost.

use crate::job::EffectKind;
use crate::model::{EffectId, Failure, FailureReason, Millis, Remedy, Spend};
use std::collections::BTreeMap;

/// Starts of an effect without an outcome after which it counts as failed.
pub const MOST_STARTS: u32 = 3;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ledger {
    /// Running effects, by ID.
    pub running: BTreeMap<EffectId, EffectState>,
    /// Starts so far of effects that have no outcome yet.
    starts: BTreeMap<EffectId, u32>,
    /// Failures by stem, since the last fresh start.
    failures: BTreeMap<String, Vec<Failure>>,
    /// Incremented by a retry and by a fork, so that new attempts get new IDs.
    pub epoch: u32,
    /// Settled costs, including the presumed cost of interrupted calls.
    pub spent: Spend,
    /// Spent before a fork: shown, but not part of this job's budget.
    pub inherited: Spend,
    /// Milliseconds by stage and round, from the first start to the last outcome.
    pub stage_times: BTreeMap<(Option<usize>, super::Stage), (Millis, Millis)>,
    /// External calls that have ended, in order.
    pub calls: Vec<super::Call>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectState {
    pub attempt: u32,
    pub started_at: Millis,
    pub reserved: Spend,
}

impl Ledger {
    /// The current ID for a stem.
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

    /// Whether anything failed, other than what was dropped because it was no longer needed.
    pub fn has_failures(&self) -> bool {
        self.failures.values().flatten().any(|failure| failure.reason != FailureReason::Dropped)
    }

    pub fn last_failure(&self, stem: &str) -> Option<&Failure> {
        self.failures(stem).last()
    }

    /// Whether it failed for good: after `tries` attempts, or in a way that retrying doesn't fix. Effects that
    /// were dropped because they were no longer needed don't count, and may run later.
    pub fn gave_up(&self, stem: &str, tries: usize) -> bool {
        let counted: Vec<_> =
            self.failures(stem).iter().filter(|failure| failure.reason != FailureReason::Dropped).collect();
        match counted.last() {
            None => false,
            Some(last) => last.remedy != Remedy::Retry || counted.len() >= tries,
        }
    }

    /// Whether an effect of this kind is running.
    pub fn is_running(&self, kind: EffectKind) -> bool {
        self.running.keys().any(|id| id.kind() == Some(kind))
    }

    pub fn reserved(&self) -> Spend {
        self.running.values().fold(Spend::default(), |sum, state| sum + state.reserved)
    }

    /// What a running effect has reserved, and so may have cost.
    pub fn reserved_for(&self, id: &EffectId) -> Spend {
        self.running.get(id).map(|state| state.reserved).unwrap_or_default()
    }

    /// The attempt number of an effect's next start.
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

    /// With what failed before a retry that was canceled, so that it may be retried once more.
    pub(super) fn with_failures_of(self, before: Ledger) -> Self {
        Self { failures: before.failures, ..self }
    }

    pub(super) fn fail(&mut self, id: &EffectId, failure: &Failure) {
        self.failures.entry(id.stem().to_owned()).or_default().push(failure.clone());
    }

    /// A worker died: running effects are lost, and their reservations count as spent. Returns the effects that
    /// have now been started too often.
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

    /// For a retry or a fork: nothing is running, failures are forgotten, IDs are new.
    pub(super) fn fresh_start(&mut self) {
        self.running.clear();
        self.starts.clear();
        self.failures.clear();
        self.epoch += 1;
    }
}
