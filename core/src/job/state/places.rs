//! Which providers a query currently goes to, and how failures of providers are reported.

use super::{Job, Round, Stage, search_stem};
use crate::job::stages::SEARCH_TRIES;
use crate::model::{EffectId, Failure, FailureReason, Query, Route, RouteTurn, SearchStyle};

/// Number of later providers that each further round adds: enough to find something else, without sending every
/// query to every provider.
const LATER_PER_ROUND: usize = 2;

impl Job {
    /// The providers that a query of a round goes to: those named by the query, or else the current ones. Later
    /// providers are added in later rounds, best first, or in the first round if the others found nothing.
    pub fn places(&self, number: usize, query: &Query) -> Vec<&String> {
        let routes = self.plan.as_ref().map_or(&[][..], |plan| plan.routing.routes.as_slice());
        if !query.providers.is_empty() || routes.is_empty() {
            let named = |name: &&String| query.providers.is_empty() || query.providers.contains(name);
            return self.providers.iter().filter(named).collect();
        }
        let mut room = match number {
            0 if self.first_ones_found_nothing(number, routes) => LATER_PER_ROUND,
            number => number * LATER_PER_ROUND,
        };
        let mut turn = |route: &&Route| match route.turn {
            RouteTurn::First => true,
            RouteTurn::Later if room > 0 && self.providers.contains(&route.provider) => {
                room -= 1;
                true
            }
            RouteTurn::Later | RouteTurn::Never => false,
        };
        let routed: Vec<&String> =
            routes.iter().filter(|route| turn(route)).map(|route| &route.provider).collect();
        // A fork may have providers that its origin didn't know.
        let new = |name: &&String| !routes.iter().any(|route| route.provider == **name);
        let may = |name: &&String| self.providers.contains(name);
        routed.into_iter().filter(may).chain(self.providers.iter().filter(new)).collect()
    }

    /// Whether all searches of the first providers in the round have ended without a single hit.
    fn first_ones_found_nothing(&self, number: usize, routes: &[Route]) -> bool {
        let Some(round) = self.rounds.get(number) else { return false };
        let may = |route: &&Route| self.providers.contains(&route.provider);
        let first = || routes.iter().filter(|route| route.turn == RouteTurn::First).filter(may);
        round.queries.iter().all(|query| {
            first().all(|route| {
                let stem = search_stem(number, query, &route.provider);
                match round.found.get(&stem) {
                    Some(found) => found.hits.is_empty(),
                    None => {
                        // A provider of the first turn gets every query that names no other provider.
                        let goes_there = |other: &Query| {
                            other.providers.is_empty() || other.providers.contains(&route.provider)
                        };
                        self.ledger.gave_up(&stem, SEARCH_TRIES)
                            || self.repeats(round, query, &route.provider, goes_there)
                    }
                }
            })
        })
    }

    /// Whether a provider gets the same request for an earlier query of the round, in which case it is sent
    /// only once. `goes_there` says which queries the provider gets.
    pub(in crate::job) fn repeats(
        &self,
        round: &Round,
        query: &Query,
        provider: &str,
        goes_there: impl Fn(&Query) -> bool,
    ) -> bool {
        let style = self.field.style_of(provider);
        let mut before = round.queries.iter().take_while(|other| *other != query);
        before.any(|other| other.asks_the_same(query, style) && goes_there(other))
    }

    /// Whether only the asker's own documents are searched.
    pub fn searches_only_own(&self) -> bool {
        !self.providers.is_empty()
            && self.providers.iter().all(|name| self.field.style_of(name) == SearchStyle::Own)
    }

    /// Whether a search has failed for good.
    pub fn gave_up_search(&self, stem: &str) -> bool {
        self.ledger.gave_up(stem, SEARCH_TRIES)
    }

