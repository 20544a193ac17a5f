//! What keys are good for: roles, an end, a budget; and what becomes of wrong ones.

use super::http::{Answer, Server};
use crate::world::process::{Machine, stderr, stdout};
use crate::world::provider::{Manner, Provider};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// A key with these terms.
pub fn key(machine: &Machine, name: &str, terms: &[&str]) -> String {
    let made = machine.run(&[&["key", "create", name, "--json"], terms].concat());
    assert!(made.status.success(), "{}", stderr(&made));
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    format!("Bearer {}", made["key"].as_str().expect("the key"))
}

/// The status of an answer and the code of its problem; of a stream only its head is waited for.
async fn answered(server: &Server, method: &str, path: &str, key: Option<&str>, body: &str) -> (u16, String) {
    let key = key.map(|key| ("Authorization", key));
    let headers: Vec<(&str, &str)> = key.into_iter().collect();
    let body = (method != "GET").then(|| body.to_owned());
    let mut stream = BufReader::new(server.open(method, path, &headers, body).await);
    let (mut line, mut head) = (String::new(), String::new());
    while stream.read_line(&mut line).await.expect("an answer") > 0 && line != "\r\n" {
        head.push_str(&line);
        line.clear();
    }
    let status: u16 = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let mut text = String::new();
    if status >= 400 && head.to_lowercase().contains("json") {
        stream.read_to_string(&mut text).await.expect("the problem");
    }
    let problem: Value = serde_json::from_str(&text).unwrap_or_default();
    // Below `/v1/`, errors have the shape of OpenAI's.
    let code = problem["code"].as_str().or(problem["error"]["code"].as_str());
    (status, code.unwrap_or_default().to_owned())
}

/// What stands in the paths of the description, for a thread with an answer in it.
struct Filled {
    thread: String,
    job: String,
    source: String,
    watch: String,
    share: String,
}

impl Filled {
    async fn asked(server: &Server, key: &str) -> Self {
        let headers = [("Authorization", key)];
        let body = Some(json!({"goal": QUESTION}).to_string());
        let taken = server.send("POST", "/api/threads/start", &headers, body).await.json();
        let text = |name: &str| taken[name].as_str().expect("an id").to_owned();
        let (thread, job) = (text("threadId"), text("jobId"));
        let view = server.until_over(&job, &headers).await;
        let source = view["sources"][0]["id"].as_str().expect("an id").to_owned();
        let watch =
            server.send("POST", &format!("/api/threads/{thread}/watch"), &headers, Some("{}".into())).await;
        let watch = watch.json()["id"].as_str().expect("an id").to_owned();
        let share =
            server.send("POST", &format!("/api/jobs/{job}/shares"), &headers, Some("{}".into())).await;
        let share = share.json()["id"].as_str().expect("an id").to_owned();
        Self { thread, job, source, watch, share }
    }

