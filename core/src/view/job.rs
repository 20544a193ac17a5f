//! The job document: the output of `gorkd ask --json`, `gorkd job show --json` and the API.
//!
//! Field names are a promise to programs: fields are added, never renamed. Values of enums are snake case,
//! times ISO 8601, offsets Unicode code points of the stored text.

use super::again::{ChangesView, KnownView, changed, known};
use super::budgets::{budget_notes, refused_note};
use super::claims::{ClaimView, claims};
use super::findings::{ConflictView, EntityView, conflicts};
use super::line::LineView;
use super::measures::{Measures, StageTime, measures, stages, tokens};
use super::progress::considered;
use super::refined::refined;
use super::sources::{SourceView, UnreadView, sources, unread};
use crate::job::{Job, JobStatus, StopReason};
use crate::model::{
    Answer, AnswerBlock, AnswerPart, AnswerPremise, Answered, Citation, Closest, Confidence, Deliverable,
    Domain, Fact, JobId, Maker, Planning, Privacy, Profile, Refusal, SourceId, Support, Terms, ThreadId,
};
use gorkd_words::{Locale, Msg};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JobView {
    pub job_id: JobId,
    pub thread_id: ThreadId,
    pub turn: u32,
    pub status: JobStatus,
    /// Set while it waits for a worker, by who has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<LineView>,
    pub stop_reason: Option<StopReason>,
    pub question: String,
    /// The question with what its asker said to questions back; none where nothing was said.
    #[serde(default)]
    pub refined_question: Option<String>,
    pub profile: Profile,
    pub planning: Planning,
    pub privacy: Privacy,
    pub domain: Option<Domain>,
    pub language: String,
    /// None while the job is under way, and when it failed or was cancelled.
    pub answer: Option<AnswerView>,
    /// Set when the job failed or was cancelled.
    pub error: Option<ErrorView>,
    pub claims: Vec<ClaimView>,
    pub citations: Vec<Citation>,
    pub conflicts: Vec<ConflictView>,
    /// All that were read: the cited ones by number, then the others as they were read.
    pub sources: Vec<SourceView>,
    pub unread: Vec<UnreadView>,
    pub entities: Vec<EntityView>,
    pub facts: Vec<Fact>,
    /// Sentences on what is wrong with the answer: what nothing read says, claims that did not hold, and where it falls
    /// short of what its field and its profile ask for.
    pub issues: Vec<String>,
    /// Sentences on what went less well than it should.
    pub warnings: Vec<String>,
    /// Those of the warnings that only say that a place could not be reached. No part of the document: whether they
    /// matter to a reader is up to who shows it.
    #[serde(skip)]
    pub out_of_reach: Vec<String>,
    /// Set when the answer was known already.
    #[serde(default)]
    pub known: Option<KnownView>,
    /// Set when an earlier answer was looked at again: what has changed since.
    #[serde(default)]
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
    /// What became of each part of the question; empty for answers of older builds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<AnswerPart>,
    /// What the question takes for granted and the sources deny.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub premise: Option<AnswerPremise>,
    /// What is quoted whole, in the order of the answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<AnswerBlock>,
    /// Where nothing answers: what comes closest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closest: Vec<Closest>,
    /// The form that it has.
    #[serde(default)]
    pub deliverable: Deliverable,
}

impl AnswerView {
    /// Is it only the closest passage that was found, which may well answer something else? It is then shown as such: people
    /// read the text first, and how sure it is only afterwards.
    pub fn is_only_closest(&self) -> bool {
        let open = self.parts.iter().any(|part| part.answered == Answered::No);
        self.confidence == Confidence::Low && !self.blocks.is_empty() && !open
    }
}

/// Why there is no answer: a code for programs, a sentence for a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorView {
    pub code: String,
    pub message: String,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// Active time: waiting for a person, queueing and downtime do not count.
    pub duration_ms: u64,
    pub stages: Vec<StageTime>,
    pub rounds: usize,
    pub queries: Vec<String>,
    /// Providers that answered, in the order in which they were first asked.
    pub providers_used: Vec<String>,
    /// Different addresses that searches gave.
    pub sources_considered: usize,
    pub sources_read: usize,
    /// Nothing was called for it: every search and every page came from a cache.
    pub cached: bool,
    /// The model that wrote the answer; none when gorkd's own rules did.
    pub model: Option<String>,
    pub tokens: Tokens,
    pub cost_usd: f64,
    /// What was asked of the world, added up.
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

/// The job document of a job as it stands now.
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
            deliverable: answer.deliverable.unwrap_or_default(),
            questions: answer.questions.clone(),
        }),
        error: error(job, status),
        sources: sources(job, &answer),
        issues: issues(job, &answer),
        warnings: warnings(job, &answer),
        out_of_reach: job.out_of_reach_told(),
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

/// The field that the question's words spoke for.
fn field_of(job: &Job) -> Option<Domain> {
    Some(job.field.rules.name.clone()).filter(|name| !name.is_empty())
}

/// The document of a question that was not taken: no job, only why.
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
    let gaps = job.judgement().map(|judged| judged.gaps.as_slice()).unwrap_or_default();
    let gaps = gaps.iter().map(|gap| {
        let text = plan.sub_questions.iter().find(|sub| sub.id == *gap).map_or(gap, |sub| &sub.text);
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
    job.told_once(&mut warnings);
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

/// Models that were used and whose price nobody has looked up.
fn unpriced(job: &Job) -> Vec<String> {
    let mut makers: Vec<&Maker> = job.plan.iter().map(|plan| &plan.by).collect();
    makers.extend(job.rounds.iter().filter_map(|round| round.judgement.as_ref()).map(|judged| &judged.by));
    makers.extend(job.draft.iter().map(|draft| &draft.by));
    let unknown = |maker: &&Maker| match maker {
        Maker::Model(name) => !job.prices.models.contains_key(name),
        Maker::Rules => false,
    };
    let sentence = |maker: &Maker| match maker {
        Maker::Model(name) => Some(format!(
            "The price of the model {name} is not known: its tokens are counted, and the cost leaves it out."
        )),
        Maker::Rules => None,
    };
    makers.into_iter().filter(unknown).filter_map(sentence).collect()
}

fn metadata(job: &Job) -> Metadata {
    let found = || job.rounds.iter().flat_map(|round| round.found.values());
    let mut providers_used = Vec::new();
    for provider in &job.providers {
        if found().any(|found| found.provider == *provider) {
            providers_used.push(provider.clone());
        }
    }
    let mut queries: Vec<String> = Vec::new();
    for query in job.rounds.iter().flat_map(|round| &round.queries) {
        if !queries.contains(&query.text) {
            queries.push(query.text.clone());
        }
    }
    let read: BTreeSet<SourceId> = job.documents().map(|(_, _, document)| document.source_id()).collect();
    let mut calls =
        found().map(|found| found.cached).chain(job.documents().map(|(_, read, _)| read.cached)).peekable();
    let spent = job.ledger.spent;
    Metadata {
        duration_ms: job.clock.active_ms,
        stages: stages(job),
        rounds: job.rounds.len(),
        queries,
        providers_used,
        sources_considered: considered(job),
        sources_read: read.len(),
        cached: calls.peek().is_some() && calls.all(|cached| cached),
        model: job.draft.as_ref().and_then(|draft| match &draft.by {
            Maker::Model(name) => Some(name.clone()),
            Maker::Rules => None,
        }),
        tokens: tokens(spent),
        cost_usd: spent.usd.as_usd(),
        measures: measures(job),
    }
}
