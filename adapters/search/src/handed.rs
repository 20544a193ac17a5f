//! Page texts that a provider returns along with its hits, read in place of a request to the page's own
//! server.
//!
//! They go through the same child processes and the same cleaning as downloaded pages, and the page remains
//! the cited source. They are held in memory only, and briefly; whatever is kept of a page is in the store,
//! where it can be erased.

use async_trait::async_trait;
use gorkd_core::model::{Destination, Failure, Reading};
use gorkd_core::ports::{Metered, Outcome, Raw, RawContent, ReadRequest, Reader};
use moka::future::Cache;
use std::sync::Arc;
use std::time::Duration;
use url::Url;

/// A job has chosen its pages well before this.
const TTL: Duration = Duration::from_secs(600);
/// Maximum size of all texts together, in bytes.
const MAX_BYTES: u64 = 32_000_000;
/// Minimum length in words. A shorter text is not the whole page; the server may have more.
const MIN_WORDS: u32 = 100;

/// Page texts by address. Cheap to clone.
#[derive(Clone)]
pub struct Handed {
    texts: Cache<String, Arc<str>>,
}

impl Default for Handed {
    fn default() -> Self {
        let weight = |_: &String, text: &Arc<str>| u32::try_from(text.len()).unwrap_or(u32::MAX);
        Self { texts: Cache::builder().weigher(weight).max_capacity(MAX_BYTES).time_to_live(TTL).build() }
    }
}

impl Handed {
    pub async fn put(&self, url: &str, text: &str) {
        if !text.trim().is_empty() {
            self.texts.insert(plain(url), text.into()).await;
        }
    }

    pub async fn get(&self, url: &str) -> Option<Arc<str>> {
        self.texts.get(&plain(url)).await
    }
}

/// The address without its fragment.
fn plain(url: &str) -> String {
    url.split('#').next().unwrap_or_default().to_owned()
}

/// Which sites may be read.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    /// Empty allows all.
    pub allow: Vec<String>,
    pub block: Vec<String>,
}

impl Sites {
    fn may_be_read(&self, url: &str) -> bool {
        let host = Url::parse(url).ok().and_then(|url| url.host_str().map(str::to_owned));
        let Some(host) = host else { return false };
        let among = |sites: &[String]| sites.iter().any(|site| gorkd_net::is_at_or_under(&host, site));
        !among(&self.block) && (self.allow.is_empty() || among(&self.allow))
    }
}

/// A reader that uses a handed-over text if there is one.
pub struct HandedReader {
    inner: Arc<dyn Reader>,
    handed: Handed,
    sites: Sites,
}

impl HandedReader {
    pub fn new(inner: Arc<dyn Reader>, handed: Handed, sites: Sites) -> Self {
        Self { inner, handed, sites }
    }

    async fn handed_over(&self, request: &ReadRequest) -> Option<Reading> {
        if !request.reach.allows(Destination::Far) || !self.sites.may_be_read(&request.url) {
            return None;
        }
        let text = self.handed.get(&request.url).await?;
        let raw = Raw {
            max_bytes: text.len(),
            content: RawContent::Bytes(text.as_bytes().to_vec()),
            url: request.url.clone(),
            content_type: Some("text/markdown; charset=utf-8".to_owned()),
            timeout: request.timeout / 2,
        };
        let reading = self.inner.extract(raw).await.ok()?;
        (reading.document.word_count >= MIN_WORDS).then_some(reading)
    }
}

#[async_trait]
impl Reader for HandedReader {
    async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
        match self.handed_over(request).await {
            Some(reading) => Ok(Metered::free(reading)),
            None => self.inner.read(request).await,
        }
    }

    async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
        self.inner.extract(raw).await
    }

    fn prints(&self) -> bool {
        self.inner.prints()
    }

    async fn print(&self, html: &str, timeout: Duration) -> Result<Vec<u8>, Failure> {
        self.inner.print(html, timeout).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorkd_core::model::{Document, DocumentHash, Privacy, Reach};

    /// Returns the same text for every address, and decodes bytes unchanged.
    struct Plain;

    fn reading(url: &str, text: String) -> Reading {
        let word_count = u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
        let hash = DocumentHash::of_text(&text);
        Reading { document: Document { url: url.to_owned(), hash, word_count, ..Document::default() }, text }
    }

    #[async_trait]
    impl Reader for Plain {
        async fn read(&self, request: &ReadRequest) -> Outcome<Reading> {
            Ok(Metered::free(reading(&request.url, "from the server".to_owned())))
        }

        async fn extract(&self, raw: Raw) -> Result<Reading, Failure> {
            let RawContent::Bytes(bytes) = raw.content else { unreachable!("bytes are handed over") };
            Ok(reading(&raw.url, String::from_utf8_lossy(&bytes).into_owned()))
        }
    }

    #[tokio::test]
    async fn handed_over_texts_are_read_only_if_the_page_may_be_read() {
        let handed = Handed::default();
        let long = "word ".repeat(120);
        for url in ["https://a.example/x", "https://blocked.example/x", "https://other.test/x"] {
            handed.put(url, &long).await;
        }
        handed.put("https://a.example/short", "a few words").await;
        let sites = Sites { allow: vec!["example".into()], block: vec!["blocked.example".into()] };
        let reader = HandedReader::new(Arc::new(Plain), handed, sites);
        let read = async |url: &str, privacy| {
            let request = ReadRequest::new(url, Reach::of(privacy));
            reader.read(&request).await.expect("it is read").value
        };
        let taken = read("https://a.example/x#part", Privacy::Hybrid).await;
        assert_eq!(
            (taken.text.as_str(), taken.document.url.as_str()),
            (long.as_str(), "https://a.example/x#part")
        );
        for (url, privacy) in [
            ("https://a.example/x", Privacy::LocalOnly),
            ("https://a.example/short", Privacy::Hybrid),
            ("https://a.example/unknown", Privacy::Hybrid),
            ("https://blocked.example/x", Privacy::Hybrid),
            ("https://other.test/x", Privacy::Hybrid),
        ] {
            assert_eq!(read(url, privacy).await.text, "from the server", "{url}");
        }
    }
}
