//! Signing in to the page: a cookie that is as good as the key behind it, and no better.

use super::http::{Answer, Server};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// A session: its cookie, and the token for changes.
struct Session {
    cookie: String,
    csrf: String,
}

impl Session {
    async fn open(server: &Server, key: &str) -> Self {
        let answer = sign_in(server, key).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        Self { cookie: cookie(&answer), csrf: answer.json()["csrf"].as_str().expect("a token").to_owned() }
    }

    async fn get(&self, server: &Server, path: &str) -> Answer {
        server.send("GET", path, &[("Cookie", &self.cookie)], None).await
    }

    async fn post(&self, server: &Server, path: &str, body: Value) -> Answer {
        let headers = [("Cookie", self.cookie.as_str()), ("X-CSRF-Token", self.csrf.as_str())];
        server.send("POST", path, &headers, Some(body.to_string())).await
    }
}

async fn sign_in(server: &Server, key: &str) -> Answer {
    server.post("/api/session", json!({"key": key})).await
}

/// The pair that a browser sends back.
fn cookie(answer: &Answer) -> String {
    answer.headers["set-cookie"].split(';').next().expect("a pair").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cookie_stands_for_a_key_until_one_of_them_ends() {
    let server = Server::start(&["web.keys=always"]);
    let (ada, bob) = (server.key("ada"), server.key("bob"));
    let nobody = server.get("/api/session").await;
    assert_eq!(nobody.status, 200);
    let state = json!({"signedIn": false, "owner": null, "role": null, "local": false, "here": true, "keyNeeded": true, "csrf": null});
    assert_eq!(nobody.json(), state);
    let wrong = sign_in(&server, "gork_wrong").await;
    assert_eq!(wrong.problem(), (401, "key_not_accepted".into()));
    assert!(!wrong.headers.contains_key("set-cookie"));

    let answer = sign_in(&server, &ada).await;
    let given = &answer.headers["set-cookie"];
    for part in ["gorkd_session=", "; Path=/;", "Max-Age=2592000", "HttpOnly", "SameSite=Strict"] {
        assert!(given.contains(part), "{given}");
    }
    assert!(!given.contains("Secure") && answer.headers["cache-control"] == "no-store", "{answer:?}");
    let document = answer.json();
    assert_eq!((&document["owner"], &document["role"]), (&json!("web:ada"), &json!("user")));
    assert!(document["expiresAt"].as_str().is_some_and(|at| at.starts_with("20")), "{document}");
    let session =
        Session { cookie: cookie(&answer), csrf: document["csrf"].as_str().expect("one").to_owned() };
    let secret = session.cookie.split('=').nth(1).expect("a value");
    assert_eq!(server.machine.holding(secret), [""; 0], "only a hash of it is kept");
    let shown = session.get(&server, "/api/session").await.json();
    assert_eq!((&shown["signedIn"], &shown["csrf"]), (&json!(true), &json!(session.csrf)));

    // What it asks is the key's owner's, and nobody else's.
    let taken = session.post(&server, "/api/threads/start", json!({"goal": QUESTION})).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let thread = format!("/api/threads/{}", taken.json()["threadId"].as_str().expect("an id"));
    let key = format!("Bearer {ada}");
    assert_eq!(server.send("GET", &thread, &[("Authorization", &key)], None).await.status, 200);
    let other = Session::open(&server, &bob).await;
    assert_eq!(other.get(&server, &thread).await.problem(), (404, "not_found".into()));
    assert_eq!(session.get(&server, "/api/admin/runs").await.problem(), (403, "key_not_admin".into()));

    // A page of another site has the cookie sent, and does not know the token.
    for token in [None, Some(""), Some("wrong"), Some(other.csrf.as_str())] {
        let mut headers = vec![("Cookie", session.cookie.as_str())];
        headers.extend(token.map(|token| ("X-CSRF-Token", token)));
        for (method, path) in [
            ("POST", "/api/threads/start"),
            ("DELETE", thread.as_str()),
            ("DELETE", "/api/session"),
            ("PUT", "/api/memory/language"),
        ] {
            let body = (method != "DELETE").then(|| json!({"goal": QUESTION}).to_string());
            let refused = server.send(method, path, &headers, body).await;
            assert_eq!(refused.problem(), (403, "csrf".into()), "{method} {path} with {token:?}");
        }
    }
    // A key needs no token, also where a cookie comes along.
    let both = [("Cookie", session.cookie.as_str()), ("Authorization", key.as_str())];
    let body = Some(json!({"value": "de"}).to_string());
    assert_eq!(server.send("PUT", "/api/memory/language", &both, body).await.status, 200);

    // Signed out; and another session ends with its key.
    let again = Session::open(&server, &ada).await;
    let headers = [("Cookie", again.cookie.as_str()), ("X-CSRF-Token", again.csrf.as_str())];
    let gone = server.send("DELETE", "/api/session", &headers, None).await;
    assert_eq!((gone.status, gone.headers["set-cookie"].contains("Max-Age=0")), (204, true));
    assert_eq!(again.get(&server, "/api/threads").await.problem(), (401, "key_missing".into()));
    assert_eq!(session.get(&server, "/api/threads").await.status, 200, "the other one holds");
    assert!(server.machine.run(&["key", "revoke", &ada[..12]]).status.success());
    assert_eq!(session.get(&server, "/api/threads").await.problem(), (401, "key_missing".into()));
    assert_eq!(session.get(&server, "/api/session").await.json(), state);
    assert_eq!(other.get(&server, "/api/threads").await.status, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_may_what_its_key_may() {
    let server = Server::start(&["web.keys=always"]);
    let made = |role: &str, more: &[&str]| {
        let made = server.machine.run(&[&["key", "create", "eve", "--json", "--role", role], more].concat());
        let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
        made["key"].as_str().expect("a key").to_owned()
    };
    let reader = Session::open(&server, &made("reader", &[])).await;
    assert_eq!(reader.get(&server, "/api/threads").await.status, 200);
    let refused = reader.post(&server, "/api/threads/start", json!({"goal": QUESTION})).await;
    assert_eq!(refused.problem(), (403, "key_reads_only".into()));
    let headers = [("Cookie", reader.cookie.as_str()), ("X-CSRF-Token", reader.csrf.as_str())];
    assert_eq!(server.send("DELETE", "/api/session", &headers, None).await.status, 204, "and may sign out");
    let admin = Session::open(&server, &made("admin", &[])).await;
    assert_eq!(admin.get(&server, "/api/admin/keys").await.status, 200);
    let brief = sign_in(&server, &made("user", &["--expires", "1h"])).await.json();
    let long = sign_in(&server, &made("user", &[])).await.json();
    assert!(brief["expiresAt"].as_str() < long["expiresAt"].as_str(), "it ends with its key at the latest");
    // Money is counted as the key's own.
    let bounded = Session::open(&server, &made("user", &["--budget-usd", "1"])).await;
    let taken = bounded.post(&server, "/api/threads/start", json!({"goal": QUESTION})).await.json();
    let job = taken["jobId"].as_str().expect("an id");
    server.until_over(job, &[("Cookie", &bounded.cookie)]).await;
    let watch = format!("/api/threads/{}/watch", taken["threadId"].as_str().expect("an id"));
    assert_eq!(bounded.post(&server, &watch, json!({})).await.problem(), (403, "not_counted".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_sits_at_the_machine_needs_no_key_and_may_sign_in_all_the_same() {
    let server = Server::start(&["web.public_url=https://research.example.org/gorkd/"]);
    let here = server.get("/api/session").await.json();
    let state = json!({"signedIn": false, "owner": "web:local", "role": "admin", "local": true, "here": true, "keyNeeded": false, "csrf": null});
    assert_eq!(here, state);
    let answer = sign_in(&server, &server.key("ada")).await;
    let given = &answer.headers["set-cookie"];
    assert!(given.contains("Path=/gorkd/;") && given.ends_with("Secure"), "{given}");
    let session = [("Cookie", cookie(&answer))];
    let session = [("Cookie", session[0].1.as_str())];
    let refused = server.send("GET", "/api/admin/runs", &session, None).await;
    assert_eq!(refused.problem(), (403, "key_not_admin".into()), "it is ada who asks now");
    let public = [("Host", "research.example.org"), session[0]];
    let shown = server.send("GET", "/api/session", &public, None).await.json();
    assert_eq!((&shown["owner"], &shown["keyNeeded"]), (&json!("web:ada"), &json!(true)));
    let foreign = [session[0], ("Origin", "https://evil.example")];
    for method in ["GET", "POST", "DELETE"] {
        let refused = server.send(method, "/api/session", &foreign, None).await;
        assert_eq!(refused.problem(), (403, "foreign_origin".into()), "{method}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_keys_are_counted_where_one_signs_in() {
    let server = Server::start(&["web.keys=always", "web.requests_per_minute=100000"]);
    let right = server.key("ada");
    let mut told: BTreeMap<u16, u32> = BTreeMap::new();
    for n in 0..40 {
        *told.entry(sign_in(&server, &format!("gork_{n:064x}")).await.status).or_default() += 1;
    }
    assert_eq!(told, BTreeMap::from([(401, 20), (429, 20)]));
    assert_eq!(sign_in(&server, &right).await.status, 429, "nor is it said that one is right");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_one_limit_with_however_many_keys() {
    let server = Server::start(&["web.bind=0.0.0.0", "web.requests_per_minute=6"]);
    let keys = [format!("Bearer {}", server.key("ada")), format!("Bearer {}", server.key("ada"))];
    let mut told = Vec::new();
    for n in 0..7 {
        let headers = [("Authorization", keys[n % 2].as_str()), ("X-Forwarded-For", "203.0.113.1")];
        told.push(server.send("GET", "/api/threads", &headers, None).await.status);
    }
    assert_eq!(told[6], 429, "{told:?}");
}
