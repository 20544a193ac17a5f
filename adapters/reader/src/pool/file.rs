//! Opens a document's file for a child, which may open none.

use bytes::Bytes;
use gorkd_core::model::{Failure, FailureReason};
use rustix::fs::OFlags;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use tokio::fs::{File, OpenOptions};

/// What is sent to a child.
pub enum Content {
    Bytes(Bytes),
    File(File),
}

/// Where a document's bytes are.
pub enum Source {
    Bytes(Vec<u8>),
    File(PathBuf),
}

impl Source {
    pub async fn open(self) -> Result<Content, Failure> {
        match self {
            Source::Bytes(bytes) => Ok(Content::Bytes(bytes.into())),
            Source::File(path) => Ok(Content::File(open(&path).await?)),
        }
    }
}

/// Opening a pipe could wait forever, and opening a device can have effects. So the type is looked at before, and
/// once more afterwards, because another file may have taken the place; a pipe is opened without waiting.
async fn open(path: &Path) -> Result<File, Failure> {
    regular(tokio::fs::metadata(path).await)?;
    let waitless = OFlags::NONBLOCK.bits() as i32;
    let opened = OpenOptions::new().read(true).custom_flags(waitless).open(path).await;
    let opened = opened.map_err(|error| failure(&error))?;
    regular(opened.metadata().await)?;
    Ok(opened)
}

fn regular(metadata: io::Result<Metadata>) -> Result<(), Failure> {
    if metadata.map_err(|error| failure(&error))?.is_file() {
        Ok(())
    } else {
        Err(Failure::skip(FailureReason::UnsupportedType, "This is not a regular file."))
    }
}

/// Why a file could not be opened or read.
pub fn failure(error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::skip(FailureReason::NotFound, "The file does not exist."),
        io::ErrorKind::PermissionDenied => {
            Failure::skip(FailureReason::Denied, "The file cannot be opened: permission denied.")
        }
        _ => Failure::skip(FailureReason::Unreachable, format!("The file could not be read: {error}.")),
    }
}
