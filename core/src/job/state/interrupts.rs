//! What needs a person: clarifying questions, the plan, an expensive harvest, publishing.

use super::{Interrupt, Job, StopReason};
use crate::job::Reply;
use crate::job::gates::{Approval, ApprovalAbout, Decision, estimate};
use crate::model::*;
use gorkd_words::Locale;
use std::sync::Arc;

/// How often a plan is shown again after changes; after that, a change starts the research.
const MAX_PLANS: u32 = 6;

impl Job {
    /// The question that a person has to answer now, and its deadline.
    pub fn interrupt(&self) -> Option<(Interrupt, Millis)> {
        if self.cancelled || self.answer.is_some() {
            return None;
        }
        let until = |at: Millis| at.plus(self.reply_within_ms);
        if let Some(open) = self.open_approval() {
            let estimate = estimate(self);
            let text = open.about.asks(&estimate, Locale::En);
            let interrupt = Interrupt::Approve { id: open.about.id(), about: open.about, text, estimate };
            return Some((interrupt, until(open.asked_at)));
        }
        if self.stop.is_some() {
            return None;
        }
        let clarification = self.clarification.as_ref().filter(|c| !c.closed && self.plan.is_none())?;
        let at = clarification.replies.len();
        let question = clarification.questions.get(at)?.clone();
        Some((Interrupt::Clarify { id: format!("clarify.{at}"), question }, until(clarification.asked_at)))
    }

    /// Stopping ends the wait for research approvals, but not for approval to publish.
    fn open_approval(&self) -> Option<&Approval> {
        let open = self.approvals.last().filter(|approval| approval.decision.is_none())?;
        (self.stop.is_none() || open.about == ApprovalAbout::Publish).then_some(open)
    }

    /// Called after planning: requests approval of the plan if it must be shown before any search.
    pub(super) fn planned_at(&mut self, at: Millis) {
        // The asker may want no more questions, or not be there to answer.
        let skipped = self.clarification.as_ref().is_some_and(|clarification| clarification.closed);
        let shown = self.terms.planning == Planning::Interactive && !skipped;
        let expensive = self.is_expensive();
        let settled = self.agreed_to_cost() || self.stop.is_some();
        if (shown || expensive) && !settled {
            self.request_approval(ApprovalAbout::Plan(self.plans), at);
        }
    }

    /// Called after the pages of a round were chosen: requests approval if reading them exceeds a limit.
    pub(super) fn chosen_at(&mut self, round: usize, pages: u32, at: Millis) {
        let many = self.gates.above_pages.is_some_and(|limit| pages > limit);
        let expensive = self.is_expensive();
        if (many || expensive) && pages > 0 && !self.agreed_to_cost() && self.stop.is_none() {
            self.request_approval(ApprovalAbout::Harvest(round), at);
        }
    }

    /// Gives the answer, or holds it until its publication is approved.
    pub(super) fn finish(&mut self, answer: Answer, at: Millis) {
        if self.gates.publish {
            self.held = Some(answer);
            self.request_approval(ApprovalAbout::Publish, at);
        } else {
            self.answer = Some(answer);
            self.answered_before = None;
        }
    }

    /// Withholds everything that was written. Nobody is asked to approve this answer.
    pub(super) fn hold_back(&mut self, answer: &Answer) {
        self.draft = self.draft.as_ref().map(|draft| {
            Arc::new(Draft { by: draft.by.clone(), revision: draft.revision, ..Draft::default() })
        });
        (self.first_draft, self.opinions) = (None, None);
        self.answer = Some(answer.clone());
    }

    /// Whether the run is expected to cost more than the limit for approval.
    fn is_expensive(&self) -> bool {
        self.gates.above_usd.is_some_and(|limit| estimate(self).usd > limit)
    }

    fn request_approval(&mut self, about: ApprovalAbout, at: Millis) {
        self.approvals.push(Approval { about, asked_at: at, decision: None });
    }

    /// Whether somebody has seen the cost and approved it.
    fn agreed_to_cost(&self) -> bool {
        self.approvals
            .iter()
            .any(|one| one.about != ApprovalAbout::Publish && one.decision == Some(Decision::Approved))
    }

    /// Applies a reply; `None` if it timed out. A reply to anything but the open interrupt changes nothing.
    pub(super) fn replied(
        &mut self,
        interrupt: &str,
        reply: Option<&Reply>,
        constraints: &[Constraint],
        at: Millis,
    ) {
        match self.interrupt() {
            Some((open, _)) if open.id() == interrupt => match open {
                Interrupt::Clarify { .. } => self.clarified(reply, constraints, at),
                Interrupt::Approve { about, .. } => self.decided(about, reply, at),
            },
            Some(_) | None => {}
        }
    }

    fn clarified(&mut self, reply: Option<&Reply>, constraints: &[Constraint], at: Millis) {
        let Some(clarification) = self.clarification.as_mut() else { return };
        clarification.asked_at = at;
        match reply {
            None | Some(Reply::JustGo | Reply::Approve | Reply::Decline) => clarification.closed = true,
            Some(Reply::Edit { .. } | Reply::Profile { .. }) => clarification.closed = true,
            Some(reply @ (Reply::Option(_) | Reply::AllOfTheAbove | Reply::Custom(_))) => {
                clarification.replies.push(reply.clone());
                self.constraints.extend(constraints.iter().cloned());
            }
        }
    }

