//! What a thread contains so far, as input for its next turn.

use super::{Service, refused};
use crate::job::Job;
use crate::model::*;

#[derive(Default)]
pub(super) struct Earlier {
    pub turns: u32,
    pub said: Vec<EarlierTurn>,
    pub numbering: Vec<Numbered>,
    pub documents: Vec<Document>,
    pub attached: Vec<Document>,
    /// Constraints that came too late for the previous turn.
    pub constraints: Vec<Constraint>,
    /// Terms of the last turn: a private question stays private in the next one.
    pub terms: Option<Terms>,
}

impl Service {
    pub(super) async fn earlier(&self, thread: &ThreadId) -> Result<Earlier, Refusal> {
        self.ports.threads.thread(thread).await.map_err(refused)?;
        let rows = self.ports.threads.jobs(thread).await.map_err(refused)?;
        let mut earlier = Earlier::default();
        for row in rows.iter().filter(|row| row.forked_from.is_none()) {
            let job = self.job(&row.job, None).await?;
            earlier.turns = earlier.turns.max(row.turn);
            earlier.terms = Some(Terms { force: false, ..job.terms.clone() });
            earlier.constraints.clone_from(&job.late_constraints);
            earlier.take(&job);
        }
        Ok(earlier)
    }
}

impl Earlier {
    fn take(&mut self, job: &Job) {
        for document in &job.attached {
            if !self.attached.contains(document) {
                self.attached.push(document.clone());
            }
        }
        // The next question may refer to a run even if it has no answer.
        self.said.push(EarlierTurn {
            question: job.question.text.clone(),
            summary: job.answer.as_ref().map(|answer| answer.summary.clone()).unwrap_or_default(),
            at: job.asked_at,
        });
        let Some(answer) = job.answer.as_ref() else { return };
        for source in &answer.sources {
            if let Some(number) = source.number
                && !self.numbering.iter().any(|numbered| numbered.source == source.id)
            {
                self.numbering.push(Numbered { source: source.id.clone(), number });
            }
        }
        for (_, _, document) in job.documents() {
            if !self.documents.contains(document) {
                self.documents.push(document.clone());
            }
        }
    }
}
