//! What goes in and out of the routes, as long as it is not a document of the core.

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
    /// May gorkd ask back before it starts? `auto`: no. `plan`: yes.
    #[schema(value_type = Option<ModeName>)]
    pub mode_override: Option<ModeName>,
    #[schema(value_type = Option<ProfileName>)]
    pub profile: Option<Profile>,
    #[schema(value_type = Option<PrivacyName>)]
    pub privacy: Option<Privacy>,
    /// The field that the question belongs to.
    pub domain: Option<String>,
    /// Skip answers already known.
    #[serde(default)]
    pub force: bool,
    /// IANA name of the asker's time zone, for words such as "today"; UTC when it is missing.
    pub time_zone: Option<String>,
    /// The form of the answer. When it is missing: a comparison for a question that compares, a report for a run that
    /// reads a lot, else a brief.
    #[schema(value_type = Option<DeliverableName>)]
    pub deliverable: Option<Deliverable>,
    /// Nobody is there to answer a question back: the run never waits for one.
    #[serde(default)]
    pub unattended: bool,
}

/// A question that was taken.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Taken {
    pub thread_id: String,
    pub job_id: String,
    /// `queued`, `running`, `waiting`, `completed`, `failed` or `cancelled`.
    pub status: String,
    /// What gorkd asks back, when it does so at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>, nullable = false)]
    pub interrupt: Option<Value>,
    /// The job's page, to give to people.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
    /// A sentence for a person on what comes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

/// Which job of the thread is meant; the newest that fits when none is named.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct WhichBody {
    pub job_id: Option<String>,
}

/// What a person says to a question back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ResumeBody {
    /// The question that is answered; the open one when none is named.
    pub interrupt_id: Option<String>,
    /// To a question: an option in its own words or by its place from 1, `all`, `go` (no more questions), own words.
    /// Where leave is asked for: `true` or `false`; to a plan also `cheaper`, `deeper`, words that say what to change,
    /// or `{"queries": […], "deliverable": …}` with the queries of its first round, or with the form of the answer.
    pub answer: Value,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Resumed {
    pub ok: bool,
    /// The state just after the answer: see `GET /api/threads/{id}/state`.
    pub checkpoint_id: String,
}

/// Sources to write from again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct SourcesBody {
    pub job_id: Option<String>,
    /// Cite these if they bear on the question at all.
    #[serde(default)]
    pub pin: Vec<String>,
    /// Do not use these.
    #[serde(default)]
    pub exclude: Vec<String>,
}

/// A thread's new name.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RenameBody {
    pub title: String,
}

/// A document given along.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Attached {
    /// Its source id.
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
    /// The answer to watch; the newest when none is named.
    pub job_id: Option<String>,
    /// Minutes between two looks; a day when missing.
    pub every_minutes: Option<u64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WatchList {
    pub watches: Vec<WatchEntry>,
    /// For the next page; absent on the last one.
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
    /// The answer that the next look is compared with.
    pub base_job_id: String,
    pub changed_at: Option<String>,
    pub changed_job_id: Option<String>,
    /// What the last look that found something new found, in sentences.
    pub changes: Vec<String>,
    /// Why the last look gave no answer.
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
    /// Another question.
    pub goal: Option<String>,
    /// What to do differently, in words.
    #[serde(default)]
    pub constraints: Vec<String>,
    #[schema(value_type = Option<ProfileName>)]
    pub profile: Option<Profile>,
    /// Sources to cite if they bear on the question at all, by id.
    #[serde(default)]
    pub pin_sources: Vec<String>,
    /// Sources that must not be used, by id.
    #[serde(default)]
    pub exclude_sources: Vec<String>,
    /// Another form of the answer.
    #[schema(value_type = Option<DeliverableName>)]
    pub deliverable: Option<Deliverable>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// Words that have to be in a title or a question.
    pub search: Option<String>,
    /// At most this many, 1 to 200; 50 when it is missing.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
}

/// A list in which one may go on.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PageQuery {
    /// At most this many, 1 to 1,000; 200 when it is missing.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadList {
    pub threads: Vec<ThreadEntry>,
    /// For the next page; absent on the last one.
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
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ThreadDocument {
    pub thread_id: String,
    pub title: String,
    pub turns: u32,
    pub created_at: String,
    pub updated_at: String,
    /// By turn, then by age: branches of a turn follow it.
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
    /// `<jobId>:<seq>`: the thread as it was then. Missing: as it is now.
    pub checkpoint_id: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct StreamQuery {
    /// Kinds by commas: status, section, citation, question, warning, tool, delta, done. Missing: all.
    pub events: Option<String>,
    /// For clients that cannot send the header `Last-Event-ID`.
    pub last_event_id: Option<String>,
    /// `document`: `done` carries the whole job document as `document`, and the stream ends once nothing of the
    /// thread is under way.
    #[serde(rename = "final")]
    #[param(inline)]
    pub last: Option<LastEvent>,
}

/// What the last event of a job carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum LastEvent {
    Document,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EventsQuery {
    /// Only what came after the event with this number.
    #[serde(default)]
    pub after: u64,
    /// At most this many, 1 to 1,000; 1,000 when it is missing.
    pub limit: Option<u32>,
    /// `nextCursor` of the page before, instead of `after`.
    pub cursor: Option<String>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ExportQuery {
    /// `json` (when it is missing), `md`, or `csv` for a table of the answer.
    #[param(inline)]
    pub format: Option<ExportFormat>,
    /// With `csv`: which table, from 1. May be missing where there is only one.
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

/// A link that opens one answer to whoever has it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShareLink {
    pub url: String,
    /// ISO 8601, UTC.
    pub expires_at: String,
}

/// A source with its text as it was read.
#[derive(Debug, Serialize, ToSchema)]
pub struct SourceText {
    pub id: String,
    pub url: String,
    pub title: String,
    /// SHA-256 of the text, in hex.
    pub hash: String,
    /// ISO 8601, UTC.
    pub fetched_at: String,
    /// Light Markdown. `start` and `end` of citations count its Unicode code points.
    pub text: String,
}
