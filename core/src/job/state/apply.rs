//! The fold: applies one fact. It decides nothing that is not already in the facts, has no effects, and can't
//! fail.

use super::{Checkpoint, Clarification, Job, ReadState, Round, Stage, StopReason, round};
use crate::job::stages::RULES_TRIES;
use crate::job::{Asked, Chosen, EffectKind, Event, Judgement, Recorded, Verdict};
use crate::model::*;
use std::sync::Arc;

impl Job {
    pub fn apply(&mut self, recorded: &Recorded) {
        self.head = recorded.seq;
        self.updated_at = recorded.at;
        self.clock.tick(recorded.at);
        self.file(&recorded.event, recorded.at);
        if let Some(effect) = recorded.event.outcome_of()
            && self.ledger.running.is_empty()
        {
            self.checkpoints.push(Checkpoint {
                seq: recorded.seq,
                at: recorded.at,
                stage: Stage::of_effect(effect),
                round: effect.round(),
                spend: self.ledger.spent,
            });
        }
        if self.answer.is_some() || self.cancelled || self.interrupt().is_some() {
            self.clock.pause();
        }
    }

    fn file(&mut self, event: &Event, at: Millis) {
        if let Some(effect) = event.outcome_of() {
            self.ledger.calls.extend(self.call_of(event, at));
            self.ledger.settle(effect, event.cost(), at);
        }
        match event {
            Event::Asked(asked) => self.asked(asked),
            Event::Resumed { .. } => self.resumed(at),
            Event::StoodStill { ms } => self.clock.excuse(*ms),
            Event::Replied { interrupt, reply, constraints, flagged } => {
                self.moderation.flag(flagged);
                self.replied(interrupt, Some(reply), constraints, at);
            }
            Event::InterruptTimedOut { interrupt } => self.replied(interrupt, None, &[], at),
            Event::Steered { constraint, flagged } => {
                self.moderation.flag(flagged);
                self.steered(constraint);
            }
            Event::StopRequested => self.stop_for(StopReason::StoppedByUser),
            Event::CancelRequested => self.cancel(),
            Event::Retried => self.retried(at),
            Event::PlanningChanged { planning } => {
                self.terms.planning = *planning;
                match planning {
                    Planning::Auto => self.no_more_questions(),
                    Planning::Interactive => self.questions_again(),
                }
            }
            Event::Forked(forked) => self.forked(forked, at),
            Event::Reused(reused) => self.reused(reused),
            Event::Attached { document } => {
                if !document.is_erased() && !self.attached.contains(document) {
                    self.attached.push((**document).clone());
                }
            }
            Event::ResearchTimeUp => {
                self.research_time_up = true;
                self.stop_for(StopReason::TimedOut);
            }
            Event::TimeUp => {
                self.time_up = true;
                self.research_time_up = true;
                self.stop_for(StopReason::TimedOut);
            }
            Event::Started { effect, attempt, reserved } => {
                self.ledger.start(effect, *attempt, *reserved, at);
            }
            Event::Clarified { questions, gate, .. } => {
                self.gate = gate.or(self.gate);
                let closed = self.clarification.as_ref().is_some_and(|before| before.closed);
                if gate.is_some_and(|gate| !gate.auto) && !closed {
                    self.terms.planning = Planning::Interactive;
                }
                self.clarification = Some(Clarification {
                    questions: questions.clone(),
                    asked_at: at,
                    closed,
                    ..Clarification::default()
                });
            }
            Event::Planned { plan, .. } => {
                self.plan = Some((**plan).clone());
                let asked_by_model = self.begin_driving();
                self.open(if asked_by_model { Vec::new() } else { plan.queries.clone() });
                self.planned_at(at);
            }
            Event::Driven { effect, turn, .. } => self.driven(effect, turn, at),
            Event::Extracted { effect, document } => {
                if let Some(round) = self.round_of(effect) {
                    round.extracts.insert(effect.stem().to_owned(), Arc::clone(document));
                }
            }
            Event::Found { effect, provider, hits, cached, .. } => {
                if let Some(round) = self.round_of(effect) {
                    let found = round::SearchResult {
                        provider: provider.clone(),
                        hits: Arc::clone(hits),
                        cached: *cached,
                    };
                    round.found.insert(effect.stem().to_owned(), found);
                }
            }
            Event::Selected { effect, selection } => {
                let number = effect.round().unwrap_or_default();
                if let Some(round) = self.round_of(effect) {
                    for chosen in &selection.read {
                        let stem = round::read_stem(number, chosen);
                        let read = ReadState { chosen: chosen.clone(), ..ReadState::default() };
                        round.reads.entry(stem).or_insert(read);
                    }
                    round.selection = Some(selection.clone());
                }
                self.chosen_at(number, selection.read.len() as u32, at);
            }
            Event::Read { effect, document, cached, .. } => {
                if let Some(read) = self.read_of(effect) {
                    read.document = Some(Arc::clone(document));
                    read.cached = *cached;
                    read.failure = None;
                }
            }
            Event::Judged { effect, judgement, .. } => self.judged(effect, judgement),
            Event::Drafted { draft, .. } => {
                self.draft = Some(Arc::clone(draft));
                self.opinions = None;
            }
            Event::Doubted { opinions, .. } => self.opinions = Some(opinions.clone()),
            Event::Verified { verdict, .. } => match &**verdict {
                Verdict::Passed(answer) if answer.withheld => self.hold_back(answer),
                Verdict::Passed(answer) => self.finish(answer.clone(), at),
                Verdict::Repair(sentences) => {
                    self.repair = Some(sentences.clone());
                    let opinions = self.opinions.take();
                    self.first_draft = self.draft.take().map(|draft| (draft, opinions));
                }
            },
            Event::Failed { effect, failure, .. } => self.failed(effect, failure, at),
            Event::BudgetReached(notice) => self.budget_notices.push((**notice).clone()),
            Event::Unknown { .. } => self.unreadable = true,
        }
    }

