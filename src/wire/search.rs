//! The enabled search providers, each with its decorators. Providers that need a key are used once there is
//! one.

use super::bulkheads::Bulkheads;
use crate::settings::{Provider, SearchDepth, Settings};
use gorkd_core::engine::{Clock, SystemClock};
use gorkd_core::job::Prices;
use gorkd_core::model::{Destination, MicroUsd, sha256_hex};
use gorkd_core::ports::{Quotas, Rates, Resolver, Scratch, Search, Usage};
use gorkd_net::{Connectivity, Services};
use gorkd_search::*;
use secrecy::ExposeSecret;
use std::sync::Arc;

/// Where decorators keep counts and results.
pub struct Keeping {
    pub quotas: Arc<dyn Quotas>,
    /// Rates shared by all processes; `None` if each process has its own.
    pub rates: Option<Arc<dyn Rates>>,
    pub scratch: Arc<dyn Scratch>,
    /// Where processes share results.
    pub common: Arc<dyn Scratch>,
    /// Page texts that came with hits.
    pub handed: Handed,
}

/// The names of all providers, even disabled ones: domain files may list them, and the web page shows them.
pub const NAMES: &[&str] = &[
    "library",
    "searxng",
    "tavily",
    "exa",
    "brave",
    "serpapi",
    "google_scholar",
    "news_api",
    "crunchbase",
    "wikipedia",
    "semantic_scholar",
    "pubmed",
    "arxiv",
    "openalex",
    "crossref",
];

/// PubMed's rate limits in calls per second, with a key and without.
const PUBMED_WITH_KEY: f64 = 10.0;
const PUBMED_WITHOUT: f64 = 3.0;

/// All providers but the library, which needs more than settings.
pub fn providers(settings: &Settings, services: &Services, keeping: &Keeping) -> Vec<Arc<dyn Search>> {
    let build = Build {
        handed: &keeping.handed,
        settings,
        services,
        guards: Guards::new(settings, services, keeping),
    };
    let mut providers: Vec<Arc<dyn Search>> = Vec::new();
    providers.extend(build.free("searxng", 1, |server, services| Arc::new(Searxng::new(server, services))));
    providers.extend(build.tavily());
    providers.extend(build.keyed("exa", |server, services| vec![Arc::new(Exa::new(server, services))]));
    providers.extend(build.keyed("brave", |server, services| vec![Arc::new(Brave::new(server, services))]));
    providers.extend(build.keyed("serpapi", |server, services| {
        vec![
            Arc::new(SerpApi::new(Engine::Google, server.clone(), services)),
            Arc::new(SerpApi::new(Engine::Scholar, server, services)),
        ]
    }));
    providers
        .extend(build.keyed("news_api", |server, services| vec![Arc::new(NewsApi::new(server, services))]));
    providers.extend(
        build.keyed("crunchbase", |server, services| vec![Arc::new(Crunchbase::new(server, services))]),
    );
    providers.extend(build.wikipedia());
    providers
        .extend(build.free("semantic_scholar", 1, |server, services| {
            Arc::new(SemanticScholar::new(server, services))
        }));
    providers.extend(
        build.free("pubmed", PubMed::CALLS, |server, services| Arc::new(PubMed::new(server, services))),
    );
    providers.extend(build.free("openalex", 1, |server, services| Arc::new(OpenAlex::new(server, services))));
    providers.extend(build.free("crossref", 1, |server, services| Arc::new(Crossref::new(server, services))));
    providers.extend(build.free("arxiv", 1, |server, services| Arc::new(Arxiv::new(server, services))));
    providers
}

/// The service that finds open copies of papers, if an email address is set.
pub fn resolver(settings: &Settings, services: &Services, keeping: &Keeping) -> Option<Arc<dyn Resolver>> {
    let unpaywall = settings.search.get("unpaywall").filter(|one| one.enabled && one.email.is_some())?;
    let rate = Rate::new(unpaywall.rate.unwrap_or(1.0), 1);
    let rate = in_one_line(rate, "unpaywall", unpaywall, keeping.rates.as_ref());
    Some(Arc::new(Unpaywall::new(server(unpaywall)?, rate, services)))
}

/// A rate limit shared by all processes that call the same server, if they share rates.
fn in_one_line(rate: Rate, account: &str, provider: &Provider, rates: Option<&Arc<dyn Rates>>) -> Rate {
    let Some(rates) = rates else { return rate };
    let server =
        provider.base_url.as_ref().map(|url| sha256_hex(url.as_str().as_bytes())).unwrap_or_default();
    rate.shared(format!("{account}:{server}"), rates.clone())
}

