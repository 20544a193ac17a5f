//! Crunchbase: companies by name. Interface: <https://data.crunchbase.com/docs/using-autocomplete-api>.
//!
//! It finds organizations, not sentences: a long query is cut to the words that can be a name.

use crate::http::{Words, address, list, one_line, text};
use async_trait::async_trait;
use gorkd_core::model::SearchHit;
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(Crunchbase, "crunchbase", "Crunchbase");

const LONGEST: usize = 100;
/// The interface returns at most 25 results.
const MAX_RESULTS: u32 = 25;

#[async_trait]
impl Search for Crunchbase {
    as_server!(Companies);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let url = self.server.at(&["api", "v4", "autocompletes"]);
        let call =
            self.server.ask(Method::GET, url, request)?.header("x-cb-user-key", self.server.key()?).query(&[
                ("query", name_in(&request.query)),
                ("collection_ids", "organizations".to_owned()),
                ("limit", request.results.clamp(1, MAX_RESULTS).to_string()),
            ]);
        let answer = self.server.json(call).await?;
        self.server.found(request, hits(&answer))
    }
}

/// The quoted words, else the capitalized ones, else the first few.
fn name_in(query: &str) -> String {
    let query = one_line(query, LONGEST);
    if let Some(quoted) = query.split('"').nth(1).filter(|quoted| !quoted.trim().is_empty()) {
        return quoted.trim().to_owned();
    }
    let capital = |word: &&str| word.chars().next().is_some_and(char::is_uppercase);
    let named: Vec<&str> = query.split(' ').filter(capital).collect();
    if named.is_empty() { query.split(' ').take(3).collect::<Vec<_>>().join(" ") } else { named.join(" ") }
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    let hit = |entity: &Value| {
        let identifier = entity.get("identifier")?;
        let (name, link) = (text(identifier, "value"), text(identifier, "permalink"));
        if link.is_empty() {
            return None;
        }
        let url = address(&format!("https://www.crunchbase.com/organization/{link}"))?;
        Some(Words { title: name, snippet: text(entity, "short_description") }.hit(url))
    };
    list(answer, &["entities"]).iter().filter_map(hit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_cut_to_a_name() {
        for (query, name) in [
            ("who funds Acme Robotics", "Acme Robotics"),
            ("funding of \"acme robotics\" inc", "acme robotics"),
            ("acme robotics funding rounds", "acme robotics funding"),
        ] {
            assert_eq!(name_in(query), name);
        }
    }
}
