//! Messages to and from a browser: JSON, each with a NUL at its end.

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use std::io;
use tokio::process::{ChildStdin, ChildStdout};
use tokio_util::codec::{AnyDelimiterCodec, FramedRead, FramedWrite};

/// Longest message that is taken; one holds a page's HTML, in JSON.
const LONGEST: usize = 64 << 20;

pub struct Pipe {
    to: FramedWrite<ChildStdin, AnyDelimiterCodec>,
    from: FramedRead<ChildStdout, AnyDelimiterCodec>,
}

impl Pipe {
    pub fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        let codec = || AnyDelimiterCodec::new_with_max_length(vec![0], vec![0], LONGEST);
        Self { to: FramedWrite::new(stdin, codec()), from: FramedRead::new(stdout, codec()) }
    }

    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.to.send(message.to_string()).await.map_err(io::Error::other)
    }

    /// Loses nothing when it is dropped half-way. None: the browser is gone.
    pub async fn receive(&mut self) -> io::Result<Option<Value>> {
        match self.from.next().await {
            None => Ok(None),
            Some(Ok(frame)) => serde_json::from_slice(&frame).map(Some).map_err(io::Error::other),
            Some(Err(error)) => Err(io::Error::other(error)),
        }
    }
}
