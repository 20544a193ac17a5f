//! Research on an article: one run for all its readers, kept until it expires.

use super::{ArticleDesk, place_of};
use crate::engine::service::asking::Start;
use crate::engine::service::{Ask, Wanted, fresh, refused};
use crate::job::Job;
use crate::model::*;
use crate::ports::{Article, ArticleKey, Research, Understand};
use crate::view::{Findings, ResearchStatus, Shelf, research_problem};
use std::collections::BTreeSet;

/// How long creating a named run may take. A process that dies in between leaves a name behind.
const MAKING_MS: u64 = 60_000;
/// Characters of a text that are looked through for what it is about, and names that are added to a title.
const LOOKED_THROUGH: usize = 4_000;
const NAMES: usize = 2;

/// The research on an article, as shown to everybody.
#[derive(Clone, Debug, PartialEq)]
pub struct Researched {
    pub article: Article,
    /// That of the run, where there is one: it goes with what was found.
    pub thread: Option<ThreadId>,
    pub status: ResearchStatus,
    /// Empty unless it is ready.
    pub findings: Findings,
    /// If it failed: why, in words for everybody.
    pub problem: Option<&'static str>,
    pub updated_at: Millis,
    /// If it is ready: when it expires.
    pub expires_at: Option<Millis>,
}

impl ArticleDesk {
    /// The research on an article.
    pub async fn research(&self, key: &ArticleKey, by: &Requester) -> Result<Researched, Refusal> {
        let article = self.open(key, by).await?;
        let held = self.kept.research(key).await.map_err(refused)?;
        Ok(self.looked_at(&article, held.as_ref()).await?.0)
    }

    /// Starts research, unless it is in progress or a good result exists. `force` starts it even then; a request that
    /// names its run starts it only once.
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
        let (seen, topic_then) = self.looked_at(&article, held.as_ref()).await?;
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
            // Somebody else was quicker: it is that run.
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
    async fn looked_at(
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
                let making = self.service.ports.clock.now().since(held.claimed_at) < MAKING_MS;
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
            let judged = job.judgement().map_or(&[][..], |judged| judged.evidence.as_slice());
            let hashes: BTreeSet<DocumentHash> =
                judged.iter().map(|evidence| evidence.passage.hash.clone()).collect();
            let texts = self.service.texts(&Vec::from_iter(hashes)).await?;
            let understand = &self.service.ports.understand;
            let leans = |text: &str, language: &str| understand.leans(text, language);
            seen.findings = Findings::of(job, own, Some(&Shelf { texts: &texts, leans: &leans }));
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
            terms: Wanted {
                profile: Some(claim.profile),
                planning: Some(Planning::Auto),
                // What is known is told by the run that this one takes the place of.
                force: true,
                // Its bullets are made of blocks.
                deliverable: Some(Deliverable::Brief),
                ..Wanted::default()
            },
            requester: by.clone(),
            place: place_of(&claim.article),
            time_zone: "UTC".to_owned(),
            providers: Some(self.research_searches()),
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
        // The address of a draft is not told to anybody.
        let own = article.url.iter().filter(|_| article.published);
        // What the library holds without an address of the web is read by nobody for readers of a site.
        let open = || Constraint {
            text: "not from files without an address".to_owned(),
            kind: ConstraintKind::Exclude(vec!["file:///".to_owned()]),
        };
        let constraints = own.map(other_than).chain(self.settings.library.then(open)).collect();
        let start = Start { constraints, is_title: true, ..Start::default() };
        self.service.start(ask, start).await.map(|ticket| ticket.thread)
    }

    /// A quick run has one round, which reads all its pages: there is no one answer after which a second page would be
    /// needless.
    fn rounds(&self, profile: Profile) -> u32 {
        match profile {
            Profile::Quick => 1,
            Profile::Standard | Profile::Deep => self.budget(profile).rounds,
        }
    }

    /// Erases a run that a newer one has replaced; if that fails, it is erased with the article.
    async fn erase_run(&self, job: &JobId) {
        let Ok(row) = self.service.row(job).await else { return };
        if let Err(refusal) = self.service.erase(&row.thread, &Requester::terminal()).await {
            tracing::warn!(%job, reason = refusal.message, "earlier research on an article could not be erased");
        }
    }
}

impl Researched {
    fn none(article: &Article) -> Self {
        Self {
            article: article.clone(),
            thread: None,
            status: ResearchStatus::None,
            findings: Findings::default(),
            problem: None,
            updated_at: article.updated_at,
            expires_at: None,
        }
    }
}

/// What to search for: the title. If it names nothing, names that recur in a published text are added, but no words of
/// a draft.
fn topic(article: &Article, understand: &dyn Understand, now: Millis) -> String {
    let open = article.text.as_ref().filter(|_| article.published);
    let Some(text) = open.filter(|_| understand.analyze(&article.title, now).entities.is_empty()) else {
        return article.title.clone();
    };
    let text: String = text.chars().take(LOOKED_THROUGH).collect();
    let mut names: Vec<(usize, String)> = understand
        .analyze(&text, now)
        .entities
        .into_iter()
        .filter(|name| name.chars().count() <= 60 && !name.contains('\n'))
        .map(|name| (text.matches(name.as_str()).count(), name))
        .filter(|(times, _)| *times > 1)
        .collect();
    // The first of those that stand there equally often.
    names.sort_by_key(|(times, _)| std::cmp::Reverse(*times));
    let names: Vec<String> = names.into_iter().take(NAMES).map(|(_, name)| name).collect();
    match names.is_empty() {
        true => article.title.clone(),
        false => format!("{} ({})", article.title, names.join(", ")),
    }
}
