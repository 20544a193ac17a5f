//! Reads settings in layers, types them, and reports all problems at once.
//!
//! Later layers win: built-in defaults, profiles, keys entered on the web page, a file, the environment,
//! `--set`. An invalid value is reported even if a later layer overrides it.

mod chosen;
mod discord;
mod folders;
mod given;
mod groups;
pub mod kept;
mod kind;
mod moderation;
mod problem;
mod reference;
mod schema;
mod shared;
mod slack;
mod talk;
#[cfg(test)]
mod tests;

pub use discord::Discord;
pub use folders::{NoHome, Platform, System};
pub use groups::*;
pub use moderation::{Moderation, WhenUnavailable};
pub use problem::{Origin, Problem, Problems, Wrong};
pub use reference::reference;
pub use schema::KEYED;
pub use shared::Redis;
pub use slack::Slack;
pub use talk::{Answers, Approvals, Articles, Budgets, Chat, Watches};

use config::{Config, ValueKind};
use given::{Given, Raw, from_environment, from_file, from_options, from_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

const DEFAULTS: &str = include_str!("../../config/default.toml");
const PROFILES: &str = include_str!("../../config/profiles.toml");

/// All settings, validated.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    pub ask: Ask,
    pub store: Store,
    // Like `telemetry` below.
    #[serde(default)]
    pub redis: Redis,
    pub library: Library,
    pub reader: Reader,
    /// By provider name.
    pub search: BTreeMap<String, Provider>,
    pub searching: Searching,
    pub models: Models,
    pub profiles: Profiles,
    pub admission: Admission,
    pub moderation: Moderation,
    pub approval: Approvals,
    pub budgets: Budgets,
    pub answers: Answers,
    pub articles: Articles,
    pub watches: Watches,
    pub chat: Chat,
    pub discord: Discord,
    pub worker: Worker,
    pub web: Web,
    pub slack: Slack,
    pub logs: Logs,
    // Defaults, because empty keys are dropped and nothing may be left of the group.
    #[serde(default)]
    pub telemetry: Telemetry,
    /// Every key with its value for display; secrets are masked.
    #[serde(skip)]
    shown: Vec<Shown>,
}

/// A key's value and its origin.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    pub key: String,
    /// In TOML syntax; `(set, not shown)` for a secret.
    pub value: String,
    pub origin: Origin,
}

/// Where settings are read from, besides the built-in ones.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The file with keys entered on the web page, if any.
    pub keys: Option<PathBuf>,
    /// Must exist if a person named it; the platform's default file may be missing.
    pub file: Option<PathBuf>,
    pub environment: Vec<(OsString, OsString)>,
    /// `KEY=VALUE`, in order.
    pub set: Vec<String>,
    /// The value of `--log`, a short form of `logs.level`.
    pub log: Option<String>,
}

impl Sources {
    /// The sources of this process, including `--config`, `--set` and `--log`.
    pub fn of_process(config: Option<PathBuf>, set: Vec<String>, log: Option<String>) -> Self {
        let file = config.or_else(|| Platform::here().config_file().filter(|path| path.exists()));
        Self { keys: None, file, environment: std::env::vars_os().collect(), set, log }
    }

    /// Adds the keys entered on the web page, which are in the data folder.
    pub fn with_data(self, data: &std::path::Path) -> Self {
        Self { keys: Some(kept::file(data)).filter(|path| path.exists()), ..self }
    }
}

impl Settings {
    pub fn load(sources: &Sources) -> Result<Self, Problems> {
        let mut problems = Vec::new();
        let mut given = from_toml(DEFAULTS, |_| Origin::Default, &mut problems);
        given.extend(from_toml(PROFILES, |_| Origin::Default, &mut problems));
        for path in sources.keys.iter().chain(&sources.file) {
            given.extend(from_file(path, &mut problems));
        }
        given.extend(from_environment(&sources.environment, &mut problems));
        given.extend(from_options(&sources.set, &mut problems));
        given.extend(sources.log.iter().map(|level| Given {
            key: "logs.level".to_owned(),
            raw: Raw::Words(level.clone()),
            origin: Origin::Option("--log"),
        }));
        let values = checked(given, &mut problems);
        problems.extend(contradictions(&values));
        if problems.is_empty() {
            return typed(&values).map_err(|problem| Problems(vec![problem]));
        }
        problems.sort_by(|one, other| one.origin.cmp(&other.origin));
        Err(Problems(problems))
    }

