//! Conversations and admission.

use super::*;

pub async fn threads_are_listed_newest_first_and_found_by_words(base: &dyn Base) {
    let store = base.open().await;
    let ask = async |thread: &str, turn, at, question: &str| {
        let job = format!("job_{thread}_{turn}");
        let new = NewJob { at: Millis(at), question: question.into(), ..new_job(&job, thread, turn) };
        store.create(new).await.expect("created");
    };
    ask("a", 1, 10, "How does SQLite's WAL work?").await;
    ask("b", 1, 20, "Größe von Köln in km²").await;
    ask("c", 1, 30, "100% of _nothing_").await;
    ask("a", 2, 40, "And what is a checkpoint?").await;
    let stranger = Requester { user: "bob".into(), platform: "web".into(), ..Requester::default() };
    store.create(NewJob { requester: stranger, ..new_job("job_d", "d", 1) }).await.expect("created");

    let list = async |search: Option<&'static str>, limit| {
        let rows = store.list("web:ada", search, limit).await.expect("listed");
        rows.into_iter().map(|row| row.thread.0).collect::<Vec<_>>().join("")
    };
    assert_eq!(list(None, 10).await, "acb", "newest first, and only her own");
    assert_eq!(list(None, 2).await, "ac");
    assert_eq!(list(Some(""), 10).await, "acb");
    assert_eq!(list(Some("wal"), 10).await, "a");
    assert_eq!(list(Some("checkpoint SQLITE"), 10).await, "a", "words of several turns, in any case");
    assert_eq!(list(Some("größe KÖLN"), 10).await, "b");
    assert_eq!(list(Some("%"), 10).await, "c", "signs of the database are plain characters");
    assert_eq!(list(Some("_"), 10).await, "c");
    assert_eq!(list(Some("wal nothing"), 10).await, "");
    let row = store.thread(&"a".into()).await.expect("there");
    assert_eq!((row.title.as_str(), row.turns), ("How does SQLite's WAL work?", 2));
    assert_eq!((row.created_at, row.updated_at), (Millis(10), Millis(40)));
}

pub async fn a_list_goes_on_behind_a_place_whatever_comes_in(base: &dyn Base) {
    let store = base.open().await;
    let ask = async |thread: &str, turn, at| {
        let job = format!("job_{thread}_{turn}");
        store.create(NewJob { at: Millis(at), ..new_job(&job, thread, turn) }).await.expect("created");
    };
    // Three of them at the same time.
    for (thread, at) in [("a", 10), ("b", 20), ("c", 20), ("d", 20), ("e", 30)] {
        ask(thread, 1, at).await;
    }
    let first = store.list_after("web:ada", None, None, 2).await.expect("listed");
    let names = |rows: &[ThreadRow]| rows.iter().map(|row| row.thread.0.clone()).collect::<String>();
    assert_eq!(names(&first), "ed");
    ask("f", 1, 40).await;
    ask("e", 2, 50).await;
    let place = first[1].place_in_list();
    let second = store.list_after("web:ada", None, Some(&place), 2).await.expect("listed");
    assert_eq!(names(&second), "cb", "nothing is missing and nothing comes twice");
    let place = second[1].place_in_list();
    let third = store.list_after("web:ada", None, Some(&place), 2).await.expect("listed");
    assert_eq!(names(&third), "a");
    let found = store.list_after("web:ada", Some("job_b_1"), Some(&first[0].place_in_list()), 9).await;
    assert_eq!(names(&found.expect("listed")), "b");
}

pub async fn a_renamed_thread_is_found_by_its_new_name(base: &dyn Base) {
    let store = base.open().await;
    store.create(NewJob { question: "Old words".into(), ..new_job("job_1", "a", 1) }).await.expect("created");
    store.rename(&"a".into(), "  Brand\nnew ", "web:ada").await.expect("renamed");
    assert_eq!(store.thread(&"a".into()).await.expect("there").title, "Brand new");
    for (search, found) in [("brand", 1), ("old words", 1), ("gone", 0)] {
        assert_eq!(store.list("web:ada", Some(search), 9).await.expect("listed").len(), found, "{search}");
    }
    store.create(NewJob { question: "More".into(), ..new_job("job_2", "a", 2) }).await.expect("created");
    assert_eq!(store.thread(&"a".into()).await.expect("there").title, "Brand new");
    assert_eq!(store.list("web:ada", Some("more brand"), 9).await.expect("listed").len(), 1);
}

pub async fn jobs_of_a_thread_stand_in_order(base: &dyn Base) {
    let store = base.open().await;
    for (job, turn, from) in [("x", 1, None), ("m", 2, None), ("b", 1, Some("x")), ("a", 2, Some("m"))] {
        let forked_from = from.map(|from| (JobId::from(from), 1));
        store.create(NewJob { forked_from, ..new_job(job, "a", turn) }).await.expect("created");
    }
    let jobs = store.jobs(&"a".into()).await.expect("listed");
    let order: Vec<_> = jobs.iter().map(|row| (row.job.as_str(), row.turn)).collect();
    assert_eq!(order, [("x", 1), ("b", 1), ("m", 2), ("a", 2)]);
    assert_eq!(jobs[1].forked_from, Some(("x".into(), 1)));
    assert_eq!(jobs[0], store.job(&"x".into()).await.expect("there"));
}

