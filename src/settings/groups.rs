//! The typed settings, one struct a concern. What each key means stands in `config/default.toml`.

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

/// What a question is asked with when the asker says nothing else.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub profile: Profile,
    pub planning: Planning,
    pub driver: Driver,
    pub privacy: Privacy,
    /// A folder of domain files.
    pub domains: Option<PathBuf>,
    pub reply_within_seconds: u64,
    /// With planning `auto`, one question back where it is clearly worth one.
    pub ask_back: bool,
    pub gate: Gate,
}

/// From where on a run that nobody chose a mode for is planned with its asker first.
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

/// Who decides what is searched and read.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    Stages,
    /// The planner's model, by calling tools.
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
    /// `HOST` or `HOST:PORT`, exceptions of the address guard.
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

/// One search provider. Fields that a provider has no use for are none.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    pub enabled: bool,
    pub base_url: Option<Url>,
    pub key: Option<SecretString>,
    /// Calls a second.
    pub rate: Option<f64>,
    pub email: Option<String>,
    pub depth: Option<SearchDepth>,
    /// Is the text of a page that came with a hit read in place of the page?
    pub raw_content: Option<bool>,
    /// Articles of a search whose whole text is asked for together with the list.
    pub extracts: Option<u32>,
    /// Dollars for a call, or for a credit where there are credits.
    pub usd: Option<f64>,
    /// 0 for no limit.
    pub daily_calls: Option<u64>,
    pub daily_credits: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchDepth {
    Basic,
    Advanced,
}

/// How all search providers are asked.
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
    /// `auto` (also where nothing is set), `none`, a folder, or `PROVIDER:NAME`.
    pub embedder: Option<String>,
    /// `auto` (also where nothing is set), `none`, or a folder.
    pub reranker: Option<String>,
    /// By name: where `gorkd models get` finds them.
    pub catalogue: BTreeMap<String, Listing>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// A name of `gorkd_models::NAMES`; `none` for rules of our own.
    pub provider: String,
    pub model: Option<String>,
    pub base_url: Option<Url>,
    pub key: Option<SecretString>,
    /// Tokens; 0 for not said.
    pub(super) context: u32,
}

/// Where the files of a ranking model are.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Listing {
    pub weights_url: Option<Url>,
    pub weights_sha256: Option<String>,
    /// 0 for not said.
    pub weights_bytes: u64,
    /// Its path in the zip archive at the address.
    pub weights_inside: Option<String>,
    pub tokenizer_url: Option<Url>,
    pub tokenizer_sha256: Option<String>,
    /// 0 for not said.
    pub tokenizer_bytes: u64,
    pub tokenizer_inside: Option<String>,
}

impl Model {
    /// A role without a model; with one, its name and address are still to come.
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
    /// 0 for no limit.
    pub line: u64,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worker {
    /// 0 for as many as there is room for.
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
    /// 0 for any that is free.
    pub port: u16,
    /// The same, where no requests are served.
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
    /// `auto`, a level, or `target=level` parts by commas.
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

/// Where traces go.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telemetry {
    /// None: traces are off.
    pub otlp_url: Option<Url>,
    pub otlp_authorization: Option<SecretString>,
}

/// Budgets by name; all three are always there.
pub type Profiles = BTreeMap<Profile, Budget>;

/// Bytes of a megabyte, as people who set limits count it.
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

    /// SQLite in the data folder, whatever the settings say.
    pub fn use_the_data_folder(&mut self) {
        self.url = SecretString::from("");
    }

    pub fn busy_timeout(&self) -> Duration {
        Duration::from_millis(self.busy_timeout_ms)
    }

    /// None for as much as the disk gives.
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

    /// None when answers are not kept.
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

    /// None when `serve` is not to look.
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
