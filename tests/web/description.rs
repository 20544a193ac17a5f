//! The OpenAPI description: it names all routes, and real answers are as it says.

use super::http::{Answer, Server};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_route_is_described_and_answers_as_described() {
    let server = Server::start(&[]);
    let api = server.get("/openapi.json").await.json();
    assert_eq!(api["openapi"], "3.1.0");
    let paths = api["paths"].as_object().expect("paths");
    // Whatever is described is there, and takes that method.
    let mut routes = 0;
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            routes += 1;
            let address =
                path.replace("{id}", "none").replace("{threadId}", "none").replace("{sourceId}", "none");
            let address = address.replace("{jobId}", "none").replace("{artifact}", "t1");
            let answer = server.send(&method.to_uppercase(), &address, &[], None).await;
            let described = operation["responses"].get(answer.status.to_string());
            assert!(described.is_some(), "{method} {path} answered {answer:?}");
            assert!(
                answer.status != 405 && !answer.body.contains("nothing at this address"),
                "{method} {path}"
            );
            assert!(operation["summary"].is_string() && operation["tags"][0].is_string(), "{method} {path}");
        }
    }
    assert_eq!(routes, 94, "a route more or less: is it meant?");
    let router = include_str!("../../adapters/web/src/router.rs");
    assert!(!router.contains(".route("), "a route is described where it is made: add it with `routes!`");
    // And examples, headers and parameters are as their schemas say.
    let (mut wrong, mut ids) = (Vec::new(), BTreeSet::new());
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("operations") {
            let at = format!("{method} {path}");
            let native = [
                "admin", "budgets", "jobs", "library", "links", "memory", "session", "setup", "shares",
                "stream", "threads", "watches",
            ]
            .iter()
            .any(|part| path.starts_with(&format!("/api/{part}")));
            let mut examples = vec![(&operation["requestBody"]["content"], at.clone())];
            let responses = operation["responses"].as_object().expect("responses");
            for (status, response) in responses {
                examples.push((&response["content"], format!("{at} {status}")));
                assert!(response["headers"]["X-Request-Id"].is_object(), "{at} {status}");
                if ["429", "503"].contains(&status.as_str()) {
                    assert!(response["headers"]["Retry-After"].is_object(), "{at} {status}");
                }
            }
            for (content, at) in examples {
                for (kind, media) in content.as_object().into_iter().flatten() {
                    let is_problem = kind == "application/problem+json";
                    match &media["example"] {
                        Value::Null if native && (is_problem || kind == "application/json") => {
                            wrong.push(format!("{at} has no example"));
                        }
                        Value::Null => {}
                        example => compare(&api, &media["schema"], example, &at, &mut wrong),
                    }
                }
            }
            let id = operation["operationId"].as_str().expect("an id");
            assert!(ids.insert(id.to_owned()), "two operations have the id {id}");
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Every reference leads somewhere.
    let text = api.to_string();
    for name in text.split("#/components/schemas/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(api["components"]["schemas"].get(name).is_some(), "{name} is referred to and not there");
    }
    for kind in ["headers", "parameters"] {
        let path = format!("#/components/{kind}/");
        for name in text.split(path.as_str()).skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(
                api["components"][kind].get(name).is_some(),
                "{kind}/{name} is referred to and not there"
            );
        }
    }

    let check = |method: &str, path: &str, answer: &Answer| {
        let responses = &api["paths"][path][method]["responses"][answer.status.to_string()];
        let kind = answer.headers["content-type"].split(';').next().expect("a type");
        let schema = &responses["content"][kind]["schema"];
        assert!(schema.is_object(), "{method} {path}: {} as {kind} is not described", answer.status);
        let mut wrong = Vec::new();
        compare(&api, schema, &answer.json(), path, &mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    };
    let taken = server.post("/api/threads/start", json!({"goal": QUESTION})).await;
    check("post", "/api/threads/start", &taken);
    let (thread, job) = (taken.json()["threadId"].clone(), taken.json()["jobId"].clone());
    let (thread, job) = (thread.as_str().expect("an id"), job.as_str().expect("an id"));
    check("get", "/api/threads/{id}/state", &server.get(&format!("/api/threads/{thread}/state")).await);
    check("get", "/api/jobs/{id}", &server.get(&format!("/api/jobs/{job}")).await);
    server.until_over(job, &[]).await;
    for (path, address) in [
        ("/api/jobs/{id}", format!("/api/jobs/{job}")),
        ("/api/jobs/{id}/events", format!("/api/jobs/{job}/events")),
        ("/api/jobs/{id}/events", format!("/api/jobs/{job}/events?limit=2")),
        ("/api/jobs/{id}/log", format!("/api/jobs/{job}/log?limit=2")),
        ("/api/jobs/{id}/artifacts", format!("/api/jobs/{job}/artifacts")),
        ("/api/jobs/{id}/edits", format!("/api/jobs/{job}/edits")),
        ("/api/jobs/{id}/edits/{artifact}", format!("/api/jobs/{job}/edits/t1")),
        ("/api/watches", "/api/watches".to_owned()),
        ("/api/jobs/{id}/sources/{sourceId}", format!("/api/jobs/{job}/sources/1")),
        ("/api/jobs/{id}/export", format!("/api/jobs/{job}/export?format=json")),
        ("/api/threads", "/api/threads".to_owned()),
        ("/api/threads/{id}", format!("/api/threads/{thread}")),
        ("/api/threads/{id}/checkpoints", format!("/api/threads/{thread}/checkpoints")),
        ("/api/jobs/{id}/shares", format!("/api/jobs/{job}/shares")),
        ("/api/shares", "/api/shares".to_owned()),
        ("/api/admin/runs", "/api/admin/runs".to_owned()),
        ("/api/admin/feedback", "/api/admin/feedback".to_owned()),
        ("/api/admin/usage", "/api/admin/usage".to_owned()),
        ("/api/admin/providers", "/api/admin/providers".to_owned()),
        ("/api/admin/limits", "/api/admin/limits".to_owned()),
        ("/api/admin/budgets", "/api/admin/budgets".to_owned()),
        ("/api/budgets", "/api/budgets".to_owned()),
        ("/api/admin/places", "/api/admin/places".to_owned()),
        ("/api/admin/keys", "/api/admin/keys".to_owned()),
        ("/api/library", "/api/library".to_owned()),
        ("/api/setup", "/api/setup".to_owned()),
        ("/api/session", "/api/session".to_owned()),
        ("/api/links", "/api/links".to_owned()),
        ("/api/memory", "/api/memory".to_owned()),
        ("/api/threads/{id}/state", format!("/api/threads/{thread}/state")),
        ("/api/jobs/{id}", "/api/jobs/none".to_owned()),
        ("/api/threads", "/api/threads?limit=900".to_owned()),
    ] {
        check("get", path, &server.get(&address).await);
    }
    let messages = json!([{"role": "user", "content": QUESTION}]);
    for (path, body) in [
        ("/api/research/start", json!({"query": QUESTION, "privacy_mode": "local_only"})),
        ("/api/research/start", json!({"privacy_mode": "local_only"})),
        ("/v1/chat/completions", json!({"model": "gorkd-quick", "messages": messages})),
        ("/v1/chat/completions", json!({"model": "gorkd-quick", "messages": []})),
        ("/v1/chat/messages", json!({})),
    ] {
        check("post", path, &server.post(path, body).await);
    }
    for (path, address) in [
        ("/api/research/{id}/status", format!("/api/research/{job}/status")),
        ("/v1/models", "/v1/models".to_owned()),
        ("/v1/models/{id}", "/v1/models/gorkd-deep".to_owned()),
        ("/v1/models/{id}", "/v1/models/none".to_owned()),
    ] {
        check("get", path, &server.get(&address).await);
    }
    let refused = server.post("/api/threads/start", json!({"goal": ""})).await;
    check("post", "/api/threads/start", &refused);
    check(
        "post",
        "/api/threads/{id}/retry",
        &server.send("POST", &format!("/api/threads/{thread}/retry"), &[], None).await,
    );
}

