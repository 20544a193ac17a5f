//! Request and response bodies of the routes, except documents of the core.

pub use super::names::*;
use gorkd_core::model::{Deliverable, Privacy, Profile};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// A question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct AskBody {
    /// The question: 1 to 2,000 characters.
    pub goal: String,
    /// May gorkd ask clarifying questions before it starts? `auto`: no. `plan`: yes.
    #[schema(value_type = Option<ModeName>)]
    pub mode_override: Option<ModeName>,
    #[schema(value_type = Option<ProfileName>)]
    pub profile: Option<Profile>,
    #[schema(value_type = Option<PrivacyName>)]
    pub privacy: Option<Privacy>,
    /// The domain of the question.
    pub domain: Option<String>,
    /// Don't reuse known answers.
    #[serde(default)]
    pub force: bool,
    /// IANA name of the asker's time zone, for words such as "today". Default: UTC.
    pub time_zone: Option<String>,
    /// The format of the answer. Default: a comparison for a question that compares, a report for a run that reads a
    /// lot, otherwise a brief.
    #[schema(value_type = Option<DeliverableName>)]
    pub deliverable: Option<Deliverable>,
    /// Nobody can answer clarifying questions: the run never waits for an answer.
    #[serde(default)]
    pub unattended: bool,
}

/// An accepted question.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Taken)]
#[serde(rename_all = "camelCase")]
pub struct Accepted {
    pub thread_id: String,
    pub job_id: String,
    /// `queued`, `running`, `waiting`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// The clarifying question, if gorkd asks one immediately.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub interrupt: Option<Value>,
    /// The job's page, to share with people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
    /// What will happen, in a sentence for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

/// A job of the thread. Default: the newest that fits.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct WhichBody {
    pub job_id: Option<String>,
}

/// A person's reply to a clarifying question, a plan, or an approval request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ResumeBody {
    /// The question to answer. Default: the open one.
    pub interrupt_id: Option<String>,
    /// For a question: an option by its text or its position (from 1), `all`, `go` (no more questions), or free text.
    /// For an approval: `true` or `false`. For a plan also `cheaper`, `deeper`, free text that says what to change, or
    /// `{"queries": […], "deliverable": …}` with the queries of the first round or the format of the answer.
    pub answer: Value,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resumed {
    pub ok: bool,
    /// The state right after the reply: see `GET /api/threads/{id}/state`.
    pub checkpoint_id: String,
}

/// Sources for a rewrite.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SourcesBody {
    pub job_id: Option<String>,
    /// Cite these if they are at all relevant. Each is named by its ID or its number in the answer.
    #[serde(default)]
    pub pin: Vec<String>,
    /// Don't use these.
    #[serde(default)]
    pub exclude: Vec<String>,
}

/// A thread's new name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameBody {
    pub title: String,
}

/// An attached document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// Its source ID.
    pub id: String,
    pub title: String,
    pub word_count: u32,
    pub truncated: bool,
    pub warnings: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryBody {
    pub value: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MemoryDocument {
    pub remembered: Vec<MemoryEntry>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct MemoryEntry {
    pub name: String,
    pub value: String,
    /// ISO 8601, UTC.
    pub since: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct WatchBody {
    /// The answer to watch. Default: the newest.
    pub job_id: Option<String>,
    /// Minutes between checks. Default: one day.
    pub every_minutes: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchList {
    pub watches: Vec<WatchEntry>,
    /// Cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchEntry {
    pub id: String,
    pub question: String,
    pub every_minutes: u64,
    pub next_at: String,
    pub checked_at: Option<String>,
    pub looks: u32,
    /// The answer that the next check is compared with.
    pub base_job_id: String,
    pub changed_at: Option<String>,
    pub changed_job_id: Option<String>,
    /// What the latest check that found a change reported, in sentences.
    pub changes: Vec<String>,
    /// Why the latest check failed.
    pub problem: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ModeBody {
    pub mode: ModeName,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SteerBody {
    /// What should change, 1 to 500 characters: "skip vendor blogs", "only 2025", "also check the licence".
    pub text: String,
    pub job_id: Option<String>,
}

/// A branch from a checkpoint.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ForkBody {
    /// One of `checkpoints` of `GET /api/threads/{id}/state`.
    pub checkpoint_id: String,
    /// A different question.
    pub goal: Option<String>,
    /// What to do differently, in words.
    #[serde(default)]
    pub constraints: Vec<String>,
    #[schema(value_type = Option<ProfileName>)]
    pub profile: Option<Profile>,
    /// Sources to cite if they are at all relevant, each by its ID or its number in the answer.
    #[serde(default)]
    pub pin_sources: Vec<String>,
    /// Sources that must not be used, named likewise.
    #[serde(default)]
    pub exclude_sources: Vec<String>,
    /// A different format of the answer.
    #[schema(value_type = Option<DeliverableName>)]
    pub deliverable: Option<Deliverable>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that must occur in the title or a question.
    pub search: Option<String>,
    /// Maximum number of items, 1 to 200. Default: 50.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page.
    pub cursor: Option<String>,
}

/// Pagination.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// Maximum number of items, 1 to 1,000. Default: 200.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page.
    pub cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadList {
    pub threads: Vec<ThreadEntry>,
    /// Cursor of the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next_cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadEntry {
    pub thread_id: String,
    pub title: String,
    pub turns: u32,
    /// ISO 8601, UTC.
    pub created_at: String,
    pub updated_at: String,
    /// One of its runs waits for somebody's answer.
    pub waiting: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadDocument {
    pub thread_id: String,
    pub title: String,
    pub turns: u32,
    pub created_at: String,
    pub updated_at: String,
    /// By turn, then by age; a turn is followed by its branches.
    pub jobs: Vec<JobEntry>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobEntry {
    pub job_id: String,
    pub turn: u32,
    pub status: String,
    pub question: String,
    pub created_at: String,
    /// The checkpoint that it branched from.
    pub forked_from: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StateQuery {
    /// `<jobId>:<seq>`: the thread at that point. Default: the current state.
    pub checkpoint_id: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StreamQuery {
    /// Comma-separated kinds: status, section, citation, question, warning, tool, delta, done. Default: all.
    pub events: Option<String>,
    /// For clients that can't send the header `Last-Event-ID`.
    pub last_event_id: Option<String>,
    /// `document`: `done` contains the whole job document as `document`, and the stream ends when no run of the thread
    /// is active.
    #[serde(rename = "final")]
    #[param(inline)]
    pub last: Option<LastEvent>,
}

/// The content of a job's last event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LastEvent {
    Document,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only events after the one with this number.
    #[serde(default)]
    pub after: u64,
    /// Maximum number of items, 1 to 1,000. Default: 1,000.
    pub limit: Option<u32>,
    /// `nextCursor` of the previous page, instead of `after`.
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// `json` (default), `md`, or `csv` for a table of the answer.
    #[param(inline)]
    pub format: Option<ExportFormat>,
    /// With `csv`: the number of the table, from 1. Optional if there is only one.
    pub table: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    Json,
    Md,
    Markdown,
    Html,
    Docx,
    Pdf,
    Csv,
}

/// A link that opens one answer for anyone who has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareLink {
    pub url: String,
    /// ISO 8601, UTC.
    pub expires_at: String,
}

/// A source with its stored text.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceText {
    pub id: String,
    pub url: String,
    pub title: String,
    /// SHA-256 of the text, in hex.
    pub hash: String,
    /// ISO 8601, UTC.
    pub fetched_at: String,
    /// Simple Markdown. `start` and `end` of citations count its Unicode code points.
    pub text: String,
}