    /// Waits until no run of the thread is under way.
    async fn at_rest(&self, server: &Server, key: &str) {
        let headers = [("Authorization", key)];
        let patience = Instant::now();
        loop {
            let view =
                server.send("GET", &format!("/api/threads/{}", self.thread), &headers, None).await.json();
            let under_way =
                |run: &Value| ["queued", "running"].contains(&run["status"].as_str().unwrap_or_default());
            if !view["jobs"].as_array().is_some_and(|runs| runs.iter().any(under_way)) {
                return;
            }
            assert!(patience.elapsed() < Duration::from_secs(60), "{view}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// The address, and whether it is somebody's.
    fn path(&self, described: &str) -> (String, bool) {
        let id = if described.starts_with("/api/jobs/") { &self.job } else { &self.thread };
        let id = if described.starts_with("/api/watches/") { &self.watch } else { id };
        let id = if described.starts_with("/api/shares/") { &self.share } else { id };
        let own =
            ["/api/jobs/{id}", "/api/shares/{id}", "/api/threads/{id}", "/api/stream/", "/api/watches/{id}"];
        let name = if described.contains("/providers/") { "reader" } else { "language" };
        let path = described
            .replace("{id}", id)
            .replace("{threadId}", &self.thread)
            .replace("{sourceId}", "1")
            .replace("{provider}", "tavily")
            .replace("{artifact}", "t1")
            .replace("{name}", name);
        (path, own.iter().any(|own| described.starts_with(own)))
    }
}

/// A body that the route understands, so that it looks at whose the thing is.
fn body(method: &str, described: &str, filled: &Filled) -> String {
    let body = match (method, described.rsplit('/').next().unwrap_or_default()) {
        ("POST", "start" | "ask") => json!({"goal": "How long is the Harbour Bridge of Eastmoor?"}),
        ("POST", "steer") => json!({"text": "only 1931"}),
        ("POST", "fork") => json!({"checkpointId": "job_none:1", "goal": "How long is it?"}),
        ("POST", "sources") => json!({"pin": [filled.source]}),
        ("POST", "resume") => json!({"answer": "go"}),
        ("PATCH", _) if described.starts_with("/api/shares/") => json!({"days": 3}),
        ("PUT", "{provider}") => json!({"key": "tvly-0123456789"}),
        ("PATCH", "mode") => json!({"mode": "auto"}),
        ("PATCH", _) => json!({"title": "The bridge"}),
        ("PUT", "{artifact}") => json!({"version": 0, "columns": [], "rows": []}),
        ("PUT", _) => json!({"value": "de"}),
        _ => json!({}),
    };
    body.to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_role_opens_the_routes_that_it_should() {
    // Whether a run is under way is asked often.
    let server = Server::start(&["web.keys=always", "ask.privacy=hybrid", "web.requests_per_minute=100000"]);
    let owner = key(&server.machine, "ada", &[]);
    let keys = [
        ("none", None),
        ("reader", Some(key(&server.machine, "ada", &["--role", "reader"]))),
        ("other", Some(key(&server.machine, "bob", &[]))),
        ("admin", Some(key(&server.machine, "root", &["--role", "admin"]))),
        ("user", Some(owner.clone())),
    ];
    let filled = Filled::asked(&server, &owner).await;
    let api = server.get("/openapi.json").await.json();
    let mut tried = BTreeMap::new();
    let mut operations: Vec<(String, String, bool)> = Vec::new();
    for (path, item) in api["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let keyed = operation["responses"].get("401").is_some();
            operations.push((method.to_uppercase(), path.clone(), keyed));
        }
    }
    // What erases something comes last.
    operations.sort_by_key(|(method, path, _)| (method == "DELETE", path == "/api/threads/{id}"));
    for (method, described, keyed) in &operations {
        let (path, is_own) = filled.path(described);
        for (role, key) in &keys {
            // What is meant is the newest run of the thread, and nobody else's may be under way.
            if method != "GET" {
                filled.at_rest(&server, &owner).await;
            }
            let (status, code) =
                answered(&server, method, &path, key.as_deref(), &body(method, described, &filled)).await;
            let what = format!("{method} {path} as {role}: {status} {code}");
            let admin_only = ["/api/admin/", "/api/setup"].iter().any(|part| described.starts_with(part));
            match *role {
                // Readers of a site's articles come without a key.
                "none" if described.starts_with("/api/articles/") && described != "/api/articles/{id}" => {
                    assert!(![401, 403].contains(&status), "{what}");
                }
                // Whoever it is may sign in, and out.
                _ if described == "/api/session" => assert!(![401, 403].contains(&status), "{what}"),
                _ if !keyed => assert!(![401, 403].contains(&status), "{what}"),
                "none" => assert_eq!((status, code.as_str()), (401, "key_missing"), "{what}"),
                "reader" if method != "GET" => {
                    assert_eq!((status, code.as_str()), (403, "key_reads_only"), "{what}");
                }
                "admin" if admin_only => assert_eq!(status, 200, "{what}"),
                _ if admin_only => assert_eq!((status, code.as_str()), (403, "key_not_admin"), "{what}"),
                // It has ended with all links to its run.
                "admin" | "user"
                    if (method.as_str(), described.as_str()) == ("DELETE", "/api/shares/{id}") =>
                {
                    assert_eq!(status, 404, "{what}");
                }
                "other" if is_own => assert_eq!((status, code.as_str()), (404, "not_found"), "{what}"),
                // What is their owner's alone stays so.
                "admin" if code == "not_allowed" => {
                    assert!(["PATCH", "DELETE"].contains(&method.as_str()), "{what}");
                }
                "admin" if described.starts_with("/api/watches/") => assert_eq!(status, 404, "{what}"),
                _ if is_own => assert!(![401, 403, 404].contains(&status), "{what}"),
                _ => assert!(![401, 403].contains(&status), "{what}"),
            }
            *tried.entry(*role).or_insert(0) += 1;
        }
    }
    assert!(operations.len() > 40 && tried.values().all(|tried| *tried == operations.len()), "{tried:?}");
    let gone = answered(&server, "GET", &format!("/api/threads/{}", filled.thread), Some(&owner), "").await;
    assert_eq!(gone.0, 404, "the last of all has erased it");

    let root = [("Authorization", keys[3].1.as_deref().expect("the key of root"))];
    let listed = server.send("GET", "/api/admin/keys", &root, None).await.json();
    let roles: Vec<&str> =
        listed["keys"].as_array().expect("keys").iter().filter_map(|key| key["role"].as_str()).collect();
    assert_eq!(roles, ["user", "reader", "user", "admin"]);
    assert!(!listed.to_string().contains(&owner["Bearer ".len()..]), "no key stands in the list");
}

#[test]
fn a_key_that_would_be_named_like_somebody_else_is_refused() {
    let machine = Machine::new();
    for (name, says) in [
        (" erased ", "people who were erased"),
        ("local", "person at this machine"),
        ("two\nlines", "1 to 60 characters"),
    ] {
        let refused = machine.run(&["key", "create", name]);
        assert_eq!(refused.status.code(), Some(3), "{name:?}");
        assert!(stderr(&refused).contains(says) && stdout(&refused).is_empty(), "{}", stderr(&refused));
    }
    assert!(stdout(&machine.run(&["key", "list"])).starts_with("There are no API keys."));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_ends_when_its_time_is_over() {
    let server = Server::start(&["web.keys=always"]);
    let brief = key(&server.machine, "ada", &["--expires", "2s"]);
    let long = key(&server.machine, "ada", &["--expires", "30d"]);
    let patience = Instant::now();
    let expired: Answer = loop {
        let answer = server.send("GET", "/api/threads", &[("Authorization", &brief)], None).await;
        if answer.status != 200 {
            break answer;
        }
        assert!(patience.elapsed() < Duration::from_secs(60), "it never ends");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    assert_eq!(expired.problem(), (401, "key_expired".into()));
    let says = expired.json()["detail"].as_str().expect("a sentence").to_owned();
    assert!(says.contains("expired at 2") && says.contains("gorkd key create"), "{says}");
    assert!(expired.headers["www-authenticate"].starts_with("Bearer"));
    assert_eq!(server.send("GET", "/api/threads", &[("Authorization", &long)], None).await.status, 200);
    let listed = stdout(&server.machine.run(&["key", "list"]));
    assert!(listed.contains("expired 2") && listed.contains("expires 2"), "{listed}");
    for odd in [&["--expires", "soon"][..], &["--role", "king"], &["--budget-usd", "much"]] {
        let refused = server.machine.run(&[&["key", "create", "eve"], odd].concat());
        assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_with_a_key_costs_no_more_than_its_budget() {
    let exa = Provider::start(Manner::answers(r#"{"results": []}"#)).await;
    let mut settings = exa.settings("exa");
    settings.extend(["search.exa.usd=0.005".to_owned(), "search.exa.rate=1000".to_owned()]);
    settings.extend(["web.keys=always".to_owned(), "ask.privacy=hybrid".to_owned()]);
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = Server::start(&settings);
    // Two searches, and not a third.
    let bounded = key(&server.machine, "ada", &["--budget-usd", "0.012"]);
    let free = key(&server.machine, "ada", &[]);
    let (bounded, free) = ([("Authorization", bounded.as_str())], [("Authorization", free.as_str())]);
    let ask = async |headers: &[(&str, &str)], goal: &str| {
        let body = json!({"goal": goal, "privacy": "hybrid"}).to_string();
        let taken = server.send("POST", "/api/threads/start", headers, Some(body)).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        let taken = taken.json();
        let text = |name: &str| taken[name].as_str().expect("an id").to_owned();
        (text("threadId"), text("jobId"))
    };
    // At once, so that they would overtake each other if they could.
    let questions: Vec<String> = ["opened", "built", "painted", "closed", "sold"]
        .iter()
        .map(|what| format!("When was the Harbour Bridge of Eastmoor {what}?"))
        .collect();
    let asked = futures::future::join_all(questions.iter().map(|goal| ask(&bounded, goal))).await;
    let mut spent = 0.0;
    let mut told = 0;
    for (_, job) in &asked {
        let view = server.until_over(job, &bounded).await;
        spent += view["metadata"]["cost_usd"].as_f64().expect("a number");
        told += usize::from(view["warnings"].to_string().contains("is used up"));
    }
    assert_eq!((exa.calls(), told > 0), (2, true), "{spent}");
    assert!((spent - 0.01).abs() < 1e-9, "{spent}");
    let listed: Value =
        serde_json::from_slice(&server.machine.run(&["key", "list", "--json"]).stdout).expect("JSON");
    assert_eq!((&listed[0]["budget_usd"], &listed[0]["used_usd"]), (&json!(0.012), &json!(0.01)), "{listed}");

    // No way around it: not by a branch, not by looking again, not by a run of another key.
    let (thread, job) = &asked[0];
    let checkpoint = |state: Value| state["checkpoints"][0]["checkpointId"].as_str().expect("one").to_owned();
    let (others, other_job) = ask(&free, "Who opened the Harbour Bridge of Eastmoor?").await;
    server.until_over(&other_job, &free).await;
    let calls = exa.calls();
    assert!(calls > 2, "a key without a budget has none to keep to");
    let state = server.send("GET", &format!("/api/threads/{others}/state"), &bounded, None).await.json();
    let branch =
        json!({"checkpointId": checkpoint(state), "goal": "How long is the Harbour Bridge of Eastmoor?"});
    for (path, body) in [
        (format!("/api/threads/{others}/fork"), branch),
        (format!("/api/threads/{thread}/recheck"), json!({"jobId": job})),
        (format!("/api/threads/{thread}/ask"), json!({"goal": "And how long is it?"})),
    ] {
        let taken = server.send("POST", &path, &bounded, Some(body.to_string())).await;
        assert_eq!(taken.status, 202, "{path}: {taken:?}");
        server.until_over(taken.json()["jobId"].as_str().expect("one"), &bounded).await;
    }
    assert_eq!(exa.calls(), calls, "nothing more was paid");
    for (path, body) in [
        (format!("/api/threads/{others}/retry"), json!({"jobId": other_job})),
        (format!("/api/threads/{thread}/watch"), json!({"jobId": job})),
    ] {
        let refused = server.send("POST", &path, &bounded, Some(body.to_string())).await;
        assert_eq!(refused.problem(), (403, "not_counted".into()), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_wrong_keys_a_minute_are_told_of_however_many_are_tried() {
    let server = Server::start(&["web.keys=always", "web.requests_per_minute=100000"]);
    let right = key(&server.machine, "ada", &[]);
    let wrong: Vec<String> = (0..200).map(|n| format!("Bearer gork_{n:064x}")).collect();
    let tries = wrong.iter().map(|key| answered(&server, "GET", "/api/threads", Some(key), ""));
    let mut told = BTreeMap::new();
    for answer in futures::future::join_all(tries).await {
        *told.entry(answer).or_insert(0) += 1;
    }
    let expected = [((401, "key_not_accepted".to_owned()), 20), ((429, "too_many_requests".to_owned()), 180)];
    assert_eq!(told, BTreeMap::from(expected));
    let (status, code) = answered(&server, "GET", "/api/threads", Some(&right), "").await;
    assert_eq!((status, code.as_str()), (429, "too_many_requests"), "nor is it said that one is right");
    let malformed = answered(&server, "GET", "/api/threads", Some("Basic YTpi"), "").await;
    assert_eq!(malformed.0, 429, "what is no key counts as one");
}
