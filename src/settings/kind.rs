//! The kinds of settings: parses a value, and describes what is allowed.

use super::given::Raw;
use config::ValueKind;
use gorkd_store::fault_of_address;

/// The kind of a setting. Wherever a kind allows empty text, it means "not set".
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    Flag,
    /// An integer in a range, both ends included.
    Whole(i64, i64),
    Decimal(f64, f64),
    Choice(&'static [&'static str]),
    /// One line of text, or empty.
    Text,
    Texts,
    /// One line that is valid in an HTTP header; never empty.
    Header,
    /// An http or https address, or empty.
    Address,
    /// A list of `HOST` or `HOST:PORT`.
    Hosts,
    /// A list of `https://HOST` or `https://HOST:PORT`.
    Origins,
    /// As `Origins`, or `*` for all.
    AnyOrigins,
    /// A list of site names.
    Sites,
    /// A list of `PLACE=off`, `PLACE=warn` or `PLACE=refuse`.
    Handlings,
    /// An IP address of this machine to listen on.
    Machine,
    /// A list of IP addresses or networks.
    Networks,
    /// Never shown.
    Secret,
    /// A list of `SITE:KEY_ID:SECRET`, never shown.
    Secrets,
    /// A SHA-256 in hexadecimal, or empty.
    Sum,
    /// Empty, `sqlite:FOLDER`, or the address of a Postgres database.
    Store,
    /// Empty, or the address of a Redis server; never shown.
    Redis,
    /// `auto`, a level, or comma-separated `target=level` parts.
    LogLevel,
}

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

impl Kind {
    /// The value in the form that typed settings expect; `None` if it is not allowed.
    pub fn read(self, raw: &Raw) -> Option<ValueKind> {
        match self {
            Kind::Flag => flag(raw).map(ValueKind::Boolean),
            Kind::Whole(from, to) => {
                whole(raw).filter(|number| (from..=to).contains(number)).map(ValueKind::I64)
            }
            Kind::Decimal(from, to) => {
                decimal(raw).filter(|number| (from..=to).contains(number)).map(ValueKind::Float)
            }
            Kind::Choice(choices) => {
                line(raw).filter(|text| choices.contains(&text.as_str())).map(text_value)
            }
            Kind::Text | Kind::Secret => line(raw).map(text_value),
            Kind::Header => line(raw).filter(|text| !text.is_empty() && text.is_ascii()).map(text_value),
            Kind::Address => line(raw).filter(|text| text.is_empty() || is_address(text)).map(text_value),
            Kind::Sum => line(raw).filter(|text| text.is_empty() || is_sum(text)).map(text_value),
            Kind::Store => line(raw).filter(|text| is_store(text)).map(text_value),
            Kind::Redis => line(raw).filter(|text| text.is_empty() || is_redis(text)).map(text_value),
            Kind::LogLevel => line(raw).filter(|text| is_level(text)).map(text_value),
            Kind::Texts => texts(raw, |_| true),
            Kind::Hosts => texts(raw, is_host),
            Kind::Origins => texts(raw, is_origin),
            Kind::AnyOrigins => texts(raw, |text| text == "*" || is_origin(text)),
            Kind::Secrets => texts(raw, |text| gorkd_web::TokenKey::parse(text).is_some()),
            Kind::Sites => texts(raw, is_site),
            Kind::Handlings => texts(raw, |text| super::moderation::in_place(text).is_some()),
            Kind::Machine => {
                line(raw).filter(|text| text.parse::<std::net::IpAddr>().is_ok()).map(text_value)
            }
            Kind::Networks => texts(raw, |text| network(text).is_some()),
        }
    }

