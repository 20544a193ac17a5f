//! Two random writers: whatever the order, both see the same journal.

use super::*;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use std::collections::BTreeMap;

/// One append: number of starts, and outcomes of which effects (a few, so that they collide).
type Step = (usize, Vec<u8>, bool);

pub async fn journals_stay_dense_under_two_writers(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut runner = TestRunner::deterministic();
    let steps = vec((0_usize..3, vec(0_u8..12, 0..3), any::<bool>()), 1..10);
    let case = (steps.clone(), steps);
    for round in 0..12 {
        let (mine, theirs) = case.new_tree(&mut runner).expect("a case").current();
        let job = format!("job_{round}");
        stores[0].create(new_job(&job, &format!("thr_{round}"), 1)).await.expect("created");
        let write = |store: Arc<dyn Store>, steps, name| writer(store, job.clone(), steps, name);
        let (views, others) =
            tokio::join!(write(stores[0].clone(), mine, "x"), write(stores[1].clone(), theirs, "y"));

        let journal = stores[1].events(&job.as_str().into(), 0).await.expect("there");
        assert_eq!(seqs_of(&journal), (1..=journal.len() as u64).collect::<Vec<_>>(), "dense");
        for view in views.iter().chain(&others) {
            let first = view.first().map_or(0, |recorded| recorded.seq as usize - 1);
            assert_eq!(*view, journal[first..first + view.len()], "a stretch of the one journal");
        }
        let mut outcomes = BTreeMap::new();
        for recorded in &journal {
            if let Some(effect) = recorded.event.outcome_of() {
                assert!(outcomes.insert(effect.clone(), recorded.seq).is_none(), "one outcome an effect");
            }
        }
        assert_eq!(stores[0].job(&job.as_str().into()).await.expect("there").head, journal.len() as u64);
    }
}

/// Appends as a driver does, from its own view, and returns everything the store handed back. Views must
/// follow each other without gaps, each ending with what was just written.
async fn writer(store: Arc<dyn Store>, job: String, steps: Vec<Step>, name: &str) -> Vec<Vec<Recorded>> {
    let mut known = 1;
    let mut views = Vec::new();
    for (index, (starts, outcomes, looks)) in steps.into_iter().enumerate() {
        if looks {
            let seen = store.events(&job.as_str().into(), known).await.expect("there");
            known = seen.last().map_or(known, |recorded| recorded.seq);
            views.push(seen);
        }
        let mut events: Vec<Event> = (0..starts).map(|n| started(&format!("{name}.{index}.{n}"))).collect();
        events.extend(outcomes.iter().map(|effect| failed(&format!("e{effect}"), name)));
        let back = store.append(append(&job, known, events.clone())).await.expect("appended");
        assert_eq!(seqs_of(&back), (known + 1..=known + back.len() as u64).collect::<Vec<_>>());
        for event in events.iter().filter(|event| event.outcome_of().is_none()) {
            assert!(back.iter().any(|recorded| recorded.event == *event), "its own start is handed back");
        }
        known += back.len() as u64;
        views.push(back);
    }
    views
}
