//! Who gave commands, and what they typed.

use super::*;
use std::sync::Arc;

fn by(person: &str) -> Option<By> {
    Some(By { person: person.into(), erased: "(erased)".into() })
}

fn steered(text: &str) -> Event {
    Event::Steered {
        constraint: Constraint { text: text.into(), ..Constraint::default() },
        flagged: Vec::new(),
    }
}

pub async fn commands_say_whose_they_are_and_name_nobody(base: &dyn Base) {
    let (store, other) = (base.open().await, base.open().await);
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let stop = Append { by: by("web:ben"), ..append("job_1", 1, vec![Event::StopRequested]) };
    let back = store.append(stop).await.expect("appended");
    let ben = back[0].actor.clone().expect("it is somebody's doing");
    assert!(ben.as_str().starts_with("act_") && !ben.as_str().contains("ben"), "{ben}");
    let retry = Append { by: by("web:ben"), ..append("job_1", 2, vec![Event::Retried]) };
    other.append(retry).await.expect("appended");
    other.append(append("job_1", 3, vec![started("a")])).await.expect("appended");

    let all = other.events(&"job_1".into(), 0).await.expect("there");
    let actors: Vec<Option<ActorId>> = all.iter().map(|one| one.actor.clone()).collect();
    assert_eq!(actors[1..], [Some(ben.clone()), Some(ben.clone()), None], "a worker is nobody");
    assert!(actors[0].is_some() && actors[0] != actors[1], "{actors:?}");
    let of_thread = store.of_thread(&"thr_1".into(), None, 9).await.expect("read");
    assert_eq!(of_thread.into_iter().map(|(_, one)| one).collect::<Vec<_>>(), all);
    store.create(new_job("job_2", "thr_2", 1)).await.expect("created");
    assert_eq!(store.events(&"job_2".into(), 0).await.expect("there")[0].actor, actors[0], "she is the same");

    store.erase_person("web:ben").await.expect("erased");
    assert_eq!(store.events(&"job_1".into(), 0).await.expect("there"), all, "no event has changed");
    let stop = Append { by: by("web:ben"), ..append("job_2", 1, vec![Event::StopRequested]) };
    let anew = store.append(stop).await.expect("appended")[0].actor.clone();
    assert!(anew.is_some_and(|anew| anew != ben), "who comes back is somebody else");

    for thread in ["thr_1", "thr_2"] {
        store.delete(&thread.into()).await.expect("deleted");
    }
    store.create(new_job("job_3", "thr_3", 1)).await.expect("created");
    let later = store.events(&"job_3".into(), 0).await.expect("there")[0].actor.clone();
    assert!(later.is_some() && later != actors[0], "nobody is known by threads that are gone");
}

