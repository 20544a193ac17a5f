//! Research sessions, as the document that they come from has them.

use super::http::{Answer, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::net::TcpStream;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
/// In the order in which a run goes through them; `collect` to `evaluate` come again in every round.
const PHASES: [&str; 8] =
    ["clarify", "plan", "collect", "process", "analyze", "evaluate", "synthesize", "export"];

/// A WebSocket as a program would have it (RFC 6455): frames of a server are not masked.
struct Socket(BufReader<TcpStream>);

impl Socket {
    async fn open(server: &Server, session: &str, headers: &[(&str, &str)]) -> Self {
        let mut all = vec![
            ("Upgrade", "websocket"),
            ("Sec-WebSocket-Version", "13"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Connection", "Upgrade"),
        ];
        all.extend(headers);
        let stream = server.open("GET", &format!("/api/research/{session}/progress"), &all, None).await;
        let mut stream = BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await.expect("an answer");
        assert!(line.starts_with("HTTP/1.1 101"), "{line}");
        while line.trim() != "" {
            line.clear();
            stream.read_line(&mut line).await.expect("a head");
        }
        Self(stream)
    }

    /// The next message; none when the other end has closed.
    async fn next(&mut self) -> Option<Value> {
        loop {
            let kind = self.0.read_u8().await.ok()?;
            let length = match self.0.read_u8().await.expect("a length") {
                126 => u64::from(self.0.read_u16().await.expect("a length")),
                127 => self.0.read_u64().await.expect("a length"),
                short => u64::from(short),
            };
            let mut payload = vec![0; length as usize];
            self.0.read_exact(&mut payload).await.expect("all of it");
            match kind & 0x0f {
                0x1 => return Some(serde_json::from_slice(&payload).expect("JSON")),
                0x8 => return None,
                _ => {}
            }
        }
    }

    async fn all(mut self) -> Vec<Value> {
        let mut all = Vec::new();
        while let Some(message) = self.next().await {
            all.push(message);
        }
        all
    }
}

fn names(value: &Value) -> BTreeSet<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

async fn start(server: &Server, body: Value) -> String {
    let started = server.post("/api/research/start", body).await;
    assert_eq!(started.status, 200, "{started:?}");
    assert_eq!(
        (names(&started.json()), &started.json()["status"]),
        (["session_id", "status"].into(), &json!("started"))
    );
    started.json()["session_id"].as_str().expect("an id").to_owned()
}

async fn status(server: &Server, session: &str) -> Answer {
    server.get(&format!("/api/research/{session}/status")).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_is_started_watched_and_looked_at() {
    let mut server = Server::start(&[]);
    let body = json!({"query": QUESTION, "privacy_mode": "local_only", "domain": "general"});
    let session = start(&server, body).await;
    let told = Socket::open(&server, &session, &[]).await.all().await;
    let (last, progress) = told.split_last().expect("something is told");
    assert_eq!((names(last), &last["type"]), (["type", "status", "result"].into(), &json!("complete")));
    assert_eq!(last["status"], "completed");
    assert!(last["result"]["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{last}");
    let mut counts = (0, 0);
    for message in progress {
        let wanted = ["type", "phase", "sources_queried", "entities_found", "message"].into();
        assert_eq!((names(message), &message["type"]), (wanted, &json!("progress")));
        assert!(PHASES.contains(&message["phase"].as_str().expect("a phase")), "{message}");
        let now = (
            message["sources_queried"].as_u64().expect("a number"),
            message["entities_found"].as_u64().expect("a number"),
        );
        assert!(now >= counts, "{progress:?}");
        counts = now;
        assert!(message["message"].as_str().is_some_and(|text| !text.is_empty()), "{message}");
    }
    // A further round goes back to collecting.
    let mut phases: Vec<&str> = Vec::new();
    for phase in progress.iter().filter_map(|message| message["phase"].as_str()) {
        if !phases.contains(&phase) {
            phases.push(phase);
        }
    }
    assert_eq!(phases, ["plan", "collect", "process", "evaluate", "synthesize", "export"]);

    let now = status(&server, &session).await;
    assert_eq!(now.status, 200, "{now:?}");
    let now = now.json();
    let wanted =
        ["session_id", "status", "current_phase", "sources_queried", "entities_found", "saturation_metrics"];
    assert_eq!(names(&now), wanted.into());
    assert_eq!(
        (now["session_id"].as_str(), now["status"].as_str(), now["current_phase"].as_str()),
        (Some(session.as_str()), Some("completed"), Some("export"))
    );
    assert_eq!(
        (now["sources_queried"].as_u64(), now["entities_found"].as_u64()),
        (Some(counts.0), Some(counts.1))
    );
    assert_eq!(counts.0, 1, "the library alone");
    assert!(counts.1 > 0);
    let metrics = &now["saturation_metrics"];
    let wanted = ["new_entities_ratio", "new_facts_ratio", "citation_circularity", "source_coverage"];
    assert_eq!(names(metrics), wanted.into());
    assert!(
        wanted.iter().all(|name| metrics[name].as_f64().is_some_and(|n| (0.0..=1.0).contains(&n))),
        "{metrics}"
    );
    assert_eq!(metrics["source_coverage"], 1.0);

    // It is a function of the journal: told again, and after a restart, it is the same.
    server.stop();
    server.resume(&[], &[]);
    assert_eq!(Socket::open(&server, &session, &[]).await.all().await, told);
    let late = server.send("POST", &format!("/api/research/{session}/stop"), &[], None).await;
    assert_eq!((late.status, late.json()), (200, json!({"status": "stopping"})), "it has ended already");
    // The same question again is known: it is over at once, and told as over once.
    let again =
        start(&server, json!({"query": QUESTION, "privacy_mode": "local_only", "domain": "general"})).await;
    assert_ne!(again, session);
    let told = Socket::open(&server, &again, &[]).await.all().await;
    assert_eq!(told.iter().filter(|message| message["type"] == "complete").count(), 1);
    assert_eq!(told.last().expect("the end")["result"]["known"]["job_id"], session);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_is_cancelled_says_so_and_one_that_is_stopped_answers() {
    // No worker takes anything by itself: what is asked stays queued.
    let waits = ["worker.poll_ms=600000", "worker.jobs=1"];
    let mut server = Server::start(&waits);
    let stopped = start(&server, json!({"query": QUESTION, "privacy_mode": "local_only"})).await;
    let now = status(&server, &stopped).await.json();
    assert_eq!(
        now,
        json!({
            "session_id": stopped, "status": "running", "current_phase": "plan", "sources_queried": 0,
            "entities_found": 0, "saturation_metrics": null,
        })
    );
    let mut watching = Socket::open(&server, &stopped, &[]).await;
    assert_eq!(watching.next().await.expect("a message")["phase"], "plan");
    let stop = server.send("POST", &format!("/api/research/{stopped}/stop"), &[], None).await;
    assert_eq!((stop.status, stop.json()), (200, json!({"status": "stopping"})));
    let cancelled =
        start(&server, json!({"query": "How often did the ferry cross?", "privacy_mode": "local_only"}))
            .await;
    let thread = server.get(&format!("/api/jobs/{cancelled}")).await.json()["thread_id"].clone();
    let path = format!("/api/threads/{}/cancel", thread.as_str().expect("one"));
    assert_eq!(server.send("POST", &path, &[], None).await.status, 202);
    let told = Socket::open(&server, &cancelled, &[]).await.all().await;
    let [.., error, last] = told.as_slice() else { panic!("{told:?}") };
    assert_eq!((names(error), &error["type"]), (["type", "message"].into(), &json!("error")));
    assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{error}");
    assert_eq!(last, &json!({"type": "complete", "status": "failed", "result": null}));
    assert_eq!(status(&server, &cancelled).await.json()["status"], "failed");
    server.stop();
    // Whoever watches comes back.
    assert!(watching.all().await.iter().all(|message| message["type"] != "complete"));
    server.resume(&[], &[]);
    let told = Socket::open(&server, &stopped, &[]).await.all().await;
    let last = told.last().expect("the end");
    assert_eq!(
        (&last["type"], &last["result"]["stop_reason"]),
        (&json!("complete"), &json!("stopped_by_user"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_of_somebody_else_is_not_found() {
    let server = Server::start(&["web.keys=always", "admission.runs=1"]);
    let (ada, bob) = (format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("bob")));
    let (ada, bob) = ([("Authorization", ada.as_str())], [("Authorization", bob.as_str())]);
    let body = json!({"query": QUESTION, "privacy_mode": "local_only"}).to_string();
    let start =
        async |body: &str| server.send("POST", "/api/research/start", &ada, Some(body.to_owned())).await;
    let session = start(&body).await.json()["session_id"].as_str().expect("an id").to_owned();
    for session in [session.as_str(), "job_nothing"] {
        for (method, what) in [("GET", "status"), ("POST", "stop")] {
            let path = format!("/api/research/{session}/{what}");
            let refused = server.send(method, &path, &bob, None).await;
            assert_eq!((refused.status, &refused.json()["detail"]), (404, &json!("Session not found")));
        }
        let told = Socket::open(&server, session, &bob).await.all().await;
        assert_eq!(told, [json!({"type": "error", "message": "Session not found"})]);
    }
    let keyless = server.get(&format!("/api/research/{session}/progress")).await;
    assert_eq!(keyless.problem(), (401, "key_missing".into()));
    let plain = server.send("GET", &format!("/api/research/{session}/progress"), &ada, None).await;
    assert_eq!(plain.problem(), (426, "not_a_websocket".into()));
    let told = Socket::open(&server, &session, &ada).await.all().await;
    assert_eq!(told.last().expect("the end")["status"], "completed");

    let other = json!({"query": "How long is the Harbour Bridge of Eastmoor?", "privacy_mode": "local_only"});
    let limited = start(&other.to_string()).await;
    assert_eq!(limited.problem(), (429, "rate_limited".into()));
    for (body, says) in [
        (json!({"query": QUESTION, "privacy_mode": "secret"}), "cloud_allowed"),
        (json!({"privacy_mode": "hybrid"}), "query"),
        (json!({"query": QUESTION, "privacy_mode": "hybrid", "domain": "alchemy"}), "alchemy"),
    ] {
        let refused = start(&body.to_string()).await;
        assert_eq!(refused.status, 422, "{refused:?}");
        assert!(refused.json()["detail"].as_str().is_some_and(|text| text.contains(says)), "{refused:?}");
    }
}
