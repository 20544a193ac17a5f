//! The text of a registered article, both for readers' questions and for a driving model.

use super::perform::store_failed;
use super::service::{MAX_TEXT, may_read_draft, place_of, site_of_place};
use super::{Performed, Ports};
use crate::job::{Event, Job};
use crate::model::*;
use crate::ports::{Article, ArticleKey, Failed, Raw, RawContent, ReadRequest};
use std::sync::Arc;
use std::time::Duration;
use url::form_urlencoded::byte_serialize;

/// Limits for reading an article.
pub(super) struct ArticleLimits {
    pub bytes: usize,
    /// Timeouts for a registered text and for a page.
    pub text: Duration,
    pub page: Duration,
    pub reach: Reach,
}

/// Returns the article with this ID to a run of its site. Anyone may read published articles. A draft is only
/// available to questions about that draft, whose answers are visible only to their asker.
pub(super) async fn read(ports: &Ports, job: &Job, id: &EffectId, named: &str) -> Result<Performed, Failed> {
    let none = || {
        let detail = format!("There is no article {named} that may be read here.");
        Failed::from(Failure::skip(FailureReason::NotFound, detail))
    };
    let (Some(kept), Some(site)) = (&ports.articles, site_of(job)) else { return Err(none()) };
    let key = ArticleKey { site, id: named.to_owned() };
    let article = kept.article(&key).await.map_err(store_failed)?.ok_or_else(none)?;
    let open = article.published && article.url.is_some();
    let own = job.place == place_of(&key) && !job.attached.is_empty();
    let may = article.published || may_read_draft(&key.site, article.author.as_deref(), &job.requester);
    if !(open || own && may) {
        return Err(none());
    }
    let page = job.budget.page_time();
    let limits = ArticleLimits { bytes: MAX_TEXT, text: page, page, reach: job.terms.reach() };
    let reading = article_text(ports, &article, &limits).await?;
    let document = Arc::new(reading.document.clone());
    let event = Event::Read { effect: id.clone(), document, cached: true, cost: Spend::default() };
    Ok(Performed { event, reading: Some(reading) })
}

/// The site of a run: from its place, or from the key it was asked with.
fn site_of(job: &Job) -> Option<String> {
    let key = || (job.requester.platform == "web").then(|| job.requester.user.clone());
    site_of_place(&job.place).or_else(key)
}

/// Returns the text of an article: as registered, or else fetched from its address. Fails with `NotConfigured`
/// if it has neither.
pub(super) async fn article_text(
    ports: &Ports,
    article: &Article,
    limits: &ArticleLimits,
) -> Result<Reading, Failure> {
    let mut reading = match (&article.text, &article.url) {
        (Some(text), _) => {
            let kind = if text.trim_start().starts_with('<') { "text/html" } else { "text/markdown" };
            let raw = Raw {
                content: RawContent::Bytes(text.clone().into_bytes()),
                url: address_of(article),
                content_type: Some(format!("{kind}; charset=utf-8")),
                max_bytes: limits.bytes,
                timeout: limits.text,
            };
            ports.reader.extract(raw).await?
        }
        (None, Some(url)) => {
            let request = ReadRequest { timeout: limits.page, ..ReadRequest::new(url, limits.reach) };
            ports.reader.read(&request).await.map_err(|failed| failed.failure)?.value
        }
        (None, None) => {
            let detail =
                "This article has neither a text nor an address, so questions about it can't be answered.";
            return Err(Failure::skip(FailureReason::NotConfigured, detail));
        }
    };
    let document = &mut reading.document;
    document.url = address_of(article);
    if document.is_private() {
        // Two versions of the text count as two sources.
        let hash = document.hash.as_str();
        document.url = format!("{}#{}", document.url, &hash[..12.min(hash.len())]);
    }
    document.canonical_url.clone_from(&document.url);
    document.title.clone_from(&article.title);
    Ok(reading)
}

/// The address under which an article's text is cited. Only a published article with an address is treated as
/// public; any other text is a private document, like an attached file.
pub(super) fn address_of(article: &Article) -> String {
    match article.url.as_ref().filter(|_| article.published) {
        Some(url) => url.clone(),
        None => format!("file:///articles/{}/{}", plain(&article.key.site), plain(&article.key.id)),
    }
}

/// Removes the separators used in places and users from a name.
pub(super) fn plain(name: &str) -> String {
    byte_serialize(name.as_bytes()).collect()
}
