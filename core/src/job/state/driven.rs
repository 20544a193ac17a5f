//! Facts about a driving model: the calls of its turns, and when the stages take over.

use super::{Job, ReadState, Round, read_stem};
use crate::job::stages::{TURN_TRIES, goes_on, may_drive};
use crate::job::{EffectKind, ModelTurn, ToolWants};
use crate::model::{EffectId, Millis};

/// Maximum turns of a run, whatever its budget.
const MAX_TURNS: usize = 24;
/// Turns beyond one for each search and page.
const SPARE_TURNS: u32 = 2;

/// Whether this is a turn of the driving model.
pub(super) fn is_turn(effect: &EffectId) -> bool {
    effect.kind() == Some(EffectKind::Drive)
}

impl Job {
    /// Number of turns that the driving model has left.
    pub fn turns_left(&self) -> usize {
        let most = (self.budget.queries + self.budget.pages + SPARE_TURNS) as usize;
        let had: usize = self.rounds.iter().map(|round| round.turns.len()).sum();
        most.min(MAX_TURNS).saturating_sub(had)
    }

    /// Once there is a plan: whether a model drives.
    pub(super) fn begin_driving(&mut self) -> bool {
        let Some(name) = &self.driver else { return false };
        if may_drive(self) {
            return true;
        }
        let sentence = format!(
            "plan: The budget of this run has no room for the model {name} to drive, so gorkd's own stages do the \
             research."
        );
        self.warnings.push(sentence);
        self.driver = None;
        false
    }

    /// Records a turn. Calls that no longer fit the budget, because a person has requested something in the
    /// meantime, are skipped.
    pub(super) fn driven(&mut self, effect: &EffectId, turn: &ModelTurn, at: Millis) {
        let number = effect.round().unwrap_or_default();
        let mut queries = self.queries_left();
        let mut pages = self.pages_left();
        let Some(round) = self.round_of(effect) else { return };
        let before = round.reads.len();
        for call in &turn.calls {
            match &call.wants {
                ToolWants::Search(query) if queries > 0 && !round.queries.contains(query) => {
                    round.queries.push(query.clone());
                    queries -= 1;
                }
                ToolWants::Read(chosen) if pages > 0 || chosen.hash.is_some() => {
                    let stem = read_stem(number, chosen);
                    let new = !round.reads.contains_key(&stem);
                    pages -= u32::from(new && chosen.hash.is_none());
                    let read = ReadState { chosen: chosen.clone(), ..ReadState::default() };
                    round.reads.entry(stem).or_insert(read);
                }
                _ => {}
            }
        }
        round.turns.push(turn.clone());
        let chosen = round.reads.len();
        if chosen > before {
            self.chosen_at(number, chosen as u32, at);
        }
        if self.is_untouched() && !goes_on(self) {
            let sentence = format!(
                "plan: The model {} called no tool that could be used, so gorkd's own stages do the research.",
                turn.by
            );
            self.warnings.push(sentence);
            self.stages_take_over();
        }
    }

    /// After a failure, stops driving if the turn has failed for good.
    pub(super) fn give_up_driving(&mut self, effect: &EffectId) {
        if !is_turn(effect) || !self.ledger.gave_up(effect.stem(), TURN_TRIES) {
            return;
        }
        if let Some(name) = &self.driver {
            let sentence = format!(
                "The model {name} has stopped driving: gorkd's own stages do the research from here on."
            );
            self.warnings.push(sentence);
            self.stages_take_over();
        }
    }

    /// The stages continue where the model left off, or with a plan of their own if it has done nothing.
    fn stages_take_over(&mut self) {
        self.driver = None;
        if self.is_untouched() {
            self.plan = None;
            self.plans += 1;
            self.rounds.clear();
        }
    }

    /// Whether nothing has been searched or read so far, in a run that continues.
    fn is_untouched(&self) -> bool {
        let untouched = |round: &Round| round.queries.is_empty() && round.reads.is_empty();
        self.rounds.len() == 1 && self.rounds.iter().all(untouched) && self.stop.is_none()
    }
}