    fn decided(&mut self, about: ApprovalAbout, reply: Option<&Reply>, at: Millis) {
        let decision = match reply {
            None => Decision::ByDefault,
            Some(Reply::Decline) => Decision::Declined,
            Some(Reply::Edit { .. } | Reply::Profile { .. }) if matches!(about, ApprovalAbout::Plan(_)) => {
                Decision::Changed
            }
            // Each is named, so that a new kind of reply doesn't become an approval unnoticed. `Service` refuses those
            // that don't apply here.
            Some(
                Reply::Approve
                | Reply::JustGo
                | Reply::Option(_)
                | Reply::AllOfTheAbove
                | Reply::Custom(_)
                | Reply::Edit { .. }
                | Reply::Profile { .. },
            ) => Decision::Approved,
        };
        if let Some(open) = self.approvals.last_mut() {
            open.decision = Some(decision);
        }
        match (about, decision) {
            (ApprovalAbout::Plan(_), Decision::Declined) => self.cancelled = true,
            (ApprovalAbout::Plan(_), Decision::Changed) => self.change_plan(reply, at),
            // Without approval, nothing expensive is done: the answer is written from what has been found.
            (ApprovalAbout::Plan(_), Decision::ByDefault) if self.is_expensive() => {
                self.stop_for(StopReason::StoppedByUser);
            }
            (ApprovalAbout::Plan(_), Decision::Approved | Decision::ByDefault) => {}
            (ApprovalAbout::Harvest(_), Decision::Declined | Decision::ByDefault) => {
                self.stop_for(StopReason::StoppedByUser);
            }
            (ApprovalAbout::Harvest(_), Decision::Approved | Decision::Changed) => {}
            (ApprovalAbout::Publish, Decision::Approved | Decision::Changed) => {
                self.answer = self.held.take()
            }
            (ApprovalAbout::Publish, Decision::Declined | Decision::ByDefault) => {
                self.withheld = true;
                self.cancelled = true;
            }
        }
    }

    fn change_plan(&mut self, reply: Option<&Reply>, at: Millis) {
        self.plans += 1;
        match reply {
            Some(Reply::Edit { constraints, queries }) => {
                // In a change to a plan, words that aren't a constraint are another thing to search for.
                self.constraints.extend(constraints.iter().map(|said| {
                    match said.kind == ConstraintKind::Note {
                        true => Constraint { kind: ConstraintKind::Also(said.text.clone()), ..said.clone() },
                        false => said.clone(),
                    }
                }));
                if let (Some(form), Some(plan)) = (self.wanted_form(), self.plan.as_mut()) {
                    plan.deliverable = Some(form);
                }
                let is_form = |said: &Constraint| matches!(said.kind, ConstraintKind::Deliverable(_));
                // Another format needs no other searches.
                if !queries.is_empty() || constraints.iter().all(is_form) {
                    if !queries.is_empty() {
                        self.rewrite_queries(queries);
                    }
                    if self.plans < MAX_PLANS {
                        self.request_approval(ApprovalAbout::Plan(self.plans), at);
                    }
                    return;
                }
            }
            Some(Reply::Profile { profile, budget }) => {
                self.terms.profile = *profile;
                self.budget = (**budget).clone();
            }
            Some(_) | None => return,
        }
        self.plan = None;
        self.rounds.clear();
    }

    /// Replaces the queries of the first round with those that a person wrote.
    fn rewrite_queries(&mut self, texts: &[String]) {
        let Some(plan) = self.plan.as_mut() else { return };
        let first = plan.sub_questions.first().map_or_else(|| "q1".to_owned(), |sub| sub.id.clone());
        let filters = plan.queries.first().map(|query| query.filters.clone()).unwrap_or_default();
        let known = std::mem::take(&mut plan.queries);
        plan.queries = texts
            .iter()
            .map(|text| match known.iter().find(|query| query.text == *text) {
                Some(query) => query.clone(),
                None => Query {
                    text: text.clone(),
                    sub_question: first.clone(),
                    filters: filters.clone(),
                    why: "asked for by a person".to_owned(),
                    ..Query::default()
                },
            })
            .collect();
        let queries = plan.queries.clone();
        self.rounds.clear();
        self.open(queries);
    }

    /// Switches to `auto`: whatever is open takes its default, except approval to publish.
    pub(super) fn no_more_questions(&mut self) {
        // Questions that are still being thought of, or were at that moment, are not asked either.
        if self.plan.is_none() {
            self.clarification.get_or_insert_default().closed = true;
        }
        let expensive = self.is_expensive();
        if let Some(open) = self.approvals.last_mut().filter(|open| open.decision.is_none())
            && let ApprovalAbout::Plan(_) = open.about
            && !expensive
        {
            open.decision = Some(Decision::ByDefault);
        }
    }

    /// Switches back from `auto` before anything was asked.
    pub(super) fn questions_again(&mut self) {
        if self.clarification.as_ref().is_some_and(|one| one.closed && one.asked_at == Millis::default()) {
            self.clarification = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::{ClarifyQuestion, Event, Recorded};

    fn is_asked(events: &[Event]) -> bool {
        let mut job = Job::default();
        for (at, event) in (1_u32..).zip(events) {
            job.apply(&Recorded::new(at.into(), Millis(at.into()), event.clone()));
        }
        job.interrupt().is_some()
    }

    #[test]
    fn who_wants_no_questions_is_not_asked_one_that_was_being_thought_of() {
        let asked = Event::Clarified {
            effect: "clarify".into(),
            questions: vec![ClarifyQuestion::default()],
            gate: None,
            cost: Spend::default(),
        };
        let to = |planning| Event::PlanningChanged { planning };
        assert!(is_asked(std::slice::from_ref(&asked)));
        assert!(!is_asked(&[to(Planning::Auto), asked.clone()]));
        assert!(!is_asked(&[asked.clone(), to(Planning::Auto)]));
        assert!(is_asked(&[to(Planning::Auto), to(Planning::Interactive), asked]));
    }
}
