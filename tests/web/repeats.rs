//! Requests that are sent again with their `Idempotency-Key`: nothing happens twice, whoever dies in between.

use super::http::{Answer, Server};
use serde_json::{Value, json};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";
const START: &str = "/api/threads/start";

async fn post(server: &Server, path: &str, key: &str, body: &Value) -> Answer {
    server.send("POST", path, &[("Idempotency-Key", key)], Some(body.to_string())).await
}

fn replayed(answer: &Answer) -> bool {
    answer.headers.get("idempotent-replayed").is_some_and(|value| value == "true")
}

async fn threads(server: &Server) -> usize {
    server.get("/api/threads").await.json()["threads"].as_array().map_or(0, Vec::len)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_sent_again_is_one_run_also_after_a_restart_and_in_another_process() {
    let mut server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let body = json!({"goal": QUESTION, "force": true});
    let first = post(&server, START, "\"ask-1\"", &body).await;
    assert_eq!((first.status, replayed(&first)), (202, false), "{first:?}");
    // The draft's quotes are no part of the key.
    let again = post(&server, START, "ask-1", &body).await;
    assert_eq!((again.status, &again.body, replayed(&again)), (202, &first.body, true));
    assert_eq!(again.headers["content-type"], first.headers["content-type"]);
    let mut beside = server.beside(&["worker.poll_ms=600000", "worker.jobs=1"]);
    std::mem::swap(&mut server.port, &mut beside.port);
    assert_eq!(post(&server, START, "ask-1", &body).await.body, first.body, "another process knows it");
    std::mem::swap(&mut server.port, &mut beside.port);
    tokio::task::block_in_place(|| server.kill());
    tokio::task::block_in_place(|| server.resume(&["worker.poll_ms=600000", "worker.jobs=1"], &[]));
    let after = post(&server, START, "ask-1", &body).await;
    assert_eq!((after.status, &after.body, replayed(&after)), (202, &first.body, true));
    assert_eq!(threads(&server).await, 1);
    // Without a key, and with another one, it is another run.
    assert_eq!(server.post(START, body.clone()).await.status, 202);
    let other = post(&server, START, "ask-2", &body).await;
    assert_ne!(other.json()["jobId"], first.json()["jobId"]);
    assert_eq!(threads(&server).await, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_sent_at_once_one_is_worked_on() {
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let beside = server.beside(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let body = json!({"goal": QUESTION, "force": true});
    let ports = [server.port, beside.port];
    let asked = (0..12).map(|n| {
        let (port, body) = (ports[n % 2], body.to_string());
        tokio::spawn(async move { raw(port, &body).await })
    });
    let mut jobs = std::collections::BTreeSet::new();
    for task in asked.collect::<Vec<_>>() {
        let (status, body) = task.await.expect("an answer");
        match status {
            202 => _ = jobs.insert(body["jobId"].to_string()),
            _ => assert_eq!((status, &body["code"]), (409, &json!("request_in_progress")), "{body}"),
        }
    }
    assert_eq!((jobs.len(), threads(&server).await), (1, 1), "{jobs:?}");
}

async fn raw(port: u16, body: &str) -> (u16, Value) {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(("127.0.0.1", port)).await.expect("it listens");
    let head = format!(
        "POST {START} HTTP/1.1\r\nConnection: close\r\nHost: 127.0.0.1:{port}\r\nIdempotency-Key: same\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("written");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).expect("JSON"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_hangs_up_finds_the_run_that_was_begun() {
    use tokio::io::AsyncWriteExt;
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let body = json!({"goal": QUESTION, "force": true});
    let key = [("Idempotency-Key", "cut-off")];
    let mut cut = server.open("POST", START, &key, Some(body.to_string())).await;
    cut.shutdown().await.expect("hung up");
    drop(cut);
    // Worked on, or not even read: either way there is one run in the end.
    let answer = loop {
        let answer = post(&server, START, "cut-off", &body).await;
        if answer.status != 409 {
            break answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    };
    assert_eq!(answer.status, 202, "{answer:?}");
    assert_eq!(threads(&server).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_is_good_for_one_request_of_one_person() {
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1", "web.keys=always"]);
    let (ada, bob) = (format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("bob")));
    let body = json!({"goal": QUESTION});
    let send = async |who: &str, path: &str, key: &str, body: &Value| {
        let headers = [("Authorization", who), ("Idempotency-Key", key)];
        server.send("POST", path, &headers, Some(body.to_string())).await
    };
    let first = send(&ada, START, "k", &body).await;
    assert_eq!(first.status, 202, "{first:?}");
    let elsewhere = send(&ada, START, "k", &json!({"goal": "How long is it?"})).await;
    assert_eq!(elsewhere.problem(), (422, "idempotency_key_reused".into()));
    let thread = first.json()["threadId"].as_str().expect("one").to_owned();
    let other_route = send(&ada, &format!("/api/threads/{thread}/stop"), "k", &body).await;
    assert_eq!(other_route.problem(), (422, "idempotency_key_reused".into()));
    let bobs = send(&bob, START, "k", &body).await;
    assert_eq!((bobs.status, replayed(&bobs)), (202, false), "{bobs:?}");
    assert_ne!(bobs.json()["jobId"], first.json()["jobId"]);
    for odd in ["", "two words", &"x".repeat(256)] {
        let refused = send(&ada, START, odd, &body).await;
        assert_eq!(refused.problem(), (400, "invalid_idempotency_key".into()), "{odd}");
    }
    // What was refused did nothing, so its key is free for what was meant.
    let refused = send(&ada, START, "k2", &json!({"goal": ""})).await;
    assert_eq!(refused.problem(), (422, "invalid_question".into()));
    assert_eq!(send(&ada, START, "k2", &body).await.status, 202);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_and_branches_happen_once_and_go_with_their_thread() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    let to = |what: &str| format!("/api/threads/{thread}/{what}");
    let state = server.get(&to("state")).await.json();
    let checkpoint = state["checkpoints"][0]["checkpointId"].clone();
    let fork = json!({"checkpointId": checkpoint, "goal": "How long is the Harbour Bridge of Eastmoor?"});
    let branch = post(&server, &to("fork"), "fork", &fork).await;
    assert_eq!(branch.status, 202, "{branch:?}");
    assert_eq!(post(&server, &to("fork"), "fork", &fork).await.body, branch.body);
    let recheck = post(&server, &to("recheck"), "recheck", &json!({"jobId": job})).await;
    assert_eq!(recheck.status, 202, "{recheck:?}");
    assert_eq!(post(&server, &to("recheck"), "recheck", &json!({"jobId": job})).await.body, recheck.body);
    let watch = post(&server, &to("watch"), "watch", &json!({"jobId": job})).await;
    assert_eq!(watch.status, 201, "{watch:?}");
    let again = post(&server, &to("watch"), "watch", &json!({"jobId": job})).await;
    assert_eq!((again.status, &again.body), (201, &watch.body));
    assert_eq!(server.get("/api/watches").await.json()["watches"].as_array().map(Vec::len), Some(1));
    let form = |boundary: &str| {
        format!(
            "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"notes.md\"\r\n\r\n\
             # Tolls\n\nThe toll is 3 crowns.\n\r\n--{boundary}--\r\n"
        )
    };
    let mut given = Vec::new();
    for boundary in ["one", "another"] {
        let kind = format!("multipart/form-data; boundary={boundary}");
        let headers = [("Content-Type", kind.as_str()), ("Idempotency-Key", "files")];
        given.push(server.send("POST", &to("files"), &headers, Some(form(boundary))).await);
    }
    assert_eq!((given[0].status, &given[0].body), (202, &given[1].body), "{given:?}");
    assert!(replayed(&given[1]), "a form is the same whatever divides its parts");
    let jobs = server.get(&format!("/api/threads/{thread}")).await.json();
    assert_eq!(jobs["jobs"].as_array().map(Vec::len), Some(3), "{jobs}");
    // Erased with the thread: nothing is told of it from then on.
    assert_eq!(server.send("DELETE", &format!("/api/threads/{thread}"), &[], None).await.status, 204);
    assert_eq!(post(&server, &to("fork"), "fork", &fork).await.problem(), (404, "not_found".into()));
}
