//! Shared budgets, which apply beyond one job: what an append charges to them, which calls start when they run
//! out, and what people are told.

use super::{Ports, metrics};
use crate::job::{BudgetLevel, BudgetNotice, Event, Job, Recorded, Scope, ScopeKind};
use crate::model::{Failure, FailureReason, MicroUsd, Spend};
use crate::ports::{Append, BudgetLine, Charge, StoreError};
use std::collections::BTreeSet;
use tracing::{debug, warn};

/// Appends events together with their charges to shared budgets, and the notices that follow. If a budget has
/// no room for all calls, as many start as it covers.
pub(super) async fn append(
    ports: &Ports,
    job: &Job,
    mut append: Append,
    others: &mut OthersTell,
) -> Result<Vec<Recorded>, StoreError> {
    append.charges = charges(job, &append.events);
    let mut notices = noticed(ports, job, &append.charges, others).await;
    // Without a limit nothing can be refused, so no copy is needed for another attempt.
    let limited = append.charges.iter().any(|charge| charge.limit.is_some());
    let Some(cheapest) = cheapest_start(&append.events).filter(|_| limited) else {
        with_notices(&mut append.events, &notices);
        return ports.journal.append(append).await;
    };
    let mut events = std::mem::take(&mut append.events);
    let mut refused_by = BTreeSet::new();
    loop {
        append.events.clone_from(&events);
        with_notices(&mut append.events, &notices);
        let (scope, limit) = match ports.journal.append(append.clone()).await {
            Err(StoreError::OverLimit { scope, limit }) => (scope, limit),
            other => return other,
        };
        if !refuse_last_paid_start(&mut events) {
            return Err(StoreError::OverLimit { scope, limit });
        }
        if refused_by.insert(scope.clone()) {
            debug!(job = %job.id, %scope, limit, "a shared budget has no room for a call");
            metrics::over_budget();
            notices.extend(refused(ports, job, &append.charges, (scope.as_str(), cheapest), others).await);
        }
        append.charges = charges(job, &events);
    }
}

