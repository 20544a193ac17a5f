//! Claims: which worker gets which job, and when.

use super::*;
use std::collections::{BTreeMap, BTreeSet};

pub async fn a_job_goes_to_one_worker(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    for index in 0..12 {
        let new = new_job(&format!("job_{index}"), &format!("thr_{index}"), 1);
        stores[0].create(new).await.expect("created");
    }
    let mut tasks = Vec::new();
    for index in 0..4 {
        let (store, worker) = (stores[index % 2].clone(), format!("w{index}"));
        tasks.push(tokio::spawn(async move {
            alive(&*store, &worker, Millis(60_000)).await;
            let mut mine = Vec::new();
            while let Some(fence) = store.claim(&worker, None, Millis(2_000)).await.expect("asked") {
                assert_eq!((fence.claim, &fence.worker), (1, &worker));
                mine.push(fence.job);
            }
            mine
        }));
    }
    let mut claimed = Vec::new();
    for task in tasks {
        claimed.extend(task.await.expect("no panic"));
    }
    assert_eq!(claimed.len(), 12);
    assert_eq!(claimed.iter().collect::<BTreeSet<_>>().len(), 12, "none was claimed twice");
}

pub async fn jobs_wait_for_their_time(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    store
        .create(NewJob { wake_at: Some(Millis(5_000)), ..new_job("later", "t1", 1) })
        .await
        .expect("created");
    store.create(NewJob { wake_at: None, ..new_job("now", "t2", 1) }).await.expect("created");
    let ids = async |now| {
        let mut ids = Vec::new();
        while let Some(fence) = store.claim("w1", None, Millis(now)).await.expect("asked") {
            ids.push(fence.job.0.clone());
            store.release(&fence, at_rest(JobStatus::Waiting, 1, Some(8_000))).await.expect("released");
        }
        ids
    };
    assert_eq!(ids(4_999).await, ["now"]);
    assert_eq!(store.job(&"now".into()).await.expect("there").status, JobStatus::Waiting);
    assert_eq!(ids(7_999).await, ["later"]);
    let due = store.claim("w1", Some(&"now".into()), Millis(8_000)).await.expect("asked").expect("due");
    assert_eq!((due.job.as_str(), due.claim), ("now", 2));
    assert_eq!(store.job(&due.job).await.expect("there").status, JobStatus::Running);
    assert_eq!(store.claim("w1", Some(&"now".into()), Millis(8_000)).await.expect("asked"), None);
    store.release(&due, at_rest(JobStatus::Completed, 1, None)).await.expect("released");
    assert_eq!(store.claim("w1", Some(&"now".into()), Millis(i64::MAX)).await.expect("asked"), None);
}

pub async fn several_jobs_are_taken_at_once_and_each_once(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    alive(&*store, "w2", Millis(60_000)).await;
    for (turn, job, thread) in [(1, "a", "t1"), (2, "behind_a", "t1"), (1, "b", "t2"), (1, "c", "t3")] {
        store.create(new_job(job, thread, turn)).await.expect("created");
    }
    let taken = async |worker, most| {
        let claimed = store.claim_due(worker, Millis(2_000), most, &[]).await.expect("asked");
        claimed.into_iter().map(|fence| (fence.job.0, fence.worker, fence.claim)).collect::<Vec<_>>()
    };
    let fence = |job: &str, worker: &str| (job.to_owned(), worker.to_owned(), 1);
    assert_eq!(taken("w1", 0).await, []);
    assert_eq!(taken("w1", 2).await, [fence("a", "w1"), fence("b", "w1")]);
    assert_eq!(taken("w2", 9).await, [fence("c", "w2")], "a turn waits for the one before it");
    assert_eq!(taken("w2", 9).await, []);
}

