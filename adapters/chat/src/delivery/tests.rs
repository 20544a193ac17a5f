//! Delivery under all kinds of failures.

use super::*;
use crate::fixtures::*;
use crate::incoming::{ChatReply, Question};
use crate::platform::{PlatformError, Reaction};
use crate::service::{ChatService, ChatServiceSettings};
use crate::stores::ChatStores;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::ports::{ChatMessage, Delivery, MessageKey};

const QUESTION: &str = "When was the old copper bridge opened?";

struct Scene {
    store: MemoryStore,
    service: Service,
    board: Board,
    chat: ChatService,
    halt: CancellationToken,
}

impl Scene {
    fn new() -> Self {
        let store = MemoryStore::default();
        let service = service(&store);
        let chat = ChatService::new(
            service.clone(),
            ChatStores::new(Arc::new(store.clone())),
            ChatServiceSettings::default(),
        );
        Self { store, service, board: Board::default(), chat, halt: CancellationToken::new() }
    }

    fn spawn_deliverer(&self) -> tokio::task::JoinHandle<()> {
        let settings = DeliverySettings::default();
        let deliverer = Deliverer::new(
            self.service.clone(),
            Arc::new(self.store.clone()),
            Arc::new(self.board.clone()),
            settings,
        );
        let halt = self.halt.clone();
        tokio::spawn(async move { deliverer.run(halt).await })
    }

    async fn ask(&self, key: &str, thread: &str) {
        let reply = self.chat.ask(question(key, "ann", thread, QUESTION)).await;
        assert_eq!(reply, ChatReply::Nothing);
    }

    async fn delivery(&self, thread: &str) -> Delivery {
        let place = location(thread).place;
        self.store.deliveries_at(&place, 1).await.expect("read").remove(0)
    }

