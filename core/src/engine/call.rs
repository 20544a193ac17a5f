//! One model decision: the prompt, the reply, and one more attempt if the reply cannot be parsed.
//!
//! All of it stays within the effect's reservation. A prompt that is too long for the server is sent again with
//! fewer passages. That costs nothing, because servers reject such a prompt before processing it.

use super::deciding::{Loaded, on_a_blocking_thread, texts};
use super::perform::late;
use super::waits::waiting_for;
use super::{Ports, metrics, still_held, writing};
use crate::job::{Effect, Event, Job, tokens};
use crate::model::*;
use crate::ports::{
    Failed, Metered, Model, Outcome, Prompt, ReadBatch, ReadCalls, ReadReply, Respondent, Texts, ToolReply,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::{Instant, sleep};
use tracing::warn;

/// Grace period beyond the model's timeout.
const PATIENCE: Duration = Duration::from_secs(1);
/// Minimum time that must be left for a second call.
const WORTH_IT: Duration = Duration::from_secs(2);
/// Pauses between attempts to load the texts needed to parse a reply.
const PAUSES: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(1_000)];

/// One effect that is decided by a model.
pub struct Call<'a> {
    ports: &'a Ports,
    job: &'a Job,
    effect: &'a EffectId,
    what: &'a Effect,
    model: Arc<dyn Model>,
    reach: Reach,
    name: &'a str,
    reserved: Spend,
    until: Instant,
    /// Others may watch the reply as it grows.
    watched: bool,
}

impl<'a> Call<'a> {
    /// Fails if the model is not configured or must not be used.
    pub fn new(
        ports: &'a Ports,
        job: &'a Job,
        (effect, what): (&'a EffectId, &'a Effect),
        name: &'a str,
        time: Duration,
    ) -> Result<Self, Failed> {
        let Some(model) = ports.models.get(name) else {
            let detail = format!("The model {name} is not set up here.");
            return Err(Failure::skip(FailureReason::NotConfigured, detail).into());
        };
        let reach = job.terms.reach();
        let Some(model) = model.within(reach) else {
            let detail = format!("The model {name} is not on this machine, and this question stays here.");
            return Err(Failure::skip(FailureReason::NotAllowed, detail).into());
        };
        let reserved = job.ledger.reserved_for(effect);
        let until = Instant::now() + time;
        let model = model.clone();
        // A reply that moderation may still withhold is not shown while it is being written.
        let watched = matches!(what, Effect::Synthesize { .. }) && !job.holds_back();
        Ok(Self { ports, job, effect, what, model, reach, name, reserved, until, watched })
    }

    /// Whether this model may see private documents.
    fn sees_private(&self) -> bool {
        self.reach.allows_private(self.model.destination())
    }

    /// The properties of the model that the prompt depends on.
    pub fn respondent(&self) -> Respondent {
        Respondent {
            name: self.name.to_owned(),
            context: self.model.context(),
            sees_private: self.sees_private(),
            time: self.time_left(),
        }
    }

    pub fn time_left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    /// Sends the first prompt that fits the server's context, and parses the reply.
    pub async fn ask(&self, prompts: Vec<Prompt>, read: ReadReply) -> Result<Metered<Event>, Failed> {
        self.ask_beside(Spend::default(), prompts, |_| read.clone()).await
    }

