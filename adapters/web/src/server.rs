//! The HTTP server: connections with limits, and a shutdown that lets readers reconnect.
//!
//! axum's `serve` does not set TCP_NODELAY, and does not limit header size or stalled connections.

use crate::access::{METRICS, Peer, is_about_health};
use crate::router::starting_router;
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
use tokio::sync::{Semaphore, watch};
use tokio::time::Sleep;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum number of concurrent connections; more wait until one ends.
    pub connections: usize,
    /// Maximum bytes of a request head.
    pub head: usize,
    /// Maximum time for receiving a request head.
    pub head_time: Duration,
    /// How long a client may go without receiving anything that is sent to it.
    pub stall: Duration,
    /// How long active requests may continue after shutdown begins.
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

/// Serves requests until `halt` is canceled, then lets active requests finish. Until there is a router, health checks are
/// answered, and other requests wait for it: an event source that gets an error doesn't connect again.
pub async fn serve(
    listener: TcpListener,
    router: watch::Receiver<Option<Router>>,
    limits: Limits,
    halt: CancellationToken,
) {
    let connections = TaskTracker::new();
    let seats = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Some(seat) = halt.run_until_cancelled(seats.clone().acquire_owned()).await else { break };
        let Some(accepted) = halt.run_until_cancelled(listener.accept()).await else { break };
        match accepted {
            Ok((stream, peer)) => {
                let connection = connection(stream, peer, router.clone(), limits.clone(), halt.clone());
                connections.spawn(async move {
                    connection.await;
                    drop(seat);
                });
            }
            Err(error) => {
                // Usually there are no free file descriptors, and some will be released soon.
                tracing::warn!(%error, "failed to accept a connection");
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    }
    drop(listener);
    connections.close();
    if tokio::time::timeout(limits.grace, connections.wait()).await.is_err() {
        tracing::info!("closed connections with active requests");
    }
}

async fn connection(
    stream: TcpStream,
    peer: SocketAddr,
    router: watch::Receiver<Option<Router>>,
    limits: Limits,
    halt: CancellationToken,
) {
    // Events are small and must arrive right away. An error means that the client is already gone.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let mut router = router.clone();
        async move {
            let path = request.uri().path();
            let opened = match is_about_health(path) || path == METRICS {
                true => router.borrow().clone(),
                false => router.wait_for(Option::is_some).await.ok().and_then(|opened| opened.clone()),
            };
            opened.unwrap_or_else(starting_router).oneshot(request).await
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(limits.head);
    let io = TokioIo::new(Moving { stream, stall: limits.stall, stalled: None });
    let mut connection = std::pin::pin!(builder.serve_connection(io, answer).with_upgrades());
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = halt.cancelled() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        // People close their browsers, which is of no interest to the operator.
        tracing::debug!(%error, "a connection ended early");
    }
}

/// A connection that fails if the client accepts no data for too long.
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

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::get;
    use bytes::Bytes;
    use futures::stream;
    use std::convert::Infallible;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::sync::oneshot;

    /// Serves on a free port until the returned guard is dropped.
    async fn serving(router: Router, limits: Limits) -> (SocketAddr, tokio_util::sync::DropGuard) {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("valid address");
        let halt = CancellationToken::new();
        tokio::spawn(serve(listener, watch::channel(Some(router)).1, limits, halt.clone()));
        (address, halt.drop_guard())
    }

    #[tokio::test]
    async fn a_stalled_client_is_disconnected() {
        let (tell, told) = oneshot::channel::<()>();
        // Dropped together with the response that holds it.
        let held = std::sync::Mutex::new(Some(tell));
        let endless = move || {
            let held = held.lock().ok().and_then(|mut held| held.take());
            let body = stream::unfold(held, |held| async move {
                Some((Ok::<_, Infallible>(Bytes::from(vec![b'x'; 64 * 1024])), held))
            });
            async move { Body::from_stream(body) }
        };
        let endless = Arc::new(endless);
        let router = Router::new().route("/", get(move || endless()));
        let limits = Limits { stall: Duration::from_millis(100), ..Limits::default() };
        let (address, _guard) = serving(router, limits).await;
        let mut client = TcpStream::connect(address).await.expect("the server accepts connections");
        client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("written");
        let gone = tokio::time::timeout(Duration::from_secs(60), told).await.expect("dropped in time");
        assert!(gone.is_err(), "the response was dropped");
    }

    #[tokio::test]
    async fn before_the_start_is_over_health_is_told_and_requests_wait() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("valid address");
        let (open, router) = watch::channel(None);
        let halt = CancellationToken::new();
        let _guard = halt.clone().drop_guard();
        tokio::spawn(serve(listener, router, Limits::default(), halt));
        let ask = async |path: &str| {
            let mut client = TcpStream::connect(address).await.expect("the server accepts connections");
            let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            client.write_all(head.as_bytes()).await.expect("written");
            let mut text = String::new();
            client.read_to_string(&mut text).await.expect("an answer");
            text
        };
        assert!(ask("/healthz").await.starts_with("HTTP/1.1 200"));
        let ready = ask("/readyz").await;
        assert!(ready.starts_with("HTTP/1.1 503") && ready.contains("is starting"), "{ready}");
        let (answer, ()) = tokio::join!(ask("/"), async {
            assert!(ask("/metrics").await.starts_with("HTTP/1.1 503"), "the other one still waits");
            drop(open.send_replace(Some(Router::new().route("/", get(|| async { "fine" })))));
        });
        assert!(answer.ends_with("fine"), "{answer}");
    }

    #[tokio::test]
    async fn heads_that_are_too_long_or_never_end_are_refused() {
        let router = Router::new().route("/", get(|| async { "fine" }));
        let limits = Limits { head: 8 * 1024, head_time: Duration::from_millis(100), ..Limits::default() };
        let (address, _guard) = serving(router, limits).await;
        let answer = async |head: String| {
            let mut client = TcpStream::connect(address).await.expect("the server accepts connections");
            // The server may hang up before everything is written.
            let _ = client.write_all(head.as_bytes()).await;
            let mut text = Vec::new();
            let read = client.read_to_end(&mut text);
            let _ = tokio::time::timeout(Duration::from_secs(60), read)
                .await
                .expect("the server closes the connection");
            String::from_utf8_lossy(&text).into_owned()
        };
        let fine = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n".to_owned();
        assert!(answer(format!("{fine}\r\n")).await.ends_with("fine"));
        let long = format!("{fine}X-Long: {}\r\n\r\n", "x".repeat(20_000));
        assert!(!answer(long).await.contains("fine"));
        assert!(!answer(fine).await.contains("fine"), "an unterminated head");
    }
}
