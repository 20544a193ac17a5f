//! Registered articles of sites, the research run of each, and events of both.

use super::StoreError;
use crate::model::{JobId, Millis, Profile, ThreadId};
use async_trait::async_trait;

/// Identifies an article: the site that registered it, and the site's own ID.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArticleKey {
    pub site: String,
    pub id: String,
}

/// An article as described by its site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    pub key: ArticleKey,
    /// The site uses numeric IDs, and gets them back as numbers.
    pub numeric: bool,
    pub title: String,
    pub text: Option<String>,
    pub url: Option<String>,
    /// Whether everybody may read it. Otherwise it is a draft.
    pub published: bool,
    /// The site's own name for its author.
    pub author: Option<String>,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// The newest run about an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Research {
    pub article: ArticleKey,
    /// Stored before the job is created, so that concurrent requests create only one.
    pub job: JobId,
    pub profile: Profile,
    pub claimed_at: Millis,
}

/// An event of an article or its research.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArticleNews {
    /// Assigned by the store; increases with every event.
    pub seq: u64,
    pub article: ArticleKey,
    pub numeric: bool,
    /// Whether the article was published at the time, and its author then. They decide who sees the event.
    pub published: bool,
    pub author: Option<String>,
    /// The run that it is about; `None` if it is about the article itself.
    pub job: Option<JobId>,
    /// For research: `queued`, `running`, `ready`, or `failed`. For an article: `created`, `updated`, or
    /// `deleted`.
    pub status: String,
    pub at: Millis,
}

#[async_trait]
pub trait Articles: Send + Sync {
    /// Stores an article and an event. An existing article keeps its `created_at`. Returns true if the article
    /// is new.
    async fn put_article(&self, article: &Article) -> Result<bool, StoreError>;

    async fn article(&self, key: &ArticleKey) -> Result<Option<Article>, StoreError>;

    /// Deletes an article, and the record of its run. Returns true if it existed.
    async fn drop_article(&self, key: &ArticleKey, at: Millis) -> Result<bool, StoreError>;

    /// Names of sites that have articles, at most `limit`.
    async fn sites(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Published articles of a site that best match these words, best first.
    async fn matching(&self, site: &str, words: &[String], limit: u32) -> Result<Vec<Article>, StoreError>;

    async fn research(&self, key: &ArticleKey) -> Result<Option<Research>, StoreError>;

    /// The article that a run is about, if it is the article's newest run.
    async fn researched_by(&self, job: &JobId) -> Result<Option<Article>, StoreError>;

    /// Runs whose end has not been reported yet.
    async fn unfinished_research(&self) -> Result<Vec<JobId>, StoreError>;

    /// Replaces the run `before` (or none) by `after`. Of several concurrent callers, only one gets true.
    async fn move_research(
        &self,
        key: &ArticleKey,
        before: Option<&JobId>,
        after: Option<&Research>,
    ) -> Result<bool, StoreError>;

    /// Stores an event of a run, each of its statuses once. Returns true if it is new.
    async fn note_research(&self, news: &ArticleNews) -> Result<bool, StoreError>;

    /// Events of a site or one of its articles after `after`, in order.
    async fn article_news(
        &self,
        site: &str,
        id: Option<&str>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ArticleNews>, StoreError>;

    /// The oldest stored event, or the next one if none is stored, and the newest event ever (0: none).
    async fn news_kept(&self) -> Result<(u64, u64), StoreError>;

    /// Threads in a place.
    async fn threads_at_place(&self, place: &str) -> Result<Vec<ThreadId>, StoreError>;

    /// Threads in a place that were given a document from one of these addresses, ignoring fragments.
    async fn threads_given(&self, place: &str, addresses: &[String]) -> Result<Vec<ThreadId>, StoreError>;
}
