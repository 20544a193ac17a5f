//! Messages to and from a browser: JSON, terminated by NUL.

use futures::{SinkExt, StreamExt};
use serde_json::Value;
use std::io;
use tokio::process::{ChildStdin, ChildStdout};
use tokio_util::codec::{AnyDelimiterCodec, FramedRead, FramedWrite};

/// Maximum message size, in bytes; one message contains a page's HTML as JSON.
const MAX_MESSAGE: usize = 64 << 20;

pub struct Pipe {
    to: FramedWrite<ChildStdin, AnyDelimiterCodec>,
    from: FramedRead<ChildStdout, AnyDelimiterCodec>,
}

impl Pipe {
    pub fn new(stdin: ChildStdin, stdout: ChildStdout) -> Self {
        let codec = || AnyDelimiterCodec::new_with_max_length(vec![0], vec![0], MAX_MESSAGE);
        Self { to: FramedWrite::new(stdin, codec()), from: FramedRead::new(stdout, codec()) }
    }

    pub async fn send(&mut self, message: &Value) -> io::Result<()> {
        self.to.send(message.to_string()).await.map_err(io::Error::other)
    }

    /// Cancel-safe. Returns `None` when the browser has gone.
    pub async fn receive(&mut self) -> io::Result<Option<Value>> {
        match self.from.next().await {
            None => Ok(None),
            Some(Ok(frame)) => serde_json::from_slice(&frame).map(Some).map_err(io::Error::other),
            Some(Err(error)) => Err(io::Error::other(error)),
        }
    }
}