    /// What is allowed, worded to follow "allowed:".
    pub fn allowed(self) -> String {
        match self {
            Kind::Flag => "true or false".to_owned(),
            Kind::Whole(from, to) => format!("a whole number from {from} to {to}"),
            Kind::Decimal(from, to) => format!("a number from {from} to {to}"),
            Kind::Choice([only]) => format!("only {only} in this build"),
            Kind::Choice(choices) => choices.join(", "),
            Kind::Text => "one line of text".to_owned(),
            Kind::Texts => "a list of texts".to_owned(),
            Kind::Header => "one line of plain ASCII text".to_owned(),
            Kind::Address => "an http:// or https:// address without name and password, or empty".to_owned(),
            Kind::Hosts => "a list of HOST or HOST:PORT".to_owned(),
            Kind::Origins => "a list of origins such as https://example.org".to_owned(),
            Kind::AnyOrigins => "a list of origins such as https://example.org, or * for all".to_owned(),
            Kind::Secrets => {
                "a list of SITE:KEY_ID:SECRET, each secret of 32 bytes at least (never shown)".to_owned()
            }
            Kind::Sites => "a list of site names such as example.org".to_owned(),
            Kind::Handlings => "a list of PLACE=off, PLACE=warn or PLACE=refuse".to_owned(),
            Kind::Machine => "an IP address such as 127.0.0.1, 0.0.0.0 or ::".to_owned(),
            Kind::Networks => "a list of addresses or networks such as 10.0.0.0/8".to_owned(),
            Kind::Secret => "one line of text (never shown)".to_owned(),
            Kind::Sum => "64 hexadecimal digits, or empty".to_owned(),
            Kind::Store => "empty, sqlite:FOLDER, or postgres://USER:PASSWORD@HOST/DATABASE".to_owned(),
            Kind::Redis => {
                "empty, or redis://USER:PASSWORD@HOST:PORT/NUMBER, with rediss:// for TLS (never shown)"
                    .to_owned()
            }
            Kind::LogLevel => format!("auto, {}, or parts such as info,gorkd_store=debug", LEVELS.join(", ")),
        }
    }

    /// The given value for an error message, without anything that may be secret.
    pub fn shown(self, raw: &Raw) -> String {
        let shown = raw.shown();
        if let (Kind::Store, Some(text)) = (self, line(raw).filter(|text| is_postgres(text))) {
            return match fault_of_address(&text) {
                Some(fault) => format!("what was given ({fault})"),
                None => "what was given".to_owned(),
            };
        }
        if self.is_secret() || (matches!(self, Kind::Address | Kind::Store) && shown.contains('@')) {
            return "what was given".to_owned();
        }
        shown
    }

    /// A valid value for display; `None` if no part of it may be shown.
    pub fn masked(self, value: &ValueKind) -> Option<ValueKind> {
        match value {
            ValueKind::String(text) if self == Kind::Store && is_postgres(text) => {
                without_password(text).map(text_value)
            }
            ValueKind::String(text) if self.is_secret() && text.is_empty() => Some(value.clone()),
            ValueKind::Array(parts) if self.is_secret() && parts.is_empty() => Some(value.clone()),
            other => (!self.is_secret()).then(|| other.clone()),
        }
    }

    pub fn is_secret(self) -> bool {
        matches!(self, Kind::Secret | Kind::Secrets | Kind::Redis)
    }
}

fn text_value(text: String) -> ValueKind {
    ValueKind::String(text)
}

fn flag(raw: &Raw) -> Option<bool> {
    match raw {
        Raw::Flag(flag) => Some(*flag),
        Raw::Words(words) => words.trim().parse().ok(),
        Raw::Whole(_) | Raw::Decimal(_) | Raw::Text(_) | Raw::List(_) | Raw::Other(_) => None,
    }
}

fn whole(raw: &Raw) -> Option<i64> {
    match raw {
        Raw::Whole(number) => Some(*number),
        Raw::Words(words) => words.trim().parse().ok(),
        Raw::Flag(_) | Raw::Decimal(_) | Raw::Text(_) | Raw::List(_) | Raw::Other(_) => None,
    }
}

