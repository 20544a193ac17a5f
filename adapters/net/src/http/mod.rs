//! One request to an address that passed the guard, and its response, within limits.
//!
//! Redirects are not followed and nothing is kept: a redirect is a response, and following it means passing
//! the guard again. A connection is used only once, so that one page's server cannot affect another page.

mod coding;
mod exchange;

pub use coding::ACCEPTED as ACCEPTED_CODINGS;
pub use exchange::Opened;
pub use hyper::header;
pub use hyper::header::HeaderMap;

use crate::connect::{Connect, ConnectError, Connection};
use crate::guard::Checked;
use coding::Coding;
use gorkd_core::model::{Failure, FailureReason};
use std::sync::Arc;
use tokio::time::{Instant, timeout_at};

/// Maximum size of the headers, in bytes.
pub const MAX_HEADERS: usize = 64 << 10;

/// Cheap to clone.
#[derive(Clone)]
pub struct Http {
    connect: Arc<dyn Connect>,
}

/// The response before its body.
#[derive(Clone, Debug)]
pub struct Head {
    pub status: u16,
    pub headers: HeaderMap,
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub head: Head,
    /// Decoded, and no longer than wanted.
    pub body: Vec<u8>,
    /// The body is incomplete: there was more, or the server broke off.
    pub cut: bool,
}

/// How much of a body is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyLimit {
    Nothing,
    /// The first so many decoded bytes; a longer body is cut.
    First(usize),
    /// All of it, up to so many bytes: a part is useless.
    Whole(usize),
}

impl Head {
    /// A header as text; `None` if it is missing or not text.
    pub fn text(&self, name: header::HeaderName) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

impl Http {
    pub fn new(connect: Arc<dyn Connect>) -> Self {
        Self { connect }
    }

    /// Requests a page. `wanted` sees the head and decides how much of the body to read, or why the response
    /// is useless.
    pub async fn get(
        &self,
        to: &Checked,
        headers: HeaderMap,
        until: Instant,
        wanted: impl Fn(&Head) -> Result<BodyLimit, Failure>,
    ) -> Result<Answer, Failure> {
        let connection = self.connected(to, until).await?;
        let exchange = exchange::run(connection, to, headers, wanted);
        let raw = timeout_at(until, exchange).await.map_err(|_| late())??;
        let exchange::Raw { head, packed, cut, wanted } = raw;
        let (BodyLimit::First(most) | BodyLimit::Whole(most)) = wanted else {
            return Ok(Answer { head, body: Vec::new(), cut: false });
        };
        let coding = Coding::of(&head.headers)?;
        let undone = tokio::task::spawn_blocking(move || coding.undo(packed, most, cut)).await;
        let (body, cut) =
            undone.map_err(|_| Failure::skip(FailureReason::Internal, "Unpacking the page failed."))??;
        match wanted {
            BodyLimit::Whole(most) if cut && body.len() >= most => Err(too_large(most)),
            BodyLimit::Whole(_) if cut => Err(Failure::retry(
                FailureReason::Unreachable,
                "The server closed the connection in the middle of the file.",
            )),
            BodyLimit::Whole(_) | BodyLimit::First(_) | BodyLimit::Nothing => Ok(Answer { head, body, cut }),
        }
    }

    /// Requests a file that is too large to hold in memory, and returns once the response head has arrived.
    /// The body is not decoded, so `headers` should request the identity coding.
    pub async fn open(&self, to: &Checked, headers: HeaderMap, until: Instant) -> Result<Opened, Failure> {
        let connection = self.connected(to, until).await?;
        timeout_at(until, exchange::open(connection, to, headers)).await.map_err(|_| late())?
    }

    async fn connected(&self, to: &Checked, until: Instant) -> Result<Connection, Failure> {
        let connection = timeout_at(until, self.connect.connect(to)).await.map_err(|_| late())?;
        let connection = connection.map_err(unconnected)?;
        if !to.addresses().contains(&connection.peer) {
            return Err(Failure::skip(
                FailureReason::Blocked,
                "The connection went to an address other than the one that was checked.",
            ));
        }
        Ok(connection)
    }
}

fn late() -> Failure {
    Failure::retry(FailureReason::TimedOut, "The page did not answer in time.")
}

fn too_large(most: usize) -> Failure {
    let detail = format!("The file is larger than {} MB, and part of it would be useless.", most / 1_000_000);
    Failure::skip(FailureReason::TooLarge, detail)
}

fn unconnected(error: ConnectError) -> Failure {
    match error {
        ConnectError::TimedOut => {
            Failure::retry(FailureReason::TimedOut, "The server did not accept the connection in time.")
        }
        ConnectError::Unreachable(error) => {
            tracing::debug!(%error, "failed to reach a server");
            Failure::retry(FailureReason::Unreachable, "The server could not be reached.")
        }
        ConnectError::Tls(sentence) => Failure::skip(FailureReason::Unreachable, sentence),
    }
}
