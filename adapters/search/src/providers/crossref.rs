//! Crossref: DOI metadata registered by publishers. Interface:
//! <https://api.crossref.org/swagger-ui/index.html>.

use crate::http::{Words, address, date, list, one_line, since, text};
use async_trait::async_trait;
use gorkd_core::model::{Millis, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use reqwest::Method;
use serde_json::Value;

provider!(Crossref, "crossref", "Crossref");

const LONGEST: usize = 300;
const FIELDS: &str = "DOI,URL,title,abstract,author,issued,published,container-title,score,license,link,type";

#[async_trait]
impl Search for Crossref {
    as_server!(Scholarly);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let mut call = self.server.ask(Method::GET, self.server.at(&["works"]), request)?.query(&[
            ("query", one_line(&request.query, LONGEST)),
            ("rows", request.results.clamp(1, 100).to_string()),
            ("select", FIELDS.to_owned()),
        ]);
        if let Some(recency) = request.filters.recency {
            call = call.query(&[("filter", format!("from-pub-date:{}", since(recency)))]);
        }
        if !self.server.settings.email.is_empty() {
            call = call.query(&[("mailto", &self.server.settings.email)]);
        }
        let answer = self.server.json(call).await?;
        self.server.found(request, hits(&answer))
    }
}

pub(super) fn hits(answer: &Value) -> Vec<SearchHit> {
    list(answer, &["message", "items"]).iter().filter_map(hit).collect()
}

fn hit(work: &Value) -> Option<SearchHit> {
    let doi = text(work, "DOI");
    let url = if doi.is_empty() { text(work, "URL").to_owned() } else { format!("https://doi.org/{doi}") };
    let first = |key: &str| list(work, &[key]).first().and_then(Value::as_str).unwrap_or_default();
    let abstract_ = text(work, "abstract");
    let said = if abstract_.is_empty() {
        let authors: Vec<String> = list(work, &["author"])
            .iter()
            .take(3)
            .map(|author| format!("{} {}", text(author, "given"), text(author, "family")).trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        let by = if authors.is_empty() { String::new() } else { format!("By {}. ", authors.join(", ")) };
        format!("{by}{}", first("container-title"))
    } else {
        abstract_.to_owned()
    };
    Some(SearchHit {
        score: work.get("score").and_then(Value::as_f64).unwrap_or(0.0),
        published_at: ["published", "issued"].iter().find_map(|key| day(work.get(*key)?)),
        ..Words { title: first("title"), snippet: &said }.hit(address(&url)?)
    })
}

/// `{"date-parts": [[2022, 7, 26]]}`; month and day may be missing.
fn day(value: &Value) -> Option<Millis> {
    let parts = list(value, &["date-parts"]).first()?.as_array()?;
    let part = |at: usize| parts.get(at).and_then(Value::as_i64);
    date(part(0)?, part(1).unwrap_or(1), part(2).unwrap_or(1))
}
