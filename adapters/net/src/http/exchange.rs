//! One request and its response, over HTTP/1.1 or HTTP/2.

use super::{BodyLimit, Head, MAX_HEADERS};
use crate::connect::Connection;
use crate::guard::Checked;
use bytes::Bytes;
use gorkd_core::model::{Failure, FailureReason};
use http_body_util::{BodyExt, Empty};
use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, HOST, HeaderMap, HeaderValue};
use hyper::{Request, Response, Uri};
use hyper_util::rt::{TokioExecutor, TokioIo};
use tokio::task::JoinHandle;

/// Maximum number of headers; no honest server sends more.
const MAX_HEADER_COUNT: usize = 256;

pub struct Raw {
    pub head: Head,
    /// The body as received, at most one byte more than wanted.
    pub packed: Vec<u8>,
    /// There was more, or the server broke off.
    pub cut: bool,
    pub wanted: BodyLimit,
}

/// Aborts the task that drives a connection when its user is dropped.
struct Serving(JoinHandle<()>);

impl Drop for Serving {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A response whose body has not been read yet.
pub struct Opened {
    pub head: Head,
    body: Incoming,
    _serving: Serving,
}

impl Opened {
    /// The next chunk of the body; `None` at its end.
    pub async fn next(&mut self) -> Result<Option<Bytes>, Failure> {
        while let Some(frame) = self.body.frame().await {
            if let Ok(data) = frame.map_err(|error| broken(&error))?.into_data() {
                return Ok(Some(data));
            }
        }
        Ok(None)
    }
}

pub async fn open(connection: Connection, to: &Checked, headers: HeaderMap) -> Result<Opened, Failure> {
    let target = if connection.http2 { whole(to) } else { path(to) };
    let target: Uri = target.parse().map_err(|_| {
        Failure::skip(FailureReason::Malformed, "The address contains characters that cannot be sent.")
    })?;
    let sent = send(connection, to, target, headers).await;
    let (serving, response) = sent.map_err(|error| broken(&error))?;
    let (parts, body) = response.into_parts();
    let head = Head { status: parts.status.as_u16(), headers: parts.headers };
    let size: usize = head.headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if size > MAX_HEADERS {
        return Err(flooded());
    }
    Ok(Opened { head, body, _serving: serving })
}

pub async fn run(
    connection: Connection,
    to: &Checked,
    headers: HeaderMap,
    wanted: impl Fn(&Head) -> Result<BodyLimit, Failure>,
) -> Result<Raw, Failure> {
    let Opened { head, body, _serving } = open(connection, to, headers).await?;
    let wanted = wanted(&head)?;
    let most = match wanted {
        BodyLimit::Nothing => return Ok(Raw { head, packed: Vec::new(), cut: false, wanted }),
        BodyLimit::First(most) => most,
        BodyLimit::Whole(most) => {
            let length = head.text(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
            if length.is_some_and(|length| length > most as u64) {
                return Err(super::too_large(most));
            }
            most
        }
    };
    let (packed, cut) = collect(body, most).await?;
    Ok(Raw { head, packed, cut, wanted })
}

async fn send(
    connection: Connection,
    to: &Checked,
    target: Uri,
    mut headers: HeaderMap,
) -> Result<(Serving, Response<Incoming>), hyper::Error> {
    let io = TokioIo::new(connection.io);
    let mut request = Request::new(Empty::<Bytes>::new());
    *request.uri_mut() = target;
    if connection.http2 {
        *request.headers_mut() = headers;
        let (mut sender, serving) = hyper::client::conn::http2::Builder::new(TokioExecutor::new())
            .max_header_list_size(MAX_HEADERS as u32)
            .handshake(io)
            .await?;
        let serving = Serving(tokio::spawn(async move {
            let _ = serving.await;
        }));
        let response = sender.send_request(request).await?;
        return Ok((serving, response));
    }
    if let Ok(host) = HeaderValue::from_str(&authority(to)) {
        headers.insert(HOST, host);
    }
    *request.headers_mut() = headers;
    let (mut sender, serving) = hyper::client::conn::http1::Builder::new()
        .max_buf_size(MAX_HEADERS)
        .max_headers(MAX_HEADER_COUNT)
        .ignore_invalid_headers_in_responses(true)
        .handshake(io)
        .await?;
    let serving = Serving(tokio::spawn(async move {
        let _ = serving.await;
    }));
    let response = sender.send_request(request).await?;
    Ok((serving, response))
}

/// Reads at most one byte more than `most`. The flag says whether there was more or the body ended early. A
/// body that broke off before its first byte is a failure.
async fn collect(mut body: Incoming, most: usize) -> Result<(Vec<u8>, bool), Failure> {
    let mut bytes = Vec::new();
    while let Some(frame) = body.frame().await {
        match frame {
            Ok(frame) => {
                if let Ok(data) = frame.into_data() {
                    bytes.extend_from_slice(&data);
                }
            }
            Err(error) if bytes.is_empty() => return Err(broken(&error)),
            Err(_) => return Ok((bytes, true)),
        }
        if bytes.len() > most {
            bytes.truncate(most + 1);
            return Ok((bytes, true));
        }
    }
    Ok((bytes, false))
}

fn authority(to: &Checked) -> String {
    let host = to.url().host_str().unwrap_or_default();
    let host = host.strip_suffix('.').unwrap_or(host);
    to.url().port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

fn path(to: &Checked) -> String {
    let url = to.url();
    url.query().map_or_else(|| url.path().to_owned(), |query| format!("{}?{query}", url.path()))
}

fn whole(to: &Checked) -> String {
    format!("{}://{}{}", to.url().scheme(), authority(to), path(to))
}

fn flooded() -> Failure {
    Failure::skip(FailureReason::TooLarge, "The server sent more than 64 kB of headers.")
}

fn broken(error: &hyper::Error) -> Failure {
    tracing::debug!(%error, "an exchange was interrupted");
    if error.is_parse_too_large() {
        flooded()
    } else if error.is_parse() {
        Failure::skip(FailureReason::Malformed, "The server's response is not valid HTTP.")
    } else {
        Failure::retry(
            FailureReason::Unreachable,
            "The server closed the connection before it sent the page.",
        )
    }
}
