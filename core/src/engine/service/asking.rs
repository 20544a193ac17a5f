//! Accepts a question: checks it, fills in defaults, and writes `Asked`.

use super::earlier::Earlier;
use super::known::Meaning;
use super::preferences::Preferred;
use super::{Ask, AuditAction, ChosenTerms, KnownAnswer, Service, Ticket, fresh, refused};
use crate::engine::admission::admit;
use crate::job::{Asked, Effect, Event, Job, JobStatus, Models, PlannedEffect, Previous, next};
use crate::model::*;
use crate::ports::{DecisionInputs, NewJob, StoreError, TextRole};
use gorkd_words::{Locale, Msg};
use std::sync::Arc;

/// What a run starts from, besides its question.
#[derive(Default)]
pub(super) struct Start {
    /// The answer to recheck.
    pub previous: Option<Box<Previous>>,
    /// Constraints of the run that is repeated.
    pub constraints: Vec<Constraint>,
    /// An ID assigned earlier.
    pub job: Option<JobId>,
    /// The question is a title, so it is never treated as a greeting.
    pub is_title: bool,
    /// The run was counted before its attachments were read.
    pub is_admitted: bool,
}

impl Service {
    /// Accepts a question: returns a known answer, joins an identical run, or writes `Asked` and leaves the
    /// rest to a worker.
    pub async fn ask(&self, ask: Ask) -> Result<Ticket, Refusal> {
        self.start(ask, Start::default()).await
    }

    /// Counts a person's run, or refuses it with a reason.
    pub(super) async fn count_run(&self, by: &Requester) -> Result<(), Refusal> {
        let now = self.ports.clock.now();
        admit(&self.defaults.admission, self.ports.threads.as_ref(), by, now).await
    }

    pub(super) async fn start(&self, ask: Ask, start: Start) -> Result<Ticket, Refusal> {
        if let Some(ticket) = self.there_already(ask.job.as_ref()).await? {
            return Ok(ticket);
        }
        let by = ask.requester.clone();
        let ticket = self.take(ask, start).await?;
        self.audit(AuditAction::Asked, &by, ticket.job.as_str()).await;
        Ok(ticket)
    }

    /// "Shorter, please" asks the question before it again, in that form; its few words don't tell their language.
    fn form_wished(&self, text: &str, earlier: &[EarlierTurn]) -> Option<(Constraint, EarlierTurn)> {
        let wish = |text: &str| {
            let wish = self.ports.understand.wish(text);
            matches!(wish.kind, ConstraintKind::Deliverable(_)).then_some(wish)
        };
        let before = earlier.iter().rev().find(|turn| wish(&turn.question).is_none())?;
        Some((wish(text)?, before.clone()))
    }

