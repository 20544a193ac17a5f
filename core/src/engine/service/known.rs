//! Known answers: a repeated question is answered from the journal of the run that answered it, and identical questions
//! at the same time share one run.
//!
//! An answer is reused for the same question (by its words, or by its meaning if numbers, dates, units, names,
//! negations, direction and language agree), in the same audience, on the same terms or deeper, over the same library,
//! as long as the answer is fresh and nobody steered the run that gave it.

use super::asking::Start;
use super::{Ask, Known, Service, Ticket, fresh, refused};
use crate::job::{Event, Job, JobStatus, Reused};
use crate::model::*;
use crate::ports::{AskedBefore, Follower, Like, NewJob, cosine};

/// Maximum questions of an audience to compare, newest first.
const MOST: u32 = 2_000;

/// The embedder's name and the vector; none without an embedder. None around it: nobody has asked for it yet.
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
                tracing::warn!(reason = refusal.message, "what was asked before cannot be read");
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

    /// A ticket for a run of the same question, if it serves this asker.
    pub(super) async fn serve(
        &self,
        run: &JobId,
        ask: &Ask,
        question: &Question,
        (terms, moderation): (&Terms, &Moderation),
        now: Millis,
    ) -> Result<Option<Ticket>, Refusal> {
        let Ok(row) = self.row(run).await else { return Ok(None) };
        // The journal knows of an answer a moment before the row does.
        let recorded = self.events(run, 0).await?;
        let job = Job::replay(&recorded);
        // Whoever has set up another model wants to hear that one.
        if !serves_everybody(&job) || job.models != self.models(terms.reach()) {
            return Ok(None);
        }
        // What was looked at less closely, or carries another note, is no answer here.
        if job.moderation != *moderation {
            return Ok(None);
        }
        match job.status() {
            JobStatus::Queued | JobStatus::Running | JobStatus::Waiting => {
                self.watch_along(run, &row.requester, ask, now).await?;
                let (thread, turn, known) = (row.thread, row.turn, Known::UnderWay);
                Ok(Some(Ticket { job: run.clone(), thread, turn, fence: None, known }))
            }
            JobStatus::Completed if is_an_answer(&job) && self.good_until(&job) > now => {
                self.give_again(ask, question, &job, now).await.map(Some)
            }
            JobStatus::Completed | JobStatus::Failed | JobStatus::Cancelled => Ok(None),
        }
    }

    /// What questions have in common that one run answers, as a hash: it outlives no question.
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

    /// Questions that this one is the same as: those of the same form, and if there are none, those that mean the same,
    /// nearest first.
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
        let mut exact = answers.asked_before(&audience, &like, now, MOST).await.map_err(refused)?;
        exact.retain(|other| fits(other) && same(&other.question, None));
        if !exact.is_empty() {
            return Ok(exact);
        }
        // Only now is it worth its time.
        let meant = meaning.insert(self.meaning(question, terms.reach()).await);
        let Some((embedder, vector)) = meant.clone() else { return Ok(Vec::new()) };
        let like = Like::Meaning { embedder, vector: vector.clone(), least: understand.least_near() };
        let near = answers.asked_before(&audience, &like, now, MOST).await.map_err(refused)?;
        let nearness = |other: &AskedBefore| cosine(&vector, &other.meaning.as_ref()?.1);
        let mut alike: Vec<(f32, AskedBefore)> = near
            .into_iter()
            .filter(fits)
            .filter_map(|other| Some((nearness(&other)?, other)))
            .filter(|(near, other)| same(&other.question, Some(*near)))
            .collect();
        // Newest first where they are equally near.
        alike.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        Ok(alike.into_iter().map(|(_, asked)| asked).collect())
    }

    /// Records a question that now runs, for people who ask it again.
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
            tracing::warn!(%error, %job, "the question cannot be noted; the next one like it is researched anew");
        }
    }

    fn lifetime(&self, question: &Question) -> u64 {
        let news = question.kind == QuestionKind::CurrentEvent
            || question.period.as_ref().is_some_and(|period| period.recent.is_some());
        if news { self.defaults.known.news_ms } else { self.defaults.known.other_ms }
    }

    /// When an answer expires: if it rests on pages that were new when they were read, it ages like news.
    pub(super) fn good_until(&self, job: &Job) -> Millis {
        const NEW_MS: u64 = 3 * 24 * 60 * 60 * 1000;
        let at = job.reused.as_ref().map_or(job.updated_at, |(_, at)| *at);
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

    /// Copies the journal of the run that answered, for the new asker, who can inspect it, follow up and branch as if
    /// it were their own.
    async fn give_again(
        &self,
        ask: &Ask,
        question: &Question,
        answered: &Job,
        now: Millis,
    ) -> Result<Ticket, Refusal> {
        let (from, researched_at) =
            answered.reused.clone().unwrap_or_else(|| (answered.id.clone(), answered.updated_at));
        let job = ask.job.clone().unwrap_or_else(|| JobId(fresh("job")));
        let thread = ThreadId(fresh("thr"));
        let ruling = ask.asked_in.as_ref().unwrap_or(&ask.place);
        let scopes = self.scopes(&ask.requester, ruling, &ask.scopes).await?;
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
            readings: Vec::new(),
            forked_from: None,
            charges: Vec::new(),
            claim_for: None,
            status: JobStatus::Completed,
            wake_at: None,
            same: None,
            background: false,
        })
        .await?;
        Ok(Ticket { job, thread, turn: 1, fence: None, known: Known::Since(researched_at) })
    }
}

pub(super) fn audience(ask: &Ask) -> String {
    ask.audience.clone().unwrap_or_else(|| ask.place.to_string())
}

/// Has nobody steered this run in a way that others didn't ask for?
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
