//! Let a model choose what to search and read, turn by turn, if the settings say so. The calls of a turn are
//! settled before the next one, which gets their results. Driving ends when the model makes no more calls, when
//! turns achieve nothing, or when a budget is used up. Then what was read is judged as usual.
//!
//! If a model fails, or calls no tool at all, the stages take over, and the answer says so.

use super::read::pages;
use super::search::searches;
use super::{RULES_TRIES, model_reserve, writers_share};
use crate::job::state::{Round, extract_stem, turn_stem};
use crate::job::{Effect, Job, PlannedEffect, Size, ToolWants, fits};
use crate::model::Spend;

/// Maximum starts of one turn.
pub const TURN_TRIES: usize = 2;
/// Maximum consecutive turns that achieve nothing: only refused calls, or only notes.
const MAX_BARREN_TURNS: usize = 3;

pub fn drive(job: &Job) -> Vec<PlannedEffect> {
    let Some((number, round)) = job.open_round() else { return Vec::new() };
    let driving = job.driver.is_some() || !round.turns.is_empty();
    if !driving || round.selection.is_some() || round.judgement.is_some() {
        return Vec::new();
    }
    let mut wanted = searches(job, number, round);
    wanted.extend(pages(job, number, round, round.reads.values().map(|read| &read.chosen)));
    wanted.extend(extracts(job, number, round));
    let turn = turn(job, number, round);
    // A person may add a search while the model is thinking; its call continues.
    let thinks = turn.as_ref().is_some_and(|turn| job.ledger.running.contains_key(&turn.id));
    if wanted.is_empty() || thinks {
        wanted.extend(turn);
    }
    wanted
}

/// Whether the budget allows a first turn.
pub fn may_drive(job: &Job) -> bool {
    job.driver.is_some() && fits(job, reserve(job) + kept(job))
}

/// Whether the driving model has another turn in the last round.
pub fn goes_on(job: &Job) -> bool {
    let last = job.open_round();
    last.is_some_and(|(number, round)| turn(job, number, round).is_some())
}

fn turn(job: &Job, number: usize, round: &Round) -> Option<PlannedEffect> {
    let by = job.driver.clone()?;
    let stem = turn_stem(number, round.turns.len());
    let id = job.ledger.id(&stem);
    let reserve = reserve(job);
    let usable = job.ledger.running.contains_key(&id)
        || (wants_more(job, round)
            && !job.ledger.gave_up(&stem, TURN_TRIES)
            && fits(job, reserve + kept(job)));
    let effect = Effect::Drive { round: number, turn: round.turns.len(), by };
    usable.then_some(PlannedEffect { id, effect, reserve })
}

fn wants_more(job: &Job, round: &Round) -> bool {
    let has_enough = round.turns.last().is_some_and(|turn| turn.calls.is_empty());
    let lately = round.turns.iter().rev().take(MAX_BARREN_TURNS);
    let barren = lately.filter(|turn| !turn.achieves_something()).count() == MAX_BARREN_TURNS;
    let used_up = job.queries_asked() >= job.budget.queries && job.pages_read() >= job.budget.pages;
    !has_enough && !barren && !used_up && job.turns_left() > 0
}

fn reserve(job: &Job) -> Spend {
    model_reserve(job, job.driver.as_ref(), Size::short(&job.budget))
}

/// What a turn must leave for judging and writing, or for writing alone if the budget is small.
fn kept(job: &Job) -> Spend {
    let writer = writers_share(job);
    let judge = model_reserve(job, job.models.planner.as_ref(), Size::judgement(&job.budget));
    if job.budget.covers(reserve(job) + judge + writer) { judge + writer } else { writer }
}

/// HTML of the round whose text has not been extracted yet.
fn extracts(job: &Job, number: usize, round: &Round) -> Vec<PlannedEffect> {
    let mut wanted: Vec<PlannedEffect> = Vec::new();
    for call in round.turns.iter().flat_map(|turn| &turn.calls) {
        let ToolWants::Extract(html) = &call.wants else { continue };
        let stem = extract_stem(number, html);
        let id = job.ledger.id(&stem);
        let settled = round.extracts.contains_key(&stem) || job.ledger.gave_up(&stem, RULES_TRIES);
        if !settled && wanted.iter().all(|other| other.id != id) {
            let effect = Effect::Extract { html: html.clone() };
            wanted.push(PlannedEffect::free(id, effect));
        }
    }
    wanted
}

#[cfg(test)]
#[path = "drive_tests.rs"]
mod tests;
