//! The tasks of one drive: effects that run, and outcomes that the journal does not have yet.

use super::perform::Performed;
use crate::job::{Job, PlannedEffect};
use crate::model::{EffectId, Failure, FailureReason};
use std::collections::BTreeMap;
use tokio::task::{AbortHandle, JoinError, JoinSet};
use tracing::warn;

#[derive(Default)]
pub(super) struct Tasks {
    set: JoinSet<(EffectId, Performed)>,
    /// Of effects whose outcome was not taken yet.
    handles: BTreeMap<EffectId, AbortHandle>,
    outcomes: Vec<Performed>,
}

/// Of an effect that is abandoned.
pub(super) fn dropped() -> Failure {
    Failure::skip(FailureReason::Dropped, "It was no longer wanted when its turn came.")
}

impl Tasks {
    pub fn start(&mut self, effect: EffectId, work: impl Future<Output = Performed> + Send + 'static) {
        let name = effect.clone();
        let handle = self.set.spawn(async move { (name, work.await) });
        self.handles.insert(effect, handle);
    }

    /// Whether the effect was started here, and its outcome was not taken yet.
    pub fn has(&self, effect: &EffectId) -> bool {
        self.handles.contains_key(effect)
    }

    pub fn are_running(&self) -> bool {
        !self.set.is_empty()
    }

    pub fn have_outcomes(&self) -> bool {
        !self.outcomes.is_empty()
    }

    /// Waits until one of them ends. Returns at once if none runs.
    pub async fn one_ends(&mut self, job: &Job) {
        if let Some(ended) = self.set.join_next().await {
            self.collect(ended, job);
        }
    }

    /// All outcomes so far, for the journal.
    pub fn take_outcomes(&mut self, job: &Job) -> Vec<Performed> {
        while let Some(ended) = self.set.try_join_next() {
            self.collect(ended, job);
        }
        let outcomes = std::mem::take(&mut self.outcomes);
        for effect in outcomes.iter().filter_map(|outcome| outcome.event.outcome_of()) {
            self.handles.remove(effect);
        }
        outcomes
    }

    /// Aborts an effect that is no longer needed. Returns true if it had been started, and so may have cost something.
    pub fn abandon(&mut self, effect: &EffectId) -> bool {
        self.handles.remove(effect).inspect(AbortHandle::abort).is_some()
    }

    /// Aborts whatever still runs and is not wanted. That is its outcome then.
    pub fn abandon_all_but(&mut self, wanted: &[PlannedEffect], job: &Job) {
        let runs_for_nothing = |(effect, handle): &(&EffectId, &AbortHandle)| {
            !handle.is_finished() && wanted.iter().all(|one| one.id != **effect)
        };
        let unwanted: Vec<EffectId> =
            self.handles.iter().filter(runs_for_nothing).map(|(effect, _)| effect.clone()).collect();
        for effect in unwanted {
            self.abandon(&effect);
            let cost = job.ledger.reserved_for(&effect);
            self.outcomes.push(Performed::failed(effect, dropped(), cost));
        }
    }

    pub fn abort_all(&mut self) {
        self.set.abort_all();
    }

    fn collect(&mut self, ended: Result<(EffectId, Performed), JoinError>, job: &Job) {
        match ended {
            Ok((effect, performed)) if self.has(&effect) => self.outcomes.push(performed),
            // Abandoned: that is its outcome.
            Ok(_) => {}
            Err(error) if error.is_cancelled() => {}
            Err(error) => {
                // The panic message is not logged: it may quote a text.
                warn!(job = %job.id, "an effect panicked");
                let lost = self.handles.iter().find(|(_, handle)| handle.id() == error.id());
                if let Some(effect) = lost.map(|(effect, _)| effect.clone()) {
                    let failure = Failure::retry(FailureReason::Internal, "A fault in gorkd ended it.");
                    let cost = job.ledger.reserved_for(&effect);
                    self.outcomes.push(Performed::failed(effect, failure, cost));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{Effect, Event};
    use crate::model::Spend;

    fn unfound(effect: &str) -> Performed {
        let failure = Failure::skip(FailureReason::NotFound, "It is not there.");
        Performed::failed(effect.into(), failure, Spend::default())
    }

    async fn faulty() -> Performed {
        panic!("a fault of the effect")
    }

    async fn all_end(tasks: &Tasks) {
        while tasks.handles.values().any(|handle| !handle.is_finished()) {
            tokio::task::yield_now().await;
        }
    }

    fn outcomes(tasks: &mut Tasks) -> Vec<(EffectId, FailureReason)> {
        let outcome = |performed: Performed| match performed.event {
            Event::Failed { effect, failure, .. } => (effect, failure.reason),
            other => panic!("{other:?}"),
        };
        let mut outcomes: Vec<_> = tasks.take_outcomes(&Job::default()).into_iter().map(outcome).collect();
        outcomes.sort_by(|(one, _), (other, _)| one.cmp(other));
        outcomes
    }

    #[tokio::test]
    async fn a_fault_is_the_outcome_of_the_effect_that_had_it() {
        let mut tasks = Tasks::default();
        for effect in ["a", "c"] {
            tasks.start(effect.into(), async move { unfound(effect) });
        }
        tasks.start("b".into(), faulty());
        all_end(&tasks).await;
        let ended =
            [("a", FailureReason::NotFound), ("b", FailureReason::Internal), ("c", FailureReason::NotFound)];
        assert_eq!(outcomes(&mut tasks), ended.map(|(effect, reason)| (EffectId::from(effect), reason)));
        assert!(!tasks.are_running() && !tasks.has(&"b".into()));
    }

    #[tokio::test]
    async fn what_runs_for_nothing_is_abandoned_and_what_has_ended_is_not() {
        let mut tasks = Tasks::default();
        tasks.start("ended".into(), async { unfound("ended") });
        all_end(&tasks).await;
        for effect in ["wanted", "unwanted"] {
            tasks.start(effect.into(), std::future::pending());
        }
        let wanted = Effect::Select { round: 0 };
        let wanted = PlannedEffect { id: "wanted".into(), effect: wanted, reserve: Spend::default() };
        tasks.abandon_all_but(&[wanted], &Job::default());
        assert!(tasks.has(&"wanted".into()) && !tasks.has(&"unwanted".into()));
        let ended = [("ended", FailureReason::NotFound), ("unwanted", FailureReason::Dropped)];
        assert_eq!(outcomes(&mut tasks), ended.map(|(effect, reason)| (EffectId::from(effect), reason)));
    }
}