pub async fn a_place_in_the_line_counts_what_is_due_before(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    let place = async |job: &str| {
        let waiting = store.waiting(Millis(3_000)).await.expect("asked");
        waiting.ahead.get(&JobId::from(job)).map(|ahead| (*ahead, waiting.typical_ms))
    };
    for (turn, job, thread) in [(1, "a", "t1"), (2, "behind_a", "t1"), (1, "b", "t2"), (1, "c", "t3")] {
        store.create(new_job(job, thread, turn)).await.expect("created");
    }
    assert_eq!([place("a").await, place("b").await, place("c").await], [0, 1, 2].map(|n| Some((n, None))));
    assert_eq!(place("behind_a").await, None, "it waits for its thread");
    let fence = store.claim("w1", Some(&"a".into()), Millis(2_000)).await.expect("asked").expect("due");
    assert_eq!([place("a").await, place("c").await], [None, Some((1, None))], "one is worked on");
    for (nth, at) in [(1, 2_500), (2, 6_500)] {
        let event = started(&format!("e{nth}"));
        let step = Append { fence: Some(fence.clone()), at: Millis(at), ..append("a", nth, vec![event]) };
        store.append(step).await.expect("appended");
    }
    store.release(&fence, at_rest(JobStatus::Completed, 3, None)).await.expect("released");
    let last = Some((2, Some(4_000)));
    assert_eq!(
        place("c").await,
        last,
        "the turn behind it is due, and the last runs tell how long one takes"
    );
}

/// Creates jobs that are due at given times, each in its own thread.
async fn due(store: &dyn Store, jobs: &[(&str, &str, i64)]) {
    for (job, place, at) in jobs {
        let (place, wake_at) = (Place::from(*place), Some(Millis(*at)));
        let new = NewJob { place, wake_at, at: Millis(*at), ..new_job(job, &format!("thr_{job}"), 1) };
        store.create(new).await.expect("created");
    }
}

async fn taken(store: &dyn Store, worker: &str, now: u64, most: usize) -> Vec<String> {
    let now = Millis::default().plus(now);
    let claimed = store.claim_due(worker, now, most, &[]).await.expect("asked");
    claimed.into_iter().map(|fence| fence.job.0).collect()
}

async fn ahead(store: &dyn Store, job: &str, now: u64) -> Option<u32> {
    let waiting = store.waiting(Millis::default().plus(now)).await.expect("asked");
    waiting.ahead.get(&JobId::from(job)).copied()
}

pub async fn a_place_that_asks_a_lot_does_not_hold_up_another(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    // Here the threads of a channel share one lane, and so do the articles of a site.
    let flood = [("a1", "slack:T:C:1"), ("a2", "slack:T:C:2"), ("a3", "slack:T:C:3"), ("a4", "slack:T:C:4")];
    due(&*store, &flood.map(|(job, place)| (job, place, 1_000_i64))).await;
    let others = [("b1", "article:blog:7"), ("b2", "article:blog:8"), ("c1", "web:ada")];
    due(&*store, &others.map(|(job, place)| (job, place, 2_000_i64))).await;
    let order = ["a1", "b1", "c1", "a2", "b2", "a3", "a4"];
    for (place, job) in order.iter().enumerate() {
        assert_eq!(ahead(&*store, job, 3_000).await, Some(place as u32), "{job}");
    }
    assert_eq!(taken(&*store, "w1", 3_000, 2).await, ["a1", "b1"], "one by one or several at once");
    for (place, job) in order[2..].iter().enumerate() {
        assert_eq!(ahead(&*store, job, 3_000).await, Some(place as u32), "{job}");
    }
    assert_eq!(taken(&*store, "w1", 3_000, 1).await, ["c1"]);
    assert_eq!(taken(&*store, "w1", 3_000, 9).await, ["a2", "b2", "a3", "a4"]);
}

pub async fn what_runs_in_a_place_counts_against_its_next_jobs(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    due(&*store, &[("a1", "web:a", 1_000)]).await;
    let fence = store.claim("w1", None, Millis(1_000)).await.expect("asked").expect("due");
    due(&*store, &[("a2", "web:a", 2_000), ("b1", "web:b", 3_000)]).await;
    assert_eq!([ahead(&*store, "b1", 3_000).await, ahead(&*store, "a2", 3_000).await], [Some(0), Some(1)]);
    store.release(&fence, at_rest(JobStatus::Completed, 1, None)).await.expect("released");
    assert_eq!(taken(&*store, "w1", 3_000, 9).await, ["a2", "b1"], "nothing of it runs any longer");
}

