//! Exports of what is stored about a person.

use super::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

const BEN: &str = "web:ben";

/// Stands in everything that Ben wrote, followed by the name of the field.
fn his(field: &str) -> String {
    format!("benmark{field}")
}

/// The same of everybody else's.
fn hers(field: &str) -> String {
    format!("adamark{field}")
}

/// In secrets.
const SECRET: &str = "secretmark";

fn by(person: &str) -> Option<By> {
    Some(By { person: person.into(), erased: "(erased)".into() })
}

fn requester(person: &str) -> Requester {
    let (platform, user) = person.split_once(':').expect("a key");
    Requester { platform: platform.into(), user: user.into(), ..Requester::default() }
}

/// A question of somebody.
fn question(person: &str, job: &str, thread: &str, turn: u32, text: &str) -> NewJob {
    let mut new = new_job(job, thread, turn);
    new.requester = requester(person);
    new.question = text.to_owned();
    new.at = Millis(1_000 * i64::from(turn));
    if let Event::Asked(asked) = &mut new.events[0] {
        asked.requester = requester(person);
        asked.question.text = text.to_owned();
        asked.at = new.at;
    }
    new
}

fn wish(text: String) -> Constraint {
    Constraint { text, ..Constraint::default() }
}

fn steered(text: String) -> Event {
    Event::Steered { constraint: wish(text), flagged: Vec::new() }
}

fn replied(reply: Reply) -> Event {
    Event::Replied { interrupt: "clarify.0".into(), reply, constraints: Vec::new(), flagged: Vec::new() }
}

async fn does(store: &dyn Store, person: &str, job: &str, events: Vec<Event>) {
    store.append(Append { by: by(person), ..append(job, 0, events) }).await.expect("appended");
}

/// Attaches a file whose name and text have this mark.
async fn attaches(store: &dyn Store, person: &str, job: &str, mark: &dyn Fn(&str) -> String) {
    let file = reading(&format!("file:///given/{}.md", mark("filename")), &mark("file"), 5);
    let attached = Event::Attached { document: Arc::new(file.document.clone()) };
    let append = Append { by: by(person), readings: vec![file], ..append(job, 0, vec![attached]) };
    store.append(append).await.expect("appended");
}

/// What somebody writes beside a journal about a run: their opinion, an edited table, a watch, and so on.
async fn writes_about(store: &dyn Store, person: &str, job: &str, mark: &dyn Fn(&str) -> String) {
    let opinion =
        Feedback { job: job.into(), person: person.into(), reason: mark("feedback"), ..Feedback::default() };
    store.put_feedback(&opinion).await.expect("noted");
    let known = store.edits(&job.into()).await.expect("asked").first().map_or(0, |edit| edit.version);
    let table = EditedTable { title: mark("table"), columns: vec!["Toll".into()], rows: Vec::new() };
    let edit = TableEdit { job: job.into(), artifact: "t1".into(), version: known + 1, at: Millis(9), table };
    assert!(store.keep_edit(edit, person).await.expect("kept"));
    let watch = Watch {
        id: mark("watch"),
        owner: requester(person),
        question: store.job(&job.into()).await.expect("there").question,
        origin: job.into(),
        base: job.into(),
        ..Watch::default()
    };
    store.put_watch(&watch).await.expect("put");
    let follower = Follower {
        job: job.into(),
        requester: requester(person),
        place: mark("followed").as_str().into(),
        at: Millis(1),
    };
    store.follow(&follower).await.expect("noted");
    let share = ShareRow { id: mark("share"), job: job.into(), owner: person.into(), ..ShareRow::default() };
    store.put_share(&share).await.expect("kept");
    let delivery = Delivery {
        job: job.into(),
        place: mark("delivery").as_str().into(),
        requester: requester(person),
        handle: format!("{{\"token\":\"{SECRET}\"}}"),
        ..Delivery::default()
    };
    store.start_delivery(&delivery).await.expect("started");
}

