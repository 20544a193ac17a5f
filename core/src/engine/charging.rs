//! Budgets beyond one job: what an append counts against them, what is left of it where they are used up, and what people
//! are told about them.

use super::Ports;
use crate::job::{BudgetLevel, BudgetNotice, Event, Job, Scope, ScopeKind};
use crate::model::{Failure, FailureReason, MicroUsd, Spend};
use crate::ports::Charge;
use std::collections::BTreeSet;
use tracing::warn;

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
    let (reserve, release, settle) = (MicroUsd(reserve), MicroUsd(release), MicroUsd(settle));
    charges_to(&job.scopes, reserve, release, settle)
}

/// The same amounts for all of these budgets.
pub(super) fn charges_to(
    scopes: &[Scope],
    reserve: MicroUsd,
    release: MicroUsd,
    settle: MicroUsd,
) -> Vec<Charge> {
    let charge = |scope: &Scope| Charge {
        scope: scope.scope.clone(),
        period: scope.period.clone(),
        reserve,
        release,
        settle,
        limit: scope.limit,
    };
    scopes.iter().map(charge).collect()
}

/// Replaces starts that cost money by failures: a budget beyond the job does not allow them.
pub(super) fn refuse_paid_starts(events: Vec<Event>) -> Vec<Event> {
    events
        .into_iter()
        .map(|event| match event {
            Event::Started { effect, reserved, .. } if reserved.usd.0 > 0 => {
                let failure = Failure::skip(FailureReason::BudgetExhausted, USED_UP);
                Event::Failed { effect, failure, cost: Spend::default() }
            }
            other => other,
        })
        .collect()
}

/// For logs and lists of calls; people are told by the notice.
pub(super) const USED_UP: &str = "A monthly budget is used up. The next month (UTC) begins a new one.";

/// Levels of budgets that another run tells people about.
#[derive(Default)]
pub(super) struct OthersTell(BTreeSet<(ScopeKind, BudgetLevel)>);

/// What these charges make known about the job's budgets: each level is told by the first run that gets there.
pub(super) async fn noticed(
    ports: &Ports,
    job: &Job,
    charges: &[Charge],
    others: &mut OthersTell,
) -> Vec<Event> {
    let mut events = Vec::new();
    for charge in charges.iter().filter(|charge| charge.settle.0 > 0) {
        let Some(limit) = charge.limit else { continue };
        let levels = [BudgetLevel::Near, BudgetLevel::Full];
        let open: Vec<BudgetLevel> =
            levels.into_iter().filter(|level| others.may_be_told(job, charge, *level)).collect();
        if open.is_empty() {
            continue;
        }
        let spent = MicroUsd(spent(ports, charge).await.0.saturating_add(charge.settle.0));
        for level in open.into_iter().filter(|level| is_reached(spent, limit, *level)) {
            if others.is_ours(ports, job, charge, level).await {
                events.push(event(charge, limit, spent, level));
            }
        }
    }
    events
}

/// What is said of the budget that did not allow a run's paid calls.
pub(super) async fn refused(
    ports: &Ports,
    job: &Job,
    charges: &[Charge],
    scope: &str,
    others: &mut OthersTell,
) -> Vec<Event> {
    let Some(charge) = charges.iter().find(|charge| charge.scope == scope) else { return Vec::new() };
    let Some(limit) = charge.limit else { return Vec::new() };
    let spent = spent(ports, charge).await;
    let mut events = Vec::new();
    if !is_noticed(job, charge, BudgetLevel::Refused) {
        events.push(event(charge, limit, spent, BudgetLevel::Refused));
    }
    // Not where only what is set aside for other calls is in the way: most of them cost less.
    let no_room = spent.0.saturating_add(charge.reserve.0) > limit.0;
    if no_room
        && others.may_be_told(job, charge, BudgetLevel::Full)
        && others.is_ours(ports, job, charge, BudgetLevel::Full).await
    {
        events.push(event(charge, limit, spent, BudgetLevel::Full));
    }
    events
}

/// With notices before the first outcome, so that whoever stops reading at the answer has read them.
pub(super) fn with_notices(events: &mut Vec<Event>, mut notices: Vec<Event>) {
    let about = |event: &Event| match event {
        Event::BudgetReached(notice) => Some((notice.kind, notice.level)),
        _ => None,
    };
    notices.retain(|notice| events.iter().all(|event| about(event) != about(notice)));
    let at = events.iter().position(|event| event.outcome_of().is_some()).unwrap_or(events.len());
    events.splice(at..at, notices);
}

impl OthersTell {
    fn may_be_told(&self, job: &Job, charge: &Charge, level: BudgetLevel) -> bool {
        !is_noticed(job, charge, level) && !self.0.contains(&(ScopeKind::of(&charge.scope), level))
    }

    /// Is it this run that tells it?
    async fn is_ours(&mut self, ports: &Ports, job: &Job, charge: &Charge, level: BudgetLevel) -> bool {
        let percent = level.percent();
        let claimed = ports.budgets.claim_notice(&charge.scope, &charge.period, percent, &job.id).await;
        match claimed {
            Ok(true) => true,
            Ok(false) => {
                self.0.insert((ScopeKind::of(&charge.scope), level));
                false
            }
            Err(error) => {
                // The next charge tries again.
                warn!(%error, "nobody can be told about a monthly budget");
                false
            }
        }
    }
}

fn is_noticed(job: &Job, charge: &Charge, level: BudgetLevel) -> bool {
    let kind = ScopeKind::of(&charge.scope);
    job.budget_notices.iter().any(|notice| (notice.kind, notice.level) == (kind, level))
}

fn is_reached(spent: MicroUsd, limit: MicroUsd, level: BudgetLevel) -> bool {
    u128::from(spent.0) * 100 >= u128::from(limit.0) * u128::from(level.percent())
}

fn event(charge: &Charge, limit: MicroUsd, spent: MicroUsd, level: BudgetLevel) -> Event {
    let kind = ScopeKind::of(&charge.scope);
    Event::BudgetReached(Box::new(BudgetNotice { kind, period: charge.period.clone(), limit, level, spent }))
}

/// What is spent so far. A budget that can't be read is noticed by the next charge.
async fn spent(ports: &Ports, charge: &Charge) -> MicroUsd {
    match ports.budgets.budget(&charge.scope, &charge.period).await {
        Ok(row) => row.unwrap_or_default().spent,
        Err(error) => {
            warn!(%error, "a monthly budget can't be read");
            MicroUsd::default()
        }
    }
}
