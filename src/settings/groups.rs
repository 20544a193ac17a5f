//! Typed settings, one struct per concern. `config/default.toml` documents each key.

use super::kind::{is_postgres, network};
use gorkd_core::job::Flip;
use gorkd_core::model::{Budget, MicroUsd, Planning, Privacy, Profile};
use gorkd_search::Links;
use gorkd_store::Location;
use ipnet::IpNet;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;
use url::Url;

/// Defaults for a question's terms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub profile: Profile,
    pub planning: Planning,
    pub driver: Driver,
    pub privacy: Privacy,
    /// The folder with the operator's domain files.
    pub domains: Option<PathBuf>,
    pub reply_within_seconds: u64,
    /// With planning `auto`, ask a clarifying question if it is clearly worth one.
    pub ask_back: bool,
    pub gate: Gate,
}

/// Thresholds from which a run is planned together with its asker, unless the asker chose a mode.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gate {
    clarity: f64,
    coherence: f64,
    usd: f64,
}

impl Gate {
    pub fn flip(&self) -> Flip {
        Flip {
            clarity: self.clarity,
            coherence: self.coherence,
            usd: MicroUsd((self.usd * 1e6).round() as u64),
        }
    }
}

/// Who decides what to search and read.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    Stages,
    /// The planner model, through tool calls.
    Tools,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Store {
    /// Empty, `sqlite:FOLDER`, or the address of a Postgres database.
    url: SecretString,
    busy_timeout_ms: u64,
    pub readers: u32,
    max_mb: u64,
    pub connections: u32,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    max_file_mb: usize,
    file_seconds: u64,
    index_memory_mb: usize,
    watch_seconds: u64,
    pub links: Links,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reader {
    children: usize,
    pub pages_per_child: u32,
    idle_seconds: u64,
    page_cpu_seconds: u64,
    child_memory_mb: u64,
    pub niceness: i32,
    pub max_page_bytes: usize,
    /// `HOST` or `HOST:PORT`; exceptions for the address guard.
    pub allow: Vec<String>,
    pub allow_sites: Vec<String>,
    pub block_sites: Vec<String>,
    pub browser: Option<PathBuf>,
    pub user_agent: String,
    max_file_mb: usize,
    pub host_requests: usize,
    host_interval_ms: u64,
    fresh_hours: u64,
    keep_days: u64,
}

/// One search provider. Fields that do not apply to a provider are `None`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    pub enabled: bool,
    pub base_url: Option<Url>,
    pub key: Option<SecretString>,
    /// Calls per second.
    pub rate: Option<f64>,
    pub email: Option<String>,
    pub depth: Option<SearchDepth>,
    /// Whether page texts that come with hits are read in place of the pages.
    pub raw_content: Option<bool>,
    /// Number of articles per search whose full text is fetched too.
    pub extracts: Option<u32>,
    /// US dollars per call, or per credit if the provider uses credits.
    pub usd: Option<f64>,
    /// Calls per day; 0 for no limit.
    pub daily_calls: Option<u64>,
    pub daily_credits: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchDepth {
    Basic,
    Advanced,
}

/// Settings shared by all search providers.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Searching {
    pub tries: usize,
    first_wait_ms: u64,
    pub breaker_failures: u32,
    breaker_ms: u64,
    cache_minutes: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Models {
    pub planner: Model,
    pub writer: Model,
    pub checker: Model,
    /// `auto` (the default), `none`, a folder, or `PROVIDER:NAME`.
    pub embedder: Option<String>,
    /// `auto` (the default), `none`, or a folder.
    pub reranker: Option<String>,
    /// By name: where `gorkd models get` downloads models.
    pub catalogue: BTreeMap<String, Listing>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// A name in `gorkd_models::NAMES`; `none` for built-in rules.
    pub provider: String,
    pub model: Option<String>,
    pub base_url: Option<Url>,
    pub key: Option<SecretString>,
    /// Context length in tokens; 0 for unknown.
    pub(super) context: u32,
}

/// Where a ranking model's files are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    pub weights_url: Option<Url>,
    pub weights_sha256: Option<String>,
    /// Size in bytes; 0 for unknown.
    pub weights_bytes: u64,
    /// Its path inside the zip archive at the address.
    pub weights_inside: Option<String>,
    pub tokenizer_url: Option<Url>,
    pub tokenizer_sha256: Option<String>,
    /// Size in bytes; 0 for unknown.
    pub tokenizer_bytes: u64,
    pub tokenizer_inside: Option<String>,
}

impl Model {
    /// A role that still lacks its name and address, or, with `none`, has no model.
    pub fn of(provider: &str) -> Self {
        Self { provider: provider.to_owned(), model: None, base_url: None, key: None, context: 0 }
    }