pub async fn what_somebody_typed_goes_with_them_and_the_journal_stays(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    // Long enough to be compressed.
    let typed = steered(&"mind the tolls of Eastmoor ".repeat(40));
    let steer = Append { by: by("web:ben"), ..append("job_1", 1, vec![typed.clone()]) };
    assert_eq!(events_of(&store.append(steer).await.expect("appended")), std::slice::from_ref(&typed));
    // The same words typed by someone else belong to her.
    let steer = Append { by: by("web:ada"), ..append("job_1", 1, vec![typed.clone()]) };
    let back = store.append(steer).await.expect("appended");
    assert_eq!(events_of(&back), [typed.clone(), typed.clone()], "with what came in between");
    let copy = NewJob {
        copied: Some(("job_1".into(), 3)),
        events: vec![Event::Forked(Box::default())],
        ..new_job("copy", "thr_copy", 1)
    };
    store.create(copy).await.expect("created");
    let steer = Append { by: by("web:ben"), ..append("job_1", 3, vec![steered("only his")]) };
    store.append(steer).await.expect("appended");
    // A follow-up has carried over both constraints, and someone else has the same ones.
    let Event::Steered { constraint, .. } = &typed else { panic!("{typed:?}") };
    let only_his = Constraint { text: "only his".into(), ..Constraint::default() };
    for (job, thread) in [("follow_up", "thr_1"), ("of_others", "thr_2")] {
        let mut new = new_job(job, thread, 2);
        if let Event::Asked(asked) = &mut new.events[0] {
            asked.constraints = vec![constraint.clone(), only_his.clone()];
        }
        store.create(new).await.expect("created");
    }
    store.rename(&"thr_1".into(), "Tolls", "web:ben").await.expect("renamed");
    let edit = |version, cell: &str| TableEdit {
        job: "job_1".into(),
        artifact: "t1".into(),
        version,
        at: Millis(1),
        table: EditedTable { title: cell.into(), columns: vec!["Toll".into()], rows: Vec::new() },
    };
    assert!(store.keep_edit(edit(1, "hers"), "web:ada").await.expect("kept"));
    assert!(store.keep_edit(edit(2, "his"), "web:ben").await.expect("kept"));

    let erased = store.erase_person("web:ben").await.expect("erased");
    let shaped = vec!["job_1".into(), "follow_up".into(), "copy".into()];
    assert_eq!(
        erased,
        ErasedPerson { rows: 4, shaped, ..ErasedPerson::default() },
        "a table, two texts, a name"
    );
    let gone = typed.without_words("(erased)").expect("it has words");
    for job in ["job_1", "copy"] {
        let events = base.open().await.events(&job.into(), 0).await.expect("there");
        assert_eq!(events_of(&events)[1..3], [gone.clone(), typed.clone()], "{job}");
        assert!(events[1].actor.is_some() && events[1].actor != events[2].actor, "{events:?}");
    }
    for (job, left) in [("follow_up", vec![constraint]), ("of_others", vec![constraint, &only_his])] {
        let events = store.events(&job.into(), 0).await.expect("there");
        let Event::Asked(asked) = &events[0].event else { panic!("{events:?}") };
        assert_eq!(asked.constraints.iter().collect::<Vec<_>>(), left, "{job}");
    }
    assert_eq!(store.thread(&"thr_1".into()).await.expect("there").title, "What is job_1?");
    assert_eq!(store.list("web:ada", Some("tolls"), 9).await.expect("listed"), []);
    assert_eq!(store.edits(&"job_1".into()).await.expect("asked"), [edit(1, "hers")]);
    assert_eq!(store.erase_person("web:ben").await.expect("again"), ErasedPerson::default());

    // The typed text stays as long as a copy needs it.
    store.delete(&"thr_1".into()).await.expect("deleted");
    let events = store.events(&"copy".into(), 0).await.expect("there");
    assert_eq!(events_of(&events)[1..3], [gone, typed]);
    store.delete(&"thr_copy".into()).await.expect("deleted");
}

/// Stands in everything that somebody else has brought into a run.
const MARK: &str = "zwiebelturm";

