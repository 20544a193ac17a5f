//! What the chat platforms store. The in-memory store that the platforms' own tests use is held to it too.

use super::new_job;
use async_trait::async_trait;
use gorkd_core::job::JobStatus;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use std::sync::Arc;

/// The ports that these tests need.
pub trait ChatStore: Journal + Threads + Chats + Installations {}
impl<T: Journal + Threads + Chats + Installations> ChatStore for T {}

/// A database on which any number of handles can be opened.
#[async_trait]
pub trait ChatBase: Send + Sync {
    async fn reopen(&self) -> Arc<dyn ChatStore>;
}

fn arrival(key: &str, platform: &str, at: i64) -> Arrival {
    let payload = format!("{{\"of\":\"{key}\"}}");
    Arrival { key: key.into(), platform: platform.into(), payload, at: Millis(at) }
}

fn delivery(job: &str, place: &str, at: i64) -> Delivery {
    Delivery {
        job: job.into(),
        place: place.into(),
        requester: Requester {
            platform: "slack".into(),
            user: "U1".into(),
            roles: vec!["member".into()],
            ..Requester::default()
        },
        private: true,
        handle: r#"{"token":"t"}"#.into(),
        extras: vec![extra("sources")],
        state: DeliveryState::Open,
        at: Millis(at),
        wake_at: None,
    }
}

fn extra(name: &str) -> Extra {
    Extra::Older(name.to_owned())
}

fn message(job: &str, place: &str, key: &str, id: Option<&str>) -> ChatMessage {
    ChatMessage {
        job: job.into(),
        place: place.into(),
        key: MessageKey::read(key),
        intent_at: Millis(7),
        nonce: format!("n{}", key.len()),
        id: id.map(str::to_owned),
        hash: "h1".into(),
    }
}

fn opinion(job: &str, person: &str, good: bool, at: i64) -> Feedback {
    Feedback { job: job.into(), person: person.into(), good, reason: "Because.".into(), at: Millis(at) }
}

fn keys(arrivals: &[Arrival]) -> Vec<&str> {
    arrivals.iter().map(|arrival| arrival.key.as_str()).collect()
}

fn places(deliveries: &[Delivery]) -> Vec<&str> {
    deliveries.iter().map(|delivery| delivery.place.as_str()).collect()
}

fn is_unknown<T>(result: Result<T, StoreError>) -> bool {
    matches!(result, Err(StoreError::NotFound(_)))
}

pub async fn what_comes_in_is_taken_once_and_handed_out_in_order(base: &impl ChatBase) {
    let (store, other) = (base.reopen().await, base.reopen().await);
    for (key, at) in [("slack:z", 30), ("slack:a", 10), ("slack:m", 20)] {
        assert!(store.enqueue(&arrival(key, "slack", at)).await.expect("taken"), "{key}");
    }
    assert!(other.enqueue(&arrival("discord:1", "discord", 5)).await.expect("taken"));
    let again = Arrival { payload: "other".into(), ..arrival("slack:a", "slack", 99) };
    assert!(!other.enqueue(&again).await.expect("asked"), "taken by another process");

    let open = other.arrivals("slack", 10).await.expect("read");
    assert_eq!(keys(&open), ["slack:z", "slack:a", "slack:m"], "as they came, whatever their time");
    assert_eq!(open[1], arrival("slack:a", "slack", 10), "the repeated one changed nothing");
    assert_eq!(keys(&store.arrivals("slack", 2).await.expect("read")), ["slack:z", "slack:a"]);
    assert_eq!(keys(&store.arrivals("discord", 10).await.expect("read")), ["discord:1"]);
    assert_eq!(store.arrivals("web", 10).await.expect("read"), []);
}

pub async fn what_is_worked_off_is_known_until_it_is_forgotten(base: &impl ChatBase) {
    let store = base.reopen().await;
    for (key, at) in [("slack:a", 10), ("slack:b", 20), ("slack:c", 30)] {
        store.enqueue(&arrival(key, "slack", at)).await.expect("taken");
    }
    for key in ["slack:a", "slack:c", "slack:unheard"] {
        store.ack(key).await.expect("noted");
    }
    let store = base.reopen().await;
    assert_eq!(keys(&store.arrivals("slack", 10).await.expect("read")), ["slack:b"]);
    assert!(!store.enqueue(&arrival("slack:a", "slack", 40)).await.expect("asked"), "delivered again");
    assert_eq!(keys(&store.arrivals("slack", 10).await.expect("read")), ["slack:b"]);

    assert_eq!(
        store.forget_arrivals(Millis(30)).await.expect("forgotten"),
        1,
        "an open one is not forgotten"
    );
    assert_eq!(store.forget_arrivals(Millis(30)).await.expect("forgotten"), 0);
    assert!(store.enqueue(&arrival("slack:a", "slack", 50)).await.expect("taken"), "its key is free again");
    assert!(!store.enqueue(&arrival("slack:c", "slack", 50)).await.expect("asked"), "not old enough");
    assert_eq!(keys(&store.arrivals("slack", 10).await.expect("read")), ["slack:b", "slack:a"]);
}

