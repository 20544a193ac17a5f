//! Runs our own pure code on a blocking thread, with the texts it needs loaded by hash.

use super::materials::{brief, hashes, materials};
use super::perform::store_failed;
use super::{Performed, Ports};
use crate::model::*;
use crate::ports::{Failed, Texts};
use crate::research::at_hand::may_be_reused;
use crate::research::extract::{self, WriteInput};
use crate::research::insufficient::Looked;
use crate::research::judge::{JudgeInput, Similar, judge};
use crate::research::plan::plan;
use crate::research::routing::{route, site_records};
use crate::research::select::{SelectInput, pages_for_round, select};
use crate::research::verify::{VerifyInput, verify};
use crate::research::{
    Effect, Event, Job, Judgement, Material, Round, Selection, Verdict, discreet, search_stem,
};
use std::collections::BTreeSet;
use std::sync::Arc;

pub async fn think(ports: &Ports, job: Arc<Job>, id: &EffectId, effect: Effect) -> Result<Performed, Failed> {
    let texts = match effect {
        Effect::Judge { .. } | Effect::Synthesize { .. } | Effect::Verify { .. } => {
            ports.documents.texts(&hashes(&job)).await.map_err(store_failed)?
        }
        Effect::Clarify { .. } | Effect::Plan { .. } | Effect::Select { .. } => Texts::new(),
        Effect::Search { .. } | Effect::Read { .. } | Effect::Doubt { .. } => {
            return Err(not_thought().into());
        }
    };
    let similar = match effect {
        Effect::Judge { round, .. } => super::meaning::similar(ports, &job, &texts, round).await,
        Effect::Clarify { .. }
        | Effect::Plan { .. }
        | Effect::Search { .. }
        | Effect::Select { .. }
        | Effect::Read { .. }
        | Effect::Synthesize { .. }
        | Effect::Doubt { .. }
        | Effect::Verify { .. } => None,
    };
    let id = id.clone();
    let decide = move || decide(&job, &texts, similar.as_ref(), id, &effect);
    let event = on_a_blocking_thread(ports, decide).await?;
    Ok(Performed { event, reading: None })
}

/// Runs pure work where it does not hold up anybody else. A panic in it is a failure, not an end.
pub async fn on_a_blocking_thread<T: Send + 'static>(
    ports: &Ports,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Failed> {
    let permit = ports.thinking.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let result = work();
        drop(permit);
        result
    });
    done.await.map_err(|error| {
        tracing::error!(%error, "pure work ended by a fault");
        Failure::retry(FailureReason::Internal, "A fault in gorkd ended it.").into()
    })
}

fn decide(job: &Job, texts: &Texts, similar: Option<&Similar>, id: EffectId, effect: &Effect) -> Event {
    let cost = Spend::default();
    match effect {
        Effect::Plan { .. } => {
            let plan = routed(job, plan(&brief(job), &job.providers));
            Event::Planned { effect: id, plan: Box::new(plan), cost }
        }
        Effect::Select { round } => Event::Selected { effect: id, selection: select_for(job, *round) },
        Effect::Judge { round, .. } => {
            let judgement = Box::new(judge_for(job, &materials(job, texts), *round, similar));
            Event::Judged { effect: id, judgement, cost }
        }
        Effect::Synthesize { revision, .. } => {
            let draft = Box::new(draft_for(job, &materials(job, texts), *revision));
            Event::Drafted { effect: id, draft, cost }
        }
        Effect::Verify { revision, .. } => {
            let verdict = Box::new(verdict_for(job, &materials(job, texts), *revision));
            Event::Verified { effect: id, verdict, cost }
        }
        Effect::Clarify { .. } | Effect::Search { .. } | Effect::Read { .. } | Effect::Doubt { .. } => {
            Event::Failed { effect: id, failure: not_thought(), cost }
        }
    }
}

/// A plan with the providers that its queries go to.
pub fn routed(job: &Job, plan: Plan) -> Plan {
    let routing = route(&job.question, &job.budget, &job.providers, &job.field);
    Plan { routing, ..plan }
}

fn select_for(job: &Job, number: usize) -> Selection {
    let Some(round) = job.rounds.get(number) else { return Selection::default() };
    let plan = job.plan_or_plain();
    let lists = lists_of(job, number, round);
    let earlier: Vec<_> =
        job.rounds[..number].iter().enumerate().flat_map(|(n, round)| lists_of(job, n, round)).collect();
    let tried = job.rounds.iter().flat_map(|round| round.reads.values());
    // What the library holds is read from it again, which costs nothing and may be newer.
    let at_hand =
        job.at_hand.iter().filter(|document| may_be_reused(job, document) && !document.is_private());
    let read: BTreeSet<String> = tried
        .map(|r| r.chosen.canonical_url.clone())
        .chain(at_hand.map(|document| document.canonical_url.clone()))
        .collect();
    let pages = pages_for_round(&job.budget, number, job.pages_read());
    select(&SelectInput {
        brief: brief(job),
        plan: &plan,
        lists: &lists,
        earlier: &earlier,
        sites: &site_records(job),
        read: &read,
        excluded: &job.excluded,
        pages,
    })
}