/// The maximum cost of one search, by provider.
pub fn prices(settings: &Settings) -> Prices {
    let mut prices = Prices::default();
    for (name, provider) in &settings.search {
        let credits = if name == "tavily" { depth(provider).credits() } else { 1 };
        let price = price(provider, credits);
        if price.0 > 0 {
            prices.searches.insert(name.clone(), price);
            if name == "serpapi" {
                prices.searches.insert("google_scholar".to_owned(), price);
            }
        }
    }
    prices
}

struct Build<'a> {
    handed: &'a Handed,
    settings: &'a Settings,
    services: &'a Services,
    guards: Guards,
}

impl Build<'_> {
    fn enabled(&self, name: &str) -> Option<&Provider> {
        self.settings.search.get(name).filter(|provider| provider.enabled)
    }

    /// A provider without a key. One search makes `calls` calls to its server.
    fn free(
        &self,
        name: &str,
        calls: u32,
        make: fn(ServerSettings, &Services) -> Arc<dyn Search>,
    ) -> Option<Arc<dyn Search>> {
        let provider = self.enabled(name)?;
        let rate = match (name, provider.rate.unwrap_or(1.0)) {
            // The setting still has its default.
            ("pubmed", PUBMED_WITHOUT) if provider.key.is_some() => PUBMED_WITH_KEY,
            (_, rate) => rate,
        };
        let inner = make(server(provider)?, self.services);
        let rate = self.guards.rate(Rate::new(rate, calls), name, provider);
        Some(self.guards.around(inner, rate, name, provider, None))
    }

    fn tavily(&self) -> Option<Arc<dyn Search>> {
        let provider = self.enabled("tavily").filter(|provider| provider.key.is_some())?;
        let credits = depth(provider).credits();
        let server = ServerSettings { price: price(provider, credits), ..server(provider)? };
        let tavily = Tavily::new(server, depth(provider), self.services);
        let inner = Arc::new(match provider.raw_content {
            Some(true) => tavily.handing(self.handed.clone()),
            Some(false) | None => tavily,
        });
        let rate = self.guards.rate(Rate::new(provider.rate.unwrap_or(1.0), 1), "tavily", provider);
        Some(self.guards.around(inner, rate, "tavily", provider, Some(credits)))
    }

    fn wikipedia(&self) -> Option<Arc<dyn Search>> {
        let provider = self.enabled("wikipedia")?;
        let extracts = provider.extracts.unwrap_or_default();
        let wikipedia = Wikipedia::new(server(provider)?, self.services);
        let inner = Arc::new(match extracts {
            0 => wikipedia,
            _ => wikipedia.handing(extracts, self.handed.clone()),
        });
        let rate = Rate::new(provider.rate.unwrap_or(1.0), Wikipedia::calls(extracts));
        let rate = self.guards.rate(rate, "wikipedia", provider);
        Some(self.guards.around(inner, rate, "wikipedia", provider, None))
    }

    /// A provider that requires a key. Everything it creates shares one rate and one account.
    fn keyed(
        &self,
        name: &str,
        make: fn(ServerSettings, &Services) -> Vec<Arc<dyn Search>>,
    ) -> Vec<Arc<dyn Search>> {
        let Some(provider) = self.enabled(name).filter(|provider| provider.key.is_some()) else {
            return Vec::new();
        };
        let Some(server) = server(provider) else { return Vec::new() };
        let rate = self.guards.rate(Rate::new(provider.rate.unwrap_or(1.0), 1), name, provider);
        let made = make(ServerSettings { price: price(provider, 1), ..server }, self.services);
        made.into_iter()
            .map(|inner| self.guards.around(inner, rate.clone(), name, provider, Some(1)))
            .collect()
    }
}

/// The decorators around each provider.
struct Guards {
    reach: Connectivity,
    retry: RetrySettings,
    breaker: BreakerSettings,
    cache: Option<Arc<SearchCache>>,
    quotas: Arc<dyn Quotas>,
    rates: Option<Arc<dyn Rates>>,
    calls: Bulkheads,
    clock: Arc<dyn Clock>,
}

