//! Conversation state outside journals.

use super::{Base, Store, new_job};
use gorkd_core::model::*;
use gorkd_core::ports::*;

fn asked(job: &str, audience: &str, at: i64) -> AskedBefore {
    AskedBefore {
        job: job.into(),
        audience: audience.into(),
        question: Question { text: format!("What is {job}?"), ..Question::default() },
        form: "same".into(),
        profile: Profile::Deep,
        privacy: Privacy::LocalOnly,
        domain: Some("medical".into()),
        library: 7,
        asked_at: Millis(at),
        expires_at: Millis(at + 1_000),
        meaning: Some(("minilm".into(), vec![0.8, 0.6, 3.0e-7])),
    }
}

pub async fn questions_are_kept_for_their_audience_until_their_time_is_over(base: &dyn Base) {
    let store = base.open().await;
    for job in ["a", "b", "c"] {
        store.create(new_job(job, &format!("thr_{job}"), 1)).await.expect("created");
    }
    let wordless = AskedBefore { meaning: None, domain: None, ..asked("b", "team", 200) };
    store.note_question(&asked("a", "team", 100)).await.expect("noted");
    store.note_question(&wordless).await.expect("noted");
    store.note_question(&asked("c", "place", 300)).await.expect("noted");
    let store = base.open().await;
    let form = |form: &str| Like::Form(form.to_owned());
    let found = store.asked_before("team", &form("same"), Millis(500), 10).await.expect("asked");
    assert_eq!(found, [wordless.clone(), asked("a", "team", 100)], "newest first");
    let newest = store.asked_before("team", &form("same"), Millis(500), 1).await.expect("asked");
    assert_eq!(newest, std::slice::from_ref(&wordless));
    assert_eq!(store.asked_before("team", &form("other"), Millis(500), 10).await.expect("asked"), []);
    let late = store.asked_before("team", &form("same"), Millis(1_150), 10).await.expect("asked");
    assert_eq!(late, std::slice::from_ref(&wordless));
    let near = |embedder: &str, least| Like::Meaning {
        embedder: embedder.into(),
        vector: vec![0.6, 0.8, 0.0],
        least,
    };
    for (like, found) in
        [(near("minilm", 0.9), true), (near("minilm", 0.97), false), (near("other", 0.1), false)]
    {
        let alike = store.asked_before("team", &like, Millis(500), 10).await.expect("asked");
        assert_eq!(alike == [asked("a", "team", 100)], found, "{like:?}");
        assert_eq!(alike.is_empty(), !found);
    }
    store.delete(&"thr_b".into()).await.expect("deleted");
    assert_eq!(
        store.asked_before("team", &form("same"), Millis(1_150), 10).await.expect("asked"),
        [],
        "erased with its thread"
    );
}

pub async fn near_questions_are_found_whichever_process_noted_them(base: &dyn Base) {
    let (store, other) = (base.open().await, base.open().await);
    let like = Like::Meaning { embedder: "minilm".into(), vector: vec![0.8, 0.6, 0.0], least: 0.9 };
    let found = async |at, limit| {
        let found = store.asked_before("team", &like, Millis(at), limit).await.expect("asked");
        found.into_iter().map(|asked| asked.job.0).collect::<Vec<_>>()
    };
    let note = async |job: &str, asked_at, by: &dyn Store| {
        by.create(new_job(job, &format!("thr_{job}"), 1)).await.expect("created");
        by.note_question(&asked(job, "team", asked_at)).await.expect("noted");
    };
    assert_eq!(found(500, 9).await, [""; 0]);
    note("a", 100, &*other).await;
    assert_eq!(found(500, 9).await, ["a"]);
    note("c", 300, &*store).await;
    note("b", 200, &*other).await;
    assert_eq!(found(500, 9).await, ["c", "b", "a"], "newest first");
    assert_eq!(found(500, 2).await, ["c", "b"]);
    assert_eq!(found(1_100, 9).await, ["c", "b"], "the time of the first is over");
    // What is recorded after the newest row was erased does not reuse its number.
    for (gone, new, by) in [("b", "d", &other), ("d", "e", &store), ("c", "f", &other)] {
        by.delete(&format!("thr_{gone}").into()).await.expect("deleted");
        note(new, 400, &**by).await;
    }
    let mut left = found(500, 9).await;
    left.sort();
    assert_eq!(left, ["a", "e", "f"]);
}

