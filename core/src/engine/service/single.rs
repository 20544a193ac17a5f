//! Single steps of a run, without an answer: a search, a page, a file. No journal records them. The cost of a
//! search still counts against monthly budgets, except those of keys, whose holders may only use free searches.

use super::Service;
use crate::engine::charging::USED_UP;
use crate::job::Scope;
use crate::model::*;
use crate::ports::{Metered, Outcome, Outlet, Prompt, Raw, RawContent, ReadRequest, Search, SearchRequest};
use futures::future::join_all;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// What to search for, and where.
#[derive(Clone, Debug, Default)]
pub struct SingleSearch {
    pub query: String,
    /// Only this provider; `None`: all that are configured.
    pub provider: Option<String>,
    /// Only free providers.
    pub free: bool,
    /// Ignore cached results.
    pub anew: bool,
    /// The person whose monthly budget pays for it.
    pub by: Requester,
}

/// The results of one search.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    /// Grouped by provider, best first.
    pub hits: Vec<SearchHit>,
    /// Providers that failed, with the reason.
    pub failed: Vec<(String, Failure)>,
}

impl Service {
    /// Searches once, like a run with the default privacy.
    pub async fn search_once(&self, single: &SingleSearch) -> Result<SearchReport, Refusal> {
        let query = self.ports.understand.admissible(&single.query)?;
        let chosen: Vec<Arc<dyn Search>> = self.chosen(single)?.into_iter().cloned().collect();
        let place = Place(single.by.key());
        let scopes = self.scopes(&single.by, &place, &[]).await?;
        let budget = self.budget(self.defaults.terms.profile);
        let timeout = budget.search_time();
        let language = self.ports.understand.analyze(&query, self.ports.clock.now()).language;
        let request = SearchRequest {
            language: Some(language).filter(|language| !language.is_empty()),
            results: budget.results,
            anew: single.anew,
            timeout,
            ..SearchRequest::new(query, self.reach())
        };
        // Spawned, so that reservations are settled even if the caller is gone.
        tokio::spawn(self.clone().search_providers(chosen, request, scopes)).await.unwrap_or_else(|_| {
            // The panic message is not logged: it may quote the query.
            tracing::error!("a search panicked");
            Err(Refusal::new(RefusalCode::Unavailable, "The search failed because of a bug in gorkd."))
        })
    }

    async fn search_providers(
        self,
        chosen: Vec<Arc<dyn Search>>,
        request: SearchRequest,
        scopes: Vec<Scope>,
    ) -> Result<SearchReport, Refusal> {
        let timeout = request.timeout;
        let mut report = SearchReport::default();
        let mut affordable = Vec::new();
        for search in chosen {
            let price = self.price_of(search.name());
            let fits = match price.0 {
                0 => Ok(true),
                _ => self.set_aside(&scopes, price).await,
            };
            match fits {
                Ok(true) => affordable.push((search, price)),
                Ok(false) => {
                    let failure = Failure::skip(FailureReason::BudgetExhausted, USED_UP);
                    report.failed.push((search.name().to_owned(), failure));
                }
                Err(refusal) => {
                    for (_, price) in &affordable {
                        self.settle(&scopes, *price, MicroUsd(0)).await;
                    }
                    return Err(refusal);
                }
            }
        }
        let asked =
            affordable.iter().map(|(search, _)| tokio::time::timeout(timeout, search.search(&request)));
        for ((search, price), found) in affordable.iter().zip(join_all(asked).await) {
            // A call that timed out may have been charged.
            let cost = match &found {
                Ok(Ok(found)) => found.cost.usd,
                Ok(Err(failed)) => failed.cost.usd,
                Err(_) => *price,
            };
            if price.0 > 0 || cost.0 > 0 {
                self.settle(&scopes, *price, cost).await;
            }
            match found {
                Ok(Ok(Metered { value, .. })) => report.hits.extend(value),
                Ok(Err(failed)) => report.failed.push((search.name().to_owned(), failed.failure)),
                Err(_) => {
                    let detail = format!("It did not answer within {} seconds.", timeout.as_secs());
                    let failure = Failure::skip(FailureReason::TimedOut, detail);
                    report.failed.push((search.name().to_owned(), failure));
                }
            }
        }
        Ok(report)
    }

