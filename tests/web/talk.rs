//! Plans, branches, files, memory and watches over HTTP, with the server restarted in the middle.

use super::http::Server;
use serde_json::{Value, json};

const QUESTION: &str = "How long is the Harbour Bridge of Eastmoor?";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_is_asked_about_at_once_and_survives_a_restart() {
    let mut server = Server::start(&[]);
    let body = json!({"goal": "harbour bridge", "modeOverride": "plan"});
    let taken = server.post("/api/threads/start", body).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let taken = taken.json();
    let open = &taken["interrupt"];
    assert_eq!(
        (open["interruptId"].as_str(), open["options"].as_array().map(Vec::len)),
        (Some("clarify.0"), Some(4))
    );
    assert_eq!(taken["status"], "waiting");
    assert_eq!(server.get("/api/threads").await.json()["threads"][0]["waiting"], true);
    let (thread, job) = (
        taken["threadId"].as_str().expect("one").to_owned(),
        taken["jobId"].as_str().expect("one").to_owned(),
    );
    let to = |what: &str| format!("/api/threads/{thread}/{what}");
    server.stop();
    server.resume(&[], &[]);
    for none in [json!(5), json!("99"), json!("0")] {
        let refused = server.post(&to("resume"), json!({"answer": none})).await;
        assert_eq!(refused.problem(), (422, "invalid_request".into()), "{none}");
    }
    let resumed = server.post(&to("resume"), json!({"interruptId": "clarify.0", "answer": 2})).await;
    assert_eq!((resumed.status, &resumed.json()["ok"]), (200, &json!(true)), "{resumed:?}");
    let late = server.post(&to("resume"), json!({"interruptId": "clarify.0", "answer": 1})).await;
    assert_eq!(late.problem(), (409, "conflict".into()));
    for _ in 0..3 {
        assert_eq!(server.post(&to("resume"), json!({"answer": 1})).await.status, 200);
    }
    let plan = until_asked(&server, &thread, "approve.plan.0").await;
    assert_eq!((plan["kind"].as_str(), plan["about"].as_str()), (Some("approve"), Some("plan")));
    assert!(plan["plan"]["queries"].as_array().is_some_and(|queries| !queries.is_empty()), "{plan}");
    assert!(plan["estimate"]["pages"].as_u64().is_some_and(|pages| pages > 0), "{plan}");
    let odd = server.post(&to("resume"), json!({"answer": {"colour": "red"}})).await;
    assert_eq!(odd.problem(), (422, "invalid_request".into()));
    assert_eq!(server.post(&to("resume"), json!({"answer": "deeper"})).await.status, 200);
    until_asked(&server, &thread, "approve.plan.1").await;
    server.stop();
    server.resume(&[], &[]);
    assert_eq!(
        server.post(&to("resume"), json!({"answer": {"queries": ["Eastmoor bridge metres"]}})).await.status,
        200
    );
    until_asked(&server, &thread, "approve.plan.2").await;
    assert_eq!(server.post(&to("resume"), json!({"answer": true})).await.status, 200);
    let view = server.until_over(&job, &[]).await;
    assert_eq!(
        (view["status"].as_str(), view["profile"].as_str()),
        (Some("completed"), Some("deep")),
        "{view}"
    );
    assert_eq!(view["metadata"]["queries"][0], "Eastmoor bridge metres");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn auto_lets_what_waits_go_on() {
    let server = Server::start(&[]);
    let taken = server
        .post("/api/threads/start", json!({"goal": "harbour bridge", "modeOverride": "plan"}))
        .await
        .json();
    let thread = taken["threadId"].as_str().expect("one");
    let mode = json!({"mode": "auto"}).to_string();
    let changed = server.send("PATCH", &format!("/api/threads/{thread}/mode"), &[], Some(mode)).await;
    assert_eq!(changed.json(), json!({"mode": "auto"}));
    let view = server.until_over(taken["jobId"].as_str().expect("one"), &[]).await;
    assert_eq!(view["status"], "completed", "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_renamed_written_again_checked_again_and_erased() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    let to = |what: &str| format!("/api/threads/{thread}{what}");
    let again = server.post("/api/threads/start", json!({"goal": QUESTION})).await.json();
    assert_eq!(again["status"], "completed", "{again}");
    assert!(again["message"].as_str().is_some_and(|text| text.contains("researched at")), "{again}");
    let known = server.get(&format!("/api/jobs/{}", again["jobId"].as_str().expect("one"))).await.json();
    assert_eq!((&known["answer"], &known["known"]["job_id"]), (&view["answer"], &json!(job)));
    let forced = server.post("/api/threads/start", json!({"goal": QUESTION, "force": true})).await.json();
    assert_ne!(forced["status"], "completed");

    let renamed = server.send("PATCH", &to(""), &[], Some(json!({"title": "The bridge"}).to_string())).await;
    assert_eq!(renamed.json()["title"], "The bridge");
    let cited = view["citations"][0]["source_id"].clone();
    let rewritten = server.post(&to("/sources"), json!({"jobId": job, "exclude": [cited]})).await;
    assert_eq!(rewritten.status, 202, "{rewritten:?}");
    let branch = rewritten.json()["jobId"].as_str().expect("one").to_owned();
    let branch = server.until_over(&branch, &[]).await;
    assert!(!branch["citations"].as_array().expect("some").iter().any(|one| one["source_id"] == cited));
    let tree = server.get(&to("/checkpoints")).await.json();
    assert_eq!(tree["jobs"].as_array().map(Vec::len), Some(2));
    assert!(tree["jobs"][1]["forkedFrom"].as_str().is_some_and(|from| from.starts_with(&job)), "{tree}");
    let recheck = server.post(&to("/recheck"), json!({"jobId": job})).await;
    assert_eq!(recheck.status, 202, "{recheck:?}");
    let recheck = server.until_over(recheck.json()["jobId"].as_str().expect("one"), &[]).await;
    assert_eq!(recheck["changes"]["claims"], json!([]), "{recheck}");
    assert_eq!(server.send("DELETE", &to(""), &[], None).await.status, 204);
    assert_eq!(server.get(&format!("/api/jobs/{job}")).await.status, 404);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn documents_are_given_along_as_multipart() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    let path = format!("/api/threads/{thread}/files");
    let body = "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"notes.md\"\r\nContent-Type: text/markdown\r\n\r\n\
        # Tolls\n\nThe toll of the bridge is 3 crowns since 2022.\n\r\n--x--\r\n";
    let kind = ("Content-Type", "multipart/form-data; boundary=x");
    let taken = server.send("POST", &path, &[kind], Some(body.to_owned())).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    assert_eq!(taken.json()[0]["title"], "Tolls");
    let nameless = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n--x--\r\n";
    let refused = server.send("POST", &path, &[kind], Some(nameless.to_owned())).await;
    assert_eq!(refused.problem(), (422, "invalid_request".into()));
    let plain = server.post(&path, json!({})).await;
    assert_eq!(plain.problem(), (415, "not_multipart".into()));
    let asked = server
        .post(&format!("/api/threads/{thread}/ask"), json!({"goal": "What is the toll of the bridge?"}))
        .await;
    let view = server.until_over(asked.json()["jobId"].as_str().expect("one"), &[]).await;
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("3 crowns")), "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_and_watches_are_ones_own() {
    let server = Server::start(&[]);
    let put =
        |name: &str, value: &str| (format!("/api/memory/{name}"), Some(json!({"value": value}).to_string()));
    let (path, body) = put("profile", "quick");
    assert_eq!(server.send("PUT", &path, &[], body).await.json()["remembered"][0]["value"], "quick");
    let (path, body) = put("profile", "huge");
    assert_eq!(server.send("PUT", &path, &[], body).await.problem(), (422, "invalid_question".into()));
    let (thread, job) = server.ask(QUESTION).await;
    assert_eq!(server.until_over(&job, &[]).await["profile"], "quick");
    assert_eq!(
        server.send("DELETE", "/api/memory/profile", &[], None).await.json(),
        json!({"remembered": []})
    );
    assert_eq!(server.send("DELETE", "/api/memory/profile", &[], None).await.status, 404);
    let watch = server.post(&format!("/api/threads/{thread}/watch"), json!({"everyMinutes": 60})).await;
    assert_eq!(watch.status, 201, "{watch:?}");
    let id = watch.json()["id"].as_str().expect("one").to_owned();
    assert_eq!(server.get("/api/watches").await.json()["watches"][0]["baseJobId"], job.as_str());
    let hasty = server.post(&format!("/api/threads/{thread}/watch"), json!({"everyMinutes": 1})).await;
    assert_eq!(hasty.problem(), (422, "invalid_question".into()));
    assert_eq!(server.send("DELETE", &format!("/api/watches/{id}"), &[], None).await.status, 204);
    assert_eq!(server.get("/api/watches").await.json(), json!({"watches": []}));
}

/// What the newest job of a thread asks, once it asks this.
pub async fn until_asked(server: &Server, thread: &str, id: &str) -> Value {
    for _ in 0..600 {
        let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
        if state["interrupt"]["interruptId"] == id {
            return state["interrupt"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{id} was never asked");
}
