//! Web search through a SearXNG instance and its JSON interface.
//!
//! SearXNG answers 200 even when every engine behind it failed. An empty result with silent engines is
//! therefore a failure here; otherwise "nothing found" would be believed. Interface:
//! <https://docs.searxng.org/dev/search_api.html>.

mod failures;
mod reply;

#[cfg(test)]
mod tests;

use crate::http::{one_line, site_words, unreadable};
use async_trait::async_trait;
use gorkd_core::model::{ContentKind, Recency, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;

provider!(Searxng, "searxng", "SearXNG");

const LONGEST: usize = 500;

#[async_trait]
impl Search for Searxng {
    as_server!(Keyword);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let mut call = self
            .server
            .ask(Method::GET, self.server.at(&["search"]), request)?
            .query(&parameters(request))
            .header(reqwest::header::ACCEPT, "application/json");
        if let Ok(key) = self.server.key() {
            call = call.bearer_auth(key);
        }
        let answer = self.server.send_or(call, failures::status).await?;
        let reply = reply::read(&answer.body)
            .map_err(|error| self.server.paid(unreadable(ABOUT, &answer.body, error.is_eof())))?;
        let found = self.server.found(request, reply.hits)?;
        if found.value.is_empty() && !reply.unresponsive.is_empty() {
            return Err(failures::unresponsive(&reply.unresponsive).into());
        }
        Ok(found)
    }
}

fn parameters(request: &SearchRequest) -> Vec<(&'static str, String)> {
    let filters = &request.filters;
    let mut parameters = vec![
        // Not every engine supports `site:`, so the results are filtered again.
        ("q", site_words(&one_line(&request.query, LONGEST), filters)),
        ("format", "json".to_owned()),
        ("pageno", "1".to_owned()),
    ];
    if let Some(language) = &filters.language {
        parameters.push(("language", language.clone()));
    }
    if let Some(recency) = filters.recency {
        let range = match recency {
            Recency::Day => "day",
            Recency::Week => "week",
            Recency::Month => "month",
            Recency::Year => "year",
        };
        parameters.push(("time_range", range.to_owned()));
    }
    if let Some(kind) = filters.kind {
        let category = match kind {
            ContentKind::News => "news",
            ContentKind::Academic => "science",
            ContentKind::General => "general",
        };
        parameters.push(("categories", category.to_owned()));
    }
    parameters
}