    /// Waits until delivery is over.
    async fn settled(&self, thread: &str) -> Delivery {
        for _ in 0..600 {
            let delivery = self.delivery(thread).await;
            if delivery.state != DeliveryState::Open {
                return delivery;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        panic!("no delivery was settled: {:?}", self.board.texts());
    }
}

#[tokio::test(start_paused = true)]
async fn the_status_is_edited_and_the_answer_is_a_separate_message() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let (_work, _deliverer) = (worker(&scene.service, &scene.halt), scene.spawn_deliverer());
    assert_eq!(scene.settled("1").await.state, DeliveryState::Delivered);
    let texts = scene.board.texts();
    assert_eq!(texts.len(), 2, "{texts:#?}");
    assert!(texts[0].starts_with("status: ") && texts[0].contains("Answered"), "{}", texts[0]);
    assert!(texts[1].starts_with("answer: "), "{}", texts[1]);
    let inner = scene.board.lock();
    assert_eq!(inner.reactions.first(), Some(&Reaction::Seen));
    assert!(
        matches!(inner.reactions.last(), Some(Reaction::Done | Reaction::Caution)),
        "{:?}",
        inner.reactions
    );
    let gaps = inner.edits.windows(2).map(|two| two[1].1 - two[0].1);
    assert!(gaps.clone().all(|gap| gap >= Duration::from_millis(1_200)), "{:?}", gaps.collect::<Vec<_>>());
    scene.halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_deliverer_that_is_canceled_while_polling_ends() {
    let scene = Scene::new();
    // The name is read when open deliveries are polled.
    scene.board.lock().halts = Some(scene.halt.clone());
    let ended = tokio::time::timeout(Duration::from_secs(60), scene.spawn_deliverer()).await;
    ended.expect("ends by itself").expect("no panic");
}

#[tokio::test(start_paused = true)]
async fn a_duplicate_question_starts_one_run() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.ask("k1", "1").await;
    assert_eq!(jobs(&scene.store, &location("1")).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_message_whose_response_was_lost_is_not_posted_again() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.board.lock().lose_response = true;
    let (_work, _deliverer) = (worker(&scene.service, &scene.halt), scene.spawn_deliverer());
    scene.settled("1").await;
    let texts = scene.board.texts();
    assert_eq!(texts.len(), 2, "{texts:#?}");
    assert_eq!(scene.board.lock().lookups, 1);
    scene.halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn an_ephemeral_message_is_posted_at_most_once_and_can_be_shown_again() {
    let scene = Scene::new();
    let alone = Question { for_asker: true, ..question("k1", "ann", "1", QUESTION) };
    assert_eq!(scene.chat.ask(alone).await, ChatReply::Nothing);
    let deliverer = scene.spawn_deliverer();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(scene.board.texts().len(), 1, "the status");
    scene.board.lock().lose_response = true;
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    let texts = scene.board.texts();
    let count = |start: &str| texts.iter().filter(|text| text.starts_with(start)).count();
    assert_eq!((count("answer: "), count("again: ")), (1, 1), "{texts:#?}");
    scene.halt.cancel();
    deliverer.await.expect("stops when canceled");
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_between_intent_and_id_the_message_is_looked_up_first() {
    for posted in [true, false] {
        let scene = Scene::new();
        scene.ask("k1", "1").await;
        let delivery = scene.delivery("1").await;
        let row = ChatMessage {
            job: delivery.job.clone(),
            place: delivery.place.clone(),
            key: MessageKey::Status,
            intent_at: scene.service.now(),
            nonce: "abc".into(),
            ..ChatMessage::default()
        };
        scene.store.put_message(&row).await.expect("stored");
        if posted {
            let said = (delivery.place.clone(), "abc".to_owned(), "status: before the crash".to_owned());
            scene.board.lock().messages.insert("m0000".into(), said);
        }
        let (_work, _deliverer) = (worker(&scene.service, &scene.halt), scene.spawn_deliverer());
        scene.settled("1").await;
        let texts = scene.board.texts();
        assert_eq!(texts.len(), 2, "posted {posted}: {texts:#?}");
        assert!(texts[0].contains("Answered"), "posted {posted}: {}", texts[0]);
        assert_eq!(scene.board.lock().lookups, 1);
        scene.halt.cancel();
    }
}

#[tokio::test(start_paused = true)]
async fn a_deleted_status_is_not_posted_again_and_the_answer_still_comes() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let deliverer = scene.spawn_deliverer();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.board.texts().len(), 1);
    scene.board.lock().messages.clear();
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    let texts = scene.board.texts();
    assert!(texts.len() == 1 && texts[0].starts_with("answer: "), "{texts:#?}");
    scene.halt.cancel();
    deliverer.await.expect("stops when canceled");
}

#[tokio::test(start_paused = true)]
async fn rate_limits_delay_and_a_lost_place_falls_back_to_direct_messages() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.board.lock().errors = vec![
        PlatformError::RetryAfter(Duration::from_secs(30)),
        PlatformError::RetryAfter(Duration::from_secs(5)),
    ];
    let (_work, _deliverer) = (worker(&scene.service, &scene.halt), scene.spawn_deliverer());
    assert_eq!(scene.settled("1").await.state, DeliveryState::Delivered);
    assert!(scene.board.texts().iter().any(|text| text.starts_with("answer: ")));

    scene.board.lock().errors = vec![PlatformError::Forbidden("chat:write".into())];
    let reply = scene.chat.ask(question("k2", "ann", "2", "How long is the tunnel?")).await;
    assert_eq!(reply, ChatReply::Nothing);
    assert_eq!(scene.settled("2").await.state, DeliveryState::Gone);
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(500)).await;
        if scene
            .board
            .lock()
            .messages
            .values()
            .any(|(place, _, text)| place.as_str() == "slack:T1:D1:0" && text.starts_with("answer: "))
        {
            scene.halt.cancel();
            return;
        }
    }
    panic!("no direct message: {:#?}", scene.board.texts());
}

#[tokio::test(start_paused = true)]
async fn the_messages_of_a_deleted_question_are_removed() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let _deliverer = scene.spawn_deliverer();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.board.texts().len(), 1);
    scene.chat.deleted(&location("1"), "message-k1", &person("ann")).await;
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    assert_eq!(scene.board.texts(), Vec::<String>::new());
    scene.halt.cancel();
}
