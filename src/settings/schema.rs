//! Every setting and its allowed values. A key not listed here is reported as a mistake.

use super::kind::Kind;
use std::collections::BTreeMap;

/// Keys outside of named groups.
const PLAIN: &[(&str, Kind)] = &[
    ("ask.profile", Kind::Choice(&["quick", "standard", "deep"])),
    ("ask.planning", Kind::Choice(&["auto", "interactive"])),
    ("ask.driver", Kind::Choice(&["stages", "tools"])),
    ("ask.privacy", Kind::Choice(&["local_only", "hybrid", "cloud_allowed"])),
    ("ask.domains", Kind::Text),
    ("ask.reply_within_seconds", Kind::Whole(1, 31_536_000)),
    ("ask.ask_back", Kind::Flag),
    ("ask.gate.clarity", Kind::Decimal(0.0, 1.0)),
    ("ask.gate.coherence", Kind::Decimal(0.0, 1.0)),
    ("ask.gate.usd", Kind::Decimal(0.0, 10_000.0)),
    ("approval.above_usd", Kind::Decimal(-1.0, 10_000.0)),
    ("approval.above_pages", Kind::Whole(0, 1_000)),
    ("approval.publish", Kind::Flag),
    ("budgets.month_usd", Kind::Decimal(0.0, 1_000_000.0)),
    ("budgets.person_usd", Kind::Decimal(0.0, 1_000_000.0)),
    ("budgets.place_usd", Kind::Decimal(0.0, 1_000_000.0)),
    ("budgets.channel_usd", Kind::Decimal(0.0, 1_000_000.0)),
    ("budgets.workspace_usd", Kind::Decimal(0.0, 1_000_000.0)),
    ("answers.reuse", Kind::Flag),
    ("answers.news_hours", Kind::Whole(0, 8_760)),
    ("answers.days", Kind::Whole(0, 3_650)),
    ("articles.seconds", Kind::Whole(10, 600)),
    ("articles.library", Kind::Flag),
    ("articles.origins", Kind::Origins),
    ("articles.token_secrets", Kind::Secrets),
    ("watches.shortest_minutes", Kind::Whole(1, 525_600)),
    ("watches.look_seconds", Kind::Whole(0, 86_400)),
    ("chat.channel_runs_per_hour", Kind::Whole(0, 1_000_000)),
    ("chat.workspace_runs_per_hour", Kind::Whole(0, 1_000_000)),
    ("chat.deep_for_admins", Kind::Flag),
    ("chat.admin_roles", Kind::Texts),
    ("chat.mention_after_seconds", Kind::Whole(0, 86_400)),
    ("chat.heartbeat_ms", Kind::Whole(100, 3_600_000)),
    ("chat.poll_ms", Kind::Whole(10, 600_000)),
    ("chat.patience_seconds", Kind::Decimal(0.1, 3_600.0)),
    ("chat.retention_days", Kind::Whole(0, 3_650)),
    ("discord.transport", Kind::Choice(&["gateway", "http"])),
    ("discord.token", Kind::Secret),
    ("discord.application_id", Kind::Text),
    ("discord.public_key", Kind::Text),
    ("discord.guild", Kind::Text),
    ("discord.message_content", Kind::Flag),
    ("discord.edit_ms", Kind::Whole(100, 60_000)),
    ("discord.request_seconds", Kind::Decimal(0.1, 300.0)),
    ("discord.token_seconds", Kind::Decimal(0.1, 890.0)),
    ("discord.nonce_seconds", Kind::Decimal(0.0, 120.0)),
    ("discord.identifies_per_day", Kind::Whole(1, 1_000)),
    ("discord.api_url", Kind::Address),
    ("store.url", Kind::Store),
    ("store.busy_timeout_ms", Kind::Whole(0, 600_000)),
    ("store.readers", Kind::Whole(1, 64)),
    ("store.max_mb", Kind::Whole(0, 16_000_000)),
    ("store.connections", Kind::Whole(2, 500)),
    ("redis.url", Kind::Redis),
    ("library.max_file_mb", Kind::Whole(1, 1_000)),
    ("library.file_seconds", Kind::Whole(1, 3_600)),
    ("library.index_memory_mb", Kind::Whole(15, 4_000)),
    ("library.watch_seconds", Kind::Whole(0, 31_536_000)),
    ("library.links", Kind::Choice(&["own", "all", "none"])),
    ("reader.children", Kind::Whole(0, 256)),
    ("reader.pages_per_child", Kind::Whole(1, 1_000_000)),
    ("reader.idle_seconds", Kind::Whole(1, 86_400)),
    ("reader.page_cpu_seconds", Kind::Whole(1, 600)),
    ("reader.child_memory_mb", Kind::Whole(32, 16_000)),
    ("reader.niceness", Kind::Whole(0, 19)),
    ("reader.max_page_bytes", Kind::Whole(10_000, 100_000_000)),
    ("reader.allow", Kind::Hosts),
    ("reader.allow_sites", Kind::Sites),
    ("reader.block_sites", Kind::Sites),
    ("reader.browser", Kind::Text),
    ("reader.user_agent", Kind::Header),
    ("reader.max_file_mb", Kind::Whole(1, 200)),
    ("reader.host_requests", Kind::Whole(1, 64)),
    ("reader.host_interval_ms", Kind::Whole(0, 600_000)),
    ("reader.fresh_hours", Kind::Whole(0, 8_760)),
    ("reader.keep_days", Kind::Whole(0, 3_650)),
    ("models.embedder", Kind::Text),
    ("models.reranker", Kind::Text),
    ("searching.tries", Kind::Whole(1, 5)),
    ("searching.first_wait_ms", Kind::Whole(1, 60_000)),
    ("searching.breaker_failures", Kind::Whole(1, 1_000)),
    ("searching.breaker_ms", Kind::Whole(1, 3_600_000)),
    ("searching.cache_minutes", Kind::Whole(0, 100_000)),
    ("admission.runs", Kind::Whole(1, 1_000_000)),
    ("admission.per_minutes", Kind::Whole(1, 525_600)),
    ("admission.exempt", Kind::Texts),
    ("admission.line", Kind::Whole(0, 10_000_000)),
    ("moderation.questions", Kind::Choice(&["off", "warn", "refuse"])),
    ("moderation.answers", Kind::Choice(&["off", "warn", "refuse"])),
    ("moderation.places", Kind::Handlings),
    ("moderation.builtin", Kind::Flag),
    ("moderation.rules", Kind::Text),
    ("moderation.url", Kind::Address),
    ("moderation.key", Kind::Secret),
    ("moderation.model", Kind::Text),
    ("moderation.when_unavailable", Kind::Choice(&["allow", "refuse"])),
    ("worker.jobs", Kind::Whole(0, 10_000)),
    ("worker.calls", Kind::Whole(1, 100_000)),
    ("worker.poll_ms", Kind::Whole(10, 600_000)),
    ("worker.lease_ms", Kind::Whole(300, 3_600_000)),
    ("worker.grace_ms", Kind::Whole(0, 600_000)),
    ("web.enabled", Kind::Flag),
    ("web.bind", Kind::Machine),
    ("web.port", Kind::Whole(0, 65_535)),
    ("web.health_port", Kind::Whole(0, 65_535)),
    ("web.public_url", Kind::Address),
    ("web.share_days", Kind::Whole(0, 3_650)),
    ("web.hosts", Kind::Hosts),
    ("web.origins", Kind::AnyOrigins),
    ("web.trusted_proxies", Kind::Networks),
    ("web.keys", Kind::Choice(&["auto", "always", "never"])),
    ("web.requests_per_minute", Kind::Whole(1, 10_000_000)),
    ("web.streams", Kind::Whole(1, 1_000_000)),
    ("web.chat_research", Kind::Flag),
    ("web.deep_research", Kind::Flag),
    ("slack.transport", Kind::Choice(&["socket", "http"])),
    ("slack.bot_token", Kind::Secret),
    ("slack.app_token", Kind::Secret),
    ("slack.signing_secret", Kind::Secret),
    ("slack.client_id", Kind::Text),
    ("slack.client_secret", Kind::Secret),
    ("slack.seal_key", Kind::Secret),
    ("slack.command", Kind::Header),
    ("slack.guests", Kind::Flag),
    ("slack.streams", Kind::Flag),
    ("slack.connections", Kind::Whole(1, 10)),
    ("slack.max_file_mb", Kind::Whole(1, 200)),
    ("slack.edit_ms", Kind::Whole(0, 600_000)),
    ("slack.stream_seconds", Kind::Decimal(0.0, 3_600.0)),
    ("slack.request_seconds", Kind::Decimal(0.1, 600.0)),
    ("slack.reconnect_ms", Kind::Whole(10, 3_600_000)),
    ("slack.reconnect_most_ms", Kind::Whole(10, 3_600_000)),
    ("slack.minute_seconds", Kind::Decimal(0.01, 600.0)),
    ("slack.api_url", Kind::Address),
    ("logs.level", Kind::LogLevel),
    ("logs.format", Kind::Choice(&["human", "json"])),
    ("logs.file", Kind::Text),
    ("telemetry.otlp_url", Kind::Address),
    ("telemetry.otlp_authorization", Kind::Secret),
];