    /// Every key with its value and origin, sorted by key. Secrets are masked.
    pub fn shown(&self) -> &[Shown] {
        &self.shown
    }
}

/// A validated value; `kind` is `None` if it is empty, that is, not set.
struct Value {
    value: Option<ValueKind>,
    shown: String,
    origin: Origin,
}

/// Validates the values of all layers; for each key, the last valid one counts.
fn checked(given: Vec<Given>, problems: &mut Vec<Problem>) -> BTreeMap<String, Value> {
    let keys = schema::keys();
    let mut values = BTreeMap::new();
    for Given { key, raw, origin } in given {
        let Some(kind) = keys.get(&key) else {
            let wrong = unknown(&key, &keys);
            problems.push(Problem { key, wrong, origin });
            continue;
        };
        let Some(value) = kind.read(&raw) else {
            let given = kind.shown(&raw);
            let wrong = Wrong::NotAllowed { given, allowed: kind.allowed() };
            problems.push(Problem { key, wrong, origin });
            continue;
        };
        let empty = match &value {
            ValueKind::String(text) => text.is_empty(),
            ValueKind::Array(parts) => kind.is_secret() && parts.is_empty(),
            _ => false,
        };
        let shown = match kind.masked(&value) {
            Some(value) => as_toml(&value),
            None => "(set, not shown)".to_owned(),
        };
        // `store.url` is the only text for which empty is a meaningful value.
        let value = (!empty || key == "store.url").then_some(value);
        values.insert(key, Value { value, shown, origin });
    }
    values
}

fn unknown(key: &str, keys: &BTreeMap<String, kind::Kind>) -> Wrong {
    if let Some(&(_, by, difference)) = schema::REPLACED.iter().find(|(old, _, _)| *old == key) {
        return Wrong::Replaced { by, difference };
    }
    let group = format!("{key}.");
    let members: Vec<String> = keys.keys().filter(|known| known.starts_with(&group)).cloned().collect();
    if members.is_empty() {
        Wrong::Unknown { meant: schema::nearest(key, keys.keys()).cloned() }
    } else {
        Wrong::Group { keys: members }
    }
}

fn typed(values: &BTreeMap<String, Value>) -> Result<Settings, Problem> {
    let mut builder = Config::builder();
    for (key, value) in values {
        if let Some(kind) = &value.value {
            let origin = value.origin.to_string();
            let value = config::Value::new(Some(&origin), kind.clone());
            builder = builder.set_override(key, value).map_err(unexpected)?;
        }
    }
    let mut settings: Settings = builder.build().and_then(Config::try_deserialize).map_err(unexpected)?;
    settings.shown = values
        .iter()
        .map(|(key, value)| Shown {
            key: key.clone(),
            value: value.shown.clone(),
            origin: value.origin.clone(),
        })
        .collect();
    Ok(settings)
}

/// The schema accepted something that the typed settings reject: report it rather than hide it.
fn unexpected(error: config::ConfigError) -> Problem {
    Problem {
        key: String::new(),
        wrong: Wrong::Unreadable(format!("the settings cannot be read: {error}")),
        origin: Origin::Default,
    }
}

