//! arXiv: preprints, as an Atom feed. Interface: <https://info.arxiv.org/help/api/user-manual.html>.
//!
//! Errors also arrive as a feed, with a single entry titled "Error".

use crate::http::xml::{Element, NoTree, parse};
use crate::http::{Words, address, moment, nothing_said, since, unreadable};
use async_trait::async_trait;
use gorkd_core::model::{Failure, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;

provider!(Arxiv, "arxiv", "arXiv");

/// A paper must contain every word, so long queries find nothing.
const MAX_WORDS: usize = 8;

#[async_trait]
impl Search for Arxiv {
    as_server!(Scholarly);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let url = self.server.at(&["api", "query"]);
        let call = self.server.ask(Method::GET, url, request)?.query(&[
            ("search_query", query(request)),
            ("start", "0".to_owned()),
            ("max_results", request.results.clamp(1, 100).to_string()),
            ("sortBy", "relevance".to_owned()),
        ]);
        let reply = self.server.send(call).await?;
        let found = hits(&reply.body).map_err(|failure| self.server.paid(failure))?;
        self.server.found(request, found)
    }
}

/// Joins all words with AND, and adds a submission date range if recent papers are wanted. arXiv's query
/// operators are stripped; quoted words stay together.
fn query(request: &SearchRequest) -> String {
    let clean = |text: &str| -> String {
        text.chars().map(|c| if c.is_alphanumeric() || c == '.' { c } else { ' ' }).collect()
    };
    let mut parts: Vec<String> = Vec::new();
    for (at, piece) in request.query.split('"').enumerate() {
        let words = clean(piece);
        if at % 2 == 1 && !words.trim().is_empty() {
            parts.push(format!("all:\"{}\"", words.split_whitespace().collect::<Vec<_>>().join(" ")));
        } else {
            parts.extend(words.split_whitespace().map(|word| format!("all:{word}")));
        }
    }
    parts.truncate(MAX_WORDS);
    if let Some(recency) = request.filters.recency {
        let from = since(recency).strftime("%Y%m%d").to_string();
        parts.push(format!("submittedDate:[{from}0000 TO 299912312359]"));
    }
    parts.join(" AND ")
}

pub(super) fn hits(body: &[u8]) -> Result<Vec<SearchHit>, Failure> {
    let feed = parse(body).map_err(|why| unreadable(ABOUT, body, why == NoTree::CutOff))?;
    if feed.name != "feed" {
        return Err(unreadable(ABOUT, body, false));
    }
    let said = |entry: &Element, name: &str| entry.at(&[name]).map(Element::text).unwrap_or_default();
    let mut hits = Vec::new();
    for entry in feed.all("entry") {
        let id = said(entry, "id");
        if id.contains("/api/errors") {
            return Err(nothing_said(ABOUT, &said(entry, "summary")));
        }
        // The feed gives http addresses, but the site serves https.
        let Some(url) = address(&id.replacen("http://", "https://", 1)) else { continue };
        let (title, snippet) = (said(entry, "title"), said(entry, "summary"));
        hits.push(SearchHit {
            published_at: moment(&said(entry, "published")).or_else(|| moment(&said(entry, "updated"))),
            ..Words { title: &title, snippet: &snippet }.hit(url)
        });
    }
    Ok(hits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_a_query_that_arxiv_understands() {
        let reach = gorkd_core::model::Reach::NEAR;
        let request = SearchRequest::new("\"attention is\" all: (you) need", reach);
        assert_eq!(query(&request), "all:\"attention is\" AND all:all AND all:you AND all:need");
    }
}
