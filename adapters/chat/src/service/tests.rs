//! Who may do what in a chat, and the results.

use super::messages::{is_steering_request, parse_answer};
use super::*;
use crate::action::Action;
use crate::card::Part;
use crate::cards::CardOptions;
use crate::fixtures::*;
use crate::incoming::{ActionRequest, IncomingMessage};
use gorkd_core::engine::ChosenTerms;
use gorkd_core::fakes::MemoryStore;
use gorkd_core::job::{JobStatus, Reply as Answer};
use gorkd_core::model::{Planning, Profile};
use gorkd_rules::Rules;
use tokio_util::sync::CancellationToken;

const QUESTION: &str = "When was the old copper bridge opened?";

fn service_with(store: &MemoryStore, policy: Policy) -> ChatService {
    ChatService::new(
        service(store),
        ChatStores::new(Arc::new(store.clone())),
        ChatServiceSettings { policy, ..ChatServiceSettings::default() },
    )
}

fn words(reply: &ChatReply) -> String {
    match reply {
        ChatReply::Ephemeral(card) | ChatReply::Refusal(card) | ChatReply::Post(card) => {
            let text = |part: &Part| match part {
                Part::Text(blocks) => format!("{blocks:?}"),
                other => format!("{other:?}"),
            };
            card.parts.iter().map(text).collect()
        }
        ChatReply::Nothing => String::new(),
        ChatReply::Form(form) => form.title.clone(),
    }
}

async fn press(
    chat: &ChatService,
    who: &str,
    thread: &str,
    job: &JobId,
    action: Action,
    input: Option<&str>,
) -> ChatReply {
    let key = format!("press-{who}-{action:?}");
    let location = location(thread);
    let input = input.map(str::to_owned);
    chat.action(ActionRequest { key, person: person(who), location, job: job.clone(), action, input }).await
}

