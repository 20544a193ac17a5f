//! Metrics for the operator: counts and durations of this process, under conventional names.
//!
//! Labels are names from the settings and fixed lists of reasons, never a question, an address, or a person.

use crate::job::{Job, JobStatus};
use crate::model::{Failure, FailureReason, Spend};
use crate::ports::{Failed, Metered};
use crate::view::view;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const STAGE: &str = "pipeline_stage_duration_seconds";
const SEARCH: &str = "search_provider_latency_seconds";
const TOKENS: &str = "llm_tokens_used";
const COST: &str = "llm_cost_usd";
const LATENCY: &str = "llm_latency_seconds";
const CACHE_RATE: &str = "cache_hit_rate";
const FETCHES: &str = "source_fetch_total";
const FETCH_RATE: &str = "source_fetch_success_rate";
const JOBS: &str = "research_jobs_total";
const STOPS: &str = "research_stop_reason_total";
const ROUNDS: &str = "research_rounds";
const QUERIES: &str = "research_queries";
const CONSIDERED: &str = "evidence_considered";
const KEPT: &str = "evidence_kept";
const ERRORS: &str = "errors_total";
const BUDGET: &str = "budget_used_ratio";
const REFUSALS: &str = "budget_refusals_total";
const SHED: &str = "questions_shed_total";

/// Describes each metric and its unit. Called once, when an exporter is installed.
pub fn describe() {
    describe_histogram!(STAGE, Unit::Seconds, "Time of a stage in a finished job, over its rounds.");
    describe_histogram!(SEARCH, Unit::Seconds, "Time of a search, by provider.");
    describe_counter!(
        TOKENS,
        "Tokens, by model and kind (input, output, cached; cached ones are input, too)."
    );
    describe_gauge!(COST, "US dollars spent on models, where their price is known.");
    describe_histogram!(LATENCY, Unit::Seconds, "Time of a call of a model, by model.");
    describe_gauge!(CACHE_RATE, "Share of searches and pages answered from a cache, 0 to 1.");
    describe_counter!(FETCHES, "Pages tried, by status: read, cached, or the reason why not.");
    describe_gauge!(FETCH_RATE, "Share of tried pages that could be read, 0 to 1.");
    describe_counter!(JOBS, "Jobs that ended, by status.");
    describe_counter!(STOPS, "Why research ended, by reason.");
    describe_histogram!(ROUNDS, "Rounds of a finished job.");
    describe_histogram!(QUERIES, "Queries of a finished job.");
    describe_histogram!(CONSIDERED, "Passages that touch the question, before ranking.");
    describe_histogram!(KEPT, "Passages kept as evidence, after ranking.");
    describe_counter!(ERRORS, "Failed calls, by stage and kind.");
    describe_histogram!(
        BUDGET,
        "Share of a finished job's budget that it has used, 0 to 1, by budget (seconds, pages, tokens, usd)."
    );
    describe_counter!(REFUSALS, "Times that a monthly budget had no room for a call.");
    describe_counter!(SHED, "Questions not taken because too many runs wait for a worker already.");
    begin();
}

/// Counters begin at zero: Prometheus sees no increase in one that appears with its first event.
fn begin() {
    for status in JobStatus::ALL.into_iter().filter(|status| status.is_over()) {
        counter!(JOBS, "status" => status.name()).increment(0);
    }
    for reason in FailureReason::ALL.into_iter().filter(|reason| *reason != FailureReason::Dropped) {
        counter!(ERRORS, "stage" => "model", "kind" => reason.name()).increment(0);
        counter!(FETCHES, "status" => reason.name()).increment(0);
    }
    for status in ["read", "cached"] {
        counter!(FETCHES, "status" => status).increment(0);
    }
    counter!(REFUSALS).increment(0);
    counter!(SHED).increment(0);
}

/// A proportion of calls, shown as a gauge.
struct Share {
    good: AtomicU64,
    all: AtomicU64,
}

impl Share {
    const fn new() -> Self {
        Self { good: AtomicU64::new(0), all: AtomicU64::new(0) }
    }

