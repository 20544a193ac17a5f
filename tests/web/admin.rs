//! What whoever runs gorkd sees of all runs.

use super::http::Server;
use crate::world::provider::{Manner, Provider};
use serde_json::{Value, json};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

fn bearer(server: &Server, name: &str, more: &[&str]) -> String {
    let made = server.machine.run(&[&["key", "create", name, "--json"], more].concat());
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    format!("Bearer {}", made["key"].as_str().expect("a key"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_runs_are_seen_and_no_question_that_was_private() {
    let server = Server::start(&["web.keys=always"]);
    let admin = bearer(&server, "root", &["--role", "admin"]);
    let admin = [("Authorization", admin.as_str())];
    let ask = async |name: &str, goal: &str, privacy: &str| {
        let key = bearer(&server, name, &[]);
        let headers = [("Authorization", key.as_str())];
        let body = json!({"goal": goal, "privacy": privacy}).to_string();
        let taken = server.send("POST", "/api/threads/start", &headers, Some(body)).await.json();
        let job = taken["jobId"].as_str().expect("an id").to_owned();
        server.until_over(&job, &headers).await;
        job
    };
    let open = ask("ada", QUESTION, "hybrid").await;
    let secret = ask("bob", "How long is the Harbour Bridge of Eastmoor?", "local_only").await;
    let own =
        server.machine.run(&["ask", "--privacy", "hybrid", "Who opened the Harbour Bridge of Eastmoor?"]);
    assert!(own.status.success());

    let listed = server.send("GET", "/api/admin/runs?limit=2", &admin, None).await;
    assert_eq!(listed.status, 200, "{listed:?}");
    let first = listed.json();
    let items = first["items"].as_array().expect("runs");
    assert_eq!(
        (items.len(), &items[0]["owner"], &items[1]["jobId"]),
        (2, &json!("cli:local"), &json!(secret))
    );
    for hidden in items {
        assert_eq!((&hidden["question"], &hidden["private"]), (&Value::Null, &json!(true)), "{hidden}");
    }
    let next = first["nextCursor"].as_str().expect("there is more");
    let rest =
        server.send("GET", &format!("/api/admin/runs?limit=2&cursor={next}"), &admin, None).await.json();
    let run = &rest["items"][0];
    assert_eq!(
        (&run["jobId"], &run["question"], &run["private"]),
        (&json!(open), &json!(QUESTION), &json!(false))
    );
    assert_eq!(
        (&run["status"], &run["stage"], &run["platform"]),
        (&json!("completed"), &Value::Null, &json!("web"))
    );
    assert!(run["finishedAt"].is_string() && run["costUsd"].is_number(), "{run}");
    assert_eq!(rest["nextCursor"], Value::Null);
    let of = async |query: &str| {
        let listed = server.send("GET", &format!("/api/admin/runs?{query}"), &admin, None).await.json();
        listed["items"].as_array().expect("runs").len()
    };
    assert_eq!((of("platform=cli").await, of("status=completed").await), (1, 3));
    assert_eq!((of("status=failed").await, of("platform=slack").await), (0, 0));
    for odd in ["status=odd", "limit=0", "cursor=zz", "other=1"] {
        let refused = server.send("GET", &format!("/api/admin/runs?{odd}"), &admin, None).await;
        assert_eq!(refused.status, 422, "{odd}");
    }

    let used = server.send("GET", "/api/admin/usage?days=1", &admin, None).await.json();
    assert_eq!(used["byDay"][0]["runs"], 3, "{used}");
    let mut people: Vec<&str> =
        used["byPerson"].as_array().expect("people").iter().filter_map(|one| one["owner"].as_str()).collect();
    people.sort_unstable();
    assert_eq!(people, ["cli:local", "web:ada", "web:bob"]);
    assert!(used["cache"]["lookups"].as_u64().is_some_and(|lookups| lookups > 0), "{used}");
    assert_eq!(server.send("GET", "/api/admin/usage?days=0", &admin, None).await.status, 422);
    let places = server.send("GET", "/api/admin/places", &admin, None).await.json();
    assert_eq!(places["items"].as_array().map(Vec::len), Some(3), "{places}");
    let limits = server.send("GET", "/api/admin/limits", &admin, None).await.json();
    assert_eq!((&limits["requestsPerMinute"], &limits["runs"]), (&json!(600), &json!(1000)));
    let feedback = server.send("GET", "/api/admin/feedback", &admin, None).await.json();
    assert_eq!(feedback, json!({"items": [], "nextCursor": null, "next": null}));
    for path in ["runs", "usage", "places", "limits", "feedback", "providers"] {
        for (role, status) in [("user", 403), ("reader", 403)] {
            let key = bearer(&server, "eve", &["--role", role]);
            let refused =
                server.send("GET", &format!("/api/admin/{path}"), &[("Authorization", &key)], None).await;
            assert_eq!(refused.problem(), (status, "key_not_admin".into()), "{path} as {role}");
        }
        assert_eq!(server.get(&format!("/api/admin/{path}")).await.problem(), (401, "key_missing".into()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_provider_is_asked_once_and_its_health_is_told() {
    let exa = Provider::start(Manner::answers(r#"{"results": []}"#)).await;
    let mut settings = exa.settings("exa");
    settings.extend(["search.exa.usd=0.005", "ask.privacy=hybrid"].map(str::to_owned));
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let server = Server::start(&settings);
    let state = async |name: &str| {
        let all = server.get("/api/admin/providers").await.json();
        all.as_array().expect("a list").iter().find(|one| one["name"] == name).cloned().expect("there")
    };
    let before = state("exa").await;
    assert_eq!((&before["health"], &before["enabled"]), (&json!("unknown"), &json!(true)), "{before}");
    assert_eq!(state("brave").await["enabled"], false);
    let test = async |name: &str| {
        let path = format!("/api/admin/providers/{name}/test");
        server.send("POST", &path, &[], None).await
    };
    for calls in 1..=2 {
        let tried = test("exa").await.json();
        assert_eq!((&tried["ok"], &tried["hits"]), (&json!(true), &json!(0)), "{tried}");
        assert_eq!(exa.calls(), calls, "no cache answers, and one call is made");
    }
    let after = state("exa").await;
    assert_eq!((&after["health"], &after["quota"]["calls"]), (&json!("ok"), &json!(2)), "{after}");
    assert!(after["lastUsedAt"].is_string());
    assert_eq!(test("reader").await.json()["ok"], true);
    assert_eq!(test("library").await.json()["ok"], true);
    for unknown in ["brave", "nobody"] {
        assert_eq!(test(unknown).await.problem(), (404, "not_found".into()), "{unknown}");
    }
    // What it costs would be nobody's.
    let bounded = bearer(&server, "root", &["--role", "admin", "--budget-usd", "1"]);
    let headers = [("Authorization", bounded.as_str())];
    let refused = server.send("POST", "/api/admin/providers/exa/test", &headers, None).await;
    assert_eq!(refused.problem(), (403, "not_counted".into()));
    assert_eq!(exa.calls(), 2);
}