pub async fn who_follows_a_job_is_known_until_he_leaves(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("a", "thr_a", 1)).await.expect("created");
    let follower = |user: &str, at| Follower {
        job: "a".into(),
        requester: Requester {
            platform: "slack".into(),
            user: user.into(),
            roles: vec!["member".into()],
            ..Requester::default()
        },
        place: "slack:T:C".into(),
        at: Millis(at),
    };
    store.follow(&follower("ben", 2)).await.expect("follows");
    store.follow(&follower("ada", 1)).await.expect("follows");
    store.follow(&follower("ada", 9)).await.expect("once more changes nothing");
    let store = base.open().await;
    assert_eq!(store.followers(&"a".into()).await.expect("asked"), [follower("ada", 1), follower("ben", 2)]);
    assert!(store.unfollow(&"a".into(), "slack:ada").await.expect("left"));
    assert!(!store.unfollow(&"a".into(), "slack:ada").await.expect("gone already"));
    assert_eq!(store.followers(&"a".into()).await.expect("asked"), [follower("ben", 2)]);
}

pub async fn what_is_remembered_is_changed_and_forgotten(base: &dyn Base) {
    let store = base.open().await;
    let set = |name, value: &str, at| Remembered { name, value: value.into(), at: Millis(at) };
    let [a, b] = ["web:a", "web:b"].map(|person| PreferenceOwner::Person(person.to_owned()));
    // A place may have the same name as a person.
    let place = PreferenceOwner::Place("web:a".to_owned());
    let (profile, language) = (Preference::Profile, Preference::Language);
    for (owner, set) in [
        (&a, set(profile, "deep", 1)),
        (&a, set(profile, "quick", 2)),
        (&a, set(language, "de", 3)),
        (&b, set(language, "fr", 3)),
        (&place, set(language, "es", 4)),
        (&place, set(Preference::RetentionDays, "30", 4)),
        (&a, set(Preference::RetentionDays, "7", 4)),
    ] {
        store.put_preference(owner, &set).await.expect("noted");
    }
    let store = base.open().await;
    let of_a = store.preferences(&a).await.expect("asked");
    let of_names = [set(language, "de", 3), set(profile, "quick", 2), set(Preference::RetentionDays, "7", 4)];
    assert_eq!(of_a, of_names, "by name");
    let retentions = store.places_with(Preference::RetentionDays).await.expect("asked");
    assert_eq!(retentions, [("web:a".into(), "30".to_owned())], "of places alone");
    assert_eq!(store.drop_preferences(&a, Some(language)).await.expect("forgotten"), 1);
    assert_eq!(store.drop_preferences(&a, Some(language)).await.expect("forgotten"), 0);
    assert_eq!(store.drop_preferences(&a, None).await.expect("forgotten"), 2);
    assert_eq!(store.preferences(&a).await.expect("asked"), []);
    assert_eq!(store.preferences(&b).await.expect("asked").len(), 1, "others keep theirs");
    assert_eq!(store.preferences(&place).await.expect("asked").len(), 2);
}

