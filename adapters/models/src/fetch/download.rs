//! Downloads a file to disk, resuming from where an earlier attempt stopped.

use super::{MOST_BYTES, NotFetched, Progress, Watch};
use gorkd_core::model::{Failure, FailureReason, Reach};
use gorkd_net::http::Opened;
use gorkd_net::http::header::{self, HeaderMap, HeaderValue};
use gorkd_net::{Guard, Http};
use std::path::Path;
use std::time::Duration;
use tokio::fs::{File, OpenOptions};
use tokio::io::AsyncWriteExt;
use tokio::time::{Instant, timeout};
use url::Url;

/// Timeouts of a download.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How long a server may send nothing before it is asked again.
    pub silence: Duration,
    /// Delay before asking again after an interruption.
    pub pause: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self { silence: Duration::from_secs(30), pause: Duration::from_secs(2) }
    }
}

/// Maximum consecutive attempts without progress.
const MAX_TRIES: u32 = 4;
/// Model hosts redirect to the servers that hold the large files; two hops are usual.
const MAX_REDIRECTS: usize = 6;

pub struct Downloads<'a> {
    pub guard: &'a Guard,
    pub http: &'a Http,
    pub user_agent: &'a str,
    pub patience: Patience,
}

/// A file to download, as named in sentences.
pub struct RemoteFile<'a> {
    pub file: &'a str,
    pub url: &'a Url,
    pub bytes: Option<u64>,
}

/// How an attempt ended.
enum Ended {
    Complete,
    /// Worth another attempt.
    BrokeOff(NotFetched),
}

