//! Effects that a language model decides: the prompt, the call, and the reading of its reply.

use super::materials::{brief, hashes, materials};
use super::perform::store_failed;
use super::rules::{judge_for, on_a_blocking_thread, routed};
use super::{Performed, Ports};
use crate::model::*;
use crate::ports::{Failed, Metered, Model, Prompt};
use crate::research::{Event, Job, interpret, prompts};
use std::sync::Arc;
use std::time::Duration;

/// Questions back are asked by rule for now; a model only plans, judges and writes.
pub async fn clarify(ports: &Ports, job: &Job, id: &EffectId, _name: &str) -> Result<Performed, Failed> {
    let question = job.question.clone();
    let questions = on_a_blocking_thread(ports, move || crate::research::clarify::clarify(&question)).await?;
    let event = Event::Clarified { effect: id.clone(), questions, cost: Spend::default() };
    Ok(Performed { event, reading: None })
}

pub async fn plan(ports: &Ports, job: &Job, id: &EffectId, name: &str) -> Result<Performed, Failed> {
    let prompt = prompts::plan(&brief(job), time_left(ports, job, true));
    let reply = call(ports, job.terms.privacy, name, prompt).await?;
    let most = job.budget.queries;
    let plan = interpret::plan(&reply.value, &job.question, most, name).map_err(|f| paid(f, reply.cost))?;
    let plan = routed(job, plan);
    Ok(Performed { event: Event::Planned { effect: id.clone(), plan, cost: reply.cost }, reading: None })
}

pub async fn judge(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    round: usize,
    name: &str,
) -> Result<Performed, Failed> {
    let texts = ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?;
    let timeout = time_left(ports, &job, true);
    let thinking = job.clone();
    let (measured, prompt) = on_a_blocking_thread(ports, move || {
        let materials = materials(&thinking, &texts);
        let measured = judge_for(&thinking, &materials, round);
        let asked: Vec<&Query> = thinking.rounds.iter().flat_map(|round| &round.queries).collect();
        let prompt = prompts::judge(&brief(&thinking), &measured.evidence, &materials, &asked, timeout);
        (measured, prompt)
    })
    .await?;
    let reply = call(ports, job.terms.privacy, name, prompt).await?;
    let left = job.budget.queries.saturating_sub(job.queries_asked());
    let judgement =
        interpret::judgement(&reply.value, measured, left, name).map_err(|f| paid(f, reply.cost))?;
    let event = Event::Judged { effect: id.clone(), judgement: Box::new(judgement), cost: reply.cost };
    Ok(Performed { event, reading: None })
}

pub async fn synthesize(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    revision: u32,
    name: &str,
    mend: &[String],
) -> Result<Performed, Failed> {
    let texts = ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?;
    let evidence = job.judgement().map(|judged| judged.evidence.clone()).unwrap_or_default();
    let prompt = {
        let materials = materials(&job, &texts);
        prompts::write(&brief(&job), &evidence, &materials, mend, time_left(ports, &job, false))
    };
    let reply = call(ports, job.terms.privacy, name, prompt).await?;
    let (cost, value, by, reader) = (reply.cost, reply.value, name.to_owned(), job.clone());
    let draft = on_a_blocking_thread(ports, move || {
        let materials = materials(&reader, &texts);
        interpret::draft(&value, &evidence, &materials, &reader.numbering, revision, &by)
    })
    .await?
    .map_err(|failure| paid(failure, cost))?;
    Ok(Performed {
        event: Event::Drafted { effect: id.clone(), draft: Box::new(draft), cost },
        reading: None,
    })
}

async fn call(
    ports: &Ports,
    privacy: Privacy,
    name: &str,
    prompt: Prompt,
) -> Result<Metered<String>, Failed> {
    let prompt = Prompt { privacy, ..prompt };
    let Some(model) = ports.models.get(name) else {
        let detail = format!("The model {name} is not set up here.");
        return Err(Failure::skip(FailureReason::NotConfigured, detail).into());
    };
    let timeout = prompt.timeout;
    let model: Arc<dyn Model> = model.clone();
    tokio::time::timeout(timeout, model.complete(&prompt, None)).await.unwrap_or_else(|_| {
        let detail = format!("The model {name} did not answer within {} seconds.", timeout.as_secs());
        Err(Failure::skip(FailureReason::TimedOut, detail).into())
    })
}

/// What is left of the active time: for research less what is kept for writing, for writing all of it.
fn time_left(ports: &Ports, job: &Job, research: bool) -> Duration {
    let reserve = if research { job.budget.reserve_seconds } else { 0 };
    let total = u64::from(job.budget.seconds.saturating_sub(reserve)) * 1000;
    let active = job.clock.active_at(ports.clock.now());
    Duration::from_millis(total.saturating_sub(active).max(1000))
}

fn paid(failure: Failure, cost: Spend) -> Failed {
    Failed { failure, cost }
}
