//! Effects that a language model decides: what it is shown, and what becomes of its reply.

use super::call::{Call, Read};
use super::materials::{brief, hashes, materials};
use super::perform::store_failed;
use super::rules::{judge_for, on_a_blocking_thread, routed, with_verify_input};
use super::{Performed, Ports};
use crate::model::*;
use crate::ports::{Failed, Metered, Texts};
use crate::research::prompts::{Doubts, Passages, Size};
use crate::research::{
    Brief, Event, Job, Judgement, Material, Opinion, Opinions, discreet, interpret, prompts, verify,
};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Shares of a prompt's room that are tried one after the other, for servers with a small context.
const SHARES: [u64; 3] = [1, 2, 4];

pub async fn clarify(ports: &Ports, job: &Job, id: &EffectId, name: &str) -> Result<Performed, Failed> {
    let call = Call::new(ports, job, id, name, part_of(ports, job, 4))?;
    let prompt = prompts::clarify(&shown(job, &call), call.size(Size::short), call.time_left());
    let asked = call.ask(vec![prompt], Arc::new(interpret::clarify)).await?;
    Ok(done(Event::Clarified { effect: id.clone(), questions: asked.value, cost: asked.cost }))
}

pub async fn plan(ports: &Ports, job: &Job, id: &EffectId, name: &str) -> Result<Performed, Failed> {
    let call = Call::new(ports, job, id, name, part_of(ports, job, 4))?;
    let prompt = prompts::plan(&shown(job, &call), call.size(Size::short), call.time_left());
    let (question, most, by) = (job.question.clone(), job.budget.queries, name.to_owned());
    let read: Read<Plan> = Arc::new(move |reply| interpret::plan(reply, &question, most, &by));
    let planned = call.ask(vec![prompt], read).await?;
    // It may have been told earlier answers, which may hold what private documents say.
    let queries = discreet(job, &[], planned.value.queries.clone());
    let plan = routed(job, Plan { queries, ..planned.value });
    Ok(done(Event::Planned { effect: id.clone(), plan: Box::new(plan), cost: planned.cost }))
}

pub async fn judge(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    round: usize,
    name: &str,
) -> Result<Performed, Failed> {
    let texts = Arc::new(ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?);
    let call = Call::new(ports, &job, id, name, part_of(ports, &job, 3))?;
    let similar = super::meaning::similar(ports, &job, &texts, round).await;
    let (thinking, private, time) = (job.clone(), call.sees_private(), call.time_left());
    let read = texts.clone();
    let size = call.size(Size::judgement);
    let (measured, prompts) = on_a_blocking_thread(ports, move || {
        let materials = materials(&thinking, &read);
        let measured = judge_for(&thinking, &materials, round, similar.as_ref());
        let open = evidence_for(&measured.evidence, &materials, private);
        let asked: Vec<&Query> = thinking.rounds.iter().flat_map(|round| &round.queries).collect();
        let brief = brief_for(&thinking, private);
        let passages = Passages::new(&brief, &open, &materials);
        let prompt = |share| prompts::judge(&brief, &passages, &asked, size.part(share), time);
        let hidden = open.len() < measured.evidence.len();
        let prompts: Vec<_> = if open.is_empty() && hidden { Vec::new() } else { SHARES.map(prompt).into() };
        (measured, prompts)
    })
    .await?;
    if prompts.is_empty() {
        return Err(only_private(name));
    }
    let left = job.budget.queries.saturating_sub(job.queries_asked());
    let (by, thinking) = (name.to_owned(), job.clone());
    let read: Read<Judgement> = Arc::new(move |reply| {
        let judged = interpret::judgement(reply, measured.clone(), left, &by)?;
        let queries = discreet(&thinking, &materials(&thinking, &texts), judged.queries);
        Ok(Judgement { queries, ..judged })
    });
    let judged = call.ask(prompts, read).await?;
    let judgement = Box::new(judged.value);
    Ok(done(Event::Judged { effect: id.clone(), judgement, cost: judged.cost }))
}

pub async fn synthesize(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    revision: u32,
    name: &str,
    mend: &[String],
) -> Result<Performed, Failed> {
    let texts = Arc::new(ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?);
    let call = Call::new(ports, &job, id, name, time_to_write(ports, &job))?.watched();
    let evidence = job.judgement().map(|judged| judged.evidence.clone()).unwrap_or_default();
    let (open, prompts) = {
        let materials = materials(&job, &texts);
        let open = evidence_for(&evidence, &materials, call.sees_private());
        let brief = shown(&job, &call);
        let time = call.time_left();
        let size = call.size(Size::draft);
        let passages = Passages::new(&brief, &open, &materials);
        let prompts = SHARES.map(|share| prompts::write(&brief, &passages, mend, size.part(share), time));
        drop(passages);
        (open, prompts)
    };
    if open.is_empty() {
        return Err(only_private(name));
    }
    let hidden = evidence.len() - open.len();
    let written = call.ask(prompts.into(), reader(job.clone(), texts, open, revision, name)).await?;
    let mut draft = written.value;
    if hidden > 0 {
        draft.limitations.push(format!(
            "{hidden} passages of private documents were not shown to {name}, which is not on this machine."
        ));
    }
    Ok(done(Event::Drafted { effect: id.clone(), draft: Box::new(draft), cost: written.cost }))
}

