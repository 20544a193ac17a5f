//! IDs. On the wire, all of them are plain strings; the types keep them from being mixed up.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Position of an event in its job's journal, starting at 1. A checkpoint is a `Seq`, not a copy.
pub type Seq = u64;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident,)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> Self {
                Self(text.to_owned())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> Self {
                Self(text)
            }
        }
    )+};
}

ids! {
    /// One run for one turn: `job_` and a UUID v7 without dashes.
    JobId,
    /// A conversation: `thr_` and a UUID v7 without dashes.
    ThreadId,
    /// One effect of one job, for example `r0.search.4f1c…`. The same state always yields the same ID.
    EffectId,
    /// A source within a thread: `src_` and the first 12 hex digits of the canonical URL's SHA-256.
    SourceId,
    /// SHA-256 of a document's stored text, in hex. Equal texts have equal hashes, whatever their URLs.
    DocumentHash,
    /// A person who gave commands: `act_` and random hex digits. Only the store knows who it is.
    ActorId,
    /// Where a thread lives: `slack:team:channel:ts`, `discord:guild:channel:thread`, `web:…`, `cli:…`.
    Place,
}

impl EffectId {
    /// The round that an outcome belongs to: 2 for `r2.read.…`, `None` for `plan`.
    pub fn round(&self) -> Option<usize> {
        self.0.strip_prefix('r')?.split_once('.')?.0.parse().ok()
    }

    /// The effect's ID without its attempts: `r0.read.4f1c.t1~2` has the stem `r0.read.4f1c`.
    pub fn stem(&self) -> &str {
        let named = self.0.split_once('~').map_or(self.as_str(), |(stem, _)| stem);
        match named.rsplit_once(".t") {
            Some((stem, epoch)) if !epoch.is_empty() && epoch.bytes().all(|b| b.is_ascii_digit()) => stem,
            Some(_) | None => named,
        }
    }
}

impl Place {
    /// The part before the first colon.
    pub fn platform(&self) -> &str {
        self.0.split_once(':').map_or(self.as_str(), |(platform, _)| platform)
    }

    /// The unit for fair scheduling, within which jobs queue one after another: a channel with all its threads,
    /// a site with all its articles, a person on the web.
    pub fn lane(&self) -> &str {
        let parts = if self.platform() == "article" { 2 } else { 3 };
        let end = self.0.match_indices(':').nth(parts - 1).map_or(self.0.len(), |(at, _)| at);
        &self.0[..end]
    }
}

impl SourceId {
    pub fn of_url(canonical: &str) -> Self {
        Self(format!("src_{}", &sha256_hex(canonical.as_bytes())[..12]))
    }
}

impl DocumentHash {
    pub fn of_text(text: &str) -> Self {
        Self(sha256_hex(text.as_bytes()))
    }
}

/// SHA-256 in lower-case hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    use sha2::{Digest, Sha256};
    hex::encode(Sha256::digest(bytes))
}

/// A moment: milliseconds since the Unix epoch, UTC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Millis(pub i64);

impl Millis {
    /// Milliseconds from `earlier` to `self`, never negative.
    pub fn since(self, earlier: Millis) -> u64 {
        u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0)
    }

    pub fn plus(self, ms: u64) -> Millis {
        Millis(self.0.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)))
    }
}
