//! Values as rows keep them: counts, JSON, plain text.

use crate::work::Fault;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;

/// A count as a database keeps it; what no honest count reaches is cut.
pub(crate) fn int(count: u64) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// A kept count; never negative in a row that this build wrote.
pub(crate) fn count(int: i64) -> u64 {
    u64::try_from(int).unwrap_or(0)
}

/// What a row keeps as JSON. `what` names it in the sentence about a damaged row.
pub(crate) fn parsed<T: DeserializeOwned>(json: &str, what: &str) -> Result<T, Fault> {
    serde_json::from_str(json).map_err(|error| Fault::Damaged(format!("{what} cannot be read ({error})")))
}

pub(crate) fn json(value: &impl Serialize, what: &str) -> Result<String, Fault> {
    serde_json::to_string(value)
        .map_err(|error| Fault::Damaged(format!("{what} cannot be written ({error})")))
}

/// Text without the one character that Postgres keeps in no text.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    match text.contains('\0') {
        true => Cow::Owned(text.replace('\0', "\u{fffd}")),
        false => Cow::Borrowed(text),
    }
}

/// Numbers of a vector, as rows keep them.
pub(crate) fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.as_chunks::<4>().0.iter().map(|chunk| f32::from_le_bytes(*chunk)).collect()
}

pub(crate) fn bytes(floats: &[f32]) -> Vec<u8> {
    floats.iter().flat_map(|float| float.to_le_bytes()).collect()
}
