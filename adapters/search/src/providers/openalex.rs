//! OpenAlex: an open catalog of scholarly works. Interface: <https://docs.openalex.org/api-entities/works>.
//!
//! Abstracts arrive as an inverted index and are reassembled here.

use crate::http::{Words, address, list, moment, one_line, since, text, year};
use async_trait::async_trait;
use gorkd_core::model::SearchHit;
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(OpenAlex, "openalex", "OpenAlex");

const LONGEST: usize = 300;
/// Maximum number of words of an abstract to reassemble.
const MAX_WORDS: usize = 200;

#[async_trait]
impl Search for OpenAlex {
    as_server!(Scholarly);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let mut call = self.server.ask(Method::GET, self.server.at(&["works"]), request)?.query(&[
            // Commas, colons and pipes are filter syntax and carry no meaning in a search.
            ("search", one_line(&request.query, LONGEST).replace([',', ':', '|'], " ")),
            ("per-page", request.results.clamp(1, 100).to_string()),
        ]);
        let mut filters = Vec::new();
        if let Some(recency) = request.filters.recency {
            filters.push(format!("from_publication_date:{}", since(recency)));
        }
        if let Some(language) = &request.filters.language {
            filters.push(format!("language:{language}"));
        }
        if !filters.is_empty() {
            call = call.query(&[("filter", filters.join(","))]);
        }
        if !self.server.settings.email.is_empty() {
            call = call.query(&[("mailto", &self.server.settings.email)]);
        }
        if let Ok(key) = self.server.key() {
            call = call.query(&[("api_key", key)]);
        }
        let answer = self.server.json(call).await?;
        self.server.found(request, hits(&answer))
    }
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    list(answer, &["results"]).iter().filter_map(hit).collect()
}

fn hit(work: &Value) -> Option<SearchHit> {
    let none = Value::Null;
    let place = |name: &str| work.get(name).unwrap_or(&none);
    let (best, primary) = (place("best_oa_location"), place("primary_location"));
    let places = [
        text(best, "landing_page_url"),
        text(best, "pdf_url"),
        text(place("open_access"), "oa_url"),
        text(work, "doi"),
        text(primary, "landing_page_url"),
        text(work, "id"),
    ];
    let url = places.into_iter().find_map(address)?;
    let title = [text(work, "title"), text(work, "display_name")];
    let title = title.into_iter().find(|title| !title.is_empty()).unwrap_or_default();
    let words = abstract_of(place("abstract_inverted_index"));
    Some(SearchHit {
        score: work.get("relevance_score").and_then(Value::as_f64).unwrap_or(0.0),
        published_at: moment(text(work, "publication_date")).or_else(|| year(work, "publication_year")),
        ..Words { title, snippet: &words }.hit(url)
    })
}

fn abstract_of(index: &Value) -> String {
    let Some(index) = index.as_object() else { return String::new() };
    let mut words: Vec<(u64, &str)> = index
        .iter()
        .flat_map(|(word, places)| {
            let places = places.as_array().map_or(&[][..], Vec::as_slice);
            places.iter().filter_map(Value::as_u64).map(move |place| (place, word.as_str()))
        })
        .filter(|(place, _)| *place < MAX_WORDS as u64)
        .collect();
    words.sort_unstable();
    words.into_iter().map(|(_, word)| word).collect::<Vec<_>>().join(" ")
}
