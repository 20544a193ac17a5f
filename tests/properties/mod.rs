//! Seven properties of the concurrent driver: under random orders of arrival, commands at random moments, and
//! kills at any write.

mod play;

use gorkd_core::fakes::Trouble;
use gorkd_core::job::{EffectKind, Event, Job, JobStatus, Recorded};
use gorkd_core::model::{Confidence, Profile};
pub use play::budget;
use play::{Case, Said, play};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn cases() -> impl Strategy<Value = Case> {
    let trouble = (0_u8..120, 0_u8..120, 0_u8..120, 0_u8..20)
        .prop_map(|(searches, reads, models, hangs)| Trouble { searches, reads, models, hangs });
    let said = prop_oneof![
        4 => Just(Said::Steer("also check the copper tunnel".to_owned())),
        2 => Just(Said::Steer("skip site3.test".to_owned())),
        2 => Just(Said::Stop),
        1 => Just(Said::Cancel),
        1 => Just(Said::Retry),
    ];
    (
        any::<u64>(),
        any::<u64>(),
        trouble,
        prop_oneof![1 => Just((false, false)), 1 => Just((true, false)), 2 => Just((true, true))],
        proptest::collection::vec((0_u32..12, any::<bool>()), 0..4),
        proptest::collection::vec((0_u64..60_000, said), 0..3),
        prop_oneof![Just(Profile::Quick), Just(Profile::Standard)],
        any::<bool>(),
    )
        .prop_map(|(seed, timing, trouble, (with_model, driven), kills, said, profile, interactive)| {
            Case { seed, timing, trouble, with_model, driven, kills, said, profile, interactive }
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: play::cases(96), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replay_equals_the_live_job_and_every_job_ends(case in cases()) {
        let played = play(&case);
        prop_assert!(played.job.status().is_over(), "left as {:?}", played.job.status());
        let seen = played.journal.iter().filter(|one| one.seq <= played.job.head);
        prop_assert_eq!(&Job::replay(seen), &played.job);
        if played.job.status() != JobStatus::Cancelled {
            let answer = played.job.answer.as_ref().expect("a job that is not cancelled has an answer");
            prop_assert!(!answer.summary.trim().is_empty());
        }
    }

    #[test]
    fn no_finished_effect_starts_again(case in cases()) {
        let played = play(&case);
        let mut finished = BTreeSet::new();
        let mut started: BTreeMap<_, (u32, bool)> = BTreeMap::new();
        for recorded in &played.journal {
            if let Some(effect) = recorded.event.outcome_of() {
                prop_assert!(finished.insert(effect.clone()), "{effect} has two outcomes");
            }
            match &recorded.event {
                Event::Started { effect, attempt, .. } => {
                    prop_assert!(!finished.contains(effect), "{effect} started after its outcome");
                    if let Some((before, resumed_since)) = started.get(effect) {
                        prop_assert!(resumed_since, "{effect} started twice in one life");
                        prop_assert_eq!(*attempt, before + 1);
                    }
                    started.insert(effect.clone(), (*attempt, false));
                }
                Event::Resumed { .. } => started.values_mut().for_each(|entry| entry.1 = true),
                _ => {}
            }
        }
        for (request, calls) in &played.world.calls() {
            let starts = played.starts_of(request);
            prop_assert!(*calls <= starts, "{request} was called {calls} times over {starts} starts");
        }
    }

    #[test]
    fn reserved_plus_spent_never_exceeds_the_budget(case in cases()) {
        let played = play(&case);
        let mut job = Job::default();
        for recorded in &played.journal {
            job.apply(recorded);
            let total = job.ledger.spent + job.ledger.reserved();
            prop_assert!(total.tokens() <= job.budget.tokens, "{total:?} at {}", recorded.seq);
            prop_assert!(total.usd <= job.budget.micro_usd(), "{total:?} at {}", recorded.seq);
            prop_assert!(job.queries_asked() <= job.budget.queries);
            prop_assert!(job.pages_read() <= job.budget.pages);
            prop_assert!(job.rounds.len() <= job.budget.rounds as usize);
        }
    }

    #[test]
    fn the_order_in_which_calls_return_does_not_matter(seed in any::<u64>(), one in any::<u64>(), other in any::<u64>(), with_model in any::<bool>(), driven in any::<bool>()) {
        let case = |timing| Case { seed, timing, with_model, driven, ..Case::calm(Profile::Standard) };
        let (a, b) = (play(&case(one)), play(&case(other)));
        prop_assert_eq!(a.job.answer, b.job.answer);
        prop_assert_eq!(a.job.rounds, b.job.rounds);
    }

    #[test]
    fn a_model_that_drives_ends_whatever_it_calls(seed in any::<u64>(), timing in any::<u64>(), kills in proptest::collection::vec((0_u32..12, any::<bool>()), 0..3)) {
        let played = play(&Case { seed, timing, with_model: true, driven: true, kills, ..Case::calm(Profile::Standard) });
        prop_assert_eq!(played.job.status(), JobStatus::Completed);
        let turns = played.journal.iter().filter_map(|one| match &one.event {
            Event::Driven { turn, .. } => Some(turn),
            _ => None,
        });
        let turns: Vec<_> = turns.collect();
        // Asked twice and killed each time, it is not asked again.
        let asked = |one: &Recorded| matches!(&one.event, Event::Started { effect, .. } if effect.kind() == Some(EffectKind::Drive));
        prop_assert!(played.journal.iter().any(asked), "it was asked");
        prop_assert!(turns.len() <= 24);
        prop_assert!(turns.iter().all(|turn| turn.calls.len() <= 8), "a thousand calls are not looked at");
        let read = played.world.calls().into_keys().filter(|call| call.starts_with("read "));
        prop_assert!(read.into_iter().all(|call| call.starts_with("read https://")), "nothing else is opened");
    }

    #[test]
    fn a_fork_pays_nothing_before_its_checkpoint(case in cases(), at in any::<prop::sample::Index>()) {
        let case = Case { said: Vec::new(), ..case };
        let played = play(&case);
        prop_assume!(!played.job.checkpoints.is_empty());
        let checkpoint = at.get(&played.job.checkpoints).clone();
        let fork = played.fork(checkpoint.seq);
        let prefix: Vec<_> = fork.journal.iter().filter(|one| one.seq <= checkpoint.seq).collect();
        let done: BTreeSet<_> = prefix
            .iter()
            .filter(|one| matches!(one.event, Event::Found { .. } | Event::Read { .. } | Event::Planned { .. } | Event::Driven { .. }))
            .filter_map(|one| one.event.outcome_of().map(|effect| effect.stem().to_owned()))
            .collect();
        for recorded in fork.journal.iter().filter(|one| one.seq > checkpoint.seq) {
            if let Event::Started { effect, .. } = &recorded.event {
                prop_assert!(!done.contains(effect.stem()), "{effect} is paid again");
            }
        }
        prop_assert_eq!(fork.job.ledger.inherited, checkpoint.spend);
        prop_assert!(fork.job.status().is_over());
    }

    #[test]
    fn a_world_in_which_everything_fails_ends_in_an_answer_that_says_so(seed in any::<u64>(), with_model in any::<bool>(), driven in any::<bool>(), kills in proptest::collection::vec((0_u32..8, any::<bool>()), 0..3)) {
        let trouble = Trouble { searches: u8::MAX, reads: u8::MAX, models: u8::MAX, hangs: 0 };
        let played = play(&Case { seed, trouble, with_model, driven, kills, ..Case::calm(Profile::Standard) });
        let answer = played.job.answer.as_ref().expect("an answer");
        prop_assert_eq!(answer.confidence, Confidence::Insufficient);
        prop_assert!(!answer.summary.trim().is_empty());
        prop_assert!(!played.job.warnings.is_empty(), "the failures are told");
    }
}

/// Killed twice while it was asked, which random plays seldom are.
#[test]
fn a_model_that_drives_and_was_killed_twice_is_asked_no_more_than_that() {
    let case = Case {
        with_model: true,
        driven: true,
        kills: vec![(2, false), (1, false)],
        ..Case::calm(Profile::Standard)
    };
    let played = play(&case);
    assert_eq!(played.job.status(), JobStatus::Completed);
    let asked = played.journal.iter().filter_map(|one| match &one.event {
        Event::Started { effect, attempt, .. } if effect.kind() == Some(EffectKind::Drive) => {
            Some((effect.stem(), *attempt))
        }
        _ => None,
    });
    let asked: Vec<_> = asked.collect();
    assert!(!asked.is_empty() && asked.iter().all(|(_, attempt)| *attempt <= 2), "{asked:?}");
}