pub async fn deleting_erases_all_that_nobody_else_needs(base: &dyn Base) {
    let store = base.open().await;
    store.put_root(&library::root("/docs")).await.expect("put");
    let own = reading("https://own.example/", "Only hers.", 5);
    let shared = reading("https://shared.example/", "Of two threads.", 5);
    let kept = reading("file:///docs/a.md", "Of the library.", 5);
    store.commit(library::batch_of("/docs", &[&kept])).await.expect("committed");
    for (job, thread) in [("job_1", "doomed"), ("job_2", "other")] {
        store.create(new_job(job, thread, 1)).await.expect("created");
        has_read(&*store, job, "a", &shared).await;
        has_read(&*store, job, "b", &kept).await;
    }
    store.create(new_job("job_3", "doomed", 2)).await.expect("created");
    has_read(&*store, "job_1", "c", &own).await;
    has_read(&*store, "job_3", "c", &own).await;
    // The second turn of the other thread cites a document that none of its own events has read.
    let mut follow_up = new_job("job_4", "other", 2);
    let at_hand = reading("https://hand.example/", "At hand.", 5);
    has_read(&*store, "job_3", "d", &at_hand).await;
    if let Event::Asked(asked) = &mut follow_up.events[0] {
        asked.at_hand.push(at_hand.document.clone());
    }
    store.create(follow_up).await.expect("created");

    store.delete(&"doomed".into()).await.expect("deleted");
    for job in ["job_1", "job_3"] {
        assert!(matches!(store.job(&job.into()).await, Err(StoreError::NotFound(_))));
        assert!(matches!(store.events(&job.into(), 0).await, Err(StoreError::NotFound(_))));
    }
    assert!(matches!(store.thread(&"doomed".into()).await, Err(StoreError::NotFound(_))));
    assert_eq!(store.list("web:ada", None, 9).await.expect("listed").len(), 1);
    assert_eq!(store.reading(&own.document.hash).await.expect("asked"), None);
    assert_eq!(Documents::by_url(&*store, "https://own.example/", "place:web:1").await.expect("asked"), None);
    for needed in [&shared, &kept, &at_hand] {
        assert_eq!(store.reading(&needed.document.hash).await.expect("asked").as_ref(), Some(needed));
    }
    store.delete(&"other".into()).await.expect("deleted");
    assert_eq!(store.reading(&shared.document.hash).await.expect("asked"), None);
    assert_eq!(store.reading(&at_hand.document.hash).await.expect("asked"), None);
    assert!(store.reading(&kept.document.hash).await.expect("asked").is_some(), "the library keeps its own");
    store.create(new_job("job_1", "doomed", 1)).await.expect("the names are free again");
    assert_eq!(store.events(&"job_1".into(), 1).await.expect("there"), []);
}

pub async fn a_long_thread_goes_like_a_short_one(base: &dyn Base) {
    let store = base.open().await;
    long_thread(&*store, "doomed", 4).await;
    store.create(new_job("other", "thr_other", 1)).await.expect("created");
    let own = reading("https://own.example/", "Only of this thread.", 5);
    let shared = reading("https://shared.example/", "Of two threads.", 5);
    // Of the jobs that go first, last, and in between.
    for job in ["job_1", "job_2", "job_4"] {
        has_read(&*store, job, "own", &own).await;
        has_read(&*store, job, "shared", &shared).await;
    }
    has_read(&*store, "other", "shared", &shared).await;
    store.rename(&"doomed".into(), "A name", "web:ben").await.expect("renamed");

    store.delete(&"doomed".into()).await.expect("deleted");
    assert!(matches!(store.thread(&"doomed".into()).await, Err(StoreError::NotFound(_))));
    assert!(matches!(store.delete(&"doomed".into()).await, Err(StoreError::NotFound(_))));
    for job in 1..=4 {
        let gone = store.events(&format!("job_{job}").as_str().into(), 0).await;
        assert!(matches!(gone, Err(StoreError::NotFound(_))), "{job}");
    }
    assert_eq!(store.reading(&own.document.hash).await.expect("asked"), None);
    assert_eq!(store.reading(&shared.document.hash).await.expect("asked"), Some(shared));
    assert_eq!(store.events(&"other".into(), 0).await.expect("there").len(), 2);
    let actor = async |person: &str| store.rows_of_person(person).await.expect("asked").actor;
    assert_eq!(actor("web:ben").await, None, "nothing else is his");
    assert!(actor("web:ada").await.is_some());
}

