//! Readers' questions: about one article, or about all published articles of a site.

use super::{ArticleDesk, place_of, place_of_site};
use crate::engine::article::{ArticleLimits, article_text};
use crate::engine::service::asking::Start;
use crate::engine::service::{Ask, ChosenTerms, Ticket, refused};
use crate::job::Job;
use crate::model::*;
use crate::ports::{Article, ArticleKey};
use std::time::Duration;

/// Maximum articles used to answer a question to a site.
const MAX_ARTICLES: u32 = 10;
/// Maximum words of a question used to find articles.
const MAX_WORDS: usize = 40;

impl ArticleDesk {
    /// Asks about an article: its text is used, and the web is searched as for any question. `thread` continues
    /// one of `by`'s own threads about this article. Idempotent if `job` names the run.
    pub async fn ask_article(
        &self,
        key: &ArticleKey,
        question: &str,
        thread: Option<ThreadId>,
        job: Option<JobId>,
        by: &Requester,
    ) -> Result<Ticket, Refusal> {
        let article = self.open(key, by).await?;
        if let Some(ticket) = self.service.there_already(job.as_ref()).await? {
            return Ok(ticket);
        }
        let place = place_of(key);
        self.own_thread(thread.as_ref(), &place, by).await?;
        self.service.ports.understand.admissible(question)?;
        self.service.unless_full(false).await?;
        self.service.count_run(by).await?;
        let readings = match thread {
            // The first turn already has the text.
            Some(_) => Vec::new(),
            None => vec![self.reading(&article).await?],
        };
        let ask = Ask {
            readings,
            thread,
            job,
            providers: Some(self.searches(false)),
            ..self.asked(question, place, by)
        };
        self.service.start(ask, Start { is_admitted: true, ..Start::default() }).await
    }

    /// Asks a question that only the published articles of a site may answer. Idempotent if `job` names the
    /// run.
    pub async fn ask_site(
        &self,
        site: &str,
        question: &str,
        thread: Option<ThreadId>,
        job: Option<JobId>,
        by: &Requester,
    ) -> Result<Ticket, Refusal> {
        if let Some(ticket) = self.service.there_already(job.as_ref()).await? {
            return Ok(ticket);
        }
        let text = self.service.ports.understand.admissible(question)?;
        let place = place_of_site(site);
        self.own_thread(thread.as_ref(), &place, by).await?;
        let words: Vec<String> = text
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .take(MAX_WORDS)
            .map(str::to_lowercase)
            .collect();
        let found = self.kept.matching(site, &words, MAX_ARTICLES).await.map_err(refused)?;
        let nothing = || {
            let message = "No published article of this site covers that.";
            Refusal::new(RefusalCode::NotFound, message)
        };
        if found.is_empty() {
            return Err(nothing());
        }
        // Reading articles is expensive, so admission is checked first.
        self.service.unless_full(false).await?;
        self.service.count_run(by).await?;
        let mut readings = Vec::new();
        for article in found {
            match self.reading(&article).await {
                Ok(reading) => readings.push(reading),
                Err(refusal) => {
                    tracing::info!(
                        reason = refusal.message,
                        "failed to read an article for a question to its site"
                    );
                }
            }
        }
        if readings.is_empty() {
            return Err(nothing());
        }
        let ask = Ask { readings, thread, job, ..self.asked(question, place, by) };
        self.service.start(ask, Start { is_admitted: true, ..Start::default() }).await
    }

    /// A run that answers a question about an article, or, without an ID, about a site.
    pub async fn asked_of(
        &self,
        site: &str,
        id: Option<&str>,
        job: &JobId,
        by: &Requester,
    ) -> Result<Job, Refusal> {
        let gone = || Refusal::new(RefusalCode::NotFound, "There is no such question.");
        let place = match id {
            Some(id) => {
                let key = ArticleKey { site: site.to_owned(), id: id.to_owned() };
                self.open(&key, by).await?;
                place_of(&key)
            }
            None => place_of_site(site),
        };
        let row = self.service.row(job).await.map_err(|_| gone())?;
        // An anonymous asker can only present the run's ID, which cannot be guessed.
        let nobodys = row.requester.platform == super::READERS && row.requester.user.starts_with('?');
        let theirs = nobodys || row.requester.key() == by.key() || super::is_site(site, by);
        if row.place != place || !theirs {
            return Err(gone());
        }
        self.service.job(job, None).await
    }

    fn asked(&self, question: &str, place: Place, by: &Requester) -> Ask {
        Ask {
            text: question.to_owned(),
            terms: ChosenTerms {
                profile: Some(Profile::Quick),
                planning: Some(Planning::Auto),
                ..ChosenTerms::default()
            },
            requester: by.clone(),
            place,
            time_zone: "UTC".to_owned(),
            providers: Some(Vec::new()),
            budget: Some(self.budget(Profile::Quick)),
            unattended: true,
            ..Ask::default()
        }
    }

    async fn own_thread(
        &self,
        thread: Option<&ThreadId>,
        place: &Place,
        by: &Requester,
    ) -> Result<(), Refusal> {
        let Some(thread) = thread else { return Ok(()) };
        match self.service.thread(thread).await {
            Ok(row) if row.place == *place && row.owner == by.key() => Ok(()),
            Err(refusal) if refusal.code != RefusalCode::NotFound => Err(refusal),
            Ok(_) | Err(_) => {
                Err(Refusal::new(RefusalCode::NotFound, format!("There is no thread {thread}.")))
            }
        }
    }

    /// The text of an article.
    async fn reading(&self, article: &Article) -> Result<Reading, Refusal> {
        let defaults = &self.service.defaults;
        let limits = ArticleLimits {
            bytes: defaults.file_bytes,
            text: Duration::from_millis(defaults.file_ms),
            page: self.budget(Profile::Quick).page_time(),
            reach: defaults.terms.reach(),
        };
        article_text(&self.service.ports, article, &limits).await.map_err(|failure| {
            let message = match failure.reason {
                FailureReason::NotConfigured => failure.detail,
                _ => format!("This article's text cannot be read: {}", failure.detail),
            };
            Refusal::new(RefusalCode::Conflict, message)
        })
    }
}
