//! Budgets beyond one job: what an append counts against them, and what is left of it where they are used up.

use crate::job::{Event, Job, Scope};
use crate::model::{Failure, FailureReason, MicroUsd, Spend};
use crate::ports::Charge;

/// What an append counts against the budgets beyond this job.
pub(super) fn charges(job: &Job, events: &[Event]) -> Vec<Charge> {
    let (mut reserve, mut release, mut settle) = (0, 0, 0);
    for event in events {
        if let Event::Started { reserved, .. } = event {
            reserve += reserved.usd.0;
        } else if let Some(effect) = event.outcome_of() {
            settle += event.cost().usd.0;
            release += job.ledger.running.get(effect).map_or(0, |state| state.reserved.usd.0);
        } else if let Event::Resumed { .. } = event {
            // What was under way at a crash stays charged: it may have been paid.
            let lost = job.ledger.reserved().usd.0;
            release += lost;
            settle += lost;
        }
    }
    if (reserve, release, settle) == (0, 0, 0) {
        return Vec::new();
    }
    let charge = |scope: &Scope| Charge {
        scope: scope.scope.clone(),
        period: scope.period.clone(),
        reserve: MicroUsd(reserve),
        release: MicroUsd(release),
        settle: MicroUsd(settle),
        limit: scope.limit,
    };
    job.scopes.iter().map(charge).collect()
}

/// Replaces starts that cost money by failures: a budget beyond the job does not allow them.
pub(super) fn refuse_paid_starts(events: Vec<Event>) -> Vec<Event> {
    events
        .into_iter()
        .map(|event| match event {
            Event::Started { effect, reserved, .. } if reserved.usd.0 > 0 => {
                let detail =
                    "The budget of this person or place is used up. The next month (UTC) begins a new one.";
                let failure = Failure::skip(FailureReason::BudgetExhausted, detail);
                Event::Failed { effect, failure, cost: Spend::default() }
            }
            other => other,
        })
        .collect()
}
