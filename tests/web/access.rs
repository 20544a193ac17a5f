//! Who is let in, and who learns nothing.

use super::http::{Answer, Server};
use crate::world::process::{Machine, stderr, stdout};
use serde_json::json;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_web_page_does_not_reach_a_server_of_this_machine() {
    let server =
        Server::start(&["web.hosts=lab.example:9000", "web.public_url=https://research.example.org"]);
    let (thread, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    let again = server.post(&format!("/api/threads/{thread}/recheck"), json!({"jobId": job})).await.json();
    let (url, job) = (&again["url"], again["jobId"].as_str().expect("a run"));
    assert_eq!(*url, format!("https://research.example.org/jobs/{job}"), "people get the public address");
    let here = format!("localhost:{}", server.port);
    let paths = [
        ("GET", "/".to_owned()),
        ("GET", "/api/threads".to_owned()),
        ("GET", format!("/api/jobs/{job}")),
        ("GET", format!("/api/stream/{thread}?events=done")),
        ("GET", "/openapi.json".to_owned()),
        ("GET", "/healthz".to_owned()),
        ("GET", "/metrics".to_owned()),
        ("POST", "/api/threads/start".to_owned()),
        ("GET", "/nothing".to_owned()),
    ];
    for (method, path) in &paths {
        let body = || (*method == "POST").then(|| json!({"goal": QUESTION}).to_string());
        for foreign in ["evil.example", "evil.example:80", "127.0.0.1:1", "127.0.0.1.evil.example"] {
            let refused = server.send(method, path, &[("Host", foreign)], body()).await;
            assert_eq!(refused.problem(), (403, "foreign_host".into()), "{path} as {foreign}");
            says_nothing(&refused);
        }
        for (name, value) in [
            ("Origin", "https://evil.example"),
            ("Origin", "http://localhost:3000"),
            ("Origin", "null"),
            ("Sec-Fetch-Site", "cross-site"),
        ] {
            let refused = server.send(method, path, &[("Host", &here), (name, value)], body()).await;
            assert_eq!(refused.problem(), (403, "foreign_origin".into()), "{path} with {name}: {value}");
            assert!(!refused.headers.contains_key("access-control-allow-origin"));
            says_nothing(&refused);
        }
    }
    let own = format!("http://{here}");
    let fine = server.send("GET", "/api/threads", &[("Host", &here), ("Origin", &own)], None).await;
    assert_eq!(fine.status, 200);
    // Under a public name it is not this machine's person who asks, wherever the connection comes from.
    for headers in [
        &[("Host", "research.example.org")][..],
        &[("Host", "lab.example:9000")][..],
        &[("Host", here.as_str()), ("X-Forwarded-For", "203.0.113.9")][..],
    ] {
        let asked = server.send("GET", "/api/threads", headers, None).await;
        assert_eq!(asked.problem(), (401, "key_missing".into()), "{headers:?}");
        assert_eq!(server.send("GET", "/healthz", headers, None).await.status, 200);
    }
}

/// Nothing of what was asked or read stands in an answer to a stranger.
fn says_nothing(answer: &Answer) {
    // The digits of a request's number may spell a year.
    let number = answer.headers.get("x-request-id").map_or("req_", String::as_str);
    let text = answer.body.replace(number, "").to_lowercase();
    for word in ["eastmoor", "bridge", "1931", "thr_0", "job_0"] {
        assert!(!text.contains(word), "{answer:?}");
    }
}

fn bearer(key: &str) -> String {
    format!("Bearer {key}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_keys_everybody_sees_their_own_and_nothing_else() {
    let server = Server::start(&["web.keys=always"]);
    let (ada, bob) = (bearer(&server.key("ada")), bearer(&server.key("bob")));
    let (ada, bob) = ([("Authorization", ada.as_str())], [("Authorization", bob.as_str())]);
    let body = Some(json!({"goal": QUESTION}).to_string());
    let taken = server.send("POST", "/api/threads/start", &ada, body.clone()).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let taken = taken.json();
    let (thread, job) = (taken["threadId"].as_str().expect("an id"), taken["jobId"].as_str().expect("an id"));
    let view = server.until_over(job, &ada).await;
    let source = view["sources"][0]["id"].as_str().expect("a source").to_owned();

    // Every way to somebody else's thread, against the same way to one that does not exist.
    let reply = json!({"answer": "go"}).to_string();
    let ways: Vec<(&str, String, Option<String>)> = vec![
        ("GET", "/api/threads/THREAD".into(), None),
        ("GET", "/api/threads/THREAD/state".into(), None),
        ("GET", "/api/stream/THREAD".into(), None),
        ("POST", "/api/threads/THREAD/ask".into(), body),
        ("POST", "/api/threads/THREAD/resume".into(), Some(reply)),
        ("PATCH", "/api/threads/THREAD/mode".into(), Some(json!({"mode": "auto"}).to_string())),
        ("POST", "/api/threads/THREAD/stop".into(), None),
        ("POST", "/api/threads/THREAD/cancel".into(), None),
        ("POST", "/api/threads/THREAD/retry".into(), None),
        ("POST", "/api/threads/THREAD/steer".into(), Some(json!({"text": "only 2025"}).to_string())),
        (
            "POST",
            "/api/threads/THREAD/fork".into(),
            Some(json!({"checkpointId": "JOB:3", "goal": "x?"}).to_string()),
        ),
        ("POST", "/api/threads/THREAD/files".into(), None),
        ("GET", "/api/jobs/JOB".into(), None),
        ("GET", "/api/jobs/JOB/events".into(), None),
        ("GET", format!("/api/jobs/JOB/sources/{source}"), None),
        ("GET", "/api/jobs/JOB/export?format=md".into(), None),
        ("POST", "/api/jobs/JOB/share".into(), None),
        ("DELETE", "/api/jobs/JOB/share".into(), None),
    ];
    let nobody = ("thr_00000000000000000000000000000000", "job_00000000000000000000000000000000");
    for (method, way, body) in &ways {
        let to = |(thread, job): (&str, &str)| {
            let named = |text: &str| text.replace("THREAD", thread).replace("JOB", job);
            (named(way), body.as_deref().map(named))
        };
        // An answer carries its request's id: here it is always the same one.
        let headers = [bob[0], ("X-Request-Id", "one")];
        let ask =
            async |(path, body): (String, Option<String>)| server.send(method, &path, &headers, body).await;
        let (hers, none) = (ask(to((thread, job))).await, ask(to(nobody)).await);
        assert_eq!(hers.problem(), (404, "not_found".into()), "{way}");
        says_nothing_but(&hers, thread, job);
        let same =
            |answer: &Answer, (thread, job): (&str, &str)| answer.body.replace(thread, "T").replace(job, "J");
        assert_eq!(same(&hers, (thread, job)), same(&none, nobody), "{way}");
        let mut headers = [hers.headers, none.headers];
        headers.iter_mut().for_each(|headers| _ = headers.remove("date"));
        assert_eq!(headers[0], headers[1], "{way}");
    }
    assert_eq!(server.send("GET", "/api/threads", &bob, None).await.json()["threads"], json!([]));
    assert_eq!(server.send("GET", "/api/threads", &ada, None).await.json()["threads"][0]["threadId"], thread);

    // A second key of hers opens the same threads; revoked, neither does any more.
    let second = bearer(&server.key("ada"));
    let second = [("Authorization", second.as_str())];
    assert_eq!(server.send("GET", &format!("/api/jobs/{job}"), &second, None).await.status, 200);
    let listed = stdout(&server.machine.run(&["key", "list", "--json"]));
    assert!(
        !listed.contains(&second[0].1["Bearer ".len()..]) && !server.logged().contains("gork_"),
        "{listed}"
    );
    let listed: serde_json::Value = serde_json::from_str(&listed).expect("JSON");
    let id = listed[0]["id"].as_str().expect("an id");
    assert!(server.machine.run(&["key", "revoke", id]).status.success());
    let one = ("X-Request-Id", "one");
    let gone = server.send("GET", &format!("/api/jobs/{job}"), &[ada[0], one], None).await;
    assert_eq!(gone.problem(), (401, "key_not_accepted".into()));
    let path = format!("/api/jobs/{job}");
    for wrong in ["Bearer gork_wrong", "Bearer ", "Basic YTpi", "gork_x", "Bearer ü"] {
        let refused = server.send("GET", &path, &[("Authorization", wrong), one], None).await;
        assert_eq!(refused.problem(), (401, "key_not_accepted".into()), "{wrong}");
        assert_eq!(refused.body, gone.body, "a revoked key is as good as a made-up one");
        assert!(refused.headers["www-authenticate"].starts_with("Bearer"));
    }
    assert_eq!(server.get(&path).await.problem(), (401, "key_missing".into()));
    for public in ["/", "/jobs/whatever", "/threads", "/page.css", "/healthz", "/readyz", "/openapi.json"] {
        assert_eq!(server.get(public).await.status, 200, "{public}");
    }
    assert_eq!(server.get("/metrics").await.status, 401);
}

fn says_nothing_but(answer: &Answer, thread: &str, job: &str) {
    let rest = Answer {
        status: answer.status,
        headers: answer.headers.clone(),
        body: answer.body.replace(thread, "").replace(job, ""),
    };
    says_nothing(&rest);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_key_comes_from_the_environment_and_only_the_first() {
    let first = "a-first-key-for-a-container";
    let environment = [("GORKD_BOOTSTRAP_KEY", first)];
    let mut server = Server::start_with(Machine::with_library(), &["web.keys=always"], &environment);
    let asked = server.send("GET", "/api/threads", &[("Authorization", &bearer(first))], None).await;
    assert_eq!(asked.status, 200, "{asked:?}");
    server.stop();
    let other = "another-key-that-comes-too-late";
    server.resume(&["web.keys=always"], &[("GORKD_BOOTSTRAP_KEY", other)]);
    let late = server.send("GET", "/api/threads", &[("Authorization", &bearer(other))], None).await;
    assert_eq!(late.problem(), (401, "key_not_accepted".into()));
    let asked = server.send("GET", "/api/threads", &[("Authorization", &bearer(first))], None).await;
    assert_eq!(asked.status, 200);
    assert!(!server.logged().contains(first) && !server.logged().contains(other), "{}", server.logged());
    let listed = stdout(&server.machine.run(&["key", "list"]));
    assert!(listed.contains("bootstrap") && !listed.contains(first), "{listed}");
    let mut short = server.machine.gorkd(&["serve"]);
    let refused = short.env("GORKD_BOOTSTRAP_KEY", "short").output().expect("gorkd starts");
    assert!(stderr(&refused).contains("at least 20") && !refused.status.success(), "{}", stderr(&refused));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_other_address_than_this_machines_needs_a_key() {
    let server = Server::start(&["web.bind=0.0.0.0", "web.requests_per_minute=5"]);
    let key = bearer(&server.key("ada"));
    assert_eq!(server.get("/api/threads").await.problem(), (401, "key_missing".into()));
    assert!(server.logged().contains("there is no API key"), "{}", server.logged());
    let headers = [("Authorization", key.as_str()), ("Host", "gorkd.example:8484")];
    assert_eq!(server.send("GET", "/api/threads", &headers, None).await.status, 200);
    let foreign = [headers[0], headers[1], ("Origin", "https://evil.example")];
    let refused = server.send("GET", "/api/threads", &foreign, None).await;
    assert_eq!(refused.problem(), (403, "foreign_origin".into()));
    let mut last = None;
    for _ in 0..6 {
        last = Some(server.send("GET", "/api/threads", &headers, None).await);
    }
    let last = last.expect("asked");
    assert_eq!(last.problem(), (429, "too_many_requests".into()));
    assert!(last.headers["retry-after"].parse::<u64>().is_ok_and(|seconds| seconds <= 60));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_served_is_said_at_the_start() {
    let server = Server::start(&[]);
    let port = format!("web.port={}", server.port);
    let taken = Machine::new().run(&["serve", "--set", &port]);
    assert_eq!(taken.status.code(), Some(4));
    assert!(stderr(&taken).contains("is in use by another program"), "{}", stderr(&taken));
    let open = Machine::new().run(&["serve", "--set", "web.bind=0.0.0.0", "--set", "web.keys=never"]);
    assert_eq!(open.status.code(), Some(2));
    assert!(stderr(&open).contains("everybody who reaches web.bind could ask"), "{}", stderr(&open));
}