/// What is stored of somebody beside all runs: preferences, keys, budgets, and so on.
async fn is_known(store: &dyn Store, person: &str, mark: &dyn Fn(&str) -> String) {
    let set = |value| Remembered { name: Preference::Instructions, value, at: Millis(1) };
    let owner = PreferenceOwner::Person(person.into());
    store.put_preference(&owner, &set(mark("preference"))).await.expect("noted");
    let place = PreferenceOwner::Place(person.into());
    store.put_preference(&place, &set(mark("ofplace"))).await.expect("noted");
    let key = NewKey {
        id: mark("key"),
        name: requester(person).user,
        prefix: mark("prefix"),
        hash: format!("{SECRET} {person}"),
        at: Millis(1),
        role: KeyRole::User,
        expires_at: None,
        month_usd: None,
    };
    assert!(store.add_key(&key, false).await.expect("added"));
    let hash = format!("{SECRET} {person}");
    let session = NewSession { hash: hash.clone(), key: key.id.clone(), at: Millis(1), until: Millis(9) };
    store.open_session(&session).await.expect("opened");
    let code = NewCode { identity: person.into(), hash, until: Millis(77_777) };
    store.put_code(&code).await.expect("kept");
    let link = LinkRow {
        id: mark("link"),
        chat: format!("slack:{}", mark("chat")),
        web: person.into(),
        at: Millis(1),
    };
    store.link(&link).await.expect("linked");
    let request = KeyedRequest {
        owner: person.into(),
        key: mark("request"),
        fingerprint: SECRET.into(),
        holder: "w1".into(),
        at: Millis(1),
        until: Millis(2),
        since: Millis(0),
    };
    store.begin_request(&request).await.expect("begun");
    let reply = KeptReply { status: 201, body: SECRET.as_bytes().to_vec(), ..KeptReply::default() };
    store.end_request(&request, &reply).await.expect("kept");
    store.admit(person, Millis(1), Millis(0), 9).await.expect("counted");
    for (scope, field) in [(format!("requester:{person}"), ""), (format!("key:{}", key.id), "ofkey")] {
        let charge = Charge {
            scope: scope.clone(),
            period: mark(&format!("period{field}")),
            reserve: MicroUsd(1),
            release: MicroUsd(0),
            settle: MicroUsd(0),
            limit: Some(MicroUsd(9)),
        };
        store.charge(&[charge]).await.expect("charged");
        let period = mark(&format!("notice{field}"));
        let line = BudgetLine { scope, period, percent: 80, limit: MicroUsd(9) };
        store.claim_notice(&line, &"of_ada".into()).await.expect("claimed");
    }
}

/// A person's rows, and their part of all journals with their files, as one text each.
async fn exported(store: &dyn Store, person: &str) -> (PersonRows, String) {
    let rows = store.rows_of_person(person).await.expect("exported");
    let mut all = Value::from_iter(rows.rows.clone()).to_string();
    let mut export = ExportOf::new(person, rows.actor.clone());
    for thread in &rows.threads {
        for row in store.jobs(thread).await.expect("there") {
            let run = export
                .take(thread, &store.events(&row.job, 0).await.expect("there"))
                .expect("everything of others can be left out");
            let hashes: Vec<DocumentHash> = run.files.iter().map(|file| file.hash.clone()).collect();
            let texts = store.texts(&hashes).await.expect("there");
            assert_eq!(texts.len(), hashes.len(), "{run:?}");
            all += &format!("{run:?} {texts:?}");
        }
    }
    (rows, all)
}

