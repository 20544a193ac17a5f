//! Queries, and search results that have not been read yet.

use super::{Advice, Deliverable, DocumentHash, Millis, Recency, Routing, SearchStyle, Span, is_default};
use serde::{Deserialize, Serialize};

/// The name of a domain file, for example `medical`.
pub type Domain = String;

/// What a job must find out, and its first searches.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    pub goal: String,
    /// What must be known for an answer. Never empty: a simple question is its own sub-question.
    pub sub_questions: Vec<SubQuestion>,
    /// Queries of the first round, best first.
    pub queries: Vec<Query>,
    pub by: Maker,
    /// The providers to use, and the requirements of the question's domain.
    #[serde(default)]
    pub routing: Routing,
    /// A model's assessment of its plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice: Option<Advice>,
    /// The format of the answer; a brief if the journal doesn't say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deliverable: Option<Deliverable>,
}

impl Plan {
    /// The sub-question with this id.
    pub fn part(&self, id: &str) -> Option<&SubQuestion> {
        self.sub_questions.iter().find(|part| part.id == id)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SubQuestion {
    /// `q1`, `q2` …, unique in the plan.
    pub id: String,
    pub text: String,
    /// Content words that a relevant passage would contain, in lower case, unstemmed.
    pub terms: Vec<String>,
}

/// Who made a decision or a text: our own rules, or a named model.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    #[default]
    Rules,
    Model(String),
}

impl Maker {
    /// The model's name; `None` for our own rules.
    pub fn model(&self) -> Option<&str> {
        match self {
            Maker::Model(name) => Some(name),
            Maker::Rules => None,
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Query {
    pub text: String,
    /// The sub-question that it serves.
    pub sub_question: String,
    #[serde(default)]
    pub filters: Filters,
    /// The providers to use; empty means all that the job may use.
    #[serde(default)]
    pub providers: Vec<String>,
    /// The reason for the query, for the run log.
    #[serde(default)]
    pub why: String,
    /// Whether it has a name that the pages read have and the question doesn't. It leads research on, but tells people
    /// nothing about what they asked, so it isn't listed for them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub from_pages: bool,
}

impl Query {
    /// Whether a provider of this style gets the same request for both queries.
    pub fn asks_the_same(&self, other: &Query, style: SearchStyle) -> bool {
        self.text.trim().to_lowercase() == other.text.trim().to_lowercase()
            && self.filters.applied(style) == other.filters.applied(style)
    }
}

/// The same filters for every provider, except that the asker's own documents are only filtered by explicit
/// demands. Empty lists filter nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Filters {
    pub recency: Option<Recency>,
    pub language: Option<String>,
    #[serde(default)]
    pub domains_in: Vec<String>,
    #[serde(default)]
    pub domains_out: Vec<String>,
    pub kind: Option<ContentKind>,
    /// Empty if the journal does not say: older builds applied all filters to every provider.
    #[serde(default, skip_serializing_if = "is_default")]
    pub wished: SoftFilters,
}

/// Which filters are only preferences: proposed by a model, preferred by a domain, or suggested by a question's
/// words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct SoftFilters {
    pub recency: bool,
    /// Applies to `domains_in`.
    pub site: bool,
}

impl Filters {
    /// The filters that apply to a provider of this style. The asker has chosen the documents of the library,
    /// and file dates say little, so mere preferences don't hide them.
    pub fn applied(&self, style: SearchStyle) -> Filters {
        let mut filters = self.clone();
        if style == SearchStyle::Own {
            filters.recency = filters.recency.filter(|_| !self.wished.recency);
            if self.wished.site {
                filters.domains_in.clear();
            }
            filters.wished = SoftFilters::default();
        }
        filters
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ContentKind {
    News,
    Academic,
    General,
}

/// One search result, not read yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchHit {
    pub url: String,
    pub title: String,
    /// At most 500 characters.
    pub snippet: String,
    pub provider: String,
    /// 1 for the first result of its list.
    pub rank: u32,
    /// The provider's own score, only comparable within its list; 0 if it has none.
    pub score: f64,
    pub published_at: Option<Millis>,
    /// Set if the store already has the text (the library), so that reading needs no network.
    pub hash: Option<DocumentHash>,
    /// Title of the matching section, if the provider knows it.
    pub section: Option<String>,
    /// The matching blocks of the text, best first, if the provider knows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<FoundBlock>,
}

impl SearchHit {
    /// Whether it exists only on this machine, as a private document.
    pub fn is_private(&self) -> bool {
        self.url.starts_with("file:")
    }
}

/// A block of a stored text that matched a search by its words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FoundBlock {
    pub span: Span,
    /// BM25 with the statistics of the provider's whole collection; comparable within one query.
    pub score: f64,
    /// Weighted share of the query's words in the block and the headings above it, from 0 to 1.
    #[serde(default)]
    pub coverage: f64,
    /// The share that the document's description of itself adds to it. That tells which document is meant, but the block
    /// itself doesn't contain these words.
    #[serde(default, skip_serializing_if = "super::is_default")]
    pub about: f64,
    /// Cosine similarity of the block to what is asked; `None` where the provider doesn't search by meaning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub near: Option<f64>,
}

impl FoundBlock {
    /// The value to order the blocks of one query by: the score, times the share of the query that the block and its
    /// document's description cover. Journals of older builds don't tell that share.
    pub fn order(&self) -> f64 {
        let covered = self.coverage + self.about;
        if covered == 0.0 { self.score } else { self.score * covered }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wishes_hold_for_the_web_and_demands_for_all() {
        let demanded = Filters {
            recency: Some(Recency::Year),
            domains_in: vec!["a.test".into()],
            domains_out: vec!["b.test".into()],
            ..Filters::default()
        };
        let wished = Filters { wished: SoftFilters { recency: true, site: true }, ..demanded.clone() };
        assert_eq!(demanded.applied(SearchStyle::Own), demanded);
        assert_eq!(wished.applied(SearchStyle::Keyword), wished);
        let own = Filters { recency: None, domains_in: Vec::new(), ..demanded };
        assert_eq!(wished.applied(SearchStyle::Own), own);
        let query = |text: &str, filters: &Filters| Query {
            text: text.into(),
            filters: filters.clone(),
            ..Query::default()
        };
        let (one, other) = (query("Heron", &wished), query("heron ", &own));
        assert!(one.asks_the_same(&other, SearchStyle::Own) && !one.asks_the_same(&other, SearchStyle::News));
    }

    #[test]
    fn filters_without_wishes_are_written_as_before() {
        let old =
            r#"{"recency":"year","language":null,"domains_in":["a.test"],"domains_out":[],"kind":null}"#;
        let filters: Filters = serde_json::from_str(old).expect("it reads");
        assert_eq!(serde_json::to_string(&filters).expect("it writes"), old, "stems are made of it");
        assert_eq!(filters.applied(SearchStyle::Own), filters, "it was sent like this");
    }
}
