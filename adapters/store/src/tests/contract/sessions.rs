//! Web sessions, and links between a person's chat and web identities.

use super::*;

pub async fn a_session_holds_for_its_time_and_knows_its_key(base: &dyn Base) {
    let store = base.open().await;
    let key = NewKey {
        id: "key_s".into(),
        name: "ada".into(),
        prefix: "gk_s".into(),
        hash: "0a".into(),
        at: Millis(1),
        role: KeyRole::Admin,
        expires_at: Some(Millis(7_000)),
        month_usd: Some(MicroUsd(5)),
    };
    store.add_key(&key, false).await.expect("added");
    let session = |hash: &str, at: i64, until: i64| NewSession {
        hash: hash.into(),
        key: "key_s".into(),
        at: Millis(at),
        until: Millis(until),
    };
    store.open_session(&session("one", 10, 500)).await.expect("opened");
    let (row, until) = store.session_key("one", Millis(499)).await.expect("asked").expect("there");
    assert_eq!(
        (row.id.as_str(), row.role, row.expires_at, until),
        ("key_s", KeyRole::Admin, Some(Millis(7_000)), Millis(500))
    );
    assert_eq!(store.session_key("one", Millis(500)).await.expect("asked"), None, "its time is over");
    assert_eq!(store.session_key("two", Millis(20)).await.expect("asked"), None);
    store.revoke_key("key_s", Millis(30)).await.expect("asked").expect("there");
    let (row, _) = base.open().await.session_key("one", Millis(40)).await.expect("asked").expect("there");
    assert_eq!(row.revoked_at, Some(Millis(30)), "whoever asks is told that the key is revoked");
    store.open_session(&session("two", 600, 900)).await.expect("opened");
    assert_eq!(store.session_key("one", Millis(0)).await.expect("asked"), None, "forgotten by now");
    assert!(store.close_session("two").await.expect("closed"));
    assert!(!store.close_session("two").await.expect("closed"));
    assert!(store.open_session(&NewSession { key: "key_none".into(), ..session("x", 1, 2) }).await.is_err());
}

pub async fn whoever_is_erased_is_signed_out_and_has_no_keys(base: &dyn Base) {
    let (store, other) = (base.open().await, base.open().await);
    for name in ["ada", "team"] {
        let key = NewKey {
            id: format!("key_{name}"),
            name: name.into(),
            prefix: format!("gk_{name}"),
            hash: format!("hash of {name}"),
            at: Millis(1),
            role: KeyRole::User,
            expires_at: None,
            month_usd: None,
        };
        store.add_key(&key, false).await.expect("added");
        let session = NewSession { hash: name.into(), key: key.id, at: Millis(1), until: Millis(9) };
        store.open_session(&session).await.expect("opened");
        let set = Remembered { name: Preference::Instructions, value: name.into(), at: Millis(1) };
        let place = PreferenceOwner::Place(format!("web:{name}"));
        store.put_preference(&place, &set).await.expect("noted");
    }
    let nobody = store.erase_person("slack:ada").await.expect("erased");
    assert_eq!(nobody, ErasedPerson::default(), "somebody else of this name");
    let erased = store.erase_person("web:ada").await.expect("erased");
    assert_eq!(erased, ErasedPerson { rows: 2, ..ErasedPerson::default() }, "a preference, a key");
    for (name, stays) in [("ada", false), ("team", true)] {
        let key = other.key_by_hash(&format!("hash of {name}")).await.expect("asked");
        assert_eq!(key.is_some(), stays, "{name}");
        let session = other.session_key(name, Millis(2)).await.expect("asked");
        assert_eq!(session.is_some(), stays, "{name}");
        let place = PreferenceOwner::Place(format!("web:{name}"));
        assert_eq!(other.preferences(&place).await.expect("asked").len(), usize::from(stays), "{name}");
        assert_eq!(other.close_session(name).await.expect("asked"), stays, "{name}");
    }
}

pub async fn a_code_is_good_once_and_a_chat_has_one_owner(base: &dyn Base) {
    let store = base.open().await;
    let code = |identity: &str, hash: &str| NewCode {
        identity: identity.into(),
        hash: hash.into(),
        until: Millis(100),
    };
    store.put_code(&code("slack:U1", "one")).await.expect("kept");
    store.put_code(&code("slack:U1", "two")).await.expect("kept");
    assert_eq!(store.take_code("one", Millis(50)).await.expect("asked"), None, "there is a newer one");
    assert_eq!(store.take_code("two", Millis(50)).await.expect("asked").as_deref(), Some("slack:U1"));
    assert_eq!(store.take_code("two", Millis(50)).await.expect("asked"), None, "it was used");
    store.put_code(&code("slack:U1", "three")).await.expect("kept");
    assert_eq!(store.take_code("three", Millis(100)).await.expect("asked"), None, "its time is over");

    let link = |id: &str, web: &str| LinkRow {
        id: id.into(),
        chat: "slack:U1".into(),
        web: web.into(),
        at: Millis(7),
    };
    store.link(&link("lnk_a", "web:ada")).await.expect("linked");
    assert_eq!(store.links_of("web:ada").await.expect("asked"), [link("lnk_a", "web:ada")]);
    let web = async || store.web_of("slack:U1").await.expect("asked");
    assert_eq!(web().await.as_deref(), Some("web:ada"));
    store.link(&link("lnk_b", "web:bob")).await.expect("linked");
    assert_eq!(web().await.as_deref(), Some("web:bob"));
    assert_eq!(store.links_of("web:ada").await.expect("asked"), []);
    assert!(!store.unlink("lnk_b", "web:ada").await.expect("asked"), "it is not hers");
    assert!(store.unlink("lnk_b", "web:bob").await.expect("asked"));
    assert_eq!(store.links_of("web:bob").await.expect("asked"), []);
    assert_eq!(web().await, None);
}
