//! Known answers: a repeated question is answered from the journal of an earlier run, and identical questions
//! at the same time share one run.
//!
//! An answer is reused for the same question in the same audience, on the same or deeper terms, over the same
//! library, while the answer is fresh and nobody has steered its run. Two questions are the same by their
//! words, or by their meaning if numbers, dates, units, names, negations, direction, and language agree.

use super::asking::Start;
use super::{Ask, KnownAnswer, Service, Ticket, fresh, refused};
use crate::job::{Event, Job, JobStatus, Reused};
use crate::model::*;
use crate::ports::{AskedBefore, Follower, Like, NewJob, cosine};

/// Maximum questions of an audience to compare, newest first.
const MAX_COMPARED: u32 = 2_000;

/// The embedder's name and the vector; `None` without an embedder. `Option<Meaning>` is `None` until it is
/// computed.
pub(super) type Meaning = Option<(String, Vec<f32>)>;

impl Service {
    pub(super) fn may_be_known(&self, ask: &Ask, start: &Start) -> bool {
        self.defaults.known.reuse
            && start.previous.is_none()
            && ask.thread.is_none()
            && ask.files.is_empty()
            && ask.readings.is_empty()
            && ask.providers.is_none()
            && ask.rounds.is_none()
    }

    /// A ticket for a known answer or an active run, if there is one.
    pub(super) async fn known(
        &self,
        ask: &Ask,
        question: &Question,
        (terms, moderation): (&Terms, &Moderation),
        meaning: &mut Option<Meaning>,
        now: Millis,
    ) -> Result<Option<Ticket>, Refusal> {
        if terms.force || terms.planning == Planning::Interactive {
            return Ok(None);
        }
        let before = match self.alike(ask, question, terms, meaning, now).await {
            Ok(before) => before,
            Err(refusal) => {
                tracing::warn!(reason = refusal.message, "failed to read earlier questions");
                return Ok(None);
            }
        };
        for asked in before {
            if let Some(ticket) = self.serve(&asked.job, ask, question, (terms, moderation), now).await? {
                return Ok(Some(ticket));
            }
        }
        Ok(None)
    }

    /// A ticket for a run of the same question, if its answer suits this asker.
    pub(super) async fn serve(
        &self,
        run: &JobId,
        ask: &Ask,
        question: &Question,
        (terms, moderation): (&Terms, &Moderation),
        now: Millis,
    ) -> Result<Option<Ticket>, Refusal> {
        let Ok(row) = self.row(run).await else { return Ok(None) };
        // The journal has an answer a moment before the row does.
        let recorded = self.events(run, 0).await?;
        let job = Job::replay(&recorded);
        // After a change of models, an answer of the earlier ones is not reused.
        if !serves_everybody(&job) || job.models != self.models(terms.reach()) {
            return Ok(None);
        }
        // An answer moderated by other rules, or with another note, is not reused.
        if job.moderation != *moderation {
            return Ok(None);
        }
        match job.status() {
            JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {
                self.watch_along(run, &row.requester, ask, now).await?;
                let (thread, turn, known) = (row.thread, row.turn, KnownAnswer::InProgress);
                Ok(Some(Ticket { job: run.clone(), thread, turn, fence: None, known }))
            }
            JobStatus::Completed
                if is_an_answer(&job) && self.is_as_good(&job) && self.good_until(&job) > now =>
            {
                self.copy_answer(ask, question, &job, now).await.map(Some)
            }
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => Ok(None),
        }
    }

    /// Has a reranker read what an answer rests on, if there is one now? An answer from before isn't reused.
    fn is_as_good(&self, job: &Job) -> bool {
        let language = &job.question.language;
        let ranks = self.ports.reranker.as_ref().is_some_and(|reranker| reranker.reads(language));
        !ranks || job.of_judgement(|judged| &judged.parts).iter().any(|part| part.score.is_some())
    }

    /// A hash of everything that questions answered by one run have in common, so that no question text is
    /// kept.
    pub(super) async fn key_of(
        &self,
        ask: &Ask,
        question: &Question,
        terms: &Terms,
        moderation: &Moderation,
    ) -> Result<String, Refusal> {
        let library = self.ports.answers.library_state().await.map_err(refused)?;
        let form = self.ports.understand.form(question);
        let models = self.models(terms.reach());
        let mut key = format!("{:?}", (audience(ask), form, terms, library, models));
        if !moderation.is_off() {
            key.push_str(&format!("{moderation:?}"));
        }
        Ok(sha256_hex(key.as_bytes()))
    }

    /// Earlier questions equivalent to this one: those with the same form, or else those with the same meaning,
    /// most similar first.
    async fn alike(
        &self,
        ask: &Ask,
        question: &Question,
        terms: &Terms,
        meaning: &mut Option<Meaning>,
        now: Millis,
    ) -> Result<Vec<AskedBefore>, Refusal> {
        let answers = &self.ports.answers;
        let understand = &self.ports.understand;
        let (audience, same) = (audience(ask), understand.same(question));
        let library = answers.library_state().await.map_err(refused)?;
        let fits = |other: &AskedBefore| {
            other.privacy == terms.privacy
                && other.domain == terms.domain
                && other.profile >= terms.profile
                && other.library == library
        };
        let like = Like::Form(understand.form(question));
        let mut exact = answers.asked_before(&audience, &like, now, MAX_COMPARED).await.map_err(refused)?;
        exact.retain(|other| fits(other) && same(&other.question, None));
        if !exact.is_empty() {
            return Ok(exact);
        }
        // Embedding takes time, so it is done only if nothing has the same form.
        let meant = meaning.insert(self.meaning(question, terms.reach()).await);
        let Some((embedder, vector)) = meant.clone() else { return Ok(Vec::new()) };
        let like = Like::Meaning { embedder, vector: vector.clone(), least: understand.least_near() };
        let near = answers.asked_before(&audience, &like, now, MAX_COMPARED).await.map_err(refused)?;
        let nearness = |other: &AskedBefore| cosine(&vector, &other.meaning.as_ref()?.1);
        let mut alike: Vec<(f32, AskedBefore)> = near
            .into_iter()
            .filter(fits)
            .filter_map(|other| Some((nearness(&other)?, other)))
            .filter(|(near, other)| same(&other.question, Some(*near)))
            .collect();
        // The sort is stable, so ties stay newest first.
        alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Ok(alike.into_iter().map(|(_, asked)| asked).collect())
    }