impl Guards {
    fn new(settings: &Settings, services: &Services, keeping: &Keeping) -> Self {
        let searching = &settings.searching;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let cache = searching.cache().map(|keep| {
            let cache = SearchCache::new(keeping.scratch.clone(), clock.clone(), keep);
            Arc::new(cache.sharing(keeping.common.clone()))
        });
        Self {
            reach: services.connectivity().clone(),
            retry: RetrySettings { tries: searching.tries, first_wait: searching.first_wait() },
            breaker: BreakerSettings { failures: searching.breaker_failures, open: searching.breaker() },
            cache,
            quotas: keeping.quotas.clone(),
            rates: keeping.rates.clone(),
            calls: Bulkheads(settings.worker.calls),
            clock,
        }
    }

    fn rate(&self, rate: Rate, account: &str, provider: &Provider) -> Arc<Rate> {
        Arc::new(in_one_line(rate, account, provider, self.rates.as_ref()))
    }

    /// From the inside out: rate limit, retries, daily quota of the account, circuit breaker, concurrency
    /// limit, cache. One search uses `credits` of the account; `None` if there is no account.
    fn around(
        &self,
        inner: Arc<dyn Search>,
        rate: Arc<Rate>,
        account: &str,
        provider: &Provider,
        credits: Option<u64>,
    ) -> Arc<dyn Search> {
        let host = provider.base_url.as_ref().and_then(|url| url.host_str());
        let host = host.filter(|_| inner.destination() == Destination::Far).map(str::to_owned);
        let limited = Limited::new(inner, rate);
        let mut search: Arc<dyn Search> = Arc::new(match host {
            Some(host) => limited.reaching(self.reach.clone(), host),
            None => limited,
        });
        search = Arc::new(Retried::new(search, self.retry));
        if let Some(credits) = credits {
            let limit = Usage {
                calls: provider.daily_calls.unwrap_or(0),
                credits: provider.daily_credits.unwrap_or(0),
            };
            let (quotas, clock) = (self.quotas.clone(), self.clock.clone());
            search =
                Arc::new(Counted::new(search, quotas, clock, account, Usage { calls: 1, credits }, limit));
        }
        search = self.calls.search(Arc::new(Breaker::new(search, self.breaker)));
        match &self.cache {
            Some(cache) => Arc::new(Cached::new(search, cache.clone())),
            None => search,
        }
    }
}

fn depth(provider: &Provider) -> Depth {
    match provider.depth {
        Some(SearchDepth::Advanced) => Depth::Advanced,
        Some(SearchDepth::Basic) | None => Depth::Basic,
    }
}

fn price(provider: &Provider, units: u64) -> MicroUsd {
    let usd = provider.usd.unwrap_or(0.0).max(0.0) * units as f64;
    MicroUsd((usd * 1_000_000.0).round() as u64)
}

fn server(provider: &Provider) -> Option<ServerSettings> {
    Some(ServerSettings {
        key: provider.key.as_ref().map(|key| key.expose_secret().to_owned()).unwrap_or_default(),
        email: provider.email.clone().unwrap_or_default(),
        ..ServerSettings::at(provider.base_url.clone()?)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{KEYED, Sources};
    use gorkd_core::fakes::MemoryStore;
    use gorkd_net::ServiceSettings;
    use std::collections::BTreeSet;

    #[tokio::test]
    async fn every_name_has_a_provider_and_settings_and_every_provider_a_name() {
        let mut set: Vec<String> = KEYED.iter().map(|name| format!("search.{name}.key=a-key")).collect();
        set.push("search.searxng.enabled=true".to_owned());
        set.push("search.searxng.base_url=http://127.0.0.1:8888".to_owned());
        let settings = Settings::load(&Sources { set, ..Sources::default() }).expect("valid settings");
        let services = Services::new(ServiceSettings::default()).expect("clients");
        let store = Arc::new(MemoryStore::default());
        let keeping = Keeping {
            quotas: store.clone(),
            rates: None,
            scratch: store.clone(),
            common: store,
            handed: Handed::default(),
        };
        let built = providers(&settings, &services, &keeping);
        let built: BTreeSet<&str> = built.iter().map(|one| one.name()).chain(["library"]).collect();
        let named: BTreeSet<&str> = NAMES.iter().copied().collect();
        assert_eq!(built, named, "`providers` builds those on the left, `NAMES` lists those on the right");
        let groups: BTreeSet<&str> = settings.search.keys().map(String::as_str).collect();
        let mut expected = named;
        // It uses the settings of `serpapi`.
        expected.remove("google_scholar");
        // It has settings but is a resolver.
        expected.insert("unpaywall");
        assert_eq!(groups, expected, "the settings know those on the left, `NAMES` those on the right");
    }
}
