//! Requests with an idempotency key.

use super::*;

fn keyed(owner: &str, key: &str, holder: &str, at: i64) -> KeyedRequest {
    KeyedRequest {
        owner: owner.into(),
        key: key.into(),
        fingerprint: sha256_hex(b"POST /api/threads/start"),
        holder: holder.into(),
        at: Millis(at),
        until: Millis(at + 60),
        since: Millis(at - 1_000),
    }
}

fn since(first: i64) -> RequestState {
    RequestState::Fresh { first: Millis(first) }
}

fn reply(thread: Option<&str>) -> KeptReply {
    KeptReply {
        status: 202,
        headers: vec![("content-type".into(), "application/json".into())],
        body: b"{\"jobId\":\"job_1\"}".to_vec(),
        thread: thread.map(ThreadId::from),
    }
}

pub async fn a_request_is_worked_on_once_and_its_reply_kept_for_its_time(base: &dyn Base) {
    let (one, other) = (base.open().await, base.open().await);
    let first = keyed("web:ada", "k1", "h1", 5_000);
    assert_eq!(one.begin_request(&first).await.expect("asked"), since(5_000));
    let again = keyed("web:ada", "k1", "h2", 5_010);
    let under_way = RequestState::InProgress { until: Millis(5_060) };
    assert_eq!(other.begin_request(&again).await.expect("asked"), under_way);
    let elsewhere = KeyedRequest { fingerprint: sha256_hex(b"another"), ..again.clone() };
    assert_eq!(other.begin_request(&elsewhere).await.expect("asked"), RequestState::Other);
    assert_eq!(
        other.begin_request(&keyed("web:bob", "k1", "h3", 5_010)).await.expect("asked"),
        since(5_010),
        "a key is its requester's"
    );
    // Only the process that began a request can end or drop it.
    other.end_request(&again, &reply(None)).await.expect("passed over");
    other.drop_request(&again, true).await.expect("passed over");
    assert_eq!(other.begin_request(&again).await.expect("asked"), under_way);
    one.end_request(&first, &reply(None)).await.expect("kept");
    assert_eq!(
        base.open().await.begin_request(&again).await.expect("asked"),
        RequestState::Replied(reply(None))
    );
    one.drop_request(&first, true).await.expect("passed over");
    let late = keyed("web:ada", "k1", "h4", 6_000);
    assert_eq!(other.begin_request(&late).await.expect("asked"), RequestState::Replied(reply(None)));
    let later = keyed("web:ada", "k1", "h5", 6_001);
    assert_eq!(other.begin_request(&later).await.expect("asked"), since(6_001), "its time is over");
}

pub async fn a_request_that_nobody_works_on_is_begun_again(base: &dyn Base) {
    let store = base.open().await;
    let first = keyed("web:ada", "k1", "h1", 5_000);
    assert_eq!(store.begin_request(&first).await.expect("asked"), since(5_000));
    let second = keyed("web:ada", "k1", "h2", 5_060);
    assert_eq!(store.begin_request(&second).await.expect("asked"), since(5_000), "its holder is gone");
    store.end_request(&first, &reply(None)).await.expect("passed over");
    let third = keyed("web:ada", "k1", "h3", 5_061);
    let under_way = RequestState::InProgress { until: Millis(5_120) };
    assert_eq!(store.begin_request(&third).await.expect("asked"), under_way, "it is the second one's now");
    store.drop_request(&second, true).await.expect("dropped");
    assert_eq!(store.begin_request(&third).await.expect("asked"), since(5_061), "the key is free");
    store.drop_request(&third, false).await.expect("given up");
    let fourth = keyed("web:ada", "k1", "h4", 5_062);
    let elsewhere = KeyedRequest { fingerprint: sha256_hex(b"another"), ..fourth.clone() };
    assert_eq!(store.begin_request(&elsewhere).await.expect("asked"), RequestState::Other);
    assert_eq!(
        store.begin_request(&fourth).await.expect("asked"),
        since(5_061),
        "it began when it first did"
    );
}

pub async fn of_many_that_begin_a_request_at_once_one_works_on_it(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut tasks = Vec::new();
    for n in 0..8 {
        let store = stores[n % 2].clone();
        let request = keyed("web:ada", "k1", &format!("h{n}"), 5_000);
        tasks.push(tokio::spawn(async move { store.begin_request(&request).await.expect("asked") }));
    }
    let mut fresh = 0;
    for task in tasks {
        fresh += u32::from(task.await.expect("no panic") == since(5_000));
    }
    assert_eq!(fresh, 1);
}

pub async fn a_reply_goes_with_its_thread(base: &dyn Base) {
    let store = base.open().await;
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    for (key, thread) in [("k1", "thr_1"), ("k2", "thr_none")] {
        let request = keyed("web:ada", key, "h1", 5_000);
        store.begin_request(&request).await.expect("asked");
        store.end_request(&request, &reply(Some(thread))).await.expect("kept");
    }
    store.delete(&"thr_1".into()).await.expect("erased");
    let again = |key: &str| keyed("web:ada", key, "h2", 5_001);
    assert_eq!(store.begin_request(&again("k1")).await.expect("asked"), since(5_001));
    assert_eq!(store.begin_request(&again("k2")).await.expect("asked"), RequestState::Replied(reply(None)));
}
