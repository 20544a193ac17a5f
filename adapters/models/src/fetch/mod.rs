//! Downloads ranking models: weights and tokenizer from addresses that the operator names, each verified
//! against its SHA-256 before use.
//!
//! A model is either in its folder complete and tested, or not at all. Partial downloads are kept separately,
//! and the next attempt resumes them.

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

/// A model to download.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The name of its folder.
    pub name: String,
    pub description: Description,
    pub weights: Source,
    pub tokenizer: Source,
}

/// Where a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    pub url: Url,
    /// In hexadecimal. The checksum of the file itself, even if it is inside an archive.
    pub sha256: String,
    /// Size in bytes; `None` if unknown.
    pub bytes: Option<u64>,
    /// Its path inside a zip archive (such as a Python wheel) at the address; `None` if the address is the
    /// file's own.
    pub inside: Option<String>,
}

/// Progress of a download.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    pub done: u64,
    pub total: Option<u64>,
}

/// Receives the progress of a file's download.
pub type Watch<'a> = dyn Fn(&str, Progress) + Send + Sync + 'a;

/// Why a model was not downloaded, as sentences for the operator.
#[derive(Debug, thiserror::Error)]
pub enum NotFetched {
    #[error("Another gorkd is working in {0}. Try again when it is done.")]
    Busy(String),
    #[error("{host} cannot be asked for {file}: {why}")]
    Refused { file: String, host: String, why: String },
    #[error("{host} answered {status} for {file}. Check its address in models.catalogue (docs/models.md).")]
    Status { file: String, host: String, status: u16 },
    #[error(
        "{host} cannot be reached for {file}. Check the network; the next attempt resumes where this one stopped."
    )]
    Unreachable { file: String, host: String },
    #[error(
        "{host} closed the connection in the middle of {file}. Try again: the download resumes where it stopped."
    )]
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
    #[error("The archive for {0} does not contain {1}. Nothing was installed.")]
    NotInside(String, String),
    #[error("The download is not such a model: {0}. Nothing was installed.")]
    NotAModel(#[from] BadFolder),
    #[error(
        "The disk is full: {0} does not fit. Free some space and try again: the download resumes where it stopped."
    )]
    Full(String),
    #[error("{0} cannot be written: {1}.")]
    Disk(String, io::Error),
}

impl NotFetched {
    /// Turns a failed write into an error.
    fn writing(path: &Path, error: io::Error) -> Self {
        let path = path.display().to_string();
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => NotFetched::Full(path),
            _ => NotFetched::Disk(path, error),
        }
    }
}

/// Maximum file size in bytes. This machine could not run a larger ranking model interactively.
const MOST_BYTES: u64 = 4 << 30;

/// Copies while hashing. Returns the SHA-256 and the length. Stops one byte after `most`.
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

/// Whether this is the file that the source promises.
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
