//! Who may do what in a chat, and what comes of it.

use super::said::{read_answer, reads_as_wish};
use super::*;
use crate::act::Act;
use crate::card::Part;
use crate::incoming::{Pressed, Said};
use crate::samples::*;
use gorkd_core::engine::Wanted;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::job::{JobStatus, Reply as Answer};
use gorkd_core::model::{Planning, Profile};
use gorkd_rules::Rules;
use tokio_util::sync::CancellationToken;

const QUESTION: &str = "When was the old copper bridge opened?";

fn desk_with(store: &MemoryStore, policy: Policy) -> Desk {
    Desk::new(
        service(store),
        Kept::new(Arc::new(store.clone())),
        DeskSettings { policy, ..DeskSettings::default() },
    )
}

fn words(reply: &Reply) -> String {
    match reply {
        Reply::Whisper(card) | Reply::Refused(card) | Reply::Say(card) => {
            let text = |part: &Part| match part {
                Part::Text(blocks) => format!("{blocks:?}"),
                other => format!("{other:?}"),
            };
            card.parts.iter().map(text).collect()
        }
        Reply::Nothing => String::new(),
        Reply::Form(form) => form.title.clone(),
    }
}

async fn press(desk: &Desk, who: &str, thread: &str, job: &JobId, act: Act, words: Option<&str>) -> Reply {
    let key = format!("press-{who}-{act:?}");
    let spot = spot(thread);
    let words = words.map(str::to_owned);
    desk.pressed(Pressed { key, person: person(who), spot, job: job.clone(), act, words }).await
}