    /// Records a question that is now running, for people who ask it again.
    pub(super) async fn note(
        &self,
        ask: &Ask,
        terms: &Terms,
        (job, question): (&JobId, Question),
        meaning: Option<Meaning>,
        now: Millis,
    ) {
        let meaning = match meaning {
            Some(meaning) => meaning,
            None => self.meaning(&question, terms.reach()).await,
        };
        let library = self.ports.answers.library_state().await.unwrap_or(0);
        let asked = AskedBefore {
            job: job.clone(),
            audience: audience(ask),
            expires_at: now.plus(self.lifetime(&question)),
            form: self.ports.understand.form(&question),
            question,
            profile: terms.profile,
            privacy: terms.privacy,
            domain: terms.domain.clone(),
            library,
            asked_at: now,
            meaning,
        };
        if let Err(error) = self.ports.answers.note_question(&asked).await {
            tracing::warn!(%error, %job, "failed to record the question; repeats are researched again");
        }
    }

    fn lifetime(&self, question: &Question) -> u64 {
        let news = question.kind == QuestionKind::CurrentEvent
            || question.period.as_ref().is_some_and(|period| period.recent.is_some());
        if news { self.defaults.known.news_ms } else { self.defaults.known.other_ms }
    }

    /// When an answer expires. If it rests on pages that were new when they were read, it ages like news.
    pub(super) fn good_until(&self, job: &Job) -> Millis {
        const NEW_MS: u64 = 3 * 24 * 60 * 60 * 1000;
        let at = job.researched_at();
        let lifetime = self.lifetime(&job.question);
        let rests_on_news = job.answer.iter().flat_map(|answer| &answer.sources).any(|source| {
            source.number.is_some()
                && source.document.published_at.is_some_and(|published| at.since(published) < NEW_MS)
        });
        at.plus(if rests_on_news { lifetime.min(self.defaults.known.news_ms) } else { lifetime })
    }

    async fn watch_along(
        &self,
        job: &JobId,
        asker: &Requester,
        ask: &Ask,
        now: Millis,
    ) -> Result<(), Refusal> {
        if asker.key() == ask.requester.key() {
            return Ok(());
        }
        let (requester, place) = (ask.requester.clone(), ask.place.clone());
        let follower = Follower { job: job.clone(), requester, place, at: now };
        self.ports.answers.follow(&follower).await.map_err(refused)
    }

    /// Copies the journal of the run that answered to the new asker, who can inspect it, follow up, and branch
    /// as if it were their own.
    async fn copy_answer(
        &self,
        ask: &Ask,
        question: &Question,
        answered: &Job,
        now: Millis,
    ) -> Result<Ticket, Refusal> {
        let from = answered.reused.as_ref().map_or(&answered.id, |(from, _)| from).clone();
        let researched_at = answered.researched_at();
        let job = ask.job.clone().unwrap_or_else(|| JobId(fresh("job")));
        let thread = ThreadId(fresh("thr"));
        let scopes = self.scopes(&ask.requester, ask.ruling(), &ask.scopes).await?;
        let reused = Reused {
            job: job.clone(),
            from,
            thread: thread.clone(),
            turn: 1,
            place: ask.place.clone(),
            requester: ask.requester.clone(),
            question: question.clone(),
            at: now,
            researched_at,
            scopes: Some(scopes),
        };
        self.create(NewJob {
            job: job.clone(),
            thread: thread.clone(),
            turn: 1,
            place: ask.place.clone(),
            requester: ask.requester.clone(),
            question: question.text.clone(),
            at: now,
            copied: Some((answered.id.clone(), answered.head)),
            events: vec![Event::Reused(Box::new(reused))],
            status: JobStatus::Completed,
            ..NewJob::default()
        })
        .await?;
        Ok(Ticket { job, thread, turn: 1, fence: None, known: KnownAnswer::Since(researched_at) })
    }
}

pub(super) fn audience(ask: &Ask) -> String {
    ask.audience.clone().unwrap_or_else(|| ask.place.to_string())
}

/// Whether nobody has steered this run away from what others asked for.
fn serves_everybody(job: &Job) -> bool {
    job.constraints.is_empty()
        && job.late_constraints.is_empty()
        && job.earlier.is_empty()
        && job.attached.is_empty()
        && job.pinned.is_empty()
        && job.excluded.is_empty()
        && job.stop != Some(crate::job::StopReason::StoppedByUser)
        && job.clarification.as_ref().is_none_or(|one| one.replies.is_empty())
}

fn is_an_answer(job: &Job) -> bool {
    job.answer.as_ref().is_some_and(|answer| answer.confidence != Confidence::Insufficient)
}