/// A small part of JSON Schema, as much of it as the description uses: what is wrong with a value, and where. A field
/// that is not described is wrong too, so that the description cannot fall behind.
fn compare(api: &Value, schema: &Value, value: &Value, at: &str, wrong: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/components/schemas/")) {
        return compare(api, &api["components"]["schemas"][name], value, at, wrong);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = |choice: &Value| {
            let mut wrong = Vec::new();
            compare(api, choice, value, at, &mut wrong);
            wrong
        };
        let tries: Vec<Vec<String>> = choices.iter().map(fits).collect();
        if tries.iter().all(|wrong| !wrong.is_empty()) {
            wrong.extend(tries.into_iter().flatten());
        }
        return;
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind.as_str()],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is_number = kind == "integer" && kinds.contains(&"number");
    if !kinds.is_empty() && !kinds.contains(&kind) && !is_number {
        return wrong.push(format!("{at}: {kind} instead of {kinds:?}"));
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        wrong.push(format!("{at}: {value} is none of {values:?}"));
    }
    for (n, item) in value.as_array().into_iter().flatten().enumerate() {
        compare(api, &schema["items"], item, &format!("{at}[{n}]"), wrong);
    }
    let (Some(fields), Some(described)) = (value.as_object(), schema["properties"].as_object()) else {
        return;
    };
    let given: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !given.contains(name) {
            wrong.push(format!("{at}: {name} is missing"));
        }
    }
    for (name, field) in fields {
        match described.get(name) {
            Some(schema) => compare(api, schema, field, &format!("{at}.{name}"), wrong),
            None => wrong.push(format!("{at}: {name} is not described")),
        }
    }
}