async fn ended(desk: &Desk, job: &JobId) -> gorkd_core::job::Job {
    for _ in 0..400 {
        let now = desk.service().job(job, None).await.expect("read");
        if now.status().is_over() {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("it did not end");
}

use std::time::Duration;

#[test]
fn wishes_and_questions_are_told_apart() {
    for wish in [
        "only 2025",
        "skip vendor blogs",
        "also check the licence",
        "focus on small teams",
        "not from example.com",
    ] {
        assert!(reads_as_wish(wish, &Rules), "{wish}");
    }
    for asked in [
        "And who built it?",
        "what did it cost",
        "wie lang ist sie",
        "How long is the tunnel",
        "¿Quién lo pagó?",
    ] {
        assert!(!reads_as_wish(asked, &Rules), "{asked}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_plan_is_shown_answered_in_own_words_and_only_by_who_asked() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    let wanted = Wanted { planning: Some(Planning::Interactive), ..Wanted::default() };
    desk.ask(Question { wanted, ..question("k1", "ann", "1", QUESTION) }).await;
    let job = jobs(&store, &spot("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(desk.service(), &halt);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let now = desk.service().job(&job, None).await.expect("read");
    let (open, _) = now.interrupt().expect("something is asked");
    assert_eq!(open.id(), "clarify.0");

    let other = press(&desk, "bob", "1", &job, Act::Option("clarify.0".into(), 0), None).await;
    assert!(words(&other).contains("Only the person who asked"), "{other:?}");
    let form = press(&desk, "ann", "1", &job, Act::Custom("clarify.0".into()), None).await;
    assert!(matches!(form, Reply::Form(_)), "{form:?}");
    let said =
        press(&desk, "ann", "1", &job, Act::Custom("clarify.0".into()), Some("for a school report")).await;
    assert_eq!(said, Reply::Nothing);
    let now = desk.service().job(&job, None).await.expect("read");
    let replies = &now.clarification.as_ref().expect("asked").replies;
    assert_eq!(replies[0], Answer::Custom("for a school report".into()));
    let late = press(&desk, "ann", "1", &job, Act::JustGo("clarify.0".into()), None).await;
    assert!(words(&late).contains("already answered"), "{late:?}");
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn what_is_said_while_a_run_is_under_way_steers_it_or_waits() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    desk.ask(question("k1", "ann", "1", QUESTION)).await;
    let said =
        |key: &str, who: &str, text: &str| Said { question: question(key, who, "1", text), to_us: false };
    let noted = desk.said(said("k2", "ann", "only 2025")).await;
    assert!(words(&noted).contains("Noted"), "{noted:?}");
    let queued = desk.said(said("k3", "bob", "And who paid for it?")).await;
    assert!(words(&queued).contains("next"), "{queued:?}");
    let all = jobs(&store, &spot("1")).await;
    assert_eq!(all.len(), 2);
    let first = desk.service().job(&all[0], None).await.expect("read");
    assert_eq!(first.constraints.len(), 1);
    // A stranger's wish is asked as a question instead of being refused.
    let stranger = desk.said(said("k4", "eve", "only 2024")).await;
    assert!(words(&stranger).contains("waits for its turn"), "{stranger:?}");

    let switched = press(&desk, "bob", "1", &all[1], Act::SteerInstead, None).await;
    assert!(
        words(&switched).contains("Only the person who asked"),
        "a wish of his for a run of hers: {switched:?}"
    );
    let elsewhere = press(&desk, "ann", "2", &all[0], Act::Stop, None).await;
    assert!(words(&elsewhere).contains("not told in this place"), "{elsewhere:?}");

    let halt = CancellationToken::new();
    let _work = worker(desk.service(), &halt);
    assert_eq!(ended(&desk, &all[0]).await.status(), JobStatus::Completed);
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn nothing_is_heard_where_nobody_spoke_to_us() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    let said = |thread: &str, to_us: bool| Said { question: question("k", "ann", thread, QUESTION), to_us };
    assert_eq!(desk.said(said("9", false)).await, Reply::Nothing);
    assert_eq!(store.thread_at(&spot("9").place).await.expect("read"), None);
    // A mention in a thread of people does not make the thread ours.
    let theirs = |mut said: Said| {
        said.question.spot.ours = false;
        said
    };
    desk.said(theirs(said("9", true))).await;
    assert_eq!(jobs(&store, &spot("9")).await.len(), 1);
    let chatter = Said { question: question("k5", "bob", "9", "Did you see the game?"), to_us: false };
    assert_eq!(desk.said(theirs(chatter)).await, Reply::Nothing);
    assert_eq!(jobs(&store, &spot("9")).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_place_decides_what_is_run_in_it() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy { channel_runs_per_hour: 2, ..Policy::default() });
    let admin = || {
        let mut admin = person("root");
        admin.requester.roles = vec!["admin".into()];
        admin
    };
    let refused = desk.command("memory place set deep admins", question("c1", "ann", "1", "")).await;
    assert!(words(&refused).contains("Only admins"), "{refused:?}");
    let set = desk
        .command("memory place set deep admins", Question { person: admin(), ..question("c2", "x", "1", "") })
        .await;
    assert!(words(&set).contains("admins"), "{set:?}");
    let deep = desk.command("deep What is a bridge made of?", question("k1", "ann", "1", "")).await;
    assert!(words(&deep).contains("Only admins of this place may run deep"), "{deep:?}");
    let allowed = desk
        .command(
            "deep What is a bridge made of?",
            Question { person: admin(), ..question("k2", "x", "2", "") },
        )
        .await;
    assert_eq!(allowed, Reply::Nothing);
    let job = jobs(&store, &spot("2")).await.remove(0);
    assert_eq!(desk.service().job(&job, None).await.expect("read").terms.profile, Profile::Deep);
    assert_eq!(desk.ask(question("k3", "bob", "3", QUESTION)).await, Reply::Nothing);
    // The same delivery again is not counted again.
    assert_eq!(desk.ask(question("k3", "bob", "3", QUESTION)).await, Reply::Nothing);
    let full = desk.ask(question("k4", "bob", "4", "How high is the tower of Eastmoor?")).await;
    assert!(words(&full).contains("2 runs an hour") && words(&full).contains("Try again in"), "{full:?}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_is_looked_into_shared_watched_and_written_again() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    desk.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &spot("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(desk.service(), &halt);
    let answered = ended(&desk, &job).await;
    let read: Vec<_> = answered.documents().map(|(_, _, document)| document.source_id()).collect();
    // Looking is for everybody, and shown to nobody else.
    for act in [Act::Sources, Act::Why, Act::Full, Act::Export(crate::Format::Csv)] {
        let shown = press(&desk, "bob", "1", &job, act, None).await;
        assert!(matches!(&shown, Reply::Whisper(card) if !card.parts.is_empty()), "{shown:?}");
    }
    let chats = &store;
    let not_his = press(&desk, "bob", "1", &job, Act::Pin(read[0].clone()), None).await;
    assert!(words(&not_his).contains("Only the person who asked"), "{not_his:?}");
    let empty = press(&desk, "ann", "1", &job, Act::WriteAgain, None).await;
    assert!(words(&empty).contains("Pin or leave out"), "{empty:?}");
    press(&desk, "ann", "1", &job, Act::Exclude(read[0].clone()), None).await;
    assert_eq!(press(&desk, "ann", "1", &job, Act::WriteAgain, None).await, Reply::Nothing);
    let again = named("press-ann-WriteAgain", "write");
    let again = ended(&desk, &again).await;
    assert!(again.excluded.contains(&read[0]));
    let watched = press(&desk, "bob", "1", &job, Act::Watch(24), None).await;
    assert!(words(&watched).contains("when the answer changes"), "{watched:?}");
    let list = desk.command("watches", question("c", "bob", "1", "")).await;
    assert!(words(&list).contains("copper bridge"), "{list:?}");
    press(&desk, "bob", "1", &job, Act::Bad, Some("too short")).await;
    let said = chats.feedback(gorkd_core::model::Millis(0), 10).await.expect("read");
    assert_eq!((said[0].good, said[0].reason.as_str()), (false, "too short"));
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn who_governs_a_place_ends_its_questions_for_leave() {
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    let mut admin = person("root");
    admin.requester.roles = vec!["admin".into()];
    let keeper = |key: &str| Question { person: admin.clone(), ..question(key, "x", "1", "") };
    desk.command("memory place set approve_publish true", keeper("c1")).await;
    desk.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &spot("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(desk.service(), &halt);
    let waits = async || desk.service().job(&job, None).await.expect("read").interrupt();
    let open = loop {
        match waits().await {
            Some((open, _)) => break open.id().to_owned(),
            None => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    let not_hers = press(&desk, "ann", "1", &job, Act::Always(open.clone()), None).await;
    assert!(words(&not_hers).contains("Only admins can turn approvals off"), "{not_hers:?}");
    let pressed = Pressed {
        key: "always".into(),
        person: admin.clone(),
        spot: spot("1"),
        job: job.clone(),
        act: Act::Always(open),
        words: None,
    };
    let said = desk.pressed(pressed).await;
    assert!(words(&said).contains("memory place forget approve_publish"), "{said:?}");
    assert!(ended(&desk, &job).await.answer.is_some());
    // From now on nobody is asked.
    desk.ask(question("k2", "ann", "2", "How high is the tower of Eastmoor?")).await;
    let next = jobs(&store, &spot("2")).await.remove(0);
    assert!(ended(&desk, &next).await.approvals.is_empty());
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_place_that_was_left_is_erased_after_the_time_that_it_named() {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let store = MemoryStore::default();
    let desk = desk_with(&store, Policy::default());
    let mut admin = person("root");
    admin.requester.roles = vec!["admin".into()];
    let keeper = Question { person: admin, ..question("c1", "x", "1", "") };
    desk.command("memory place set retention_days 2", keeper).await;
    desk.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &spot("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(desk.service(), &halt);
    ended(&desk, &job).await;
    assert_eq!(desk.left("slack:T1").await.expect("left"), 1);
    tokio::time::sleep(DAY).await;
    assert_eq!(desk.sweep_due(&["slack"], 0).await.expect("swept"), []);
    tokio::time::sleep(DAY + DAY).await;
    assert_eq!(desk.sweep_due(&["slack"], 0).await.expect("swept"), [("slack:T1:C1".to_owned(), 1)]);
    assert!(desk.service().job(&job, None).await.is_err(), "it is gone");
    assert_eq!(desk.sweep_due(&["slack"], 7).await.expect("swept"), []);
    halt.cancel();
}

#[test]
fn typed_answers_mean_what_they_say() {
    use gorkd_core::job::{ApprovalAbout, ClarifyQuestion, Interrupt};
    let clarify = Interrupt::Clarify {
        id: "clarify.0".into(),
        question: ClarifyQuestion {
            options: vec!["This year".into(), "All years".into()],
            all_of_the_above: true,
            ..ClarifyQuestion::default()
        },
    };
    for (typed, meant) in [
        ("2", Answer::Option(1)),
        ("this YEAR", Answer::Option(0)),
        ("all", Answer::AllOfTheAbove),
        ("Just go!", Answer::JustGo),
        ("since 1990", Answer::Custom("since 1990".into())),
    ] {
        assert_eq!(read_answer(typed, &clarify), Some(meant), "{typed}");
    }
    let publish = Interrupt::Approve {
        id: "approve.publish".into(),
        about: ApprovalAbout::Publish,
        text: String::new(),
        estimate: Default::default(),
    };
    assert_eq!(read_answer("yes", &publish), Some(Answer::Approve));
    assert_eq!(read_answer("who built it?", &publish), None);
}
