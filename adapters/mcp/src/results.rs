//! Results of tools: text for models that read only text, and the same as data.

use crate::sources::{address, link};
use gorkd_core::job::JobStatus;
use gorkd_core::model::{Failure, JobId, Reading, Refusal, SearchHit};
use gorkd_core::view::{JobView, export, iso};
use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock};
use rmcp::schemars::{self, JsonSchema};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write;

/// Maximum characters of page text per result.
const ROOM: usize = 20_000;

/// Why a call has no result.
pub enum Why {
    /// A sentence for a model, which can correct it.
    Told(Box<CallToolResult>),
    /// An error for a program.
    Fault(ErrorData),
}

impl Why {
    pub fn told(sentence: impl Into<String>) -> Self {
        Why::Told(Box::new(CallToolResult::error(vec![ContentBlock::text(sentence.into())])))
    }

    /// gorkd is shutting down. The run continues when gorkd is back.
    pub fn ending(job: &JobId) -> Self {
        Self::told(format!(
            "gorkd is shutting down. The run continues when it is back: get_job {job} shows it."
        ))
    }
}

impl From<Refusal> for Why {
    fn from(refusal: Refusal) -> Self {
        Self::told(refusal.to_operator())
    }
}

impl From<Failure> for Why {
    fn from(failure: Failure) -> Self {
        Self::told(failure.detail)
    }
}

/// A job: its checked answer, or its progress. `now` says what it is doing.
pub fn job(view: &JobView, now: &str) -> Result<CallToolResult, Why> {
    let text = match (&view.error, view.status) {
        (Some(error), _) => error.message.clone(),
        (None, JobStatus::Completed) => answer(view),
        (None, _) => format!(
            "Run {} is in progress: {now}. There is no checked answer yet. Call get_job again later.",
            view.job_id
        ),
    };
    let mut content = vec![ContentBlock::text(text)];
    let cited = view.sources.iter().filter(|source| source.number.is_some());
    content.extend(cited.map(|source| ContentBlock::resource_link(link(&view.job_id, source))));
    let mut result = match view.error {
        Some(_) => CallToolResult::error(content),
        None => CallToolResult::success(content),
    };
    result.structured_content = Some(data(view)?);
    Ok(result)
}

fn answer(view: &JobView) -> String {
    let mut text = export::markdown(view);
    // Writing to a String cannot fail.
    let _ = write!(
        text,
        "\nRun: {}. Thread: {} (continue it with follow_up). Full text of a source: {}",
        view.job_id,
        view.thread_id,
        address(&view.job_id, "SOURCE_ID")
    );
    text
}

/// A page or a file as gorkd reads it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Page {
    pub url: String,
    /// The page's canonical address, without tracking parameters.
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    /// ISO 639-1.
    pub language: Option<String>,
    /// ISO 8601.
    pub published_at: Option<String>,
    pub word_count: u32,
    /// Only the first part of the document was read, because it is very long.
    pub truncated: bool,
    pub warnings: Vec<String>,
    /// This part of the text.
    pub text: String,
    /// The first character of `text` within the whole, in Unicode code points.
    pub start: usize,
    /// Start of the next part; null after the last one.
    pub next_start: Option<usize>,
}

pub fn page(reading: Reading, start: usize) -> Result<CallToolResult, Why> {
    let Reading { document, text } = reading;
    let length = text.chars().count();
    if start > 0 && start >= length {
        return Err(Why::told(format!(
            "The text has only {length} characters, so nothing starts at {start}."
        )));
    }
    let part: String = text.chars().skip(start).take(ROOM).collect();
    let next_start = (start + ROOM < length).then_some(start + ROOM);
    let page = Page {
        url: document.url,
        canonical_url: document.canonical_url,
        title: document.title,
        author: document.author,
        site: document.site,
        language: document.language,
        published_at: document.published_at.map(iso),
        word_count: document.word_count,
        truncated: document.truncated,
        warnings: document.warnings,
        text: part,
        start,
        next_start,
    };
    let more = page.next_start.map_or_else(String::new, |next| {
        format!("\n\n[{length} characters in total; for the next part, call read_page with start {next}]")
    });
    with_text(format!("# {}\n{}\n\n{}{more}", page.title, page.url, page.text), &page)
}

/// What a search found. Nothing has been read yet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Hits {
    pub hits: Vec<Hit>,
    /// Providers that failed.
    pub failed: Vec<Silent>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Hit {
    pub provider: String,
    /// 1 for the first result of its provider.
    pub rank: u32,
    pub title: String,
    pub url: String,
    pub snippet: String,
    /// ISO 8601.
    pub published_at: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub struct Silent {
    pub provider: String,
    /// The reason, in a sentence.
    pub reason: String,
}

impl From<SearchHit> for Hit {
    fn from(hit: SearchHit) -> Self {
        Self {
            provider: hit.provider,
            rank: hit.rank,
            title: hit.title,
            url: hit.url,
            snippet: hit.snippet,
            published_at: hit.published_at.map(iso),
        }
    }
}

pub fn hits(found: Hits) -> Result<CallToolResult, Why> {
    let silent = found.failed.iter().map(|one| format!("{}: {}", one.provider, one.reason));
    let silent: Vec<String> = silent.collect();
    if found.hits.is_empty() && !silent.is_empty() {
        return Err(Why::told(silent.join("\n")));
    }
    let line = |hit: &Hit| {
        format!("{} {}. {}\n   {}\n   {}", hit.provider, hit.rank, hit.title, hit.url, hit.snippet)
    };
    let mut lines: Vec<String> = found.hits.iter().map(line).collect();
    if lines.is_empty() {
        lines.push("Nothing was found.".to_owned());
    }
    lines.extend(silent);
    with_text(lines.join("\n"), &found)
}

fn with_text(text: String, value: &impl Serialize) -> Result<CallToolResult, Why> {
    let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
    result.structured_content = Some(data(value)?);
    Ok(result)
}

fn data(value: &impl Serialize) -> Result<Value, Why> {
    let fault = |_| Why::Fault(ErrorData::internal_error("The result can't be serialized.", None));
    serde_json::to_value(value).map_err(fault)
}