impl Downloads<'_> {
    /// Downloads to `part`, which may already contain the start of the file.
    pub async fn file(
        &self,
        wanted: &RemoteFile<'_>,
        part: &Path,
        watch: &Watch<'_>,
    ) -> Result<(), NotFetched> {
        let mut failed = 0;
        loop {
            let before = length(part).await;
            if wanted.bytes.is_some_and(|bytes| bytes == before) {
                return Ok(());
            }
            match self.attempt(wanted, part, watch).await? {
                Ended::Complete => return Ok(()),
                Ended::BrokeOff(why) => {
                    failed = if length(part).await > before { 1 } else { failed + 1 };
                    if failed >= MAX_TRIES {
                        return Err(why);
                    }
                    tokio::time::sleep(self.patience.pause).await;
                }
            }
        }
    }

    async fn attempt(
        &self,
        wanted: &RemoteFile<'_>,
        part: &Path,
        watch: &Watch<'_>,
    ) -> Result<Ended, NotFetched> {
        let have = length(part).await;
        let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
        let file = || wanted.file.to_owned();
        let (mut answer, url) = match self.ask(wanted, have).await? {
            Ok(answered) => answered,
            Err((failure, url)) => {
                tracing::debug!(reason = ?failure.reason, "failed to start a download");
                return Ok(Ended::BrokeOff(NotFetched::Unreachable { file: file(), host: host(&url) }));
            }
        };
        let from = match answer.head.status {
            200 => 0,
            206 if begins_at(&answer.head, have) => have,
            // The server has another file than the one begun, or one of another length.
            206 | 416 => {
                discard(part).await?;
                return Ok(Ended::BrokeOff(NotFetched::BrokeOff { file: file(), host: host(&url) }));
            }
            status @ (408 | 425 | 429 | 500..=599) => {
                return Ok(Ended::BrokeOff(NotFetched::Status { file: file(), host: host(&url), status }));
            }
            status => return Err(NotFetched::Status { file: file(), host: host(&url), status }),
        };
        let coming = answer.head.text(header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
        let total = wanted.bytes.or(coming.map(|coming| from + coming));
        let mut out = opened(part, from).await.map_err(|error| NotFetched::writing(part, error))?;
        let mut done = from;
        let ended = loop {
            // Not every server closes a transfer after sending everything.
            if total == Some(done) {
                break Ended::Complete;
            }
            let broke_off = || NotFetched::BrokeOff { file: file(), host: host(&url) };
            let piece = match timeout(self.patience.silence, answer.next()).await {
                Ok(Ok(Some(piece))) => piece,
                Ok(Ok(None)) if total.is_none() => break Ended::Complete,
                Ok(Ok(None) | Err(_)) | Err(_) => break Ended::BrokeOff(broke_off()),
            };
            done += piece.len() as u64;
            let most = total.unwrap_or(MOST_BYTES).min(MOST_BYTES);
            if done > most {
                discard(part).await?;
                return Err(NotFetched::OtherSize(file(), done, most));
            }
            out.write_all(&piece).await.map_err(|error| NotFetched::writing(part, error))?;
            watch(wanted.file, Progress { done, total });
        };
        // Write errors, such as a full disk, may only show here.
        out.flush().await.map_err(|error| NotFetched::writing(part, error))?;
        out.sync_all().await.or_else(|error| match error.kind() {
            std::io::ErrorKind::InvalidInput => Ok(()),
            _ => Err(NotFetched::writing(part, error)),
        })?;
        Ok(ended)
    }

    /// Requests the file from byte `have` on and follows redirects. The guard checks every address.
    async fn ask(
        &self,
        wanted: &RemoteFile<'_>,
        have: u64,
    ) -> Result<Result<(Opened, Url), (Failure, Url)>, NotFetched> {
        let mut url = wanted.url.clone();
        for _ in 0..MAX_REDIRECTS {
            let refused = |why: String| NotFetched::Refused {
                file: wanted.file.to_owned(),
                host: url.host_str().unwrap_or_default().to_owned(),
                why,
            };
            let checked = match self.guard.check(&url, Reach::ANYWHERE).await {
                Ok(checked) => checked,
                Err(why) => {
                    let failure = Failure::from(why);
                    if failure.reason == FailureReason::Unreachable {
                        return Ok(Err((failure, url)));
                    }
                    return Err(refused(failure.detail));
                }
            };
            let until = Instant::now() + self.patience.silence;
            let answer = match self.http.open(&checked, self.headers(have), until).await {
                Ok(answer) => answer,
                Err(failure) => return Ok(Err((failure, url))),
            };
            if !matches!(answer.head.status, 301 | 302 | 303 | 307 | 308) {
                return Ok(Ok((answer, url)));
            }
            let to = answer.head.text(header::LOCATION).and_then(|to| url.join(to).ok());
            let Some(to) = to else { return Err(refused("it redirects to nowhere.".to_owned())) };
            if url.scheme() == "https" && to.scheme() != "https" {
                return Err(refused("it redirects to an unencrypted address.".to_owned()));
            }
            url = to;
        }
        let host = wanted.url.host_str().unwrap_or_default().to_owned();
        let why = format!("it redirects more than {MAX_REDIRECTS} times.");
        Err(NotFetched::Refused { file: wanted.file.to_owned(), host, why })
    }

    fn headers(&self, have: u64) -> HeaderMap {
        let mut headers = HeaderMap::new();
        let mut add = |name, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                headers.insert(name, value);
            }
        };
        add(header::USER_AGENT, self.user_agent);
        add(header::ACCEPT, "*/*");
        add(header::ACCEPT_ENCODING, "identity");
        if have > 0 {
            add(header::RANGE, &format!("bytes={have}-"));
        }
        headers
    }
}

/// Whether the response starts at byte `have`: `Content-Range: bytes 100-199/200` starts at 100.
fn begins_at(head: &gorkd_net::http::Head, have: u64) -> bool {
    let range = head.text(header::CONTENT_RANGE).and_then(|range| range.strip_prefix("bytes "));
    let begin = range.and_then(|range| range.split('-').next()).and_then(|begin| begin.parse::<u64>().ok());
    begin == Some(have)
}

async fn opened(part: &Path, from: u64) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).write(true);
    if from > 0 {
        options.append(true)
    } else {
        options.truncate(true)
    };
    options.open(part).await
}

/// Bytes already downloaded.
async fn length(part: &Path) -> u64 {
    tokio::fs::metadata(part).await.map_or(0, |about| about.len())
}

pub async fn discard(part: &Path) -> Result<(), NotFetched> {
    match tokio::fs::remove_file(part).await {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(NotFetched::writing(part, error)),
        Ok(()) | Err(_) => Ok(()),
    }
}
