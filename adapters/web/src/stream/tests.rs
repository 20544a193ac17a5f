//! How a journal looks to a reader; readers neither lose nor duplicate events.

use super::frames::Encoder;
use super::*;
use gorkd_core::engine::{Ask, AskDefaults, Service, WorkerSettings};
use gorkd_core::fakes::{FakeWorld, MemoryStore, Trouble};
use gorkd_core::model::*;
use gorkd_core::ports::{Journal, RunningDraft};

fn service(store: &MemoryStore) -> (Service, Ports) {
    service_in(store, 7)
}

fn service_in(store: &MemoryStore, seed: u64) -> (Service, Ports) {
    let budget = Budget {
        rounds: 2,
        queries: 4,
        pages: 4,
        citations: 8,
        results: 5,
        seconds: 60,
        reserve_seconds: 10,
        page_seconds: 5,
        search_seconds: 5,
        tokens: 10_000,
        usd: 1.0,
        ..Budget::default()
    };
    let budgets = Profile::ALL.into_iter().map(|profile| (profile, budget.clone())).collect();
    let world = FakeWorld::new(seed, 7, Trouble::default());
    let ports = world.ports(store, gorkd_rules::Rules);
    let defaults = AskDefaults { budgets, ..AskDefaults::default() };
    (Service::new(ports.clone(), defaults), ports)
}

async fn ask(service: &Service, thread: Option<ThreadId>) -> gorkd_core::engine::Ticket {
    let ask = Ask {
        text: "When was the beacon opened by Ada Mill?".into(),
        requester: Requester::terminal(),
        place: "web:local".into(),
        thread,
        claim_for: Some("w".into()),
        ..Ask::default()
    };
    service.ask(ask).await.expect("the question is accepted")
}

/// Asks a question and runs the job to its end.
async fn run(service: &Service, thread: Option<ThreadId>) -> gorkd_core::engine::Ticket {
    let ticket = ask(service, thread).await;
    let halt = CancellationToken::new();
    let worker = service.worker("w".into(), WorkerSettings::default(), halt);
    worker.run_one(ticket.fence.clone().expect("claimed")).await.0.expect("the job ends");
    ticket
}

async fn frames(store: &MemoryStore, thread: &ThreadId) -> Vec<frames::Frame> {
    let mut encoder = Encoder::default();
    let events = store.of_thread(thread, None, 10_000).await.expect("read");
    events.iter().flat_map(|(job, recorded)| encoder.learn(job, recorded)).collect()
}

fn text(bytes: &bytes::Bytes) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

#[tokio::test(start_paused = true)]
async fn a_job_is_told_from_its_question_to_its_end() {
    // Finds the first simulated world that has pages about the question.
    let mut seed = 0;
    let (store, service, ticket) = loop {
        let store = MemoryStore::default();
        let (service, _) = service_in(&store, seed);
        let ticket = run(&service, None).await;
        if service
            .job(&ticket.job, None)
            .await
            .is_ok_and(|job| job.answer.is_some_and(|a| !a.citations.is_empty()))
        {
            break (store, service, ticket);
        }
        seed += 1;
        assert!(seed < 200, "no world has an answer");
    };
    let frames = frames(&store, &ticket.thread).await;
    let kinds: Vec<&str> = frames.iter().map(|frame| frame.kind.name()).collect();
    assert_eq!((kinds[0], *kinds.last().expect("not empty")), ("status", "done"));
    assert!(kinds.contains(&"section") && kinds.contains(&"citation"), "{kinds:?}");
    // Ids are unique, and the last frame of an event has the id of the event itself.
    let ids: BTreeSet<&str> = frames.iter().map(|frame| &*frame.id).collect();
    assert_eq!(ids.len(), frames.len());
    let last = service.events(&ticket.job, 0).await.expect("it exists").last().expect("not empty").seq;
    assert_eq!(&*frames.last().expect("not empty").id, format!("{}:{last}", ticket.job));
    let told: String = frames.iter().map(|frame| text(&frame.bytes)).collect();
    let told = told.replace(ticket.job.as_str(), "JOB").replace(ticket.thread.as_str(), "THREAD");
    let shown: Vec<&str> =
        told.lines().filter(|line| !line.starts_with("data: ") || line.contains("\"text\"")).collect();
    insta::assert_snapshot!(shown.join("\n"));
}

