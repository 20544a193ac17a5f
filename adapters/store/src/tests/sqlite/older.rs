//! Files of older builds, with rows in them, are migrated.

use super::Folder;
use super::files::raw;
use crate::sqlite::{MIGRATIONS, SqliteStore};
use crate::tests::contract::library::{batch_of, root};
use crate::tests::contract::*;
use gorkd_core::job::*;
use gorkd_core::model::*;
use gorkd_core::ports::*;
use sqlx::Connection;

/// Rows left by the build whose newest migration was the first, the second, and so on. A new migration adds
/// an entry; existing ones never change.
const ROWS: [&str; 22] = [
    include_str!("rows_of_0001.sql"),
    include_str!("rows_of_0002.sql"),
    include_str!("rows_of_0003.sql"),
    include_str!("rows_of_0004.sql"),
    include_str!("rows_of_0005.sql"),
    include_str!("rows_of_0006.sql"),
    include_str!("rows_of_0007.sql"),
    include_str!("rows_of_0008.sql"),
    include_str!("rows_of_0009.sql"),
    include_str!("rows_of_0010.sql"),
    include_str!("rows_of_0011.sql"),
    include_str!("rows_of_0012.sql"),
    include_str!("rows_of_0013.sql"),
    include_str!("rows_of_0014.sql"),
    include_str!("rows_of_0015.sql"),
    include_str!("rows_of_0016.sql"),
    include_str!("rows_of_0017.sql"),
    include_str!("rows_of_0018.sql"),
    include_str!("rows_of_0019.sql"),
    include_str!("rows_of_0020.sql"),
    include_str!("rows_of_0021.sql"),
    include_str!("rows_of_0022.sql"),
];

#[tokio::test]
async fn every_older_file_opens_with_its_rows() {
    assert_eq!(ROWS.len() + 1, MIGRATIONS.iter().count(), "each migration but the last has its rows");
    for index in 0..ROWS.len() {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path()).expect("made");
        let mut connection = raw(&folder.path()).await;
        // Each build has left its rows in its own format.
        for (migration, rows) in MIGRATIONS.iter().zip(&ROWS[..=index]) {
            MIGRATIONS.run_to(migration.version, &mut connection).await.expect("migrated");
            sqlx::raw_sql(*rows).execute(&mut connection).await.expect("filled");
        }
        connection.close().await.expect("closed");

        let store = folder.store().await;
        let thread = store.thread(&"thr_old".into()).await.expect("there");
        assert_eq!((thread.title.as_str(), thread.turns), ("What is a quokka?", 1));
        let events = store.events(&"job_old".into(), 0).await.expect("there");
        assert_eq!(events_of(&events), [Event::StopRequested, failed("a", "It took too long.")]);
        let fence = store.claim("w1", None, Millis(5_000)).await.expect("asked").expect("due");
        assert_eq!((fence.job.as_str(), fence.claim), ("job_old", 3));
        let charge = Charge {
            scope: "month".into(),
            period: "2026-11".into(),
            reserve: MicroUsd(61),
            release: MicroUsd(0),
            settle: MicroUsd(0),
            limit: Some(MicroUsd(100)),
        };
        let dear = Append { charges: vec![charge], ..append("job_old", 2, vec![started("b")]) };
        assert!(matches!(store.append(dear).await, Err(StoreError::OverLimit { .. })), "40 are spent");
        if index >= 1 {
            let found =
                Documents::by_url(&store, "https://old.example/", "place:web:1").await.expect("asked");
            let hash = found.expect("there").hash;
            assert_eq!(&*store.texts(std::slice::from_ref(&hash)).await.expect("asked")[&hash], "Old text.");
        }
        if index >= 2 {
            let files = store.files("/old").await.expect("asked");
            assert_eq!(files[0].error.as_deref(), Some("It holds only pictures."));
        }
        if index >= 3 {
            let key = store.key_by_hash("a0b1c2").await.expect("asked").expect("there");
            assert_eq!((key.name.as_str(), key.revoked_at), ("ada", None));
            assert_eq!((key.role, key.expires_at, key.month_usd), (KeyRole::User, None, None));
        }
        if index >= 4 {
            let limit = Usage { calls: 3, credits: 0 };
            let call = Usage { calls: 1, credits: 0 };
            assert!(!store.take("tavily", "2026-11-22", call, limit).await.expect("asked").counted);
            assert_eq!(store.lessons("news").await.expect("asked")[0].name, "old.example");
        }
        if index >= 5 {
            let form = Like::Form("quokka".into());
            let known = store.asked_before("place:web:1", &form, Millis(5_000), 9).await.expect("asked");
            assert_eq!(known[0].meaning, Some(("minilm".into(), vec![1.0, -2.0])));
            assert_eq!(store.followers(&"job_old".into()).await.expect("asked")[0].requester.user, "ben");
            let ada = PreferenceOwner::Person("web:ada".to_owned());
            assert_eq!(store.preferences(&ada).await.expect("asked")[0].value, "de");
            assert_eq!(store.watches(Some("web:ada")).await.expect("asked")[0].id, "wat_old");
        }
        if index >= 6 {
            let job = "job_old".into();
            assert_eq!(store.deliveries_of(&job).await.expect("asked").len(), 1);
            assert_eq!(store.edit(&job).await.expect("asked").as_deref(), Some("What is a wallaby?"));
            let picks = store.picks(&job).await.expect("asked");
            assert!(picks.contains(&("src_a".into(), Pick::Pin)), "{picks:?}");
            let retentions = store.places_with(Preference::RetentionDays).await.expect("asked");
            assert_eq!(retentions[0], ("slack:T:C".into(), "30".to_owned()));
            assert_eq!(store.watches(None).await.expect("asked").len(), 1, "one had lost its answer");
        }
        if index >= 7 {
            assert_eq!(store.picks(&"job_old".into()).await.expect("asked").len(), 2);
        }
        if index >= 8 {
            let job = "job_old".into();
            assert_eq!(store.share_secret([0; 32]).await.expect("asked"), [7; 32]);
            assert_eq!(store.shares_ended(&job).await.expect("asked"), Some(Millis(2_300)));
        }
        if index >= 9 {
            let found = store.matching("journal", &["grazing".into()], 9).await.expect("asked");
            assert_eq!(found.len(), 1);
            let run = store.research(&found[0].key).await.expect("asked").expect("there");
            assert_eq!(run.job.as_str(), "job_old");
        }
        if index >= 10 {
            let again = KeyedRequest {
                owner: "web:ada".into(),
                key: "again".into(),
                fingerprint: "f00d".into(),
                holder: "another".into(),
                at: Millis(2_550),
                until: Millis(2_650),
                since: Millis(0),
            };
            let begun = store.begin_request(&again).await.expect("asked");
            assert!(matches!(&begun, RequestState::Replied(reply) if reply.status == 202), "{begun:?}");
        }
        if index >= 11 {
            let key = store.key_by_hash("d3e4f5").await.expect("asked").expect("there");
            assert_eq!((key.role, key.expires_at), (KeyRole::Admin, Some(Millis(99_000))));
        }
        if index >= 12 {
            let same = NewJob { same: Some("5a3e".into()), ..new_job("job_same", "thr_same", 1) };
            assert!(
                matches!(store.create(same).await, Err(StoreError::InProgress(job)) if job.as_str() == "job_old")
            );
        }
        if index >= 13 {
            let (key, _) = store.session_key("ab12", Millis(3_000)).await.expect("asked").expect("there");
            assert_eq!(key.name, "eve");
            let share = store.kept_share("shr_old").await.expect("asked").expect("there");
            assert_eq!((share.job.as_str(), share.expires_at), ("job_old", None));
            assert_eq!(store.links_of("web:ada").await.expect("asked")[0].chat, "discord:7");
            let whose = store.take_code("cd34", Millis(3_000)).await.expect("asked");
            assert_eq!(whose.as_deref(), Some("slack:U1"));
        }
        if index >= 15 {
            remembered_values_have_their_tables(&store).await;
        }
        if index >= 16 {
            let eve = PreferenceOwner::Person("web:eve".to_owned());
            assert_eq!(store.preferences(&eve).await.expect("asked")[0].value, "fr");
            assert_eq!(events[0].actor, None, "nobody knows whose it was");
        }
        if index >= 17 {
            assert_eq!(events[1].actor, Some("act_old".into()));
        }
        if index >= 21 {
            let files = store.files("/old").await.expect("asked");
            assert_eq!((files[1].path.as_str(), files[1].reading), ("/old/terms.pdf", 0), "it is read again");
        }
        // Usage recorded by older builds is counted too.
        let used = store.usage(Millis(0)).await.expect("asked");
        assert_eq!(used.failures, [("timed_out".to_owned(), 1)]);
        // And all later features work on it.
        store.put_root(&root("/docs")).await.expect("put");
        let page = reading("file:///docs/a", "A.", 5);
        store.commit(batch_of("/docs", &[&page])).await.expect("committed");
        assert_eq!(store.changes_since(0).await.expect("asked").put, [page.document]);
    }
}

