//! SerpAPI: Google and Google Scholar through a licensed third party. Interface:
//! <https://serpapi.com/search-api>.
//!
//! "Google hasn't returned any results" arrives as an error but only means an empty result.

use crate::http::{
    About, Server, ServerSettings, Words, address, list, moment, nothing_said, one_line, since, site_words,
    text,
};
use async_trait::async_trait;
use gorkd_core::model::{ContentKind, Destination, Failure, Recency, SearchHit, SearchStyle};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use gorkd_net::Services;
use reqwest::Method;
use serde_json::Value;

/// Which Google search to use. Each is a separate provider; they share a key and a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Google,
    Scholar,
}

pub struct SerpApi {
    server: Server,
    engine: Engine,
}

const ABOUT: About = About::of("serpapi", "SerpAPI");
const LONGEST: usize = 400;

impl SerpApi {
    pub fn new(engine: Engine, settings: ServerSettings, services: &Services) -> Self {
        Self { server: Server::new(ABOUT, settings, services), engine }
    }

    fn parameters(&self, request: &SearchRequest) -> Vec<(&'static str, String)> {
        let filters = &request.filters;
        let mut parameters = vec![
            ("q", site_words(&one_line(&request.query, LONGEST), filters)),
            ("num", request.results.clamp(1, 20).to_string()),
            (
                "hl",
                filters
                    .language
                    .clone()
                    .or_else(|| request.language.clone())
                    .unwrap_or_else(|| "en".to_owned()),
            ),
        ];
        match self.engine {
            Engine::Scholar => {
                parameters.push(("engine", "google_scholar".to_owned()));
                if let Some(recency) = filters.recency {
                    parameters.push(("as_ylo", since(recency).year().to_string()));
                }
            }
            Engine::Google => {
                parameters.push(("engine", "google".to_owned()));
                if filters.kind == Some(ContentKind::News) {
                    parameters.push(("tbm", "nws".to_owned()));
                }
                if let Some(recency) = filters.recency {
                    let range = match recency {
                        Recency::Day => "qdr:d",
                        Recency::Week => "qdr:w",
                        Recency::Month => "qdr:m",
                        Recency::Year => "qdr:y",
                    };
                    parameters.push(("tbs", range.to_owned()));
                }
            }
        }
        parameters
    }
}

#[async_trait]
impl Search for SerpApi {
    fn name(&self) -> &str {
        match self.engine {
            Engine::Google => "serpapi",
            Engine::Scholar => "google_scholar",
        }
    }

    fn destination(&self) -> Destination {
        self.server.destination()
    }

    fn style(&self) -> SearchStyle {
        match self.engine {
            Engine::Google => SearchStyle::Keyword,
            Engine::Scholar => SearchStyle::Scholarly,
        }
    }

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let call = self
            .server
            .ask(Method::GET, self.server.at(&["search.json"]), request)?
            .query(&self.parameters(request))
            .query(&[("api_key", self.server.key()?)]);
        let answer = self.server.json(call).await?;
        let found = hits(&answer).map_err(|failure| self.server.paid(failure))?;
        let mut found = self.server.found(request, found)?;
        for hit in &mut found.value {
            self.name().clone_into(&mut hit.provider);
        }
        Ok(found)
    }
}

pub(super) fn hits(answer: &Value) -> Result<Vec<SearchHit>, Failure> {
    let error = text(answer, "error");
    if !error.is_empty() && !error.contains("returned any results") {
        return Err(nothing_said(ABOUT, error));
    }
    let hit = |result: &Value| {
        let words = Words { title: text(result, "title"), snippet: text(result, "snippet") };
        // A Scholar result may link its paper only in `resources`.
        let file = list(result, &["resources"]).first().map(|file| text(file, "link")).unwrap_or_default();
        let url = address(text(result, "link")).or_else(|| address(file))?;
        Some(SearchHit { published_at: day(text(result, "date")), ..words.hit(url) })
    };
    let results = list(answer, &["organic_results"]).iter().chain(list(answer, &["news_results"]));
    Ok(results.filter_map(hit).collect())
}

/// English dates as Google writes them: `Mar 1, 2024`. Relative ones such as "3 days ago" are not parsed.
fn day(text: &str) -> Option<gorkd_core::model::Millis> {
    moment(text).or_else(|| {
        let date = jiff::civil::Date::strptime("%b %d, %Y", text).ok()?;
        moment(&date.to_string())
    })
}