pub async fn what_nobody_waits_for_lets_others_pass_for_a_while(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis::default().plus(PATIENCE_MS * 2)).await;
    let watch = |job: &str| NewJob { background: true, ..new_job(job, &format!("thr_{job}"), 1) };
    for job in ["watch_1", "watch_2"] {
        store.create(watch(job)).await.expect("created");
    }
    due(&*store, &[("asked", "web:1", 2_000), ("elsewhere", "web:2", 2_000)]).await;
    assert_eq!(ahead(&*store, "watch_1", 3_000).await, Some(2));
    // Watches of the same person do not count against a question.
    assert_eq!(taken(&*store, "w1", 3_000, 3).await, ["asked", "elsewhere", "watch_1"]);
    let late = PATIENCE_MS + 1_000;
    due(&*store, &[("later", "web:3", i64::try_from(late).expect("soon"))]).await;
    assert_eq!(ahead(&*store, "watch_2", late - 1).await, Some(0), "nobody else is due yet");
    assert_eq!(taken(&*store, "w1", late, 9).await, ["watch_2", "later"], "it has waited long enough");
}

pub async fn who_has_waited_long_enough_is_next(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis::default().plus(TURN_MS * 9)).await;
    due(&*store, &[("a1", "web:a", 1_000), ("a2", "web:a", 1_000), ("a3", "web:a", 1_000)]).await;
    let late = i64::try_from(TURN_MS).expect("soon") + 1_001;
    due(&*store, &[("b1", "web:b", late), ("c1", "web:c", late)]).await;
    let order = taken(&*store, "w1", TURN_MS * 2, 9).await;
    assert_eq!(
        order,
        ["a1", "a2", "b1", "c1", "a3"],
        "a2 came ten minutes before those who are first at home"
    );
}

pub async fn jobs_that_need_a_server_can_be_left_in_line(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    let needing = |job: &str, providers: &[&str], writer: Option<&str>| {
        let providers = providers.iter().map(|&name| name.to_owned()).collect();
        let models = Models { writer: writer.map(str::to_owned), ..Models::default() };
        let asked = Asked { job: job.into(), providers, models, ..Asked::default() };
        let events = vec![Event::Asked(Box::new(asked))];
        NewJob { events, ..new_job(job, &format!("thr_{job}"), 1) }
    };
    for new in [
        needing("slow", &["library"], Some("sim-1")),
        needing("other", &["library", "wikipedia"], Some("sim-1-mini")),
        needing("none", &[], None),
    ] {
        store.create(new).await.expect("created");
    }
    let branch = NewJob {
        events: Vec::new(),
        copied: Some(("slow".into(), 1)),
        forked_from: Some(("slow".into(), 1)),
        ..new_job("branch", "thr_slow", 1)
    };
    store.create(branch).await.expect("created");
    store.create(needing("slow_too", &["wikipedia"], Some("sim-1"))).await.expect("created");
    let taken = async |without: &[&str]| {
        let without: Vec<String> = without.iter().map(|&name| name.to_owned()).collect();
        let claimed = store.claim_due("w1", Millis(3_000), 9, &without).await.expect("asked");
        claimed.into_iter().map(|fence| fence.job.0).collect::<Vec<_>>()
    };
    assert_eq!(taken(&["library", "wikipedia"]).await, ["none"]);
    assert_eq!(taken(&["sim-1", "sim"]).await, ["other"], "a branch needs what its original does");
    assert_eq!(taken(&["sim-1"]).await, [""; 0]);
    // As an older build writes it, which says nothing about servers.
    store.create(NewJob { events: Vec::new(), ..new_job("older", "thr_older", 1) }).await.expect("created");
    assert_eq!(taken(&["sim-1-mini"]).await, ["slow", "branch", "slow_too"], "in their order");
    assert_eq!(taken(&["other"]).await, [""; 0], "nobody knows what it needs");
    assert_eq!(taken(&[]).await, ["older"]);
}