    /// The number of searches that failed for good.
    pub fn failed_searches(&self) -> u32 {
        let asked = self.rounds.iter().enumerate().flat_map(|(n, round)| {
            let pairs = round.queries.iter().flat_map(|query| self.providers.iter().map(move |p| (query, p)));
            pairs.map(move |(query, provider)| (round, search_stem(n, query, provider)))
        });
        let failed = |(round, stem): &(&Round, String)| {
            !round.found.contains_key(stem) && !self.ledger.failures(stem).is_empty()
        };
        asked.filter(failed).count() as u32
    }

    /// The first failure of each failed provider, each sentence once; later failures often only say that the
    /// provider is being skipped. If several providers were unreachable, one sentence names them all.
    pub fn search_failures(&self) -> Vec<String> {
        let mut said: Vec<String> = self.offline().into_iter().collect();
        let names_all = !said.is_empty();
        for (_, failure) in self.first_failures() {
            let told = names_all && failure.reason == FailureReason::Unreachable;
            if !told && !said.contains(&failure.detail) {
                said.push(failure.detail.clone());
            }
        }
        said
    }

    /// One sentence for all unreachable providers, if there are several.
    fn offline(&self) -> Option<String> {
        let names: Vec<&str> = self.unreachable().map(|(provider, _)| provider).collect();
        let sentence =
            format!("Offline: {} search providers could not be reached ({}).", names.len(), names.join(", "));
        (names.len() > 1).then_some(sentence)
    }

    /// Replaces the warnings about unreachable providers with a single one, if there are several.
    pub fn merge_unreachable(&self, warnings: &mut Vec<String>) {
        let Some(offline) = self.offline() else { return };
        let told = self.each_unreachable();
        warnings.retain(|warning| !told.contains(warning));
        warnings.push(offline);
    }

    /// The warnings about unreachable providers, as [`Job::merge_unreachable`] leaves them.
    pub fn unreachable_warnings(&self) -> Vec<String> {
        self.offline().map_or_else(|| self.each_unreachable(), |offline| vec![offline])
    }

    /// One warning per unreachable provider.
    fn each_unreachable(&self) -> Vec<String> {
        let stage = Stage::Search.name();
        self.unreachable().map(|(_, failure)| format!("{stage}: {}", failure.detail)).collect()
    }

    /// The providers that answered a search, even without hits.
    pub fn answered_by(&self) -> Vec<String> {
        let answered = |provider: &&String| {
            self.searches_of(provider).any(|(round, stem)| round.found.contains_key(&stem))
        };
        self.providers.iter().filter(answered).cloned().collect()
    }

    fn unreachable(&self) -> impl Iterator<Item = (&str, &Failure)> {
        self.first_failures().filter(|(_, failure)| failure.reason == FailureReason::Unreachable)
    }

    /// The first failure of each provider that left a search without an answer.
    fn first_failures(&self) -> impl Iterator<Item = (&str, &Failure)> {
        self.providers.iter().filter_map(|provider| {
            let mut failed =
                self.searches_of(provider).filter(|(round, stem)| !round.found.contains_key(stem));
            let first = failed.find_map(|(_, stem)| self.ledger.failures(&stem).first());
            first.map(|failure| (provider.as_str(), failure))
        })
    }

    /// Whether this is a search of a provider whose failure has already been reported. One report is enough.
    pub(super) fn is_told_of(&self, effect: &EffectId) -> bool {
        let counts = |failure: &Failure| failure.reason != FailureReason::Dropped;
        Stage::of_effect(effect) == Stage::Search
            && self.asked_of(effect).is_some_and(|provider| {
                self.searches_of(&provider).any(|(_, stem)| self.ledger.failures(&stem).iter().any(counts))
            })
    }

    /// The searches of one provider, with their rounds, in order.
    fn searches_of<'a>(&'a self, provider: &'a str) -> impl Iterator<Item = (&'a Round, String)> {
        self.rounds.iter().enumerate().flat_map(move |(n, round)| {
            round.queries.iter().map(move |query| (round, search_stem(n, query, provider)))
        })
    }
}
