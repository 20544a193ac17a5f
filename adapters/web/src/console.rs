//! What only the binary knows about an installation: its settings, what is set up, and how providers are doing.

use futures::future::BoxFuture;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The binary, as operators and new users see it. Errors are sentences for the log.
pub trait Console: Send + Sync {
    fn limits(&self) -> Limits;

    /// Search providers, models, and the reader, with the results of this process's latest calls.
    fn providers(&self) -> BoxFuture<'_, Vec<ProviderState>>;

    fn setup(&self) -> BoxFuture<'_, Result<Setup, String>>;

    fn library(&self) -> BoxFuture<'_, Result<LibraryState, String>>;

    /// Stores the key of a search provider for the next start, or removes it.
    fn keep_key(&self, provider: &str, key: Option<&str>) -> Result<(), NotKept>;
}

/// Why a key was not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// No provider with this name takes a key.
    Unknown,
    /// For the log.
    Failed(String),
}

/// Limits on usage. Money is in dollars; 0 or null means no limit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Of one key, one person, and one address.
    pub requests_per_minute: u32,
    /// Concurrent event streams.
    pub streams: usize,
    /// Runs that one person may start in `perMinutes`.
    pub runs: u32,
    pub per_minutes: u32,
    /// People without limits.
    pub exempt: Vec<String>,
    /// Concurrent runs of one process.
    pub jobs: usize,
    /// By name: the maximum usage of one run.
    pub profiles: BTreeMap<String, ProfileLimits>,
    pub chat: ChatLimits,
    pub budgets: BudgetLimits,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileLimits {
    pub seconds: u32,
    pub rounds: u32,
    pub usd: f64,
    pub tokens: u64,
}

/// Spending limits for a calendar month, wherever questions are asked. A place can have a stricter limit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetLimits {
    /// All runs together.
    pub month_usd: f64,
    pub person_usd: f64,
    pub place_usd: f64,
    pub channel_usd: f64,
    pub workspace_usd: f64,
}

/// Limits of places in chats; a place can have its own.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatLimits {
    pub channel_runs_per_hour: u32,
    pub workspace_runs_per_hour: u32,
    /// Per calendar month, not only in chats. The same as in `budgets`.
    pub person_usd: f64,
    pub channel_usd: f64,
    pub workspace_usd: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    Search,
    Model,
    Reader,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Health {
    /// The last call succeeded.
    Ok,
    /// It rejects calls for now: the rate limit is reached, or its plan is used up.
    Cooling,
    Failing,
    /// Not called since this process started.
    Unknown,
}

/// Something that runs call, and its health.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderState {
    pub name: String,
    pub kind: ProviderKind,
    /// It is in use: turned on, and with a key if it needs one.
    pub enabled: bool,
    pub health: Health,
    /// Calls charged to its account today (UTC); null if it has no account.
    pub quota: Option<Quota>,
    /// Calls per second.
    pub rate: Option<f64>,
    pub last_error: Option<String>,
    /// ISO 8601, UTC.
    pub last_used_at: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Quota {
    pub calls: u64,
    pub credits: u64,
    /// 0 for no limit.
    pub daily_calls: u64,
    pub daily_credits: u64,
}

/// What is set up, and how to set up the rest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Setup {
    pub steps: Vec<SetupStep>,
    /// Model servers that respond on this machine.
    pub local_models: Vec<LocalModels>,
    pub library: LibraryCounts,
    /// Search providers that take a key.
    pub providers: Vec<KeyedProvider>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupStep {
    pub id: StepId,
    pub done: bool,
    /// What is set up, or what is missing and why it may be useful.
    pub sentence: String,
    /// Commands for a terminal on the machine that gorkd runs on.
    pub commands: Vec<String>,
    /// Lines for the settings file (TOML); empty if there is nothing to set.
    pub settings: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StepId {
    Library,
    Ranking,
    Model,
    Providers,
    Slack,
    Discord,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LocalModels {
    pub base_url: String,
    /// The value for `models.ROLE.provider`.
    pub kind: String,
    pub models: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryCounts {
    pub documents: u64,
    pub folders: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeyedProvider {
    pub name: String,
    /// It requires a key.
    pub needs_key: bool,
    /// A key is set, here or in the settings. The key itself is never returned.
    pub key_set: bool,
    /// The key was set on the page and can be removed there.
    pub key_kept: bool,
}

/// The local library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryState {
    /// Documents that were read.
    pub documents: u64,
    pub folders: Vec<LibraryFolder>,
    /// Up to three questions that its documents can answer.
    pub examples: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LibraryFolder {
    /// The full path for admins, its last part for others.
    pub path: String,
    pub documents: u64,
    /// ISO 8601, UTC; null before it is first read.
    pub synced_at: Option<String>,
}
