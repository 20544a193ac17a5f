//! Runs that wait for a worker: their place in line is told, and a line that is full takes no more.

use super::http::Server;
use crate::world::models::{ModelServer, Shape};
use crate::world::process::{Machine, stderr};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const QUESTIONS: [&str; 4] = [
    "How long is the Harbour Bridge of Eastmoor?",
    "Who opened the Harbour Bridge of Eastmoor?",
    "When was the Harbour Bridge of Eastmoor opened?",
    "What crossed the harbour before the bridge was opened?",
];

/// The place in line, as the run's document has it, once it is this one.
async fn until_place(server: &Server, job: &str, place: Option<u64>) -> Value {
    let patience = Instant::now();
    loop {
        let document = server.get(&format!("/api/jobs/{job}")).await.json();
        if document["line"]["place"].as_u64() == place && (place.is_some() || document["status"] == "running")
        {
            return document;
        }
        assert!(patience.elapsed() < Duration::from_secs(60), "{place:?} is not told: {document}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A server that does one run at a time, which hangs until the model lets it go.
fn one_at_a_time(model: &ModelServer, more: &[&str]) -> Server {
    model.holds_after(Some(0));
    let settings = model.settings();
    let own = ["worker.jobs=1", "profiles.standard.seconds=7200", "ask.ask_back=false"];
    let settings: Vec<&str> = settings.iter().map(String::as_str).chain(own).chain(more.to_vec()).collect();
    Server::start_with(Machine::with_library(), &settings, &[])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_in_line_is_told_and_goes_down() {
    let model = ModelServer::start(Shape::OpenAi).await;
    let server = one_at_a_time(&model, &[]);
    let mut asked = Vec::new();
    for question in &QUESTIONS[..3] {
        asked.push(server.ask(question).await);
    }
    let [(_, first), (_, second), (thread, third)] = asked.as_slice() else { panic!("{asked:?}") };
    until_place(&server, first, None).await;
    until_place(&server, second, Some(1)).await;
    let document = until_place(&server, third, Some(2)).await;
    assert_eq!(document["line"], json!({"place": 2, "seconds": null}), "nothing says how long a run takes");
    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    assert_eq!(state["progress"]["line"], document["line"]);
    let shown = server.machine.run(&["job", "show", third.as_str()]);
    assert!(String::from_utf8_lossy(&shown.stdout).contains("Number 2 in line."), "{shown:?}");

    let (thread, _) = &asked[0];
    let cancelled = server.send("POST", &format!("/api/threads/{thread}/cancel"), &[], None).await;
    assert_eq!(cancelled.status, 202, "{cancelled:?}");
    until_place(&server, second, None).await;
    until_place(&server, third, Some(1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_is_full_takes_no_more_and_loses_nothing() {
    let model = ModelServer::start(Shape::OpenAi).await;
    let server = one_at_a_time(&model, &["admission.line=2"]);
    let (thread, first) = server.ask(QUESTIONS[0]).await;
    until_place(&server, &first, None).await;
    // What is behind a turn of its own thread takes nobody's room.
    let mut taken = Vec::new();
    for question in &QUESTIONS[1..] {
        let body = json!({"goal": question, "modeOverride": "auto", "force": true, "unattended": true});
        let follow_up = server.post(&format!("/api/threads/{thread}/ask"), body).await;
        assert_eq!(follow_up.status, 202, "{follow_up:?}");
        taken.push(follow_up.json()["jobId"].as_str().expect("one").to_owned());
    }
    for question in &QUESTIONS[1..3] {
        taken.push(server.ask(question).await.1);
    }
    let body = json!({"goal": QUESTIONS[3], "force": true});
    let refused = server.post("/api/threads/start", body.clone()).await;
    assert_eq!(refused.problem(), (503, "overloaded".into()));
    assert_eq!((refused.headers["retry-after"].as_str(), &refused.json()["retry_after"]), ("60", &json!(60)));
    let detail = refused.json()["detail"].as_str().expect("a sentence").to_owned();
    assert!(detail.starts_with("Too many questions are waiting right now"), "{detail}");
    let theirs = json!({"model": "gorkd-quick", "messages": [{"role": "user", "content": QUESTIONS[3]}]});
    let theirs = server.post("/v1/chat/completions", theirs).await;
    assert_eq!((theirs.status, &theirs.json()["error"]["code"]), (503, &json!("overloaded")), "{theirs:?}");
    let there = server.machine.run(&["ask", QUESTIONS[3], "--fresh", "--set", "admission.line=2"]);
    assert_eq!(there.status.code(), Some(3), "{}", stderr(&there));
    assert!(stderr(&there).contains("Too many questions are waiting right now"), "{}", stderr(&there));
    let metrics = server.get("/metrics").await.body;
    assert!(metrics.lines().any(|line| line == "questions_shed_total 2"), "{metrics}");

    model.lets_go();
    let cancel = json!({"jobId": first});
    assert_eq!(server.post(&format!("/api/threads/{thread}/cancel"), cancel).await.status, 202);
    for job in &taken {
        assert_eq!(server.until_over(job, &[]).await["status"], "completed", "nothing was lost");
    }
    let taken = server.post("/api/threads/start", body).await;
    assert_eq!(taken.status, 202, "there is room again: {taken:?}");
}