    fn asked(&mut self, asked: &Asked) {
        let asked = asked.clone();
        self.id = asked.job;
        self.thread = asked.thread;
        self.turn = asked.turn;
        self.place = asked.place;
        self.requester = asked.requester;
        self.question = asked.question;
        self.unclear = asked.unclear;
        self.terms = asked.terms;
        self.budget = asked.budget;
        self.asked_at = asked.at;
        self.time_zone = asked.time_zone;
        self.reply_within_ms = asked.reply_within_ms;
        self.library = asked.library;
        self.providers = asked.providers;
        self.driver = asked.models.driver.clone();
        self.models = asked.models;
        self.prices = asked.prices;
        self.scopes = asked.scopes;
        self.numbering = asked.numbering;
        self.at_hand = asked.at_hand;
        self.earlier = asked.earlier;
        self.constraints = asked.constraints;
        self.field = asked.field;
        self.gates = asked.gates;
        self.gate = asked.gate;
        self.previous = asked.previous;
        self.moderation = asked.moderation;
    }

    fn resumed(&mut self, at: Millis) {
        self.clock.resume(at);
        for effect in self.ledger.lose_running() {
            let detail = "It was started three times and each time gorkd ended before it did.";
            self.failed(&effect, &Failure::skip(FailureReason::Crashed, detail), at);
        }
    }

    pub(super) fn stop_for(&mut self, reason: StopReason) {
        self.stop.get_or_insert(reason);
    }

    /// Opens a round with as many of the queries as the budget still allows.
    pub(super) fn open(&mut self, queries: Vec<Query>) {
        let left = self.queries_left() as usize;
        let queries = queries.into_iter().take(left).collect();
        self.rounds.push(Round { queries, ..Round::default() });
    }