    /// The maximum cost of one search; zero if the provider is free.
    pub fn price_of(&self, provider: &str) -> MicroUsd {
        self.defaults.prices.searches.get(provider).copied().unwrap_or_default()
    }

    /// Tests a language model with a one-word reply, called as in a run. `None` if there is no model with this
    /// name.
    pub async fn try_model(&self, name: &str, by: &Requester) -> Option<Outcome<String>> {
        const PATIENCE: Duration = Duration::from_secs(20);
        let model = self.ports.models.get(name)?;
        let reach = self.reach();
        let Some(model) = model.within(reach) else {
            let detail =
                format!("The model {name} is not on this machine, and questions stay here (ask.privacy).");
            return Some(Err(Failure::skip(FailureReason::NotAllowed, detail).into()));
        };
        let prompt = Prompt {
            system: "You answer with one word.".to_owned(),
            user: "Say: ready".to_owned(),
            max_output_tokens: 16,
            timeout: PATIENCE,
            ..Prompt::default()
        };
        let asked = tokio::time::timeout(PATIENCE, model.complete(&prompt, reach, None)).await;
        let outcome = asked.unwrap_or_else(|_| {
            let detail = format!("It did not answer within {} seconds.", PATIENCE.as_secs());
            Err(Failure::skip(FailureReason::TimedOut, detail).into())
        });
        let cost = match &outcome {
            Ok(reply) => reply.cost.usd,
            Err(failed) => failed.cost.usd,
        };
        // An admin may test a model whose budget is used up; the few words are counted but not refused.
        if cost.0 > 0
            && let Ok(scopes) = self.scopes(by, &Place(by.key()), &[]).await
        {
            self.settle(&scopes, MicroUsd(0), cost).await;
        }
        Some(outcome)
    }

    /// Tests a reader process with a small built-in page.
    pub async fn try_reader(&self) -> Result<Reading, Failure> {
        const PAGE: &str = "<html><head><title>A page</title></head><body><article><p>This page is here to see whether \
                            pages can be read. It holds two sentences and nothing else.</p></article></body></html>";
        let raw = self.raw(RawContent::Bytes(PAGE.into()), "https://example.invalid/".to_owned());
        let content_type = Some("text/html; charset=utf-8".to_owned());
        self.ports.reader.extract(Raw { content_type, ..raw }).await
    }

    fn chosen(&self, single: &SingleSearch) -> Result<Vec<&Arc<dyn Search>>, Refusal> {
        let costs = |name: &str| self.defaults.prices.searches.get(name).is_some_and(|price| price.0 > 0);
        let free = |search: &&Outlet<dyn Search>| !(single.free && costs(search.name()));
        let all = &self.ports.searches;
        let open = || all.iter().filter(free).filter_map(|search| search.within(self.reach()));
        let Some(name) = &single.provider else { return Ok(open().collect()) };
        let Some(search) = all.iter().find(|search| search.name() == name) else {
            let names: Vec<&str> = open().map(|one| one.name()).collect();
            let message = format!("There is no provider {name:?} here. Available: {}.", names.join(", "));
            return Err(Refusal::new(RefusalCode::NotFound, message));
        };
        let why = match search.within(self.reach()) {
            None => "it is on the network, but the settings keep questions on this machine (ask.privacy)",
            Some(within) if free(&search) => return Ok(vec![within]),
            Some(_) => "a search there costs money, which is counted only for runs. Ask the question instead",
        };
        Err(Refusal::new(RefusalCode::NotAllowed, format!("{name} cannot be asked: {why}.")))
    }

    /// Reads one address through the guard, like a run.
    pub async fn read_url(&self, url: &str) -> Result<Reading, Failure> {
        let budget = self.budget(self.defaults.terms.profile);
        let request = ReadRequest { timeout: budget.page_time(), ..ReadRequest::new(url, self.reach()) };
        self.ports.reader.read(&request).await.map(|read| read.value).map_err(|failed| failed.failure)
    }

    /// Reads a file on this machine, for the person at the machine.
    pub async fn read_file(&self, path: &Path) -> Result<Reading, Failure> {
        let url = url::Url::from_file_path(path);
        let url = url.map_or_else(|()| path.display().to_string(), String::from);
        self.ports.reader.extract(self.raw(RawContent::File(path.to_owned()), url)).await
    }
}
