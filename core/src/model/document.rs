//! What was read: documents, and the spans of them that are relevant to a question.

use super::{DocumentHash, Millis, SourceId};
use crate::text::blocks::BlockKind;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// A page or file that was read, without its text. The text is in the store under `hash`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub hash: DocumentHash,
    /// The requested address, or `file:///absolute/path`.
    pub url: String,
    /// The canonical address without tracking parameters; the same for copies under several addresses. Never
    /// empty.
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    /// ISO 639-1 code, if the language was detected.
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    pub fetched_at: Millis,
    pub word_count: u32,
    /// Only the first part was read, because the document exceeds the size limit.
    pub truncated: bool,
    /// Warnings for people about reading, for example, "3 of 12 pages hold only pictures".
    #[serde(default)]
    pub warnings: Vec<String>,
    /// The work that it belongs to, with the version, if stated ("PostgreSQL 15.18 Documentation").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// Navigation in its text (tables of contents, indexes, lists of links), as code point ranges in order,
    /// without overlaps. Never quoted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub navigation: Vec<Span>,
    /// Where redirects ended; `None` for files, and in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_url: Option<String>,
    /// The content type without parameters (`text/html`), from the server or else detected from the content.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_type: Option<String>,
    /// The HTTP status; `None` for files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetch_status: Option<u16>,
}

impl Document {
    pub fn source_id(&self) -> SourceId {
        SourceId::of_url(&self.canonical_url)
    }

    /// Whether the document exists only on this machine. Such a text is sent nowhere unless the asker allows
    /// it. A library folder mapped to the site that serves it is as public as that site.
    pub fn is_private(&self) -> bool {
        self.url.starts_with("file:")
    }

    /// The words that it is known by: its title, and those of its file's name that the title lacks. People name files
    /// after what is in them; programs name the pages of a site.
    pub fn known_by(&self) -> String {
        let is_page = self.content_type.as_deref().is_none_or(|kind| kind.contains("html"));
        let path = path_of(&self.url).filter(|_| !is_page);
        let stem =
            path.as_deref().and_then(Path::file_stem).map(|stem| stem.to_string_lossy().to_lowercase());
        let title = self.title.to_lowercase();
        let words = stem.iter().flat_map(|stem| stem.split(|c: char| !c.is_alphanumeric()));
        let new = words.filter(|word| !word.is_empty() && !title.contains(word));
        [self.title.as_str()].into_iter().chain(new).collect::<Vec<_>>().join(" ")
    }

    /// Was it attached by somebody who was erased? Its text and its name are gone.
    pub fn is_erased(&self) -> bool {
        self.url.starts_with(ERASED_FILE)
    }

    /// The host of its address without `www.`, or `local file`.
    pub fn host(&self) -> String {
        host_of(&self.url)
    }

    /// Where it is from, for people: like `host`, but a file belongs to a work, if that is known.
    pub fn place(&self) -> String {
        let host = self.host();
        match &self.work {
            Some(work) if host == LOCAL_FILE => work.clone(),
            Some(_) | None => host,
        }
    }
}

/// The path of a file by its address; `None` for what isn't a file.
pub fn path_of(address: &str) -> Option<PathBuf> {
    url::Url::parse(address).ok().filter(|url| url.scheme() == "file")?.to_file_path().ok()
}

/// Stands for the host of a file.
pub const LOCAL_FILE: &str = "local file";

/// How the addresses begin that stand for files of people who were erased.
pub const ERASED_FILE: &str = "file:///erased/";

/// The host of an address without `www.`; `local file` for a file.
pub fn host_of(address: &str) -> String {
    match url::Url::parse(address) {
        Ok(parsed) => match parsed.host_str() {
            Some(host) if !host.is_empty() => host.strip_prefix("www.").unwrap_or(host).to_owned(),
            _ => LOCAL_FILE.to_owned(),
        },
        Err(_) => LOCAL_FILE.to_owned(),
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
/// The text is normalized light Markdown: `#` headings, `- ` and `1. ` list items, `| a | b |` table rows (the
/// first row is the header, followed by a `| --- |` row), fenced code with its language if known, inline code
/// in backticks, paragraphs separated by a blank line, NFC, `\n` line ends, no control or invisible characters.
/// The content of an item follows below it, indented by two more spaces than the item. A defined term is a line
/// of its own, `**term**`. Several may follow each other; the definition follows directly below, indented by
/// two spaces. Quotes are slices of exactly this text.
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

impl Span {
    /// Do both share text?
    pub fn meets(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Is the other one inside this one?
    pub fn holds(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }
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
    /// The ID that a model cites: a short hash of document and span, such as `e4821`. Equal passages have equal
    /// IDs, and a guessed ID refers to nothing. Older journals have `e1`, `e2` …
    pub id: String,
    pub source: SourceId,
    pub passage: Passage,
    pub sub_question: String,
    /// From 0 to 1.
    pub relevance: f64,
    pub stance: Stance,
    #[serde(default)]
    pub kind: BlockKind,
    /// Its location: the work and its version, the page, and the headings above it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub headings: Vec<String>,
    /// Its scores; `None` in journals of older builds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Scores>,
}

/// Scores of a passage for its part of the question. Each number is from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Scores {
    pub relevance: f64,
    /// How reliable its site is.
    pub source_quality: f64,
    /// 1 if new, halved every year; `None` if the page has no date.
    pub recency: Option<f64>,
    /// Share of the question's words that occur in it or the headings above it.
    pub completeness: f64,
    /// How many other works confirm it: 0 for none, 0.5 for one, approaching 1.
    pub corroboration: f64,
    /// Like `corroboration`, for works that contradict it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_known_by_its_name_as_well() {
        let known = |url: &str, title: &str, kind: &str| {
            let document = Document { url: url.into(), title: title.into(), ..Document::default() };
            Document { content_type: Some(kind.into()), ..document }.known_by()
        };
        let url = "file:///lib/Werkstudenten_Merkblatt.pdf";
        assert_eq!(known(url, "Merkblatt", "application/pdf"), "Merkblatt werkstudenten");
        assert_eq!(known(url, "Werkstudenten Merkblatt", "application/pdf"), "Werkstudenten Merkblatt");
        assert_eq!(known("file:///lib/ch03.html", "Rows", "text/html"), "Rows");
        assert_eq!(known("https://a.example/b_c.pdf", "Rows", "application/pdf"), "Rows");
    }
}