pub async fn settings_of_direct_messages_go_with_their_person(base: &dyn Base) {
    let store = base.open().await;
    let requester = Requester { platform: "slack".into(), user: "T1:U1".into(), ..Requester::default() };
    for (job, place) in
        [("one", "slack:T1:D1:1700.1"), ("other", "slack:T1:C1:1700.2"), ("elsewhere", "discord:@me:9")]
    {
        let new = new_job(job, &format!("thr_{job}"), 1);
        let new = NewJob { requester: requester.clone(), place: place.into(), ..new };
        store.create(new).await.expect("created");
    }
    let of = |place: &str| PreferenceOwner::Place(place.to_owned());
    let places = ["slack:T1:D1", "discord:@me:9", "slack:T1", "slack:T1:C1", "slack:T1:D2"];
    for place in places {
        let set = Remembered { name: Preference::Language, value: "de".into(), at: Millis(1) };
        store.put_preference(&of(place), &set).await.expect("noted");
    }
    let rows = store.rows_of_person("slack:T1:U1").await.expect("exported").rows;
    let exported: Vec<&str> =
        rows["preferences_of_place"].iter().filter_map(|row| row["place"].as_str()).collect();
    assert_eq!(exported, ["discord:@me:9", "slack:T1:D1"]);

    let erased = store.erase_person("slack:T1:U1").await.expect("erased");
    assert_eq!(erased.rows, 3, "two settings and a name");
    for (place, left) in places.into_iter().zip([0, 0, 1, 1, 1]) {
        assert_eq!(store.preferences(&of(place)).await.expect("asked").len(), left, "{place}");
    }
}

fn watch(id: &str, job: &str) -> Watch {
    Watch {
        id: id.into(),
        owner: Requester { platform: "web".into(), user: "ada".into(), ..Requester::default() },
        question: "What is new?".into(),
        every_ms: 60_000,
        next_at: Millis(100),
        origin: job.into(),
        base: job.into(),
        ..Watch::default()
    }
}

pub async fn a_watch_ends_with_its_answers(base: &dyn Base) {
    let store = base.open().await;
    for (job, thread) in [("a", "first"), ("b", "second"), ("c", "third")] {
        store.create(new_job(job, thread, 1)).await.expect("created");
    }
    let moved = |watch: &Watch| Watch { base: "c".into(), runs: 1, ..watch.clone() };
    for (id, job) in [("wat_1", "a"), ("wat_2", "b")] {
        let watch = watch(id, job);
        store.put_watch(&watch).await.expect("put");
        assert!(store.move_watch(&watch, &moved(&watch)).await.expect("moved"));
    }
    let unknown = store.put_watch(&watch("wat_3", "none")).await;
    assert!(matches!(unknown, Err(StoreError::NotFound(_))), "{unknown:?}");
    let ids = async || {
        let watches = store.watches(None).await.expect("asked");
        watches.into_iter().map(|watch| watch.id).collect::<Vec<_>>()
    };
    store.delete(&"first".into()).await.expect("deleted");
    assert_eq!(ids().await, ["wat_2"], "the answer that it was made for is gone");
    store.delete(&"third".into()).await.expect("deleted");
    assert_eq!(ids().await, [""; 0], "the answer that it compares with is gone");
}

pub async fn of_two_who_move_a_watch_one_wins(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let watch = watch("wat_1", "job_1");
    store.put_watch(&watch).await.expect("put");
    let other = base.open().await;
    assert_eq!(other.watches_due(Millis(99)).await.expect("asked"), []);
    let begun = Watch { running: Some("job_2".into()), next_at: Millis(60_100), ..watch.clone() };
    assert!(store.move_watch(&watch, &begun).await.expect("moved"));
    assert!(!other.move_watch(&watch, &begun).await.expect("it is not as it was"));
    assert_eq!(
        other.watches_due(Millis(99)).await.expect("asked"),
        std::slice::from_ref(&begun),
        "its look is under way"
    );
    assert_eq!(other.watches(Some("web:ada")).await.expect("asked"), [begun]);
    assert_eq!(other.watches(Some("web:ben")).await.expect("asked"), []);
    assert!(other.drop_watch("wat_1").await.expect("dropped"));
    assert!(!store.drop_watch("wat_1").await.expect("gone already"));
}
