//! Asking, going on, and what is refused on the way.

use super::http::{Listener, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_is_answered_and_gone_on_with() {
    let server = Server::start(&[]);
    assert_eq!(server.get("/readyz").await.body, "ready\n");
    let (thread, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    assert_eq!(view["status"], "completed");
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{view}");
    assert_eq!(
        (view["privacy"].as_str(), view["thread_id"].as_str()),
        (Some("local_only"), Some(thread.as_str()))
    );
    // It is the document that the terminal prints.
    let shown = server.machine.run(&["job", "show", &job, "--json"]);
    assert_eq!(view, serde_json::from_slice::<Value>(&shown.stdout).expect("JSON"));

    let body = json!({"goal": "And how long is it?", "profile": "quick", "timeZone": "Europe/Berlin"});
    let taken = server.post(&format!("/api/threads/{thread}/ask"), body).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let second = taken.json()["jobId"].as_str().expect("an id").to_owned();
    let second = server.until_over(&second, &[]).await;
    assert_eq!((second["turn"].as_u64(), second["profile"].as_str()), (Some(2), Some("quick")));
    assert_eq!(second["privacy"], "local_only", "a follow-up stays on the terms of its thread");

    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    let names: BTreeSet<&str> =
        state["values"].as_object().expect("values").keys().map(String::as_str).collect();
    let wanted =
        ["threadId", "userInputs", "plan", "queries", "searchResults", "evidence", "draft", "issues"];
    assert_eq!(names, wanted.into());
    assert_eq!((state["turn"].as_u64(), &state["next"]), (Some(2), &json!([])));
    let checkpoint = state["checkpoints"][0]["checkpointId"].as_str().expect("a checkpoint").to_owned();
    let then = server.get(&format!("/api/threads/{thread}/state?checkpointId={checkpoint}")).await.json();
    assert_eq!(
        (then["checkpointId"].as_str(), &then["values"]["draft"]),
        (Some(checkpoint.as_str()), &Value::Null)
    );
    assert_ne!(then["next"], json!([]));

    let fork = json!({"checkpointId": checkpoint, "goal": "How long is the Harbour Bridge of Eastmoor?"});
    let fork = server.post(&format!("/api/threads/{thread}/fork"), fork).await;
    assert_eq!(fork.status, 202, "{fork:?}");
    let branch = server.until_over(fork.json()["jobId"].as_str().expect("an id"), &[]).await;
    assert_eq!(branch["question"], "How long is the Harbour Bridge of Eastmoor?");

    let document = server.get(&format!("/api/threads/{thread}")).await.json();
    assert_eq!(document["jobs"].as_array().map(Vec::len), Some(3));
    let found = server.get("/api/threads?search=harbour&limit=5").await.json();
    assert_eq!(found["threads"][0]["threadId"], thread.as_str());
    assert_eq!(server.get("/api/threads?search=submarine").await.json(), json!({"threads": []}));

    let cited = &view["citations"][0];
    let path = format!("/api/jobs/{job}/sources/{}", cited["source_id"].as_str().expect("a source"));
    let source = server.get(&path).await.json();
    let text: Vec<char> = source["text"].as_str().expect("its text").chars().collect();
    let span =
        cited["start"].as_u64().expect("a place") as usize..cited["end"].as_u64().expect("one") as usize;
    assert_eq!(text[span].iter().collect::<String>(), cited["quote"].as_str().expect("a quote"));
    let by_number = server.get(&format!("/api/jobs/{job}/sources/1")).await.json();
    assert_eq!(by_number["text"], source["text"]);
    let kept = server.get(&format!("/api/jobs/{job}/export?format=md")).await;
    assert!(kept.body.starts_with("# When was") && kept.headers["content-type"].starts_with("text/markdown"));
    assert_eq!(server.get(&format!("/api/jobs/{job}/export")).await.json()["job_id"], job.as_str());
    let events = server.get(&format!("/api/jobs/{job}/events?after=1")).await.json();
    assert_eq!(events["events"][0]["seq"], 2);
    let retried = server.post(&format!("/api/threads/{thread}/retry"), json!({"jobId": job})).await;
    assert_eq!(retried.problem(), (409, "conflict".into()), "nothing failed: {retried:?}");
    assert!(!server.get(&format!("/api/jobs/{job}")).await.json()["answer"].is_null(), "the answer stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_shape_a_run_that_waits_for_its_turn() {
    // No worker takes anything: what is asked stays queued.
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let (thread, job) = server.ask(QUESTION).await;
    let to = |command: &str| format!("/api/threads/{thread}/{command}");
    let steered = server.post(&to("steer"), json!({"text": "only 2025"})).await;
    assert_eq!(steered.status, 202, "{steered:?}");
    assert!(steered.json()["message"].as_str().is_some_and(|text| !text.is_empty()));
    let wordless = server.post(&to("steer"), json!({"text": " "})).await;
    assert_eq!(wordless.problem(), (422, "invalid_question".into()));
    let planned = server.send("PATCH", &to("mode"), &[], Some(json!({"mode": "plan"}).to_string())).await;
    assert_eq!((planned.status, planned.json()), (200, json!({"mode": "plan"})));
    assert_eq!(server.get(&to("state")).await.json()["mode"], "plan");
    let nothing_asked = server.post(&to("resume"), json!({"answer": "go"})).await;
    assert_eq!(nothing_asked.problem(), (409, "conflict".into()));
    assert_eq!(server.send("POST", &to("cancel"), &[], None).await.status, 202);
    assert_eq!(server.until_over(&job, &[]).await["status"], "cancelled");
    for command in ["stop", "cancel"] {
        assert_eq!(server.send("POST", &to(command), &[], None).await.problem(), (409, "conflict".into()));
    }
    let late = server.post(&to("steer"), json!({"text": "only 2025"})).await;
    assert_eq!(late.problem(), (409, "conflict".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_taken_is_a_problem_with_a_sentence() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    let start = "/api/threads/start";
    let long = json!({"goal": "x".repeat(2001)}).to_string();
    let huge = json!({"goal": "x".repeat(100_000)}).to_string();
    for (method, path, body, problem) in [
        ("POST", start, Some("{not json"), (400, "invalid_json")),
        ("POST", start, Some("[]"), (422, "invalid_request")),
        ("POST", start, Some("{}"), (422, "invalid_request")),
        ("POST", start, Some(r#"{"goal": "What?", "speed": 9}"#), (422, "invalid_request")),
        ("POST", start, Some(r#"{"goal": 7}"#), (422, "invalid_request")),
        ("POST", start, Some(r#"{"goal": "What is it?", "profile": "huge"}"#), (422, "invalid_request")),
        (
            "POST",
            start,
            Some(r#"{"goal": "What is it?", "timeZone": "Mars/Base"}"#),
            (422, "invalid_request"),
        ),
        ("POST", start, Some(r#"{"goal": "  "}"#), (422, "invalid_question")),
        ("POST", start, Some(&long), (422, "invalid_question")),
        ("POST", start, Some(&huge), (413, "too_large")),
        ("GET", start, None, (405, "method_not_allowed")),
        ("GET", "/api/threads/start/nothing", None, (404, "not_found")),
        ("GET", "/api/jobs/job_1", None, (404, "not_found")),
        ("GET", "/api/threads?limit=0", None, (422, "invalid_request")),
        ("GET", "/api/threads?colour=red", None, (422, "invalid_request")),
        ("GET", "/api/stream/thr_1", None, (404, "not_found")),
        ("POST", "/api/threads/thr_1/stop", None, (404, "not_found")),
    ] {
        let refused = server.send(method, path, &[], body.map(str::to_owned)).await;
        let (status, code) = problem;
        assert_eq!(refused.problem(), (status, code.to_owned()), "{method} {path} {body:?}");
    }
    let unknown = server.post(start, json!({"goal": "What is it?", "speed": 9})).await;
    assert!(
        unknown.json()["detail"]
            .as_str()
            .is_some_and(|text| text.contains("`speed`") && text.contains("`goal`"))
    );
    let form = server.send(
        "POST",
        start,
        &[("Content-Type", "text/plain")],
        Some(json!({"goal": "x?"}).to_string()),
    );
    assert_eq!(form.await.problem(), (415, "not_json".into()));
    for path in [
        format!("/api/stream/{thread}?events=status,everything"),
        format!("/api/jobs/{job}/export?format=odt"),
        format!("/api/jobs/{job}/events?after=soon"),
    ] {
        assert_eq!(server.get(&path).await.problem(), (422, "invalid_request".into()), "{path}");
    }
    for checkpoint in ["job_1:3", "nothing", &format!("{job}:9999"), &format!("{job}:0")] {
        let state = server.get(&format!("/api/threads/{thread}/state?checkpointId={checkpoint}")).await;
        assert_eq!(state.problem(), (404, "not_found".into()), "{checkpoint}");
    }
    let fork = async |body: Value| server.post(&format!("/api/threads/{thread}/fork"), body).await.problem();
    let unchanged = json!({"checkpointId": format!("{job}:4")});
    assert_eq!(fork(unchanged).await, (422, "invalid_request".into()));
    let elsewhere = json!({"checkpointId": "job_1:4", "goal": "How long is it?"});
    assert_eq!(fork(elsewhere).await, (422, "invalid_request".into()));
    let between = json!({"checkpointId": format!("{job}:2"), "goal": "How long is it?"});
    assert_eq!(fork(between).await, (404, "not_found".into()), "nothing ends there");
    let source = server.get(&format!("/api/jobs/{job}/sources/src_nothing")).await;
    assert_eq!(source.problem(), (404, "not_found".into()));
    let logged = server.logged();
    for word in ["Eastmoor", "1931", "speed"] {
        assert!(!logged.contains(word), "{logged}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn runs_over_the_limit_are_told_when_to_come_back() {
    let server = Server::start(&["admission.runs=2"]);
    let key = format!("Bearer {}", server.key("ada"));
    let asks = async |headers: &[(&str, &str)], question: &str| {
        let body = json!({"goal": question}).to_string();
        server.send("POST", "/api/threads/start", headers, Some(body)).await
    };
    let questions = ["How old is the ferry of Eastmoor?", "Who built the harbour of Eastmoor?", QUESTION];
    for question in questions {
        let asked = asks(&[], question).await;
        assert_eq!(asked.status, 202, "who sits at the machine is not counted: {asked:?}");
    }
    let with_key = [("Authorization", key.as_str())];
    for question in &questions[..2] {
        assert_eq!(asks(&with_key, question).await.status, 202);
    }
    let third = asks(&with_key, QUESTION).await;
    assert_eq!(third.problem(), (429, "rate_limited".into()));
    assert!(third.body.contains("admission.runs"), "{third:?}");
    assert!(third.headers["retry-after"].parse::<u64>().is_ok_and(|seconds| seconds <= 600), "{third:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_ends_streams_and_answers_what_is_under_way() {
    let mut server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let (thread, _) = server.ask(QUESTION).await;
    let path = format!("/api/stream/{thread}");
    let mut listener = Listener::open(server.port, &path, None).await.expect("a stream");
    assert_eq!(listener.next().await.expect("an event").kind, "status");
    server.stop();
    while listener.next().await.is_some() {}
    assert!(server.logged().contains("stopped"), "{}", server.logged());
    server.resume(&[], &[]);
    assert_eq!(server.get(&format!("/api/threads/{thread}")).await.status, 200);
}