pub async fn all_that_a_person_wrote_is_exported_and_nothing_of_others(base: &dyn Base) {
    let store = base.open().await;
    let store = &*store;
    // Ada asks, and Ben has a say in it. He asks in her thread as well, and she follows up.
    store.create(question("web:ada", "of_ada", "thr_ada", 1, &hers("question"))).await.expect("created");
    does(store, BEN, "of_ada", vec![steered(his("steer")), replied(Reply::Custom(his("reply")))]).await;
    let edit = Reply::Edit { constraints: vec![wish(his("constraint"))], queries: vec![his("query")] };
    does(store, BEN, "of_ada", vec![replied(edit), Event::StopRequested]).await;
    attaches(store, BEN, "of_ada", &his).await;
    does(store, "web:ada", "of_ada", vec![steered(hers("steer"))]).await;
    attaches(store, "web:ada", "of_ada", &hers).await;
    let turn = |at, question: String| EarlierTurn { at: Millis(at), question, ..EarlierTurn::default() };
    let mut second = question(BEN, "in_hers", "thr_ada", 2, &his("question"));
    if let Event::Asked(asked) = &mut second.events[0] {
        asked.earlier = vec![turn(1_000, hers("question"))];
        asked.constraints = vec![wish(hers("steer")), wish(his("steer"))];
    }
    store.create(second).await.expect("created");
    let mut third = question("web:ada", "after_his", "thr_ada", 3, &hers("followup"));
    if let Event::Asked(asked) = &mut third.events[0] {
        asked.earlier = vec![turn(1_000, hers("question")), turn(2_000, his("question"))];
    }
    store.create(third).await.expect("created");
    store.rename(&"thr_ada".into(), &his("title"), BEN).await.expect("renamed");

    // Ben asks in a thread of his own, and Ada has a say in it.
    store.create(question(BEN, "of_ben", "thr_ben", 1, &his("own"))).await.expect("created");
    does(store, BEN, "of_ben", vec![steered(his("ownsteer"))]).await;
    let plan = |word: &str| Plan {
        goal: his("goal"),
        sub_questions: vec![SubQuestion { text: his("subquestion"), ..SubQuestion::default() }],
        queries: vec![Query { text: word.to_owned(), ..Query::default() }],
        ..Plan::default()
    };
    let planned = |effect: &str, word: &str| Event::Planned {
        effect: effect.into(),
        plan: Box::new(plan(word)),
        cost: Spend::default(),
    };
    let answer = Answer { summary: his("answer"), ..Answer::default() };
    let verified = Event::Verified {
        effect: "verify.0".into(),
        verdict: Box::new(Verdict::Passed(answer)),
        cost: Spend::default(),
    };
    store
        .append(append("of_ben", 0, vec![planned("plan", &his("madequery")), verified]))
        .await
        .expect("appended");
    does(store, "web:ada", "of_ben", vec![steered(hers("ownsteer"))]).await;
    let made_of_hers = planned("plan.1", &hers("ownsteer"));
    store.append(append("of_ben", 0, vec![made_of_hers])).await.expect("appended");
    attaches(store, "web:ada", "of_ben", &|field| hers(&format!("own{field}"))).await;
    store.create(question("web:ada", "in_his", "thr_ben", 2, &hers("inhis"))).await.expect("created");
    store.put_edit(&"of_ben".into(), &his("edited"), Millis(1)).await.expect("put");
    store.put_edit(&"of_ada".into(), &hers("edited"), Millis(1)).await.expect("put");
    for (job, source) in [("of_ben", his("source")), ("of_ada", hers("source"))] {
        store.put_pick(&job.into(), &source.as_str().into(), Some(Pick::Pin), Millis(1)).await.expect("put");
    }
    for (job, thread, mark) in [("of_ben", "thr_ben", his as fn(&str) -> String), ("of_ada", "thr_ada", hers)]
    {
        store.settle_thread(&mark("place").as_str().into(), &thread.into()).await.expect("settled");
        let noted = AskedBefore {
            job: job.into(),
            form: mark("form"),
            expires_at: Millis(99_999),
            ..AskedBefore::default()
        };
        store.note_question(&noted).await.expect("noted");
        let message = ChatMessage {
            job: job.into(),
            place: mark("messageplace").as_str().into(),
            id: Some(mark("message")),
            nonce: SECRET.into(),
            ..ChatMessage::default()
        };
        store.put_message(&message).await.expect("put");
        store.end_shares(&job.into(), Millis(55_555)).await.expect("ended");
    }
    // Somebody who branches a run has its copy.
    let copy = NewJob {
        copied: Some(("of_ada".into(), 1)),
        events: vec![Event::Forked(Box::new(Forked {
            home: Some(NewHome { requester: requester(BEN), ..NewHome::default() }),
            edit: Edit { constraints: vec![wish(his("branch"))], ..Edit::default() },
            ..Forked::default()
        }))],
        forked_from: Some(("of_ada".into(), 1)),
        ..question(BEN, "copy", "thr_copy", 1, &hers("question"))
    };
    store.create(copy).await.expect("created");
    for (person, job, mark) in [
        (BEN, "of_ada", his as fn(&str) -> String),
        ("web:ada", "of_ada", hers),
        ("web:ada", "of_ben", |field| hers(&format!("own{field}"))),
        (BEN, "of_ben", |field| his(&format!("own{field}"))),
    ] {
        writes_about(store, person, job, &mark).await;
    }
    is_known(store, BEN, &his).await;
    is_known(store, "web:ada", &hers).await;

    let (rows, all) = exported(store, BEN).await;
    let in_journals = [
        "steer",
        "reply",
        "constraint",
        "query",
        "filename",
        "file",
        "question",
        "own",
        "ownsteer",
        "goal",
        "subquestion",
        "madequery",
        "answer",
        "branch",
    ];
    let in_rows = [
        "title",
        "edited",
        "source",
        "place",
        "form",
        "message",
        "messageplace",
        "feedback",
        "table",
        "watch",
        "followed",
        "share",
        "delivery",
        "ownfeedback",
        "owntable",
        "ownwatch",
        "ownfollowed",
        "ownshare",
        "owndelivery",
        "preference",
        "ofplace",
        "key",
        "prefix",
        "link",
        "chat",
        "request",
        "period",
        "notice",
        "periodofkey",
        "noticeofkey",
    ];
    for field in in_journals.iter().chain(&in_rows) {
        // In full, and not as the beginning of another one.
        let whole =
            |(at, mark): (usize, &str)| !all[at + mark.len()..].starts_with(|c: char| c.is_alphanumeric());
        assert!(all.match_indices(&his(field)).any(whole), "{field} is missing in {all}");
    }
    assert!(all.contains("77777") && all.contains("55555"), "{all}");
    assert!(!all.contains("adamark"), "somebody else's in {all}");
    assert!(!all.contains(SECRET), "a secret in {all}");
    let threads: BTreeSet<&str> = rows.threads.iter().map(ThreadId::as_str).collect();
    assert_eq!(threads, BTreeSet::from(["thr_ada", "thr_ben", "thr_copy"]));
    let of_his = rows.rows["threads"].iter().find(|row| row["thread"] == "thr_ben").expect("his");
    assert_eq!(of_his["runs_of_others"], 1, "{of_his}");
    let watches = &rows.rows["watches"];
    assert_eq!(watches.iter().filter(|row| row["watch"]["question"].is_string()).count(), 1, "{watches:?}");
    let kinds: BTreeSet<&str> = rows.rows.keys().map(String::as_str).collect();
    assert_eq!(kinds.len(), 24, "every kind has rows: {kinds:?}");

    // The other one's export holds what she wrote, and nothing of his.
    let (hers_before, of_ada) = exported(store, "web:ada").await;
    assert!(of_ada.contains(&hers("steer")) && of_ada.contains(&hers("inhis")), "{of_ada}");
    assert!(!of_ada.contains("benmark"), "somebody else's in {of_ada}");
    store.erase_person(BEN).await.expect("erased");
    assert_eq!(store.rows_of_person(BEN).await.expect("exported"), PersonRows::default());
    // Rows of which a key must say whose they are.
    assert!(!store.close_session(&format!("{SECRET} {BEN}")).await.expect("asked"));
    let used = store.used_of(&format!("key:{}", his("key")), &his("periodofkey")).await.expect("asked");
    assert_eq!(used, MicroUsd(0));
    let (hers_after, _) = exported(store, "web:ada").await;
    for kind in ["preferences", "preferences_of_place", "api_keys", "sessions", "budgets", "budget_notices"] {
        assert_eq!(hers_after.rows[kind], hers_before.rows[kind], "{kind}");
    }
    let nobody = store.rows_of_person("web:nobody").await.expect("exported");
    assert_eq!(nobody, PersonRows::default());
}