/// The result lists of a round, each with the query it answers.
fn lists_of<'a>(job: &'a Job, number: usize, round: &'a Round) -> Vec<(&'a Query, &'a [SearchHit])> {
    let mut lists = Vec::new();
    for query in &round.queries {
        for provider in &job.providers {
            if let Some(found) = round.found.get(&search_stem(number, query, provider)) {
                lists.push((query, found.hits.as_slice()));
            }
        }
    }
    lists
}

/// Finds evidence in what was read and measures what the round brought.
pub fn judge_for(
    job: &Job,
    materials: &[Material<'_>],
    number: usize,
    similar: Option<&Similar>,
) -> Judgement {
    let judgement = with_judge_input(job, materials, number, similar, judge);
    let queries = discreet(job, materials, judgement.queries);
    Judgement { queries, ..judgement }
}

/// Does something with all that a round is judged by.
pub fn with_judge_input<T>(
    job: &Job,
    materials: &[Material<'_>],
    number: usize,
    similar: Option<&Similar>,
    work: impl FnOnce(&JudgeInput<'_>) -> T,
) -> T {
    let plan = job.plan_or_plain();
    let asked: Vec<&Query> = job.rounds.iter().flat_map(|round| &round.queries).collect();
    let rounds = job.rounds.len() as u32;
    work(&JudgeInput {
        brief: brief(job),
        plan: &plan,
        materials,
        round: number,
        asked: &asked,
        rounds_left: job.budget.rounds.saturating_sub(rounds),
        queries_left: job.budget.queries.saturating_sub(job.queries_asked()),
        pages_left: job.budget.pages.saturating_sub(job.pages_read()),
        providers: &job.providers,
        similar,
    })
}

fn draft_for(job: &Job, materials: &[Material<'_>], revision: u32) -> Draft {
    let plan = job.plan_or_plain();
    let evidence = job.judgement().map(|judged| judged.evidence.as_slice()).unwrap_or_default();
    let mut draft = extract::write(&WriteInput {
        brief: &brief(job),
        plan: &plan,
        evidence,
        materials,
        numbering: &job.numbering,
    });
    draft.revision = revision;
    draft
}

/// Checks the draft.
fn verdict_for(job: &Job, materials: &[Material<'_>], revision: u32) -> Verdict {
    with_verify_input(job, materials, revision, verify)
}

/// Does something with all that a draft is checked against; a repair is allowed for the first revision of a model's
/// draft only.
pub fn with_verify_input<T>(
    job: &Job,
    materials: &[Material<'_>],
    revision: u32,
    work: impl FnOnce(&VerifyInput<'_>) -> T,
) -> T {
    let plan = job.plan_or_plain();
    let draft = job.draft.clone().unwrap_or_default();
    let evidence = job.judgement().map(|judged| judged.evidence.as_slice()).unwrap_or_default();
    let may_repair = revision == 0 && draft.by != Maker::Rules && !job.time_up;
    let opinions = job.opinions.as_ref().map(|opinions| opinions.claims.as_slice()).unwrap_or_default();
    work(&VerifyInput {
        brief: brief(job),
        plan: &plan,
        draft: &draft,
        materials,
        evidence,
        unread: job.unread().count() as u32,
        may_repair,
        opinions,
        numbering: &job.numbering,
        looked: Some(&looked(job)),
    })
}

/// How the search went, in counts.
fn looked(job: &Job) -> Looked {
    let queries = job.rounds.iter().flat_map(|round| &round.queries).map(|query| query.text.clone());
    let found = job.rounds.iter().flat_map(|round| round.found.values()).map(|found| found.hits.len());
    Looked {
        queries: queries.collect(),
        providers: job.providers.clone(),
        failed_searches: job.failed_searches(),
        answered: job.rounds.iter().map(|round| round.found.len() as u32).sum(),
        failures: job.search_failures(),
        found: found.sum::<usize>() as u32,
        read: job.documents().count() as u32,
        unread: job.unread().count() as u32,
        library: job.library.filter(|_| job.providers.iter().any(|name| name == "library")),
        privacy: job.terms.privacy,
    }
}

fn not_thought() -> Failure {
    Failure::skip(FailureReason::Internal, "This is not something that rules can do.")
}
