//! The fields of a job's document that tell where it comes from, the forms that an answer may have, and the gate before
//! it.

use super::http::{Listener, Server};
use super::talk::until_asked;
use crate::world::process::{Machine, stderr};
use crate::world::searxng::Searxng;
use crate::world::web::{Web, html, redirect};
use gorkd_reader::find_browser;
use serde_json::{Value, json};
use std::time::Duration;

const HARBOUR: &str = "# Harbour Bridge\n\n## Length\n\nThe Harbour Bridge of Eastmoor is 412 metres long and carries two lanes.\n";
const FERRY: &str =
    "# Ferry Bridge\n\n## Length\n\nThe Ferry Bridge of Eastmoor is 96 metres long and carries one lane.\n";

fn library(pages: &[(&str, &str)]) -> Machine {
    let machine = Machine::new();
    for (name, text) in pages {
        machine.write(&format!("docs/{name}.md"), text);
    }
    let docs = machine.home().join("docs");
    let added = machine.run(&["library", "add", docs.to_str().expect("a plain path")]);
    assert!(added.status.success(), "{}", stderr(&added));
    machine
}

async fn asked(server: &Server, body: Value) -> (String, String, Value) {
    let taken = server.post("/api/threads/start", body).await;
    assert_eq!(taken.status, 202, "{taken:?}");
    let taken = taken.json();
    let name = |key: &str| taken[key].as_str().expect("one").to_owned();
    let (thread, job) = (name("threadId"), name("jobId"));
    let view = server.until_over(&job, &[]).await;
    (thread, job, view)
}

