//! What was read: documents, and their spans that are relevant to a question.

use super::{DocumentHash, Millis, SourceId};
use crate::text::blocks::BlockKind;
use serde::{Deserialize, Serialize};

/// A page or file that was read, without its text. The text is in the store under `hash`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub hash: DocumentHash,
    /// Where it was found: the requested address, or `file:///absolute/path`.
    pub url: String,
    /// Its canonical address without tracking parameters; equal for copies under several addresses. Never empty.
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    /// ISO 639-1 code, if it could be detected.
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    pub fetched_at: Millis,
    pub word_count: u32,
    /// Only the first part was read, because the document exceeds the size limit.
    pub truncated: bool,
    /// Warnings for people about reading ("3 of 12 pages hold only pictures").
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The work that it is part of, with its version ("PostgreSQL 15.18 Documentation"), if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// Navigation in its text (tables of contents, indexes, lists of links): ranges in code points, in order, without
    /// overlap. They are never quoted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub navigation: Vec<Span>,
    /// Where redirects ended; none for files, and in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
    /// Its content type without parameters (`text/html`), from its server or else from its content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The HTTP status; none for files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetch_status: Option<u16>,
}

impl Document {
    pub fn source_id(&self) -> SourceId {
        SourceId::of_url(&self.canonical_url)
    }

    /// Does it exist only on this machine? Such a text is not sent anywhere unless the asker allows it. A library
    /// folder mapped to the site that it is served from is as public as that site.
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

/// A range of a document's text in Unicode code points, end exclusive.
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

/// A passage that is relevant to a sub-question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// The ID that a model cites: a short hash of document and span such as `e4821`, so that equal passages have equal
    /// IDs and a guess refers to nothing. Older journals have `e1`, `e2` …
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
    /// Its scores; none in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

/// Scores of a passage for its part of the question. Each number is from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub relevance: f64,
    /// How reliable its site is.
    pub source_quality: f64,
    /// 1 if new, halved every year; none if the page has no date.
    pub recency: Option<f64>,
    /// Share of the question's words that occur in it or the headings above it.
    pub completeness: f64,
    /// How many other works confirm it: 0 for none, 0.5 for one, approaching 1.
    pub corroboration: f64,
    /// The same for works that contradict it.
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
