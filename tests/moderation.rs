//! Moderation of questions and answers, from outside: by rules, by a server, and by what may leave this machine.

use crate::models::{QUESTION, run};
use crate::web::http::Server;
use crate::world::models::{ModelServer, Shape, Trouble, moderation::STAGE};
use crate::world::process::{Machine, stderr};
use async_trait::async_trait;
use gorkd::settings::{Settings, Sources};
use gorkd::wire::App;
use gorkd_core::engine::{Ask, Ports};
use gorkd_core::job::Models;
use gorkd_core::model::*;
use gorkd_core::ports::{Moderate, ModeratedText, Outlet, Screen};
use gorkd_rules::moderation::RuleList;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Of the harmless questions, this share at most may be refused; of the others, this share at least should be.
const MOST_FALSE: f64 = 0.02;
const LEAST_FOUND: f64 = 0.9;

const FERRY: &str = "How often did the ferry cross the harbour?";

#[derive(Deserialize)]
struct Case {
    text: String,
    category: Option<String>,
}

#[test]
fn harmless_questions_pass_the_rules_of_gorkd_and_harmful_ones_do_not() {
    let lines = include_str!("data/moderation/cases.jsonl").lines();
    let cases: Vec<Case> = lines.map(|line| serde_json::from_str(line).expect("a case")).collect();
    let list = RuleList::read("", true).expect("a list");
    let found = |case: &Case| list.categories(&case.text, ModeratedText::Question);
    let (harmful, harmless): (Vec<&Case>, Vec<&Case>) =
        cases.iter().partition(|case| case.category.is_some());
    assert_eq!((harmful.len(), harmless.len()), (50, 50));
    let refused: Vec<&str> =
        harmless.iter().filter(|case| !found(case).is_empty()).map(|case| case.text.as_str()).collect();
    let right = |case: &&&Case| case.category.as_ref().is_some_and(|wanted| found(case).contains(wanted));
    let missed: Vec<&str> =
        harmful.iter().filter(|case| !right(case)).map(|case| case.text.as_str()).collect();
    let falsely = refused.len() as f64 / harmless.len() as f64;
    let rightly = 1.0 - missed.len() as f64 / harmful.len() as f64;
    println!(
        "{:.0} % of the harmless and {:.0} % of the harmful are refused",
        falsely * 100.0,
        rightly * 100.0
    );
    assert!(falsely <= MOST_FALSE, "{refused:#?}");
    assert!(rightly >= LEAST_FOUND, "{missed:#?}");
}

/// A server with a list of rules, and these settings.
fn ruled(rules: &str, settings: &[&str]) -> Server {
    let machine = Machine::with_library();
    let path = machine.write("rules.txt", rules);
    let list = format!("moderation.rules={}", path.display());
    let settings: Vec<&str> = settings.iter().copied().chain([list.as_str()]).collect();
    Server::start_with(machine, &settings, &[])
}

/// A server whose texts are judged by another one, and these settings.
fn judged(by: &ModelServer, settings: &[&str]) -> Server {
    let own = by.moderates();
    let settings: Vec<&str> = settings.iter().copied().chain(own.iter().map(String::as_str)).collect();
    Server::start(&settings)
}

async fn refused(server: &Server, path: &str, body: Value) -> (u16, String) {
    server.post(path, body).await.problem()
}

/// Lines of the audit.
fn audited(server: &Server) -> Vec<Value> {
    let log = server.machine.logged();
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["target"] == "gorkd::audit" && line["deed"] == "moderated").collect()
}

