//! The job document: the output of `gorkd ask --json`, `gorkd job show --json`, and the API.
//!
//! Field names are stable: fields are added, never renamed. Enum values are snake case, times ISO 8601, offsets
//! Unicode code points of the stored text.

use super::again::{ChangesView, KnownView, changed, known};
use super::budgets::{budget_notes, refused_note};
use super::claims::{ClaimView, claims};
use super::findings::{ConflictView, EntityView, conflicts};
use super::line::LineView;
use super::measures::{Measures, StageTime, measures, stages, tokens};
use super::progress::considered;
use super::refined::refined;
use super::sources::{SourceView, UnreadView, sources, unread};
use crate::job::{Job, JobStatus, PartJudgement, StopReason};
use crate::model::{
    Answer, AnswerBlock, AnswerPart, AnswerPremise, Answered, Citation, Closest, Confidence, Deliverable,
    Domain, Fact, JobId, Maker, Planning, Privacy, Profile, Refusal, Support, Terms, ThreadId, is_default,
};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// [`PartJudgement::clarity`] from which a quotation of low confidence is shown as the answer: with its supporting
/// blocks, it is right in 68 % of the answers from here on, and in 37 % below (docs/quality.md, "Confidence and
/// correctness").
const LIKELY: f32 = 6.0;
/// The same where a journal of an older build doesn't tell how far the passage is ahead.
const LIKELY_WITHOUT_LEAD: f32 = 4.0;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobView {
    pub job_id: JobId,
    pub thread_id: ThreadId,
    pub turn: u32,
    pub status: JobStatus,
    /// The queue position, filled in by callers that look it up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    pub stop_reason: Option<StopReason>,
    pub question: String,
    /// The question with the asker's answers to clarifying questions; `None` if there were none.
    pub refined_question: Option<String>,
    pub profile: Profile,
    pub planning: Planning,
    pub privacy: Privacy,
    pub domain: Option<Domain>,
    pub language: String,
    /// `None` while the job is active, and if it failed or was canceled.
    pub answer: Option<AnswerView>,
    /// Set if the job failed or was canceled.
    pub error: Option<ErrorView>,
    pub claims: Vec<ClaimView>,
    pub citations: Vec<Citation>,
    pub conflicts: Vec<ConflictView>,
    /// All sources that were read: cited ones by number, then the others in reading order.
    pub sources: Vec<SourceView>,
    pub unread: Vec<UnreadView>,
    pub entities: Vec<EntityView>,
    pub facts: Vec<Fact>,
    /// Sentences about problems with the answer: what the sources don't say, claims that failed verification,
    /// and unmet requirements of the domain and profile.
    pub issues: Vec<String>,
    /// Sentences about what went wrong during the run.
    pub warnings: Vec<String>,
    /// The warnings that only say that a provider could not be reached. Not part of the document: whoever shows
    /// it decides whether they matter to a reader.
    #[serde(skip)]
    pub out_of_reach: Vec<String>,
    /// Set if the answer was already known.
    pub known: Option<KnownView>,
    /// Set if the run rechecked an earlier answer: what has changed since.
    pub changes: Option<ChangesView>,
    pub metadata: Metadata,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AnswerView {
    pub summary: String,
    pub detail: String,
    pub confidence: Confidence,
    pub confidence_reasons: Vec<String>,
    pub limitations: Vec<String>,
    pub questions: Vec<String>,
    /// The outcome for each part of the question; empty for answers of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<AnswerPart>,
    /// A false premise of the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<AnswerPremise>,
    /// Blocks quoted in full, in the order of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<AnswerBlock>,
    /// If nothing answers the question: what comes closest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Closest>,
    /// Whether it is only the closest passage, which may answer something else. It is shown as such: the text
    /// first, and the confidence after it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub only_closest: bool,
    /// The format of the answer.
    #[serde(default)]
    pub deliverable: Deliverable,
}

/// Why there is no answer: a code for programs, and a sentence for people.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorView {
    pub code: String,
    pub message: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// Active time: waiting for a person, queueing, and downtime don't count.
    pub duration_ms: u64,
    pub stages: Vec<StageTime>,
    pub rounds: usize,
    pub queries: Vec<String>,
    /// Providers that answered, in the order in which they were first used.
    pub providers_used: Vec<String>,
    /// Number of distinct addresses in search results.
    pub sources_considered: usize,
    pub sources_read: usize,
    /// Every search and every page came from a cache.
    pub cached: bool,
    /// The model that wrote the answer; `None` if gorkd's own rules did.
    pub model: Option<String>,
    pub tokens: Tokens,
    pub cost_usd: f64,
    /// Totals of the external calls.
    #[serde(default)]
    pub measures: Measures,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tokens {
    pub input: u64,
    pub output: u64,
    /// Part of `input`.
    pub cached: u64,
}

/// The job document of a job in its current state.
pub fn view(job: &Job) -> JobView {
    let answer = job.answer.clone().unwrap_or_default();
    let status = job.status();
    JobView {
        job_id: job.id.clone(),
        thread_id: job.thread.clone(),
        turn: job.turn,
        status,
        line: None,
        stop_reason: job.stop,
        question: job.question.text.clone(),
        refined_question: refined(job),
        profile: job.terms.profile,
        planning: job.terms.planning,
        privacy: job.terms.privacy,
        domain: job.terms.domain.clone().or_else(|| field_of(job)),
        language: job.question.language.clone(),
        answer: job.answer.as_ref().filter(|_| status == JobStatus::Completed).map(|answer| AnswerView {
            summary: answer.summary.clone(),
            detail: answer.detail.clone(),
            confidence: answer.confidence,
            confidence_reasons: answer.confidence_reasons.clone(),
            limitations: answer.limitations.clone(),
            parts: answer.parts.clone(),
            premise: answer.premise.clone(),
            blocks: answer.blocks.clone(),
            closest: answer.closest.clone(),
            only_closest: is_only_closest(job, answer),
            deliverable: answer.deliverable.unwrap_or_default(),
            questions: answer.questions.clone(),
        }),
        error: error(job, status),
        sources: sources(job, &answer),
        issues: issues(job, &answer),
        warnings: warnings(job, &answer),
        out_of_reach: job.unreachable_warnings(),
        known: known(job),
        changes: changed(job, &answer),
        claims: claims(&answer),
        conflicts: conflicts(&answer),
        entities: answer.entities.iter().map(EntityView::from).collect(),
        citations: answer.citations,
        unread: unread(job),
        facts: answer.facts,
        metadata: metadata(job),
    }
}

/// Whether a quotation of low confidence may answer something else. If a reranker scored every part, the least clear one
/// decides; otherwise every such quotation may.
fn is_only_closest(job: &Job, answer: &Answer) -> bool {
    let open = answer.parts.iter().any(|part| part.answered == Answered::No);
    let parts = job.of_judgement(|judged| &judged.parts);
    let is_likely = |part: &PartJudgement| {
        let least = if part.lead.is_some() { LIKELY } else { LIKELY_WITHOUT_LEAD };
        part.clarity().is_some_and(|clarity| clarity >= least)
    };
    let likely = !parts.is_empty() && parts.iter().all(is_likely);
    answer.confidence == Confidence::Low && !answer.blocks.is_empty() && !open && !likely
}

/// The domain that the question's words suggested.
fn field_of(job: &Job) -> Option<Domain> {
    Some(job.field.rules.name.clone()).filter(|name| !name.is_empty())
}

/// The document of a refused question: there is no job, only the reason.
pub fn refused(question: &str, terms: &Terms, refusal: &Refusal) -> JobView {
    JobView {
        status: JobStatus::Failed,
        question: question.to_owned(),
        profile: terms.profile,
        planning: terms.planning,
        privacy: terms.privacy,
        domain: terms.domain.clone(),
        error: Some(ErrorView { code: refusal.code.to_string(), message: refusal.message.clone() }),
        ..JobView::default()
    }
}

fn error(job: &Job, status: JobStatus) -> Option<ErrorView> {
    let (code, message) = match status {
        JobStatus::Queued | JobStatus::Running | JobStatus::Waiting | JobStatus::Completed => return None,
        // Recorded documents contain these sentences, so they don't change.
        JobStatus::Cancelled if job.withheld => {
            ("withheld", "The answer was checked, and nobody agreed to publish it.".to_owned())
        }
        JobStatus::Cancelled => ("cancelled", "It was cancelled.".to_owned()),
        JobStatus::Failed if job.unreadable => {
            let message = "A newer version of gorkd has worked on this job; this one cannot read all of it.";
            ("unreadable", message.to_owned())
        }
        JobStatus::Failed => {
            let last = job.warnings.last().cloned().or_else(|| refused_note(job, Locale::En));
            let why = last.map(|warning| format!(" The last thing that went wrong was: {warning}"));
            ("failed", format!("No stage could go on.{}", why.unwrap_or_default()))
        }
    };
    Some(ErrorView { code: code.to_owned(), message })
}

fn issues(job: &Job, answer: &Answer) -> Vec<String> {
    let plan = job.plan_or_plain();
    let locale = Locale::first([job.question.language.as_str()]);
    let gaps = job.of_judgement(|judged| &judged.gaps);
    let gaps = gaps.iter().map(|gap| {
        let text = plan.part(gap).map_or(gap, |sub| &sub.text);
        locale.say(Msg::LimitUnanswered { question: text.clone() })
    });
    let claims = answer.claims.iter().filter_map(|claim| {
        let (id, text) = (claim.id.clone(), claim.text.clone());
        let issue = match claim.support {
            Support::Supported => return None,
            Support::Partly => Msg::IssueClaimPartly { id, text },
            Support::Unsupported => Msg::IssueClaimUnsupported { id, text },
            Support::Contradicted => Msg::IssueClaimContradicted { id, text },
        };
        Some(locale.say(issue))
    });
    let marked = answer.claims.iter().filter_map(|claim| {
        let mark = claim.mark.clone()?;
        Some(locale.say(Msg::IssueClaimMark { id: claim.id.clone(), mark }))
    });
    gaps.chain(claims).chain(marked).chain(answer.issues.iter().cloned()).collect()
}

fn warnings(job: &Job, answer: &Answer) -> Vec<String> {
    let mut warnings = job.warnings.clone();
    job.merge_unreachable(&mut warnings);
    let locale = Locale::first([job.requester.locale.as_str(), job.question.language.as_str()]);
    warnings.extend(budget_notes(job, locale));
    warnings.extend(unpriced(job));
    let late = job.late_constraints.iter();
    warnings
        .extend(late.map(|late| format!("This came too late and is kept for a follow-up: {}", late.text)));
    for source in answer.sources.iter().filter(|source| source.number.is_some()) {
        let title =
            if source.document.title.is_empty() { &source.document.url } else { &source.document.title };
        warnings.extend(source.document.warnings.iter().map(|warning| format!("{title}: {warning}")));
    }
    let mut seen = BTreeSet::new();
    warnings.retain(|warning| seen.insert(warning.clone()));
    warnings
}

/// Models that were used but have no known price.
fn unpriced(job: &Job) -> Vec<String> {
    let judged = job.rounds.iter().filter_map(|round| round.judgement.as_ref()).map(|judged| &judged.by);
    let makers = job.plan.iter().map(|plan| &plan.by).chain(judged);
    let models = makers.chain(job.draft.iter().map(|draft| &draft.by)).filter_map(Maker::model);
    let unknown = models.filter(|name| !job.prices.models.contains_key(*name));
    let sentence = |name| {
        format!(
            "The price of the model {name} is not known: its tokens are counted, and the cost leaves it out."
        )
    };
    unknown.map(sentence).collect()
}

fn metadata(job: &Job) -> Metadata {
    let used = |provider: &&String| job.found().any(|found| found.provider == **provider);
    let mut queries: Vec<String> = Vec::new();
    for query in job.queries() {
        if !queries.contains(&query.text) {
            queries.push(query.text.clone());
        }
    }
    let mut calls = job
        .found()
        .map(|found| found.cached)
        .chain(job.documents().map(|(_, read, _)| read.cached))
        .peekable();
    let spent = job.ledger.spent;
    Metadata {
        duration_ms: job.clock.active_ms,
        stages: stages(job),
        rounds: job.rounds.len(),
        queries,
        providers_used: job.providers.iter().filter(used).cloned().collect(),
        sources_considered: considered(job),
        sources_read: job.sources_read().len(),
        cached: calls.peek().is_some() && calls.all(|cached| cached),
        model: job.draft.as_ref().and_then(|draft| draft.by.model()).map(str::to_owned),
        tokens: tokens(spent),
        cost_usd: spent.usd.as_usd(),
        measures: measures(job),
    }
}
