//! Creating, appending, reading back.

use super::*;

pub async fn a_new_job_stands_as_it_was_asked(base: &dyn Base) {
    let store = base.open().await;
    let question = format!("  Why   does\nthe sky {}?", "seem to be so very blue ".repeat(8));
    let new = NewJob { question: question.clone(), ..new_job("job_1", "thr_1", 1) };
    let asked = new.events.clone();
    assert_eq!(store.create(new).await.expect("created"), None);

    let row = store.job(&"job_1".into()).await.expect("there");
    assert_eq!((row.turn, row.head, row.status), (1, 1, JobStatus::Queued));
    assert_eq!((row.created_at, row.updated_at), (Millis(1_000), Millis(1_000)));
    assert_eq!((row.question, row.requester.key()), (question, "web:ada".to_owned()));
    assert_eq!(row.forked_from, None);

    let thread = store.thread(&"thr_1".into()).await.expect("there");
    assert_eq!((thread.owner.as_str(), thread.turns), ("web:ada", 1));
    assert!(thread.title.starts_with("Why does the sky seem to be"), "{}", thread.title);
    assert!(thread.title.chars().count() <= 80 && thread.title.ends_with('…'), "{}", thread.title);

    let events = store.events(&"job_1".into(), 0).await.expect("there");
    assert_eq!((events_of(&events), seqs_of(&events), events[0].at), (asked, vec![1], Millis(1_000)));
    let again = store.create(new_job("job_1", "thr_1", 2)).await;
    assert!(matches!(again, Err(StoreError::Unavailable(_))), "{again:?}");
    assert_eq!(store.thread(&"thr_1".into()).await.expect("there").turns, 1, "nothing of it was written");
}

pub async fn an_append_hands_back_what_came_in_between(base: &dyn Base) {
    let (mine, theirs) = (base.open().await, base.open().await);
    let fence = held_job(&*mine, "job_1", "thr_1", "w1").await;
    theirs.append(append("job_1", 0, vec![Event::StopRequested])).await.expect("appended");
    let first = Append { fence: Some(fence.clone()), ..append("job_1", 1, vec![started("a"), started("b")]) };
    let back = mine.append(first).await.expect("appended");
    assert_eq!(seqs_of(&back), [2, 3, 4]);
    assert_eq!(events_of(&back), [Event::StopRequested, started("a"), started("b")]);

    theirs.append(append("job_1", 4, vec![Event::CancelRequested])).await.expect("appended");
    let back = mine.append(append("job_1", 4, vec![])).await.expect("appended");
    assert_eq!(events_of(&back), [Event::CancelRequested], "an empty append looks only");
    assert_eq!(mine.append(append("job_1", 5, vec![])).await.expect("appended"), []);
    let all = theirs.events(&"job_1".into(), 0).await.expect("there");
    assert_eq!(seqs_of(&all), [1, 2, 3, 4, 5]);
    assert_eq!(all[3].at, Millis(2_000));
    assert_eq!(mine.job(&"job_1".into()).await.expect("there").head, 5);
}

pub async fn an_outcome_is_recorded_once(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    store.create(new_job("job_2", "thr_2", 1)).await.expect("created");
    let twice = vec![started("a"), failed("a", "first"), failed("a", "second"), started("b")];
    let back = store.append(append("job_1", 1, twice)).await.expect("appended");
    assert_eq!(events_of(&back), [started("a"), failed("a", "first"), started("b")]);
    assert_eq!(seqs_of(&back), [2, 3, 4], "what is left out leaves no gap");

    let page = reading("https://a.example/", "A text.", 5);
    let late = vec![read("a", &page), failed("b", "its first")];
    let back = store.append(append("job_1", 2, late)).await.expect("appended");
    assert_eq!(events_of(&back), [failed("a", "first"), started("b"), failed("b", "its first")]);
    let other =
        store.append(append("job_2", 1, vec![failed("a", "of another job")])).await.expect("appended");
    assert_eq!(other.len(), 1);
}

