//! Which budgets of a month somebody's runs count against, wherever they ask: their own, those of the place and of what
//! contains it, that of their key, and the one of everybody.

use super::{Service, refused};
use crate::engine::charging::charges_to;
use crate::job::{EVERYTHING, Scope, ScopeKind, month, scopes_of_place};
use crate::model::*;
use crate::ports::{BudgetRow, StoreError};

/// What may be spent in a calendar month (UTC); none for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonthLimits {
    /// All runs together.
    pub everything: Option<MicroUsd>,
    /// One person: an account of the web with the chat accounts linked to it, a chat account, or the terminal.
    pub person: Option<MicroUsd>,
    /// One thread of a chat, one article, or another place.
    pub place: Option<MicroUsd>,
    pub channel: Option<MicroUsd>,
    /// A workspace or server of a chat, or a site with articles.
    pub workspace: Option<MicroUsd>,
}

impl MonthLimits {
    fn of(&self, kind: ScopeKind) -> Option<MicroUsd> {
        match kind {
            ScopeKind::Person => self.person,
            // A key's limit is kept with the key.
            ScopeKind::Key => None,
            ScopeKind::Place => self.place,
            ScopeKind::Channel => self.channel,
            ScopeKind::Workspace => self.workspace,
            ScopeKind::Everything => self.everything,
        }
    }
}

impl Service {
    /// The budgets of the present month that runs of a person in a place count against, besides those named in `own`.
    /// What admins have set for a place can only be stricter than the settings.
    pub(super) async fn scopes(
        &self,
        by: &Requester,
        place: &Place,
        own: &[Scope],
    ) -> Result<Vec<Scope>, Refusal> {
        let period = month(self.ports.clock.now());
        let limits = &self.defaults.limits;
        let mut scopes = own.to_vec();
        let mut add = |scope: String, limit: Option<MicroUsd>| {
            if limit.is_some() && scopes.iter().all(|known| known.scope != scope) {
                scopes.push(Scope { scope, period: period.clone(), limit });
            }
        };
        add(EVERYTHING.to_owned(), limits.of(ScopeKind::Everything));
        if limits.person.is_some() {
            add(format!("requester:{}", self.person_behind(by).await?), limits.of(ScopeKind::Person));
        }
        for (kind, place) in scopes_of_place(place) {
            let remembered = self.remembered_of_place(&place).await?;
            let usd = preferred(&remembered, Preference::MonthUsd).and_then(|usd| usd.parse::<f64>().ok());
            let set = usd.map(|usd| MicroUsd((usd.max(0.0) * 1e6).round() as u64));
            add(format!("{}:{place}", kind.name()), set.into_iter().chain(limits.of(kind)).min());
        }
        Ok(scopes)
    }

    /// All budgets of the present month that something was charged to.
    pub async fn budgets(&self) -> Result<Vec<BudgetRow>, Refusal> {
        self.ports.budgets.budgets(&month(self.ports.clock.now())).await.map_err(refused)
    }

    /// What is used of the budgets of the present month that a person's next question in a place counts against, with
    /// the limits of now.
    pub async fn budgets_of(
        &self,
        by: &Requester,
        place: &Place,
        own: &[Scope],
    ) -> Result<Vec<BudgetRow>, Refusal> {
        let mut rows = Vec::new();
        for Scope { scope, period, limit } in self.scopes(by, place, own).await? {
            let used = self.ports.budgets.budget(&scope, &period).await.map_err(refused)?.unwrap_or_default();
            // What was told about a limit says nothing once it is raised.
            let raised = used.limit.is_some_and(|before| limit.is_none_or(|now| now > before));
            let told = if raised { 0 } else { used.told };
            rows.push(BudgetRow { scope, period, limit, told, ..used });
        }
        Ok(rows)
    }

    /// Sets money aside for a call that belongs to no run; false if a budget has no room for it.
    pub(super) async fn set_aside(&self, scopes: &[Scope], price: MicroUsd) -> Result<bool, Refusal> {
        let charges = charges_to(scopes, price, MicroUsd(0), MicroUsd(0));
        match self.ports.budgets.charge(&charges).await {
            Ok(()) => Ok(true),
            Err(StoreError::OverLimit { .. }) => {
                crate::engine::metrics::over_budget();
                Ok(false)
            }
            Err(error) => Err(refused(error)),
        }
    }

    /// What was set aside for a call has become this cost.
    pub(super) async fn settle(&self, scopes: &[Scope], price: MicroUsd, cost: MicroUsd) {
        let charges = charges_to(scopes, MicroUsd(0), price, cost);
        if let Err(error) = self.ports.budgets.charge(&charges).await {
            // It stays set aside, so no budget is overrun.
            tracing::warn!(%error, "the cost of a call can't be counted");
        }
    }
}
