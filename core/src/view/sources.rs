//! What a run has read, as shown in the job document, and what it could not read.

use super::iso;
use crate::job::Job;
use crate::model::{Answer, Document, DocumentHash, DocumentKind, FailureReason, LOCAL_FILE, SourceId};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceView {
    pub id: SourceId,
    /// `None` for a source that was read but not cited.
    pub number: Option<u32>,
    pub cited: bool,
    pub url: String,
    /// Where redirects ended; `None` if nothing was fetched, and for sources read by older builds.
    pub final_url: Option<String>,
    /// For example, `text/html`; `None` for sources read by older builds.
    pub content_type: Option<String>,
    /// The HTTP status; `None` if nothing was fetched.
    pub fetch_status: Option<u16>,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    /// The host without `www.`, or `local file`.
    pub domain: String,
    /// The work that it belongs to, with the version, if stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    #[serde(rename = "type")]
    pub kind: DocumentKind,
    pub published_at: Option<String>,
    pub fetched_at: String,
    pub language: Option<String>,
    pub word_count: u32,
    pub snippet: String,
    pub excerpt: String,
    pub why_used: String,
    /// From 0 to 1.
    pub relevance: f64,
    pub truncated: bool,
    pub hash: DocumentHash,
}

impl SourceView {
    /// Where it is from, for people: see [`Document::place`].
    pub fn place(&self) -> &str {
        match &self.work {
            Some(work) if self.domain == LOCAL_FILE => work,
            Some(_) | None => &self.domain,
        }
    }

    /// The same in the words of a language.
    pub fn place_in(&self, locale: Locale) -> String {
        place_in(self.place(), locale)
    }
}

/// The place of a document in the words of a language.
pub fn place_in(place: &str, locale: Locale) -> String {
    match place {
        LOCAL_FILE => locale.say(Msg::AnswerLocalFile),
        place => place.to_owned(),
    }
}

/// A page that was chosen but could not be read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnreadView {
    pub url: String,
    pub reason: FailureReason,
    pub detail: String,
}

pub(super) fn sources(job: &Job, answer: &Answer) -> Vec<SourceView> {
    let mut seen = BTreeSet::new();
    let mut sources: Vec<SourceView> = Vec::new();
    let cited: BTreeSet<&SourceId> = answer.citations.iter().map(|citation| &citation.source_id).collect();
    for source in &answer.sources {
        if seen.insert(source.id.clone()) {
            sources.push(SourceView {
                cited: cited.contains(&source.id),
                number: source.number,
                snippet: source.snippet.clone(),
                excerpt: source.excerpt.clone(),
                why_used: source.why_used.clone(),
                relevance: source.relevance,
                ..of_document(&source.id, &source.document)
            });
        }
    }
    for document in &job.attached {
        let id = document.source_id();
        if seen.insert(id.clone()) {
            let why_used = "given along with the question".to_owned();
            sources.push(SourceView { why_used, ..of_document(&id, document) });
        }
    }
    for (_, read, document) in job.documents() {
        let id = document.source_id();
        if seen.insert(id.clone()) {
            sources.push(SourceView {
                snippet: read.chosen.snippet.clone(),
                why_used: read.chosen.why.clone(),
                relevance: read.chosen.score,
                ..of_document(&id, document)
            });
        }
    }
    sources.sort_by_key(|source| source.number.unwrap_or(u32::MAX));
    sources
}

fn of_document(id: &SourceId, document: &Document) -> SourceView {
    SourceView {
        id: id.clone(),
        url: document.url.clone(),
        final_url: document.final_url.clone(),
        content_type: document.content_type.clone(),
        fetch_status: document.fetch_status,
        title: document.title.clone(),
        author: document.author.clone(),
        site: document.site.clone(),
        domain: document.host(),
        work: document.work.clone(),
        kind: document.kind,
        published_at: document.published_at.map(iso),
        fetched_at: iso(document.fetched_at),
        language: document.language.clone(),
        word_count: document.word_count,
        truncated: document.truncated,
        hash: document.hash.clone(),
        ..SourceView::default()
    }
}

pub(super) fn unread(job: &Job) -> Vec<UnreadView> {
    let mut seen = BTreeSet::new();
    job.unread()
        .filter(|(read, _)| seen.insert(read.chosen.url.clone()))
        .map(|(read, failure)| UnreadView {
            url: read.chosen.url.clone(),
            reason: failure.reason,
            detail: failure.detail.clone(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_from_its_work_and_a_page_from_its_host() {
        let handbook = "The Debian Administrator's Handbook";
        for (url, work, place) in [
            ("file:///d/apparmor.html", Some(handbook), handbook),
            ("file:///d/notes.md", None, "local file"),
            ("https://www.debian.example/apparmor", Some(handbook), "debian.example"),
        ] {
            let document =
                Document { url: url.to_owned(), work: work.map(str::to_owned), ..Document::default() };
            let view = of_document(&"src_1".into(), &document);
            assert_eq!((view.place(), document.place().as_str()), (place, place), "{url}");
            assert_eq!(view.domain, document.host(), "{url}");
            assert_eq!(view.place_in(Locale::En), place, "{url}");
        }
        let file = Document { url: "file:///d/notes.md".to_owned(), ..Document::default() };
        assert_eq!(of_document(&"src_1".into(), &file).place_in(Locale::De), "lokale Datei");
    }
}