pub async fn steps_go_with_their_arrival(base: &impl ChatBase) {
    let store = base.reopen().await;
    let step = |name: &str, made: Option<&str>, at| Step {
        name: name.into(),
        made: made.map(str::to_owned),
        at: Millis(at),
    };
    for key in ["slack:a", "slack:b"] {
        store.enqueue(&arrival(key, "slack", 10)).await.expect("taken");
    }
    store.put_step("slack:a", &step("root", None, 11)).await.expect("noted");
    store.put_step("slack:a", &step("root", Some("17.1"), 12)).await.expect("noted");
    store.put_step("slack:a", &step("sorry", None, 13)).await.expect("noted");
    store.put_step("slack:b", &step("root", None, 14)).await.expect("noted");
    assert!(is_unknown(store.put_step("slack:none", &step("root", None, 15)).await));

    let store = base.reopen().await;
    let steps = store.steps("slack:a").await.expect("read");
    assert_eq!(steps, [step("root", Some("17.1"), 12), step("sorry", None, 13)]);
    store.drop_steps("slack:b").await.expect("dropped");
    assert_eq!(store.steps("slack:b").await.expect("read"), []);
    store.ack("slack:a").await.expect("noted");
    assert_eq!(store.steps("slack:a").await.expect("read").len(), 2);
    store.forget_arrivals(Millis(99)).await.expect("forgotten");
    assert_eq!(store.steps("slack:a").await.expect("read"), [], "with their arrival");
}

pub async fn a_place_is_owned_as_long_as_its_thread_is_there(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.create(new_job("a", "thr_a", 1)).await.expect("created");
    store.create(new_job("b", "thr_b", 1)).await.expect("created");
    let [owned, other] = ["slack:T:C:1", "slack:T:C:2"].map(Place::from);
    store.own_place(&owned).await.expect("nothing lives there");
    assert!(!store.owns_place(&owned).await.expect("read"));
    store.settle_thread(&owned, &"thr_a".into()).await.expect("settled");
    store.settle_thread(&other, &"thr_a".into()).await.expect("settled");
    store.own_place(&owned).await.expect("noted");
    store.settle_thread(&owned, &"thr_b".into()).await.expect("settled");
    let store = base.reopen().await;
    assert!(store.owns_place(&owned).await.expect("read"), "whatever thread lives there");
    assert!(!store.owns_place(&other).await.expect("read"));
    store.delete(&"thr_b".into()).await.expect("erased");
    assert!(!store.owns_place(&owned).await.expect("read"));
}

pub async fn answers_go_where_a_channel_says(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.put_answer_channel("discord:1:2", Some("5"), Millis(1)).await.expect("kept");
    store.put_answer_channel("discord:1:2", Some("6"), Millis(2)).await.expect("kept");
    store.put_answer_channel("discord:1:3", Some("7"), Millis(3)).await.expect("kept");
    let store = base.reopen().await;
    assert_eq!(store.answer_channel("discord:1:2").await.expect("read").as_deref(), Some("6"));
    store.put_answer_channel("discord:1:2", None, Millis(4)).await.expect("kept");
    assert_eq!(store.answer_channel("discord:1:2").await.expect("read"), None);
    assert_eq!(store.answer_channel("discord:1:3").await.expect("read").as_deref(), Some("7"));
}

pub async fn a_job_is_told_once_in_a_place(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.create(new_job("a", "thr_a", 1)).await.expect("created");
    let first = delivery("a", "slack:T:C:1", 10);
    store.start_delivery(&first).await.expect("told");
    store
        .start_delivery(&Delivery { private: false, ..delivery("a", "slack:T:C:1", 99) })
        .await
        .expect("once more");
    assert!(is_unknown(store.start_delivery(&delivery("none", "slack:T:C:1", 10)).await));
    let unknown = delivery("a", "slack:T:D", 10);
    assert!(is_unknown(store.reopen(&unknown).await));
    assert!(!store.settle(&unknown, DeliveryState::Gone).await.expect("asked"));

    let store = base.reopen().await;
    let kept = store.delivery(&"a".into(), &"slack:T:C:1".into()).await.expect("read");
    assert_eq!(kept.as_ref(), Some(&first), "it stays as it was");
    assert_eq!(store.delivery(&"a".into(), &"slack:T:D".into()).await.expect("read"), None);
}

