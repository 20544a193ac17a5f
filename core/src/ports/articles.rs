//! Articles that sites have registered, the research run of each, and events of both.

use super::StoreError;
use crate::model::{JobId, Millis, Profile, ThreadId};
use async_trait::async_trait;

/// An article's name: the site that registered it, and the site's own id.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArticleKey {
    pub site: String,
    pub id: String,
}

/// An article as its site describes it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    pub key: ArticleKey,
    /// The site's ids are numbers, and are given back as such.
    pub numeric: bool,
    pub title: String,
    pub text: Option<String>,
    pub url: Option<String>,
    /// Open to everybody. Otherwise it is a draft.
    pub published: bool,
    /// The site's own name of who wrote it.
    pub author: Option<String>,
    pub created_at: Millis,
    pub updated_at: Millis,
}

/// The newest run about an article.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Research {
    pub article: ArticleKey,
    /// Named here before it is made, so that two who ask at once make one.
    pub job: JobId,
    pub profile: Profile,
    pub claimed_at: Millis,
}

/// What happened to an article or its research.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArticleNews {
    /// Grows with every piece of news; given by the store.
    pub seq: u64,
    pub article: ArticleKey,
    pub numeric: bool,
    /// Whether the article was open to everybody then, and who its author was: they decide who is told.
    pub published: bool,
    pub author: Option<String>,
    /// The run that this is about; none where it is about the article itself.
    pub job: Option<JobId>,
    /// Of research: `queued`, `running`, `ready` or `failed`; of an article: `created`, `updated` or `deleted`.
    pub status: String,
    pub at: Millis,
}

#[async_trait]
pub trait Articles: Send + Sync {
    /// Writes an article with its news; `created_at` of one that is there already stays. True when it is a new one.
    async fn put_article(&self, article: &Article) -> Result<bool, StoreError>;

    async fn article(&self, key: &ArticleKey) -> Result<Option<Article>, StoreError>;

    /// Takes an article out, with the name of its run. True when there was one.
    async fn drop_article(&self, key: &ArticleKey, at: Millis) -> Result<bool, StoreError>;

    /// Names of sites that have articles, at most `limit`.
    async fn sites(&self, limit: u32) -> Result<Vec<String>, StoreError>;

    /// Published articles of a site whose words are nearest to these, best first.
    async fn matching(&self, site: &str, words: &[String], limit: u32) -> Result<Vec<Article>, StoreError>;

    async fn research(&self, key: &ArticleKey) -> Result<Option<Research>, StoreError>;

    /// The article that a run is about, if it is the newest one about it.
    async fn researched_by(&self, job: &JobId) -> Result<Option<Article>, StoreError>;

    /// Runs of which no end has been told yet.
    async fn unfinished_research(&self) -> Result<Vec<JobId>, StoreError>;

    /// Puts `after` in the place of the run `before`, or of none; of several who try, one gets true.
    async fn move_research(
        &self,
        key: &ArticleKey,
        before: Option<&JobId>,
        after: Option<&Research>,
    ) -> Result<bool, StoreError>;

    /// Notes news of a run, each status of it once. True when it was not known yet.
    async fn note_research(&self, news: &ArticleNews) -> Result<bool, StoreError>;

    /// News of a site, or of one of its articles, after `after`, in order.
    async fn article_news(
        &self,
        site: &str,
        id: Option<&str>,
        after: u64,
        limit: u32,
    ) -> Result<Vec<ArticleNews>, StoreError>;

    /// The first news that is still kept, or the next one that will be, and the last one that there was (0: none).
    async fn news_kept(&self) -> Result<(u64, u64), StoreError>;

    /// Threads in a place.
    async fn threads_at_place(&self, place: &str) -> Result<Vec<ThreadId>, StoreError>;

    /// Threads in a place that were given a document from one of these addresses, whatever its fragment.
    async fn threads_given(&self, place: &str, addresses: &[String]) -> Result<Vec<ThreadId>, StoreError>;
}