    /// Like [`Self::ask`], after `before` was spent on other prompts of the effect. The returned cost excludes
    /// it. `read` parses the reply to the prompt at the given index.
    async fn ask_beside(
        &self,
        before: Spend,
        prompts: Vec<Prompt>,
        read: impl Fn(usize) -> ReadReply + Send,
    ) -> Result<Metered<Event>, Failed> {
        let mut cost = Spend::default();
        let mut prompts = prompts.into_iter().enumerate().peekable();
        let (place, prompt, reply) = loop {
            let Some((place, prompt)) = prompts.next() else { return Err(self.nothing_to_ask().into()) };
            match self.once(&prompt, self.watched).await {
                Ok(reply) => break (place, prompt, reply),
                Err(failed) => {
                    cost += failed.cost;
                    let too_long = failed.failure.reason == FailureReason::ContextOverflow;
                    if !too_long || prompts.peek().is_none() || !self.affords(before + cost, &prompt) {
                        return Err(Failed { cost, ..failed });
                    }
                }
            }
        };
        cost += reply.cost;
        let read = read(place);
        let paid = |failed| Failed { cost, ..failed };
        let failure = match self.read(&read, reply.value.clone()).await.map_err(paid)? {
            Ok(value) => return Ok(Metered { value, cost, cached: false, tries: 1 }),
            Err(failure) => failure,
        };
        let left = (
            self.reserved.input_tokens.saturating_sub((before + cost).input_tokens),
            self.reserved.output_tokens.saturating_sub((before + cost).output_tokens),
        );
        let again = self.ports.decide.repair(&reply.value, &prompt, left, self.time_left());
        let Some(again) = again.filter(|_| self.time_left() >= WORTH_IT) else {
            return Err(self.unreadable(failure, cost));
        };
        let second = match self.once(&again, false).await {
            Ok(second) => second,
            Err(failed) => return Err(self.unreadable(failure, cost + failed.cost)),
        };
        cost += second.cost;
        match self.read(&read, second.value).await.map_err(|failed| Failed { cost, ..failed })? {
            Ok(value) => Ok(Metered { value, cost, cached: false, tries: 2 }),
            Err(_) => Err(self.unreadable(failure, cost)),
        }
    }

    /// Sends batches one after another, each building on the results so far. A batch without a usable reply
    /// falls back to rules. If no batch has one, the first failure is returned.
    pub async fn ask_in_batches(
        &self,
        batches: Vec<Vec<Prompt>>,
        read: ReadBatch,
    ) -> Result<Metered<Event>, Failed> {
        let (mut cost, mut tries) = (Spend::default(), 0);
        let mut known: Option<Arc<Event>> = None;
        let mut unread: Vec<usize> = Vec::new();
        let mut first_failure: Option<Failure> = None;
        for (at, prompts) in batches.into_iter().enumerate() {
            let late = at > 0 && (self.time_left() < WORTH_IT || !self.affords_first(cost, &prompts));
            if late {
                unread.push(at);
                continue;
            }
            let (read, before) = (read.clone(), known.clone());
            let of_prompt = move |place: usize| -> ReadReply {
                let (read, before) = (read.clone(), before.clone());
                Arc::new(move |texts, reply| read(texts, before.as_deref(), at, Some((place, reply))))
            };
            match self.ask_beside(cost, prompts, of_prompt).await {
                Ok(asked) => {
                    cost += asked.cost;
                    tries += asked.tries;
                    known = Some(Arc::new(asked.value));
                }
                Err(failed) => {
                    warn!(batch = at, reason = ?failed.failure.reason, "a batch failed; its passages keep their ranking");
                    cost += failed.cost;
                    unread.push(at);
                    first_failure.get_or_insert(failed.failure);
                }
            }
        }
        let Some(mut known) = known else {
            return Err(Failed { failure: first_failure.unwrap_or_else(|| self.nothing_to_ask()), cost });
        };
        for at in unread {
            let (read, before) = (read.clone(), known.clone());
            let decided = self.over_texts(move |texts| read(texts, Some(&before), at, None)).await;
            let next = decided.map_err(|failed| Failed { cost, ..failed })?;
            known = next.map(Arc::new).unwrap_or(known);
        }
        let value = Arc::unwrap_or_clone(known);
        Ok(Metered { value, cost, cached: false, tries })
    }

    /// Sends the first prompt that fits the server's context, and returns the tool calls.
    pub async fn ask_for_calls(
        &self,
        prompts: Vec<Prompt>,
        read: ReadCalls,
    ) -> Result<Metered<Event>, Failed> {
        let mut cost = Spend::default();
        let mut last = None;
        for prompt in prompts {
            if last.is_some() && !self.affords(cost, &prompt) {
                break;
            }
            match self.calls(&prompt).await {
                Ok(reply) => {
                    cost += reply.cost;
                    let turn = self.over_texts(move |texts| read(texts, &reply.value)).await;
                    let value = turn.map_err(|failed| Failed { cost, ..failed })?;
                    return Ok(Metered { value, cost, cached: false, tries: 1 });
                }
                Err(failed) => {
                    cost += failed.cost;
                    let too_long = failed.failure.reason == FailureReason::ContextOverflow;
                    last = Some(failed.failure);
                    if !too_long {
                        break;
                    }
                }
            }
        }
        Err(Failed { failure: last.unwrap_or_else(|| self.nothing_to_ask()), cost })
    }