async fn remembered_values_have_their_tables(store: &SqliteStore) {
    let place = PreferenceOwner::Place("slack:T:C".to_owned());
    let of_place = store.preferences(&place).await.expect("asked");
    let names: Vec<_> = of_place.iter().map(|one| (one.name, one.value.as_str())).collect();
    assert_eq!(names, [(Preference::Deep, "admins"), (Preference::RetentionDays, "30")]);
    let slack = store.installation("slack", "T1").await.expect("asked").expect("there");
    assert_eq!((slack.access.as_deref(), slack.at), (Some("c2VhbGVk"), Millis(700)));
    let discord = store.installation("discord", "42").await.expect("asked").expect("there");
    assert_eq!(discord.access, None, "greeted, and nothing sealed");
    assert_eq!(store.registered("discord", "7:all").await.expect("asked").as_deref(), Some("c0ffee"));
    let begun = store.connections("discord", Millis(0)).await.expect("asked");
    assert_eq!(begun, [Connections { at: Millis(472_222 * 3_600_000), count: 3 }]);
    let post = store.steps("discord:99").await.expect("asked");
    let names: Vec<_> = post.iter().map(|step| (step.name.as_str(), step.made.as_deref())).collect();
    assert_eq!(names, [("post", Some("555")), ("reply", None)]);
    let root = store.steps("slack:17.1").await.expect("asked");
    assert_eq!((root[0].name.as_str(), root[0].made.as_deref()), ("root", None), "meant and not posted");
    assert_eq!(store.answer_channel("discord:42:1").await.expect("asked").as_deref(), Some("2"));
    assert!(store.owns_place(&"slack:T:C:1".into()).await.expect("asked"));
    assert!(!store.owns_place(&"slack:T:C:2".into()).await.expect("asked"));
}