#[tokio::test(start_paused = true)]
async fn a_branch_reports_only_its_own_events() {
    let store = MemoryStore::default();
    let (service, _) = service(&store);
    let ticket = run(&service, None).await;
    let at = service.job(&ticket.job, None).await.expect("it exists").checkpoints[1].seq;
    let edit = gorkd_core::job::Edit { constraints: vec![Default::default()], ..Default::default() };
    let fork =
        service.fork(&ticket.job, at, edit, Ask { requester: Requester::terminal(), ..Ask::default() });
    let fork = fork.await.expect("a checkpoint");
    let frames = frames(&store, &ticket.thread).await;
    let own: Vec<&str> =
        frames.iter().map(|frame| &*frame.id).filter(|id| id.starts_with(fork.job.as_str())).collect();
    assert_eq!(own, [format!("{}:{}", fork.job, at + 1)], "one status, at the branch point");
}

/// All frames with an id that a reader gets until no more are ready.
async fn drain(reader: &mut Reader) -> Vec<String> {
    let mut got = Vec::new();
    while let Ok(Some(bytes)) = tokio::time::timeout(Duration::from_millis(500), reader.next()).await {
        let text = text(&bytes);
        if !text.starts_with(':') && !text.starts_with("retry") {
            got.push(text);
        }
    }
    got
}

fn all() -> BTreeSet<Kind> {
    Kind::ALL.into()
}

#[tokio::test(start_paused = true)]
async fn a_reader_resumes_exactly_where_it_was_disconnected() {
    let store = MemoryStore::default();
    let (service, ports) = service(&store);
    let ticket = run(&service, None).await;
    run(&service, Some(ticket.thread.clone())).await;
    let whole: Vec<String> =
        frames(&store, &ticket.thread).await.iter().map(|frame| text(&frame.bytes)).collect();
    // With room for all frames, and with so little room that most must be read from the journal again.
    for room in [ROOM, 600] {
        let streams =
            Streams::with(&service, Feed::from(&ports), 100, CancellationToken::new(), room, BEAT_EVERY);
        let mut first = streams.reader(&ticket.thread, None, all(), false).await.expect("a free seat");
        assert_eq!(drain(&mut first).await, whole, "room {room}");
        for cut in 0..whole.len() {
            let id = whole[cut].lines().next().and_then(|line| line.strip_prefix("id: ")).expect("an id");
            let mut reader =
                streams.reader(&ticket.thread, Some(id.to_owned()), all(), false).await.expect("a free seat");
            assert_eq!(drain(&mut reader).await, whole[cut + 1..], "room {room}, after {id}");
        }
        let unknown = Some("job_nobody:7".to_owned());
        let mut lost = streams.reader(&ticket.thread, unknown, all(), false).await.expect("a free seat");
        let told = drain(&mut lost).await;
        assert!(told[0].starts_with("event: gap\n"), "{}", told[0]);
        assert_eq!(told[1..], whole, "room {room}: from the beginning");
        let only = streams.reader(&ticket.thread, None, BTreeSet::from([Kind::Done]), false).await;
        assert_eq!(drain(&mut only.expect("a free seat")).await.len(), 2);
    }
}

#[tokio::test(start_paused = true)]
async fn a_reader_may_have_read_more_at_another_process() {
    let store = MemoryStore::default();
    let (here, ports) = service(&store);
    let (there, _) = service_in(&store, 8);
    let ticket = run(&here, None).await;
    let streams = Streams::new(&here, Feed::from(&ports), 9, CancellationToken::new());
    let mut stays = streams.reader(&ticket.thread, None, all(), false).await.expect("a free seat");
    drain(&mut stays).await;

    run(&there, Some(ticket.thread.clone())).await;
    let frames = frames(&store, &ticket.thread).await;
    let [.., before, last] = frames.as_slice() else { panic!("two frames") };
    let seat = streams.reader(&ticket.thread, Some(before.id.to_string()), all(), false).await;
    assert_eq!(drain(&mut seat.expect("a free seat")).await, [text(&last.bytes)]);
}