/// The charges of an append to the shared budgets.
fn charges(job: &Job, events: &[Event]) -> Vec<Charge> {
    let (mut reserve, mut release, mut settle) = (0, 0, 0);
    let mut resumed = false;
    for event in events {
        if let Event::Started { reserved, .. } = event {
            reserve += reserved.usd.0;
        } else if let Some(effect) = event.outcome_of() {
            settle += event.cost().usd.0;
            let running = job.ledger.running.get(effect).filter(|_| !resumed);
            release += running.map_or(0, |state| state.reserved.usd.0);
        } else if let Event::Resumed { .. } = event {
            resumed = true;
            // Calls in progress at a crash stay charged, because the provider may have billed them.
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

/// The same amounts for each of these budgets.
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

/// Replaces the last paid start with a failure, because the shared budgets do not cover all of them. Returns
/// false if there is none.
fn refuse_last_paid_start(events: &mut [Event]) -> bool {
    for event in events.iter_mut().rev() {
        if let Event::Started { effect, reserved, .. } = event
            && reserved.usd.0 > 0
        {
            let failure = Failure::skip(FailureReason::BudgetExhausted, USED_UP);
            *event = Event::Failed { effect: effect.clone(), failure, cost: Spend::default() };
            return true;
        }
    }
    false
}

/// The smallest reservation among the paid starts.
fn cheapest_start(events: &[Event]) -> Option<MicroUsd> {
    let reserved = |event: &Event| match event {
        Event::Started { reserved, .. } => Some(reserved.usd).filter(|usd| usd.0 > 0),
        _ => None,
    };
    events.iter().filter_map(reserved).min()
}

/// For logs and call lists; people see the notice instead.
pub(super) const USED_UP: &str = "A monthly budget is used up. The next month (UTC) begins a new one.";

/// Budget levels that another run reports.
#[derive(Default)]
pub(super) struct OthersTell(BTreeSet<(ScopeKind, BudgetLevel)>);

/// The notices that these charges cause. The first run to reach a level reports it.
async fn noticed(ports: &Ports, job: &Job, charges: &[Charge], others: &mut OthersTell) -> Vec<Event> {
    let mut events = Vec::new();
    for charge in charges.iter().filter(|charge| charge.settle.0 > 0) {
        let Some(limit) = charge.limit else { continue };
        let levels = [BudgetLevel::Near, BudgetLevel::Full];
        let open: Vec<BudgetLevel> =
            levels.into_iter().filter(|level| others.may_report(job, charge, *level)).collect();
        if open.is_empty() {
            continue;
        }
        let Some(spent) = spent(ports, charge).await else { continue };
        let spent = MicroUsd(spent.0.saturating_add(charge.settle.0));
        for level in open.into_iter().filter(|level| is_reached(spent, limit, *level)) {
            if others.is_ours(ports, job, charge, (level, limit)).await {
                events.push(event(charge, limit, spent, level));
            }
        }
    }
    events
}

/// The notices about a budget that refused one of a run's paid calls; `cheapest` is the smallest reservation.
async fn refused(
    ports: &Ports,
    job: &Job,
    charges: &[Charge],
    (scope, cheapest): (&str, MicroUsd),
    others: &mut OthersTell,
) -> Vec<Event> {
    let Some(charge) = charges.iter().find(|charge| charge.scope == scope) else { return Vec::new() };
    let Some(limit) = charge.limit else { return Vec::new() };
    let Some(spent) = spent(ports, charge).await else { return Vec::new() };
    let mut events = Vec::new();
    if !is_noticed(job, charge, BudgetLevel::Refused) {
        events.push(event(charge, limit, spent, BudgetLevel::Refused));
    }
    // Not if only the reservations of other calls are in the way: most calls cost less than they reserve.
    let no_room = spent.0.saturating_add(cheapest.0) > limit.0;
    if no_room
        && others.may_report(job, charge, BudgetLevel::Full)
        && others.is_ours(ports, job, charge, (BudgetLevel::Full, limit)).await
    {
        events.push(event(charge, limit, spent, BudgetLevel::Full));
    }
    events
}

/// Inserts notices before the first outcome, so that a reader who stops at the answer has seen them.
fn with_notices(events: &mut Vec<Event>, notices: &[Event]) {
    let about = |event: &Event| match event {
        Event::BudgetReached(notice) => Some((notice.kind, notice.level)),
        _ => None,
    };
    let first = events.iter().position(|event| event.outcome_of().is_some()).unwrap_or(events.len());
    for notice in notices.iter().rev() {
        if events.iter().all(|event| about(event) != about(notice)) {
            events.insert(first, notice.clone());
        }
    }
}

impl OthersTell {
    fn may_report(&self, job: &Job, charge: &Charge, level: BudgetLevel) -> bool {
        !is_noticed(job, charge, level) && !self.0.contains(&(ScopeKind::of(&charge.scope), level))
    }

    /// Claims the notice; true if this run should send it.
    async fn is_ours(
        &mut self,
        ports: &Ports,
        job: &Job,
        charge: &Charge,
        (level, limit): (BudgetLevel, MicroUsd),
    ) -> bool {
        let about = BudgetLine {
            scope: charge.scope.clone(),
            period: charge.period.clone(),
            percent: level.percent(),
            limit,
        };
        match ports.budgets.claim_notice(&about, &job.id).await {
            Ok(true) => true,
            Ok(false) => {
                self.0.insert((ScopeKind::of(&charge.scope), level));
                false
            }
            Err(error) => {
                // The next charge retries.
                warn!(%error, "failed to claim a notice about a monthly budget");
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

/// The amount spent so far. `None` if it cannot be read; the next charge then tries again.
async fn spent(ports: &Ports, charge: &Charge) -> Option<MicroUsd> {
    match ports.budgets.budget(&charge.scope, &charge.period).await {
        Ok(row) => Some(row.unwrap_or_default().spent),
        Err(error) => {
            warn!(%error, "failed to read a monthly budget");
            None
        }
    }
}
