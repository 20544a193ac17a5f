//! Monthly budgets that affected a run: what its asker is told, and what admins are told.

use crate::job::{BudgetLevel, BudgetNotice, Job, ScopeKind};
use crate::model::MicroUsd;
use gorkd_words::{Locale, Msg};

/// Sentences for the asker of a run, one per budget.
pub fn budget_notes(job: &Job, locale: Locale) -> Vec<String> {
    let of = |kind: ScopeKind| {
        let noticed = job.budget_notices.iter().filter(move |notice| notice.kind == kind);
        noticed.filter(|notice| notice.level != BudgetLevel::Full).max_by_key(|notice| notice.level)
    };
    ScopeKind::ALL.into_iter().filter_map(of).map(|notice| budget_note(notice, locale)).collect()
}

/// The last budget that did not cover a call of this run.
pub(super) fn refused_note(job: &Job, locale: Locale) -> Option<String> {
    let refused = job.budget_notices.iter().rev().find(|notice| notice.level == BudgetLevel::Refused);
    refused.map(|notice| budget_note(notice, locale))
}

/// Budgets that this run reports to the admins of its place.
pub fn used_up(job: &Job) -> impl Iterator<Item = &BudgetNotice> {
    job.budget_notices.iter().filter(|notice| notice.level == BudgetLevel::Full)
}

/// The sentence of a notice, to the asker or to admins.
pub fn budget_note(notice: &BudgetNotice, locale: Locale) -> String {
    let (spent, limit) = (money(notice.spent, locale), money(notice.limit, locale));
    let day = notice.resets_on().unwrap_or_else(|| notice.period.clone());
    let whose = |asker: Msg| {
        locale.say(match notice.kind {
            ScopeKind::Person => asker,
            ScopeKind::Key => Msg::BudgetOfKey,
            ScopeKind::Place => Msg::BudgetOfPlace,
            ScopeKind::Channel => Msg::BudgetOfChannel,
            ScopeKind::Workspace => Msg::BudgetOfWorkspace,
            ScopeKind::Everything => Msg::BudgetOfEverybody,
        })
    };
    locale.say(match notice.level {
        BudgetLevel::Near => Msg::BudgetNear { whose: whose(Msg::BudgetYours), spent, limit, day },
        BudgetLevel::Refused => Msg::BudgetRefused { whose: whose(Msg::BudgetYours), spent, limit, day },
        BudgetLevel::Full => Msg::BudgetFull { whose: whose(Msg::BudgetOfAsker), spent, limit, day },
    })
}

fn money(usd: MicroUsd, locale: Locale) -> String {
    let amount = match usd.0 {
        1..100_000 => format!("{:.3}", usd.as_usd()),
        _ => format!("{:.2}", usd.as_usd()),
    };
    locale.say(Msg::Money { amount: locale.decimal(&amount) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(kind: ScopeKind, level: BudgetLevel) -> BudgetNotice {
        let (limit, spent) = (MicroUsd(5_000_000), MicroUsd(4_100_000));
        BudgetNotice { kind, period: "2026-11".into(), limit, level, spent }
    }

    #[test]
    fn a_sentence_says_which_budget_it_is_and_when_it_starts_anew() {
        let near = budget_note(&notice(ScopeKind::Person, BudgetLevel::Near), Locale::En);
        assert_eq!(
            near,
            "Most of a monthly budget is spent (yours): $4.10 of $5.00. It resets on 2026-12-01 (UTC)."
        );
        let refused = budget_note(&notice(ScopeKind::Channel, BudgetLevel::Refused), Locale::De);
        for part in ["dieser Kanal", "4,10", "5,00", "2026-12-01"] {
            assert!(refused.contains(part), "{refused}");
        }
    }

    #[test]
    fn the_last_word_on_a_budget_counts_and_admins_have_their_own() {
        let job = Job {
            budget_notices: vec![
                notice(ScopeKind::Person, BudgetLevel::Near),
                notice(ScopeKind::Person, BudgetLevel::Refused),
                notice(ScopeKind::Person, BudgetLevel::Full),
                notice(ScopeKind::Workspace, BudgetLevel::Near),
            ],
            ..Job::default()
        };
        let notes = budget_notes(&job, Locale::En);
        assert_eq!(notes.len(), 2, "{notes:?}");
        assert!(notes[0].contains("is used up (yours)") && notes[1].contains("this workspace"), "{notes:?}");
        assert_eq!(used_up(&job).count(), 1);
        assert!(refused_note(&job, Locale::En).is_some_and(|note| note.contains("is used up (yours)")));
        let near =
            Job { budget_notices: vec![notice(ScopeKind::Person, BudgetLevel::Near)], ..Job::default() };
        assert_eq!(refused_note(&near, Locale::En), None, "nothing went wrong");
    }
}
