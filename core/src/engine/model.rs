//! Builds the model prompt for an effect, and sets its time limit.
//!
//! The texts are held only while the prompt is built, and loaded again to parse the reply: a model may take
//! long, and other jobs may be waiting to load theirs.

use super::call::Call;
use super::deciding::{on_a_blocking_thread, texts};
use super::{Performed, Ports, meaning};
use crate::job::{Effect, Job};
use crate::model::*;
use crate::ports::{Asking, DecisionInputs, Failed, Texts};
use std::sync::Arc;
use std::time::Duration;

pub async fn ask(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    effect: Effect,
    name: &str,
) -> Result<Performed, Failed> {
    let call = Call::new(ports, &job, (id, &effect), name, time_for(ports, &job, &effect))?;
    // At least half of the time is left for the model, however busy this machine is.
    let (similar, ranked) = meaning::by_models(ports, &job, &effect, call.time_left() / 2).await?;
    let loaded = texts(ports, &job, &effect).await?;
    let (rules, thinking, id, model) = (ports.decide.clone(), job.clone(), id.clone(), call.respondent());
    let what = effect.clone();
    let work = move |texts: Texts| {
        let seen = DecisionInputs { texts, similar, ranked, ..DecisionInputs::default() };
        rules.ask(&thinking, &seen, &id, &what, &model)
    };
    let asking = on_a_blocking_thread(ports, move || loaded.over(work)).await??;
    let asked = match asking {
        Asking::Decided(event) => return Ok(Performed { event, reading: None }),
        Asking::Prompts { prompts, read } => call.ask(prompts, read).await?,
        Asking::Tools { prompts, read } => call.ask_for_calls(prompts, read).await?,
        Asking::Batches { batches, read } => call.ask_in_batches(batches, read).await?,
    };
    Ok(Performed { event: asked.value.costing(asked.cost), reading: None })
}

/// How much of a job's time an effect may take.
fn time_for(ports: &Ports, job: &Job, effect: &Effect) -> Duration {
    match effect {
        Effect::Judge { .. } => part_of(ports, job, 3),
        Effect::Synthesize { .. } => time_to_write(ports, job),
        Effect::Doubt { .. } | Effect::Verify { .. } => time_to_write(ports, job) / 2,
        _ => part_of(ports, job, 4),
    }
}

/// A fraction of the research time, and no more than is left: one slow reply must not use up the search.
fn part_of(ports: &Ports, job: &Job, parts: u64) -> Duration {
    let research = job.budget.research_ms();
    let left = research.saturating_sub(job.clock.active_at(ports.clock.now()));
    Duration::from_millis((research / parts).min(left).max(1000))
}

/// All the remaining time except for a moment in which rules can still write and check.
fn time_to_write(ports: &Ports, job: &Job) -> Duration {
    let total = job.budget.ms();
    let left = total.saturating_sub(job.clock.active_at(ports.clock.now()));
    Duration::from_millis(left.saturating_sub((total / 20).min(2000)).max(1000))
}