    fn nothing_to_ask(&self) -> Failure {
        Failure::skip(FailureReason::Internal, format!("There was nothing to ask {}.", self.name))
    }

    async fn calls(&self, prompt: &Prompt) -> Outcome<ToolReply> {
        let time = self.time_left();
        let prompt = Prompt { timeout: time, ..prompt.clone() };
        self.in_time(time, self.model.call_tools(&prompt, self.reach)).await
    }

    /// Parses a reply on a blocking thread.
    async fn read(&self, read: &ReadReply, reply: String) -> Result<Result<Event, Failure>, Failed> {
        let read = read.clone();
        self.over_texts(move |texts| read(texts, &reply)).await
    }

    /// Runs blocking work on the texts of the effect, loading them first.
    async fn over_texts<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Texts) -> T + Send + 'static,
    ) -> Result<T, Failed> {
        let loaded = self.loaded().await?;
        on_a_blocking_thread(self.ports, move || loaded.over(|texts| work(&texts))).await
    }

    /// Loads the texts of the effect. The reply is already paid for, so a brief store failure must not lose it.
    async fn loaded(&self) -> Result<Loaded, Failed> {
        // Entailment checks are parsed from the reply alone.
        if matches!(self.what, Effect::Doubt { .. }) {
            return Ok(Loaded::default());
        }
        for pause in PAUSES {
            if let Ok(loaded) = texts(self.ports, self.job, self.what).await {
                return Ok(loaded);
            }
            sleep(pause).await;
        }
        texts(self.ports, self.job, self.what).await
    }

    async fn once(&self, prompt: &Prompt, watched: bool) -> Outcome<String> {
        let time = self.time_left();
        let prompt = Prompt { timeout: time, ..prompt.clone() };
        let (sender, receiver) = watch::channel(String::new());
        let growing = move |reply: &str| {
            sender.send_replace(reply.to_owned());
        };
        let asked = async {
            if !watched {
                return self.model.complete(&prompt, self.reach, None).await;
            }
            tokio::select! {
                outcome = self.model.complete(&prompt, self.reach, Some(&growing)) => outcome,
                () = writing::tell(self.ports, self.job, self.effect, receiver) => Err(never()),
            }
        };
        self.in_time(time, asked).await
    }

    /// Drops a call that exceeds its timeout.
    async fn in_time<T>(&self, time: Duration, asked: impl Future<Output = Outcome<T>>) -> Outcome<T> {
        if !still_held() {
            return Err(late());
        }
        if time.is_zero() {
            let detail = format!("No time was left to ask the model {}.", self.name);
            return Err(Failure::skip(FailureReason::TimedOut, detail).into());
        }
        let began = Instant::now();
        let asked = waiting_for(self.name, asked);
        let outcome = tokio::time::timeout(time + PATIENCE, asked).await.unwrap_or_else(|_| {
            let seconds = time.as_secs().max(1);
            let detail = format!("The model {} did not answer within {seconds} seconds.", self.name);
            // The call may have been charged, so the whole reservation counts as spent.
            Err(Failed { failure: Failure::skip(FailureReason::TimedOut, detail), cost: self.reserved })
        });
        metrics::called(self.name, began.elapsed(), &outcome);
        outcome
    }

    /// Whether the reservation covers another prompt like this one.
    fn affords(&self, spent: Spend, prompt: &Prompt) -> bool {
        let needed = tokens(&prompt.system) + tokens(&prompt.user);
        spent.is_zero() || spent.input_tokens + needed <= self.reserved.input_tokens
    }

    /// Whether the reservation covers the first prompt and its reply.
    fn affords_first(&self, spent: Spend, prompts: &[Prompt]) -> bool {
        prompts.first().is_some_and(|prompt| {
            let reply = spent.output_tokens + u64::from(prompt.max_output_tokens);
            self.affords(spent, prompt) && reply <= self.reserved.output_tokens
        })
    }

    /// The model's name is added, which the parsers of replies don't know.
    fn unreadable(&self, failure: Failure, cost: Spend) -> Failed {
        let detail = failure.detail.replacen("The model", &format!("The model {}", self.name), 1);
        Failed { failure: Failure { detail, ..failure }, cost }
    }
}

fn never() -> Failed {
    Failure::retry(FailureReason::Internal, "Watching a reply ended before the reply did.").into()
}
