//! Performs one effect and returns its outcome as an event. Every effect ends with an outcome or with `Failed`, within
//! its time limit.

use super::waits::waiting_for;
use super::{Ports, metrics, still_held};
use crate::job::obstacles::{Way, patience, way};
use crate::job::{ARTICLE, Chosen, Effect, Event, Job};
use crate::model::*;
use crate::ports::{Failed, Metered, OpenCopy, Raw, RawContent, ReadRequest, SearchRequest, StoreError};
use std::sync::Arc;
use std::time::Instant;

/// An outcome, with its text.
#[derive(Debug)]
pub struct Performed {
    pub event: Event,
    pub reading: Option<Reading>,
}

impl Performed {
    pub fn failed(effect: EffectId, failure: Failure, cost: Spend) -> Self {
        Self { event: Event::Failed { effect, failure, cost }, reading: None }
    }
}

/// The audience of library documents, which are visible to everybody.
pub const LIBRARY: &str = "library";

/// The failure of a call that was not made because this process was suspended and another worker may have made
/// it.
pub fn late() -> Failed {
    let detail = "gorkd was suspended before the call, which another worker may make by now.";
    Failure::retry(FailureReason::Internal, detail).into()
}

// Many searches and page reads run at a time, so their futures stay in place; the others are larger and are boxed.
pub async fn perform(ports: &Ports, job: Arc<Job>, id: &EffectId, effect: Effect) -> Performed {
    let outcome = match effect {
        Effect::Search { query, provider } => search(ports, &job, id, query, &provider).await,
        Effect::Read { chosen } => match chosen.url.strip_prefix(ARTICLE) {
            Some(article) => Box::pin(super::article::read(ports, &job, id, article)).await,
            None => read(ports, &job, id, &chosen).await,
        },
        Effect::Extract { html } => Box::pin(extract(ports, &job, id, html)).await,
        Effect::Clarify { by: Maker::Model(ref name) }
        | Effect::Plan { by: Maker::Model(ref name) }
        | Effect::Judge { by: Maker::Model(ref name), .. }
        | Effect::Synthesize { by: Maker::Model(ref name), .. }
        | Effect::Drive { by: ref name, .. }
        | Effect::Doubt { by: ref name, .. } => {
            let name = name.clone();
            Box::pin(super::model::ask(ports, job, id, effect, &name)).await
        }
        Effect::Clarify { by: Maker::Rules }
        | Effect::Plan { by: Maker::Rules }
        | Effect::Select { .. }
        | Effect::Judge { by: Maker::Rules, .. }
        | Effect::Synthesize { by: Maker::Rules, .. } => {
            Box::pin(super::deciding::decide(ports, job, id, effect)).await
        }
        Effect::Verify { .. } => Box::pin(super::moderation::verify(ports, job, id, effect)).await,
    };
    outcome.unwrap_or_else(|failed| Performed::failed(id.clone(), failed.failure, failed.cost))
}

async fn search(
    ports: &Ports,
    job: &Job,
    id: &EffectId,
    query: Query,
    provider: &str,
) -> Result<Performed, Failed> {
    let Some(search) = ports.searches.iter().find(|search| search.name() == provider) else {
        let detail = format!("The search provider {provider} is not set up here.");
        return Err(Failure::skip(FailureReason::NotConfigured, detail).into());
    };
    let Some(search) = search.within(job.terms.reach()) else {
        let detail = format!("{provider} is on the web, and this question stays on this machine.");
        return Err(Failure::skip(FailureReason::NotAllowed, detail).into());
    };
    let timeout = job.budget.search_time();
    let request = SearchRequest {
        meaning: asked_by(job, &query).to_owned(),
        query: query.text,
        language: Some(job.question.language.clone()).filter(|language| !language.is_empty()),
        filters: query.filters.applied(search.style()),
        results: job.budget.results,
        anew: job.previous.is_some(),
        reach: job.terms.reach(),
        timeout,
    };
    if !still_held() {
        return Err(late());
    }
    let began = Instant::now();
    let call = waiting_for(provider, search.search(&request));
    let call = tokio::time::timeout(timeout, call).await;
    let outcome = call.unwrap_or_else(|_| {
        let detail = format!("{provider} did not answer within {} seconds.", timeout.as_secs());
        Err(Failure::skip(FailureReason::TimedOut, detail).into())
    });
    metrics::searched(provider, began.elapsed(), &outcome);
    let Metered { value: hits, cost, cached, .. } = outcome?;
    let provider = provider.to_owned();
    Ok(Performed {
        event: Event::Found { effect: id.clone(), provider, hits: hits.into(), cached, cost },
        reading: None,
    })
}

