//! A quick search for a name whose results decide which clarifying question to ask.

use super::Ports;
use crate::job::Job;
use crate::model::*;
use crate::ports::{Outlet, Search, SearchRequest};
use std::time::Duration;

/// Time limit per provider. This is a quick lookup, so slow providers are skipped.
const TIME_LIMIT: Duration = Duration::from_secs(3);
const RESULTS: u32 = 8;

/// What encyclopedias and the asker's own documents have under a name. Only free providers are searched.
pub async fn look_up(ports: &Ports, job: &Job, name: &str) -> Vec<SearchHit> {
    let free = |name: &str| job.prices.searches.get(name).is_none_or(|price| price.0 == 0);
    let fits = |search: &&Outlet<dyn Search>| {
        matches!(search.style(), SearchStyle::Reference | SearchStyle::Own)
            && job.providers.iter().any(|one| one == search.name())
            && free(search.name())
    };
    let reach = job.terms.reach();
    let asked = ports.searches.iter().filter(fits).filter_map(|search| search.within(reach));
    let request = SearchRequest {
        language: Some(job.question.language.clone()).filter(|language| !language.is_empty()),
        results: RESULTS,
        timeout: TIME_LIMIT,
        ..SearchRequest::new(name, reach)
    };
    let looks = asked.map(|search| tokio::time::timeout(TIME_LIMIT, search.search(&request)));
    let found = futures::future::join_all(looks).await;
    found.into_iter().filter_map(|look| look.ok()?.ok()).flat_map(|found| found.value).collect()
}