async fn ended(chat: &ChatService, job: &JobId) -> gorkd_core::job::Job {
    for _ in 0..400 {
        let now = chat.service().job(job, None).await.expect("read");
        if now.status().is_over() {
            return now;
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    panic!("the job did not end");
}

use std::time::Duration;

#[test]
fn steering_requests_are_distinguished_from_questions() {
    for wish in [
        "only 2025",
        "skip vendor blogs",
        "also check the licence",
        "focus on small teams",
        "not from example.com",
    ] {
        assert!(is_steering_request(wish, &Rules), "{wish}");
    }
    for asked in [
        "And who built it?",
        "what did it cost",
        "wie lang ist sie",
        "How long is the tunnel",
        "¿Quién lo pagó?",
    ] {
        assert!(!is_steering_request(asked, &Rules), "{asked}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_asker_can_answer_a_clarifying_question_also_in_free_text() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    let wanted = ChosenTerms { planning: Some(Planning::Interactive), ..ChosenTerms::default() };
    chat.ask(Question { wanted, ..question("k1", "ann", "1", QUESTION) }).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    tokio::time::sleep(Duration::from_secs(2)).await;
    let now = chat.service().job(&job, None).await.expect("read");
    let (open, _) = now.interrupt().expect("an open question");
    assert_eq!(open.id(), "clarify.0");

    let other = press(&chat, "bob", "1", &job, Action::Option("clarify.0".into(), 0), None).await;
    assert!(words(&other).contains("Only the person who asked"), "{other:?}");
    let form = press(&chat, "ann", "1", &job, Action::Custom("clarify.0".into()), None).await;
    assert!(matches!(form, ChatReply::Form(_)), "{form:?}");
    let said =
        press(&chat, "ann", "1", &job, Action::Custom("clarify.0".into()), Some("for a school report")).await;
    assert_eq!(said, ChatReply::Nothing);
    let now = chat.service().job(&job, None).await.expect("read");
    let replies = &now.clarification.as_ref().expect("asked").replies;
    assert_eq!(replies[0], Answer::Custom("for a school report".into()));
    let late = press(&chat, "ann", "1", &job, Action::JustGo("clarify.0".into()), None).await;
    assert!(words(&late).contains("already answered"), "{late:?}");
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_message_during_a_run_steers_it_or_is_queued() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    chat.ask(question("k1", "ann", "1", QUESTION)).await;
    let said = |key: &str, who: &str, text: &str| IncomingMessage {
        question: question(key, who, "1", text),
        to_bot: false,
    };
    let noted = chat.message(said("k2", "ann", "only 2025")).await;
    assert!(words(&noted).contains("Noted"), "{noted:?}");
    let queued = chat.message(said("k3", "bob", "And who paid for it?")).await;
    assert!(words(&queued).contains("next"), "{queued:?}");
    let all = jobs(&store, &location("1")).await;
    assert_eq!(all.len(), 2);
    let first = chat.service().job(&all[0], None).await.expect("read");
    assert_eq!(first.constraints.len(), 1);
    // A stranger's steering request becomes a question instead of being refused.
    let stranger = chat.message(said("k4", "eve", "only 2024")).await;
    assert!(words(&stranger).contains("waits for its turn"), "{stranger:?}");

    let switched = press(&chat, "bob", "1", &all[1], Action::SteerInstead, None).await;
    assert!(
        words(&switched).contains("Only the person who asked"),
        "a wish of his for a run of hers: {switched:?}"
    );
    let fallback = press(&chat, "ann", "2", &all[0], Action::Stop, None).await;
    assert!(words(&fallback).contains("isn't shown here"), "{fallback:?}");

    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    assert_eq!(ended(&chat, &all[0]).await.status(), JobStatus::Completed);
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn messages_that_do_not_address_the_bot_are_ignored() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    let said = |thread: &str, to_bot: bool| IncomingMessage {
        question: question("k", "ann", thread, QUESTION),
        to_bot,
    };
    assert_eq!(chat.message(said("9", false)).await, ChatReply::Nothing);
    assert_eq!(store.thread_at(&location("9").place).await.expect("read"), None);
    // A mention in a thread between people does not make the thread the bot's.
    let theirs = |mut said: IncomingMessage| {
        said.question.location.bot_thread = false;
        said
    };
    chat.message(theirs(said("9", true))).await;
    assert_eq!(jobs(&store, &location("9")).await.len(), 1);
    let chatter =
        IncomingMessage { question: question("k5", "bob", "9", "Did you see the game?"), to_bot: false };
    assert_eq!(chat.message(theirs(chatter)).await, ChatReply::Nothing);
    assert_eq!(jobs(&store, &location("9")).await.len(), 1);
    assert!(!chat.listens_at(&location("9")).await && !chat.listens_at(&location("10")).await);
    chat.message(IncomingMessage {
        question: question("k6", "ann", "10", "What is a bridge made of?"),
        to_bot: true,
    })
    .await;
    assert!(chat.listens_at(&location("10")).await, "the bot's own thread");
}

#[tokio::test(start_paused = true)]
async fn the_policy_of_a_place_applies_to_its_runs() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy { channel_runs_per_hour: 2, ..Policy::default() });
    let admin = || {
        let mut admin = person("root");
        admin.requester.roles = vec!["admin".into()];
        admin
    };
    let refused = chat.command("memory place set deep admins", question("c1", "ann", "1", "")).await;
    assert!(words(&refused).contains("Only admins"), "{refused:?}");
    let set = chat
        .command("memory place set deep admins", Question { person: admin(), ..question("c2", "x", "1", "") })
        .await;
    assert!(words(&set).contains("admins"), "{set:?}");
    let deep = chat.command("deep What is a bridge made of?", question("k1", "ann", "1", "")).await;
    assert!(words(&deep).contains("Only admins of this place may run deep"), "{deep:?}");
    let allowed = chat
        .command(
            "deep What is a bridge made of?",
            Question { person: admin(), ..question("k2", "x", "2", "") },
        )
        .await;
    assert_eq!(allowed, ChatReply::Nothing);
    let job = jobs(&store, &location("2")).await.remove(0);
    assert_eq!(chat.service().job(&job, None).await.expect("read").terms.profile, Profile::Deep);
    assert_eq!(chat.ask(question("k3", "bob", "3", QUESTION)).await, ChatReply::Nothing);
    // Repeating a delivery does not count it again.
    assert_eq!(chat.ask(question("k3", "bob", "3", QUESTION)).await, ChatReply::Nothing);
    let full = chat.ask(question("k4", "bob", "4", "How high is the tower of Eastmoor?")).await;
    assert!(words(&full).contains("2 runs an hour") && words(&full).contains("Try again in"), "{full:?}");
}

#[tokio::test(start_paused = true)]
async fn an_answer_can_be_inspected_shared_watched_and_rewritten() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    chat.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    let answered = ended(&chat, &job).await;
    let read: Vec<_> = answered.documents().map(|(_, _, document)| document.source_id()).collect();
    // Anyone may look, and nobody else sees it.
    for action in [Action::Sources, Action::Why, Action::Full, Action::Export(crate::Format::Csv)] {
        let shown = press(&chat, "bob", "1", &job, action, None).await;
        assert!(matches!(&shown, ChatReply::Ephemeral(card) if !card.parts.is_empty()), "{shown:?}");
    }
    let chats = &store;
    let not_his = press(&chat, "bob", "1", &job, Action::Pin(read[0].clone()), None).await;
    assert!(words(&not_his).contains("Only the person who asked"), "{not_his:?}");
    let empty = press(&chat, "ann", "1", &job, Action::WriteAgain, None).await;
    assert!(words(&empty).contains("Pin or leave out"), "{empty:?}");
    press(&chat, "ann", "1", &job, Action::Exclude(read[0].clone()), None).await;
    assert_eq!(press(&chat, "ann", "1", &job, Action::WriteAgain, None).await, ChatReply::Nothing);
    let again = job_id("press-ann-WriteAgain", "write");
    let again = ended(&chat, &again).await;
    assert!(again.excluded.contains(&read[0]));
    let watched = press(&chat, "bob", "1", &job, Action::Watch(24), None).await;
    assert!(words(&watched).contains("when the answer changes"), "{watched:?}");
    let list = chat.command("watches", question("c", "bob", "1", "")).await;
    assert!(words(&list).contains("copper bridge"), "{list:?}");
    press(&chat, "bob", "1", &job, Action::Bad, Some("too short")).await;
    let said = chats.feedback(gorkd_core::model::Millis(0), 10).await.expect("read");
    assert_eq!((said[0].good, said[0].reason.as_str()), (false, "too short"));
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn an_answer_shown_again_offers_the_same_actions_as_where_it_was_posted() {
    let store = MemoryStore::default();
    let options = CardOptions {
        public_url: Some("https://gorkd.example".into()),
        mention_after_ms: Some(0),
        ..CardOptions::default()
    };
    let settings = ChatServiceSettings { options, ..ChatServiceSettings::default() };
    let chat = ChatService::new(service(&store), ChatStores::new(Arc::new(store.clone())), settings);
    chat.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    ended(&chat, &job).await;
    let shown = press(&chat, "ann", "1", &job, Action::ShowAgain, None).await;
    let ChatReply::Ephemeral(card) = &shown else { panic!("{shown:?}") };
    assert!(words(&shown).contains(&format!("https://gorkd.example/jobs/{job}")), "{shown:?}");
    assert!(card.buttons.iter().any(|button| button.label.starts_with("Go deeper")), "{card:?}");
    assert_eq!(card.mention, None, "the person who pressed the button sees it anyway");
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn admins_can_turn_off_the_approvals_of_a_place() {
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    let mut admin = person("root");
    admin.requester.roles = vec!["admin".into()];
    let keeper = |key: &str| Question { person: admin.clone(), ..question(key, "x", "1", "") };
    chat.command("memory place set approve_publish true", keeper("c1")).await;
    chat.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    let waits = async || chat.service().job(&job, None).await.expect("read").interrupt();
    let open = loop {
        match waits().await {
            Some((open, _)) => break open.id().to_owned(),
            None => tokio::time::sleep(Duration::from_millis(500)).await,
        }
    };
    let not_hers = press(&chat, "ann", "1", &job, Action::Always(open.clone()), None).await;
    assert!(words(&not_hers).contains("Only admins can turn approvals off"), "{not_hers:?}");
    let pressed = ActionRequest {
        key: "always".into(),
        person: admin.clone(),
        location: location("1"),
        job: job.clone(),
        action: Action::Always(open),
        input: None,
    };
    let said = chat.action(pressed).await;
    assert!(words(&said).contains("memory place forget approve_publish"), "{said:?}");
    assert!(ended(&chat, &job).await.answer.is_some());
    // From now on, nobody is asked for approval.
    chat.ask(question("k2", "ann", "2", "How high is the tower of Eastmoor?")).await;
    let next = jobs(&store, &location("2")).await.remove(0);
    assert!(ended(&chat, &next).await.approvals.is_empty());
    halt.cancel();
}

#[tokio::test(start_paused = true)]
async fn a_place_that_removed_gorkd_is_erased_after_its_retention_period() {
    const DAY: Duration = Duration::from_secs(24 * 60 * 60);
    let store = MemoryStore::default();
    let chat = service_with(&store, Policy::default());
    let mut admin = person("root");
    admin.requester.roles = vec!["admin".into()];
    let keeper = Question { person: admin, ..question("c1", "x", "1", "") };
    chat.command("memory place set retention_days 2", keeper).await;
    chat.ask(question("k1", "ann", "1", QUESTION)).await;
    let job = jobs(&store, &location("1")).await.remove(0);
    let halt = CancellationToken::new();
    let _work = worker(chat.service(), &halt);
    ended(&chat, &job).await;
    assert_eq!(chat.removed("slack:T1").await.expect("removal recorded"), 1);
    tokio::time::sleep(DAY).await;
    assert_eq!(chat.sweep_due(&["slack"], 0).await.expect("sweep"), []);
    tokio::time::sleep(DAY + DAY).await;
    assert_eq!(chat.sweep_due(&["slack"], 0).await.expect("sweep"), [("slack:T1:C1".to_owned(), 1)]);
    assert!(chat.service().job(&job, None).await.is_err(), "the job is erased");
    assert_eq!(chat.sweep_due(&["slack"], 7).await.expect("sweep"), []);
    halt.cancel();
}

#[test]
fn typed_answers_are_parsed() {
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
        assert_eq!(parse_answer(typed, &clarify), Some(meant), "{typed}");
    }
    let publish = Interrupt::Approve {
        id: "approve.publish".into(),
        about: ApprovalAbout::Publish,
        text: String::new(),
        estimate: Default::default(),
    };
    assert_eq!(parse_answer("yes", &publish), Some(Answer::Approve));
    assert_eq!(parse_answer("who built it?", &publish), None);
}
