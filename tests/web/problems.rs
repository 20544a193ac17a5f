//! What is wrong is said in gorkd's own words, with the id of the request.

use super::http::Server;
use serde_json::json;

/// Words of libraries, which nobody outside has to know.
const THEIRS: [&str; 10] = [
    "serde",
    "axum",
    "expected value",
    "deserialize",
    "at line 1 column",
    "invalid type",
    "missing field",
    "unknown variant",
    "UTF-8 in `id`",
    "Failed to",
];

/// Method, path, content type, body, and the status and words that come back.
type Case<'a> = (&'a str, &'a str, &'a str, Option<&'a str>, u16, &'a str);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_refusal_is_a_problem_in_own_words() {
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let (thread, job) = server.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    let start = "/api/threads/start";
    let (steer, files) = (format!("/api/threads/{thread}/steer"), format!("/api/threads/{thread}/files"));
    let huge = json!({"goal": "x".repeat(70_000)}).to_string();
    let json = "application/json";
    let cases: Vec<Case<'_>> = vec![
        ("POST", start, json, Some("{\"goal\": }"), 400, "line 1, column 10"),
        ("POST", start, json, Some("{}"), 422, "`goal` is missing."),
        ("POST", start, json, Some("[]"), 422, "The body must be an object."),
        ("POST", start, json, Some(r#"{"goal": 7}"#), 422, "`goal` must be text."),
        ("POST", start, json, Some(r#"{"goal": "What?", "profile": "huge"}"#), 422, "quick, standard, deep"),
        ("POST", start, json, Some(r#"{"goal": "What?", "speed": 9}"#), 422, "`speed` is not a field here."),
        (
            "POST",
            start,
            json,
            Some(r#"{"goal": "What?", "force": 1}"#),
            422,
            "`force` must be true or false.",
        ),
        ("POST", start, json, Some(&huge), 413, "larger than 64 kB"),
        ("POST", start, "text/plain", Some("What is it?"), 415, "Content-Type: application/json"),
        ("POST", &steer, json, Some(r#"{"text": ["a"]}"#), 422, "`text` must be text."),
        ("POST", &files, "multipart/form-data", Some("x"), 415, "multipart/form-data"),
        ("DELETE", start, json, None, 405, "`Allow`"),
        ("GET", "/api/nothing", json, None, 404, "/openapi.json"),
        ("GET", "/api/threads?limit=many", json, None, 422, "`limit` must be a whole number."),
        ("GET", "/api/threads?limit=-1", json, None, 422, "`limit` must be a whole number."),
        ("GET", "/api/threads?limit=1&limit=2", json, None, 422, "`limit` is given twice."),
        (
            "GET",
            "/api/threads?colour=red",
            json,
            None,
            422,
            "The parameters are: `search`, `limit`, `cursor`.",
        ),
        ("GET", "/api/jobs/%ff", json, None, 400, "percent-encoded"),
    ];
    for (method, path, kind, body, status, said) in cases {
        let headers = [("Content-Type", kind), ("X-Request-Id", "test-7")];
        let answer = server.send(method, path, &headers, body.map(str::to_owned)).await;
        assert_eq!(answer.problem().0, status, "{method} {path}: {answer:?}");
        let problem = answer.json();
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.contains(said), "{method} {path}: {detail}");
        assert!(!THEIRS.iter().any(|theirs| detail.contains(theirs)), "{method} {path}: {detail}");
        assert_eq!(
            (&problem["request_id"], &answer.headers["x-request-id"]),
            (&json!("test-7"), &"test-7".into())
        );
        assert_eq!(
            problem["type"],
            format!("urn:gorkd:problem:{}", problem["code"].as_str().expect("a code"))
        );
    }
    let format = server.get(&format!("/api/jobs/{job}/export?format=odt")).await;
    assert_eq!(format.json()["detail"], "`format` must be one of: json, md, markdown, html, docx, pdf, csv.");
    let allowed = server.send("DELETE", start, &[], None).await;
    assert_eq!(allowed.headers["allow"], "POST");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_has_one_id_in_answer_and_log() {
    let server = Server::start(&["logs.level=debug"]);
    let given = server.send("GET", "/api/threads", &[("X-Request-Id", "from-me.1")], None).await;
    assert_eq!(given.headers["x-request-id"], "from-me.1");
    let key = [("X-Request-Id", "with-a-key"), ("Idempotency-Key", "k")];
    let body = json!({"goal": "When was the Harbour Bridge of Eastmoor opened?"}).to_string();
    let asked = server.send("POST", "/api/threads/start", &key, Some(body)).await;
    assert_eq!((asked.status, asked.headers["x-request-id"].as_str()), (202, "with-a-key"));
    let own = server.get("/healthz").await.headers["x-request-id"].clone();
    assert!(own.starts_with("req_"), "{own}");
    for odd in ["two words", "{}", &"x".repeat(200)] {
        let replaced = server.send("GET", "/healthz", &[("X-Request-Id", odd)], None).await;
        assert!(replaced.headers["x-request-id"].starts_with("req_"), "{odd}");
    }
    let log = server.logged();
    for id in ["from-me.1", "with-a-key", own.as_str()] {
        assert!(log.lines().any(|line| line.contains(id) && line.contains("a request was answered")), "{id}");
    }
    assert!(!log.contains("two words"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_too_often_is_told_when_to_come_back() {
    let server = Server::start(&["web.streams=1"]);
    let (thread, _) = server.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    let path = format!("/api/stream/{thread}");
    let listener = super::http::Listener::open(server.port, &path, None).await.expect("a seat");
    let full = server.get(&path).await;
    assert_eq!(full.problem(), (503, "too_many_readers".into()));
    let wait = full.headers["retry-after"].parse::<u64>().expect("seconds");
    assert_eq!(full.json()["retry_after"], wait);
    drop(listener);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_interface_has_a_page_of_its_own() {
    let server = Server::start(&["web.keys=always"]);
    let page = server.get("/docs").await;
    assert_eq!(page.status, 200, "{page:?}");
    assert!(
        !page.body.contains("http://") && !page.body.contains("https://") && !page.body.contains("style=")
    );
    let script = server.get("/docs.js").await;
    assert_eq!(
        (script.status, script.headers["content-type"].as_str()),
        (200, "text/javascript; charset=utf-8")
    );
    for way_in in
        ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "http://", "https://"]
    {
        assert!(!script.body.contains(way_in), "{way_in}");
    }
    assert_eq!(server.get("/openapi.json").await.status, 200);
    assert_eq!(server.get("/api/threads").await.problem(), (401, "key_missing".into()));
}
