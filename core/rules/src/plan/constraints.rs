//! What a person's wishes mean: search filters, additional things to look for, and words to avoid.

use crate::analyze::year_of;
use crate::text::words::{fold, words};
use gorkd_core::model::{Constraint, ConstraintKind, Filters, Millis, Period, Question, Recency};
use gorkd_core::text::is_site;

/// All wishes of a run together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    pub filters: Filters,
    /// Looked for as well.
    pub also: Vec<String>,
    /// Folded words; a hit whose address, title or snippet holds all words of one of them is left out.
    pub exclude: Vec<String>,
    /// Sites to keep to, when there are any.
    pub only: Vec<String>,
    /// The time that was demanded; pages known to be from another are left out.
    pub period: Option<Period>,
}

/// Later wishes win over earlier ones where they contradict.
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
    let period = wishes.period.as_ref().or(question.period.as_ref());
    wishes.filters.recency = period.and_then(|period| recency(period, now));
    wishes.filters.domains_out.dedup();
    wishes
}

/// A query as it is compared with others: folded words in order, so that case and punctuation do not count.
pub fn normalised(query: &str) -> String {
    let folded = fold(query);
    words(&folded).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Only what begins in the last year, or in the present one, is recent for a search provider: the shortest stretch that
/// reaches back to it. Years further back are words of the query.
fn recency(period: &Period, now: Millis) -> Option<Recency> {
    let this_year = || period.from_year.filter(|year| *year >= year_of(now)).map(|_| Recency::Year);
    let reaches = |from: Millis| {
        if from > now {
            return None;
        }
        let ages = [(Recency::Day, 1), (Recency::Week, 7), (Recency::Month, 30), (Recency::Year, 365)];
        let days = now.since(from) / 86_400_000;
        ages.into_iter().find(|(_, most)| days < *most).map(|(recency, _)| recency)
    };
    period.recent.or_else(|| period.from.and_then(reaches)).or_else(this_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_asks_for_the_shortest_stretch_that_reaches_back_to_it() {
        const DAY: i64 = 86_400_000;
        let now = Millis(1_780_272_000_000);
        let since = |days: i64| Period { from: Some(Millis(now.0 - days * DAY)), ..Period::default() };
        let found = [0, 5, 20, 300, 700].map(|days| recency(&since(days), now));
        let wanted =
            [Some(Recency::Day), Some(Recency::Week), Some(Recency::Month), Some(Recency::Year), None];
        assert_eq!(found, wanted);
    }
}