fn decimal(raw: &Raw) -> Option<f64> {
    match raw {
        Raw::Decimal(number) => Some(*number),
        Raw::Whole(number) => Some(*number as f64),
        Raw::Words(words) => words.trim().parse().ok(),
        Raw::Flag(_) | Raw::Text(_) | Raw::List(_) | Raw::Other(_) => None,
    }
}

/// One trimmed line without control characters.
fn line(raw: &Raw) -> Option<String> {
    let (Raw::Text(text) | Raw::Words(text)) = raw else { return None };
    let text = text.trim();
    (!text.contains(char::is_control)).then(|| text.to_owned())
}

/// A list. In the environment and in `--set`, items are separated by commas; brackets and quotes are
/// optional.
fn texts(raw: &Raw, allowed: fn(&str) -> bool) -> Option<ValueKind> {
    let parts: Vec<String> = match raw {
        Raw::List(parts) => parts.clone(),
        Raw::Words(words) => {
            let words = words.trim();
            let inner = words.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(words);
            let parts = inner.split(',').map(|part| part.trim().trim_matches(['"', '\'']).to_owned());
            parts.filter(|part| !part.is_empty()).collect()
        }
        Raw::Flag(_) | Raw::Whole(_) | Raw::Decimal(_) | Raw::Text(_) | Raw::Other(_) => return None,
    };
    let fine = |part: &String| !part.is_empty() && !part.contains(char::is_control) && allowed(part);
    parts
        .iter()
        .all(fine)
        .then(|| ValueKind::Array(parts.into_iter().map(|part| config::Value::from(part.as_str())).collect()))
}

fn is_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|address| {
        ["http", "https"].contains(&address.scheme())
            && address.has_host()
            && address.username().is_empty()
            && address.password().is_none()
    })
}

fn is_origin(text: &str) -> bool {
    is_address(text) && url::Url::parse(text).is_ok_and(|url| url.path() == "/" && url.query().is_none())
}

fn is_sum(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_store(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix("sqlite:").is_some_and(|folder| !folder.trim().is_empty())
        || (is_postgres(text) && url::Url::parse(text).is_ok() && fault_of_address(text).is_none())
}

fn is_redis(text: &str) -> bool {
    let known = |url: &url::Url| ["redis", "rediss", "valkey", "valkeys"].contains(&url.scheme());
    // The path is a database number.
    let numbered = |path: &str| path.is_empty() || path.parse::<u16>().is_ok();
    url::Url::parse(text).is_ok_and(|url| {
        known(&url) && url.has_host() && numbered(url.path().trim_matches('/')) && url.fragment().is_none()
    })
}

/// Whether this is the address of a Postgres database.
pub fn is_postgres(text: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
}

/// The address of a database without its password or options that may contain one.
fn without_password(text: &str) -> Option<String> {
    let mut url = url::Url::parse(text).ok().filter(|_| is_postgres(text))?;
    let had_one = url.password().is_some();
    url.set_query(None);
    url.set_password(had_one.then_some("...")).ok()?;
    Some(url.to_string())
}

fn is_level(text: &str) -> bool {
    let part = |part: &str| match part.split_once('=') {
        Some((target, level)) => !target.is_empty() && LEVELS.contains(&level),
        None => LEVELS.contains(&part),
    };
    text == "auto" || text.split(',').all(|one| part(one.trim()))
}

/// A host name or address, with an optional port. IPv6 addresses are in brackets.
fn is_host(text: &str) -> bool {
    !text.contains(['/', '@', '?', '#', ' '])
        && url::Url::parse(&format!("http://{text}/"))
            .is_ok_and(|address| address.has_host() && address.path() == "/")
}

/// A single address is a network of one.
pub fn network(text: &str) -> Option<ipnet::IpNet> {
    let alone = || text.parse::<std::net::IpAddr>().ok().map(ipnet::IpNet::from);
    text.parse().ok().or_else(alone)
}

fn is_site(text: &str) -> bool {
    is_host(text) && !text.contains(':')
}
