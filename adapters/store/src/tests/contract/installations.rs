//! Where gorkd is installed on chat platforms.

use super::chat::ChatBase;
use gorkd_core::model::Millis;
use gorkd_core::ports::*;

fn installation(platform: &str, access: Option<&str>, at: i64) -> Installation {
    Installation {
        platform: platform.into(),
        workspace: "T1".into(),
        access: access.map(str::to_owned),
        at: Millis(at),
    }
}

pub async fn an_installation_is_kept_until_it_ends(base: &impl ChatBase) {
    let store = base.reopen().await;
    store.put_installation(&installation("slack", Some("sealed"), 1)).await.expect("kept");
    store.put_installation(&installation("slack", Some("anew"), 2)).await.expect("kept");
    store.put_installation(&installation("discord", None, 3)).await.expect("kept");
    store.put_registered("discord", "7:all", "hash", Millis(4)).await.expect("kept");
    let store = base.reopen().await;
    let kept = store.installation("slack", "T1").await.expect("asked");
    assert_eq!(kept, Some(installation("slack", Some("anew"), 2)));
    assert_eq!(store.installation("slack", "T2").await.expect("asked"), None);
    assert_eq!(store.registered("discord", "7:all").await.expect("asked").as_deref(), Some("hash"));
    assert_eq!(store.registered("discord", "7:9").await.expect("asked"), None);

    store.drop_installation("slack", "T1").await.expect("gone");
    store.drop_installation("slack", "T1").await.expect("gone already");
    assert_eq!(store.installation("slack", "T1").await.expect("asked"), None);
    let other = store.installation("discord", "T1").await.expect("asked");
    assert_eq!(other, Some(installation("discord", None, 3)), "of another platform");
}

pub async fn connections_of_the_time_that_counts_are_kept(base: &impl ChatBase) {
    let store = base.reopen().await;
    let begun = |at, count| Connections { at: Millis(at), count };
    for (platform, at, count) in [("discord", 10, 1), ("other", 10, 9), ("discord", 20, 2)] {
        store.count_connections(platform, begun(at, count), Millis(0)).await.expect("counted");
    }
    let store = base.reopen().await;
    let of = async |since| store.connections("discord", Millis(since)).await.expect("asked");
    assert_eq!(of(0).await, [begun(10, 1), begun(20, 2)]);
    assert_eq!(of(10).await, [begun(20, 2)]);
    store.count_connections("discord", begun(30, 3), Millis(10)).await.expect("counted");
    assert_eq!(of(0).await, [begun(20, 2), begun(30, 3)], "what was before does not count");
    assert_eq!(store.connections("other", Millis(0)).await.expect("asked"), [begun(10, 9)]);
}
