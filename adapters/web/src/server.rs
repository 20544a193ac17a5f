//! The listening end: connections with limits, and an end that lets readers come back.
//!
//! axum's own `serve` sets no TCP_NODELAY and has no limits for headers or for connections that stand still.

use crate::access::Peer;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections at once; further ones wait until one of them ends.
    pub connections: usize,
    /// Bytes of a request's head.
    pub head: usize,
    /// How long a request's head may take.
    pub head_time: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub stall: Duration,
    /// How long requests under way may go on after the end was called.
    pub grace: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 10_000,
            head: 32 * 1024,
            head_time: Duration::from_secs(10),
            stall: Duration::from_secs(30),
            grace: Duration::from_secs(5),
        }
    }
}

/// Answers requests until `halt` is called off, then lets those under way end.
pub async fn serve(listener: TcpListener, router: Router, limits: Limits, halt: CancellationToken) {
    let connections = TaskTracker::new();
    let seats = Arc::new(Semaphore::new(limits.connections));
    loop {
        let seat = tokio::select! {
            seat = seats.clone().acquire_owned() => seat,
            () = halt.cancelled() => break,
        };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = halt.cancelled() => break,
        };
        match accepted {
            Ok((stream, peer)) => {
                let connection = connection(stream, peer, router.clone(), limits.clone(), halt.clone());
                connections.spawn(async move {
                    connection.await;
                    drop(seat);
                });
            }
            Err(error) => {
                // Most often there are no file descriptors left, and some are given back soon.
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(limits.grace, connections.wait()).await.is_err() {
        tracing::info!("requests under way were cut off");
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    limits: Limits,
    halt: CancellationToken,
) {
    // An event is small and has to arrive now. An error means that the other end is gone already.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        router.clone().oneshot(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(limits.head);
    let io = TokioIo::new(Moving { stream, stall: limits.stall, stalled: None });
    let mut connection = std::pin::pin!(builder.serve_connection(io, answer));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = halt.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // People close their browsers: no news for the operator.
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A connection that fails when nothing of what is sent is taken for too long.
struct Moving {
    stream: TcpStream,
    stall: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Moving {
    fn watched<T>(&mut self, context: &mut Context<'_>, sent: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if sent.is_ready() {
            self.stalled = None;
            return sent;
        }
        let stall = self.stall;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(stall)));
        match stalled.as_mut().poll(context) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncRead for Moving {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Moving {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watched(context, sent)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let sent = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.watched(context, sent)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let sent = Pin::new(&mut self.stream).poll_flush(context);
        self.watched(context, sent)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
