//! Lookups without research: one search, one page.

use crate::arguments::{ReadPage, Search};
use crate::caller::Caller;
use crate::results::{Hits, Silent, Why, hits, page};
use crate::server::Server;
use gorkd_core::engine::SingleSearch;
use rmcp::model::CallToolResult;
use std::path;

pub async fn read_page(server: &Server, caller: &Caller, wanted: ReadPage) -> Result<CallToolResult, Why> {
    let service = &server.parts.service;
    let reading = match (wanted.url, wanted.path) {
        (Some(url), None) => service.read_url(&url).await?,
        (None, Some(file)) if caller.at_machine => {
            let path = path::absolute(&file).map_err(|error| Why::told(format!("{file}: {error}.")))?;
            service.read_file(&path).await?
        }
        (None, Some(_)) => {
            let no = "Only callers on the machine that gorkd runs on can read files. Pass a url, or ask the question \
                with research, which reads the operator's library.";
            return Err(Why::told(no));
        }
        (Some(_), Some(_)) | (None, None) => return Err(Why::told("Pass either a url or a path.")),
    };
    page(reading, wanted.start.unwrap_or_default())
}

pub async fn search(server: &Server, caller: &Caller, wanted: Search) -> Result<CallToolResult, Why> {
    let single = SingleSearch {
        query: wanted.query,
        provider: wanted.provider,
        // Costs are only counted for runs, so a caller whose key has a budget gets free providers only.
        free: !caller.scopes.is_empty(),
        anew: false,
        by: caller.requester.clone(),
    };
    let report = server.parts.service.search_once(&single).await?;
    let failed = report.failed.into_iter();
    let silent = failed.map(|(provider, failure)| Silent { provider, reason: failure.detail });
    hits(Hits { hits: report.hits.into_iter().map(Into::into).collect(), failed: silent.collect() })
}
