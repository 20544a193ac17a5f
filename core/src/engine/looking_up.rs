//! A look at what one search shows under a name, where it decides what is asked back.

use super::Ports;
use crate::job::Job;
use crate::model::*;
use crate::ports::SearchRequest;
use std::time::Duration;

/// A look, not a search: whoever does not answer in this time is not waited for.
const LOOK: Duration = Duration::from_secs(3);
const RESULTS: u32 = 8;

/// What encyclopaedias and the asker's own documents have under a name; only what costs nothing is asked.
pub async fn look_up(ports: &Ports, job: &Job, name: &str) -> Vec<SearchHit> {
    let free = |name: &str| job.prices.searches.get(name).is_none_or(|price| price.0 == 0);
    let asked = ports.searches.iter().filter(|search| {
        matches!(search.style(), SearchStyle::Reference | SearchStyle::Own)
            && job.providers.iter().any(|one| one == search.name())
            && free(search.name())
            && (job.terms.privacy != Privacy::LocalOnly || !search.leaves_machine())
    });
    let request = SearchRequest {
        query: name.to_owned(),
        language: Some(job.question.language.clone()).filter(|language| !language.is_empty()),
        results: RESULTS,
        privacy: job.terms.privacy,
        timeout: LOOK,
        ..SearchRequest::default()
    };
    let looks = asked.map(|search| tokio::time::timeout(LOOK, search.search(&request)));
    let found = futures::future::join_all(looks).await;
    found.into_iter().filter_map(|look| look.ok()?.ok()).flat_map(|found| found.value).collect()
}
