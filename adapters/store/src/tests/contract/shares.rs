//! Links to answers.

use super::*;

pub async fn one_secret_signs_and_links_of_a_run_end_with_it(base: &dyn Base) {
    let store = base.open().await;
    assert_eq!(store.share_secret([1; 32]).await.expect("made"), [1; 32]);
    // Another process would have made another one.
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