    async fn take(&self, ask: Ask, start: Start) -> Result<Ticket, Refusal> {
        let now = self.ports.clock.now();
        let text = self.ports.understand.admissible(&ask.text)?;
        let given = !ask.files.is_empty() || !ask.readings.is_empty();
        let opens = ask.thread.is_none() && !given && start.previous.is_none();
        if !start.is_title && self.ports.understand.is_small_talk(&text, opens) {
            let locale = Locale::first([self.ports.understand.analyze(&text, now).language.as_str()]);
            let refusal = Refusal::saying(RefusalCode::InvalidQuestion, Msg::WhatItDoes);
            return Err(Refusal { message: refusal.to(locale), ..refusal });
        }
        if !ask.files.is_empty() {
            self.unless_full(ask.background).await?;
        }
        let mut files = self.readings(&ask.files).await?;
        files.extend(ask.readings.iter().cloned());
        let ruling = ask.ruling();
        let preferred = self.preferred(&ask.requester, ruling).await?;
        let mut earlier = match &ask.thread {
            Some(thread) => match self.earlier(thread).await {
                // The first check of a watch creates its thread.
                Err(refusal) if refusal.code == RefusalCode::NotFound && start.previous.is_some() => {
                    Earlier::default()
                }
                earlier => earlier?,
            },
            None => Earlier::default(),
        };
        if earlier.said.is_empty()
            && self.ports.understand.refers_back(&text)
            && let Some(question) = self.ports.understand.subject(&text, &ask.above)
        {
            earlier.said.push(EarlierTurn { question, summary: String::new(), at: now });
        }
        let terms = self.terms(&ask, &preferred, earlier.terms.as_ref());
        self.check_domain(&terms)?;
        let mut moderation = self.moderation(ruling, &preferred.moderation());
        moderation.flagged = self.moderate(&moderation, &text, &ask.requester, terms.reach()).await?;
        let mut question = self.ports.understand.analyze(&text, now);
        let form = self.form_wished(&text, &earlier.said);
        if let Some((_, before)) = &form {
            question.language = self.ports.understand.analyze(&before.question, now).language;
        }
        let question = preferred.in_language(question);

        let again = start.previous.is_some();
        let mut gates = preferred.gates(&self.defaults.gates, again || ask.unattended);
        let chosen = ask.terms.planning.or(preferred.planning()).is_some();
        gates.flip = gates.flip.filter(|_| gates.ask_back && !chosen && terms.planning == Planning::Auto);
        // A question that refers to earlier messages can't be matched by its own words.
        let notable =
            self.may_be_known(&ask, &start) && earlier.said.is_empty() && terms.deliverable.is_none();
        // Site preferences, or an approval before anything goes out, rule out answers researched without them.
        let as_others = !gates.publish && preferred.constraints().is_empty();
        let mut meaning = None;
        if notable
            && as_others
            && let Some(ticket) =
                self.known(&ask, &question, (&terms, &moderation), &mut meaning, now).await?
        {
            return Ok(ticket);
        }
        self.unless_full(ask.background).await?;
        // A check named by its watch was counted when the watch was created.
        if start.job.is_none() && !start.is_admitted {
            self.count_run(&ask.requester).await?;
        }
        let job = start.job.or_else(|| ask.job.clone()).unwrap_or_else(|| JobId(fresh("job")));
        let thread = ask.thread.clone().unwrap_or_else(|| ThreadId(fresh("thr")));
        let turn = earlier.turns + 1;
        let providers = self.providers(&ask, terms.reach());
        let mut field = self.field(&terms, &question, &providers).await;
        field.rules.preferred_sites.extend(preferred.preferred_sites());
        let mut budget = ask.budget.clone().unwrap_or_else(|| self.budget(terms.profile));
        budget.rounds = budget.rounds.min(ask.rounds.unwrap_or(u32::MAX));
        let form = form.map(|(wish, _)| wish);
        let mut constraints = preferred.constraints();
        for wish in start.constraints.into_iter().chain(earlier.constraints).chain(form) {
            if !constraints.contains(&wish) {
                constraints.push(wish);
            }
        }
        let asked = Asked {
            job: job.clone(),
            thread: thread.clone(),
            turn,
            place: ask.place.clone(),
            requester: ask.requester.clone(),
            question: question.clone(),
            unclear: false,
            budget,
            at: now,
            time_zone: ask.time_zone.clone(),
            providers,
            field,
            models: self.models(terms.reach()),
            numbering: earlier.numbering,
            // A recheck reads everything again.
            at_hand: if again { Vec::new() } else { earlier.documents },
            earlier: if again { Vec::new() } else { earlier.said },
            constraints,
            reply_within_ms: self.defaults.reply_within_ms,
            library: ask.library,
            prices: self.defaults.prices.clone(),
            scopes: self.scopes(&ask.requester, ruling, &ask.scopes).await?,
            gates,
            gate: None,
            previous: start.previous,
            moderation: moderation.clone(),
            terms: terms.clone(),
        };
        let mut events = vec![Event::Asked(Box::new(asked))];
        let attached = earlier.attached.into_iter().chain(files.iter().map(|file| file.document.clone()));
        events.extend(attached.map(|document| Event::Attached { document: Arc::new(document) }));
        self.mark_unclear(&mut events, now);
        let (status, wake_at) = self.clarify_now(&mut events, now);
        let same = match notable && as_others && !terms.force && terms.planning != Planning::Interactive {
            true => Some(self.key_of(&ask, &question, &terms, &moderation).await?),
            false => None,
        };
        let new = NewJob {
            job: job.clone(),
            thread: thread.clone(),
            turn,
            place: ask.place.clone(),
            requester: ask.requester.clone(),
            question: text,
            at: now,
            events,
            readings: files,
            claim_for: ask.claim_for.clone(),
            status,
            wake_at: Some(wake_at),
            same,
            background: ask.background,
            ..NewJob::default()
        };
        let fence = match self.ports.journal.create(new.clone()).await {
            Err(StoreError::InProgress(other)) => {
                if let Some(ticket) = self.serve(&other, &ask, &question, (&terms, &moderation), now).await? {
                    return Ok(ticket);
                }
                self.create(NewJob { same: None, ..new }).await?
            }
            created => created.map_err(refused)?,
        };
        if notable {
            self.note(&ask, &terms, (&job, question), meaning, now).await;
        }
        Ok(Ticket { job, thread, turn, fence, known: KnownAnswer::No })
    }

    /// Decides whether the question, with all attachments, would get a clarifying question, and what the gate
    /// measures. Records both with the question.
    fn mark_unclear(&self, events: &mut [Event], now: Millis) {
        let job = Job::default().ahead(events, now);
        let (unclear, gate) = (self.ports.understand.unclear(&job), self.ports.understand.gate(&job));
        if let Some(Event::Asked(asked)) = events.first_mut() {
            asked.unclear = unclear;
            asked.gate = gate;
            if gate.is_some_and(|gate| !gate.auto) {
                asked.terms.planning = Planning::Interactive;
            }
        }
    }

