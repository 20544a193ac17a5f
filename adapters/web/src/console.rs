//! What only the binary knows of an installation: its settings, what is set up and what is not, how providers do.

use futures::future::BoxFuture;
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The binary, as operators and new people see it. An error is a sentence for the log.
pub trait Console: Send + Sync {
    fn limits(&self) -> Limits;

    /// Search providers, models and the reader, with how the last calls of this process went.
    fn providers(&self) -> BoxFuture<'_, Vec<ProviderState>>;

    fn setup(&self) -> BoxFuture<'_, Result<Setup, String>>;

    fn library(&self) -> BoxFuture<'_, Result<LibraryState, String>>;

    /// Keeps the key of a search provider for the next start, or forgets it.
    fn keep_key(&self, provider: &str, key: Option<&str>) -> Result<(), NotKept>;
}

/// Why a key was not kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotKept {
    /// There is no provider of this name that takes a key.
    Unknown,
    /// For the log.
    Failed(String),
}

/// What one may use here. Money is in dollars, 0 or null for no limit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Of one key, one person and one address.
    pub requests_per_minute: u32,
    /// Readers of event streams at once.
    pub streams: usize,
    /// Runs that one person may ask for in `perMinutes`.
    pub runs: u32,
    pub per_minutes: u32,
    /// People who are not counted.
    pub exempt: Vec<String>,
    /// Runs that are worked on at once by one process.
    pub jobs: usize,
    /// By name: what one run may use at most.
    pub profiles: BTreeMap<String, ProfileLimits>,
    pub chat: ChatLimits,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileLimits {
    pub seconds: u32,
    pub rounds: u32,
    pub usd: f64,
    pub tokens: u64,
}

/// Of places in chats; a place's own memory may say otherwise.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChatLimits {
    pub channel_runs_per_hour: u32,
    pub workspace_runs_per_hour: u32,
    /// In a calendar month.
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
    /// The last call gave what was asked for.
    Ok,
    /// It wants to be left alone for now: asked too often, or its plan is used up.
    Cooling,
    Failing,
    /// Nothing was asked since this process was started.
    Unknown,
}

/// Something that runs ask, and how it does.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProviderState {
    pub name: String,
    pub kind: ProviderKind,
    /// It is asked: switched on, and with a key where it needs one.
    pub enabled: bool,
    pub health: Health,
    /// What its account was asked today (UTC); null for what has no account.
    pub quota: Option<Quota>,
    /// Calls a second.
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
    /// Model servers that answer on this machine.
    pub local_models: Vec<LocalModels>,
    pub library: LibraryCounts,
    /// Search providers that take a key.
    pub providers: Vec<KeyedProvider>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SetupStep {
    pub id: StepId,
    pub done: bool,
    /// What there is, or what is missing and why one may want it.
    pub sentence: String,
    /// To type into a terminal on the machine that gorkd runs on.
    pub commands: Vec<String>,
    /// Lines for the settings file (TOML); empty where there is nothing to set.
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
    /// The name for `models.ROLE.provider`.
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
    /// It answers nobody without one.
    pub needs_key: bool,
    /// There is one, given here or in the settings; what it is, is never told.
    pub key_set: bool,
    /// It was given on the page and can be removed there.
    pub key_kept: bool,
}

/// The local library.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LibraryState {
    /// Documents that could be read.
    pub documents: u64,
    pub folders: Vec<LibraryFolder>,
    /// At most three questions that its documents can answer.
    pub examples: Vec<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LibraryFolder {
    /// For admins the whole path, for others its last part.
    pub path: String,
    pub documents: u64,
    /// ISO 8601, UTC; null before it was first read.
    pub synced_at: Option<String>,
}
