//! Problems in the settings, reported all at once in words for the operator.

use std::fmt;
use std::path::PathBuf;

/// All problems. Never empty in an error.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub struct Problems(pub Vec<Problem>);

#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// In full, for example `search.searxng.rate`; empty if the problem is with the whole file.
    pub key: String,
    pub wrong: Wrong,
    pub origin: Origin,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// There is no such key. The value is not shown: it may be a secret under a mistyped name.
    Unknown {
        meant: Option<String>,
    },
    /// A key of earlier versions, the one that replaces it, and what is different about that.
    Replaced {
        by: &'static str,
        difference: &'static str,
    },
    /// A group of keys rather than a key, with some of its keys.
    Group {
        keys: Vec<String>,
    },
    NotAllowed {
        given: String,
        allowed: String,
    },
    /// Valid by itself, but contradicts another setting.
    AtOdds(String),
    /// Could not be read at all; the text says why.
    Unreadable(String),
}

/// Where a value came from. Ordered by layer: later ones win.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// `config/default.toml` or `config/profiles.toml`, as built in.
    Default,
    /// Line 0 means the whole file.
    File {
        path: PathBuf,
        line: usize,
    },
    Environment(String),
    /// A command-line option: `--set` or `--log`.
    Option(&'static str),
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [one] => write!(f, "There is a problem with the settings:").and_then(|()| write!(f, "\n  {one}")),
            many => {
                write!(f, "There are {} problems with the settings:", many.len())?;
                many.iter().try_for_each(|problem| write!(f, "\n  {problem}"))
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key.escape_debug())?;
        }
        match &self.wrong {
            Wrong::Unknown { meant: Some(meant) } => write!(f, "no such setting; did you mean {meant}?")?,
            Wrong::Unknown { meant: None } => write!(f, "no such setting")?,
            Wrong::Replaced { by, difference } => {
                write!(f, "no longer a setting; set {by} instead, {difference}")?
            }
            Wrong::Group { keys } => {
                write!(f, "a group of settings, not one; its keys: {}", keys.join(", "))?
            }
            Wrong::NotAllowed { given, allowed } => write!(f, "{given} is not allowed; allowed: {allowed}")?,
            Wrong::AtOdds(sentence) | Wrong::Unreadable(sentence) => write!(f, "{sentence}")?,
        }
        write!(f, " ({})", self.origin)
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File { path, line: 0 } => write!(f, "{}", path.display()),
            Origin::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Origin::Environment(name) => write!(f, "environment, {name}"),
            Origin::Option(option) => f.write_str(option),
        }
    }
}
