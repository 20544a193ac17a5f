//! Who gave commands, and what they typed.

use super::*;

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
    // A follow-up has carried over his constraint, and someone else has the same one.
    let Event::Steered { constraint, .. } = &typed else { panic!("{typed:?}") };
    for (job, thread) in [("follow_up", "thr_1"), ("of_others", "thr_2")] {
        let mut new = new_job(job, thread, 2);
        if let Event::Asked(asked) = &mut new.events[0] {
            asked.constraints = vec![constraint.clone()];
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
    assert_eq!(erased, ErasedPerson { rows: 3, ..ErasedPerson::default() }, "a table, a text, a name");
    let gone = typed.without_words("(erased)").expect("it has words");
    for job in ["job_1", "copy"] {
        let events = base.open().await.events(&job.into(), 0).await.expect("there");
        assert_eq!(events_of(&events)[1..3], [gone.clone(), typed.clone()], "{job}");
        assert!(events[1].actor.is_some() && events[1].actor != events[2].actor, "{events:?}");
    }
    for (job, left) in [("follow_up", 0), ("of_others", 1)] {
        let events = store.events(&job.into(), 0).await.expect("there");
        let Event::Asked(asked) = &events[0].event else { panic!("{events:?}") };
        assert_eq!(asked.constraints.len(), left, "{job}");
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
