//! What a person's instructions mean: search filters, additional things to search for, and words to avoid.

use crate::analyze::{recent_events, year_of};
use crate::text::words::{fold, words};
use gorkd_core::model::{
    Constraint, ConstraintKind, Filters, Millis, Period, Question, Recency, SoftFilters,
};
use gorkd_core::text::is_site;

/// All instructions of a run combined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    /// Recency is only a preference unless a period was demanded, or the question is about one.
    pub filters: Filters,
    /// Additional things to search for.
    pub also: Vec<String>,
    /// Folded phrases. A hit is excluded if its address, title, or snippet has all words of one of them.
    pub exclude: Vec<String>,
    /// Allowed sites; empty for all.
    pub only: Vec<String>,
    /// The demanded period. Pages known to be from another one are excluded.
    pub period: Option<Period>,
}

/// If instructions contradict each other, the later one wins.
pub fn wishes(constraints: &[Constraint], question: &Question, now: Millis) -> Wishes {
    let mut wishes = Wishes::default();
    for constraint in constraints {
        match &constraint.kind {
            ConstraintKind::Exclude(list) => {
                for words in list {
                    if is_site(words) {
                        wishes.filters.domains_out.push(words.to_lowercase());
                    }
                    wishes.exclude.push(fold(words));
                }
            }
            ConstraintKind::Only(sites) => {
                wishes.only = sites.iter().map(|site| site.to_lowercase()).collect();
                wishes.filters.domains_in =
                    wishes.only.iter().filter(|site| is_site(site)).cloned().collect();
            }
            ConstraintKind::Period(period) => wishes.period = Some(period.clone()),
            ConstraintKind::Also(text) => wishes.also.push(text.clone()),
            ConstraintKind::Deliverable(_) | ConstraintKind::Note => {}
        }
    }
    let demanded = match (&wishes.period, &question.period) {
        (Some(demanded), _) => demanded.recent.or_else(|| reaches(demanded, now)),
        (None, Some(about)) => reaches(about, now),
        (None, None) => None,
    };
    let wished = recent_events(question).filter(|_| demanded.is_none() && wishes.period.is_none());
    wishes.filters.recency = demanded.or(wished);
    wishes.filters.wished = SoftFilters { recency: wished.is_some(), ..SoftFilters::default() };
    wishes.filters.domains_out.dedup();
    wishes
}

/// A query in normalized form for comparison: folded words in order, ignoring case and punctuation.
pub fn normalised(query: &str) -> String {
    let folded = fold(query);
    words(&folded).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// The recency filter for a period: the shortest one that reaches back to it. Only periods that start within
/// the last year or in the current one count as recent; earlier years become words of the query.
fn reaches(period: &Period, now: Millis) -> Option<Recency> {
    let this_year = || period.from_year.filter(|year| *year >= year_of(now)).map(|_| Recency::Year);
    let back_to = |from: Millis| {
        if from > now {
            return None;
        }
        let ages = [(Recency::Day, 1), (Recency::Week, 7), (Recency::Month, 30), (Recency::Year, 365)];
        let days = now.since(from) / 86_400_000;
        ages.into_iter().find(|(_, most)| days < *most).map(|(recency, _)| recency)
    };
    period.from.and_then(back_to).or_else(this_year)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyze::analyze;
    use crate::plan::steer;

    #[test]
    fn a_day_asks_for_the_shortest_stretch_that_reaches_back_to_it() {
        const DAY: i64 = 86_400_000;
        let now = Millis(1_780_272_000_000);
        let since = |days: i64| Period { from: Some(Millis(now.0 - days * DAY)), ..Period::default() };
        let found = [0, 5, 20, 300, 700].map(|days| reaches(&since(days), now));
        let wanted =
            [Some(Recency::Day), Some(Recency::Week), Some(Recency::Month), Some(Recency::Year), None];
        assert_eq!(found, wanted);
    }

    #[test]
    fn only_what_a_person_demands_is_no_wish() {
        let now = Millis(1_780_272_000_000);
        let of = |text: &str, said: &[&str]| {
            let said: Vec<Constraint> = said.iter().map(|said| steer(said)).collect();
            let filters = wishes(&said, &analyze(text, now), now).filters;
            (filters.recency, filters.wished.recency)
        };
        assert_eq!(of("What did the ECB decide this week?", &[]), (Some(Recency::Week), true));
        assert_eq!(of("What page size does SQLite use nowadays?", &[]), (None, false));
        assert_eq!(
            of("What page size does SQLite use nowadays?", &["only 2026"]),
            (Some(Recency::Year), false)
        );
        assert_eq!(of("What did the ECB decide since March 2026?", &[]), (Some(Recency::Year), false));
        assert_eq!(of("What did the ECB decide this week?", &["only 2019"]), (None, false));
    }
}
