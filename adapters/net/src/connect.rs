//! Opens connections to exactly the addresses that the guard has checked.
//!
//! This is the only place in the program that connects a socket to an untrusted address. Tests replace
//! [`Connect`], which comes after all checks.

use crate::guard::Checked;
use crate::recorder::Recorder;
use async_trait::async_trait;
use rustls::ClientConfig;
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls_platform_verifier::Verifier;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};
use tokio_rustls::TlsConnector;

/// A bidirectional byte stream.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Io for T {}

pub struct Connection {
    pub io: Box<dyn Io>,
    /// The address actually connected to.
    pub peer: SocketAddr,
    /// The server negotiated HTTP/2.
    pub http2: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error("the server did not answer in time")]
    TimedOut,
    #[error("the server could not be reached")]
    Unreachable(#[source] io::Error),
    /// The problem with its certificate or TLS, as a sentence.
    #[error("{0}")]
    Tls(String),
}

#[async_trait]
pub trait Connect: Send + Sync {
    /// Connects to one of the checked addresses, with TLS for https.
    async fn connect(&self, to: &Checked) -> Result<Connection, ConnectError>;
}

/// Connects to the real network.
pub struct Dialer {
    tls: TlsConnector,
    within: Duration,
    recorder: Recorder,
}

impl Dialer {
    /// `within` covers everything up to the first byte that can be sent. `roots` are trusted in addition to
    /// the system's.
    pub fn new(
        within: Duration,
        roots: Vec<CertificateDer<'static>>,
        recorder: Recorder,
    ) -> Result<Self, rustls::Error> {
        let provider = Arc::new(ring::default_provider());
        let verifier = Arc::new(Verifier::new_with_extra_roots(roots, provider.clone())?);
        let mut config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), within, recorder })
    }

    /// Tries one address after another, each with a fair share of the remaining time.
    async fn dial(&self, to: &Checked, until: Instant) -> Result<(TcpStream, SocketAddr), ConnectError> {
        let mut last = ConnectError::TimedOut;
        for (number, address) in to.addresses().iter().enumerate() {
            let others = u32::try_from(to.addresses().len() - number).unwrap_or(u32::MAX);
            let now = Instant::now();
            let part = now + until.saturating_duration_since(now) / others;
            self.recorder.connecting(to.host(), *address);
            match timeout_at(part, TcpStream::connect(address)).await {
                Ok(Ok(stream)) => {
                    let peer = stream.peer_addr().map_err(ConnectError::Unreachable)?;
                    let _ = stream.set_nodelay(true);
                    return Ok((stream, peer));
                }
                Ok(Err(error)) => last = ConnectError::Unreachable(error),
                Err(_) => last = ConnectError::TimedOut,
            }
        }
        Err(last)
    }
}

#[async_trait]
impl Connect for Dialer {
    async fn connect(&self, to: &Checked) -> Result<Connection, ConnectError> {
        let until = Instant::now() + self.within;
        let (stream, peer) = self.dial(to, until).await?;
        if !to.is_secure() {
            return Ok(Connection { io: Box::new(stream), peer, http2: false });
        }
        let name = ServerName::try_from(to.host().to_owned())
            .map_err(|_| ConnectError::Tls("The host's name is not valid in a certificate.".to_owned()))?;
        match timeout_at(until, self.tls.connect(name, stream)).await {
            Ok(Ok(stream)) => {
                let http2 = stream.get_ref().1.alpn_protocol() == Some(b"h2");
                Ok(Connection { io: Box::new(stream), peer, http2 })
            }
            Ok(Err(error)) => Err(ConnectError::Tls(tls_sentence(&error))),
            Err(_) => Err(ConnectError::TimedOut),
        }
    }
}

/// What is wrong with a server's TLS. The library's own messages are for developers.
fn tls_sentence(error: &io::Error) -> String {
    use rustls::{CertificateError, Error};
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    let sentence = match inner {
        Some(Error::InvalidCertificate(certificate)) => match certificate {
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
                "The server's certificate has expired."
            }
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                "The server's certificate is not valid yet."
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "The server's certificate is for another name."
            }
            CertificateError::UnknownIssuer => {
                "The server's certificate is not signed by a trusted authority."
            }
            CertificateError::Revoked => "The server's certificate was revoked.",
            _ => "The server's certificate is not valid.",
        },
        Some(_) => "The server's TLS is broken.",
        None => "The server closed the connection during the TLS handshake.",
    };
    sentence.to_owned()
}
