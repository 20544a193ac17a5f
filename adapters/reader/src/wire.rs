//! The protocol on the pipes between the pool and a child.
//!
//! Every message is a frame: a four-byte big-endian length, then that many bytes. Small messages are JSON;
//! contents and texts follow in their own frames, so that megabytes need not be escaped.

use crate::sandbox::Sandbox;
use gorkd_core::model::{DocumentKind, Failure, Millis, Span};
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// Maximum frame size that either side accepts, in bytes: the longest text plus some room.
pub const MAX_FRAME: usize = 40 << 20;

/// Maximum size of a frame of a document, in bytes.
pub const PART: usize = 1 << 20;

/// The first frame to a child, with its limits. The child replies [`Ready`].
#[derive(Debug, Serialize, Deserialize)]
pub struct Hello {
    /// The pool's process ID. A child whose parent is another process has lost the pool and exits.
    pub parent: i32,
    pub page_cpu_seconds: u64,
    pub memory: u64,
    pub files: u64,
    pub niceness: i32,
    pub max_text: usize,
}

/// The child is running, speaks this protocol version, and has entered its sandbox.
#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
pub struct Ready {
    pub version: String,
    /// What restricts the child. Trusted, because it is sent before the first document.
    #[serde(default)]
    pub sandbox: Sandbox,
}

impl Ready {
    pub fn now(sandbox: Sandbox) -> Self {
        Self { version: env!("CARGO_PKG_VERSION").to_owned(), sandbox }
    }

    /// Whether the child is of this version of the program.
    pub fn is_ours(&self) -> bool {
        self.version == env!("CARGO_PKG_VERSION")
    }
}

/// A document to read. Its bytes follow in frames of at most `PART`, the last of which is empty.
#[derive(Debug, Serialize, Deserialize)]
pub struct Page {
    pub url: String,
    pub content_type: Option<String>,
    /// Bytes beyond these are not read, and the reading says so.
    pub max_bytes: usize,
    /// The bytes that follow are only the first part of the document.
    pub cut: bool,
    /// It is a web page, so redirects and walls are possible.
    pub page: bool,
    /// Milliseconds until the caller gives up.
    pub millis: u64,
}

/// The result for a page. The text of a page that was read follows in the next frame.
#[derive(Debug, Serialize, Deserialize)]
pub enum PageResult {
    Read(Head),
    /// It redirects to this address, as written in the page.
    Elsewhere(String),
    /// It has no text until scripts have run.
    Scripted,
    Failed(Failure),
}

/// A reading without its text, as the child reports it. The pool validates all of it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Head {
    pub canonical_url: String,
    pub title: String,
    pub author: Option<String>,
    pub site: Option<String>,
    pub language: Option<String>,
    pub kind: DocumentKind,
    pub published_at: Option<Millis>,
    /// Other days that it gives for itself; the newest one that isn't in the future counts.
    #[serde(default)]
    pub revised: Vec<Millis>,
    pub truncated: bool,
    pub warnings: Vec<String>,
    pub work: Option<String>,
    pub navigation: Vec<Span>,
    /// Its source format: a MIME type without parameters.
    pub content_type: String,
}

/// Reads one frame; `None` at the end of the stream.
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

/// Writes frames and flushes once.
pub fn write_frames(to: &mut impl Write, frames: &[&[u8]]) -> io::Result<()> {
    for frame in frames {
        let length = u32::try_from(frame.len()).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput))?;
        to.write_all(&length.to_be_bytes())?;
        to.write_all(frame)?;
    }
    to.flush()
}

/// Reads a document's frames. The first `most` bytes, and whether there were more.
pub fn read_content(from: &mut impl Read, most: usize) -> io::Result<(Vec<u8>, bool)> {
    let mut content = Vec::new();
    loop {
        let mut part = read_frame(from)?.ok_or(io::ErrorKind::UnexpectedEof)?;
        if part.is_empty() {
            break;
        }
        content.append(&mut part);
    }
    let cut = content.len() > most;
    content.truncate(most);
    Ok((content, cut))
}