    /// Asks clarifying questions that need only rules immediately, without a worker.
    fn clarify_now(&self, events: &mut Vec<Event>, now: Millis) -> (JobStatus, Millis) {
        let queued = (JobStatus::Queued, now);
        let job = Job::default().ahead(events, now);
        let wanted = next(&job).wanted();
        let [PlannedEffect { id, effect: effect @ Effect::Clarify { by: Maker::Rules }, reserve }] =
            wanted.as_slice()
        else {
            return queued;
        };
        if self.ports.decide.look_up(&job, effect).is_some() {
            return queued;
        }
        let clarified = self.ports.decide.decide(&job, &DecisionInputs::default(), id, effect);
        if !matches!(&clarified, Event::Clarified { questions, .. } if !questions.is_empty()) {
            return queued;
        }
        events.push(Event::Started { effect: id.clone(), attempt: 1, reserved: *reserve });
        events.push(clarified);
        match Job::default().ahead(events, now).interrupt() {
            Some((_, until)) => (JobStatus::Waiting, until),
            None => queued,
        }
    }

    /// Each term as chosen, else from the thread, else as remembered, else from the settings.
    fn terms(&self, ask: &Ask, preferred: &Preferred, thread: Option<&Terms>) -> Terms {
        let (wanted, defaults) = (&ask.terms, &self.defaults.terms);
        let before = thread.cloned().map(ChosenTerms::from).unwrap_or_default();
        let named = wanted.domain.clone().filter(|domain| !domain.trim().is_empty());
        let remembered = || preferred.domain().or_else(|| defaults.domain.clone());
        Terms {
            profile: wanted.profile.or(before.profile).or(preferred.profile()).unwrap_or(defaults.profile),
            planning: wanted
                .planning
                .or(before.planning)
                .or(preferred.planning())
                .unwrap_or(defaults.planning),
            privacy: wanted.privacy.or(before.privacy).or(preferred.privacy()).unwrap_or(defaults.privacy),
            domain: named.or(before.domain).or_else(remembered),
            force: wanted.force,
            deliverable: wanted.deliverable,
        }
    }

    /// Providers that a job may use: those that are configured and that its privacy allows.
    fn providers(&self, ask: &Ask, reach: Reach) -> Vec<String> {
        let named = |name: &str| ask.providers.as_ref().is_none_or(|only| only.iter().any(|one| one == name));
        self.ports
            .searches
            .iter()
            .filter_map(|search| search.within(reach))
            .map(|search| search.name().to_owned())
            .filter(|name| named(name))
            .collect()
    }

    /// Fails if a named domain does not exist.
    pub(super) fn check_domain(&self, terms: &Terms) -> Result<(), Refusal> {
        let domains = &self.defaults.domains;
        let Some(name) = terms.domain.as_ref().filter(|_| !domains.is_empty()) else { return Ok(()) };
        if domains.iter().any(|rules| rules.name == *name) {
            return Ok(());
        }
        let names: Vec<&str> = domains.iter().map(|rules| rules.name.as_str()).collect();
        let message = format!("There is no domain {name:?}. There are: {}.", names.join(", "));
        Err(Refusal::new(RefusalCode::InvalidQuestion, message))
    }

    /// The domain of a question: the one named, or else the one that its words suggest.
    async fn field(&self, terms: &Terms, question: &Question, providers: &[String]) -> Field {
        let domains = &self.defaults.domains;
        let field = self.ports.understand.field(question, terms.domain.as_deref(), domains);
        let lessons = match self.ports.lessons.lessons(&field.rules.name).await {
            Ok(lessons) => lessons,
            Err(error) => {
                tracing::warn!(%error, "failed to read what runs have learned");
                Vec::new()
            }
        };
        let of_job = self.ports.searches.iter().filter(|search| providers.iter().any(|p| p == search.name()));
        let styles = of_job.map(|search| (search.name().to_owned(), search.style())).collect();
        Field { styles, lessons, ..field }
    }

    pub(in crate::engine) fn models(&self, reach: Reach) -> Models {
        let allowed = |name: &Option<String>| {
            let name = name.clone()?;
            let model = self.ports.models.get(&name)?;
            model.within(reach).is_some().then_some(name)
        };
        let models = &self.defaults.models;
        Models {
            planner: allowed(&models.planner),
            writer: allowed(&models.writer),
            checker: allowed(&models.checker),
            driver: allowed(&models.driver),
        }
    }

    /// The question's embedding, for comparison with others; its words alone if no embedder may see it.
    pub(super) async fn meaning(&self, question: &Question, reach: Reach) -> Meaning {
        let embedder = self.ports.embedder.as_ref()?.within(reach)?;
        let text = std::slice::from_ref(&question.text);
        match embedder.embed(text, TextRole::Question, reach).await {
            Ok(mut vectors) if vectors.len() == 1 => Some((embedder.name().to_owned(), vectors.remove(0))),
            Ok(_) => None,
            Err(failure) => {
                tracing::warn!(reason = ?failure.reason, "the embedder failed; questions are compared by their words");
                None
            }
        }
    }
}
