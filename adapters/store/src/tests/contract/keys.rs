//! Keys of the HTTP interface.

use super::*;

fn key(id: &str, at: i64) -> NewKey {
    NewKey {
        id: id.into(),
        name: "ada".into(),
        prefix: format!("gk_{id}"),
        hash: sha256_hex(id.as_bytes()),
        at: Millis(at),
    }
}

pub async fn a_key_is_found_by_its_hash_until_it_is_revoked(base: &dyn Base) {
    let store = base.open().await;
    assert!(store.add_key(&key("one", 10), false).await.expect("added"));
    assert!(store.add_key(&key("two", 20), false).await.expect("added"));
    let found = store.key_by_hash(&key("one", 0).hash).await.expect("asked").expect("there");
    let row = KeyRow {
        id: "one".into(),
        name: "ada".into(),
        prefix: "gk_one".into(),
        created_at: Millis(10),
        last_used_at: None,
        revoked_at: None,
    };
    assert_eq!(found, row);
    assert_eq!(store.key_by_hash("gk_one").await.expect("asked"), None);
    store.key_used("one", Millis(50)).await.expect("noted");
    store.key_used("one", Millis(40)).await.expect("noted");
    let revoked = store.revoke_key("gk_one", Millis(60)).await.expect("asked").expect("there");
    assert_eq!((revoked.last_used_at, revoked.revoked_at), (Some(Millis(50)), Some(Millis(60))));
    let again = store.revoke_key("one", Millis(70)).await.expect("asked").expect("there");
    assert_eq!(again.revoked_at, Some(Millis(60)), "it ended when it first ended");
    assert_eq!(store.revoke_key("three", Millis(70)).await.expect("asked"), None);
    let keys = store.keys().await.expect("listed");
    let listed: Vec<_> = keys.iter().map(|row| (row.id.as_str(), row.revoked_at)).collect();
    assert_eq!(listed, [("one", Some(Millis(60))), ("two", None)]);
}

pub async fn a_first_key_is_the_first_or_none(base: &dyn Base) {
    let stores = [base.open().await, base.open().await];
    let mut tasks = Vec::new();
    for index in 0..8 {
        let store = stores[index % 2].clone();
        tasks.push(tokio::spawn(async move {
            store.add_key(&key(&format!("k{index}"), index as i64), true).await.expect("asked")
        }));
    }
    let mut kept = 0;
    for task in tasks {
        kept += u32::from(task.await.expect("no panic"));
    }
    assert_eq!(kept, 1);
    let only = stores[0].keys().await.expect("listed").remove(0);
    stores[0].revoke_key(&only.id, Millis(9)).await.expect("revoked");
    assert!(!stores[1].add_key(&key("late", 10), true).await.expect("asked"), "a revoked key is a key");
}