pub async fn what_runs_of_others_made_of_somebodys_words_goes_with_them(base: &dyn Base) {
    let store = base.open().await;
    let mut new = NewJob { claim_for: Some("w1".into()), ..new_job("job_1", "thr_1", 1) };
    if let Event::Asked(asked) = &mut new.events[0] {
        asked.question.text = "How long is the bridge?".into();
        asked.providers = vec!["web".into()];
        asked.budget = Budget { rounds: 2, queries: 9, pages: 9, ..Budget::default() };
    }
    let fence = store.create(new).await.expect("created").expect("claimed");
    let kind = ConstraintKind::Also(format!("{MARK} tolls"));
    let constraint = Constraint { text: format!("also check {MARK} tolls"), kind };
    let steered = Event::Steered { constraint, flagged: Vec::new() };
    store.append(Append { by: by("web:ben"), ..append("job_1", 1, vec![steered]) }).await.expect("appended");
    let file = reading(&format!("file:///given-along/{MARK}.md"), &format!("The {MARK} takes 3 crowns."), 5);
    let attached = Event::Attached { document: Arc::new(file.document.clone()) };
    let given = Append {
        by: by("web:ben"),
        readings: vec![file.clone()],
        ..append("job_1", 2, vec![attached.clone()])
    };
    store.append(given).await.expect("appended");

    let query = |text: &str| Query { text: text.into(), ..Query::default() };
    let plan = Plan {
        goal: format!("The bridge and the {MARK}"),
        queries: vec![query("long bridge"), query(&format!("{MARK} tolls"))],
        ..Plan::default()
    };
    let planned = Event::Planned { effect: "plan".into(), plan: Box::new(plan), cost: Spend::default() };
    store.append(append("job_1", 3, vec![planned])).await.expect("appended");
    let job = async |job: &str| Job::replay(&store.events(&job.into(), 0).await.expect("there"));
    let found = |query: &Query| {
        let effect: EffectId = search_stem(0, query, "web").into();
        Event::Found {
            effect,
            provider: "web".into(),
            hits: [].into(),
            cached: false,
            cost: Spend::default(),
        }
    };
    for query in &job("job_1").await.rounds[0].queries {
        let found = found(query);
        let started = started(found.outcome_of().expect("an outcome").as_str());
        let append = Append { fence: Some(fence.clone()), ..append("job_1", 4, vec![started, found]) };
        store.append(append).await.expect("appended");
    }
    let before = job("job_1").await;
    // Her next turn has his file as well.
    let mut next = new_job("job_2", "thr_1", 2);
    next.events.push(attached);
    store.create(next).await.expect("created");
    let copy = NewJob {
        copied: Some(("job_1".into(), before.head)),
        events: vec![Event::Forked(Box::default())],
        ..new_job("copy", "thr_copy", 1)
    };
    store.create(copy).await.expect("created");

    let erased = store.erase_person("web:ben").await.expect("erased");
    let names: Vec<&str> = erased.shaped.iter().map(JobId::as_str).collect();
    assert_eq!(names, ["job_1", "job_2", "copy"]);
    for job in ["job_1", "job_2", "copy"] {
        let events = base.open().await.events(&job.into(), 0).await.expect("there");
        assert!(!format!("{events:?}").contains(MARK), "{events:?}");
    }
    assert_eq!(store.reading(&file.document.hash).await.expect("asked"), None);
    let after = job("job_1").await;
    assert_eq!((after.head, after.status()), (before.head, before.status()));
    assert_eq!(after.rounds[0].found.len(), 2);
    for query in &after.rounds[0].queries {
        assert!(after.rounds[0].found.contains_key(&search_stem(0, query, "web")), "{query:?}");
        let again = store.append(append("job_1", after.head, vec![found(query)])).await.expect("appended");
        assert_eq!(again, [], "its outcome is known under its new name");
    }
    assert_eq!((after.attached.len(), job("job_2").await.attached.len()), (0, 0));

    // Whoever has worked on it still has the words.
    let late = Append { fence: Some(fence), ..append("job_1", after.head, vec![started("late")]) };
    assert!(matches!(store.append(late).await, Err(StoreError::Fenced(_))));
    let claimed = store.claim("w2", Some(&"job_1".into()), Millis(9_000)).await.expect("asked");
    assert!(claimed.is_some(), "somebody else goes on with it");
    assert_eq!(store.erase_person("web:ben").await.expect("again"), ErasedPerson::default());
}

fn also(text: &str) -> Event {
    let kind = ConstraintKind::Also(text.into());
    let constraint = Constraint { text: format!("also check {text}"), kind };
    Event::Steered { constraint, flagged: Vec::new() }
}

fn planned(goal: &str, queries: &[&str]) -> Event {
    let query = |text: &&str| Query { text: (*text).into(), ..Query::default() };
    let plan = Plan { goal: goal.into(), queries: queries.iter().map(query).collect(), ..Plan::default() };
    Event::Planned { effect: "plan".into(), plan: Box::new(plan), cost: Spend::default() }
}

/// A question of Ada's.
fn asking(job: &str, thread: &str, question: &str) -> NewJob {
    let mut new = NewJob { question: question.into(), ..new_job(job, thread, 1) };
    if let Event::Asked(asked) = &mut new.events[0] {
        asked.question.text = question.into();
        asked.providers = vec!["web".into()];
        asked.budget = Budget { rounds: 2, queries: 9, pages: 9, ..Budget::default() };
    }
    new
}

pub async fn one_after_the_other_is_erased_from_the_same_run(base: &dyn Base) {
    let store = base.open().await;
    store.create(asking("job_1", "thr_1", "How long is the bridge?")).await.expect("created");
    for (after, person, text) in [(1, "web:ben", "old tolls"), (2, "web:eve", "new ferries")] {
        let steer = Append { by: by(person), ..append("job_1", after, vec![also(text)]) };
        store.append(steer).await.expect("appended");
    }
    let plan = planned("How long is the bridge?", &["bridge", "old tolls", "new ferries"]);
    store.append(append("job_1", 3, vec![plan])).await.expect("appended");
    let job = async || Job::replay(&store.events(&"job_1".into(), 0).await.expect("there"));
    for query in &job().await.rounds[0].queries {
        let effect: EffectId = search_stem(0, query, "web").into();
        let cost = Spend::default();
        let found = Event::Found { effect, provider: "web".into(), hits: [].into(), cached: false, cost };
        store.append(append("job_1", 4, vec![found])).await.expect("appended");
    }
    for person in ["web:ben", "web:eve"] {
        let erased = store.erase_person(person).await.expect("erased");
        assert_eq!(erased.shaped, ["job_1".into()], "{person}");
        let job = job().await;
        let found = |query: &Query| job.rounds[0].found.contains_key(&search_stem(0, query, "web"));
        assert!(job.rounds[0].queries.iter().all(found), "{:?}", job.rounds[0]);
    }
    let job = job().await;
    let texts: Vec<&str> = job.rounds[0].queries.iter().map(|query| query.text.as_str()).collect();
    assert_eq!(texts, ["bridge", "(erased)", "(erased) 2"]);
}