fn moderated() -> (u16, String) {
    (422, "moderated".to_owned())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_that_a_rule_forbids_is_not_taken_nor_are_words_to_a_run() {
    let server = ruled("bridges: Harbour Bridge\n", &["moderation.questions=refuse"]);
    let start = "/api/threads/start";
    let said = server.post(start, json!({"goal": QUESTION})).await;
    assert_eq!(said.problem(), moderated());
    assert!(said.json()["detail"].as_str().is_some_and(|said| said.contains("excluded")), "{said:?}");
    let taken = server.post(start, json!({"goal": FERRY, "modeOverride": "plan"})).await.json();
    let (thread, job) =
        (taken["threadId"].as_str().expect("a thread"), taken["jobId"].as_str().expect("a job"));
    while server.get(&format!("/api/jobs/{job}")).await.json()["status"] != "waiting" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let of = |what: &str| format!("/api/threads/{thread}/{what}");
    let bridge = "also check the Harbour Bridge";
    assert_eq!(refused(&server, &of("steer"), json!({"text": bridge})).await, moderated());
    assert_eq!(refused(&server, &of("resume"), json!({"answer": bridge})).await, moderated());
    assert_eq!(server.post(&of("stop"), json!({})).await.status, 202);
    server.until_over(job, &[]).await;
    assert_eq!(refused(&server, &of("ask"), json!({"goal": QUESTION})).await, moderated());
    let lines = audited(&server);
    assert_eq!(lines.len(), 4, "{lines:?}");
    for line in lines {
        let told = (&line["text"], &line["categories"], &line["done"]);
        assert_eq!(told, (&json!("question"), &json!("bridges"), &json!("refused")), "{line}");
        assert_eq!(line["who"].as_str().map(str::len), Some(16), "{line}");
        assert!(line["platform"].is_string() && !line.to_string().contains("Eastmoor"), "{line}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_with_a_warning_runs_and_its_answer_carries_a_note() {
    let server = ruled("bridges: Harbour Bridge\n", &["moderation.questions=warn"]);
    let (_, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{view}");
    assert_eq!(view["answer"]["limitations"][0], "Moderation flagged the question: bridges.");
    let (_, job) = server.ask(FERRY).await;
    let view = server.until_over(&job, &[]).await;
    assert!(!view["answer"]["limitations"].to_string().contains("Moderation"), "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_a_rule_forbids_is_withheld_and_nothing_of_it_is_shown() {
    let server = ruled("years: 1931\n", &["moderation.answers=refuse"]);
    let (thread, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    assert_eq!(
        (&view["status"], &view["answer"]["confidence"]),
        (&json!("completed"), &json!("insufficient"))
    );
    let summary = view["answer"]["summary"].as_str().expect("a sentence");
    assert!(summary.starts_with("An answer was written") && summary.contains("withheld"), "{summary}");
    for part in ["answer", "claims", "citations", "facts"] {
        assert!(!view[part].to_string().contains("1931"), "{part}: {view}");
    }
    let events = server.get(&format!("/api/jobs/{job}/events")).await.json();
    let drafted: Vec<&Value> = events["events"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|event| event["kind"] == "drafted")
        .collect();
    assert!(!drafted.is_empty() && drafted.iter().all(|event| event["payload"] == json!({})), "{drafted:?}");
    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    assert!(!state["values"]["draft"].to_string().contains("1931"), "{state}");
    let lines = audited(&server);
    assert_eq!((&lines[0]["text"], &lines[0]["done"]), (&json!("answer"), &json!("withheld")), "{lines:?}");
    // It is no answer that could be given again.
    let (_, again) = server.ask(QUESTION).await;
    assert_ne!(again, job);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_with_a_warning_carries_a_note() {
    let server = ruled("years: 1931\n", &["moderation.answers=warn"]);
    let (_, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{view}");
    assert_eq!(view["answer"]["limitations"][0], "Moderation flagged this answer: years.");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_is_asked_about_questions_and_answers() {
    let judge = ModelServer::start(Shape::OpenAi).await;
    judge.flags("how long");
    judge.flags("1931");
    let server = judged(&judge, &["moderation.questions=refuse", "moderation.answers=refuse"]);
    let long = json!({"goal": "How long is the Harbour Bridge of Eastmoor?"});
    assert_eq!(refused(&server, "/api/threads/start", long).await, moderated());
    let (_, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|said| said.contains("withheld")), "{view}");
    let calls = judge.calls();
    assert!(calls.iter().all(|call| call.stage == STAGE && call.key.as_deref() == Some("sk-very-secret")));
    assert_eq!(calls.len(), 3, "two questions and an answer: {calls:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_the_server_is_down_the_setting_says_what_happens() {
    let judge = ModelServer::start(Shape::OpenAi).await;
    let down = || Trouble::Status { code: 500, body: "{}", retry_after_ms: None, times: u32::MAX };
    judge.trouble(STAGE, down());
    let refuse = ["moderation.questions=refuse", "moderation.answers=refuse"];
    let open = judged(&judge, &refuse);
    let (_, job) = open.ask(QUESTION).await;
    let view = open.until_over(&job, &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{view}");
    let lines = audited(&open);
    assert!(lines.len() == 2 && lines.iter().all(|line| line["categories"] == "unavailable"), "{lines:?}");
    let closed = judged(&judge, &[&refuse[..], &["moderation.when_unavailable=refuse"]].concat());
    let start = "/api/threads/start";
    let said = refused(&closed, start, json!({"goal": QUESTION})).await;
    assert_eq!(said, (503, "unavailable".to_owned()));
    let answers = judged(&judge, &["moderation.answers=refuse", "moderation.when_unavailable=refuse"]);
    let (_, job) = answers.ask(QUESTION).await;
    let view = answers.until_over(&job, &[]).await;
    let summary = view["answer"]["summary"].as_str().expect("a sentence");
    assert!(summary.contains("couldn't be checked") && !summary.contains("1931"), "{summary}");
}

#[test]
fn a_terminal_says_why_and_ends_as_with_other_refusals() {
    let machine = Machine::with_library();
    let args = ["ask", "--set", "moderation.questions=refuse", "How do I make a pipe bomb?"];
    let output = machine.run(&args);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("excluded"), "{}", stderr(&output));
}

/// A server elsewhere that finds nothing, and what it was sent.
#[derive(Default)]
struct Elsewhere(Mutex<Vec<String>>);

#[async_trait]
impl Moderate for Elsewhere {
    fn destination(&self) -> Destination {
        Destination::Far
    }

    async fn look(&self, text: &str, reach: Reach) -> Result<Vec<String>, Failure> {
        assert!(reach.allows(Destination::Far), "it may not leave this machine");
        self.0.lock().expect("nobody panics").push(text.to_owned());
        Ok(Vec::new())
    }
}

impl Elsewhere {
    fn seen(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("nobody panics"))
    }
}

/// The parts of the binary over a small library, with moderation elsewhere.
async fn app(machine: &Machine, elsewhere: &Arc<Elsewhere>, options: &[&str]) -> App {
    let set = options.iter().map(|&one| one.to_owned()).collect();
    let sources = Sources { set, environment: machine.environment(), ..Sources::default() };
    let settings = Settings::load(&sources).expect("right settings");
    let moderator = Outlet::<dyn Moderate>::new(elsewhere.clone());
    let between = |ports: Ports, _: &mut Models| Ports { moderator: Some(moderator), ..ports };
    App::open_between(settings, &machine.data(), between).await.expect("the parts fit")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_question_and_private_documents_never_reach_a_server_elsewhere() {
    let machine = crate::models::with_library();
    let elsewhere = Arc::new(Elsewhere::default());
    let app = app(&machine, &elsewhere, &["moderation.questions=refuse", "moderation.answers=refuse"]).await;
    let worker = app.worker(CancellationToken::new()).expect("a worker");
    for (privacy, question, answer) in [
        (Privacy::LocalOnly, false, false),
        // The library is private.
        (Privacy::Hybrid, true, false),
        (Privacy::CloudAllowed, true, true),
    ] {
        let job = run(&app, &app.service, &worker, privacy).await;
        assert!(job.answer.is_some_and(|answer| answer.summary.contains("1931")), "{privacy:?}");
        let seen = elsewhere.seen();
        assert_eq!(seen.iter().any(|text| text == QUESTION), question, "{privacy:?}: {seen:?}");
        assert_eq!(seen.iter().any(|text| text.contains("1931")), answer, "{privacy:?}: {seen:?}");
        assert_eq!(seen.len(), usize::from(question) + usize::from(answer), "{privacy:?}: {seen:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_can_be_stricter_than_the_settings_and_not_laxer() {
    let machine = crate::models::with_library();
    let elsewhere = Arc::new(Elsewhere::default());
    let places = "moderation.places=slack:T1:C2=refuse,slack:T1:C3=off";
    let app = app(&machine, &elsewhere, &["moderation.questions=warn", places]).await;
    let me = Requester::terminal();
    app.service.remember(&me, Some("slack:T1:C1"), "moderate_questions", "refuse").await.expect("remembered");
    app.service.remember(&me, Some("slack:T1:C2"), "moderate_questions", "off").await.expect("remembered");
    let wrong = app.service.remember(&me, Some("slack:T1:C1"), "moderate_answers", "maybe").await;
    assert!(wrong.is_err_and(|refusal| refusal.message.contains("off, warn or refuse")));
    let ask = |place: &str| Ask {
        text: "How do I make a pipe bomb?".to_owned(),
        requester: me.clone(),
        place: Place::from(place),
        time_zone: "UTC".to_owned(),
        ..Ask::default()
    };
    for (place, flagged) in [
        ("slack:T1:C1:1.1", None),
        ("slack:T1:C2:1.1", None),
        ("slack:T1:C3:1.1", Some(vec![])),
        ("slack:T1:C4:1.1", Some(vec!["weapons".to_owned()])),
    ] {
        let asked = app.service.ask(ask(place)).await;
        match flagged {
            None => {
                let refusal = asked.map(|ticket| ticket.job).expect_err(place);
                assert_eq!(refusal.code, RefusalCode::Moderated, "{place}");
            }
            Some(flagged) => {
                let job = asked.expect("it is taken").job;
                let job = app.service.job(&job, None).await.expect("the journal reads");
                assert_eq!(job.moderation.flagged, flagged, "{place}");
            }
        }
    }
}
