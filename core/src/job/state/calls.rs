//! All external calls, one entry each: the target, the duration, the cost, and the result.
//!
//! Decisions by gorkd's own rules are not calls. A call interrupted by a crash counts once it has been repeated
//! and has ended; its duration covers the last attempt.

use super::{Job, Stage, driven, search_stem};
use crate::job::Event;
use crate::job::event::no_outcome;
use crate::model::{EffectId, FailureReason, Millis, Spend, host_of};

/// A finished call to a search provider, a page, or a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub stage: Stage,
    /// From 0; `None` for the stages that run once.
    pub round: Option<usize>,
    /// The provider's name, the page's host, or the model's name.
    pub to: String,
    pub ms: u64,
    pub cached: bool,
    /// `None` if the call succeeded.
    pub failed: Option<FailureReason>,
    pub cost: Spend,
}

impl Job {
    /// The call that an outcome ends. Call this before the outcome is applied, while its start is still known.
    pub(super) fn call_of(&self, event: &Event, at: Millis) -> Option<Call> {
        let effect = event.outcome_of()?;
        let started = self.ledger.running.get(effect)?;
        let (to, cached, failed) = match event {
            Event::Found { provider, cached, .. } => (provider.clone(), *cached, None),
            Event::Read { document, cached, .. } => (host_of(&document.url), *cached, None),
            Event::Driven { turn, .. } => (turn.by.clone(), false, None),
            Event::Planned { plan, .. } => (plan.by.model()?.to_owned(), false, None),
            Event::Judged { judgement, .. } => (judgement.by.model()?.to_owned(), false, None),
            // A judgment may lead directly to a draft that says that there is no answer, without a call.
            Event::Drafted { draft, cost, .. } if !cost.is_zero() || !draft.claims.is_empty() => {
                (draft.by.model()?.to_owned(), false, None)
            }
            Event::Doubted { opinions, cost, .. } if !cost.is_zero() => {
                (opinions.by.model()?.to_owned(), false, None)
            }
            Event::Clarified { cost, .. } if !cost.is_zero() => (self.models.planner.clone()?, false, None),
            Event::Failed { failure, .. } => (self.asked_of(effect)?, false, Some(failure.reason)),
            Event::Clarified { .. }
            | Event::Drafted { .. }
            | Event::Selected { .. }
            | Event::Extracted { .. }
            | Event::Doubted { .. }
            | Event::Verified { .. }
            | no_outcome!() => return None,
        };
        let (stage, round) = (Stage::of_effect(effect), effect.round());
        let ms = at.since(started.started_at);
        Some(Call { stage, round, to, ms, cached, failed, cost: event.cost() })
    }

    /// The target of an effect, as far as the job knows it; `None` for gorkd's own rules.
    pub(super) fn asked_of(&self, effect: &EffectId) -> Option<String> {
        let stem = effect.stem();
        if stem.ends_with(".rules") {
            return None;
        }
        if driven::is_turn(effect) {
            return self.models.driver.clone();
        }
        match Stage::of_effect(effect) {
            Stage::Search => {
                let number = effect.round()?;
                let round = self.rounds.get(number)?;
                let asked = |provider: &&String| {
                    round.queries.iter().any(|query| search_stem(number, query, provider) == stem)
                };
                self.providers.iter().find(asked).cloned()
            }
            Stage::Read => {
                let read = self.rounds.get(effect.round()?)?.reads.get(stem)?;
                Some(host_of(&read.chosen.url))
            }
            Stage::Clarify | Stage::Plan | Stage::Evaluate => self.models.planner.clone(),
            Stage::Synthesize => self.models.writer.clone(),
            Stage::Verify => None,
        }
    }
}
