//! What was read: documents, and the spans of them that bear on a question.

use super::{DocumentHash, Millis, SourceId};
use crate::text::blocks::BlockKind;
use serde::{Deserialize, Serialize};

/// A page or file that was read, without its text. The text lies in the store under `hash`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub hash: DocumentHash,
    /// Where it was found: the address asked for, or `file:///absolute/path`.
    pub url: String,
    /// Where it says it belongs, cleaned of tracking; equal for copies under several addresses. Never empty.
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    /// ISO 639-1 code, when it could be told.
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    pub fetched_at: Millis,
    pub word_count: u32,
    /// Only the first part was read, because the document is over the size cap.
    pub truncated: bool,
    /// Sentences for a person about how reading went ("3 of 12 pages hold only pictures").
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The work that it is part of, with its version ("PostgreSQL 15.18 Documentation"), when it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// Stretches of its text that only lead elsewhere (contents, indexes, lists of links), in code points, in
    /// order and apart from each other. They are never quoted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub navigation: Vec<Span>,
    /// Where redirects ended; none for files, and in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
    /// What it is made of, without parameters (`text/html`), by what its server said or else by its content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The HTTP status that it came with; none for files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetch_status: Option<u16>,
}

impl Document {
    pub fn source_id(&self) -> SourceId {
        SourceId::of_url(&self.canonical_url)
    }

    /// Does it lie on this machine alone? Such a text is shown to nobody outside unless the asker allows it.
    /// A library folder that is mapped to the site that it is served from is as public as that site.
    pub fn is_private(&self) -> bool {
        self.url.starts_with("file:")
    }

    /// The host of its address without `www.`, or `local file`.
    pub fn host(&self) -> String {
        host_of(&self.url)
    }
}

/// The host of an address without `www.`; `local file` for a file.
pub fn host_of(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(parsed) => match parsed.host_str() {
            Some(host) if !host.is_empty() => host.strip_prefix("www.").unwrap_or(host).to_owned(),
            _ => "local file".to_owned(),
        },
        Err(_) => "local file".to_owned(),
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    #[default]
    Page,
    Paper,
    News,
    Code,
    Data,
    Reference,
    Forum,
}

/// A document with its text.
///
/// The text is normalized light Markdown: `#` headings, `- ` and `1. ` list items, `| a | b |` table rows
/// (the first row is the header, then a `| --- |` row), fenced code with its language behind the fence where it
/// is known, inline code between backticks, paragraphs apart by a blank line, NFC, `\n` line ends, no control or
/// invisible characters. What belongs to an item stands below it, indented by two spaces more than the item. A
/// term of a definition is a line of its own, `**term**`; several may follow each other, and the definition is
/// indented by two spaces right below. Quotes are slices of exactly this text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    pub document: Document,
    pub text: String,
}

/// A stretch of a document's text in Unicode code points, end exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

/// A span of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Passage {
    pub hash: DocumentHash,
    pub span: Span,
}

/// A passage that bears on a sub-question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// What a model cites: a short hash of document and span such as `e4821`, so that equal passages have equal ids and a
    /// guess names nothing. Older journals hold `e1`, `e2` …
    pub id: String,
    pub source: SourceId,
    pub passage: Passage,
    pub sub_question: String,
    /// 0 to 1.
    pub relevance: f64,
    pub stance: Stance,
    #[serde(default)]
    pub kind: BlockKind,
    /// Where it stands: the work and its version, the page, and the headings down to it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// What it is worth; none in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

/// What a passage is worth for the part of the question that it bears on. Each number is 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub relevance: f64,
    /// How much the word of its site counts.
    pub source_quality: f64,
    /// 1 when new, half of it a year later; none where the page says no date.
    pub recency: Option<f64>,
    /// Share of the words of what is asked that it holds, with the headings above it.
    pub completeness: f64,
    /// By how many other works it is borne out: none, half of them for one, and so on towards 1.
    pub corroboration: f64,
    /// The same for those that say otherwise.
    pub contradiction: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    Supports,
    Contradicts,
    #[default]
    Neutral,
}
