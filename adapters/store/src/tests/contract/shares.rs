//! Links to shared answers.

use super::*;

pub async fn one_secret_signs_and_links_of_a_run_end_with_it(base: &dyn Base) {
    let store = base.open().await;
    assert_eq!(store.share_secret([1; 32]).await.expect("made"), [1; 32]);
    // Another process would have generated a different one.
    assert_eq!(base.open().await.share_secret([2; 32]).await.expect("kept"), [1; 32]);
    let job: JobId = "job_shared".into();
    store.create(new_job("job_shared", "thr_shared", 1)).await.expect("made");
    assert_eq!(store.shares_ended(&job).await.expect("asked"), None);
    store.end_shares(&job, Millis(50)).await.expect("ended");
    store.end_shares(&job, Millis(40)).await.expect("ended");
    assert_eq!(store.shares_ended(&job).await.expect("asked"), Some(Millis(50)));
    assert!(store.end_shares(&"job_none".into(), Millis(1)).await.is_err(), "there is no such run");
    store.delete(&"thr_shared".into()).await.expect("erased");
    assert_eq!(store.shares_ended(&job).await.expect("asked"), None);
}

pub async fn links_are_listed_changed_and_ended_one_by_one(base: &dyn Base) {
    let store = base.open().await;
    let job: JobId = "job_linked".into();
    store.create(new_job("job_linked", "thr_linked", 1)).await.expect("made");
    let share = |id: &str, at: i64| ShareRow {
        id: id.into(),
        job: job.clone(),
        owner: "web:linker".into(),
        created_at: Millis(at),
        expires_at: Some(Millis(900)),
    };
    for (id, at) in [("shr_a", 10), ("shr_b", 20), ("shr_c", 20)] {
        store.put_share(&share(id, at)).await.expect("kept");
    }
    let of = [SharesOf::Run(job.clone()), SharesOf::Owner("web:linker".into())];
    for of in &of {
        let first = store.kept_shares(of, None, 2).await.expect("listed");
        assert_eq!(first, [share("shr_c", 20), share("shr_b", 20)]);
        let rest = store.kept_shares(of, Some(&first[1].place()), 2).await.expect("listed");
        assert_eq!(rest, [share("shr_a", 10)]);
    }
    let other = SharesOf::Owner("web:other".into());
    assert_eq!(store.kept_shares(&other, None, 9).await.expect("listed"), []);
    let for_ever = ShareRow { expires_at: None, ..share("shr_a", 10) };
    store.put_share(&for_ever).await.expect("changed");
    assert_eq!(store.kept_share("shr_a").await.expect("asked"), Some(for_ever));
    assert!(store.drop_share("shr_a").await.expect("ended"));
    assert!(!store.drop_share("shr_a").await.expect("ended"), "it is gone");
    assert!(store.put_share(&ShareRow { job: "job_none".into(), ..share("shr_x", 1) }).await.is_err());
    store.end_shares(&job, Millis(50)).await.expect("ended");
    assert_eq!(store.kept_shares(&of[0], None, 9).await.expect("listed"), []);
    store.put_share(&share("shr_d", 60)).await.expect("kept");
    store.delete(&"thr_linked".into()).await.expect("erased");
    assert_eq!(store.kept_share("shr_d").await.expect("asked"), None, "it goes with its run");
}
