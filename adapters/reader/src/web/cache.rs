//! Pages that were read before, and what may be asked of their servers without reading them again.
//!
//! Only what is known of a page is kept here; its text lies in the store, where erasing a thread erases it. A page
//! whose text is gone is read anew. Processes that share more than a store may also share texts, for as long as a page
//! counts as fresh. What a question that may not leave this machine has read stays on it.

use gorkd_core::model::{
    Destination, Document, DocumentHash, Failure, FailureReason, Millis, Reach, Reading,
};
use gorkd_core::ports::{Documents, Scratch};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use url::Url;

/// How long a failure of a page itself is remembered, so that a second run does not ask again at once.
const UNREAD: Duration = Duration::from_secs(600);

/// What may be lost, as JSON. Without a place to keep it, everything is lost at once.
#[derive(Clone, Default)]
pub struct Shelf {
    /// On this machine.
    scratch: Option<Arc<dyn Scratch>>,
    common: Option<Common>,
}

/// Where processes share what was read for questions that may leave their machines.
#[derive(Clone)]
pub struct Common {
    pub scratch: Arc<dyn Scratch>,
    /// Where texts of pages are kept for those who have no store in common. They are kept nowhere else for long, because
    /// erasing a thread would not reach them.
    pub texts: Option<Arc<dyn Scratch>>,
}

/// Pages that were read, on a shelf.
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
    /// Where it was read in the end.
    pub final_url: String,
    /// Validators of the answer (RFC 9110, section 8.8).
    pub etag: Option<String>,
    pub modified: Option<String>,
    read_at: Millis,
}

/// What is known of an address.
pub enum Known {
    /// Read not long ago.
    Fresh(Box<Reading>),
    /// To be asked for again, if it changed.
    Stale(Box<(Kept, Reading)>),
    /// It could not be read not long ago.
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

    /// Several at once, in their order; none where nothing is kept.
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

    /// Where texts are shared, for what was read under this reach.
    fn texts(&self, reach: Reach) -> Option<&Arc<dyn Scratch>> {
        self.common.as_ref().filter(|_| reach.allows(Destination::Far))?.texts.as_ref()
    }
}

async fn keep(scratch: &Arc<dyn Scratch>, key: &str, value: &[u8], time: Duration) {
    let until = now().plus(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    if let Err(error) = scratch.put(key, value, until).await {
        tracing::debug!(%error, "the cache kept nothing of a page");
    }
}

impl Pages {
    /// A page counts as fresh for `fresh`; what is known of it is kept for `keep`.
    pub fn new(shelf: Shelf, documents: Option<Arc<dyn Documents>>, fresh: Duration, keep: Duration) -> Self {
        Self { shelf, documents, fresh, keep }
    }

    /// `anew`: whatever is known, its server is asked whether it changed.
    pub async fn look(&self, url: &Url, reach: Reach, anew: bool) -> Option<Known> {
        let keys = [key("page", url, reach), key("unread", url, reach)];
        let known = self.shelf.get_all(&[&keys[0], &keys[1]], reach).await;
        let known = |nth: usize| known.get(nth)?.as_deref();
        if !anew && let Some(Ok(failure)) = known(1).map(serde_json::from_slice) {
            return Some(Known::Unread(failure));
        }
        let kept: Kept = serde_json::from_slice(known(0)?).ok()?;
        let text = self.text(&kept.document.hash, reach).await?;
        let reading = Reading { document: kept.document.clone(), text };
        let age = u64::try_from(now().0.saturating_sub(kept.read_at.0)).unwrap_or(u64::MAX);
        let fresh = !anew && Duration::from_millis(age) < self.fresh;
        Some(if fresh { Known::Fresh(Box::new(reading)) } else { Known::Stale(Box::new((kept, reading))) })
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

    /// Remembers for a while why a page could not be read, where that lies in the page.
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
        // Quotations are slices of it, so it has to be the very text that was read.
        String::from_utf8(bytes).ok().filter(|text| DocumentHash::of_text(text) == *hash)
    }
}

/// A question's privacy is part of every key: what a private one read is no news for others.
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
