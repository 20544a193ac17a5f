//! Values as stored in rows: counts, JSON, plain text.

use crate::work::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// A count as stored; clamped at what no real count reaches.
pub(crate) fn int(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A stored count; never negative in a row that this build wrote.
pub(crate) fn count(int: i64) -> u64 {
    u64::try_from(int).unwrap_or(0)
}

/// Parses stored JSON. `what` names it in the error about a damaged row.
pub(crate) fn parsed<T: DeserializeOwned>(json: &str, what: &str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|error| Fault::Damaged(format!("{what} cannot be read ({error})")))
}

pub(crate) fn json(value: &impl Serialize, what: &str) -> Result<String, Fault> {
    serde_json::to_string(value)
        .map_err(|error| Fault::Damaged(format!("{what} cannot be written ({error})")))
}

/// Text without NUL, the one character that Postgres cannot store.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    match text.contains('\0') {
        true => Cow::Owned(text.replace('\0', "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

/// Decodes a stored vector.
pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()
}

pub(crate) fn bytes(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}
