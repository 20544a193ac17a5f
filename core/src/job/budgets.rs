//! Shared budgets: what a person, a key, a place, or everybody may spend in a month.

use crate::model::{MicroUsd, Millis, Place, named};
use serde::{Deserialize, Serialize};

/// The calendar month of a time (UTC), for example `2026-03`.
pub fn month(at: Millis) -> String {
    let iso = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string();
    iso.chars().take("2026-03".len()).collect()
}

/// When the calendar month of a time ends (UTC).
pub fn month_end(at: Millis) -> Millis {
    let next = first_day_after(&month(at)).map(|day| format!("{day}T00:00:00Z"));
    let next = next.and_then(|next| next.parse::<jiff::Timestamp>().ok());
    next.map_or(at, |next| Millis(next.as_millisecond()))
}

/// The first day of the following month, for example `2026-12-01`; `None` if the period is not a month.
fn first_day_after(period: &str) -> Option<String> {
    let (year, month) = period.split_once('-')?;
    let (year, month) = (year.parse::<u32>().ok()?, month.parse::<u32>().ok()?);
    let (year, month) = if month >= 12 { (year + 1, 1) } else { (year, month + 1) };
    Some(format!("{year:04}-{month:02}-01"))
}

/// A budget that a run is charged to.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scope {
    /// The budget's owner: `requester:slack:T1:U1`, `key:…`, `place:…`, `channel:slack:T1:C1`,
    /// `workspace:slack:T1`, `everything`.
    pub scope: String,
    /// The calendar month (UTC), for example `2026-11`.
    pub period: String,
    pub limit: Option<MicroUsd>,
}

named! {
    /// The kind of owner that a budget has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ScopeKind {
        Person = "person",
        Key = "key",
        /// One chat thread, one article, or what an API client calls a place.
        Place = "place",
        Channel = "channel",
        /// A chat's workspace or server, or a site with articles.
        Workspace = "workspace",
        /// All runs together.
        Everything = "everything",
    }
}

/// The scope that all runs are charged to.
pub const EVERYTHING: &str = "everything";

impl ScopeKind {
    /// The kind of a scope, by its name. Older builds stored channels and workspaces as places.
    pub fn of(scope: &str) -> ScopeKind {
        match scope.split_once(':').map_or(scope, |(kind, _)| kind) {
            "requester" => ScopeKind::Person,
            "key" => ScopeKind::Key,
            "channel" => ScopeKind::Channel,
            "workspace" => ScopeKind::Workspace,
            EVERYTHING => ScopeKind::Everything,
            _ => ScopeKind::Place,
        }
    }
}

/// The scopes of a place and of whatever contains it, the place first: `slack:T1:C1:ts` is in the channel
/// `slack:T1:C1` of the workspace `slack:T1`. Each comes with the place that it stands for.
pub fn scopes_of_place(place: &Place) -> Vec<(ScopeKind, String)> {
    let parts = place.as_str().splitn(4, ':').collect::<Vec<_>>();
    let up_to = |count: usize| parts[..count].join(":");
    let whole = || (ScopeKind::Place, place.as_str().to_owned());
    match (place.platform(), parts.len()) {
        // Direct messages belong to no server.
        ("discord", _) if parts.get(1) == Some(&"@me") => vec![whole()],
        ("slack" | "discord", 4) => {
            vec![whole(), (ScopeKind::Channel, up_to(3)), (ScopeKind::Workspace, up_to(2))]
        }
        ("slack" | "discord", 3) => vec![(ScopeKind::Channel, up_to(3)), (ScopeKind::Workspace, up_to(2))],
        ("article", 3..) => vec![whole(), (ScopeKind::Workspace, up_to(2))],
        ("slack" | "discord" | "article", 2) => vec![(ScopeKind::Workspace, up_to(2))],
        _ if place.as_str().is_empty() => Vec::new(),
        _ => vec![whole()],
    }
}

/// How much of a budget is used up, as reported to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BudgetLevel {
    /// 80 % is spent: the person whose run caused it is notified, once a month.
    Near,
    /// All of it is spent, or too little is left for the next call: admins are notified, once a month.
    Full,
    /// It did not cover a call of this run.
    Refused,
}

impl BudgetLevel {
    /// Percentage of the limit.
    pub fn percent(self) -> u8 {
        match self {
            BudgetLevel::Near => 80,
            BudgetLevel::Full | BudgetLevel::Refused => 100,
        }
    }
}

/// What a run has learned about a shared budget. It names nobody: a run has at most one scope of each kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BudgetNotice {
    pub kind: ScopeKind,
    pub period: String,
    pub limit: MicroUsd,
    pub level: BudgetLevel,
    /// The amount spent when this was recorded.
    pub spent: MicroUsd,
}

impl BudgetNotice {
    /// The first day of the following month, for example `2026-12-01`; `None` if the period is not a month.
    pub fn resets_on(&self) -> Option<String> {
        first_day_after(&self.period)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_ends_with_the_first_day_of_the_next() {
        let resets = |period: &str| {
            let notice = BudgetNotice {
                kind: ScopeKind::Person,
                period: period.into(),
                limit: MicroUsd(1),
                level: BudgetLevel::Near,
                spent: MicroUsd(1),
            };
            notice.resets_on()
        };
        assert_eq!(resets("2026-11").as_deref(), Some("2026-12-01"));
        assert_eq!(resets("2026-12").as_deref(), Some("2027-01-01"));
        assert_eq!(resets("always"), None);
        let end = |at: &str| {
            let at = at.parse::<jiff::Timestamp>().expect("a time").as_millisecond();
            jiff::Timestamp::from_millisecond(month_end(Millis(at)).0).expect("a time").to_string()
        };
        assert_eq!(end("2026-11-24T10:00:00Z"), "2026-12-01T00:00:00Z");
        assert_eq!(end("2026-12-31T23:59:59.999Z"), "2027-01-01T00:00:00Z");
    }

    #[test]
    fn a_place_counts_with_what_contains_it() {
        let names = |place: &str| -> Vec<String> {
            let scopes = scopes_of_place(&Place::from(place));
            scopes.into_iter().map(|(kind, place)| format!("{} {place}", kind.name())).collect()
        };
        assert_eq!(
            names("slack:T1:C1:1700.1"),
            ["place slack:T1:C1:1700.1", "channel slack:T1:C1", "workspace slack:T1"]
        );
        assert_eq!(names("discord:7:8"), ["channel discord:7:8", "workspace discord:7"]);
        assert_eq!(names("discord:@me:9"), ["place discord:@me:9"], "direct messages are in no server");
        assert_eq!(names("article:blog:a:b"), ["place article:blog:a:b", "workspace article:blog"]);
        assert_eq!(names("cli:local"), ["place cli:local"]);
        assert!(names("").is_empty());
    }

    #[test]
    fn the_name_of_a_scope_tells_its_kind() {
        for (scope, kind) in [
            ("requester:web:ada", ScopeKind::Person),
            ("key:k1", ScopeKind::Key),
            ("channel:slack:T1:C1", ScopeKind::Channel),
            ("workspace:slack:T1", ScopeKind::Workspace),
            ("place:slack:T1:C1:1", ScopeKind::Place),
            ("everything", ScopeKind::Everything),
        ] {
            assert_eq!(ScopeKind::of(scope), kind, "{scope}");
        }
    }
}
