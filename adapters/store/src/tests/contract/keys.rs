//! Keys of the HTTP interface.

use super::*;

fn key(id: &str, at: i64) -> NewKey {
    NewKey {
        id: id.into(),
        name: "ada".into(),
        prefix: format!("gk_{id}"),
        hash: sha256_hex(id.as_bytes()),
        at: Millis(at),
        role: KeyRole::User,
        expires_at: None,
        month_usd: None,
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
        role: KeyRole::User,
        expires_at: None,
        month_usd: None,
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
    stores[0].erase_person("web:ada").await.expect("erased");
    assert_eq!(stores[1].keys().await.expect("listed"), []);
    assert!(!stores[1].add_key(&key("late", 10), true).await.expect("asked"), "so is an erased one");
    assert!(stores[1].add_key(&key("late", 10), false).await.expect("asked"), "any other can be made");
    stores[0].erase_person("web:ada").await.expect("erased once more");
}

pub async fn a_key_keeps_its_role_its_end_and_its_budget(base: &dyn Base) {
    let store = base.open().await;
    let terms = NewKey {
        role: KeyRole::Reader,
        expires_at: Some(Millis(99)),
        month_usd: Some(MicroUsd(2_500_000)),
        ..key("one", 10)
    };
    assert!(store.add_key(&terms, false).await.expect("added"));
    let found = store.key_by_hash(&terms.hash).await.expect("asked").expect("there");
    assert_eq!((found.role, found.expires_at), (KeyRole::Reader, Some(Millis(99))));
    let scope = found.scope(Millis(0)).expect("a budget");
    assert_eq!(
        (scope.scope.as_str(), scope.period.as_str(), scope.limit),
        ("key:one", "1970-01", Some(MicroUsd(2_500_000)))
    );
    assert_eq!(store.used_of(&scope.scope, &scope.period).await.expect("asked"), MicroUsd(0));
    store.create(new_job("job_1", "thr_1", 1)).await.expect("created");
    let charge = |reserve, release, settle| Charge {
        scope: scope.scope.clone(),
        period: scope.period.clone(),
        reserve: MicroUsd(reserve),
        release: MicroUsd(release),
        settle: MicroUsd(settle),
        limit: scope.limit,
    };
    let first = Append { charges: vec![charge(70, 0, 0)], ..append("job_1", 1, vec![started("a")]) };
    store.append(first).await.expect("within the budget");
    assert_eq!(store.used_of(&scope.scope, &scope.period).await.expect("asked"), MicroUsd(70));
    let then = Append { charges: vec![charge(5, 70, 40)], ..append("job_1", 2, vec![started("b")]) };
    store.append(then).await.expect("within the budget");
    assert_eq!(store.used_of(&scope.scope, &scope.period).await.expect("asked"), MicroUsd(45));
    assert_eq!(store.used_of(&scope.scope, "1970-02").await.expect("asked"), MicroUsd(0));
}