pub async fn erasing_a_person_leaves_nothing_under_their_name(base: &dyn Base) {
    let store = base.open().await;
    let ben = Requester { platform: "web".into(), user: "ben".into(), ..Requester::default() };
    let by_ben = |job: &str, thread: &str, turn: u32| {
        let mut new = new_job(job, thread, turn);
        if let Event::Asked(asked) = &mut new.events[0] {
            asked.requester = ben.clone();
            asked.at = Millis(5_000);
        }
        NewJob { requester: ben.clone(), ..new }
    };
    store.create(by_ben("of_ben", "thr_ben", 1)).await.expect("created");
    store.create(new_job("of_ada", "thr_ada", 1)).await.expect("created");
    store.create(by_ben("in_between", "thr_ada", 2)).await.expect("created");
    let mut after = new_job("after", "thr_ada", 3);
    if let Event::Asked(asked) = &mut after.events[0] {
        let turn =
            |at| EarlierTurn { at: Millis(at), question: format!("at {at}"), ..EarlierTurn::default() };
        asked.earlier = vec![turn(1_000), turn(5_000)];
    }
    store.create(after).await.expect("created");
    let copy = NewJob {
        copied: Some(("of_ben".into(), 1)),
        events: vec![Event::Forked(Box::default())],
        ..new_job("copy", "thr_copy", 1)
    };
    store.create(copy).await.expect("created");
    let own = reading("https://own.example/", "Only his.", 5);
    has_read(&*store, "in_between", "a", &own).await;
    let of_ben = PreferenceOwner::Person("web:ben".into());
    let language = Remembered { name: Preference::Language, value: "de".into(), at: Millis(1) };
    store.put_preference(&of_ben, &language).await.expect("noted");
    let follower =
        Follower { job: "of_ada".into(), requester: ben.clone(), place: "web:1".into(), at: Millis(1) };
    store.follow(&follower).await.expect("noted");
    let opinion = Feedback { job: "of_ada".into(), person: "web:ben".into(), ..Feedback::default() };
    store.put_feedback(&opinion).await.expect("noted");

    let mut runs = store.runs_of_person("web:ben").await.expect("asked");
    runs.sort();
    assert_eq!(runs, ["in_between".into(), "of_ben".into()]);
    let erased = store.erase_person("web:ben").await.expect("erased");
    assert_eq!((erased.threads, erased.runs), (vec!["thr_ben".into()], vec!["in_between".into()]));
    assert!(erased.rows >= 3, "{}", erased.rows);
    assert_eq!(store.runs_of_person("web:ben").await.expect("asked"), []);
    assert_eq!(store.reading(&own.document.hash).await.expect("asked"), None);
    assert_eq!(store.preferences(&of_ben).await.expect("asked"), []);
    assert_eq!(store.followers(&"of_ada".into()).await.expect("asked"), []);
    assert_eq!(store.feedback(Millis(0), 9).await.expect("asked"), []);
    let asked = async |job: &str| match store.events(&job.into(), 0).await.expect("there").remove(0).event {
        Event::Asked(asked) => *asked,
        other => panic!("{other:?}"),
    };
    let earlier = asked("after").await.earlier;
    assert_eq!(
        earlier.iter().map(|turn| turn.at.0).collect::<Vec<_>>(),
        [1_000],
        "his question is not repeated"
    );
    let copied = asked("copy").await;
    assert_ne!(copied.requester.user, "ben", "who has a copy does not learn whose it was");
    assert_eq!(copied.at, Millis(5_000), "and nothing else of it has changed");
    let found = store.list("web:ada", Some("in_between"), 9).await.expect("listed");
    assert_eq!(found, [], "a thread is not found by what is gone");
    assert_eq!(store.jobs(&"thr_ada".into()).await.expect("there").len(), 2);
    assert_eq!(store.erase_person("web:ben").await.expect("again"), ErasedPerson::default());
}

pub async fn admission_counts_over_a_window(base: &dyn Base) {
    let store = base.open().await;
    let ask = async |who, now: i64, limit| {
        store.admit(who, Millis(now), Millis(now - 600), limit).await.expect("asked")
    };
    assert_eq!(ask("web:ada", 1_000, 2).await, Admission::Admitted);
    assert_eq!(ask("web:ada", 1_100, 2).await, Admission::Admitted);
    assert_eq!(ask("web:ada", 1_200, 2).await, Admission::Full { oldest: Millis(1_000) });
    assert_eq!(ask("web:bob", 1_200, 2).await, Admission::Admitted, "each on his own");
    assert_eq!(ask("web:ada", 1_599, 2).await, Admission::Full { oldest: Millis(1_000) });
    assert_eq!(ask("web:ada", 1_600, 2).await, Admission::Admitted, "the oldest has left the window");
    assert_eq!(ask("web:ada", 1_601, 2).await, Admission::Full { oldest: Millis(1_100) });
    assert_eq!(ask("web:eve", 1_000, 0).await, Admission::Full { oldest: Millis(1_000) });
}

pub async fn admission_holds_under_concurrency(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut tasks = Vec::new();
    for index in 0..20 {
        let store = stores[index % 2].clone();
        tasks.push(tokio::spawn(async move {
            store.admit("web:ada", Millis(1_000 + index as i64), Millis(0), 5).await.expect("asked")
        }));
    }
    let mut admitted = 0;
    for task in tasks {
        admitted += usize::from(task.await.expect("no panic") == Admission::Admitted);
    }
    assert_eq!(admitted, 5);
}
