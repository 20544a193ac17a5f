//! MCP over standard input and output, for a program that starts gorkd itself.

use crate::server::Server;
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// Answers until the input ends or `halt` is canceled. The end of the input cancels `halt`, so that active calls end as
/// well. An error is a sentence.
pub async fn serve_stdio(server: Server, halt: CancellationToken) -> Result<(), String> {
    let input = Ending { inner: tokio::io::stdin(), halt: halt.clone() };
    let running = match server.serve_with_ct((input, tokio::io::stdout()), halt.child_token()).await {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_) | ServerInitializeError::Cancelled) => return Ok(()),
        // The message itself may contain what somebody asked.
        Err(_) => return Err("The input isn't MCP: it doesn't begin with `initialize`.".to_owned()),
    };
    match running.waiting().await {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("The server stopped: {error}.")),
    }
}

/// Cancels `halt` when the input ends.
struct Ending<R> {
    inner: R,
    halt: CancellationToken,
}

impl<R: AsyncRead + Unpin> AsyncRead for Ending<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.inner).poll_read(context, buffer));
        if read.is_err() || buffer.filled().len() == before {
            self.halt.cancel();
        }
        Poll::Ready(read)
    }
}