/// The part of the question that a query stands for, if it is the first query of this part; otherwise nothing, because a
/// later one looks for something else.
fn asked_by<'a>(job: &'a Job, query: &Query) -> &'a str {
    let Some(plan) = &job.plan else { return "" };
    let first = plan.queries.iter().find(|one| one.sub_question == query.sub_question);
    let part = plan.part(&query.sub_question);
    part.filter(|_| first == Some(query)).map_or("", |part| part.text.as_str())
}

/// Library documents are read from the store; everything else goes through the reader.
async fn read(ports: &Ports, job: &Job, id: &EffectId, chosen: &Chosen) -> Result<Performed, Failed> {
    let held = ports.documents.by_url(&chosen.url, LIBRARY).await.map_err(store_failed)?;
    if let Some(document) = held {
        let document = Arc::new(document);
        let event = Event::Read { effect: id.clone(), document, cached: true, cost: Spend::default() };
        return Ok(Performed { event, reading: None });
    }
    let patience = patience(job.ledger.failures(id.stem()));
    let timeout = job.budget.page_time() * patience;
    let request = ReadRequest {
        url: chosen.url.clone(),
        hash: chosen.hash.clone(),
        anew: job.previous.is_some(),
        reach: job.terms.reach(),
        timeout,
    };
    let call = tokio::time::timeout(timeout, ports.reader.read(&request)).await;
    let outcome = call.unwrap_or_else(|_| {
        let detail = format!("The page did not answer within {} seconds.", timeout.as_secs());
        Err(Failure::retry(FailureReason::TimedOut, detail).into())
    });
    metrics::fetched(&outcome);
    let Metered { value: reading, cost, cached, .. } = match outcome {
        Ok(read) => read,
        Err(failed) => return Err(with_open_copy(ports, job, chosen, failed).await),
    };
    let document = Arc::new(reading.document.clone());
    let event = Event::Read { effect: id.clone(), document, cached, cost };
    Ok(Performed { event, reading: Some(reading) })
}

/// Extracts text from HTML that a model passed, in a child of the reader as for every foreign document.
async fn extract(ports: &Ports, job: &Job, id: &EffectId, html: String) -> Result<Performed, Failed> {
    let raw = Raw {
        max_bytes: html.len(),
        url: format!("extract:{}", sha256_hex(html.as_bytes())),
        content: RawContent::Bytes(html.into_bytes()),
        content_type: Some("text/html; charset=utf-8".to_owned()),
        timeout: job.budget.page_time(),
    };
    let reading = ports.reader.extract(raw).await?;
    let event = Event::Extracted { effect: id.clone(), document: Arc::new(reading.document.clone()) };
    Ok(Performed { event, reading: Some(reading) })
}

/// Looks for an open-access copy of a paywalled work, and adds the result to the failure. Skipped for questions
/// that stay on this machine, and for pages that are such copies themselves.
async fn with_open_copy(ports: &Ports, job: &Job, chosen: &Chosen, failed: Failed) -> Failed {
    let wanted = way(failed.failure.reason) == Way::OpenCopy && chosen.copy_of.is_none();
    let reach = job.terms.reach();
    let resolver = ports.resolver.as_ref().filter(|_| wanted).and_then(|resolver| resolver.within(reach));
    let Some(resolver) = resolver else { return failed };
    let timeout = job.budget.search_time();
    let asked = resolver.open_copy(&chosen.url, reach, timeout);
    let said = tokio::time::timeout(timeout, asked).await.unwrap_or_else(|_| {
        Err(Failure::skip(FailureReason::TimedOut, "Asking for an open copy took too long."))
    });
    let Failed { mut failure, cost } = failed;
    let sentence = match said {
        Ok(OpenCopy::NoWork) => return Failed { failure, cost },
        Ok(OpenCopy::Unknown) => "No open copy of it is known.".to_owned(),
        Ok(OpenCopy::At(url)) => {
            let sentence = format!("An open copy is at {url}.");
            failure.open_copy = Some(url);
            sentence
        }
        Err(why) => format!("Whether there is an open copy is not known: {}", why.detail),
    };
    failure.detail = format!("{} {sentence}", failure.detail);
    Failed { failure, cost }
}

pub(super) fn store_failed(error: StoreError) -> Failed {
    tracing::warn!(%error, "the store failed during an effect");
    Failure::retry(FailureReason::Internal, "gorkd's own store did not answer.").into()
}