pub async fn a_branch_may_run_again_what_its_origin_has_run(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    for (at, event) in [(2_000, started("draft")), (3_000, failed("draft", "of the origin"))] {
        let append = Append { at: Millis(at), ..append("job_1", 1, vec![event]) };
        store.append(append).await.expect("appended");
    }
    store.create(branch_of("job_1", 3, "job_2", "thr_1")).await.expect("created");
    let events = store.events(&"job_2".into(), 0).await.expect("there");
    let times: Vec<i64> = events.iter().map(|recorded| recorded.at.0).collect();
    assert_eq!(times, [1_000, 2_000, 3_000, 9_000], "copied events keep their times");
    assert_eq!(seqs_of(&events), [1, 2, 3, 4]);
    assert_eq!(events[..3], store.events(&"job_1".into(), 0).await.expect("there"));
    assert!(matches!(&events[3].event, Event::Forked(_)), "{:?}", events[3]);
    let row = store.job(&"job_2".into()).await.expect("there");
    assert_eq!((row.head, row.forked_from), (4, Some(("job_1".into(), 3))));

    let own = vec![failed("draft", "of the branch"), failed("draft", "late")];
    let back = store.append(append("job_2", 4, own)).await.expect("appended");
    assert_eq!(events_of(&back), [failed("draft", "of the branch")]);
}

pub async fn a_copy_goes_up_to_its_event_and_keeps_what_that_rests_on(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let early = reading("https://early.example/", "Read before.", 5);
    let late = reading("https://late.example/", "Read after.", 5);
    has_read(&*store, "job_1", "a", &early).await;
    has_read(&*store, "job_1", "b", &late).await;
    for (from, to) in [("job_1", 4), ("none", 1)] {
        let refused = store.create(branch_of(from, to, "job_2", "thr_2")).await;
        assert!(matches!(refused, Err(StoreError::NotFound(_))), "{refused:?}");
        assert!(
            matches!(store.thread(&"thr_2".into()).await, Err(StoreError::NotFound(_))),
            "nothing is left"
        );
    }
    let elsewhere = NewJob { place: "web:2".into(), ..branch_of("job_1", 2, "job_2", "thr_2") };
    store.create(elsewhere).await.expect("created");
    // A copy of a copy has the events of the first copy.
    store.create(branch_of("job_2", 3, "job_3", "thr_3")).await.expect("created");

    let store = base.open().await;
    assert_eq!(store.job(&"job_3".into()).await.expect("there").head, 4);
    let of_place = async |url: &str, place: &str| {
        let found = Documents::by_url(&*store, url, place).await.expect("asked");
        found.map(|document| document.hash)
    };
    assert_eq!(of_place("https://early.example/", "place:web:2").await.as_ref(), Some(&early.document.hash));
    assert_eq!(of_place("https://late.example/", "place:web:2").await, None, "that is not in the copy");
    for thread in ["thr_1", "thr_2"] {
        store.delete(&thread.into()).await.expect("deleted");
    }
    assert_eq!(store.reading(&late.document.hash).await.expect("asked"), None);
    assert_eq!(store.reading(&early.document.hash).await.expect("asked").as_ref(), Some(&early));
    assert_eq!(events_of(&store.events(&"job_3".into(), 1).await.expect("there")).len(), 3);
    store.delete(&"thr_3".into()).await.expect("deleted");
    assert_eq!(store.reading(&early.document.hash).await.expect("asked"), None);
}