    fn count(&self, name: &'static str, good: bool) {
        let good = self.good.fetch_add(u64::from(good), Ordering::Relaxed) + u64::from(good);
        let all = self.all.fetch_add(1, Ordering::Relaxed) + 1;
        gauge!(name).set(good as f64 / all as f64);
    }
}

static CACHED: Share = Share::new();
static FETCHED: Share = Share::new();

pub(super) fn searched<T>(provider: &str, took: Duration, outcome: &Result<Metered<T>, Failed>) {
    histogram!(SEARCH, "provider" => provider.to_owned()).record(took.as_secs_f64());
    match outcome {
        Ok(metered) => CACHED.count(CACHE_RATE, metered.cached),
        Err(failed) => error("search", &failed.failure),
    }
}

pub(super) fn fetched<T>(outcome: &Result<Metered<T>, Failed>) {
    let status = match outcome {
        Ok(metered) => {
            CACHED.count(CACHE_RATE, metered.cached);
            if metered.cached { "cached" } else { "read" }
        }
        Err(failed) => {
            error("read", &failed.failure);
            failed.failure.reason.name()
        }
    };
    FETCHED.count(FETCH_RATE, outcome.is_ok());
    counter!(FETCHES, "status" => status).increment(1);
}

pub(super) fn called<T>(model: &str, took: Duration, outcome: &Result<Metered<T>, Failed>) {
    histogram!(LATENCY, "model" => model.to_owned()).record(took.as_secs_f64());
    match outcome {
        Ok(metered) => spent(model, metered.cost),
        Err(failed) => {
            spent(model, failed.cost);
            error("model", &failed.failure);
        }
    }
}

fn spent(model: &str, cost: Spend) {
    let kinds =
        [("input", cost.input_tokens), ("output", cost.output_tokens), ("cached", cost.cached_tokens)];
    for (kind, tokens) in kinds {
        counter!(TOKENS, "model" => model.to_owned(), "kind" => kind).increment(tokens);
    }
    gauge!(COST, "model" => model.to_owned()).increment(cost.usd.as_usd());
}

fn error(stage: &'static str, failure: &Failure) {
    if failure.reason != FailureReason::Dropped {
        counter!(ERRORS, "stage" => stage, "kind" => failure.reason.name()).increment(1);
    }
}

/// Counts a call refused by a shared budget.
pub(super) fn over_budget() {
    counter!(REFUSALS).increment(1);
}

/// Counts a question rejected because too many are already waiting.
pub(super) fn shed() {
    counter!(SHED).increment(1);
}

/// Records how much of its budget a job has used. A budget of 0 means no limit.
fn budgets(job: &Job) {
    let (budget, spent) = (&job.budget, job.ledger.spent);
    let active = job.clock.active_at(job.updated_at) as f64 / 1000.0;
    let used = [
        ("seconds", active, f64::from(budget.seconds)),
        ("pages", f64::from(job.pages_read()), f64::from(budget.pages)),
        ("tokens", spent.tokens() as f64, budget.tokens as f64),
        ("usd", spent.usd.as_usd(), budget.usd),
    ];
    for (name, used, all) in used.into_iter().filter(|(_, _, all)| *all > 0.0) {
        histogram!(BUDGET, "budget" => name).record(used / all);
    }
}

/// Records what a finished job took. Called by the process that finished it.
pub(super) fn ended(job: &Job) {
    let view = view(job);
    for stage in &view.metadata.stages {
        let took = Duration::from_millis(stage.ms).as_secs_f64();
        histogram!(STAGE, "stage" => stage.stage.name()).record(took);
    }
    counter!(JOBS, "status" => view.status.name()).increment(1);
    if let Some(reason) = view.stop_reason {
        counter!(STOPS, "reason" => reason.name()).increment(1);
    }
    budgets(job);
    let measures = &view.metadata.measures;
    histogram!(ROUNDS).record(view.metadata.rounds as f64);
    histogram!(QUERIES).record(view.metadata.queries.len() as f64);
    histogram!(CONSIDERED).record(f64::from(measures.evidence_considered));
    histogram!(KEPT).record(f64::from(measures.evidence_kept));
}