pub async fn what_is_asked_for_meanwhile_keeps_a_delivery_open(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.create(new_job("a", "thr_a", 1)).await.expect("created");
    let first = Delivery { wake_at: Some(Millis(12)), ..delivery("a", "slack:T:C:1", 10) };
    store.start_delivery(&first).await.expect("told");
    let read = async || {
        let kept = base.reopen().await.delivery(&first.job, &first.place).await.expect("read");
        kept.expect("there")
    };

    assert!(store.settle(&first, DeliveryState::Delivered).await.expect("settled"));
    assert_eq!(read().await, Delivery { state: DeliveryState::Delivered, ..first.clone() });

    let why = Delivery { extras: vec![extra("why")], handle: "{}".into(), ..first.clone() };
    let sources = Delivery { extras: vec![extra("sources"), extra("why")], ..why.clone() };
    store.reopen(&why).await.expect("written");
    base.reopen().await.reopen(&sources).await.expect("written");
    let lacking = ["why", "sources"].map(extra).into_iter().filter(|one| !first.extras.contains(one));
    let extras = first.extras.iter().cloned().chain(lacking).collect();
    let both = Delivery { extras, state: DeliveryState::Open, wake_at: None, ..why.clone() };
    assert_eq!(read().await, both);

    assert!(!store.settle(&first, DeliveryState::Delivered).await.expect("asked"), "it was read before");
    assert_eq!(read().await, both);
    assert!(store.settle(&both, DeliveryState::Delivered).await.expect("settled"));
    assert!(store.settle(&first, DeliveryState::Gone).await.expect("settled"), "more cannot be told there");
    assert_eq!(read().await.state, DeliveryState::Gone);
}

pub async fn deliveries_that_are_due_come_oldest_first(base: &impl ChatBase) {
    let store = base.reopen().await;
    for job in ["a", "b"] {
        store.create(new_job(job, &format!("thr_{job}"), 1)).await.expect("created");
    }
    let wakes = |at| Some(Millis(at));
    for told in [
        Delivery { wake_at: wakes(100), ..delivery("a", "slack:T:C2", 30) },
        delivery("b", "slack:T:C1", 20),
        delivery("a", "slack:T:C1", 10),
        Delivery { wake_at: wakes(101), ..delivery("b", "slack:T:C2", 5) },
        Delivery { state: DeliveryState::Delivered, ..delivery("a", "slack:T:C3", 1) },
        Delivery { state: DeliveryState::Gone, ..delivery("b", "slack:T:C3", 2) },
        delivery("a", "discord:G:C", 3),
        delivery("a", "slacker:T:C", 4),
    ] {
        store.start_delivery(&told).await.expect("told");
    }
    let store = base.reopen().await;
    let due = store.open_deliveries("slack", Millis(100), 10).await.expect("read");
    let due: Vec<_> = due.iter().map(|one| (one.job.as_str(), one.place.as_str())).collect();
    assert_eq!(due, [("a", "slack:T:C1"), ("b", "slack:T:C1"), ("a", "slack:T:C2")]);
    assert_eq!(store.open_deliveries("slack", Millis(101), 2).await.expect("read")[0].job.as_str(), "b");
    assert_eq!(store.open_deliveries("slack", Millis(101), 2).await.expect("read").len(), 2);
    assert_eq!(places(&store.open_deliveries("discord", Millis(0), 9).await.expect("read")), ["discord:G:C"]);

    let of_a = store.deliveries_of(&"a".into()).await.expect("read");
    assert_eq!(
        places(&of_a),
        ["slack:T:C3", "discord:G:C", "slacker:T:C", "slack:T:C1", "slack:T:C2"],
        "whatever their state"
    );
    let at = store.deliveries_at(&"slack:T:C3".into(), 10).await.expect("read");
    assert_eq!(at.iter().map(|one| one.job.as_str()).collect::<Vec<_>>(), ["b", "a"], "newest first");
    let at = store.deliveries_at(&"slack:T:C1".into(), 1).await.expect("read");
    assert_eq!(at, [delivery("b", "slack:T:C1", 20)]);
}

