//! Facts that reopen a job: steering, a retry, a fork. Finished work stays finished.

use super::{Job, StopReason};
use crate::job::{Forked, Reused, month};
use crate::model::*;

impl Job {
    /// Before a round is judged, the constraint shapes that round. After the last one, it opens one more if the
    /// budget allows. Once writing has begun, it is kept for a follow-up.
    pub(super) fn steered(&mut self, constraint: &Constraint) {
        if self.answer.is_some() || self.is_writing() || self.research_time_up || self.cancelled {
            self.late_constraints.push(constraint.clone());
            return;
        }
        self.constraints.push(constraint.clone());
        if self.plan.is_none() {
            return;
        }
        let query = match &constraint.kind {
            ConstraintKind::Also(text) => Some(self.query_for(text)),
            ConstraintKind::Only(_) | ConstraintKind::Period(_) => Some(self.query_for(&self.question.text)),
            ConstraintKind::Exclude(_) | ConstraintKind::Deliverable(_) | ConstraintKind::Note => None,
        };
        let Some(query) = query else { return };
        let room = self.queries_asked() < self.budget.queries;
        let more_rounds = self.rounds.len() < self.budget.rounds as usize;
        match self.stop {
            None => match self.rounds.last_mut() {
                Some(round) if round.selection.is_none() && room => round.queries.push(query),
                Some(_) | None => self.queued_queries.push(query),
            },
            Some(StopReason::Sufficient | StopReason::Saturated | StopReason::NothingFound)
                if room && more_rounds =>
            {
                self.stop = None;
                self.open(vec![query]);
            }
            Some(_) => {}
        }
    }

    fn query_for(&self, text: &str) -> Query {
        let mut filters = Filters { language: None, ..Filters::default() };
        for constraint in &self.constraints {
            match &constraint.kind {
                ConstraintKind::Only(sites) => filters.domains_in.extend(sites.iter().cloned()),
                ConstraintKind::Exclude(sites) => filters.domains_out.extend(sites.iter().cloned()),
                ConstraintKind::Period(period) => filters.recency = period.recent,
                ConstraintKind::Also(_) | ConstraintKind::Deliverable(_) | ConstraintKind::Note => {}
            }
        }
        let sub_question = self.plan.as_ref().and_then(|plan| plan.sub_questions.first());
        Query {
            text: text.to_owned(),
            sub_question: sub_question.map_or_else(|| "q1".to_owned(), |sub| sub.id.clone()),
            filters,
            why: "asked for by a person".to_owned(),
            ..Query::default()
        }
    }

    /// Retries what failed. Finished searches and pages are kept, the budget stays the same, and active time
    /// restarts. Monthly budgets are those of the month of the retry.
    pub(super) fn retried(&mut self, at: Millis) {
        if self.answer.is_some() {
            self.answered_before = Some(Box::new(self.clone()));
        }
        self.start_again();
        self.write_again(at);
        self.stop = None;
        self.driver.clone_from(&self.models.driver);
        self.warnings.clear();
        for round in &mut self.rounds {
            for read in round.reads.values_mut() {
                read.failure = None;
            }
        }
        if let Some(round) = self.rounds.last_mut() {
            round.selection = None;
            round.judgement = None;
        }
    }

    /// Ends without an answer, or with the one that a retry had set out to better. Costs since then remain.
    pub(super) fn cancel(&mut self) {
        if self.answer.is_some() {
            return;
        }
        let Some(before) = self.answered_before.take() else {
            self.cancelled = true;
            return;
        };
        let now = std::mem::replace(self, *before);
        self.head = now.head;
        self.updated_at = now.updated_at;
        self.clock = now.clock;
        self.ledger = now.ledger.with_failures_of(std::mem::take(&mut self.ledger));
        self.checkpoints = now.checkpoints;
        self.scopes = now.scopes;
        self.terms.planning = now.terms.planning;
        self.moderation = now.moderation;
        self.late_constraints = now.late_constraints;
    }

    /// Would a retry do anything else than what was done? Something failed, or the run ended early or without an answer.
    pub fn is_worth_retrying(&self) -> bool {
        let early = matches!(self.stop, Some(StopReason::TimedOut | StopReason::StoppedByUser));
        let answered =
            self.answer.as_ref().is_some_and(|answer| answer.confidence != Confidence::Insufficient);
        !answered || early || self.ledger.has_failures()
    }

