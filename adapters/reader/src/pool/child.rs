//! One worker child, as the pool holds it.

use super::file::{self, Content};
use super::spawner::Spawner;
use crate::sandbox::Sandbox;
use crate::settings::ReaderSettings;
use crate::wire::{Head, Hello, MAX_FRAME, PART, Page, PageResult, Ready};
use bytes::{Bytes, BytesMut};
use futures::{SinkExt, StreamExt};
use gorkd_core::model::{Failure, FailureReason};
use serde::de::DeserializeOwned;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::process::{Child as Process, ChildStdin, ChildStdout};
use tokio_util::codec::{FramedRead, FramedWrite, LengthDelimitedCodec};

/// How long a child may take to exit after its pipe broke.
const EXIT_GRACE: Duration = Duration::from_millis(500);

pub struct Child {
    process: Process,
    input: FramedWrite<ChildStdin, LengthDelimitedCodec>,
    output: FramedRead<ChildStdout, LengthDelimitedCodec>,
    sandbox: Sandbox,
    pages: u32,
}

/// A document as read by a child.
pub struct Read {
    pub head: Head,
    pub text: Bytes,
}

/// A child's reply about a document.
pub enum ChildReply {
    Read(Box<Read>),
    Elsewhere(String),
    Scripted,
}

pub enum Trouble {
    /// The document cannot be read; the child is fine.
    Failed(Failure),
    /// The document's file cannot be read to its end, and the child still waits for the rest.
    Unread(Failure),
    /// The child has died or violated the protocol.
    Broken,
}

impl Child {
    pub async fn start(spawner: &Spawner, settings: &ReaderSettings) -> io::Result<Self> {
        let mut process = spawner.spawn().await?;
        let (Some(stdin), Some(stdout)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(io::Error::other("the worker child has no pipes"));
        };
        let codec = || LengthDelimitedCodec::builder().max_frame_length(MAX_FRAME).new_codec();
        let input = FramedWrite::new(stdin, codec());
        let output = FramedRead::new(stdout, codec());
        let mut child = Self { process, input, output, sandbox: Sandbox::default(), pages: 0 };
        let hello = Hello {
            parent: i32::try_from(std::process::id()).unwrap_or(0),
            page_cpu_seconds: settings.page_cpu.as_secs().max(1),
            memory: settings.child_memory,
            files: settings.child_files,
            niceness: settings.niceness,
            max_text: settings.max_text,
        };
        let ready = match child.greet(&hello).await {
            Ok(ready) => ready,
            Err(error) => return Err(child.early_end(error).await),
        };
        if !ready.is_ours() {
            return Err(io::Error::other("the worker child is of another version of this program"));
        }
        child.sandbox = ready.sandbox;
        Ok(child)
    }

    async fn greet(&mut self, hello: &Hello) -> io::Result<Ready> {
        self.send(serde_json::to_vec(hello)?).await?;
        self.receive().await
    }

    /// A broken pipe says only that a child ended before it answered; its status says why.
    async fn early_end(&mut self, error: io::Error) -> io::Error {
        match tokio::time::timeout(EXIT_GRACE, self.process.wait()).await {
            Ok(Ok(status)) => {
                io::Error::other(format!("the worker child ended before it answered: {status}"))
            }
            Ok(Err(_)) | Err(_) => error,
        }
    }

    pub fn id(&self) -> Option<u32> {
        self.process.id()
    }

