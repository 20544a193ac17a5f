//! Search with the current providers. A search that fails is skipped and reported, after one retry if that may
//! help. If no provider finds anything, later providers are used in the same round.

use super::SEARCH_TRIES;
use crate::job::state::{Round, search_stem};
use crate::job::{Effect, Job, PlannedEffect};
use crate::model::{Query, Spend};

pub fn search(job: &Job) -> Vec<PlannedEffect> {
    let Some((number, round)) = job.open_round() else { return Vec::new() };
    if round.selection.is_some() {
        return Vec::new();
    }
    let mut wanted = searches(job, number, round);
    wanted.retain(|one| {
        let Effect::Search { query, provider } = &one.effect else { return true };
        let goes_there = |other: &Query| job.places(number, other).contains(&provider);
        job.ledger.running.contains_key(&one.id)
            || !(was_answered(job, number, query, provider)
                || job.repeats(round, query, provider, goes_there))
    });
    wanted
}

/// Whether a provider answered an equal query in an earlier round. It is not sent twice, whoever repeats it.
fn was_answered(job: &Job, number: usize, query: &Query, provider: &str) -> bool {
    let style = job.field.style_of(provider);
    let equal = |other: &&Query| other.asks_the_same(query, style);
    job.rounds.iter().take(number).enumerate().any(|(earlier, round)| {
        let mut queries = round.queries.iter().filter(equal);
        queries.any(|query| round.found.contains_key(&search_stem(earlier, query, provider)))
    })
}

/// The searches of a round that have no outcome yet.
pub(super) fn searches(job: &Job, number: usize, round: &Round) -> Vec<PlannedEffect> {
    let mut wanted: Vec<PlannedEffect> = Vec::new();
    for query in &round.queries {
        for provider in job.places(number, query) {
            let stem = search_stem(number, query, provider);
            if round.found.contains_key(&stem) || job.ledger.gave_up(&stem, SEARCH_TRIES) {
                continue;
            }
            let id = job.ledger.id(&stem);
            if wanted.iter().any(|other| other.id == id) {
                continue;
            }
            let usd = job.prices.searches.get(provider).copied().unwrap_or_default();
            let effect = Effect::Search { query: query.clone(), provider: provider.clone() };
            wanted.push(PlannedEffect { id, effect, reserve: Spend { usd, ..Spend::default() } });
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::state::SearchResult;
    use crate::model::{Field, Filters, Plan, Route, RouteTurn, Routing, SearchStyle, SoftFilters};

    fn query(text: &str, site: &str) -> Query {
        let domains_in: Vec<String> =
            Some(site.to_owned()).filter(|site| !site.is_empty()).into_iter().collect();
        let wished = SoftFilters { site: !site.is_empty(), ..SoftFilters::default() };
        let filters = Filters { domains_in, wished, ..Filters::default() };
        Query { text: text.into(), filters, ..Query::default() }
    }

    fn job(rounds: Vec<Vec<Query>>) -> Job {
        let styles = [("library", SearchStyle::Own), ("web", SearchStyle::Keyword)];
        Job {
            providers: styles.iter().map(|(name, _)| (*name).to_owned()).collect(),
            field: Field {
                styles: styles.into_iter().map(|(name, style)| (name.to_owned(), style)).collect(),
                ..Field::default()
            },
            rounds: rounds.into_iter().map(|queries| Round { queries, ..Round::default() }).collect(),
            ..Job::default()
        }
    }

    /// Searches of the open round: provider, words, and sites.
    fn wanted(job: &Job) -> Vec<(String, String)> {
        let of = |one: PlannedEffect| {
            let Effect::Search { query, provider } = one.effect else { panic!("not a search") };
            (provider, query.filters.domains_in.join(" "))
        };
        search(job).into_iter().map(of).collect()
    }

    fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
        list.iter().map(|(provider, site)| ((*provider).to_owned(), (*site).to_owned())).collect()
    }

    #[test]
    fn the_library_gets_a_query_once_whatever_site_is_proposed() {
        let queries = vec![query("heron", "a.test"), query("Heron", ""), query("heron", "b.test")];
        let job = job(vec![queries]);
        let expected = [("library", "a.test"), ("web", "a.test"), ("web", ""), ("web", "b.test")];
        assert_eq!(wanted(&job), pairs(&expected));
    }

    #[test]
    fn what_the_library_answered_in_an_earlier_round_is_not_sent_again() {
        let first = query("heron", "a.test");
        let mut job = job(vec![vec![first.clone()], vec![query("heron", "")]]);
        let found = SearchResult { provider: "library".into(), ..SearchResult::default() };
        job.rounds[0].found.insert(search_stem(0, &first, "library"), found);
        job.rounds[0].judgement = Some(std::sync::Arc::default());
        assert_eq!(wanted(&job), pairs(&[("web", "")]));
    }

    #[test]
    fn a_query_that_is_sent_once_keeps_nobody_from_their_turn() {
        let queries = vec![query("heron", "a.test"), query("heron", "b.test")];
        let mut job = job(vec![queries.clone()]);
        let route = |name: &str, turn| Route { provider: name.into(), turn, why: String::new() };
        let routes = vec![route("library", RouteTurn::First), route("web", RouteTurn::Later)];
        job.plan = Some(Plan { routing: Routing { routes, ..Routing::default() }, ..Plan::default() });
        assert_eq!(wanted(&job), pairs(&[("library", "a.test")]));
        let found = SearchResult { provider: "library".into(), ..SearchResult::default() };
        job.rounds[0].found.insert(search_stem(0, &queries[0], "library"), found);
        assert_eq!(wanted(&job), pairs(&[("web", "a.test"), ("web", "b.test")]));
    }

    #[test]
    fn a_demanded_site_is_another_query() {
        let mut only = query("heron", "a.test");
        only.filters.wished = SoftFilters::default();
        let mut job = job(vec![vec![query("heron", ""), only]]);
        job.providers.truncate(1);
        assert_eq!(wanted(&job), pairs(&[("library", ""), ("library", "a.test")]));
    }
}