pub async fn a_branch_takes_nothing_from_the_asker(base: &dyn Base) {
    let store = base.open().await;
    let question = "How long is the harbour bridge?";
    store.create(asking("job_1", "thr_1", question)).await.expect("created");
    let ben = Requester { platform: "web".into(), user: "ben".into(), ..Requester::default() };
    let forked = Forked { job: "branch".into(), from: "job_1".into(), at: 1, ..Forked::default() };
    let branch = NewJob {
        requester: ben,
        copied: Some(("job_1".into(), 1)),
        forked_from: Some(("job_1".into(), 1)),
        events: vec![Event::Forked(Box::new(forked))],
        ..new_job("branch", "thr_1", 1)
    };
    store.create(branch).await.expect("created");
    let mut next = asking("job_2", "thr_1", "And who built it?");
    if let Event::Asked(asked) = &mut next.events[0] {
        asked.earlier =
            vec![EarlierTurn { at: Millis(1_000), question: question.into(), ..EarlierTurn::default() }];
    }
    next.events.push(planned("Who built the harbour bridge?", &["built harbour bridge"]));
    store.create(next).await.expect("created");
    let before = store.events(&"job_2".into(), 0).await.expect("there");

    let erased = store.erase_person("web:ben").await.expect("erased");
    assert_eq!((erased.runs, erased.shaped), (vec!["branch".into()], Vec::new()));
    assert_eq!(store.events(&"job_2".into(), 0).await.expect("there"), before);
}

pub async fn checks_of_an_answer_and_their_watch_lose_the_same_words(base: &dyn Base) {
    let store = base.open().await;
    store.create(asking("job_1", "thr_1", "How long is the bridge?")).await.expect("created");
    let typed = format!("who pays the {MARK} tolls today");
    let steer = Append { by: by("web:ben"), ..append("job_1", 1, vec![also(&typed)]) };
    store.append(steer).await.expect("appended");
    let goal = format!("The bridge and its {MARK}");
    store.append(append("job_1", 2, vec![planned(&goal, &[])])).await.expect("appended");
    // A check of a check, each in a thread of its own.
    for (job, thread, of) in [("job_2", "thr_2", "job_1"), ("job_3", "thr_3", "job_2")] {
        let mut new = asking(job, thread, &goal);
        if let Event::Asked(asked) = &mut new.events[0] {
            let claim = PreviousClaim { text: format!("Nobody knows {typed}."), ..PreviousClaim::default() };
            asked.previous =
                Some(Box::new(Previous { job: of.into(), claims: vec![claim], ..Previous::default() }));
        }
        store.create(new).await.expect("created");
    }
    let changed =
        WatchChange { job: "job_3".into(), changes: vec![format!("New: {typed}")], ..WatchChange::default() };
    let watch = Watch {
        id: "wat_1".into(),
        owner: Requester { platform: "web".into(), user: "ada".into(), ..Requester::default() },
        question: goal.clone(),
        origin: "job_2".into(),
        base: "job_3".into(),
        changed: Some(changed),
        ..Watch::default()
    };
    store.put_watch(&watch).await.expect("put");
    // The same words in a run that has nothing to do with his.
    store.create(asking("job_4", "thr_4", &goal)).await.expect("created");

    let erased = store.erase_person("web:ben").await.expect("erased");
    assert_eq!(erased.shaped, ["job_1".into(), "job_2".into(), "job_3".into()]);
    for job in ["job_1", "job_2", "job_3"] {
        let events = store.events(&job.into(), 0).await.expect("there");
        let row = store.job(&job.into()).await.expect("there");
        assert!(!format!("{events:?} {row:?}").contains(MARK), "{events:?} {row:?}");
    }
    for thread in ["thr_2", "thr_3"] {
        assert_eq!(store.thread(&thread.into()).await.expect("there").title, "(erased)");
    }
    let left = store.watches(None).await.expect("asked").remove(0);
    assert_eq!(left.question, "(erased)");
    assert_eq!(left.changed.expect("it has changed").changes, ["New: (erased)"]);
    assert_eq!(store.job(&"job_4".into()).await.expect("there").question, goal);
}