    pub fn context(&self) -> Option<u32> {
        Some(self.context).filter(|context| *context > 0)
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Admission {
    pub runs: u32,
    pub per_minutes: u32,
    pub exempt: Vec<String>,
    /// Maximum length of the queue; 0 for no limit.
    pub line: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// Jobs at once; 0 for as many as the machine has room for.
    pub jobs: usize,
    pub calls: usize,
    poll_ms: u64,
    lease_ms: u64,
    grace_ms: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Web {
    pub enabled: bool,
    pub bind: IpAddr,
    /// 0 for any free port.
    pub port: u16,
    /// The port of a process that serves no requests; 0 for any free port.
    pub health_port: u16,
    pub public_url: Option<Url>,
    pub share_days: u32,
    /// `HOST` or `HOST:PORT`.
    pub hosts: Vec<String>,
    pub origins: Vec<String>,
    trusted_proxies: Vec<String>,
    pub keys: WhoNeedsKeys,
    pub requests_per_minute: NonZeroU32,
    pub streams: usize,
    pub chat_research: bool,
    pub deep_research: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoNeedsKeys {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logs {
    /// `auto`, a level, or comma-separated `target=level` parts.
    pub level: String,
    pub format: LogFormat,
    pub file: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    Human,
    Json,
}

/// Where to send traces.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// `None` turns traces off.
    pub otlp_url: Option<Url>,
    pub otlp_authorization: Option<SecretString>,
}

/// Budgets by profile; all three are always present.
pub type Profiles = BTreeMap<Profile, Budget>;

/// Bytes per megabyte in settings.
const MEGABYTE: u64 = 1 << 20;

impl Store {
    pub fn location(&self, data: &Path) -> Location {
        let url = self.url.expose_secret();
        match url.strip_prefix("sqlite:") {
            Some(folder) => Location::Folder(PathBuf::from(folder.trim())),
            None if is_postgres(url) => Location::Server { url: url.to_owned(), folder: data.to_owned() },
            None => Location::Folder(data.to_owned()),
        }
    }

    /// Uses SQLite in the data folder, whatever the settings say.
    pub fn use_the_data_folder(&mut self) {
        self.url = SecretString::from("");
    }

    pub fn busy_timeout(&self) -> Duration {
        Duration::from_millis(self.busy_timeout_ms)
    }

    /// Size limit of the database in bytes; `None` for no limit other than the disk.
    pub fn max_bytes(&self) -> Option<u64> {
        (self.max_mb > 0).then(|| self.max_mb * MEGABYTE)
    }
}

impl Searching {
    pub fn first_wait(&self) -> Duration {
        Duration::from_millis(self.first_wait_ms)
    }

    pub fn breaker(&self) -> Duration {
        Duration::from_millis(self.breaker_ms)
    }

    /// `None` if answers are not cached.
    pub fn cache(&self) -> Option<Duration> {
        (self.cache_minutes > 0).then(|| Duration::from_secs(self.cache_minutes * 60))
    }
}

impl Library {
    pub fn max_file_bytes(&self) -> usize {
        self.max_file_mb << 20
    }

    pub fn file_timeout(&self) -> Duration {
        Duration::from_secs(self.file_seconds)
    }

    pub fn index_memory_bytes(&self) -> usize {
        self.index_memory_mb << 20
    }

    /// `None` if `serve` does not watch the library.
    pub fn watch(&self) -> Option<Duration> {
        (self.watch_seconds > 0).then(|| Duration::from_secs(self.watch_seconds))
    }
}

impl Web {
    pub fn trusted_proxies(&self) -> Vec<IpNet> {
        self.trusted_proxies.iter().filter_map(|text| network(text)).collect()
    }
}

impl Reader {
    pub fn children(&self) -> usize {
        match self.children {
            0 => gorkd_reader::usual_children(),
            children => children,
        }
    }

    pub fn idle(&self) -> Duration {
        Duration::from_secs(self.idle_seconds)
    }

    pub fn page_cpu(&self) -> Duration {
        Duration::from_secs(self.page_cpu_seconds)
    }

    pub fn child_memory_bytes(&self) -> u64 {
        self.child_memory_mb * MEGABYTE
    }

    pub fn max_file_bytes(&self) -> usize {
        self.max_file_mb << 20
    }

    pub fn host_interval(&self) -> Duration {
        Duration::from_millis(self.host_interval_ms)
    }

    pub fn fresh(&self) -> Duration {
        Duration::from_secs(self.fresh_hours * 3_600)
    }

    pub fn keep(&self) -> Duration {
        Duration::from_secs(self.keep_days * 24 * 3_600)
    }
}

impl Worker {
    pub fn poll(&self) -> Duration {
        Duration::from_millis(self.poll_ms)
    }

    pub fn lease(&self) -> Duration {
        Duration::from_millis(self.lease_ms)
    }

    pub fn grace(&self) -> Duration {
        Duration::from_millis(self.grace_ms)
    }
}
