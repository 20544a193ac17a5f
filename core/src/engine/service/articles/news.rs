//! Events of articles and their research, in one order for all readers and processes.
//!
//! The events of a run are derived from its journal. They are stored to give them a position among the others;
//! the first process that sees a status of a run stores it, once.

use super::{ArticleDesk, may_read_draft};
use crate::engine::service::refused;
use crate::job::Job;
use crate::model::*;
use crate::ports::{ArticleKey, ArticleNews};
use crate::view::ResearchStatus;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

/// Maximum events read at once.
const PAGE: u32 = 200;

impl ArticleDesk {
    /// Records the progress of research until `halt` is canceled.
    pub async fn follow(&self, halt: CancellationToken) {
        let mut changes = self.service.changes();
        self.catch_up().await;
        loop {
            let Some(change) = halt.run_until_cancelled(changes.recv()).await else { return };
            match change {
                Ok(change) => self.settle_or_say(&change.job).await,
                Err(RecvError::Lagged(_)) => self.catch_up().await,
                Err(RecvError::Closed) => return,
            }
        }
    }

    /// Notified when this process has written events. Events of other processes are found by polling.
    pub fn bell(&self) -> watch::Receiver<()> {
        self.bell.subscribe()
    }

    /// Events after `after` of a site or one of its articles that `by` may see, and the position after them.
    pub async fn news(
        &self,
        site: &str,
        id: Option<&str>,
        after: u64,
        by: &Requester,
    ) -> Result<(Vec<ArticleNews>, u64), Refusal> {
        let mut news = self.kept.article_news(site, id, after, PAGE).await.map_err(refused)?;
        let end = news.last().map_or(after, |news| news.seq);
        news.retain(|news| news.published || may_read_draft(site, news.author.as_deref(), by));
        Ok((news, end))
    }

    /// Where a reader resumes after the event `last`, and whether everything since is still stored. A new
    /// reader starts at the next event, or at the newest run of an article.
    pub async fn news_from(
        &self,
        site: &str,
        id: Option<&str>,
        last: Option<u64>,
    ) -> Result<(u64, bool), Refusal> {
        let (first, end) = self.kept.news_kept().await.map_err(refused)?;
        match (last, id) {
            (Some(last), _) if last <= end => Ok((last, last + 1 >= first)),
            (Some(_), _) => Ok((end, false)),
            (None, None) => Ok((end, true)),
            (None, Some(id)) => {
                let key = ArticleKey { site: site.to_owned(), id: id.to_owned() };
                let Some(held) = self.kept.research(&key).await.map_err(refused)? else {
                    return Ok((end, true));
                };
                let news = self.kept.article_news(site, Some(id), 0, u32::MAX).await.map_err(refused)?;
                let begun = news.iter().find(|news| news.job.as_ref() == Some(&held.job));
                Ok((begun.map_or(end, |news| news.seq - 1), true))
            }
        }
    }

    async fn catch_up(&self) {
        match self.kept.unfinished_research().await {
            Ok(jobs) => {
                for job in jobs {
                    self.settle_or_say(&job).await;
                }
            }
            Err(error) => tracing::warn!(%error, "failed to look through research on articles"),
        }
    }

    async fn settle_or_say(&self, job: &JobId) {
        if let Err(refusal) = self.settle(job).await {
            tracing::warn!(%job, reason = refusal.message, "failed to store events of research on an article");
        }
    }

    /// Records each status of a run, if it is about an article.
    pub(super) async fn settle(&self, job: &JobId) -> Result<(), Refusal> {
        let Some(article) = self.kept.researched_by(job).await.map_err(refused)? else { return Ok(()) };
        let mut fold = Job::default();
        let mut last = ResearchStatus::None;
        for recorded in self.service.events(job, 0).await? {
            fold.apply(&recorded);
            let status = ResearchStatus::of(&fold, article.url.as_deref());
            if status == last {
                continue;
            }
            last = status;
            let news = ArticleNews {
                seq: 0,
                article: article.key.clone(),
                numeric: article.numeric,
                published: article.published,
                author: article.author.clone(),
                job: Some(job.clone()),
                status: status.name().to_owned(),
                at: recorded.at,
            };
            if self.kept.note_research(&news).await.map_err(refused)? {
                self.bell.send_replace(());
            }
        }
        Ok(())
    }
}
