//! Rechecks: runs a question again to report what has changed since it was answered.

use super::asking::Start;
use super::{Ask, Service, Ticket};
use crate::job::{Job, Previous, PreviousClaim};
use crate::model::*;
use gorkd_words::Msg;

impl Service {
    /// Runs an answered question again in its thread, with fresh pages. The new answer says, claim by claim,
    /// what has changed.
    pub async fn recheck(&self, job: &JobId, ask: Ask) -> Result<Ticket, Refusal> {
        self.recheck_as(job, ask, None).await
    }

    pub(super) async fn recheck_as(
        &self,
        job: &JobId,
        ask: Ask,
        name: Option<JobId>,
    ) -> Result<Ticket, Refusal> {
        let answered = self.job(job, None).await?;
        let Some(previous) = previous(&answered) else {
            return Err(Refusal::saying(RefusalCode::Conflict, Msg::NothingToCheck));
        };
        let ask = Ask {
            text: self_contained(&answered),
            terms: Terms { planning: Planning::Auto, force: true, ..answered.terms.clone() }.into(),
            thread: ask.thread.or_else(|| Some(answered.thread.clone())),
            time_zone: answered.time_zone.clone(),
            ..ask
        };
        let start = Start {
            is_title: false,
            is_admitted: false,
            previous: Some(Box::new(previous)),
            constraints: answered.constraints.clone(),
            job: name,
        };
        self.start(ask, start).await
    }
}

/// A follow-up is rerun as the self-contained question that it was understood as.
fn self_contained(job: &Job) -> String {
    match (&job.plan, job.earlier.is_empty()) {
        (Some(plan), false) if !plan.goal.is_empty() => plan.goal.clone(),
        (Some(_) | None, _) => job.question.text.clone(),
    }
}

fn previous(job: &Job) -> Option<Previous> {
    let answer = job.answer.as_ref()?;
    let document = |source: &SourceId| answer.sources.iter().find(|one| one.id == *source);
    let claims = answer.claims.iter().filter(|claim| claim.support >= Support::Partly).map(|claim| {
        let cited = answer.citations.iter().filter(|citation| citation.claim_id == claim.id);
        let mut rested_on: Vec<(SourceId, DocumentHash)> = cited
            .filter_map(|citation| {
                Some((citation.source_id.clone(), document(&citation.source_id)?.document.hash.clone()))
            })
            .collect();
        rested_on.dedup();
        PreviousClaim { text: claim.text.clone(), rested_on }
    });
    Some(Previous { job: job.id.clone(), at: job.researched_at(), claims: claims.collect() })
}
