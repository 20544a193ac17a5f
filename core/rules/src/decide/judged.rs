//! Judges a round by rules, with what the world said beforehand.

use super::fresh;
use crate::ids::named;
use crate::judge::{JudgeInput, carried, judge};
use crate::materials::brief;
use crate::scores::scored;
use crate::thorough::pressed;
use crate::{Material, discreet};
use gorkd_core::job::{Job, Judgement};
use gorkd_core::model::*;
use gorkd_core::ports::{DecisionInputs, Ranked, Similar};

/// What was asked of the world before a round is judged.
#[derive(Clone, Copy, Default)]
pub struct Asked<'a> {
    /// What an embedder and a reranker made of passages, where there are any.
    pub similar: Option<&'a Similar>,
    pub ranked: Option<&'a Ranked>,
    /// Words of the question that are in none of the asker's own documents.
    pub unknown: &'a [String],
}

impl<'a> Asked<'a> {
    pub fn of(seen: &'a DecisionInputs) -> Self {
        Self { similar: seen.similar.as_ref(), ranked: seen.ranked.as_ref(), unknown: &seen.unknown }
    }
}

/// Finds evidence in what was read and measures what the round brought; `alone` if no language model judges as well.
pub fn judge_for(
    job: &Job,
    materials: &[Material<'_>],
    number: usize,
    asked: Asked<'_>,
    alone: bool,
) -> Judgement {
    let judge = |input: &JudgeInput<'_>| judge(&JudgeInput { alone, ..input.clone() });
    let judgement = with_judge_input(job, materials, number, asked, judge);
    let before = job.rounds.iter().take(number).rev().find_map(|round| round.judgement.as_deref());
    let judgement = named(before, carried(before, judgement, materials));
    let queries = discreet(job, materials, judgement.queries);
    Judgement { queries: fresh(job, queries), ..judgement }
}

/// A judgement as it is recorded: with what its passages are worth, and with the searches that are still owed.
pub fn settled(job: &Job, materials: &[Material<'_>], judgement: Judgement) -> Judgement {
    let judgement = scored(&brief(job), &job.plan_or_plain(), materials, judgement);
    pressed(job, materials, judgement)
}

/// Does something with all that a round is judged by.
pub fn with_judge_input<T>(
    job: &Job,
    materials: &[Material<'_>],
    number: usize,
    Asked { similar, ranked, unknown }: Asked<'_>,
    work: impl FnOnce(&JudgeInput<'_>) -> T,
) -> T {
    let plan = job.plan_or_plain();
    let only_own = job.searches_only_own();
    let asked: Vec<&Query> = job.queries().collect();
    let rounds = job.rounds.len() as u32;
    work(&JudgeInput {
        brief: brief(job),
        plan: &plan,
        materials,
        round: number,
        asked: &asked,
        rounds_left: job.budget.rounds.saturating_sub(rounds),
        queries_left: job.queries_left(),
        pages_left: job.pages_left(),
        providers: &job.providers,
        own: job.budget.min_works < 2 && only_own,
        alone: false,
        similar,
        ranked,
        unknown: if only_own { unknown } else { &[] },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ones_own_documents_are_searched_if_every_provider_does() {
        let own = |styles: &[SearchStyle], min_works: u32| {
            let named = styles.iter().enumerate().map(|(nth, style)| (format!("p{nth}"), *style));
            let job = Job {
                providers: named.clone().map(|(name, _)| name).collect(),
                field: Field { styles: named.collect(), ..Field::default() },
                budget: Budget { min_works, ..Budget::default() },
                ..Job::default()
            };
            let asked = Asked { unknown: &["zram".to_owned()], ..Asked::default() };
            with_judge_input(&job, &[], 0, asked, |input| (input.own, input.unknown.len()))
        };
        assert_eq!(own(&[SearchStyle::Own], 1), (true, 1));
        assert_eq!(own(&[SearchStyle::Own, SearchStyle::Keyword], 1), (false, 0), "others may know the word");
        assert_eq!(own(&[SearchStyle::Own], 2), (false, 1), "several works are wanted");
        assert_eq!(own(&[], 1), (false, 0));
    }
}
