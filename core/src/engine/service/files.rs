//! Documents attached to a question: read like library files, but used only in their thread.

use super::Service;
use crate::job::Event;
use crate::model::*;
use crate::ports::{Append, Raw, RawContent};
use crate::view::{JobView, html};
use std::sync::Arc;
use std::time::Duration;

/// Maximum files per question.
const MAX_FILES: usize = 10;
/// Timeout for printing an answer: a browser starts in a second or two, but the machine may be busy.
const PRINT_TIMEOUT: Duration = Duration::from_secs(30);

/// A file as uploaded.
#[derive(Clone, Debug)]
pub struct File {
    /// Its name, which also determines its type.
    pub name: String,
    pub content: RawContent,
    pub content_type: Option<String>,
    /// Its type, if the sender knows it better than the content shows.
    pub kind: Option<DocumentKind>,
}

impl Service {
    /// Reads files. The error names the one that cannot be read, and says why.
    pub(super) async fn readings(&self, files: &[File]) -> Result<Vec<Reading>, Refusal> {
        if files.len() > MAX_FILES {
            let message = format!("At most {MAX_FILES} files can be attached; these are {}.", files.len());
            return Err(Refusal::new(RefusalCode::InvalidQuestion, message));
        }
        let mut readings = Vec::new();
        for file in files {
            let raw = self.raw(file.content.clone(), attachment_url(&file.name));
            let raw = Raw { content_type: file.content_type.clone(), ..raw };
            let mut read = self.ports.reader.extract(raw).await.map_err(|failure| {
                let message = format!("{} cannot be read: {}", file.name, failure.detail);
                Refusal::new(RefusalCode::InvalidQuestion, message)
            })?;
            read.document.kind = file.kind.unwrap_or(read.document.kind);
            readings.push(known_by_its_text(read, &file.name));
        }
        Ok(readings)
    }

    /// What to read as an attached file is read, within the same limits.
    pub(super) fn raw(&self, content: RawContent, url: String) -> Raw {
        let timeout = Duration::from_millis(self.defaults.file_ms);
        Raw { content, url, content_type: None, max_bytes: self.defaults.file_bytes, timeout }
    }

    /// Is PDF export available?
    pub fn prints(&self) -> bool {
        self.ports.reader.prints()
    }

    /// An answer as PDF.
    pub async fn pdf(&self, view: &JobView) -> Result<Vec<u8>, Refusal> {
        let printed = self.ports.reader.print(&html(view), PRINT_TIMEOUT).await;
        printed.map_err(|failure| {
            // Without a printer, retrying is pointless.
            let for_good = failure.reason == FailureReason::NotConfigured;
            let code = if for_good { RefusalCode::Rejected } else { RefusalCode::Unavailable };
            Refusal::new(code, failure.detail)
        })
    }

    /// Adds documents to a thread: to the current turn if it has not judged its sources yet, and to later ones.
    pub async fn attach(
        &self,
        job: &JobId,
        files: &[File],
        by: &Requester,
    ) -> Result<Vec<Document>, Refusal> {
        let readings = self.readings(files).await?;
        let row = self.row(job).await?;
        let documents: Vec<Document> = readings.iter().map(|reading| reading.document.clone()).collect();
        let event = |document: &Document| Event::Attached { document: Arc::new(document.clone()) };
        let given = Append { events: documents.iter().map(event).collect(), readings, ..Append::default() };
        self.record(&row, by, given).await?;
        Ok(documents)
    }
}

/// The address under which an attached file is cited. It cannot be opened.
fn attachment_url(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let path = std::path::Path::new("/given-along").join(name);
    url::Url::from_file_path(path).map_or_else(|()| "file:///given-along".to_owned(), String::from)
}

/// Adds the start of the text's hash to the address, so that two files with the same name are two sources.
fn known_by_its_text(mut reading: Reading, name: &str) -> Reading {
    let document = &mut reading.document;
    document.url =
        format!("{}#{}", document.url, &document.hash.as_str()[..12.min(document.hash.as_str().len())]);
    document.canonical_url.clone_from(&document.url);
    if document.title.trim().is_empty() {
        document.title = name.to_owned();
    }
    reading
}
