//! Reports what a job does as it happens: a log line for each finished stage, and spans for traces.
//!
//! A span is a `tracing` event with the target [`TARGET`]. It is built from what the journal returns and uses
//! the journal's times, so a job that moves to another process stays in the same trace. It contains numbers,
//! names from the settings, and words from fixed lists: never a question, an address, or a text.

use crate::job::{Call, EffectKind, Event, Job, Recorded, Stage};
use crate::model::{EffectId, Millis, Reach};
use crate::view::stages;
use tracing::{debug, info};

/// The target of span events.
pub const TARGET: &str = "gorkd::span";

/// What has been reported about one job.
#[derive(Default)]
pub(super) struct SpanReporter {
    /// The round in which effects were last started, and its stages so far. Stages alternate until the round is
    /// over.
    round: Option<usize>,
    stages: Vec<Stage>,
    begun: Millis,
}

/// An effect that has ended.
struct Ended {
    effect: EffectId,
    attempt: u32,
    began: Millis,
    outcome: &'static str,
}

impl SpanReporter {
    /// Notes when the job began, which for a branch is not when its question was asked.
    pub fn begin(&mut self, job: &Job, events: &[Recorded]) {
        let first = job.forked_from.as_ref().map(|(_, copied)| *copied);
        let forked = events.iter().find(|one| first.is_some_and(|first| one.seq > first));
        self.begun = forked.map_or(job.asked_at, |one| one.at);
    }

    /// Applies what the journal returned, and reports it.
    pub fn file(&mut self, job: &mut Job, recorded: &Recorded) {
        if let Event::Started { effect, .. } = &recorded.event {
            self.starts(job, effect);
        }
        let ended = ended(job, recorded);
        let calls = job.ledger.calls.len();
        job.apply(recorded);
        // At most one, because each event ends one call.
        let call = job.ledger.calls.get(calls);
        for effect in ended {
            tell(job, &effect, call, recorded.at);
        }
    }

    fn starts(&mut self, job: &Job, effect: &EffectId) {
        if self.round != effect.round() {
            self.end_stages(job);
            self.round = effect.round();
        }
        let stage = Stage::of_effect(effect);
        if !self.stages.contains(&stage) {
            self.stages.push(stage);
        }
    }

    /// Ends the stages of the current round.
    pub fn end_stages(&mut self, job: &Job) {
        let all = stages(job);
        for stage in std::mem::take(&mut self.stages) {
            let Some(took) = all.iter().find(|one| (one.round, one.stage) == (self.round, stage)) else {
                continue;
            };
            let (stage, round, ms, calls, failed) =
                (stage.name(), self.round, took.ms, took.calls, took.failed);
            info!(job = %job.id, stage, round, ms, calls, failed, "stage ended");
        }
    }

    /// Reports the end of the job.
    pub fn end(&mut self, job: &Job) {
        self.end_stages(job);
        let near = job.terms.reach() == Reach::NEAR;
        debug!(
            target: TARGET,
            job = job.id.as_str(),
            span = "job",
            outcome = job.status().name(),
            profile = job.terms.profile.name(),
            rounds = job.rounds.len(),
            tokens = job.ledger.spent.tokens(),
            usd = job.ledger.spent.usd.as_usd(),
            near,
            from = self.begun.0,
            to = job.updated_at.0,
            "job ended"
        );
    }
}

/// The effects that an event ends. Call this before applying the event, while their starts are still known.
fn ended(job: &Job, recorded: &Recorded) -> Vec<Ended> {
    let running = &job.ledger.running;
    let ended = |effect: &EffectId, outcome: &'static str| {
        let state = running.get(effect)?;
        let (attempt, began) = (state.attempt, state.started_at);
        Some(Ended { effect: effect.clone(), attempt, began, outcome })
    };
    if let Event::Resumed { .. } = &recorded.event {
        // The worker that was running them is gone.
        return running.keys().filter_map(|effect| ended(effect, "interrupted")).collect();
    }
    let outcome = match &recorded.event {
        Event::Failed { failure, .. } => failure.reason.name(),
        _ => "ok",
    };
    recorded.event.outcome_of().and_then(|effect| ended(effect, outcome)).into_iter().collect()
}

fn tell(job: &Job, ended: &Ended, call: Option<&Call>, at: Millis) {
    let effect = &ended.effect;
    let near = job.terms.reach() == Reach::NEAR;
    debug!(
        target: TARGET,
        job = job.id.as_str(),
        effect = effect.as_str(),
        span = effect.kind().map_or("effect", EffectKind::name),
        stage = Stage::of_effect(effect).name(),
        round = effect.round(),
        attempt = ended.attempt,
        outcome = ended.outcome,
        // The provider of a page is part of its address.
        provider = call.filter(|call| call.stage != Stage::Read).map(|call| call.to.as_str()),
        cached = call.map(|call| call.cached),
        tokens = call.map(|call| call.cost.tokens()),
        usd = call.map(|call| call.cost.usd.as_usd()),
        near,
        from = ended.began.0,
        to = at.0,
        "effect ended"
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Failure, FailureReason, Spend};

    fn recorded(seq: u64, at: i64, event: Event) -> Recorded {
        Recorded { seq, at: Millis(at), event, actor: None }
    }

    fn started(effect: &str, attempt: u32) -> Event {
        Event::Started { effect: effect.into(), attempt, reserved: Spend::default() }
    }

    #[test]
    fn an_effect_ends_by_its_outcome_or_with_whoever_had_it_under_way() {
        let (mut job, mut reporter) = (Job::default(), SpanReporter::default());
        reporter.file(&mut job, &recorded(1, 10, started("r0.search.a", 1)));
        reporter.file(&mut job, &recorded(2, 11, started("r0.search.b", 1)));
        let failure = Failure::skip(FailureReason::TimedOut, "It took too long.");
        let failed =
            recorded(3, 20, Event::Failed { effect: "r0.search.a".into(), failure, cost: Spend::default() });
        let told: Vec<_> = ended(&job, &failed).into_iter().map(|one| (one.began.0, one.outcome)).collect();
        assert_eq!(told, [(10, "timed_out")]);
        reporter.file(&mut job, &failed);
        assert!(ended(&job, &failed).is_empty(), "it has ended");
        let resumed = recorded(4, 30, Event::Resumed { worker: "another".into() });
        let told: Vec<_> = ended(&job, &resumed).into_iter().map(|one| (one.began.0, one.outcome)).collect();
        assert_eq!(told, [(11, "interrupted")]);
        assert_eq!((reporter.round, reporter.stages.as_slice()), (Some(0), &[Stage::Search][..]));
    }

    #[test]
    fn stages_that_take_turns_end_once_with_their_round() {
        let (job, mut reporter) = (Job::default(), SpanReporter::default());
        for effect in ["r0.search.a", "r0.read.b", "r0.search.c", "r0.judge"] {
            reporter.starts(&job, &effect.into());
        }
        assert_eq!((reporter.round, reporter.stages.len()), (Some(0), 3));
        reporter.starts(&job, &"r1.search.d".into());
        assert_eq!((reporter.round, reporter.stages.as_slice()), (Some(1), &[Stage::Search][..]));
    }
}
