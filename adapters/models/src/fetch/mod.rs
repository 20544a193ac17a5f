//! Fetches ranking models: weights and tokenizer from addresses that the operator names, each checked against its
//! SHA-256 before it is used.
//!
//! A model stands in its folder whole and tried, or not at all. What was fetched of a file before an interruption is
//! kept aside, and the next attempt goes on from there.

mod archive;
mod download;
mod install;
#[cfg(test)]
mod tests;

pub use download::Patience;
pub use install::Shelf;

use crate::local::{BadFolder, Description};
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};
use std::path::Path;
use url::Url;

/// A model to fetch.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// Of its folder.
    pub name: String,
    pub description: Description,
    pub weights: Source,
    pub tokenizer: Source,
}

/// Where one file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub url: Url,
    /// In hexadecimal. Of the file itself, also where it comes in an archive.
    pub sha256: String,
    /// None where nobody said.
    pub bytes: Option<u64>,
    /// Its path in the zip archive (a Python wheel is one) at the address; none where the address is the file's own.
    pub inside: Option<String>,
}

/// How far a download is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    pub total: Option<u64>,
}

/// Sees how far the download of a file is.
pub type Watch<'a> = dyn Fn(&str, Progress) + Send + Sync + 'a;

/// Why a model was not fetched, in sentences for the operator.
#[derive(Debug, thiserror::Error)]
pub enum NotFetched {
    #[error("Another gorkd is working in {0}. Try again when it is done.")]
    Busy(String),
    #[error("{host} cannot be asked for {file}: {why}")]
    Refused { file: String, host: String, why: String },
    #[error("{host} answered {status} for {file}. Look at its address in models.catalogue (docs/models.md).")]
    Status { file: String, host: String, status: u16 },
    #[error(
        "{host} cannot be reached for {file}. Look at the network; the next attempt goes on where this one stopped."
    )]
    Unreachable { file: String, host: String },
    #[error("{host} broke off in the middle of {file}. Try again: it goes on where it stopped.")]
    BrokeOff { file: String, host: String },
    #[error("{0} is not the file that was expected: it has {1} bytes instead of {2}. Nothing was installed.")]
    OtherSize(String, u64, u64),
    #[error(
        "{file} is not the file that was expected: its SHA-256 is {found} instead of {expected}. Nothing was \
         installed. Look at its address and checksum in models.catalogue (docs/models.md)."
    )]
    OtherSum { file: String, found: String, expected: String },
    #[error("The archive for {0} cannot be read as a zip file. Nothing was installed.")]
    NoArchive(String),
    #[error("The archive for {0} has no {1} in it. Nothing was installed.")]
    NotInside(String, String),
    #[error("What was fetched is no such model: {0}. Nothing was installed.")]
    NotAModel(#[from] BadFolder),
    #[error("There is no room on the disk for {0}. Make some, and try again: it goes on where it stopped.")]
    Full(String),
    #[error("{0} cannot be written: {1}.")]
    Disk(String, io::Error),
}

impl NotFetched {
    /// What a failed write means.
    fn writing(path: &Path, error: io::Error) -> Self {
        let path = path.display().to_string();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => NotFetched::Full(path),
            _ => NotFetched::Disk(path, error),
        }
    }
}

/// A file of more bytes than this is no ranking model that this machine could run while somebody waits.
const MOST_BYTES: u64 = 4 << 30;

/// Copies, and gives the SHA-256 of what went by, with its length. Stops one byte after `most`.
fn copy_and_sum(from: impl Read, into: &mut impl Write, most: u64) -> io::Result<(String, u64)> {
    let (mut from, mut sum, mut length) = (from.take(most.saturating_add(1)), Sha256::new(), 0u64);
    let mut piece = vec![0u8; 256 << 10];
    loop {
        let count = from.read(&mut piece)?;
        if count == 0 {
            break;
        }
        sum.update(&piece[..count]);
        into.write_all(&piece[..count])?;
        length += count as u64;
    }
    let sum = sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((sum, length))
}

/// Is this file the one that the source promises?
fn check(file: &str, path: &Path, source: &Source) -> Result<(), NotFetched> {
    let opened = std::fs::File::open(path).map_err(|error| NotFetched::writing(path, error))?;
    let summed = copy_and_sum(opened, &mut io::sink(), MOST_BYTES);
    let (found, bytes) = summed.map_err(|error| NotFetched::writing(path, error))?;
    expect(file, (found, bytes), source)
}

fn expect(file: &str, (found, bytes): (String, u64), source: &Source) -> Result<(), NotFetched> {
    if let Some(expected) = source.bytes.filter(|expected| *expected != bytes) {
        return Err(NotFetched::OtherSize(file.to_owned(), bytes, expected));
    }
    let expected = source.sha256.to_lowercase();
    if found != expected {
        return Err(NotFetched::OtherSum { file: file.to_owned(), found, expected });
    }
    Ok(())
}