pub async fn a_file_that_somebody_else_attached_too_stays(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let file =
        |name: &str| reading(&format!("file:///given-along/{name}.md"), &format!("{name} costs 3."), 5);
    let attached = |file: &Reading| Event::Attached { document: Arc::new(file.document.clone()) };
    let (his, theirs) = (file("his"), file("theirs"));
    let events = vec![attached(&his), attached(&theirs)];
    let given = Append {
        by: by("web:ben"),
        readings: vec![his.clone(), theirs.clone()],
        ..append("job_1", 1, events)
    };
    store.append(given).await.expect("appended");
    // Her next turn has both files, and she attaches one of them herself.
    let mut next = new_job("job_2", "thr_1", 2);
    next.events.extend([attached(&his), attached(&theirs), attached(&theirs)]);
    store.create(next).await.expect("created");

    store.erase_person("web:ben").await.expect("erased");
    assert_eq!(store.reading(&his.document.hash).await.expect("asked"), None);
    assert_eq!(store.reading(&theirs.document.hash).await.expect("asked"), Some(theirs.clone()));
    for job in ["job_1", "job_2"] {
        let job = Job::replay(&store.events(&job.into(), 0).await.expect("there"));
        assert_eq!(job.attached, std::slice::from_ref(&theirs.document));
    }
}

pub async fn copies_that_are_made_while_somebody_is_erased_name_nobody(base: &dyn Base) {
    const RUNS: usize = 30;
    let (store, other) = (base.open().await, base.open().await);
    let ben = Requester { platform: "web".into(), user: "ben".into(), ..Requester::default() };
    for index in 0..RUNS {
        let mut new = new_job(&format!("job_{index}"), &format!("thr_{index:02}"), 1);
        if let Event::Asked(asked) = &mut new.events[0] {
            asked.requester = ben.clone();
        }
        store.create(NewJob { requester: ben.clone(), ..new }).await.expect("created");
    }
    let copying = tokio::spawn(async move {
        let mut copies = Vec::new();
        // The last ones are erased last.
        for index in (0..RUNS).rev().chain(0..RUNS) {
            let name = format!("copy_{}", copies.len());
            let from: JobId = format!("job_{index}").as_str().into();
            let forked = Forked { job: name.as_str().into(), from: from.clone(), at: 1, ..Forked::default() };
            let copy = NewJob {
                copied: Some((from, 1)),
                events: vec![Event::Forked(Box::new(forked))],
                ..new_job(&name, &format!("thr_{name}"), 1)
            };
            match other.create(copy).await {
                Ok(_) => copies.push(name),
                Err(StoreError::NotFound(_)) => {}
                Err(failure) => panic!("{failure}"),
            }
        }
        copies
    });
    let erased = store.erase_person("web:ben").await.expect("erased");
    let copies = copying.await.expect("no panic");
    assert_eq!(erased.threads.len(), RUNS);
    for copy in copies {
        let events = store.events(&copy.as_str().into(), 0).await.expect("there");
        assert!(!format!("{events:?}").contains("\"ben\""), "{copy}: {events:?}");
    }
}

/// Ben's thread of long jobs (`job_1`, `job_2`, and so on), into each of which he has typed something with its number.
async fn long_thread_of_ben(store: &dyn Store, jobs: u32) {
    let ben = Requester { platform: "web".into(), user: "ben".into(), ..Requester::default() };
    for turn in 1..=jobs {
        let job = format!("job_{turn}");
        let mut new = new_job(&job, "thr_ben", turn);
        if let Event::Asked(asked) = &mut new.events[0] {
            asked.requester = ben.clone();
        }
        store.create(NewJob { requester: ben.clone(), ..new }).await.expect("created");
        let steer = Append { by: by("web:ben"), ..append(&job, 1, vec![also(&format!("{MARK} {turn}"))]) };
        store.append(steer).await.expect("appended");
        lengthen(store, &job).await;
    }
}

/// Ada's branch of a job, in a thread of its own, with its question and what he has typed.
fn branch(name: &str, from: &str) -> NewJob {
    let forked = Forked { job: name.into(), from: from.into(), at: 2, ..Forked::default() };
    NewJob {
        copied: Some((from.into(), 2)),
        events: vec![Event::Forked(Box::new(forked))],
        ..new_job(name, &format!("thr_{name}"), 1)
    }
}