pub async fn what_a_worker_holds_and_does_not_drive_is_due_again(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    alive(&*store, "w2", Millis(60_000)).await;
    let driven = held_job(&*store, "driven", "thr_1", "w1").await;
    let lost = held_job(&*store, "lost", "thr_2", "w1").await;
    let theirs = held_job(&*store, "theirs", "thr_3", "w2").await;
    let over = held_job(&*store, "over", "thr_4", "w1").await;
    let status = Some(JobStatus::Completed);
    let ends = Append { fence: Some(over), status, ..append("over", 1, vec![started("a")]) };
    store.append(ends).await.expect("appended");
    let mut changes = store.changes();
    for _ in 0..2 {
        store.release_all_but("w1", std::slice::from_ref(&driven.job)).await.expect("released");
    }
    assert_eq!(changes.recv().await.expect("told").job.as_str(), "lost", "workers look again");
    assert_eq!(store.job(&lost.job).await.expect("there").status, JobStatus::Queued);
    let late = Append { fence: Some(lost), ..append("lost", 1, vec![started("a")]) };
    assert!(matches!(store.append(late).await, Err(StoreError::Fenced(_))));
    for fence in [driven, theirs] {
        let step = append(fence.job.as_str(), 1, vec![started("a")]);
        store.append(Append { fence: Some(fence), ..step }).await.expect("still held");
    }
    let again = store.claim_due("w1", Millis(3_000), 9, &[]).await.expect("asked");
    let again: Vec<_> = again.iter().map(|fence| (fence.job.as_str(), fence.claim)).collect();
    assert_eq!(again, [("lost", 2)], "also by the same worker");
    store.release_all_but("w1", &[]).await.expect("released");
    assert_eq!(taken(&*store, "w1", 3_000, 9).await, ["lost", "driven"]);
}

pub async fn a_job_that_is_put_back_in_line_is_due_at_once(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    let fence = held_job(&*store, "job_1", "thr_1", "w1").await;
    store.release(&fence, at_rest(JobStatus::Queued, 1, None)).await.expect("released");
    assert_eq!(taken(&*store, "w1", 3_000, 9).await, ["job_1"]);
}

pub async fn a_job_of_a_dead_worker_is_taken_first(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "dead", Millis(2_000)).await;
    due(&*store, &[("before", "web:b", 1_000)]).await;
    held_job(&*store, "begun", "thr_begun", "dead").await;
    alive(&*store, "w1", Millis(60_000)).await;
    assert_eq!(taken(&*store, "w1", 3_000, 9).await, ["begun", "before"]);
}

pub async fn the_line_is_counted(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    assert_eq!(store.line(Millis(3_000)).await.expect("asked"), Line::default());
    due(&*store, &[("a", "web:a", 1_000), ("b", "web:b", 2_000), ("later", "web:c", 9_000)]).await;
    let watch = NewJob { background: true, ..new_job("watch", "thr_watch", 1) };
    store.create(watch).await.expect("created");
    assert_eq!(store.line(Millis(3_000)).await.expect("asked"), Line { asked: 2, background: 1 });
    assert_eq!(taken(&*store, "w1", 3_000, 1).await, ["a"]);
    assert_eq!(store.line(Millis(3_000)).await.expect("asked"), Line { asked: 1, background: 1 });
    let waiting = store.waiting(Millis(3_000)).await.expect("asked");
    let ahead = BTreeMap::from([(JobId::from("b"), 0), (JobId::from("watch"), 1)]);
    assert_eq!(waiting, Waiting { ahead, running: 1, typical_ms: None });
    store.create(new_job("behind_b", "thr_b", 2)).await.expect("created");
    assert_eq!(
        store.line(Millis(3_000)).await.expect("asked"),
        Line { asked: 1, background: 1 },
        "what waits for its thread takes nobody's room"
    );
}

