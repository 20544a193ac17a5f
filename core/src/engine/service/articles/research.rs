//! Research on an article: one run for all readers, kept until it expires.

use super::{ArticleDesk, place_of};
use crate::engine::service::asking::Start;
use crate::engine::service::{Ask, ChosenTerms, fresh, refused};
use crate::job::Job;
use crate::model::*;
use crate::ports::{Article, ArticleKey, Research, Understand};
use crate::view::{Findings, ResearchStatus, Shelf, research_problem};
use std::collections::BTreeSet;

/// Maximum time to create a named run. If the process dies in between, the name is free again after this.
const CREATION_MS: u64 = 60_000;
/// Characters of a text that are scanned for its subject, and maximum names added to a title.
const SCANNED: usize = 4_000;
const NAMES: usize = 2;

/// The research on an article, as shown to readers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Researched {
    pub article: Article,
    /// The thread of the run, if there is one, to which the findings belong.
    pub thread: Option<ThreadId>,
    pub status: ResearchStatus,
    /// Empty unless it is ready.
    pub findings: Findings,
    /// The reason, suitable for any reader, if research failed.
    pub problem: Option<&'static str>,
    pub updated_at: Millis,
    /// When the result expires, if there is one.
    pub expires_at: Option<Millis>,
}

impl ArticleDesk {
    /// The research on an article.
    pub async fn research(&self, key: &ArticleKey, by: &Requester) -> Result<Researched, Refusal> {
        let article = self.open(key, by).await?;
        let held = self.kept.research(key).await.map_err(refused)?;
        Ok(self.status_and_subject(&article, held.as_ref()).await?.0)
    }

    /// Starts research, unless it is in progress or a good result exists. `force` starts it anyway. Idempotent
    /// if the request names its run.
    pub async fn start_research(
        &self,
        key: &ArticleKey,
        profile: Profile,
        force: bool,
        job: Option<JobId>,
        by: &Requester,
    ) -> Result<Researched, Refusal> {
        let article = self.open(key, by).await?;
        let now = self.service.ports.clock.now();
        let held = self.kept.research(key).await.map_err(refused)?;
        let (seen, topic_then) = self.status_and_subject(&article, held.as_ref()).await?;
        let topic = topic(&article, self.service.ports.understand.as_ref(), now);
        let good = || {
            !force && seen.expires_at.is_some_and(|until| now < until) && topic_then.as_ref() == Some(&topic)
        };
        let began = job.is_some() && held.as_ref().map(|held| &held.job) == job.as_ref();
        match seen.status {
            ResearchStatus::Queued | ResearchStatus::Running => return Ok(seen),
            ResearchStatus::Ready | ResearchStatus::Failed if began => return Ok(seen),
            ResearchStatus::Ready if good() => return Ok(seen),
            ResearchStatus::None | ResearchStatus::Ready | ResearchStatus::Failed => {}
        }
        let job = job.unwrap_or_else(|| JobId(fresh("job")));
        let claim = Research { article: key.clone(), job, profile, claimed_at: now };
        let before = held.as_ref().map(|held| &held.job);
        if !self.kept.move_research(key, before, Some(&claim)).await.map_err(refused)? {
            // Another request was faster: return its run.
            return self.research(key, by).await;
        }
        let thread = match self.begin(&article, topic, &claim, by).await {
            Ok(thread) => thread,
            Err(refusal) => {
                self.kept.move_research(key, Some(&claim.job), held.as_ref()).await.map_err(refused)?;
                return Err(refusal);
            }
        };
        if let Some(held) = held {
            self.erase_run(&held.job).await;
        }
        self.settle(&claim.job).await?;
        let (status, thread) = (ResearchStatus::Queued, Some(thread));
        Ok(Researched { status, thread, updated_at: now, ..Researched::none(&article) })
    }

    /// The status of a run, and its subject.
    async fn status_and_subject(
        &self,
        article: &Article,
        held: Option<&Research>,
    ) -> Result<(Researched, Option<String>), Refusal> {
        let nothing = Researched::none(article);
        let Some(held) = held else { return Ok((nothing, None)) };
        match self.service.job(&held.job, None).await {
            Ok(job) => {
                let good_until = self.service.good_until(&job);
                let seen = self.shown(article, &job, good_until).await?;
                Ok((seen, Some(job.question.text)))
            }
            Err(refusal) if refusal.code == RefusalCode::NotFound => {
                let making = self.service.ports.clock.now().since(held.claimed_at) < CREATION_MS;
                let queued = Researched {
                    status: ResearchStatus::Queued,
                    updated_at: held.claimed_at,
                    ..nothing.clone()
                };
                Ok((if making { queued } else { nothing }, None))
            }
            Err(refusal) => Err(refusal),
        }
    }

