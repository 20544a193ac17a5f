//! Documents over HTTP: what may be kept, lists by pages, the log, tables, and the state of a thread.

use super::http::{Answer, Listener, Server};
use super::talk::until_asked;
use crate::world::process::Machine;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

async fn known(server: &Server, path: &str, tag: &str) -> Answer {
    server.send("GET", path, &[("If-None-Match", tag)], None).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_a_document_is_told_so() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    server.until_over(&job, &[]).await;
    for path in [
        format!("/api/jobs/{job}"),
        format!("/api/jobs/{job}/export?format=md"),
        format!("/api/jobs/{job}/log"),
        format!("/api/jobs/{job}/sources/1"),
        format!("/api/threads/{thread}"),
        format!("/api/threads/{thread}/state"),
        format!("/api/threads/{thread}/checkpoints"),
        "/api/threads".to_owned(),
        "/openapi.json".to_owned(),
        "/page.css".to_owned(),
    ] {
        let whole = server.get(&path).await;
        assert_eq!(whole.status, 200, "{path}");
        let tag = &whole.headers["etag"];
        let same = known(&server, &path, tag).await;
        assert_eq!((same.status, same.body.as_str()), (304, ""), "{path}: {same:?}");
        assert_eq!(&same.headers["etag"], tag, "{path}");
        assert_eq!(known(&server, &path, &format!("\"other\", W/{tag}")).await.status, 304, "{path}");
        assert_eq!(known(&server, &path, "\"other\"").await.body, whole.body, "{path}");
        let policy = &whole.headers["cache-control"];
        assert_eq!(policy.contains("private"), path.starts_with("/api/"), "{path}: {policy}");
        assert!(!policy.contains("public"), "{path}: {policy}");
        assert_eq!(policy.contains("immutable"), path.contains("/sources/"), "{path}: {policy}");
    }
    let before = server.get(&format!("/api/threads/{thread}")).await.headers["etag"].clone();
    let title = Some(json!({"title": "The bridge"}).to_string());
    server.send("PATCH", &format!("/api/threads/{thread}"), &[], title).await;
    let changed = known(&server, &format!("/api/threads/{thread}"), &before).await;
    assert_eq!((changed.status, &changed.json()["title"]), (200, &json!("The bridge")));
    for path in ["/healthz", "/api/jobs/none"] {
        assert_eq!(server.get(path).await.headers["cache-control"], "no-store", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_go_on_where_a_page_ended_whatever_comes_in() {
    let server = Server::start(&["worker.poll_ms=600000", "worker.jobs=1"]);
    let mut asked = Vec::new();
    for n in 0..5 {
        let goal = format!("How many boats crossed the harbour of Eastmoor in 190{n}?");
        asked.push(server.ask(&goal).await.0);
    }
    let mut seen: Vec<String> = Vec::new();
    let mut path = "/api/threads?limit=2".to_owned();
    loop {
        let page = server.get(&path).await;
        assert_eq!(page.status, 200, "{page:?}");
        let page = page.json();
        let ids = page["threads"].as_array().expect("a list").iter();
        seen.extend(ids.map(|one| one["threadId"].as_str().expect("an id").to_owned()));
        // Somebody asks between two pages.
        server.ask("Who painted the harbour of Eastmoor?").await;
        let Some(next) = page["nextCursor"].as_str() else { break };
        path = format!("/api/threads?limit=2&cursor={next}");
    }
    asked.reverse();
    assert_eq!(seen, asked, "each of them once, in order");

    let (_, job) = server.ask("Who dug the harbour of Eastmoor?").await;
    let cancelled = server.post(&format!("/api/threads/{}/cancel", asked[0]), json!({})).await;
    assert_eq!(cancelled.status, 202);
    for list in ["events", "log"] {
        let whole = server.get(&format!("/api/jobs/{job}/{list}")).await.json();
        let name = if list == "log" { "entries" } else { "events" };
        let first = server.get(&format!("/api/jobs/{job}/{list}?limit=1")).await.json();
        assert_eq!(first[name].as_array().map(Vec::len), Some(1));
        let rest = whole[name].as_array().expect("some").len() - 1;
        match first["nextCursor"].as_str() {
            Some(next) => {
                let page = server.get(&format!("/api/jobs/{job}/{list}?cursor={next}")).await.json();
                assert_eq!(page[name].as_array().map(Vec::len), Some(rest), "{page}");
                assert_eq!(page[name][0], whole[name][1]);
                assert_eq!(page["nextCursor"], Value::Null);
                let foreign = server.get(&format!("/api/threads?cursor={next}")).await;
                assert_eq!(foreign.problem(), (422, "invalid_cursor".into()));
            }
            None => assert_eq!(rest, 0),
        }
    }
    for path in ["/api/threads?cursor=zz", "/api/watches?cursor=00"] {
        assert_eq!(server.get(path).await.problem(), (422, "invalid_cursor".into()), "{path}");
    }
    for path in ["/api/watches?limit=0", "/api/threads?limit=201", "/api/jobs/none/log?limit=x"] {
        let refused = server.get(path).await;
        assert!([404, 422].contains(&refused.status), "{refused:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_log_and_claims_say_how_an_answer_came_about() {
    let server = Server::start(&[]);
    let (_, job) = server.ask(QUESTION).await;
    let view = server.until_over(&job, &[]).await;
    let answer = &view["answer"];
    for claim in view["claims"].as_array().expect("claims") {
        let text = answer[claim["part"].as_str().expect("a part")].as_str().expect("its text");
        let letters: Vec<char> = text.chars().collect();
        let at = |name: &str| claim[name].as_u64().map(|at| at as usize);
        let words: String =
            letters[at("start").expect("a place")..at("end").expect("an end")].iter().collect();
        let bare = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
        assert_eq!(bare(&words), bare(claim["text"].as_str().expect("a text")), "{claim}");
        assert!(claim.get("derived").is_some(), "{claim}");
    }
    let log = server.get(&format!("/api/jobs/{job}/log")).await.json();
    let entries = log["entries"].as_array().expect("lines");
    let stages: BTreeSet<&str> = entries.iter().filter_map(|one| one["stage"].as_str()).collect();
    assert!(
        ["plan", "search", "read", "evaluate", "synthesize", "verify"].iter().all(|one| stages.contains(one))
    );
    let call =
        entries.iter().find(|one| one["kind"] == "call" && one["stage"] == "search").expect("a search");
    assert!(call["to"].is_string() && call["ms"].is_u64() && call["cost_usd"].is_number(), "{call}");
    assert!(entries[0]["text"].as_str().is_some_and(|text| text.contains(QUESTION)), "{log}");
    let spent = &view["metadata"]["stages"][0];
    assert!(spent["tokens"]["input"].is_u64() && spent["cost_usd"].is_number(), "{spent}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_of_an_answer_is_data_and_csv() {
    let machine = Machine::with_library();
    let page = "# Ferry fares of Westholm\n\nThe ferry fares of Westholm harbour are these:\n\n\
        | Passenger | Fare in crowns |\n| --- | --- |\n| Adult | 12 |\n| Child, under 12 | 5 |\n| =SUM(B2:B3) | -17 |\n";
    let path = machine.home().join("fares.md");
    std::fs::write(&path, page).expect("written");
    let added = machine.run(&["library", "add", path.to_str().expect("a path")]);
    assert!(added.status.success(), "{added:?}");
    let server = Server::start_with(machine, &[], &[]);
    let (_, job) = server.ask("What are the ferry fares of Westholm harbour?").await;
    let view = server.until_over(&job, &[]).await;
    let found = server.get(&format!("/api/jobs/{job}/artifacts")).await.json();
    let table = &found["artifacts"][0];
    assert_eq!(table["kind"], "table", "{found} of {view}");
    assert_eq!(table["columns"], json!(["Passenger", "Fare in crowns"]));
    assert_eq!(table["rows"][1], json!(["Child, under 12", "5"]));
    assert_eq!(table["source_ids"], json!([view["citations"][0]["source_id"]]));
    let csv = server.get(table["csv"].as_str().expect("an address")).await;
    assert!(csv.headers["content-type"].starts_with("text/csv"), "{csv:?}");
    assert!(csv.headers["content-disposition"].ends_with(".t1.csv\""), "{csv:?}");
    assert_eq!(
        csv.body,
        "Passenger,Fare in crowns\r\nAdult,12\r\n\"Child, under 12\",5\r\n'=SUM(B2:B3),'-17\r\n"
    );
    let beyond = server.get(&format!("/api/jobs/{job}/export?format=csv&table=9")).await;
    assert_eq!(beyond.problem(), (404, "not_found".into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_state_is_as_its_contract_says_at_every_checkpoint() {
    let server = Server::start(&[]);
    let goal = "How long is the Harbour Bridge of Eastmoor?";
    let (thread, job) = server.ask(goal).await;
    let view = server.until_over(&job, &[]).await;
    let path = format!("/api/threads/{thread}/state");
    let state = server.get(&path).await.json();
    let values = &state["values"];
    let gate = &values["userInputs"]["gate"];
    assert_eq!((&gate["auto"], &gate["coherence"], &gate["usd"]), (&json!(true), &json!(1.0), &json!(0.0)));
    assert!(gate["clarity"].as_f64().is_some_and(|clarity| clarity >= 0.5), "{gate}");
    assert_eq!(
        values["userInputs"],
        json!({"goal": goal, "modeOverride": "auto", "gate": gate, "refinedGoal": null, "plannerAnswers": {}})
    );
    let names =
        |value: &Value| -> BTreeSet<String> { value.as_object().expect("one").keys().cloned().collect() };
    let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(names(&values["plan"]), set(&["goal", "constraints", "deliverable", "dag"]));
    assert_eq!(values["plan"]["deliverable"], "brief");
    let dag = values["plan"]["dag"].as_array().expect("steps");
    assert_eq!(dag.last().expect("one")["dependsOn"], json!(["synthesize"]));
    assert!(
        values["queries"].as_array().is_some_and(|all| !all.is_empty() && all.iter().all(Value::is_string))
    );
    let result = &values["searchResults"][0];
    assert_eq!(names(result), set(&["url", "title", "snippet", "publishedAt"]));
    let evidence = values["evidence"].as_array().expect("documents");
    for one in evidence {
        assert_eq!(names(one), set(&["url", "title", "snippet", "contentHash", "chunks"]));
    }
    let chunks = evidence.iter().flat_map(|one| one["chunks"].as_array().into_iter().flatten());
    let quoted = view["citations"][0]["quote"].as_str().expect("a quote");
    assert!(chunks.filter_map(|one| one["text"].as_str()).any(|text| text.contains(quoted)), "{values}");
    let draft = &values["draft"];
    assert_eq!(names(draft), set(&["text", "citations", "confidence", "checked"]));
    assert_eq!((&draft["confidence"], &draft["checked"]), (&view["answer"]["confidence"], &json!(true)));
    assert_eq!(draft["citations"][0]["quote"], quoted);
    assert!(values["issues"].as_array().is_some_and(|all| all.iter().all(Value::is_string)));

    let mut drafted = 0;
    for checkpoint in state["checkpoints"].as_array().expect("some") {
        let id = checkpoint["checkpointId"].as_str().expect("an id");
        let then = server.get(&format!("{path}?checkpointId={id}")).await.json();
        let (stage, draft) = (checkpoint["stage"].as_str().expect("a stage"), &then["values"]["draft"]);
        match stage {
            "synthesize" => {
                drafted += 1;
                assert_eq!(
                    (&draft["checked"], &draft["confidence"]),
                    (&json!(false), &Value::Null),
                    "{draft}"
                );
                assert!(draft["text"].as_str().is_some_and(|text| text.contains("412")), "{draft}");
                assert!(!draft["citations"].as_array().expect("some").is_empty(), "{draft}");
            }
            "verify" => assert_eq!(draft["checked"], json!(true)),
            _ => assert_eq!(draft, &Value::Null, "{stage}"),
        }
        assert_eq!(then["values"]["plan"].is_null(), stage == "clarify", "{stage}");
    }
    assert_eq!(drafted, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_to_questions_back_is_among_the_inputs() {
    let server = Server::start(&[]);
    let taken = server
        .post("/api/threads/start", json!({"goal": "harbour bridge", "modeOverride": "plan"}))
        .await
        .json();
    let thread = taken["threadId"].as_str().expect("one");
    let to = |what: &str| format!("/api/threads/{thread}/{what}");
    let asked = until_asked(&server, thread, "clarify.0").await;
    let state = server.get(&to("state")).await.json();
    assert_eq!((&state["values"]["plan"], &state["next"]), (&Value::Null, &json!(["clarify"])));
    assert_eq!(server.post(&to("resume"), json!({"answer": 2})).await.status, 200);
    let inputs = server.get(&to("state")).await.json()["values"]["userInputs"].clone();
    assert_eq!(inputs["modeOverride"], "plan");
    let about = asked["about"].as_str().expect("what it is about");
    assert_eq!(inputs["plannerAnswers"][about], asked["options"][1], "{inputs}");
    let refined = format!("harbour bridge ({})", asked["options"][1].as_str().expect("an option"));
    assert_eq!((&inputs["goal"], &inputs["refinedGoal"]), (&json!("harbour bridge"), &json!(refined)));
    assert_eq!(inputs["gate"], Value::Null, "the mode was chosen");
    let job = taken["jobId"].as_str().expect("one");
    assert_eq!(server.get(&format!("/api/jobs/{job}")).await.json()["refined_question"], refined);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_event_carries_the_document_and_ends_the_stream() {
    let server = Server::start(&[]);
    let (thread, job) = server.ask(QUESTION).await;
    let path = format!("/api/stream/{thread}?final=document");
    let mut listener = Listener::open(server.port, &path, None).await.expect("a stream");
    let mut told = Vec::new();
    while let Some(event) = listener.next().await {
        told.push(event);
    }
    let last = told.last().expect("some");
    assert_eq!(last.kind, "done");
    assert!(told.iter().rev().skip(1).all(|event| event.kind != "done"), "{told:?}");
    let view = server.get(&format!("/api/jobs/{job}")).await.json();
    assert_eq!((&last.data["document"], &last.data["status"]), (&view, &json!("completed")));
    // Nothing but the end, of both turns, and from the end of the first one on.
    let second =
        server.post(&format!("/api/threads/{thread}/ask"), json!({"goal": "And how long is it?"})).await;
    let second = second.json()["jobId"].as_str().expect("an id").to_owned();
    for (last, jobs) in [(None, vec![&job, &second]), (last.id.as_deref(), vec![&second])] {
        let path = format!("/api/stream/{thread}?events=status&final=document");
        let mut listener = Listener::open(server.port, &path, last).await.expect("a stream");
        let mut ended = Vec::new();
        while let Some(event) = listener.next().await {
            if event.kind == "done" {
                ended.push(event.data["document"]["job_id"].as_str().expect("a job").to_owned());
            }
        }
        assert_eq!(ended.iter().collect::<Vec<_>>(), jobs);
    }
    let odd = server.get(&format!("/api/stream/{thread}?final=everything")).await;
    assert_eq!(odd.problem(), (422, "invalid_request".into()));
    assert!(odd.json()["detail"].as_str().is_some_and(|text| text.contains("`final`")), "{odd:?}");
}