    fn judged(&mut self, effect: &EffectId, judgement: &Arc<Judgement>) {
        let number = effect.round().unwrap_or_default();
        let Some(round) = self.rounds.get_mut(number) else { return };
        round.judgement = Some(Arc::clone(judgement));
        if self.stop.is_some() || number + 1 != self.rounds.len() {
            return;
        }
        let mut queries = std::mem::take(&mut self.queued_queries);
        let wanted_by_person = !queries.is_empty();
        queries.extend(judgement.queries.iter().cloned());
        let used_up = self.rounds.len() >= self.budget.rounds as usize
            || self.queries_asked() >= self.budget.queries
            || self.pages_read() >= self.budget.pages;
        if judgement.sufficient && !wanted_by_person {
            self.stop = Some(StopReason::Sufficient);
        } else if queries.is_empty() {
            let nothing = self.documents().next().is_none();
            self.stop = Some(if nothing { StopReason::NothingFound } else { StopReason::Saturated });
        } else if used_up {
            self.stop = Some(StopReason::BudgetExhausted);
        } else {
            self.open(queries);
        }
    }

    /// Records a failure; the stages decide what follows from it.
    fn failed(&mut self, effect: &EffectId, failure: &Failure, at: Millis) {
        let told = self.is_told_of(effect);
        self.ledger.fail(effect, failure);
        self.give_up_checking(effect, at);
        if let Some(read) = self.read_of(effect) {
            read.failure = Some(failure.clone());
            let copy = failure.open_copy.as_ref().map(|url| read.chosen.open_copy(url));
            if let (Some(copy), Some(round)) = (copy, effect.round()) {
                self.read_copy(round, copy);
            }
        } else if failure.reason != FailureReason::Dropped && effect.kind() != Some(EffectKind::Extract) {
            let stage = Stage::of_effect(effect).name();
            let sentence = format!("{stage}: {}", failure.detail);
            // The notice reports it, together with the budget.
            let noticed = failure.reason == FailureReason::BudgetExhausted && !self.budget_notices.is_empty();
            if !told && !noticed && !self.warnings.contains(&sentence) {
                self.warnings.push(sentence);
            }
        }
        self.give_up_driving(effect);
    }

    /// Adds an open-access copy to the pages of a round, unless an earlier round has read it.
    fn read_copy(&mut self, number: usize, copy: Chosen) {
        let same = |read: &ReadState| {
            let read_as = read.document.as_ref().map(|document| document.canonical_url.as_str());
            read_as == Some(copy.canonical_url.as_str())
        };
        if self.rounds.iter().take(number).any(|round| round.reads.values().any(same)) {
            return;
        }
        let Some(round) = self.rounds.get_mut(number) else { return };
        let stem = round::read_stem(number, &copy);
        let read = round
            .reads
            .entry(stem)
            .or_insert_with(|| ReadState { chosen: copy.clone(), ..ReadState::default() });
        // Two pages may have the same copy; which of them failed first must not matter.
        if read.chosen.copy_of > copy.copy_of {
            read.chosen = copy;
        }
    }

    /// Finishes with an unverified answer once verification has failed for good.
    fn give_up_checking(&mut self, effect: &EffectId, at: Millis) {
        let checks = Stage::of_effect(effect) == Stage::Verify && effect.kind() != Some(EffectKind::Doubt);
        if checks && self.ledger.gave_up(effect.stem(), RULES_TRIES) {
            // If answers may be withheld, an unmoderated draft is not shown.
            let draft = self.draft.as_deref().filter(|_| self.moderation.answers != Handling::Refuse);
            self.finish(super::unchecked::unchecked(draft), at);
        }
    }

    pub(super) fn round_of(&mut self, effect: &EffectId) -> Option<&mut Round> {
        self.rounds.get_mut(effect.round()?)
    }

    fn read_of(&mut self, effect: &EffectId) -> Option<&mut ReadState> {
        self.round_of(effect)?.reads.get_mut(effect.stem())
    }
}