pub async fn deliveries_of_jobs_that_wait_come_last_and_newest_first(base: &impl ChatBase) {
    let store = base.reopen().await;
    for (at, job, status) in [
        (1, "old", JobStatus::Waiting),
        (2, "new", JobStatus::Waiting),
        (3, "moves", JobStatus::Running),
        (4, "is_over", JobStatus::Completed),
    ] {
        let new = NewJob { status, ..new_job(job, &format!("thr_{job}"), 1) };
        store.create(new).await.expect("created");
        store.start_delivery(&delivery(job, "slack:T:C", at)).await.expect("told");
    }
    let due = store.open_deliveries("slack", Millis(9), 3).await.expect("read");
    assert_eq!(due.iter().map(|one| one.job.as_str()).collect::<Vec<_>>(), ["moves", "is_over", "new"]);
}

pub async fn messages_are_found_by_job_and_by_their_own_id(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.create(new_job("a", "thr_a", 1)).await.expect("created");
    let (job, place) = (JobId::from("a"), Place::from("slack:T:C"));
    let status = message("a", "slack:T:C", "status", None);
    store.put_message(&message("a", "slack:T:C", "question.1", Some("17.2"))).await.expect("put");
    store.put_message(&status).await.expect("put");
    store.put_message(&message("a", "discord:G:C", "status", Some("17.1"))).await.expect("put");
    assert!(is_unknown(store.put_message(&message("none", "slack:T:C", "status", None)).await));
    let posted = ChatMessage {
        id: Some("17.1".into()),
        hash: "h2".into(),
        nonce: "again".into(),
        intent_at: Millis(8),
        ..status
    };
    store.put_message(&posted).await.expect("put anew");

    let store = base.reopen().await;
    let all = store.messages(&job, &place).await.expect("read");
    assert_eq!(all, [message("a", "slack:T:C", "question.1", Some("17.2")), posted.clone()], "by key");
    assert_eq!(store.message("slack", "17.1").await.expect("read"), Some(posted));
    let other = store.message("discord", "17.1").await.expect("read").expect("there");
    assert_eq!(other.place.as_str(), "discord:G:C");
    assert_eq!(store.message("slack", "17.9").await.expect("read"), None);
    store.drop_message(&job, &place, &MessageKey::read("status")).await.expect("dropped");
    store.drop_message(&job, &place, &MessageKey::read("status")).await.expect("gone already");
    assert_eq!(store.message("slack", "17.1").await.expect("read"), None);
    assert_eq!(store.messages(&job, &place).await.expect("read").len(), 1);
}

pub async fn a_place_has_the_thread_that_settled_last(base: &impl ChatBase) {
    let store = base.reopen().await;
    for thread in ["thr_a", "thr_b"] {
        store.create(new_job(&format!("job_{thread}"), thread, 1)).await.expect("created");
    }
    let (one, two) = (Place::from("slack:T:C:1"), Place::from("slack:T:C:2"));
    assert_eq!(store.thread_at(&one).await.expect("read"), None);
    store.settle_thread(&one, &"thr_a".into()).await.expect("settled");
    store.settle_thread(&two, &"thr_a".into()).await.expect("settled");
    store.settle_thread(&one, &"thr_b".into()).await.expect("settled");
    assert!(is_unknown(store.settle_thread(&one, &"thr_none".into()).await));
    let store = base.reopen().await;
    assert_eq!(store.thread_at(&one).await.expect("read"), Some("thr_b".into()));
    assert_eq!(store.thread_at(&two).await.expect("read"), Some("thr_a".into()), "at several places");
}

pub async fn threads_are_found_by_a_whole_part_of_their_place(base: &impl ChatBase) {
    let store = base.reopen().await;
    for (thread, place, at) in [
        ("in", "slack:T1:C1:17.1", 30),
        ("self", "slack:T1:C1", 20),
        ("late", "slack:T1:C1:17.2", 40),
        ("other", "slack:T1:C12", 1),
        ("under", "slack:T1:C12:17.1", 1),
        ("wild", "slack:T1:C_:17.1", 1),
        ("upper", "SLACK:T1:C1:17.1", 1),
    ] {
        let new = NewJob { place: place.into(), at: Millis(at), ..new_job(thread, thread, 1) };
        store.create(new).await.expect("created");
    }
    let within = async |within: &'static str, before| {
        let threads = base.reopen().await.threads_within(within, Millis(before)).await.expect("read");
        threads.into_iter().map(|thread| thread.0).collect::<Vec<_>>()
    };
    assert_eq!(within("slack:T1:C1", 40).await, ["self", "in"]);
    assert_eq!(within("slack:T1:C1", 41).await, ["self", "in", "late"]);
    assert_eq!(within("slack:T1:C1", 20).await, [""; 0]);
    assert_eq!(within("slack:T1:C_", 99).await, ["wild"]);
    assert_eq!(within("slack:T1:C12:17.1", 99).await, ["under"]);
    assert_eq!(within("slack:T", 99).await, [""; 0]);
}