    /// What holds this child.
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox
    }

    /// Number of documents this child has received.
    pub fn pages(&self) -> u32 {
        self.pages
    }

    pub fn is_alive(&mut self) -> bool {
        matches!(self.process.try_wait(), Ok(None))
    }

    pub fn kill(&mut self) {
        let _ = self.process.start_kill();
    }

    /// Sends a document and waits for the result. Must not be called again after `Unread` or `Broken`, or
    /// after a returned future was dropped.
    pub async fn read(&mut self, page: &Page, content: Content) -> Result<ChildReply, Trouble> {
        self.pages += 1;
        self.hand_over(page, content).await?;
        self.result().await.map_err(|_| Trouble::Broken)?.map_err(Trouble::Failed)
    }

    /// Small documents go in one write, so that the child wakes up once; of a file, one part at a time is in
    /// memory.
    async fn hand_over(&mut self, page: &Page, content: Content) -> Result<(), Trouble> {
        let head = serde_json::to_vec(page).map_err(|_| Trouble::Broken)?;
        self.feed(head.into()).await?;
        match content {
            Content::Bytes(mut bytes) => {
                while !bytes.is_empty() {
                    let part = bytes.split_to(bytes.len().min(PART));
                    self.feed(part).await?;
                }
            }
            Content::File(opened) => {
                // One byte more, so that the child knows that there is more.
                let most = u64::try_from(page.max_bytes).unwrap_or(u64::MAX).saturating_add(1);
                let mut opened = opened.take(most);
                loop {
                    let mut part = BytesMut::with_capacity(PART);
                    let read = opened.read_buf(&mut part).await;
                    if read.map_err(|error| Trouble::Unread(file::failure(&error)))? == 0 {
                        break;
                    }
                    self.feed(part.freeze()).await?;
                }
            }
        }
        self.send(Vec::new()).await.map_err(|_| Trouble::Broken)
    }

    async fn feed(&mut self, frame: Bytes) -> Result<(), Trouble> {
        SinkExt::<Bytes>::feed(&mut self.input, frame).await.map_err(|_| Trouble::Broken)
    }

    async fn result(&mut self) -> io::Result<Result<ChildReply, Failure>> {
        match self.receive::<PageResult>().await? {
            PageResult::Read(head) => {
                let text = self.frame().await?;
                Ok(Ok(ChildReply::Read(Box::new(Read { head, text }))))
            }
            PageResult::Elsewhere(target) => Ok(Ok(ChildReply::Elsewhere(target))),
            PageResult::Scripted => Ok(Ok(ChildReply::Scripted)),
            PageResult::Failed(failure) => Ok(Err(failure)),
        }
    }

    /// Ends a broken child and reports the cause.
    pub async fn end(mut self) -> Failure {
        let status = tokio::time::timeout(EXIT_GRACE, self.process.wait()).await;
        self.kill();
        match status {
            Ok(Ok(status)) => cause_of_death(status),
            Ok(Err(_)) | Err(_) => nonsense(),
        }
    }

    async fn send(&mut self, frame: Vec<u8>) -> io::Result<()> {
        SinkExt::<Bytes>::send(&mut self.input, frame.into()).await
    }

    async fn receive<T: DeserializeOwned>(&mut self) -> io::Result<T> {
        Ok(serde_json::from_slice(&self.frame().await?)?)
    }

    async fn frame(&mut self) -> io::Result<Bytes> {
        let frame = self.output.next().await.ok_or(io::ErrorKind::UnexpectedEof)??;
        Ok(frame.freeze())
    }
}

/// A reply that does not match the request.
pub fn nonsense() -> Failure {
    Failure::skip(
        FailureReason::Malformed,
        "The worker returned an invalid result for this document; it was discarded.",
    )
}

fn cause_of_death(status: ExitStatus) -> Failure {
    use rustix::process::Signal;
    let limit = |detail| Failure::skip(FailureReason::ResourceLimit, detail);
    match status.signal().and_then(Signal::from_named_raw) {
        Some(Signal::XCPU) => limit("The document took more computing time than one document may take."),
        Some(Signal::ABORT) => limit("The document took more memory than one document may take."),
        Some(Signal::SEGV | Signal::BUS) => limit("The document broke its worker, probably by deep nesting."),
        Some(Signal::SYS) => limit("The worker made a system call that it may not make, and was ended."),
        Some(Signal::KILL) => limit("The worker was killed while it read the document."),
        Some(_) | None => limit("The worker ended while it read the document."),
    }
}
