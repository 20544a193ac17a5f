//! Leases: who holds one, and what happens when its holder is killed or suspended.

use super::Database;
use crate::tests::contract::new_job;
use crate::{Alone, PostgresStore, Store as _, server};
use gorkd_core::model::{JobId, Millis, Place};
use gorkd_core::ports::{Arrival, ChatMessage, Chats, Journal, MessageKey, StoreError};
use sqlx::{Connection, PgConnection};
use std::time::Duration;

fn message(id: Option<&str>) -> ChatMessage {
    ChatMessage {
        job: JobId::from("a"),
        place: Place::from("slack:T:C"),
        key: MessageKey::Status,
        intent_at: Millis(7),
        nonce: "n".into(),
        id: id.map(str::to_owned),
        hash: "h".into(),
    }
}

async fn taken(store: &PostgresStore) -> Alone {
    let take = async {
        loop {
            if let Some(hold) = store.alone("slack").await.expect("asked") {
                return hold;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), take).await.expect("nobody holds it any more")
}

#[tokio::test]
async fn work_is_one_holders_until_it_is_given_up() {
    let base = Database::new().await;
    let (first, second) = (base.store().await, base.store().await);
    let hold = taken(&first).await;
    assert!(hold.lease().holds());
    for store in [&first, &second] {
        assert!(store.alone("slack").await.expect("asked").is_none(), "somebody has it");
    }
    assert!(second.alone("discord").await.expect("asked").is_some(), "other work is free");
    let lease = hold.lease();
    hold.release().await;
    assert!(!lease.holds());
    assert!(second.alone("slack").await.expect("asked").is_some(), "it is free at once");
}

#[tokio::test]
async fn a_holder_that_is_cut_off_has_lost_the_work_before_another_one_takes_it() {
    let base = Database::new().await;
    let hold = taken(&base.store().await).await;
    server::cut(&base.url);
    let _next = taken(&base.store().await).await;
    assert!(!hold.lease().holds());
}

#[tokio::test]
async fn a_holder_that_stands_still_loses_the_work_and_writes_nothing_more_for_it() {
    let base = Database::new().await;
    let (first, second) = (base.store().await, base.store().await);
    first.create(new_job("a", "thr_a", 1)).await.expect("created");
    let arrival = Arrival { key: "slack:1".into(), platform: "slack".into(), ..Arrival::default() };
    assert!(first.enqueue(&arrival).await.expect("taken in"));
    let mut late = taken(&first).await;
    let before = first.chats_of(&late);
    before.put_message(&message(None)).await.expect("it holds the work");

    // As if it had not renewed its lease in time.
    let mut connection = PgConnection::connect(&base.url).await.expect("connected");
    sqlx::query("UPDATE leases SET until = 0 WHERE work = 'slack'")
        .execute(&mut connection)
        .await
        .expect("written");
    let hold = taken(&second).await;
    let now = second.chats_of(&hold);
    now.put_message(&message(Some("17.1"))).await.expect("it holds the work");

    let (job, place) = (JobId::from("a"), Place::from("slack:T:C"));
    let refused = before.put_message(&message(None)).await;
    assert!(matches!(refused, Err(StoreError::Fenced(_))), "{refused:?}");
    before.drop_message(&job, &place, &MessageKey::Status).await.expect("nothing is dropped");
    let refused = before.ack("slack:1").await;
    assert!(matches!(refused, Err(StoreError::Fenced(_))), "{refused:?}");
    assert_eq!(now.messages(&job, &place).await.expect("read"), [message(Some("17.1"))]);
    assert_eq!(now.arrivals("slack", 9).await.expect("read").len(), 1);

    // It finds out when it continues.
    late.lost().await;
    assert!(!late.lease().holds());
    now.ack("slack:1").await.expect("worked off");
    now.drop_message(&job, &place, &MessageKey::Status).await.expect("dropped");
    assert_eq!(now.messages(&job, &place).await.expect("read"), []);
    assert!(now.arrivals("slack", 9).await.expect("read").is_empty());
}