/// Settings that are valid by themselves but contradict each other.
fn contradictions(values: &BTreeMap<String, Value>) -> Vec<Problem> {
    let mut problems = Vec::new();
    let value = |key: &str| values.get(key).and_then(|value| value.value.clone());
    let whole = |key: &str| match value(key) {
        Some(ValueKind::I64(number)) => Some(number),
        _ => None,
    };
    let mut odd = |key: &str, sentence: String| {
        let origin = values.get(key).map_or(Origin::Default, |value| value.origin.clone());
        problems.push(Problem { key: key.to_owned(), wrong: Wrong::AtOdds(sentence), origin });
    };
    for profile in gorkd_core::model::Profile::ALL {
        let of = |field: &str| format!("profiles.{}.{field}", profile.name());
        if let (Some(all), Some(kept)) = (whole(&of("seconds")), whole(&of("reserve_seconds")))
            && kept >= all
        {
            // Report the key that a person changed.
            let by_default = values.get(&of("reserve_seconds")).is_none_or(|v| v.origin == Origin::Default);
            let key = if by_default { of("seconds") } else { of("reserve_seconds") };
            odd(
                &key,
                format!("of {all} seconds in all, {kept} are kept for writing; that leaves none to research"),
            );
        }
    }
    for role in ["planner", "writer", "checker"] {
        let of = |field: &str| format!("models.{role}.{field}");
        if value(&of("provider")) == Some(ValueKind::String("none".to_owned())) {
            for field in ["model", "base_url", "key"] {
                if value(&of(field)).is_some() {
                    odd(&of(field), format!("set, while {} is none, so it has no effect", of("provider")));
                }
            }
        } else if let Some(ValueKind::String(provider)) = value(&of("provider")) {
            if value(&of("model")).is_none() {
                odd(&of("provider"), format!("{} must say which model of {provider} to use", of("model")));
            }
            let needs_address = gorkd_models::provider(&provider).is_ok_and(|one| one.base_url.is_empty());
            if needs_address && value(&of("base_url")).is_none() {
                odd(&of("provider"), format!("{} must say where the server is", of("base_url")));
            }
            let own_server = needs_address || provider == "ollama" || value(&of("base_url")).is_some();
            if !own_server && value(&of("key")).is_none() {
                odd(
                    &of("provider"),
                    format!("{} is missing; {provider} answers nobody without one", of("key")),
                );
            }
        }
    }
    for field in ["key", "model"] {
        let key = format!("moderation.{field}");
        if value(&key).is_some() && value("moderation.url").is_none() {
            odd(&key, "set, while moderation.url is empty, so it has no effect".to_owned());
        }
    }
    if value("search.searxng.enabled") == Some(ValueKind::Boolean(true))
        && value("search.searxng.base_url").is_none()
    {
        odd("search.searxng.enabled", "search.searxng.base_url must say where the server is".to_owned());
    }
    let text = |key: &str| match value(key) {
        Some(ValueKind::String(text)) => Some(text),
        _ => None,
    };
    let bind = text("web.bind").and_then(|bind| bind.parse::<std::net::IpAddr>().ok());
    if text("web.keys").as_deref() == Some("never") && bind.is_some_and(|bind| !bind.is_loopback()) {
        let sentence =
            "with never, everybody who reaches web.bind could ask; keep to 127.0.0.1, or choose auto";
        odd("web.keys", sentence.to_owned());
    }
    let decimal = |key: &str| match value(key) {
        Some(ValueKind::Float(number)) => Some(number),
        _ => None,
    };
    if decimal("search.pubmed.rate").is_some_and(|rate| rate > 3.0) && value("search.pubmed.key").is_none() {
        odd("search.pubmed.rate", "more than 3 calls a second need search.pubmed.key".to_owned());
    }
    // Providers that need a key are enabled by default and used once there is one. Enabling one explicitly
    // requires its key.
    for name in KEYED {
        let (enabled, key) = (format!("search.{name}.enabled"), format!("search.{name}.key"));
        let said = values.get(&enabled).is_some_and(|value| value.origin != Origin::Default);
        if said && value(&enabled) == Some(ValueKind::Boolean(true)) && value(&key).is_none() {
            odd(&enabled, format!("{key} must be set"));
        }
    }
    problems
}

fn as_toml(value: &ValueKind) -> String {
    match value {
        ValueKind::String(text) => format!("{text:?}"),
        ValueKind::Array(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| as_toml(&part.kind)).collect();
            format!("[{}]", parts.join(", "))
        }
        ValueKind::Float(number) => format!("{number:?}"),
        other => other.to_string(),
    }
}