pub async fn a_lease_that_ran_out_frees_the_job(base: &dyn Base) {
    let (mine, theirs) = (base.open().await, base.open().await);
    alive(&*mine, "w1", Millis(5_000)).await;
    let old = held_job(&*mine, "job_1", "thr_1", "w1").await;
    assert_eq!(theirs.claim("w2", None, Millis(4_999)).await.expect("asked"), None, "w1 lives");
    alive(&*mine, "w1", Millis(6_000)).await;
    assert_eq!(theirs.claim("w2", None, Millis(5_999)).await.expect("asked"), None, "w1 has beaten again");
    assert_eq!(mine.claim("w1", None, Millis(6_000)).await.expect("asked"), None, "nobody takes what is his");
    let new = theirs.claim("w2", None, Millis(6_000)).await.expect("asked").expect("free");
    assert_eq!((new.worker.as_str(), new.claim), ("w2", 2));
    let late = Append { fence: Some(old.clone()), ..append("job_1", 1, vec![started("a")]) };
    assert!(matches!(mine.append(late).await, Err(StoreError::Fenced(_))));
    // Even if the journal says that the job rests but its worker has not released it yet.
    alive(&*theirs, "w2", Millis(7_000)).await;
    let status = Some(JobStatus::Waiting);
    let waits = Append { fence: Some(new), status, ..append("job_1", 1, vec![started("a")]) };
    theirs.append(waits).await.expect("appended");
    assert_eq!(mine.claim("w3", None, Millis(6_999)).await.expect("asked"), None);
    assert_eq!(mine.claim("w3", None, Millis(7_000)).await.expect("asked").expect("free").claim, 3);
}

pub async fn a_command_in_the_last_moment_is_not_slept_over(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    let fence = held_job(&*store, "job_1", "thr_1", "w1").await;
    let reply = Event::Replied {
        interrupt: "clarify".into(),
        reply: Reply::JustGo,
        constraints: Vec::new(),
        flagged: Vec::new(),
    };
    let command = Append { wake_at: Some(Millis(2_000)), ..append("job_1", 1, vec![reply]) };
    store.append(command).await.expect("appended");
    store.release(&fence, at_rest(JobStatus::Waiting, 1, Some(90_000))).await.expect("released");
    let again = store.claim("w1", None, Millis(2_000)).await.expect("asked").expect("due at once");
    // The command has been seen this time, so the job may sleep.
    store.release(&again, at_rest(JobStatus::Waiting, 2, Some(90_000))).await.expect("released");
    assert_eq!(store.claim("w1", None, Millis(89_999)).await.expect("asked"), None);
    assert!(store.claim("w1", None, Millis(90_000)).await.expect("asked").is_some());
}

pub async fn a_command_wakes_a_job_at_rest(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    for (job, status) in [("waits", JobStatus::Waiting), ("over", JobStatus::Completed)] {
        let fence = held_job(&*store, job, &format!("thr_{job}"), "w1").await;
        store.release(&fence, at_rest(status, 1, Some(90_000))).await.expect("released");
        assert_eq!(store.claim("w1", None, Millis(3_000)).await.expect("asked"), None);
        let status = (job == "over").then_some(JobStatus::Queued);
        let command = Append { status, wake_at: Some(Millis(2_000)), ..append(job, 1, vec![Event::Retried]) };
        store.append(command).await.expect("appended");
        // A later wake-up time does not postpone an earlier one.
        let later = Append { wake_at: Some(Millis(50_000)), ..append(job, 2, vec![Event::StopRequested]) };
        store.append(later).await.expect("appended");
        let fence = store.claim("w1", None, Millis(3_000)).await.expect("asked").expect("due");
        assert_eq!((fence.job.as_str(), fence.claim), (job, 2));
    }
}