pub async fn the_last_word_on_an_answer_counts(base: &impl ChatBase) {
    let store = base.reopen().await;
    for job in ["a", "b"] {
        store.create(new_job(job, &format!("thr_{job}"), 1)).await.expect("created");
    }
    for said in [
        opinion("a", "slack:U1", true, 10),
        opinion("a", "slack:U2", false, 20),
        opinion("b", "slack:U1", true, 15),
        Feedback { reason: String::new(), ..opinion("a", "slack:U1", false, 30) },
    ] {
        store.put_feedback(&said).await.expect("noted");
    }
    assert!(is_unknown(store.put_feedback(&opinion("none", "slack:U1", true, 9)).await));
    let store = base.reopen().await;
    let last = Feedback { reason: String::new(), ..opinion("a", "slack:U1", false, 30) };
    let second = opinion("a", "slack:U2", false, 20);
    let all = [last.clone(), second.clone(), opinion("b", "slack:U1", true, 15)];
    assert_eq!(store.feedback(Millis(0), 10).await.expect("read"), all, "newest first");
    assert_eq!(store.feedback(Millis(20), 10).await.expect("read"), all[..2]);
    assert_eq!(store.feedback(Millis(0), 1).await.expect("read"), all[..1]);
}

pub async fn a_pick_is_changed_and_taken_back(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.create(new_job("a", "t", 1)).await.expect("created");
    let job = JobId::from("a");
    let picks =
        [("one", Some(Pick::Pin)), ("two", Some(Pick::Pin)), ("two", Some(Pick::Exclude)), ("one", None)];
    for (source, pick) in picks {
        store.put_pick(&job, &source.into(), pick, Millis(5)).await.expect("kept");
    }
    store.put_edit(&job, "What else?", Millis(6)).await.expect("kept");
    store.put_edit(&job, "What is new?", Millis(7)).await.expect("kept");
    assert!(is_unknown(store.put_edit(&"none".into(), "What?", Millis(7)).await));
    assert!(is_unknown(store.put_pick(&"none".into(), &"one".into(), Some(Pick::Pin), Millis(7)).await));
    let store = base.reopen().await;
    assert_eq!(store.picks(&job).await.expect("read"), [("two".into(), Pick::Exclude)]);
    assert_eq!(store.edit(&job).await.expect("read").as_deref(), Some("What is new?"));
}

pub async fn what_belongs_to_a_thread_goes_with_it(base: &impl ChatBase) {
    let store = base.reopen().await;
    for (job, thread) in [("a", "doomed"), ("b", "other")] {
        store.create(new_job(job, thread, 1)).await.expect("created");
        store.start_delivery(&delivery(job, "slack:T:C", 10)).await.expect("told");
        store.put_message(&message(job, "slack:T:C", "status", Some(job))).await.expect("put");
        store.settle_thread(&Place(format!("slack:T:C:{thread}")), &thread.into()).await.expect("settled");
        store.put_feedback(&opinion(job, "slack:U1", true, 10)).await.expect("noted");
        store.put_edit(&job.into(), "What else?", Millis(11)).await.expect("kept");
        store.put_pick(&job.into(), &"one".into(), Some(Pick::Pin), Millis(12)).await.expect("kept");
    }
    store.delete(&"doomed".into()).await.expect("deleted");
    let store = base.reopen().await;
    assert_eq!(store.deliveries_of(&"a".into()).await.expect("read"), []);
    assert_eq!(store.edit(&"a".into()).await.expect("read"), None);
    assert_eq!(store.picks(&"a".into()).await.expect("read"), []);
    assert_eq!(store.edit(&"b".into()).await.expect("read").as_deref(), Some("What else?"));
    assert_eq!(store.picks(&"b".into()).await.expect("read").len(), 1);
    assert_eq!(store.messages(&"a".into(), &"slack:T:C".into()).await.expect("read"), []);
    assert_eq!(store.message("slack", "a").await.expect("read"), None);
    assert_eq!(store.thread_at(&"slack:T:C:doomed".into()).await.expect("read"), None);
    assert_eq!(
        store.deliveries_at(&"slack:T:C".into(), 9).await.expect("read"),
        [delivery("b", "slack:T:C", 10)]
    );
    assert_eq!(store.thread_at(&"slack:T:C:other".into()).await.expect("read"), Some("other".into()));
    assert!(store.message("slack", "b").await.expect("read").is_some());
    assert_eq!(store.feedback(Millis(0), 9).await.expect("read"), [opinion("b", "slack:U1", true, 10)]);
}
