//! One pass of search, read, and evaluate.

use crate::job::{Chosen, EffectKind, Judgement, ModelTurn, Selection};
use crate::model::*;
use crate::text::canonical_url;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Round {
    pub queries: Vec<Query>,
    /// By stem of the search.
    pub found: BTreeMap<String, SearchResult>,
    /// Turns of the driving model, in order; empty if the stages choose.
    pub turns: Vec<ModelTurn>,
    /// Texts extracted from HTML for the driving model, by stem.
    pub extracts: BTreeMap<String, Arc<Document>>,
    pub selection: Option<Selection>,
    /// By stem, so that the order of arrival can't matter.
    pub reads: BTreeMap<String, ReadState>,
    pub judgement: Option<Arc<Judgement>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    pub provider: String,
    pub hits: Arc<[SearchHit]>,
    pub cached: bool,
}

/// A chosen page, and its outcome.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadState {
    pub chosen: Chosen,
    pub document: Option<Arc<Document>>,
    pub cached: bool,
    pub failure: Option<Failure>,
}

impl Round {
    /// Whether a driving model has read anything here.
    pub fn is_driven(&self) -> bool {
        !self.turns.is_empty() && self.reads.values().any(|read| read.document.is_some())
    }
}

/// The stem of a driving model's turn in a round.
pub fn turn_stem(round: usize, turn: usize) -> String {
    EffectKind::Drive.one_of_round(round, turn)
}

/// The stem of extracting text from HTML in a round.
pub fn extract_stem(round: usize, html: &str) -> String {
    EffectKind::Extract.one_of_round(round, &sha256_hex(html.as_bytes())[..16])
}

/// The stem of a search: one query to one provider in a round.
pub fn search_stem(round: usize, query: &Query, provider: &str) -> String {
    let filters = serde_json::to_string(&query.filters).unwrap_or_default();
    let hash = sha256_hex(format!("{}\n{filters}\n{provider}", query.text).as_bytes());
    EffectKind::Search.one_of_round(round, &hash[..16])
}

/// The stem of reading a page in a round.
pub fn read_stem(round: usize, chosen: &Chosen) -> String {
    EffectKind::Read.one_of_round(round, &sha256_hex(chosen.canonical_url.as_bytes())[..16])
}

impl Chosen {
    /// The open-access copy of this page, to be read in its place.
    pub fn open_copy(&self, url: &str) -> Chosen {
        Chosen {
            url: url.to_owned(),
            canonical_url: canonical_url(url),
            hash: None,
            why: format!("an open copy of {}, {}", self.url, self.why),
            copy_of: Some(self.url.clone()),
            ..self.clone()
        }
    }
}
