//! Remembers pages that were read, so that they need not be downloaded or parsed again.
//!
//! Only metadata is kept here. The text is in the store, where erasing a thread erases it; a page whose text
//! is gone is read again. Processes that do not share a store may share texts while a page counts as fresh.
//! Whatever is read for a question that may not leave this machine stays on it.

use gorkd_core::model::{
    Destination, Document, DocumentHash, Failure, FailureReason, Millis, Reach, Reading,
};
use gorkd_core::ports::{Documents, Scratch};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use url::Url;

/// How long a page's failure is remembered, so that the next run does not retry at once.
const UNREAD: Duration = Duration::from_secs(600);

/// A JSON cache that may lose its contents. Without a backing store it keeps nothing.
#[derive(Clone, Default)]
pub struct Shelf {
    /// On this machine.
    scratch: Option<Arc<dyn Scratch>>,
    common: Option<Common>,
}

/// Where processes share what was read for questions that may leave the machine.
#[derive(Clone)]
pub struct Common {
    pub scratch: Arc<dyn Scratch>,
    /// Where page texts are shared between processes without a common store. Texts are kept here only
    /// briefly, because erasing a thread does not reach them.
    pub texts: Option<Arc<dyn Scratch>>,
}

/// Pages that were read, in a cache.
pub struct Pages {
    shelf: Shelf,
    documents: Option<Arc<dyn Documents>>,
    fresh: Duration,
    keep: Duration,
}

/// A page as it was read, without its text.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Kept {
    pub document: Document,
    /// The address after redirects.
    pub final_url: String,
    /// Validators from the response (RFC 9110, section 8.8).
    pub etag: Option<String>,
    pub modified: Option<String>,
    read_at: Millis,
}

/// What is known about an address.
pub enum CachedPage {
    /// Read recently.
    Fresh(Box<Reading>),
    /// Read earlier; to be requested again, in case it changed.
    Stale(Box<(Kept, Reading)>),
    /// Could not be read recently.
    Unread(Failure),
}

impl Shelf {
    pub fn new(scratch: Arc<dyn Scratch>, common: Option<Common>) -> Self {
        Self { scratch: Some(scratch), common }
    }

    pub async fn get<T: DeserializeOwned>(&self, key: &str, reach: Reach) -> Option<T> {
        let value = self.place(reach)?.get(key, now()).await.ok()??;
        serde_json::from_slice(&value).ok()
    }

    /// Gets several entries, in order; all `None` without a cache.
    async fn get_all(&self, keys: &[&str], reach: Reach) -> Vec<Option<Vec<u8>>> {
        let Some(scratch) = self.place(reach) else { return Vec::new() };
        scratch.get_all(keys, now()).await.unwrap_or_default()
    }

    pub async fn put<T: Serialize>(&self, key: &str, value: &T, reach: Reach, time: Duration) {
        let (Some(scratch), Ok(value)) = (self.place(reach), serde_json::to_vec(value)) else { return };
        keep(scratch, key, &value, time).await;
    }

    fn place(&self, reach: Reach) -> Option<&Arc<dyn Scratch>> {
        match &self.common {
            Some(common) if reach.allows(Destination::Far) => Some(&common.scratch),
            Some(_) | None => self.scratch.as_ref(),
        }
    }

    /// Where texts read under this reach are shared.
    fn texts(&self, reach: Reach) -> Option<&Arc<dyn Scratch>> {
        self.common.as_ref().filter(|_| reach.allows(Destination::Far))?.texts.as_ref()
    }
}

async fn keep(scratch: &Arc<dyn Scratch>, key: &str, value: &[u8], time: Duration) {
    let until = now().plus(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    if let Err(error) = scratch.put(key, value, until).await {
        tracing::debug!(%error, "failed to write the page cache");
    }
}

impl Pages {
    /// Pages count as fresh for `fresh`; their metadata is kept for `keep`.
    pub fn new(shelf: Shelf, documents: Option<Arc<dyn Documents>>, fresh: Duration, keep: Duration) -> Self {
        Self { shelf, documents, fresh, keep }
    }

    /// With `anew`, even a fresh page is revalidated with its server.
    pub async fn look(&self, url: &Url, reach: Reach, anew: bool) -> Option<CachedPage> {
        let keys = [key("page", url, reach), key("unread", url, reach)];
        let known = self.shelf.get_all(&[&keys[0], &keys[1]], reach).await;
        let known = |nth: usize| known.get(nth)?.as_deref();
        if !anew && let Some(Ok(failure)) = known(1).map(serde_json::from_slice) {
            return Some(CachedPage::Unread(failure));
        }
        let kept: Kept = serde_json::from_slice(known(0)?).ok()?;
        let text = self.text(&kept.document.hash, reach).await?;
        let reading = Reading { document: kept.document.clone(), text };
        let age = u64::try_from(now().0.saturating_sub(kept.read_at.0)).unwrap_or(u64::MAX);
        let fresh = !anew && Duration::from_millis(age) < self.fresh;
        Some(if fresh {
            CachedPage::Fresh(Box::new(reading))
        } else {
            CachedPage::Stale(Box::new((kept, reading)))
        })
    }

    pub async fn keep(
        &self,
        url: &Url,
        reach: Reach,
        reading: &Reading,
        final_url: &Url,
        (etag, modified): (Option<String>, Option<String>),
    ) {
        let document = reading.document.clone();
        if let Some(scratch) = self.shelf.texts(reach) {
            keep(scratch, &text_key(&document.hash), reading.text.as_bytes(), self.fresh).await;
        }
        let kept = Kept { document, final_url: final_url.to_string(), etag, modified, read_at: now() };
        self.shelf.put(&key("page", url, reach), &kept, reach, self.keep).await;
    }

    /// Remembers for a while why a page could not be read, if the page itself is the reason.
    pub async fn keep_failure(&self, url: &Url, reach: Reach, failure: &Failure) {
        use FailureReason as R;
        let lasting = match failure.reason {
            R::Denied | R::Captcha | R::Paywall | R::NotFound | R::TooLarge | R::UnsupportedType => true,
            R::Encrypted | R::Empty | R::TooComplex | R::Malformed => true,
            R::Crashed | R::Dropped | R::TimedOut | R::Unreachable | R::RateLimited | R::Unauthorized => {
                false
            }
            R::QuotaExhausted | R::Blocked | R::ResourceLimit | R::ServerError | R::InvalidReply => false,
            R::Filtered | R::ContextOverflow | R::BudgetExhausted | R::NotAllowed => false,
            R::NotConfigured | R::Internal => false,
        };
        if lasting {
            self.shelf.put(&key("unread", url, reach), failure, reach, UNREAD).await;
        }
    }

    async fn text(&self, hash: &DocumentHash, reach: Reach) -> Option<String> {
        if let Some(documents) = &self.documents
            && let Ok(mut texts) = documents.texts(std::slice::from_ref(hash)).await
            && let Some(text) = texts.remove(hash)
        {
            return Some(text.to_string());
        }
        let bytes = self.shelf.texts(reach)?.get(&text_key(hash), now()).await.ok()??;
        // Quotes are slices of this text, so it must be exactly the text that was read.
        String::from_utf8(bytes).ok().filter(|text| DocumentHash::of_text(text) == *hash)
    }
}

/// The privacy of a question is part of every key: what a private question read is hidden from others.
fn key(what: &str, url: &Url, reach: Reach) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    format!("{what}:{}:{url}", reach.name())
}

fn text_key(hash: &DocumentHash) -> String {
    format!("text:{}", hash.0)
}

fn now() -> Millis {
    let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}