#[tokio::test(start_paused = true)]
async fn draft_pieces_are_sent_as_they_come_and_whole_to_late_readers() {
    let store = MemoryStore::default();
    let (service, ports) = service(&store);
    let ticket = ask(&service, None).await;
    let streams = Streams::new(&service, Feed::from(&ports), 9, CancellationToken::new());
    let mut early = streams
        .reader(&ticket.thread, None, BTreeSet::from([Kind::Delta]), false)
        .await
        .expect("a free seat");
    assert_eq!(drain(&mut early).await, [""; 0]);
    let piece = |offset: usize, text: &str| Delta {
        thread: ticket.thread.clone(),
        job: ticket.job.clone(),
        effect: "synthesize".into(),
        attempt: 1,
        offset,
        text: text.into(),
    };
    ports.deltas.tell(piece(0, "Größe "));
    ports.deltas.tell(piece(6, "zählt."));
    let told = drain(&mut early).await;
    assert_eq!(told.len(), 2);
    assert!(told[1].contains("\"offset\":6") && told[1].contains("\"beingWritten\":true"), "{}", told[1]);
    let mut late = streams
        .reader(&ticket.thread, None, BTreeSet::from([Kind::Delta]), false)
        .await
        .expect("a free seat");
    let told = drain(&mut late).await;
    assert!(
        told.len() == 1 && told[0].contains("Größe zählt.") && told[0].contains("\"offset\":0"),
        "{told:?}"
    );
    // A piece is missing, but the store has the entire draft.
    let draft = RunningDraft {
        job: ticket.job.clone(),
        effect: "synthesize".into(),
        attempt: 1,
        text: "Größe zählt. Und mehr".into(),
        at: Millis(1),
    };
    ports.scratch.put_draft(&draft).await.expect("stored");
    ports.deltas.tell(piece(18, "ehr."));
    let told = drain(&mut late).await;
    assert!(told[0].contains("\"offset\":0") && told[0].contains("Und mehr"), "{told:?}");
    assert!(told[1].contains("\"text\":\".\"") && told[1].contains("\"offset\":21"), "{told:?}");
    assert!(told.iter().all(|frame| !frame.starts_with("id:")), "pieces have no id to resume from");
}

#[tokio::test(start_paused = true)]
async fn readers_are_limited_get_heartbeats_and_are_ended() {
    let store = MemoryStore::default();
    let (service, ports) = service(&store);
    let ticket = ask(&service, None).await;
    let halt = CancellationToken::new();
    let streams = Streams::new(&service, Feed::from(&ports), 1, halt.clone());
    let mut reader = streams.reader(&ticket.thread, None, all(), false).await.expect("a free seat");
    assert!(streams.reader(&ticket.thread, None, all(), false).await.is_none(), "there is only one seat");
    drain(&mut reader).await;
    let beat = reader.next().await.expect("a heartbeat");
    assert!(beat.starts_with(b":"), "{beat:?}");
    halt.cancel();
    assert_eq!(reader.next().await, None);
    drop(reader);
    assert!(streams.inner.all().is_empty(), "there are no readers left");
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_falls_behind_is_dropped_and_resumes_on_reconnect() {
    let store = MemoryStore::default();
    let (service, ports) = service(&store);
    let ticket = ask(&service, None).await;
    let streams = Streams::with(&service, Feed::from(&ports), 9, CancellationToken::new(), 2_000, BEAT_EVERY);
    let mut slow = streams.reader(&ticket.thread, None, all(), false).await.expect("a free seat");
    let first = drain(&mut slow).await;
    assert_eq!(first.len(), 1);
    let halt = CancellationToken::new();
    let worker = service.worker("w".into(), WorkerSettings::default(), halt);
    worker.run_one(ticket.fence.clone().expect("claimed")).await.0.expect("the job ends");
    // Long enough for the follower to have read all of it.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let told = drain(&mut slow).await;
    assert_eq!((told.len(), slow.next().await), (0, None), "the frame that it needed next was dropped");
    let last = first[0].lines().next().and_then(|line| line.strip_prefix("id: ")).expect("an id");
    let mut back =
        streams.reader(&ticket.thread, Some(last.to_owned()), all(), false).await.expect("a free seat");
    let whole: Vec<String> =
        frames(&store, &ticket.thread).await.iter().map(|frame| text(&frame.bytes)).collect();
    assert_eq!(drain(&mut back).await, whole[1..]);
}
