//! What stands in a place, whatever happens on the way.

use super::*;
use crate::desk::{Desk, DeskSettings};
use crate::incoming::{Question, Reply};
use crate::kept::Kept;
use crate::platform::{Mark, Trouble};
use crate::samples::*;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::ports::{ChatMessage, Telling};

const QUESTION: &str = "When was the old copper bridge opened?";

struct Scene {
    store: MemoryStore,
    service: Service,
    board: Board,
    desk: Desk,
    halt: CancellationToken,
}

impl Scene {
    fn new() -> Self {
        let store = MemoryStore::default();
        let service = service(&store);
        let desk = Desk::new(service.clone(), Kept::new(Arc::new(store.clone())), DeskSettings::default());
        Self { store, service, board: Board::default(), desk, halt: CancellationToken::new() }
    }

    fn deliver(&self) -> tokio::task::JoinHandle<()> {
        let settings = DeliverSettings::default();
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
        let reply = self.desk.ask(question(key, "ann", thread, QUESTION)).await;
        assert_eq!(reply, Reply::Nothing);
    }

    async fn telling(&self, thread: &str) -> Telling {
        let place = spot(thread).place;
        self.store.told_at(&place, 1).await.expect("read").remove(0)
    }

    /// Until all is told.
    async fn settled(&self, thread: &str) -> Telling {
        for _ in 0..600 {
            let telling = self.telling(thread).await;
            if telling.state != TellingState::Open {
                return telling;
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
        panic!("nothing was settled: {:?}", self.board.texts());
    }
}

#[tokio::test(start_paused = true)]
async fn one_status_is_edited_and_the_answer_is_a_message_of_its_own() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let (_work, _tell) = (worker(&scene.service, &scene.halt), scene.deliver());
    assert_eq!(scene.settled("1").await.state, TellingState::Told);
    let texts = scene.board.texts();
    assert_eq!(texts.len(), 2, "{texts:#?}");
    assert!(texts[0].starts_with("status: ") && texts[0].contains("Answered"), "{}", texts[0]);
    assert!(texts[1].starts_with("answer: "), "{}", texts[1]);
    let inner = scene.board.lock();
    assert_eq!(inner.marks.first(), Some(&Mark::Seen));
    assert!(matches!(inner.marks.last(), Some(Mark::Done | Mark::Weak)), "{:?}", inner.marks);
    let gaps = inner.edits.windows(2).map(|two| two[1].1 - two[0].1);
    assert!(gaps.clone().all(|gap| gap >= Duration::from_millis(1_200)), "{:?}", gaps.collect::<Vec<_>>());
    scene.halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn the_same_delivery_twice_is_one_run_and_one_telling() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.ask("k1", "1").await;
    assert_eq!(jobs(&scene.store, &spot("1")).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_post_whose_answer_was_lost_is_found_again_and_not_repeated() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.board.lock().lose_answer = true;
    let (_work, _tell) = (worker(&scene.service, &scene.halt), scene.deliver());
    scene.settled("1").await;
    let texts = scene.board.texts();
    assert_eq!(texts.len(), 2, "{texts:#?}");
    assert_eq!(scene.board.lock().looked_for, 1);
    scene.halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn what_one_person_sees_is_shown_at_most_once_and_again_when_he_wants_it() {
    let scene = Scene::new();
    let alone = Question { for_asker: true, ..question("k1", "ann", "1", QUESTION) };
    assert_eq!(scene.desk.ask(alone).await, Reply::Nothing);
    let tell = scene.deliver();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(scene.board.texts().len(), 1, "the status");
    scene.board.lock().lose_answer = true;
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    tokio::time::sleep(Duration::from_secs(60)).await;
    let texts = scene.board.texts();
    let count = |start: &str| texts.iter().filter(|text| text.starts_with(start)).count();
    assert_eq!((count("answer: "), count("again: ")), (1, 1), "{texts:#?}");
    scene.halt.cancel();
    tell.await.expect("it ends when it is told to");
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_between_intent_and_id_the_message_is_looked_for_first() {
    for posted in [true, false] {
        let scene = Scene::new();
        scene.ask("k1", "1").await;
        let telling = scene.telling("1").await;
        let row = ChatMessage {
            job: telling.job.clone(),
            place: telling.place.clone(),
            key: "status".into(),
            intent_at: scene.service.now(),
            nonce: "abc".into(),
            ..ChatMessage::default()
        };
        scene.store.put_message(&row).await.expect("kept");
        if posted {
            let said = (telling.place.clone(), "abc".to_owned(), "status: before the crash".to_owned());
            scene.board.lock().messages.insert("m0000".into(), said);
        }
        let (_work, _tell) = (worker(&scene.service, &scene.halt), scene.deliver());
        scene.settled("1").await;
        let texts = scene.board.texts();
        assert_eq!(texts.len(), 2, "posted {posted}: {texts:#?}");
        assert!(texts[0].contains("Answered"), "posted {posted}: {}", texts[0]);
        assert_eq!(scene.board.lock().looked_for, 1);
        scene.halt.cancel();
    }
}

#[tokio::test(start_paused = true)]
async fn a_status_that_somebody_took_away_stays_away_and_the_answer_comes() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let tell = scene.deliver();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.board.texts().len(), 1);
    scene.board.lock().messages.clear();
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    let texts = scene.board.texts();
    assert!(texts.len() == 1 && texts[0].starts_with("answer: "), "{texts:#?}");
    scene.halt.cancel();
    tell.await.expect("it ends when it is told to");
}

#[tokio::test(start_paused = true)]
async fn too_many_requests_delay_and_a_lost_place_moves_to_the_person() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    scene.board.lock().troubles =
        vec![Trouble::Later(Duration::from_secs(30)), Trouble::Later(Duration::from_secs(5))];
    let (_work, _tell) = (worker(&scene.service, &scene.halt), scene.deliver());
    assert_eq!(scene.settled("1").await.state, TellingState::Told);
    assert!(scene.board.texts().iter().any(|text| text.starts_with("answer: ")));

    scene.board.lock().troubles = vec![Trouble::NotAllowed("chat:write".into())];
    let reply = scene.desk.ask(question("k2", "ann", "2", "How long is the tunnel?")).await;
    assert_eq!(reply, Reply::Nothing);
    assert_eq!(scene.settled("2").await.state, TellingState::Gone);
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
    panic!("it was not told elsewhere: {:#?}", scene.board.texts());
}

#[tokio::test(start_paused = true)]
async fn a_deleted_question_takes_its_messages_along() {
    let scene = Scene::new();
    scene.ask("k1", "1").await;
    let _tell = scene.deliver();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(scene.board.texts().len(), 1);
    scene.desk.deleted(&spot("1"), "message-k1", &person("ann")).await;
    let _work = worker(&scene.service, &scene.halt);
    scene.settled("1").await;
    assert_eq!(scene.board.texts(), Vec::<String>::new());
    scene.halt.cancel();
}
