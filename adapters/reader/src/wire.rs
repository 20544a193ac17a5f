//! What goes through the pipes between the pool and a child.
//!
//! Every message is a frame: a length of four bytes, big-endian, and that many bytes. Small messages are JSON;
//! contents and texts follow in a frame of their own, so that megabytes are not escaped and unescaped.

use gorkd_core::model::{DocumentKind, Failure, Millis, Span};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// Longest frame that either side takes: the longest text, and some room.
pub const MAX_FRAME: usize = 40 << 20;

/// The first frame to a child. The child answers [`Ready`] and lives by these limits.
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The pool's process. A child whose parent is another one has lost it, and ends.
    pub parent: i32,
    pub page_cpu_seconds: u64,
    pub memory: u64,
    pub files: u64,
    pub niceness: i32,
    pub max_text: usize,
}

/// The child is there and speaks this version.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Ready {
    pub version: String,
}

impl Ready {
    pub fn now() -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned() }
    }
}

/// A document to read. Its bytes are the next frame unless `path` names a file.
#[derive(Debug, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    pub content_type: Option<String>,
    /// Bytes of the path of a file that the child opens itself.
    pub path: Option<Vec<u8>>,
    pub max_bytes: usize,
    /// The bytes that follow are only the first part of the document.
    pub cut: bool,
    /// It is a page of the web: it may lead on to another one, or stand before it.
    pub page: bool,
    /// Milliseconds after which nobody waits for the answer any more.
    pub millis: u64,
}

/// What became of a page. The text of one that was read is the next frame.
#[derive(Debug, Serialize, Deserialize)]
pub enum Reply {
    Read(Head),
    /// It leads on to this address, as it stands there.
    Elsewhere(String),
    /// It has no text before scripts have run.
    Scripted,
    Failed(Failure),
}

/// A reading without its text, as the child says it; the pool believes none of it unchecked.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Head {
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    pub truncated: bool,
    pub warnings: Vec<String>,
    pub work: Option<String>,
    pub navigation: Vec<Span>,
    /// What it is made of: a MIME type without parameters.
    pub content_type: String,
}

/// Reads one frame; none at the end of the stream.
pub fn read_frame(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        Err(error) => return Err(error),
    }
    let length = u32::from_be_bytes(length) as usize;
    if length > MAX_FRAME {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "a frame is longer than allowed"));
    }
    let mut frame = vec![0; length];
    from.read_exact(&mut frame)?;
    Ok(Some(frame))
}

/// Writes frames, and flushes them together.
pub fn write_frames(to: &mut impl Write, frames: &[&[u8]]) -> io::Result<()> {
    for frame in frames {
        let length = u32::try_from(frame.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        to.write_all(&length.to_be_bytes())?;
        to.write_all(frame)?;
    }
    to.flush()
}
