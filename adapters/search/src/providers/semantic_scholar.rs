//! Semantic Scholar: papers with abstracts and citations. Interface: <https://api.semanticscholar.org/api-docs/graph>.
//!
//! It allows one request per second to everybody, with or without a key.

use crate::http::{Words, address, list, moment, one_line, since, text, year};
use async_trait::async_trait;
use gorkd_core::model::SearchHit;
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(SemanticScholar, "semantic_scholar", "Semantic Scholar");

const FIELDS: &str =
    "title,abstract,authors,year,citationCount,openAccessPdf,url,externalIds,publicationDate,venue";
const LONGEST: usize = 300;

#[async_trait]
impl Search for SemanticScholar {
    as_server!(Scholarly);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let url = self.server.at(&["graph", "v1", "paper", "search"]);
        let mut call = self.server.ask(Method::GET, url, request)?.query(&[
            // A query with hyphens finds nothing.
            ("query", one_line(&request.query, LONGEST).replace('-', " ")),
            ("limit", request.results.clamp(1, 100).to_string()),
            ("fields", FIELDS.to_owned()),
        ]);
        if let Some(recency) = request.filters.recency {
            call = call.query(&[("publicationDateOrYear", format!("{}:", since(recency)))]);
        }
        if let Ok(key) = self.server.key() {
            call = call.header("x-api-key", key);
        }
        let answer = self.server.json(call).await?;
        self.server.found(request, hits(&answer))
    }
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    list(answer, &["data"]).iter().filter_map(hit).collect()
}

/// Prefers an open copy: arXiv, then an open PDF, then the DOI, and the provider's own page last.
fn hit(paper: &Value) -> Option<SearchHit> {
    let none = Value::Null;
    let ids = paper.get("externalIds").unwrap_or(&none);
    let open = paper.get("openAccessPdf").map(|pdf| text(pdf, "url")).unwrap_or_default();
    let places = [
        Some(text(ids, "ArXiv")).filter(|id| !id.is_empty()).map(|id| format!("https://arxiv.org/abs/{id}")),
        address(open),
        Some(text(ids, "DOI")).filter(|doi| !doi.is_empty()).map(|doi| format!("https://doi.org/{doi}")),
        address(text(paper, "url")),
        Some(text(paper, "paperId"))
            .filter(|id| !id.is_empty())
            .map(|id| format!("https://www.semanticscholar.org/paper/{id}")),
    ];
    let url = places.into_iter().flatten().find_map(|place| address(&place))?;
    let cited = paper.get("citationCount").and_then(Value::as_u64).unwrap_or(0);
    let first = list(paper, &["authors"]).first().map(|author| text(author, "name")).unwrap_or_default();
    let abstract_ = text(paper, "abstract");
    let said = if abstract_.is_empty() {
        let by = if first.is_empty() { String::new() } else { format!("By {first}. ") };
        format!("{by}{} Cited {cited} times.", text(paper, "venue"))
    } else {
        abstract_.to_owned()
    };
    Some(SearchHit {
        published_at: moment(text(paper, "publicationDate")).or_else(|| year(paper, "year")),
        ..Words { title: text(paper, "title"), snippet: &said }.hit(url)
    })
}
