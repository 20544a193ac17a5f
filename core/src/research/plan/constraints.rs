//! What a person's wishes come to: filters for searches, things to look for as well, words that put off.

use crate::model::{Constraint, ConstraintKind, Filters, Millis, Period, Question, Recency};
use crate::research::analyse::year_of;
use crate::research::language::words::{fold, words};

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
            ConstraintKind::Note => {}
        }
    }
    let period = wishes.period.as_ref().or(question.period.as_ref());
    wishes.filters.recency = period.and_then(|period| recency(period, now));
    wishes.filters.domains_out.dedup();
    wishes
}

/// Words that no rule understood.
pub fn is_note(constraint: &Constraint) -> bool {
    constraint.kind == ConstraintKind::Note
}

/// A site's name rather than words: `reddit.com`, `nasa.gov`, `.edu`.
pub fn is_site(text: &str) -> bool {
    let name = text.trim_start_matches('.');
    !text.contains(char::is_whitespace)
        && text.contains('.')
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'))
        && name.rsplit('.').next().is_some_and(|end| end.len() >= 2 && end.chars().all(char::is_alphabetic))
}

/// A query as it is compared with others: folded words in order, so that case and punctuation do not count.
pub fn normalised(query: &str) -> String {
    let folded = fold(query);
    words(&folded).into_iter().map(|word| word.text).collect::<Vec<_>>().join(" ")
}

/// Only "the present year or later" is recent for a search provider; years further back are words of the query.
fn recency(period: &Period, now: Millis) -> Option<Recency> {
    period.recent.or_else(|| period.from_year.filter(|year| *year >= year_of(now)).map(|_| Recency::Year))
}