pub async fn what_others_took_over_from_a_long_thread_loses_the_same_words(base: &dyn Base) {
    let store = base.open().await;
    long_thread_of_ben(&*store, 4).await;
    // From the jobs that go first, last, and in between.
    for (name, from) in [("branch_1", "job_1"), ("branch_2", "job_2"), ("branch_4", "job_4")] {
        store.create(branch(name, from)).await.expect("created");
    }

    let erased = store.erase_person("web:ben").await.expect("erased");
    assert_eq!((erased.threads, erased.runs), (vec!["thr_ben".into()], Vec::new()));
    assert_eq!(erased.shaped, ["branch_1".into(), "branch_2".into(), "branch_4".into()]);
    for name in ["branch_1", "branch_2", "branch_4"] {
        let events = store.events(&name.into(), 0).await.expect("there");
        assert_eq!(events.len(), 3);
        let said = format!("{events:?}");
        assert!(!said.contains(MARK) && !said.contains("\"ben\""), "{said}");
    }
    assert_eq!(store.runs_of_person("web:ben").await.expect("asked"), []);
    assert_eq!(store.erase_person("web:ben").await.expect("again"), ErasedPerson::default());
}

pub async fn copies_from_a_long_thread_that_is_being_erased_name_nobody(base: &dyn Base) {
    const JOBS: u32 = 6;
    let (store, other) = (base.open().await, base.open().await);
    long_thread_of_ben(&*store, JOBS).await;
    let copying = tokio::spawn(async move {
        let mut copies = Vec::new();
        // The first ones are erased last.
        for turn in (1..=JOBS).rev().chain(1..=JOBS).chain(1..=JOBS) {
            let name = format!("copy_{}", copies.len());
            match other.create(branch(&name, &format!("job_{turn}"))).await {
                Ok(_) => copies.push(name),
                Err(StoreError::NotFound(_)) => {}
                Err(failure) => panic!("{failure}"),
            }
        }
        copies
    });
    let erased = store.erase_person("web:ben").await.expect("erased");
    let copies = copying.await.expect("no panic");
    assert_eq!(erased.threads, ["thr_ben".into()]);
    for copy in copies {
        let said = format!("{:?}", store.events(&copy.as_str().into(), 0).await.expect("there"));
        assert!(!said.contains(MARK) && !said.contains("\"ben\""), "{copy}: {said}");
    }
}

pub async fn whoever_is_erased_may_type_on_meanwhile(base: &dyn Base) {
    let (store, other) = (base.open().await, base.open().await);
    store.create(asking("job_1", "thr_1", "How long is the bridge?")).await.expect("created");
    let typing = tokio::spawn(async move {
        for number in 0..40 {
            let steer =
                Append { by: by("web:ben"), ..append("job_1", 0, vec![also(&format!("{MARK} {number}"))]) };
            other.append(steer).await.expect("appended");
        }
    });
    while !typing.is_finished() {
        store.erase_person("web:ben").await.expect("erased");
    }
    typing.await.expect("no panic");
    store.erase_person("web:ben").await.expect("erased");
    let events = store.events(&"job_1".into(), 0).await.expect("there");
    assert_eq!(events.len(), 41);
    assert!(!format!("{events:?}").contains(MARK), "{events:?}");
}

pub async fn two_who_are_named_in_the_same_runs_are_erased_at_once(base: &dyn Base) {
    const RUNS: usize = 30;
    let (store, other) = (base.open().await, base.open().await);
    let person = |user: &str| Requester { platform: "web".into(), user: user.into(), ..Requester::default() };
    for index in 0..RUNS {
        let mut new = new_job(&format!("job_{index}"), &format!("thr_{index}"), 1);
        if let Event::Asked(asked) = &mut new.events[0] {
            (asked.requester, asked.place) = (person("ben"), "web:ada".into());
        }
        store.create(NewJob { requester: person("eve"), ..new }).await.expect("created");
    }
    let (ada, ben) = tokio::join!(store.erase_person("web:ada"), other.erase_person("web:ben"));
    assert!(ada.is_ok() && ben.is_ok(), "{ada:?} {ben:?}");
    for index in 0..RUNS {
        let events = store.events(&format!("job_{index}").into(), 0).await.expect("there");
        let Event::Asked(asked) = &events[0].event else { panic!("{events:?}") };
        assert_eq!((asked.requester.user.as_str(), asked.place.as_str()), ("erased", "erased"), "{index}");
    }
}