/// Of several jobs that continue a copy of the same job, only one proceeds.
pub async fn of_jobs_that_are_the_same_one_goes_on(base: &dyn Base) {
    let (store, other) = (base.open().await, base.open().await);
    let same = |job: &str| NewJob { same: Some("key".into()), ..new_job(job, &format!("thr_{job}"), 1) };
    let (one, two) = tokio::join!(store.create(same("a")), other.create(same("b")));
    let (first, refused) = match (one, two) {
        (Ok(_), refused) => ("a", refused),
        (refused, Ok(_)) => ("b", refused),
        both => panic!("neither was created: {both:?}"),
    };
    assert!(matches!(&refused, Err(StoreError::InProgress(job)) if job.as_str() == first), "{refused:?}");
    let refused = store.create(same("c")).await;
    assert!(matches!(&refused, Err(StoreError::InProgress(job)) if job.as_str() == first), "{refused:?}");
    assert!(matches!(store.job(&"c".into()).await, Err(StoreError::NotFound(_))), "nothing was written");
    store.create(NewJob { same: Some("another".into()), ..new_job("d", "thr_d", 1) }).await.expect("created");
    store.create(new_job("e", "thr_e", 1)).await.expect("created");

    let over =
        Append { job: first.into(), after: 1, status: Some(JobStatus::Completed), ..Append::default() };
    store.append(over).await.expect("over");
    base.open().await.create(same("f")).await.expect("created");
    assert!(matches!(store.create(same("g")).await, Err(StoreError::InProgress(job)) if job.as_str() == "f"));
}

fn branch_of(from: &str, at: Seq, job: &str, thread: &str) -> NewJob {
    let forked = Forked { job: job.into(), from: from.into(), at, ..Forked::default() };
    NewJob {
        copied: Some((from.into(), at)),
        events: vec![Event::Forked(Box::new(forked))],
        forked_from: Some((from.into(), at)),
        at: Millis(9_000),
        ..new_job(job, thread, 1)
    }
}

pub async fn an_append_under_an_old_fence_writes_nothing(base: &dyn Base) {
    let store = base.open().await;
    let old = held_job(&*store, "job_1", "thr_1", "w1").await;
    store.release(&old, at_rest(JobStatus::Queued, 1, None)).await.expect("released");
    let new = store.claim("w1", None, Millis(3_000)).await.expect("asked").expect("due");
    assert_eq!((old.claim, new.claim), (1, 2));

    let page = reading("https://a.example/", "A text.", 5);
    let late = Append {
        fence: Some(old),
        readings: vec![page.clone()],
        charges: vec![charge("month", 5, 0, 0, None)],
        status: Some(JobStatus::Failed),
        ..append("job_1", 1, vec![read("a", &page)])
    };
    let refused = store.append(late).await;
    assert!(matches!(&refused, Err(StoreError::Fenced(job)) if job == "job_1"), "{refused:?}");
    assert_eq!(store.events(&"job_1".into(), 1).await.expect("there"), []);
    assert_eq!(store.reading(&page.document.hash).await.expect("asked"), None);
    assert_eq!(store.job(&"job_1".into()).await.expect("there").status, JobStatus::Running);
    for fence in [Fence { worker: "w2".into(), ..new.clone() }, Fence { claim: 3, ..new.clone() }] {
        let other = Append { fence: Some(fence), ..append("job_1", 1, vec![started("a")]) };
        assert!(matches!(store.append(other).await, Err(StoreError::Fenced(_))));
    }
    let good = Append { fence: Some(new), ..append("job_1", 1, vec![started("a")]) };
    assert_eq!(store.append(good).await.expect("appended").len(), 1);
}

pub async fn a_charge_over_its_limit_writes_nothing(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let page = reading("https://a.example/", "A text.", 5);
    let charges = vec![charge("person", 60, 0, 0, Some(1_000)), charge("month", 60, 0, 0, Some(100))];
    let fits = Append { charges: charges.clone(), ..append("job_1", 1, vec![started("a")]) };
    store.append(fits).await.expect("appended");
    let over = Append { charges, readings: vec![page.clone()], ..append("job_1", 2, vec![read("b", &page)]) };
    match store.append(over).await {
        Err(StoreError::OverLimit { scope, limit }) => assert_eq!((scope.as_str(), limit), ("month", 100)),
        other => panic!("{other:?}"),
    }
    assert_eq!(store.events(&"job_1".into(), 2).await.expect("there"), []);
    assert_eq!(store.reading(&page.document.hash).await.expect("asked"), None);
    // The first charge of the refused append is undone as well, so the person has 940 left.
    let rest = Append {
        charges: vec![charge("person", 940, 0, 0, Some(1_000))],
        ..append("job_1", 2, vec![started("c")])
    };
    store.append(rest).await.expect("it fits exactly");
}