    /// Continues from a copy of another job's journal.
    pub(super) fn forked(&mut self, forked: &Forked, at: Millis) {
        let edit = forked.edit.clone();
        self.unclear = forked.unclear;
        self.id = forked.job.clone();
        self.forked_from = Some((forked.from.clone(), forked.at));
        if let Some(home) = forked.home.clone() {
            self.thread = home.thread;
            self.turn = home.turn;
            self.place = home.place;
            self.requester = home.requester;
        }
        if let Some(scopes) = &forked.scopes {
            self.scopes.clone_from(scopes);
        }
        if let Some(moderation) = &forked.moderation {
            self.moderation.clone_from(moderation);
        }
        self.inherit();
        self.write_again(at);
        self.pinned.extend(edit.pin);
        self.pinned.retain(|source| !edit.exclude.contains(source));
        self.excluded.extend(edit.exclude);
        if let Some((profile, budget)) = edit.profile {
            self.terms.profile = profile;
            self.budget = budget;
            self.reopen_with(self.of_judgement(|judged| &judged.queries).to_vec());
        }
        if let Some(providers) = edit.providers {
            self.providers = providers;
            self.reopen_with(self.plan.as_ref().map(|plan| plan.queries.clone()).unwrap_or_default());
        }
        for constraint in &edit.constraints {
            self.steered(constraint);
        }
        if let Some(question) = edit.question {
            self.question = question;
            self.plans += u32::from(self.plan.is_some());
            self.plan = None;
            self.driver.clone_from(&self.models.driver);
            self.clarification = None;
            self.gate = None;
            self.at_hand.extend(
                self.rounds
                    .iter()
                    .flat_map(|round| &round.reads)
                    .filter_map(|(_, read)| read.document.as_deref().cloned()),
            );
            self.rounds.clear();
            self.queued_queries.clear();
            self.stop = None;
        }
    }

    /// Reuses the answer of another job for somebody else, with everything it relies on. Its cost was paid by
    /// the original run.
    pub(super) fn reused(&mut self, reused: &Reused) {
        let reused = reused.clone();
        self.id = reused.job;
        self.thread = reused.thread;
        self.turn = reused.turn;
        self.place = reused.place;
        self.requester = reused.requester;
        self.question = reused.question;
        self.asked_at = reused.at;
        if let Some(scopes) = reused.scopes {
            self.scopes = scopes;
        }
        self.forked_from = None;
        self.reused = Some((reused.from, reused.researched_at));
        self.late_constraints.clear();
        self.warnings.clear();
        self.inherit();
        self.ledger.stage_times.clear();
    }

    /// Nothing is running, earlier failures and notices are forgotten, and active time restarts.
    fn start_again(&mut self) {
        self.ledger.fresh_start();
        self.budget_notices.clear();
        self.clock.restart();
    }

    /// Starts from a copy of another run, which has paid for what was copied.
    fn inherit(&mut self) {
        self.start_again();
        self.answered_before = None;
        self.ledger.inherited += self.ledger.spent;
        self.ledger.spent = Spend::default();
        self.ledger.calls.clear();
    }

    fn reopen_with(&mut self, queries: Vec<Query>) {
        let room = self.rounds.len() < self.budget.rounds as usize
            && self.queries_asked() < self.budget.queries
            && self.pages_read() < self.budget.pages;
        if self.stop.is_some() && room && !queries.is_empty() {
            self.stop = None;
            self.open(queries);
        }
    }

    /// Drops what was written, and what ended the run. What follows is charged to the current month.
    fn write_again(&mut self, at: Millis) {
        let period = month(at);
        self.scopes.iter_mut().for_each(|scope| scope.period.clone_from(&period));
        self.research_time_up = false;
        self.time_up = false;
        self.cancelled = false;
        self.draft = None;
        self.first_draft = None;
        self.opinions = None;
        self.repair = None;
        self.answer = None;
        self.held = None;
        self.withheld = false;
        self.approvals.retain(|approval| approval.decision.is_some());
    }
}
