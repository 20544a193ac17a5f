//! PubMed: medical papers, in two calls. The first one finds papers, the second one fetches their abstracts.
//! Interface: <https://www.ncbi.nlm.nih.gov/books/NBK25499/>.
//!
//! A paper that is free at PubMed Central is cited by its address there, where the full text is.

use crate::http::xml::{Element, NoTree, parse};
use crate::http::{Words, date, days, nothing_said, one_line, unreadable};
use async_trait::async_trait;
use gorkd_core::model::{Failure, Millis, SearchHit};
use gorkd_core::ports::{Outcome, Search, SearchRequest};
use gorkd_core::text::lists;
use reqwest::Method;

provider!(PubMed, "pubmed", "PubMed");

const LONGEST: usize = 300;

impl PubMed {
    /// Server calls per search.
    pub const CALLS: u32 = 2;

    /// Identifies the caller. NCBI asks for a tool name and an email address, and allows more calls with a
    /// key.
    fn asker(&self) -> Vec<(&'static str, String)> {
        let mut asker = vec![("db", "pubmed".to_owned()), ("tool", "gorkd".to_owned())];
        if !self.server.settings.email.is_empty() {
            asker.push(("email", self.server.settings.email.clone()));
        }
        if let Ok(key) = self.server.key() {
            asker.push(("api_key", key.to_owned()));
        }
        asker
    }
}

#[async_trait]
impl Search for PubMed {
    as_server!(Scholarly);

    async fn search(&self, request: &SearchRequest) -> Outcome<Vec<SearchHit>> {
        let url = self.server.at(&["entrez", "eutils", "esearch.fcgi"]);
        let mut call = self.server.ask(Method::GET, url, request)?.query(&self.asker()).query(&[
            ("term", one_line(&request.query, LONGEST)),
            ("retmax", request.results.clamp(1, 100).to_string()),
            ("sort", "relevance".to_owned()),
            ("retmode", "xml".to_owned()),
        ]);
        if let Some(recency) = request.filters.recency {
            let days = days(recency).to_string();
            call = call.query(&[("datetype", "pdat"), ("reldate", &days)]);
        }
        let reply = self.server.send(call).await?;
        let ids = ids(&reply.body).map_err(|failure| self.server.paid(failure))?;
        if ids.is_empty() {
            return self.server.found(request, Vec::new());
        }
        let url = self.server.at(&["entrez", "eutils", "efetch.fcgi"]);
        let call = self
            .server
            .ask(Method::GET, url, request)?
            .query(&self.asker())
            .query(&[("id", ids.join(",")), ("retmode", "xml".to_owned())]);
        let reply = self.server.send(call).await?;
        let found = hits(&reply.body).map_err(|failure| self.server.paid(failure))?;
        self.server.found(request, found)
    }
}

/// Parses the IDs from the first call. An unknown phrase is not an error; an `ERROR` field is.
pub(super) fn ids(body: &[u8]) -> Result<Vec<String>, Failure> {
    let root = tree(body, "eSearchResult")?;
    if let Some(error) = root.at(&["ERROR"]) {
        return Err(nothing_said(ABOUT, &error.text()));
    }
    let list = root.at(&["IdList"]);
    let ids = list.into_iter().flat_map(|list| list.all("Id")).map(Element::text);
    Ok(ids.filter(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit())).collect())
}

/// Parses the papers from the second call, in its order.
pub(super) fn hits(body: &[u8]) -> Result<Vec<SearchHit>, Failure> {
    let root = tree(body, "PubmedArticleSet")?;
    Ok(root.all("PubmedArticle").filter_map(hit).collect())
}

fn tree(body: &[u8], name: &str) -> Result<Element, Failure> {
    let root = parse(body).map_err(|why| unreadable(ABOUT, body, why == NoTree::CutOff))?;
    if root.name == name {
        return Ok(root);
    }
    match root.at(&["ERROR"]) {
        Some(error) => Err(nothing_said(ABOUT, &error.text())),
        None => Err(unreadable(ABOUT, body, false)),
    }
}

fn hit(entry: &Element) -> Option<SearchHit> {
    let citation = entry.at(&["MedlineCitation"])?;
    let article = citation.at(&["Article"])?;
    let id = citation.at(&["PMID"])?.text();
    let ids = entry.at(&["PubmedData", "ArticleIdList"]);
    let central = ids
        .into_iter()
        .flat_map(|ids| ids.all("ArticleId"))
        .find(|id| id.attribute("IdType") == Some("pmc"))
        .map(Element::text)
        .filter(|id| id.starts_with("PMC"));
    let url = match central {
        Some(central) => format!("https://pmc.ncbi.nlm.nih.gov/articles/{central}/"),
        None => format!("https://pubmed.ncbi.nlm.nih.gov/{id}/"),
    };
    let title = article.at(&["ArticleTitle"]).map(Element::text).unwrap_or_default();
    let snippet = abstract_of(article);
    let published = article
        .at(&["ArticleDate"])
        .and_then(day)
        .or_else(|| article.at(&["Journal", "JournalIssue", "PubDate"]).and_then(day));
    Some(SearchHit { published_at: published, ..Words { title: &title, snippet: &snippet }.hit(url) })
}

/// Joins the parts of a structured abstract, conclusions first: a hit has little room, and they say most.
fn abstract_of(article: &Element) -> String {
    let parts: Vec<(String, String)> = article
        .at(&["Abstract"])
        .into_iter()
        .flat_map(|parts| parts.all("AbstractText"))
        .map(|part| (part.attribute("Label").unwrap_or_default().to_owned(), part.text()))
        .collect();
    let concludes = |label: &str| label.to_uppercase().starts_with("CONCLUSION");
    let said = |(label, text): &(String, String)| {
        if label.is_empty() { text.clone() } else { format!("{label}: {text}") }
    };
    let first = parts.iter().filter(|(label, _)| concludes(label));
    first.chain(parts.iter().filter(|(label, _)| !concludes(label))).map(said).collect::<Vec<_>>().join(" ")
}

/// Months are numbers or English names; `MedlineDate` starts with a year.
fn day(date_element: &Element) -> Option<Millis> {
    let part = |name: &str| date_element.at(&[name]).map(Element::text).unwrap_or_default();
    let month = part("Month");
    let month = month.parse::<i64>().ok().or_else(|| lists::month(&month.to_lowercase()).map(i64::from));
    let year = Some(part("Year")).filter(|year| !year.is_empty()).or_else(|| {
        let words = part("MedlineDate");
        words.get(..4).map(str::to_owned)
    });
    date(year?.parse().ok()?, month.unwrap_or(1), part("Day").parse().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_all_their_forms() {
        for (xml, expected) in [
            ("<d><Year>2018</Year><Month>05</Month><Day>17</Day></d>", date(2018, 5, 17)),
            ("<d><Year>2018</Year><Month>May</Month></d>", date(2018, 5, 1)),
            ("<d><MedlineDate>1998 Nov-Dec</MedlineDate></d>", date(1998, 1, 1)),
            ("<d/>", None),
        ] {
            assert_eq!(day(&parse(xml.as_bytes()).expect("a tree")), expected, "{xml}");
        }
    }
}
