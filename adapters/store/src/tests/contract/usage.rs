//! Counts that survive restarts.

use super::{Base, Store};
use gorkd_core::model::{Lesson, LessonAbout, Millis};
use gorkd_core::ports::Usage;

const DAY: &str = "2026-11-22";

fn calls(calls: u64, credits: u64) -> Usage {
    Usage { calls, credits }
}

pub async fn a_days_calls_are_counted_up_to_their_limit_and_over_restarts(base: &dyn Base) {
    let limit = calls(3, 5);
    {
        let store = base.open().await;
        assert!(store.take("tavily", DAY, calls(1, 2), limit).await.expect("written").counted);
        assert!(store.take("tavily", DAY, calls(1, 2), limit).await.expect("written").counted);
    }
    let store: std::sync::Arc<dyn Store> = base.open().await;
    let refused = store.take("tavily", DAY, calls(1, 2), limit).await.expect("written");
    assert!(!refused.counted, "six credits are more than five");
    assert_eq!(refused.used, calls(2, 4));
    assert!(store.take("tavily", DAY, calls(1, 1), limit).await.expect("written").counted);
    assert!(!store.take("tavily", DAY, calls(1, 0), limit).await.expect("written").counted);
    store.give_back("tavily", DAY, calls(1, 1)).await.expect("written");
    assert!(store.take("tavily", DAY, calls(1, 1), limit).await.expect("written").counted);
    assert!(store.take("tavily", "2026-11-23", calls(1, 1), limit).await.expect("written").counted);
    assert!(store.take("exa", DAY, calls(9, 9), calls(0, 0)).await.expect("written").counted);
}

pub async fn common_replies_are_seen_by_all_until_they_expire(base: &dyn Base) {
    let (one, other) = (base.open().await, base.open().await);
    one.common().put("a", b"first", Millis(1_000)).await.expect("put");
    one.common().put("a", b"one", Millis(2_000)).await.expect("put");
    one.common().put("b", b"", Millis(3_000)).await.expect("put");
    let seen = other.common().get_all(&["b", "c", "a"], Millis(1_500)).await.expect("asked");
    assert_eq!(seen, [Some(Vec::new()), None, Some(b"one".to_vec())], "in the order of the keys");
    assert_eq!(other.common().get("a", Millis(2_000)).await.expect("asked"), None);
    assert_eq!(one.prune(Millis(2_000)).await.expect("pruned"), 1);
    assert_eq!(other.common().get("a", Millis(0)).await.expect("asked"), None);
    assert_eq!(other.common().get("b", Millis(2_000)).await.expect("asked"), Some(Vec::new()));
}

pub async fn lessons_add_up_by_field(base: &dyn Base) {
    let lesson = |tried, helped, failed_at: Option<i64>| Lesson {
        about: LessonAbout::Site,
        name: "example.org".into(),
        tried,
        helped,
        failed: u64::from(failed_at.is_some()),
        failed_at: failed_at.map(Millis),
    };
    let store = base.open().await;
    store.learn("medical", &[lesson(2, 1, Some(50))], Millis(100)).await.expect("written");
    store.learn("medical", &[lesson(3, 0, None)], Millis(200)).await.expect("written");
    store.learn("news", &[lesson(7, 7, None)], Millis(200)).await.expect("written");
    let store = base.open().await;
    assert_eq!(store.lessons("medical").await.expect("read"), [lesson(5, 1, Some(50))]);
    assert_eq!(store.lessons("general").await.expect("read"), []);
    for failed_at in [None, Some(70), Some(60), None] {
        store.learn("law", &[lesson(1, 0, failed_at)], Millis(200)).await.expect("written");
    }
    let latest = Lesson { failed: 2, ..lesson(4, 0, Some(70)) };
    assert_eq!(store.lessons("law").await.expect("read"), [latest]);
    store.learn("news", &[lesson(1, 1, None), lesson(300, 10, None)], Millis(300)).await.expect("written");
    let news = store.lessons("news").await.expect("read");
    assert_eq!((news[0].tried, news[0].helped), (154, 9), "old counts are halved");
}