async fn deliverable(server: &Server, thread: &str) -> Value {
    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    state["values"]["plan"]["deliverable"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_comparison_has_a_row_for_each_side_with_its_quote() {
    let server = Server::start_with(library(&[("harbour", HARBOUR), ("ferry", FERRY)]), &[], &[]);
    let goal = "How long is the Harbour Bridge compared to the Ferry Bridge?";
    let (thread, job, view) = asked(&server, json!({"goal": goal})).await;
    assert_eq!(view["answer"]["deliverable"], "comparison", "{view}");
    assert_eq!(deliverable(&server, &thread).await, "comparison");
    let tables = server.get(&format!("/api/jobs/{job}/artifacts")).await.json();
    let rows = tables["artifacts"][0]["rows"].as_array().expect("rows").clone();
    assert_eq!(rows.len(), 2, "{view}");
    for (side, length) in [("Harbour Bridge", "412 metres"), ("Ferry Bridge", "96 metres")] {
        let row =
            rows.iter().find(|row| row[0] == side).unwrap_or_else(|| panic!("no row for {side}: {view}"));
        let cell = row[1].as_str().expect("a text");
        assert!(cell.contains(length) && cell.trim_end().ends_with(']'), "{cell}");
        // Each cell is a claim that a quote of a source holds.
        let claims = view["claims"].as_array().expect("claims");
        let told =
            |one: &&Value| one["part"] == "detail" && cell.contains(one["text"].as_str().unwrap_or("?"));
        let claim = claims.iter().find(told).unwrap_or_else(|| panic!("no claim for {cell}: {view}"));
        assert_eq!(claim["support"], "supported");
        let cited = view["citations"].as_array().expect("some").iter();
        let cited: Vec<&Value> = cited.filter(|one| one["claim_id"] == claim["id"]).collect();
        assert!(cited.iter().any(|one| one["quote"].as_str().is_some_and(|quote| quote.contains(length))));
        assert_eq!((&cited[0]["block"], &cited[0]["heading_path"][0]), (&json!("paragraph"), &json!(side)));
    }

    // The same pages, told as a brief: a branch changes the form and reads nothing again.
    let checkpoints = server.get(&format!("/api/threads/{thread}/state")).await.json()["checkpoints"].clone();
    let judged = checkpoints.as_array().expect("some").iter().rev().find(|one| one["stage"] == "evaluate");
    let body = json!({"checkpointId": judged.expect("one")["checkpointId"], "deliverable": "brief"});
    let fork = server.post(&format!("/api/threads/{thread}/fork"), body).await;
    assert_eq!(fork.status, 202, "{fork:?}");
    let branch = fork.json()["jobId"].as_str().expect("an id").to_owned();
    let view = server.until_over(&branch, &[]).await;
    assert_eq!(view["answer"]["deliverable"], "brief");
    assert!(!view["answer"]["detail"].as_str().expect("a text").contains("| --- |"), "{view}");
    let nothing = json!({"checkpointId": judged.expect("one")["checkpointId"]});
    assert_eq!(server.post(&format!("/api/threads/{thread}/fork"), nothing).await.status, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_the_sources_do_not_allow_is_a_brief_that_says_so() {
    let server = Server::start_with(library(&[("harbour", HARBOUR)]), &[], &[]);
    let goal = "How long is the Harbour Bridge of Eastmoor?";
    let (_, _, view) = asked(&server, json!({"goal": goal, "deliverable": "table"})).await;
    assert_eq!(view["answer"]["deliverable"], "brief", "{view}");
    assert!(view["answer"]["summary"].as_str().is_some_and(|text| text.contains("412")), "{view}");
    let limits = view["answer"]["limitations"].as_array().expect("some");
    assert!(limits.iter().any(|one| one.as_str().is_some_and(|text| text.contains("table"))), "{limits:?}");
    let odd = server.post("/api/threads/start", json!({"goal": goal, "deliverable": "poem"})).await;
    assert_eq!(odd.problem().0, 422);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_has_a_row_for_each_item_of_a_list() {
    let list = "# Gates of Eastmoor\n\nThe gates of Eastmoor are these:\n\n- North Gate: opened in 1803, for carts\n\
        - South Gate: opened in 1811, for people on foot\n- Water Gate: opened in 1820, for boats\n";
    let server = Server::start_with(library(&[("gates", list)]), &[], &[]);
    let goal = "Which are the gates of Eastmoor?";
    let (_, job, view) = asked(&server, json!({"goal": goal, "deliverable": "table"})).await;
    assert_eq!(view["answer"]["deliverable"], "table", "{view}");
    let tables = server.get(&format!("/api/jobs/{job}/artifacts")).await.json();
    let items: Vec<&Value> =
        tables["artifacts"][0]["rows"].as_array().expect("rows").iter().map(|row| &row[0]).collect();
    assert_eq!(items, ["North Gate", "South Gate", "Water Gate"], "{view}");
    assert!(view["citations"].as_array().expect("some").iter().all(|one| one["block"] == "list"), "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_report_has_a_heading_for_each_part_of_the_question() {
    let repairs = "# Repairs of the Harbour Bridge\n\nIn 1978 the Harbour Bridge of Eastmoor was closed for repairs, because its cables were worn.\n";
    let server = Server::start_with(library(&[("harbour", HARBOUR), ("repairs", repairs)]), &[], &[]);
    let goal =
        "How long is the Harbour Bridge of Eastmoor? Why was the Harbour Bridge of Eastmoor closed in 1978?";
    let (_, _, view) = asked(&server, json!({"goal": goal, "deliverable": "report"})).await;
    assert_eq!(view["answer"]["deliverable"], "report");
    let detail = view["answer"]["detail"].as_str().expect("a text");
    let headings: Vec<&str> = detail.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(
        headings,
        [
            "How long is the Harbour Bridge of Eastmoor?",
            "Why was the Harbour Bridge of Eastmoor closed in 1978?"
        ]
    );
    assert!(detail.contains("412 metres") && detail.contains("cables were worn"), "{detail}");
    // A run that reads a lot is for a report, without being told.
    let (thread, _, view) =
        asked(&server, json!({"goal": "How wide is the Harbour Bridge of Eastmoor?", "profile": "deep"}))
            .await;
    assert_eq!(deliverable(&server, &thread).await, "report", "{view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_plan_shows_its_form_and_another_one_may_be_asked_for() {
    let server = Server::start_with(library(&[("harbour", HARBOUR), ("ferry", FERRY)]), &[], &[]);
    let goal = "How long is the Harbour Bridge compared to the Ferry Bridge?";
    let body = json!({"goal": goal, "modeOverride": "plan"});
    let taken = server.post("/api/threads/start", body).await.json();
    let thread = taken["threadId"].as_str().expect("one").to_owned();
    let to = |what: &str| format!("/api/threads/{thread}/{what}");
    until_asked(&server, &thread, "clarify.0").await;
    assert_eq!(server.post(&to("resume"), json!({"answer": "1"})).await.status, 200);
    let mut waits = 0;
    // However many questions there are, the plan comes after them.
    let plan = loop {
        let state = server.get(&to("state")).await.json();
        let id = state["interrupt"]["interruptId"].as_str().unwrap_or_default().to_owned();
        if id.starts_with("approve.plan") {
            break id;
        }
        if id.starts_with("clarify") {
            server.post(&to("resume"), json!({"interruptId": id, "answer": 1})).await;
        }
        waits += 1;
        assert!(waits < 2_000, "{state}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!(deliverable(&server, &thread).await, "comparison");
    let odd =
        server.post(&to("resume"), json!({"interruptId": plan, "answer": {"deliverable": "poem"}})).await;
    assert_eq!(odd.problem().0, 422);
    let changed =
        server.post(&to("resume"), json!({"interruptId": plan, "answer": {"deliverable": "report"}})).await;
    assert_eq!(changed.status, 200, "{changed:?}");
    // The plan is shown again before anything is searched, with its searches as they were.
    until_asked(&server, &thread, "approve.plan.1").await;
    assert_eq!(deliverable(&server, &thread).await, "report");
    assert_eq!(server.post(&to("resume"), json!({"answer": "as a brief"})).await.status, 200);
    until_asked(&server, &thread, "approve.plan.2").await;
    assert_eq!(deliverable(&server, &thread).await, "brief");
    assert_eq!(server.post(&to("resume"), json!({"answer": true})).await.status, 200);
    let view = server.until_over(taken["jobId"].as_str().expect("one"), &[]).await;
    assert_eq!(view["answer"]["deliverable"], "brief");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sources_tell_where_they_ended_and_what_they_are() {
    let web = Web::start().await;
    let page = "<!doctype html><html lang=en><head><title>Lantern Tower</title></head><body><main><h1>Lantern Tower</h1>\
        <p>The Lantern Tower of Westholm was built in 1744 by Agnes Dray, and it is 61 metres high.</p></main></body></html>";
    web.put("moved.localhost", "/tower", redirect(&web.url("tower.localhost", "/new")));
    web.put("tower.localhost", "/new", html(page));
    let found = vec![(
        web.url("moved.localhost", "/tower"),
        "Lantern Tower".to_owned(),
        "The Lantern Tower of Westholm was built in 1744.".to_owned(),
    )];
    let search = Searxng::start(found, Duration::ZERO).await;
    let port = web.address.port();
    let base = format!("search.searxng.base_url={}", search.base_url());
    let allow = format!("reader.allow=moved.localhost:{port},tower.localhost:{port}");
    let settings = [
        "ask.privacy=hybrid",
        "search.searxng.enabled=true",
        &base,
        "search.searxng.rate=1000",
        &allow,
        "reader.host_interval_ms=0",
    ];
    let server = Server::start_with(Machine::new(), &settings, &[]);
    let goal = "When was the Lantern Tower of Westholm built?";
    let (thread, _, view) = asked(&server, json!({"goal": goal, "profile": "quick"})).await;
    let source = &view["sources"][0];
    assert_eq!(source["url"], json!(web.url("moved.localhost", "/tower")), "{view}");
    assert_eq!(source["final_url"], json!(web.url("tower.localhost", "/new")));
    assert_eq!((&source["content_type"], &source["fetch_status"]), (&json!("text/html"), &json!(200)));
    let names: Vec<&Value> = view["entities"].as_array().expect("some").iter().collect();
    let tower =
        names.iter().find(|one| one["name"].as_str().is_some_and(|name| name.contains("Lantern Tower")));
    let tower = tower.unwrap_or_else(|| panic!("{names:?}"));
    assert_eq!(tower["first_seen"], source["fetched_at"]);
    assert!(tower["mention_count"].as_u64() > Some(0), "{tower}");
    // What was told on the way says how much there was to look at.
    let mut listener = Listener::open(server.port, &format!("/api/stream/{thread}?events=status,done"), None)
        .await
        .expect("a stream");
    let mut last = Value::Null;
    while let Some(event) = listener.next().await {
        match event.kind.as_str() {
            "status" => last = event.data["progress"].clone(),
            _ => break,
        }
    }
    assert_eq!(last["sources_considered"], 1, "{last}");
    assert!(
        (Some(1)..=last["sources_available"].as_u64()).contains(&last["sources_queried"].as_u64()),
        "{last}"
    );
    assert!(last["sources_available"].as_u64() >= Some(1) && last["round"].as_u64() >= Some(1), "{last}");
    for name in ["new_entities", "new_facts", "coverage", "circularity"] {
        assert!(
            last["saturation"][name].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)),
            "{last}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ambiguous_question_is_planned_with_its_asker_unless_nobody_is_there_or_the_mode_was_chosen() {
    let server = Server::start(&[]);
    let start = async |more: Value| {
        let mut body = json!({"goal": "Is it good?"});
        body.as_object_mut().expect("one").extend(more.as_object().expect("one").clone());
        server.post("/api/threads/start", body).await.json()
    };
    let flipped = start(json!({})).await;
    let thread = flipped["threadId"].as_str().expect("one");
    until_asked(&server, thread, "clarify.0").await;
    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    let inputs = &state["values"]["userInputs"];
    assert_eq!(
        (&inputs["modeOverride"], &inputs["gate"]["auto"]),
        (&json!("plan"), &json!(false)),
        "{inputs}"
    );
    assert!(inputs["gate"]["clarity"].as_f64().is_some_and(|clarity| clarity < 0.5), "{inputs}");
    // What was meant is kept beside what was asked, and the plan is shown before it runs.
    let answered = server
        .post(&format!("/api/threads/{thread}/resume"), json!({"answer": "the Harbour Bridge of Eastmoor"}))
        .await;
    assert_eq!(answered.status, 200, "{answered:?}");
    until_asked(&server, thread, "approve.plan.0").await;
    let state = server.get(&format!("/api/threads/{thread}/state")).await.json();
    assert_eq!(state["values"]["userInputs"]["refinedGoal"], "Is it good? (the Harbour Bridge of Eastmoor)");

    for (more, mode) in [(json!({"unattended": true}), "auto"), (json!({"modeOverride": "auto"}), "auto")] {
        let taken = start(more.clone()).await;
        let thread = taken["threadId"].as_str().expect("one");
        let inputs =
            server.get(&format!("/api/threads/{thread}/state")).await.json()["values"]["userInputs"].clone();
        assert_eq!((&inputs["gate"], &inputs["modeOverride"]), (&Value::Null, &json!(mode)), "{more}");
    }
    let clear = server.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    let view = server.until_over(&clear.1, &[]).await;
    assert_eq!(view["status"], "completed", "nobody was asked: {view}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_handed_out_in_every_format() {
    let browser = find_browser().expect("a Chromium (on Debian: apt-get install -y chromium)");
    let browser = format!("reader.browser={}", browser.display());
    let server = Server::start(&[&browser]);
    let (_, job) = server.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    server.until_over(&job, &[]).await;
    for (format, kind, begins) in [
        ("md", "text/markdown; charset=utf-8", "# When was"),
        ("html", "text/html; charset=utf-8", "<!doctype html>"),
        ("json", "application/json", "{"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"),
        ("pdf", "application/pdf", "%PDF-"),
    ] {
        let file = server.get(&format!("/api/jobs/{job}/export?format={format}")).await;
        assert_eq!((file.status, file.headers["content-type"].as_str()), (200, kind), "{format}: {file:?}");
        assert!(file.body.starts_with(begins), "{format}");
        assert!(file.headers["content-disposition"].ends_with(&format!(".{format}\"")), "{format}");
        // The terminal writes the same file.
        let path = server.machine.home().join(format!("answer.{format}"));
        let name = path.to_str().expect("a plain path");
        let export = ["--set", &browser, "job", "export", &job, "--format", format, "--output", name];
        let written = server.machine.run(&export);
        assert!(written.status.success(), "{}", stderr(&written));
        let bytes = std::fs::read(&path).expect("it is there");
        assert!(bytes.starts_with(begins.as_bytes()), "{format}");
    }
    let none = Server::start(&[]);
    let (_, job) = none.ask("When was the Harbour Bridge of Eastmoor opened?").await;
    none.until_over(&job, &[]).await;
    let refused = none.get(&format!("/api/jobs/{job}/export?format=pdf")).await;
    assert_eq!(refused.problem(), (422, "rejected".into()));
    assert!(
        refused.json()["detail"].as_str().is_some_and(|text| text.contains("reader.browser")),
        "{refused:?}"
    );
}