pub async fn charges_hold_under_concurrency(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut tasks = Vec::new();
    for index in 0..30 {
        let (store, job) = (stores[index % 2].clone(), format!("job_{index}"));
        tasks.push(tokio::spawn(async move {
            store.create(new_job(&job, &format!("thr_{index}"), 1)).await.expect("created");
            let charges = vec![charge("month", 10, 0, 0, Some(100))];
            let appended = store.append(Append { charges, ..append(&job, 1, vec![started("a")]) }).await;
            let written = store.events(&job.as_str().into(), 1).await.expect("there").len();
            match appended {
                Ok(back) => assert_eq!((back.len(), written), (1, 1)),
                Err(StoreError::OverLimit { .. }) => assert_eq!(written, 0),
                Err(other) => panic!("{other}"),
            }
            written
        }));
    }
    let mut granted = 0;
    for task in tasks {
        granted += task.await.expect("no panic");
    }
    assert_eq!(granted, 10);
}

pub async fn what_was_spent_is_recorded_whatever_the_limit(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let steps = [
        (charge("month", 80, 0, 0, Some(100)), true),
        (charge("month", 0, 80, 130, Some(100)), true), // dearer than thought, but done
        (charge("month", 1, 0, 0, Some(100)), false),
        (Charge { period: "2026-12".into(), ..charge("month", 100, 0, 0, Some(100)) }, true),
        (charge("month", 0, 500, 0, Some(100)), true), // more taken back than was set aside
        (charge("month", 20, 0, 0, Some(150)), true),
        (charge("month", 1, 0, 0, Some(150)), false),
        (charge("month", u64::MAX, 0, 0, Some(u64::MAX)), true),
        (charge("month", 0, u64::MAX, u64::MAX, None), true),
    ];
    for (index, (charge, fits)) in steps.into_iter().enumerate() {
        let append = Append { charges: vec![charge.clone()], ..append("job_1", 1, vec![started("a")]) };
        let appended = store.append(append).await;
        assert_eq!(appended.is_ok(), fits, "step {index}, {charge:?}: {appended:?}");
    }
}

pub async fn an_append_sent_again_is_not_paid_twice(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let outcome = Append {
        charges: vec![charge("month", 0, 0, 70, None)],
        ..append("job_1", 1, vec![failed("a", "dear")])
    };
    assert_eq!(store.append(outcome.clone()).await.expect("appended").len(), 1);
    let again = Append { after: 2, ..outcome };
    assert_eq!(store.append(again).await.expect("taken"), []);
    let rest = Append {
        charges: vec![charge("month", 30, 0, 0, Some(100))],
        ..append("job_1", 2, vec![started("b")])
    };
    store.append(rest).await.expect("70 are spent, not 140");
}

pub async fn unknown_kinds_come_back_as_they_were(base: &dyn Base) {
    let store = base.open().await;
    let payload =
        serde_json::json!({"zeta": [1, 2.5, null], "alpha": {"text": "naïve \u{1F600}"}, "big": u64::MAX});
    let newer = Event::Unknown { kind: "dreamt".into(), version: 7, payload };
    let mut new = new_job("job_1", "thr_1", 1);
    new.events.push(newer.clone());
    store.create(new).await.expect("created");
    store.append(append("job_1", 2, vec![newer.clone()])).await.expect("appended");
    let events = store.events(&"job_1".into(), 1).await.expect("there");
    assert_eq!(events_of(&events), [newer.clone(), newer]);
}