/// Asks about the claims that rules leave in doubt. Where there are none that may be shown, nobody is asked.
pub async fn doubt(
    ports: &Ports,
    job: Arc<Job>,
    id: &EffectId,
    revision: u32,
    name: &str,
) -> Result<Performed, Failed> {
    let texts = ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?;
    let call = Call::new(ports, &job, id, name, time_to_write(ports, &job) / 2)?;
    let (thinking, private, time) = (job.clone(), call.sees_private(), call.time_left());
    let size = call.size(Size::judgement);
    let (doubtful, shown, prompts) = on_a_blocking_thread(ports, move || {
        let materials = materials(&thinking, &texts);
        let doubtful = with_verify_input(&thinking, &materials, revision, verify::doubtful);
        let claims = thinking.draft.as_ref().map(|draft| draft.claims.as_slice()).unwrap_or_default();
        let open = |place: &(usize, Range<usize>)| {
            private || materials.get(place.0).is_some_and(|material| !material.document.is_private())
        };
        let shown: Vec<_> = doubtful
            .iter()
            .filter(|doubt| doubt.places.iter().all(open))
            .filter_map(|doubt| Some((doubt, claims.get(doubt.claim as usize)?.text.as_str())))
            .collect();
        let doubts = Doubts::new(&brief_for(&thinking, private), &shown, &materials);
        let prompt = |share| prompts::check(&brief_for(&thinking, private), &doubts, size.part(share), time);
        let prompts = if doubts.is_empty() { Vec::new() } else { SHARES.map(prompt).into() };
        let shown: Vec<u32> = shown.iter().map(|(doubt, _)| doubt.claim).collect();
        (doubtful, shown, prompts)
    })
    .await?;
    let said = match prompts.is_empty() {
        true => Metered::free(Vec::new()),
        false => call.ask(prompts, Arc::new(move |reply| interpret::check(reply, &shown))).await?,
    };
    let said_of = |claim| said.value.iter().find(|(about, _)| *about == claim).map(|(_, said)| *said);
    let claims = doubtful.into_iter().map(|doubt| Opinion {
        claim: doubt.claim,
        found: doubt.found,
        said: said_of(doubt.claim),
    });
    let opinions = Opinions { by: Maker::Model(name.to_owned()), revision, claims: claims.collect() };
    Ok(done(Event::Doubted { effect: id.clone(), opinions, cost: said.cost }))
}

fn reader(
    job: Arc<Job>,
    texts: Arc<Texts>,
    evidence: Vec<Evidence>,
    revision: u32,
    name: &str,
) -> Read<Draft> {
    let by = name.to_owned();
    Arc::new(move |reply| {
        let materials = materials(&job, &texts);
        let input = interpret::DraftInput {
            evidence: &evidence,
            materials: &materials,
            numbering: &job.numbering,
            revision,
            language: &job.question.language,
            by: &by,
        };
        interpret::draft(reply, &input)
    })
}

fn done(event: Event) -> Performed {
    Performed { event, reading: None }
}

/// What a model is told of a question.
fn shown<'a>(job: &'a Job, call: &Call<'_>) -> Brief<'a> {
    brief_for(job, call.sees_private())
}

/// Earlier answers may hold what private documents say.
fn brief_for(job: &Job, private: bool) -> Brief<'_> {
    let brief = brief(job);
    let silent = !private && job.at_hand.iter().any(Document::is_private);
    Brief { earlier: if silent { &[] } else { brief.earlier }, ..brief }
}

/// The evidence that a model may be shown.
fn evidence_for(evidence: &[Evidence], materials: &[Material<'_>], private: bool) -> Vec<Evidence> {
    let open = |piece: &&Evidence| {
        let material = materials.iter().find(|material| material.source == piece.source);
        private || material.is_some_and(|material| !material.document.is_private())
    };
    evidence.iter().filter(open).cloned().collect()
}

fn only_private(name: &str) -> Failed {
    let detail = format!(
        "All that bears on the question is in private documents, and the model {name} is not on this machine. It is \
         shown them only with --privacy cloud_allowed; a model on this machine sees them always."
    );
    Failure::skip(FailureReason::NotAllowed, detail).into()
}

/// A part of the time for research, and no more of it than is left: one slow reply must not eat the search.
fn part_of(ports: &Ports, job: &Job, parts: u64) -> Duration {
    let research = u64::from(job.budget.seconds.saturating_sub(job.budget.reserve_seconds)) * 1000;
    let left = research.saturating_sub(job.clock.active_at(ports.clock.now()));
    Duration::from_millis((research / parts).min(left).max(1000))
}

/// All the time that is left, but for a moment in which rules can still write and check.
fn time_to_write(ports: &Ports, job: &Job) -> Duration {
    let total = u64::from(job.budget.seconds) * 1000;
    let left = total.saturating_sub(job.clock.active_at(ports.clock.now()));
    Duration::from_millis(left.saturating_sub((total / 20).min(2000)).max(1000))
}
