//! Servers that speak TLS, well and badly. Certificate and key beside this file were made for these tests and are
//! worth nothing elsewhere: `a.test`, signed by itself.

use futures::stream::{self, BoxStream, StreamExt};
use http_body_util::StreamBody;
use hyper::body::{Bytes, Frame, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

const CERTIFICATE: &[u8] = include_bytes!("tls/certificate.der");
/// The same, but that it ended in February 2020.
const EXPIRED: &[u8] = include_bytes!("tls/expired.der");
const KEY: &[u8] = include_bytes!("tls/key.der");

/// How a server goes about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// HTTP/2; `/broken` is reset in the middle, `/reset` before it begins.
    Well,
    /// As well, with a certificate that has expired.
    Expired,
    /// No TLS at all.
    Plain,
    /// The connection is closed in the middle of the handshake.
    BrokenOff,
    /// Nothing is ever said.
    Silent,
}

pub fn certificate() -> CertificateDer<'static> {
    CertificateDer::from(CERTIFICATE)
}

pub fn expired_certificate() -> CertificateDer<'static> {
    CertificateDer::from(EXPIRED)
}

/// Serves this text to whoever gets through.
pub async fn start(manner: Manner, text: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let key = PrivateKeyDer::from(PrivatePkcs8KeyDer::from(KEY));
    let shown = if manner == Manner::Expired { expired_certificate() } else { certificate() };
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions of TLS")
        .with_no_client_auth()
        .with_single_cert(vec![shown], key)
        .expect("a certificate and its key");
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream, acceptor.clone(), manner, text));
        }
    });
    address
}

async fn serve(mut stream: TcpStream, acceptor: TlsAcceptor, manner: Manner, text: &'static str) {
    let mut buffer = [0; 1024];
    match manner {
        Manner::Plain => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi").await;
        }
        Manner::BrokenOff => {
            let _ = stream.read(&mut buffer).await;
        }
        Manner::Silent => while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {},
        Manner::Well | Manner::Expired => {
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let service = service_fn(move |request| answer(request, text));
            let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
            let _ = server.serve_connection(TokioIo::new(stream), service).await;
        }
    }
}

type Frames = BoxStream<'static, io::Result<Frame<Bytes>>>;

async fn answer(request: Request<Incoming>, text: &'static str) -> io::Result<Response<StreamBody<Frames>>> {
    let whole = || Ok(Frame::data(Bytes::from_static(text.as_bytes())));
    let (status, frames) = match request.uri().path() {
        "/robots.txt" => (404, Vec::new()),
        "/reset" => return Err(io::Error::other("reset")),
        "/broken" => (200, vec![whole(), Err(io::Error::other("reset"))]),
        _ => (200, vec![whole()]),
    };
    let response = Response::builder().status(status).header("content-type", "text/plain");
    let frames = stream::iter(frames).then(async |frame| {
        // A reset throws away what has not left yet: what came before it has to be on its way.
        if frame.is_err() {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        frame
    });
    response.body(StreamBody::new(frames.boxed())).map_err(io::Error::other)
}
