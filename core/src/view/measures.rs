//! Totals of a run's calls: by stage, by provider, and by model. `/metrics` has the same numbers for all runs.

use super::{Tokens, ToolView, tools};
use crate::job::{Call, Job, Stage};
use crate::model::Spend;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The duration of a stage, from its first start to its last outcome, and its calls.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageTime {
    pub stage: Stage,
    /// From 0; `None` for the stages that run once.
    pub round: Option<usize>,
    pub ms: u64,
    /// Finished calls to providers, pages, and models; gorkd's own rules don't count.
    #[serde(default)]
    pub calls: u32,
    #[serde(default)]
    pub failed: u32,
    #[serde(default)]
    pub tokens: Tokens,
    #[serde(default)]
    pub cost_usd: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    pub searches: Vec<ProviderMeasure>,
    pub fetches: FetchMeasure,
    pub models: Vec<ModelMeasure>,
    /// Share of searches and pages, from 0 to 1; `None` if there were none.
    pub cache_hit_rate: Option<f64>,
    /// Passages that touch the question, and how many of them were kept, in the last judgment.
    pub evidence_considered: u32,
    pub evidence_kept: u32,
    /// Failed calls by reason.
    pub errors: BTreeMap<String, u32>,
    /// Tool calls of a driving model, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolView>,
}

/// Calls to one search provider. Durations only cover calls that were not cached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ProviderMeasure {
    pub provider: String,
    pub calls: u32,
    pub failed: u32,
    pub cached: u32,
    pub median_ms: u64,
    pub max_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct FetchMeasure {
    pub tried: u32,
    pub read: u32,
    pub cached: u32,
    /// Share of tried pages that could be read, from 0 to 1; `None` if none was tried.
    pub success_rate: Option<f64>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelMeasure {
    pub model: String,
    pub calls: u32,
    pub failed: u32,
    pub tokens: Tokens,
    pub cost_usd: f64,
}

pub fn measures(job: &Job) -> Measures {
    let calls = &job.ledger.calls;
    let of = |stage: Stage| calls.iter().filter(move |call| call.stage == stage);
    let outward: Vec<&Call> = of(Stage::Search).chain(of(Stage::Read)).collect();
    let cached = outward.iter().filter(|call| call.cached).count();
    let fetches: Vec<&Call> = of(Stage::Read).collect();
    let read = fetches.iter().filter(|call| call.failed.is_none()).count();
    let mut errors: BTreeMap<String, u32> = BTreeMap::new();
    for reason in calls.iter().filter_map(|call| call.failed) {
        *errors.entry(reason.name().to_owned()).or_default() += 1;
    }
    let judged = job.judgement();
    Measures {
        searches: named(of(Stage::Search)).into_iter().map(provider).collect(),
        fetches: FetchMeasure {
            tried: fetches.len() as u32,
            read: read as u32,
            cached: fetches.iter().filter(|call| call.cached).count() as u32,
            success_rate: share(read, fetches.len()),
        },
        models: named(calls.iter().filter(|call| !matches!(call.stage, Stage::Search | Stage::Read)))
            .into_iter()
            .map(model)
            .collect(),
        cache_hit_rate: share(cached, outward.len()),
        evidence_considered: judged.map_or(0, |judged| judged.considered),
        evidence_kept: judged.map_or(0, |judged| judged.evidence.len() as u32),
        errors,
        tools: tools(job),
    }
}

/// In the order in which they began.
pub fn stages(job: &Job) -> Vec<StageTime> {
    let mut times: Vec<_> = job.ledger.stage_times.iter().collect();
    times.sort_by_key(|((round, stage), (from, _))| (*from, *round, *stage));
    let mut stages = Vec::new();
    for ((round, stage), (from, to)) in times {
        let calls: Vec<&Call> =
            job.ledger.calls.iter().filter(|call| (call.round, call.stage) == (*round, *stage)).collect();
        let spent = spent(&calls);
        stages.push(StageTime {
            stage: *stage,
            round: *round,
            ms: to.since(*from),
            calls: calls.len() as u32,
            failed: failed(&calls),
            tokens: tokens(spent),
            cost_usd: spent.usd.as_usd(),
        });
    }
    stages
}

fn named<'a>(calls: impl Iterator<Item = &'a Call>) -> BTreeMap<&'a str, Vec<&'a Call>> {
    let mut named: BTreeMap<&str, Vec<&Call>> = BTreeMap::new();
    for call in calls {
        named.entry(&call.to).or_default().push(call);
    }
    named
}

fn provider((name, calls): (&str, Vec<&Call>)) -> ProviderMeasure {
    let mut waits: Vec<u64> = calls.iter().filter(|call| !call.cached).map(|call| call.ms).collect();
    waits.sort_unstable();
    ProviderMeasure {
        provider: name.to_owned(),
        calls: calls.len() as u32,
        failed: failed(&calls),
        cached: calls.iter().filter(|call| call.cached).count() as u32,
        median_ms: waits.get(waits.len() / 2).copied().unwrap_or_default(),
        max_ms: waits.last().copied().unwrap_or_default(),
    }
}

fn model((name, calls): (&str, Vec<&Call>)) -> ModelMeasure {
    let spent = spent(&calls);
    ModelMeasure {
        model: name.to_owned(),
        calls: calls.len() as u32,
        failed: failed(&calls),
        tokens: tokens(spent),
        cost_usd: spent.usd.as_usd(),
    }
}

fn spent(calls: &[&Call]) -> Spend {
    calls.iter().fold(Spend::default(), |sum, call| sum + call.cost)
}

fn failed(calls: &[&Call]) -> u32 {
    calls.iter().filter(|call| call.failed.is_some()).count() as u32
}

pub(super) fn tokens(spent: Spend) -> Tokens {
    Tokens { input: spent.input_tokens, output: spent.output_tokens, cached: spent.cached_tokens }
}

fn share(part: usize, whole: usize) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}