pub async fn what_is_not_there_is_not_found(base: &dyn Base) {
    let store = base.open().await;
    assert!(matches!(store.job(&"job_9".into()).await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.events(&"job_9".into(), 0).await, Err(StoreError::NotFound(_))));
    let append = store.append(append("job_9", 0, vec![Event::StopRequested])).await;
    assert!(matches!(append, Err(StoreError::NotFound(_))), "{append:?}");
    assert!(matches!(store.thread(&"thr_9".into()).await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.rename(&"thr_9".into(), "x", "web:ada").await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.delete(&"thr_9".into()).await, Err(StoreError::NotFound(_))));
    assert_eq!(store.jobs(&"thr_9".into()).await.expect("asked"), []);
    assert_eq!(store.claim("w1", Some(&"job_9".into()), Millis(9_000)).await.expect("asked"), None);
}

pub async fn appends_are_told_to_all_who_listen(base: &dyn Base) {
    let (mine, theirs) = (base.open().await, base.open().await);
    let (mut here, mut there) = (mine.changes(), theirs.changes());
    mine.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    mine.append(append("job_1", 1, vec![Event::StopRequested])).await.expect("appended");
    let told = |head| Change { job: "job_1".into(), thread: "thr_1".into(), head };
    assert_eq!([here.recv().await, here.recv().await], [Ok(told(1)), Ok(told(2))]);
    // Listeners may get one notification for both.
    while there.recv().await.expect("told").head < 2 {}
    theirs.append(append("job_1", 2, vec![Event::CancelRequested])).await.expect("appended");
    assert_eq!(there.recv().await, Ok(told(3)));
    assert_eq!(here.recv().await, Ok(told(3)));
}

fn charge(scope: &str, reserve: u64, release: u64, settle: u64, limit: Option<u64>) -> Charge {
    Charge {
        scope: scope.into(),
        period: "2026-11".into(),
        reserve: MicroUsd(reserve),
        release: MicroUsd(release),
        settle: MicroUsd(settle),
        limit: limit.map(MicroUsd),
    }
}

pub async fn events_of_a_thread_come_in_the_order_of_writing(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("b", "thr", 1)).await.expect("created");
    store.create(new_job("other", "elsewhere", 1)).await.expect("created");
    store.append(append("b", 1, vec![started("x")])).await.expect("appended");
    store.create(new_job("a", "thr", 2)).await.expect("created");
    store.append(append("other", 1, vec![started("x")])).await.expect("appended");
    store.append(append("b", 2, vec![failed("x", "No."), started("y")])).await.expect("appended");
    let told = async |after: Option<(&str, Seq)>, limit| {
        let after = after.map(|(job, seq)| (JobId::from(job), seq));
        let after = after.as_ref().map(|(job, seq)| (job, *seq));
        let events = store.of_thread(&"thr".into(), after, limit).await.expect("read");
        events.iter().map(|(job, recorded)| format!("{job}{}", recorded.seq)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(told(None, 99).await, "b1 b2 a1 b3 b4");
    assert_eq!(told(None, 2).await, "b1 b2");
    assert_eq!(told(Some(("b", 2)), 2).await, "a1 b3");
    assert_eq!(told(Some(("a", 1)), 99).await, "b3 b4");
    assert_eq!(told(Some(("b", 4)), 99).await, "");
    assert_eq!(store.of_thread(&"none".into(), None, 9).await.expect("read"), []);
    let events = store.of_thread(&"thr".into(), None, 9).await.expect("read");
    let of_b: Vec<Recorded> =
        events.into_iter().filter(|(job, _)| job.as_str() == "b").map(|one| one.1).collect();
    assert_eq!(of_b, store.events(&"b".into(), 0).await.expect("read"));
}