pub async fn an_old_fence_releases_nothing(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(5_000)).await;
    let old = held_job(&*store, "job_1", "thr_1", "w1").await;
    alive(&*store, "w2", Millis(60_000)).await;
    let new = store.claim("w2", None, Millis(6_000)).await.expect("asked").expect("free");
    store.release(&old, at_rest(JobStatus::Failed, 1, None)).await.expect("nothing happens");
    assert_eq!(store.job(&"job_1".into()).await.expect("there").status, JobStatus::Running);
    let append = Append { fence: Some(new), ..append("job_1", 1, vec![started("a")]) };
    store.append(append).await.expect("still held");
}

pub async fn turns_of_a_thread_run_one_after_the_other(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    store.create(new_job("first", "thr_1", 1)).await.expect("created");
    let impatient = NewJob { claim_for: Some("w1".into()), ..new_job("second", "thr_1", 2) };
    assert_eq!(store.create(impatient).await.expect("created"), None, "it has to wait for its turn");
    let branch = NewJob {
        claim_for: Some("w1".into()),
        forked_from: Some(("first".into(), 1)),
        ..new_job("branch", "thr_1", 1)
    };
    assert!(store.create(branch).await.expect("created").is_some(), "a branch waits for nobody");
    store.create(new_job("other", "thr_2", 1)).await.expect("created");

    let claim = async || store.claim("w1", None, Millis(2_000)).await.expect("asked");
    let first = claim().await.expect("due");
    let other = claim().await.expect("due");
    assert_eq!((first.job.as_str(), other.job.as_str()), ("first", "other"));
    assert_eq!(claim().await, None);
    store.release(&first, at_rest(JobStatus::Waiting, 1, Some(9_000))).await.expect("released");
    assert_eq!(claim().await, None, "the first turn waits for a person and is not over");
    assert_eq!(store.claim("w1", Some(&"second".into()), Millis(2_000)).await.expect("asked"), None);
    let first = store.claim("w1", None, Millis(9_000)).await.expect("asked").expect("due");
    store.release(&first, at_rest(JobStatus::Failed, 1, None)).await.expect("released");
    assert_eq!(claim().await.expect("its turn has come").job.as_str(), "second");
}

pub async fn a_turn_that_ends_makes_the_next_one_due(base: &dyn Base) {
    let store = base.open().await;
    alive(&*store, "w1", Millis(60_000)).await;
    let first = held_job(&*store, "first", "thr_1", "w1").await;
    let new = NewJob { wake_at: Some(Millis(30_000)), ..new_job("second", "thr_1", 2) };
    store.create(new).await.expect("created");
    let mut changes = store.changes();
    store.release(&first, at_rest(JobStatus::Completed, 1, None)).await.expect("released");
    assert_eq!(changes.recv().await.expect("told").job.as_str(), "first", "workers look again");
    let second = store.claim("w1", None, Millis(2_000)).await.expect("asked").expect("due at once");
    assert_eq!(second.job.as_str(), "second");
}

pub async fn a_first_claim_leaves_time_for_a_first_beat(base: &dyn Base) {
    let (mine, theirs) = (base.open().await, base.open().await);
    mine.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let first = mine.claim("w1", None, Millis(2_000)).await.expect("asked").expect("due");
    assert_eq!(theirs.claim("w2", None, Millis(2_001)).await.expect("asked"), None);
    let append = Append { fence: Some(first), ..append("job_1", 1, vec![started("a")]) };
    mine.append(append).await.expect("still held");
    assert!(theirs.claim("w2", None, Millis(90_000)).await.expect("asked").is_some(), "it never beat");
}

pub async fn work_that_one_does_alone_passes_on_with_its_lock(base: &dyn Base) {
    let (mine, theirs) = (base.open().await, base.open().await);
    let lock = mine.alone("chatter").await.expect("asked").expect("nobody has it");
    assert!(lock.lease().holds());
    assert!(mine.chats_of(&lock).arrivals("chatter", 1).await.expect("its holder reads").is_empty());
    assert!(theirs.alone("chatter").await.expect("asked").is_none());
    assert!(theirs.alone("other").await.expect("asked").is_some(), "that is other work");
    lock.release().await;
    for _ in 0..500 {
        if theirs.alone("chatter").await.expect("asked").is_some() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("nobody got it");
}
