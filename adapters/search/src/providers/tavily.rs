//! Tavily: web search for programs. Interface:
//! <https://docs.tavily.com/documentation/api-reference/endpoint/search>.

use crate::handed::Handed;
use crate::http::{About, Server, ServerSettings, Words, address, bare, list, moment, one_line, text};
use async_trait::async_trait;
use gorkd_core::model::{ContentKind, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use gorkd_net::Services;
use reqwest::Method;
use serde_json::{Value, json};

/// Tavily's search depth; `Advanced` costs two credits instead of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    #[default]
    Basic,
    Advanced,
}

pub struct Tavily {
    server: Server,
    depth: Depth,
    /// Receives the page texts that come with hits; `None`: they are not requested.
    handed: Option<Handed>,
}

const ABOUT: About = About::of("tavily", "Tavily");
/// In characters; Tavily refuses longer queries.
const MAX_QUERY_CHARS: usize = 400;
const MOST_RESULTS: u32 = 20;

impl Depth {
    pub fn credits(self) -> u64 {
        match self {
            Depth::Basic => 1,
            Depth::Advanced => 2,
        }
    }
}

impl Tavily {
    pub fn new(settings: ServerSettings, depth: Depth, services: &Services) -> Self {
        Self { server: Server::new(ABOUT, settings, services), depth, handed: None }
    }

    /// Also requests the texts of the pages.
    pub fn handing(self, handed: Handed) -> Self {
        Self { handed: Some(handed), ..self }
    }

    fn body(&self, request: &SearchRequest) -> Value {
        let filters = &request.filters;
        let sites = |sites: &[String]| sites.iter().map(|site| bare(site)).collect::<Vec<_>>();
        let mut body = json!({
            "query": one_line(&request.query, MAX_QUERY_CHARS),
            "max_results": request.results.min(MOST_RESULTS),
            "search_depth": match self.depth {
                Depth::Basic => "basic",
                Depth::Advanced => "advanced",
            },
            "topic": match filters.kind {
                Some(ContentKind::News) => "news",
                Some(ContentKind::Academic | ContentKind::General) | None => "general",
            },
        });
        if self.handed.is_some() {
            body["include_raw_content"] = "markdown".into();
        }
        if let Some(recency) = filters.recency {
            body["time_range"] = json!(recency);
        }
        if !filters.domains_in.is_empty() {
            body["include_domains"] = sites(&filters.domains_in).into();
        }
        if !filters.domains_out.is_empty() {
            body["exclude_domains"] = sites(&filters.domains_out).into();
        }
        body
    }
}

#[async_trait]
impl Search for Tavily {
    as_server!(Keyword);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let call = self
            .server
            .ask(Method::POST, self.server.at(&["search"]), request)?
            .bearer_auth(self.server.key()?)
            .json(&self.body(request));
        let answer = self.server.json(call).await?;
        if let Some(handed) = &self.handed {
            for result in list(&answer, &["results"]) {
                if let Some(url) = address(text(result, "url")) {
                    handed.put(&url, text(result, "raw_content")).await;
                }
            }
        }
        self.server.found(request, hits(&answer))
    }
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    let hit = |result: &Value| {
        let words = Words { title: text(result, "title"), snippet: text(result, "content") };
        Some(SearchHit {
            score: result.get("score").and_then(Value::as_f64).unwrap_or(0.0),
            published_at: moment(text(result, "published_date")),
            ..words.hit(address(text(result, "url"))?)
        })
    };
    list(answer, &["results"]).iter().filter_map(hit).collect()
}
