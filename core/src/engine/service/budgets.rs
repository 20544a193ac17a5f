//! The monthly budgets that a person's runs are charged to, wherever they ask: their own, those of the place
//! and of whatever contains it, their key's, and the shared one.

use super::{Service, refused};
use crate::engine::charging::charges_to;
use crate::job::{EVERYTHING, Scope, ScopeKind, month, scopes_of_place};
use crate::model::*;
use crate::ports::{BudgetRow, StoreError};

/// Monthly spending limits (calendar months, UTC); `None` for no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MonthLimits {
    /// All runs together.
    pub everything: Option<MicroUsd>,
    /// One person: a web account with its linked chat accounts, a chat account, or the terminal.
    pub person: Option<MicroUsd>,
    /// One chat thread, one article, or another place.
    pub place: Option<MicroUsd>,
    pub channel: Option<MicroUsd>,
    /// A chat's workspace or server, or a site with articles.
    pub workspace: Option<MicroUsd>,
}

impl MonthLimits {
    fn of(&self, kind: ScopeKind) -> Option<MicroUsd> {
        match kind {
            ScopeKind::Person => self.person,
            // A key's limit is stored with the key.
            ScopeKind::Key => None,
            ScopeKind::Place => self.place,
            ScopeKind::Channel => self.channel,
            ScopeKind::Workspace => self.workspace,
            ScopeKind::Everything => self.everything,
        }
    }
}

impl Service {
    /// The budgets of the current month that a person's runs in a place are charged to, besides `own`. Limits
    /// that admins have set for a place can only be stricter than the settings.
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
            let usd = preferred(&remembered, Preference::MonthUsd).and_then(|usd| usd.parse().ok());
            let set = usd.map(MicroUsd::of_usd);
            add(format!("{}:{place}", kind.name()), set.into_iter().chain(limits.of(kind)).min());
        }
        Ok(scopes)
    }

    /// All budgets of the current month with any charges.
    pub async fn budgets(&self) -> Result<Vec<BudgetRow>, Refusal> {
        self.ports.budgets.budgets(&month(self.ports.clock.now())).await.map_err(refused)
    }

    /// The usage of the budgets that a person's next question in a place would be charged to, with the current
    /// limits.
    pub async fn budgets_of(
        &self,
        by: &Requester,
        place: &Place,
        own: &[Scope],
    ) -> Result<Vec<BudgetRow>, Refusal> {
        let mut rows = Vec::new();
        for Scope { scope, period, limit } in self.scopes(by, place, own).await? {
            let used = self.ports.budgets.budget(&scope, &period).await.map_err(refused)?.unwrap_or_default();
            // A notice about a lower limit no longer applies once the limit is raised.
            let raised = used.limit.is_some_and(|before| limit.is_none_or(|now| now > before));
            let told = if raised { 0 } else { used.told };
            rows.push(BudgetRow { scope, period, limit, told, ..used });
        }
        Ok(rows)
    }

    /// Reserves money for a call outside of any run. Returns false if a budget has no room for it.
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

    /// Replaces a reservation with the actual cost.
    pub(super) async fn settle(&self, scopes: &[Scope], price: MicroUsd, cost: MicroUsd) {
        let charges = charges_to(scopes, MicroUsd(0), price, cost);
        if let Err(error) = self.ports.budgets.charge(&charges).await {
            // The money stays reserved, so no budget is exceeded.
            tracing::warn!(%error, "failed to settle the cost of a call");
        }
    }
}