/// Search providers that require a key. All have the same settings.
pub const KEYED: &[&str] = &["tavily", "exa", "brave", "serpapi", "news_api", "crunchbase"];

/// A group, its names, and the keys of each name.
type Named = (&'static str, &'static [&'static str], &'static [(&'static str, Kind)]);

/// Groups with the same keys for several names. A name in several rows has the keys of all of them.
const NAMED: &[Named] = &[
    ("search", &["library"], &[("enabled", Kind::Flag)]),
    (
        "search",
        &["searxng"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
        ],
    ),
    (
        "search",
        KEYED,
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
            ("usd", Kind::Decimal(0.0, 10.0)),
            ("daily_calls", Kind::Whole(0, 10_000_000)),
        ],
    ),
    // In addition to those of every provider with a key.
    (
        "search",
        &["tavily"],
        &[
            ("depth", Kind::Choice(&["basic", "advanced"])),
            ("raw_content", Kind::Flag),
            ("daily_credits", Kind::Whole(0, 10_000_000)),
        ],
    ),
    (
        "search",
        &["wikipedia"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
            ("extracts", Kind::Whole(0, 10)),
        ],
    ),
    (
        "search",
        &["semantic_scholar"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("rate", Kind::Decimal(0.01, 1.0)),
        ],
    ),
    (
        "search",
        &["pubmed"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("email", Kind::Text),
            ("rate", Kind::Decimal(0.01, 10.0)),
        ],
    ),
    (
        "search",
        &["arxiv"],
        &[("enabled", Kind::Flag), ("base_url", Kind::Address), ("rate", Kind::Decimal(0.01, 0.34))],
    ),
    (
        "search",
        &["openalex"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("email", Kind::Text),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
        ],
    ),
    (
        "search",
        &["crossref"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("email", Kind::Text),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
        ],
    ),
    (
        "search",
        &["unpaywall"],
        &[
            ("enabled", Kind::Flag),
            ("base_url", Kind::Address),
            ("email", Kind::Text),
            ("rate", Kind::Decimal(0.01, 1_000.0)),
        ],
    ),
    (
        "models",
        &["planner", "writer", "checker"],
        &[
            ("provider", Kind::Choice(&gorkd_models::NAMES)),
            ("model", Kind::Text),
            ("base_url", Kind::Address),
            ("key", Kind::Secret),
            ("context", Kind::Whole(0, 10_000_000)),
        ],
    ),
    (
        "models.catalogue",
        &["reranker", "minilm", "bge", "multilingual"],
        &[
            ("weights_url", Kind::Address),
            ("weights_sha256", Kind::Sum),
            ("weights_bytes", Kind::Whole(0, 4_000_000_000)),
            ("weights_inside", Kind::Text),
            ("tokenizer_url", Kind::Address),
            ("tokenizer_sha256", Kind::Sum),
            ("tokenizer_bytes", Kind::Whole(0, 4_000_000_000)),
            ("tokenizer_inside", Kind::Text),
        ],
    ),
    (
        "profiles",
        &["quick", "standard", "deep"],
        &[
            ("rounds", Kind::Whole(1, 100)),
            ("queries", Kind::Whole(1, 1_000)),
            ("pages", Kind::Whole(1, 1_000)),
            ("citations", Kind::Whole(1, 1_000)),
            ("results", Kind::Whole(1, 100)),
            ("seconds", Kind::Whole(1, 86_400)),
            ("reserve_seconds", Kind::Whole(0, 86_400)),
            ("page_seconds", Kind::Whole(1, 3_600)),
            ("search_seconds", Kind::Whole(1, 3_600)),
            ("tokens", Kind::Whole(0, 100_000_000)),
            ("usd", Kind::Decimal(0.0, 10_000.0)),
            ("min_citations", Kind::Whole(0, 1_000)),
            ("max_age_days", Kind::Whole(0, 100_000)),
            ("min_works", Kind::Whole(0, 100)),
            ("contrary_queries", Kind::Whole(0, 100)),
        ],
    ),
];

/// All keys in full, with their kinds.
pub fn keys() -> BTreeMap<String, Kind> {
    let mut keys: BTreeMap<String, Kind> =
        PLAIN.iter().map(|(name, kind)| ((*name).to_owned(), *kind)).collect();
    for (group, names, fields) in NAMED {
        for name in *names {
            keys.extend(fields.iter().map(|(field, kind)| (format!("{group}.{name}.{field}"), *kind)));
        }
    }
    keys
}

/// Settings of earlier versions: the setting that replaces each, and what is different about it.
pub const REPLACED: &[(&str, &str, &str)] = &[
    ("chat.person_usd", "budgets.person_usd", "which counts wherever a person asks, not only in chats"),
    ("chat.channel_usd", "budgets.channel_usd", "which counts the same"),
    ("chat.workspace_usd", "budgets.workspace_usd", "which counts sites with articles, too"),
];

/// The known key most similar to a mistyped one, if it is similar enough.
pub fn nearest<'a>(given: &str, keys: impl Iterator<Item = &'a String>) -> Option<&'a String> {
    let allowed = (given.chars().count() / 4).clamp(2, 5);
    keys.map(|key| (strsim::damerau_levenshtein(given, key), key))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, key)| key)
}
