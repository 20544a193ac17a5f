//! What is set up, keys of providers that are given on the page, and what the library holds.

use super::http::Server;
use crate::world::process::{Machine, stdout};
use serde_json::{Value, json};

fn step<'a>(setup: &'a Value, id: &str) -> &'a Value {
    let steps = setup["steps"].as_array().expect("steps");
    steps.iter().find(|step| step["id"] == id).expect("a step")
}

fn bearer(server: &Server, name: &str, role: &str) -> String {
    let made = server.machine.run(&["key", "create", name, "--json", "--role", role]);
    let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
    format!("Bearer {}", made["key"].as_str().expect("a key"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_of_a_provider_is_kept_for_the_next_start_and_never_told() {
    let mut server = Server::start(&["web.hosts=lab.example"]);
    let setup = server.get("/api/setup").await.json();
    let ids: Vec<&str> =
        setup["steps"].as_array().expect("steps").iter().filter_map(|step| step["id"].as_str()).collect();
    assert_eq!(ids, ["library", "ranking", "model", "providers", "slack", "discord"]);
    assert_eq!((&step(&setup, "library")["done"], &setup["library"]["documents"]), (&json!(true), &json!(3)));
    assert_eq!(step(&setup, "model")["done"], false);
    assert!(step(&setup, "slack")["settings"].as_str().is_some_and(|lines| lines.contains("[slack]")));
    let tavily = |setup: &Value| {
        let all = setup["providers"].as_array().expect("providers").clone();
        all.into_iter().find(|one| one["name"] == "tavily").expect("it is there")
    };
    assert_eq!(
        tavily(&setup),
        json!({"name": "tavily", "needsKey": true, "keySet": false, "keyKept": false})
    );

    let (path, secret) = ("/api/setup/keys/tavily", "tvly-9f3c1d7e5b");
    let body = || Some(json!({"key": secret}).to_string());
    // Nobody from elsewhere may give one, whatever key they have.
    let admin = bearer(&server, "root", "admin");
    for headers in [
        &[("Host", "lab.example"), ("Authorization", admin.as_str())][..],
        &[("X-Forwarded-For", "127.0.0.1"), ("Authorization", admin.as_str())][..],
        &[("Forwarded", "for=127.0.0.1"), ("Authorization", admin.as_str())][..],
    ] {
        let refused = server.send("PUT", path, headers, body()).await;
        assert_eq!(refused.problem(), (403, "only_here".into()), "{headers:?}");
        assert_eq!(server.send("GET", "/api/setup", headers, None).await.status, 200);
    }
    for (role, code) in [("user", "key_not_admin"), ("reader", "key_reads_only")] {
        let key = bearer(&server, "ada", role);
        let refused = server.send("PUT", path, &[("Authorization", &key)], body()).await;
        assert_eq!(refused.problem(), (403, code.into()));
        let refused = server.send("GET", "/api/setup", &[("Authorization", &key)], None).await;
        assert_eq!(refused.problem(), (403, "key_not_admin".into()));
    }
    assert_eq!(server.machine.holding(secret), [""; 0]);

    let kept = server.send("PUT", path, &[], body()).await;
    assert_eq!((kept.status, &kept.json()["restartNeeded"]), (200, &json!(true)), "{kept:?}");
    assert!(!kept.body.contains(secret));
    let file = server.machine.data().join("keys.toml");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let after = server.get("/api/setup").await;
    assert_eq!(tavily(&after.json())["keySet"], true);
    assert!(!after.body.contains(secret));
    for (provider, body, status) in [
        ("wikipedia", json!({"key": "x"}), 404),
        ("none", json!({"key": "x"}), 404),
        ("..%2Fkeys", json!({"key": "x"}), 404),
        ("tavily", json!({"key": ""}), 422),
        ("tavily", json!({"key": "two words"}), 422),
        ("tavily", json!({}), 422),
    ] {
        let refused =
            server.send("PUT", &format!("/api/setup/keys/{provider}"), &[], Some(body.to_string())).await;
        assert_eq!(refused.status, status, "{provider} {body}");
    }

    // From the next start on it counts, below the environment.
    server.stop();
    server.resume(&[], &[]);
    let providers = server.get("/api/admin/providers").await.json();
    let named = |all: &Value, name: &str| {
        all.as_array().expect("a list").iter().find(|one| one["name"] == name).cloned().expect("there")
    };
    assert_eq!(named(&providers, "tavily")["enabled"], true);
    assert_eq!(named(&providers, "exa")["enabled"], false);
    let shown = stdout(&server.machine.run(&["config", "show"]));
    let line = shown.lines().find(|line| line.starts_with("search.tavily.key")).expect("a line");
    assert!(line.contains("keys.toml") && !line.contains(secret), "{line}");
    let mut config = server.machine.gorkd(&["config", "show"]);
    let shown = stdout(&config.env("GORKD__SEARCH__TAVILY__KEY", "another").output().expect("gorkd starts"));
    let line = shown.lines().find(|line| line.starts_with("search.tavily.key")).expect("a line");
    assert!(line.contains("GORKD__SEARCH__TAVILY__KEY"), "{line}");

    let known = json!({"name": "tavily", "needsKey": true, "keySet": true, "keyKept": true});
    assert_eq!(tavily(&server.get("/api/setup").await.json()), known);
    let gone = server.send("DELETE", path, &[], None).await;
    assert_eq!(gone.status, 200, "{gone:?}");
    // This process still has it, and the next one will not.
    assert_eq!(tavily(&server.get("/api/setup").await.json())["keySet"], false);
    assert!(!std::fs::read_to_string(&file).expect("a file").contains(secret));
    assert!(!server.logged().contains(secret) && !server.machine.logged().contains(secret));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_library_says_what_one_may_ask_it() {
    let server = Server::start_with(Machine::with_own_library(), &[], &[]);
    let library = server.get("/api/library").await.json();
    assert_eq!(library["documents"], 3);
    let docs = server.machine.home().join("docs");
    assert_eq!(library["folders"][0]["path"], docs.to_str().expect("a plain path"));
    assert!(library["folders"][0]["syncedAt"].is_string(), "{library}");
    let examples = library["examples"].as_array().expect("questions").clone();
    assert!(!examples.is_empty() && examples.len() <= 3, "{library}");
    for question in examples {
        let (_, job) = server.ask(question.as_str().expect("a text")).await;
        let view = server.until_over(&job, &[]).await;
        assert!(!view["sources"].as_array().expect("sources").is_empty(), "{question}: {view}");
    }
    // Others are not told where on the disk it lies.
    let key = bearer(&server, "ada", "reader");
    let library = server.send("GET", "/api/library", &[("Authorization", &key)], None).await.json();
    assert_eq!(library["folders"][0]["path"], "docs");
}