    async fn shown(&self, article: &Article, job: &Job, good_until: Millis) -> Result<Researched, Refusal> {
        let own = article.url.as_deref();
        let status = ResearchStatus::of(job, own);
        let mut seen = Researched {
            status,
            thread: Some(job.thread.clone()),
            problem: (status == ResearchStatus::Failed).then(|| research_problem(job)),
            updated_at: job.updated_at,
            ..Researched::none(article)
        };
        if status == ResearchStatus::Ready {
            let judged = job.of_judgement(|judged| &judged.evidence);
            let hashes: BTreeSet<DocumentHash> =
                judged.iter().map(|evidence| evidence.passage.hash.clone()).collect();
            let texts = self.service.texts(&Vec::from_iter(hashes)).await?;
            let understand = &self.service.ports.understand;
            let starts_with_reference =
                |text: &str, language: &str| understand.starts_with_reference(text, language);
            seen.findings = Findings::of(
                job,
                own,
                Some(&Shelf { texts: &texts, starts_with_reference: &starts_with_reference }),
            );
            seen.expires_at = Some(good_until);
        }
        Ok(seen)
    }

    async fn begin(
        &self,
        article: &Article,
        topic: String,
        claim: &Research,
        by: &Requester,
    ) -> Result<ThreadId, Refusal> {
        let ask = Ask {
            text: topic,
            terms: ChosenTerms {
                profile: Some(claim.profile),
                planning: Some(Planning::Auto),
                // A known answer would be that of the run that this one replaces.
                force: true,
                // The findings are built from a brief's blocks.
                deliverable: Some(Deliverable::Brief),
                ..ChosenTerms::default()
            },
            requester: by.clone(),
            place: place_of(&claim.article),
            time_zone: "UTC".to_owned(),
            providers: Some(self.searches(self.settings.library)),
            job: Some(claim.job.clone()),
            budget: Some(Budget { rounds: self.rounds(claim.profile), ..self.budget(claim.profile) }),
            unattended: true,
            background: true,
            ..Ask::default()
        };
        let other_than = |url: &String| Constraint {
            text: format!("not from {url}"),
            kind: ConstraintKind::Exclude(vec![url.clone()]),
        };
        // The address of a draft is not revealed.
        let own = article.url.iter().filter(|_| article.published);
        // Library files without a web address are not read on behalf of a site's readers.
        let open = || Constraint {
            text: "not from files without an address".to_owned(),
            kind: ConstraintKind::Exclude(vec!["file:///".to_owned()]),
        };
        let constraints = own.map(other_than).chain(self.settings.library.then(open)).collect();
        let start = Start { constraints, is_title: true, ..Start::default() };
        self.service.start(ask, start).await.map(|ticket| ticket.thread)
    }

    /// A quick run has one round, which reads all its pages: research has no single answer that would make a
    /// second page unnecessary.
    fn rounds(&self, profile: Profile) -> u32 {
        match profile {
            Profile::Quick => 1,
            Profile::Standard | Profile::Deep => self.budget(profile).rounds,
        }
    }

    /// Erases a run that a newer one has replaced. If that fails, it is erased with the article.
    async fn erase_run(&self, job: &JobId) {
        let Ok(row) = self.service.row(job).await else { return };
        if let Err(refusal) = self.service.erase(&row.thread, &Requester::terminal()).await {
            tracing::warn!(%job, reason = refusal.message, "failed to erase earlier research on an article");
        }
    }
}

impl Researched {
    fn none(article: &Article) -> Self {
        Self { article: article.clone(), updated_at: article.updated_at, ..Self::default() }
    }
}

/// What to search for: the title. If the title names nothing, names that recur in a published text are added,
/// but never words of a draft.
fn topic(article: &Article, understand: &dyn Understand, now: Millis) -> String {
    let open = article.text.as_ref().filter(|_| article.published);
    let Some(text) = open.filter(|_| understand.analyze(&article.title, now).entities.is_empty()) else {
        return article.title.clone();
    };
    let text: String = text.chars().take(SCANNED).collect();
    let mut names: Vec<(usize, String)> = understand
        .analyze(&text, now)
        .entities
        .into_iter()
        .filter(|name| name.chars().count() <= 60 && !name.contains('\n'))
        .map(|name| (text.matches(name.as_str()).count(), name))
        .filter(|(times, _)| *times > 1)
        .collect();
    // Ties are broken by order of appearance.
    names.sort_by_key(|(times, _)| std::cmp::Reverse(*times));
    let names: Vec<String> = names.into_iter().take(NAMES).map(|(_, name)| name).collect();
    match names.is_empty() {
        true => article.title.clone(),
        false => format!("{} ({})", article.title, names.join(", ")),
    }
}
