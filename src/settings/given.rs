//! Collects the values that each layer sets, as a flat list of keys; untyped except for TOML's own types.

use super::problem::{Origin, Problem, Wrong};
use super::schema;
use std::ffi::OsString;
use std::path::Path;
use toml::de::{DeTable, DeValue};

/// A value for a key, from one source.
#[derive(Clone, Debug)]
pub struct Given {
    pub key: String,
    pub raw: Raw,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Raw {
    Flag(bool),
    Whole(i64),
    Decimal(f64),
    Text(String),
    List(Vec<String>),
    /// Text from the environment or the command line; parsed according to the key.
    Words(String),
    /// A type that no setting has, as written.
    Other(String),
}

impl Raw {
    /// The value as given, for an error message.
    pub fn shown(&self) -> String {
        match self {
            Raw::Flag(flag) => flag.to_string(),
            Raw::Whole(number) => number.to_string(),
            Raw::Decimal(number) => number.to_string(),
            Raw::Text(text) | Raw::Words(text) => format!("{text:?}"),
            Raw::List(parts) => format!("{parts:?}"),
            Raw::Other(written) => written.clone(),
        }
    }
}

/// The keys in a TOML text. `origin` maps a line number to its origin.
pub fn from_toml(text: &str, origin: impl Fn(usize) -> Origin, problems: &mut Vec<Problem>) -> Vec<Given> {
    let line_of =
        |at: usize| text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count() + 1;
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut broken = std::collections::BTreeSet::new();
    for error in &errors {
        let line = error.span().map_or(1, |span| line_of(span.start));
        // One mistake causes several errors; the first one of a line is the most useful.
        if !broken.insert(line) {
            continue;
        }
        let wrong = Wrong::Unreadable(format!("invalid TOML: {}", error.message().replace('\n', ", ")));
        problems.push(Problem { key: String::new(), wrong, origin: origin(line) });
    }
    let mut given = Vec::new();
    if !errors.is_empty() {
        // A partially parsed text is not what was meant.
        return given;
    }
    flatten("", table.get_ref(), &mut |key, value, at| {
        given.push(Given { key, raw: raw_of(value, text), origin: origin(line_of(at)) });
    });
    given
}

fn flatten(
    prefix: &str,
    table: &DeTable<'_>,
    take: &mut impl FnMut(String, &toml::Spanned<DeValue<'_>>, usize),
) {
    for (name, value) in table {
        let key = if prefix.is_empty() {
            name.get_ref().to_string()
        } else {
            format!("{prefix}.{}", name.get_ref())
        };
        match value.get_ref() {
            DeValue::Table(inner) if !inner.is_empty() => flatten(&key, inner, take),
            DeValue::Table(_)
            | DeValue::String(_)
            | DeValue::Integer(_)
            | DeValue::Float(_)
            | DeValue::Boolean(_)
            | DeValue::Datetime(_)
            | DeValue::Array(_) => take(key, value, name.span().start),
        }
    }
}

fn raw_of(value: &toml::Spanned<DeValue<'_>>, source: &str) -> Raw {
    let written = || Raw::Other(source.get(value.span()).unwrap_or_default().to_owned());
    match value.get_ref() {
        DeValue::String(text) => Raw::Text(text.to_string()),
        DeValue::Boolean(flag) => Raw::Flag(*flag),
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).map_or_else(|_| written(), Raw::Whole)
        }
        DeValue::Float(number) => number.as_str().parse().map_or_else(|_| written(), Raw::Decimal),
        DeValue::Array(parts) => {
            let texts: Option<Vec<String>> =
                parts.iter().map(|part| part.get_ref().as_str().map(str::to_owned)).collect();
            texts.map_or_else(written, Raw::List)
        }
        DeValue::Datetime(_) | DeValue::Table(_) => written(),
    }
}

/// The keys in a person's settings file.
pub fn from_file(path: &Path, problems: &mut Vec<Problem>) -> Vec<Given> {
    match std::fs::read_to_string(path) {
        Ok(text) => {
            let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
            from_toml(text, |line| Origin::File { path: path.to_owned(), line }, problems)
        }
        Err(error) => {
            let wrong = Wrong::Unreadable(format!("the file can't be read: {error}"));
            problems.push(Problem {
                key: String::new(),
                wrong,
                origin: Origin::File { path: path.to_owned(), line: 0 },
            });
            Vec::new()
        }
    }
}

/// Variables that start with `GORKD__`; two underscores separate the parts of a key. If `_FILE` follows the
/// key, the variable names a file with the value, as supervisors pass secrets.
pub fn from_environment(variables: &[(OsString, OsString)], problems: &mut Vec<Problem>) -> Vec<Given> {
    let mut given: Vec<Given> = Vec::new();
    for (name, value) in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with("GORKD__")) else { continue };
        let key = name["GORKD__".len()..].to_lowercase().replace("__", ".");
        let origin = Origin::Environment(name.to_owned());
        if let Some(key) = key.strip_suffix("_file").filter(|key| schema::keys().contains_key(*key)) {
            // Empty means no file, as some supervisors set it.
            if value.is_empty() {
                continue;
            }
            let key = key.to_owned();
            match std::fs::read_to_string(value) {
                Ok(text) => given.push(Given { key, raw: Raw::Words(text), origin }),
                Err(error) => {
                    let wrong = Wrong::Unreadable(format!("the file that it names cannot be read: {error}"));
                    problems.push(Problem { key, wrong, origin });
                }
            }
            continue;
        }
        match value.to_str() {
            Some(value) => given.push(Given { key, raw: Raw::Words(value.to_owned()), origin }),
            None => {
                let wrong = Wrong::Unreadable("its value is not UTF-8 text".to_owned());
                problems.push(Problem { key, wrong, origin });
            }
        }
    }
    given.sort_by(|one, other| one.key.cmp(&other.key));
    for pair in given.windows(2).filter(|pair| pair[0].key == pair[1].key) {
        let wrong = Wrong::AtOdds("given both as a value and as a file; keep one of them".to_owned());
        problems.push(Problem { key: pair[0].key.clone(), wrong, origin: pair[1].origin.clone() });
    }
    given
}

/// `KEY=VALUE` as given to `--set`.
pub fn from_options(options: &[String], problems: &mut Vec<Problem>) -> Vec<Given> {
    let mut given = Vec::new();
    for option in options {
        match option.split_once('=') {
            Some((key, value)) if !key.trim().is_empty() => {
                let raw = Raw::Words(value.to_owned());
                given.push(Given { key: key.trim().to_owned(), raw, origin: Origin::Option("--set") });
            }
            Some(_) | None => {
                let wrong = Wrong::Unreadable("write it as KEY=VALUE".to_owned());
                problems.push(Problem { key: option.clone(), wrong, origin: Origin::Option("--set") });
            }
        }
    }
    given
}
