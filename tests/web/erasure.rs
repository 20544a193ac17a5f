//! What a person wrote is looked for, in every file of the data folder and every row of a database, after it was erased.

use super::http::Server;
use super::talk::until_asked;
use crate::world::searxng::Searxng;
use serde_json::json;
use std::time::Duration;

/// Stands in every text of this test, followed by the name of the field it was written to.
const MARK: &str = "zwiebelturm";

fn mark(field: &str) -> String {
    format!("{MARK}{field}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_erased_stands_in_no_file() {
    let searxng = Searxng::start(Vec::new(), Duration::ZERO).await;
    let base = format!("search.searxng.base_url={}", searxng.base_url());
    let settings = ["search.searxng.enabled=true", base.as_str()];
    let mut server = Server::start(&settings);

    let memory = json!({"value": format!("Always mention the {}.", mark("memory"))}).to_string();
    assert_eq!(server.send("PUT", "/api/memory/instructions", &[], Some(memory)).await.status, 200);

    // A question that is asked back about, an answer in own words, a plan in own words.
    let goal = format!("harbour bridge {}", mark("question"));
    let body = json!({"goal": goal, "modeOverride": "plan", "privacy": "cloud_allowed"});
    let taken = server.post("/api/threads/start", body).await.json();
    let thread = taken["threadId"].as_str().expect("one").to_owned();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    let to = |what: &str| format!("/api/threads/{thread}{what}");
    until_asked(&server, &thread, "clarify.0").await;
    let reply = json!({"answer": format!("Who paid for the {}", mark("reply"))});
    assert_eq!(server.post(&to("/resume"), reply).await.status, 200);
    let steer = json!({"text": format!("only the {} please", mark("steer"))});
    let steered = server.post(&to("/steer"), steer).await;
    assert_eq!(steered.status, 202, "{steered:?}");
    for question in ["clarify.1", "clarify.2", "clarify.3"] {
        until_asked(&server, &thread, question).await;
        assert_eq!(server.post(&to("/resume"), json!({"answer": 1})).await.status, 200);
    }
    until_asked(&server, &thread, "approve.plan.0").await;
    let plan = json!({"answer": {"queries": [format!("Eastmoor bridge {}", mark("plan"))]}});
    assert_eq!(server.post(&to("/resume"), plan).await.status, 200);
    until_asked(&server, &thread, "approve.plan.1").await;
    assert_eq!(server.post(&to("/resume"), json!({"answer": true})).await.status, 200);
    server.until_over(&job, &[]).await;
    assert!(searxng.calls().keys().any(|query| query.contains(&mark("plan"))), "{:?}", searxng.calls());

    // A name, a file with its name, a follow-up, a branch with other words, a watch.
    let title = json!({"title": mark("title")}).to_string();
    let renamed = server.send("PATCH", &to(""), &[("Idempotency-Key", "k2")], Some(title)).await;
    assert_eq!(renamed.status, 200, "{renamed:?}");
    let file = format!(
        "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{}.md\"\r\nContent-Type: text/markdown\r\n\r\n\
         # Tolls\n\nThe toll of the {} is 3 crowns.\n\n{}\r\n--x--\r\n",
        mark("filename"),
        mark("file"),
        // Long enough to be kept compressed.
        "Carts pay at the gate, and nobody pays on a Sunday. ".repeat(40),
    );
    let kind = ("Content-Type", "multipart/form-data; boundary=x");
    // A reply that is kept for its key goes with its thread too.
    let attached = server.send("POST", &to("/files"), &[kind, ("Idempotency-Key", "k1")], Some(file)).await;
    assert_eq!(attached.status, 202, "{attached:?}");
    let goal = format!("What is the toll of the {}?", mark("followup"));
    let next = server.post(&to("/ask"), json!({"goal": goal, "modeOverride": "auto"})).await.json();
    server.until_over(next["jobId"].as_str().expect("one"), &[]).await;
    let tree = server.get(&to("/checkpoints")).await.json();
    let checkpoint = tree["jobs"][0]["checkpoints"][0]["checkpointId"].as_str().expect("one").to_owned();
    let branch = json!({
        "checkpointId": checkpoint,
        "goal": format!("harbour bridge {}", mark("branch")),
        "constraints": [format!("only {}", mark("constraint"))],
    });
    let branch = server.post(&to("/fork"), branch).await;
    assert_eq!(branch.status, 202, "{branch:?}");
    let auto = json!({"mode": "auto"}).to_string();
    assert_eq!(server.send("PATCH", &to("/mode"), &[], Some(auto)).await.status, 200);
    server.until_over(branch.json()["jobId"].as_str().expect("one"), &[]).await;
    let watched = server.post(&to("/watch"), json!({"everyMinutes": 60, "jobId": job})).await;
    assert_eq!(watched.status, 201, "{watched:?}");
    let there = server.machine.holding(MARK);
    let packed = format!("unpacked: {}", mark("file"));
    assert!(there.iter().any(|one| one.contains(&packed)), "the test can find what is there: {there:?}");

    assert_eq!(server.send("DELETE", &to(""), &[], None).await.status, 204);
    assert_eq!(server.send("DELETE", "/api/memory/all", &[], None).await.status, 200);
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "while gorkd goes on");
    server.stop();
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "after it has ended");
    assert!(!server.logged().contains(MARK), "{}", server.logged());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_somebody_typed_into_the_thread_of_another_is_erased_with_them() {
    let mut server = Server::start(&[]);
    let body = json!({"goal": "harbour bridge", "modeOverride": "plan"});
    let taken = server.post("/api/threads/start", body).await.json();
    let thread = taken["threadId"].as_str().expect("one").to_owned();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    until_asked(&server, &thread, "clarify.0").await;

    // The one at the page has asked; the one at the terminal is somebody else.
    let done = |args: &[&str]| {
        let output = tokio::task::block_in_place(|| server.machine.run(args));
        assert!(output.status.success(), "{args:?}: {output:?}");
    };
    let steer = format!("Mind the {}, please.", mark("steer"));
    let long = format!("Mind the {} too. {}", mark("long"), "Nobody pays on a Sunday. ".repeat(18));
    done(&["job", "steer", &job, &steer]);
    done(&["job", "steer", &job, long.trim()]);
    done(&["thread", "rename", &thread, &mark("title")]);
    done(&["memory", "set", "instructions", &format!("Always mention the {}.", mark("memory"))]);
    let auto = json!({"mode": "auto"}).to_string();
    assert_eq!(
        server.send("PATCH", &format!("/api/threads/{thread}/mode"), &[], Some(auto)).await.status,
        200
    );
    let answered = server.until_over(&job, &[]).await;
    assert_eq!(answered["status"], "completed", "{answered}");
    let log = server.get(&format!("/api/jobs/{job}/log")).await.body;
    assert!(log.contains(&steer), "{log}");
    let there = server.machine.holding(MARK);
    for field in ["steer", "long", "title", "memory"] {
        assert!(there.iter().any(|one| one.contains(&mark(field))), "{field} can be found: {there:?}");
    }

    done(&["person", "erase", "cli:local"]);
    // The log of the database is put away as soon as nobody reads.
    for _ in 0..200 {
        if server.machine.holding(MARK).is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "while gorkd goes on");
    let again = server.get(&format!("/api/jobs/{job}")).await.json();
    assert_eq!(again["answer"], answered["answer"], "the answer is the asker's own");
    let log = server.get(&format!("/api/jobs/{job}/log")).await.body;
    assert_eq!(log.matches("Steered: (erased)").count(), 2, "{log}");
    let shown = server.get(&format!("/api/threads/{thread}")).await.body;
    assert!(shown.contains("harbour bridge"), "{shown}");
    let events = server.get(&format!("/api/jobs/{job}/events")).await.json();
    let steered: Vec<_> =
        events["events"].as_array().expect("a list").iter().filter(|one| one["kind"] == "steered").collect();
    assert_eq!(steered.len(), 2, "{events}");
    assert!(
        steered.iter().all(|one| one["actor"].is_string() && one["actor"] != events["events"][0]["actor"])
    );
    server.stop();
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "after it has ended");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_runs_of_another_made_of_somebodys_words_is_erased_with_them() {
    let searxng = Searxng::start(Vec::new(), Duration::ZERO).await;
    let base = format!("search.searxng.base_url={}", searxng.base_url());
    let settings = ["search.searxng.enabled=true", base.as_str()];
    let mut server = Server::start(&settings);
    let body = json!({"goal": "harbour bridge", "modeOverride": "plan", "privacy": "cloud_allowed"});
    let taken = server.post("/api/threads/start", body).await.json();
    let thread = taken["threadId"].as_str().expect("one").to_owned();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    let to = |what: &str| format!("/api/threads/{thread}{what}");
    until_asked(&server, &thread, "clarify.0").await;

    // The one at the terminal steers the run of the one at the page. The plan looks for it.
    let run = |args: &[&str]| tokio::task::block_in_place(|| server.machine.run(args));
    let steered = run(&["job", "steer", &job, &format!("also check the Eastmoor {}", mark("steer"))]);
    assert!(steered.status.success(), "{steered:?}");
    let auto = json!({"mode": "auto"}).to_string();
    assert_eq!(server.send("PATCH", &to("/mode"), &[], Some(auto)).await.status, 200);
    let answered = server.until_over(&job, &[]).await;
    let asked_for = |field: &str| {
        let marked = mark(field);
        searxng.calls().keys().filter(|query| query.to_lowercase().contains(&marked)).count()
    };
    assert!(asked_for("steer") > 0, "{:?}", searxng.calls());

    // Then comes a turn of their own there, with a file, and one of the asker that points back at it.
    let file = format!("# Tolls\n\nThe toll of the Eastmoor {} is 3 crowns a cart.\n", mark("file"));
    let file = server.machine.write(&format!("{}.md", mark("filename")), &file);
    let file = file.to_str().expect("a path in ASCII");
    let followed = format!("What is the toll of the Eastmoor {}?", mark("followup"));
    run(&["ask", "--thread", &thread, "--file", file, &followed]);
    let turns = server.get(&format!("/api/threads/{thread}")).await.body;
    assert!(turns.contains(&mark("followup")), "{turns}");
    let next =
        server.post(&to("/ask"), json!({"goal": "And who built it?", "modeOverride": "auto"})).await.json();
    let last = next["jobId"].as_str().expect("one").to_owned();
    server.until_over(&last, &[]).await;
    let there = server.machine.holding(MARK);
    for field in ["steer", "followup", "file", "filename"] {
        assert!(there.iter().any(|one| one.contains(&mark(field))), "{field} can be found: {there:?}");
    }

    let erased = run(&["person", "erase", "cli:local"]);
    let said = String::from_utf8_lossy(&erased.stdout).into_owned();
    assert!(said.contains("1 questions in other people's threads"), "{said}");
    assert!(said.contains("gone from 2 runs of others"), "{said}");
    let again = run(&["person", "erase", "cli:local"]);
    let said = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(again.status.success() && !said.contains(" runs of others"), "{said}");
    // The log of the database is put away as soon as nobody reads.
    for _ in 0..200 {
        if server.machine.holding(MARK).is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "while gorkd goes on");
    let again = server.get(&format!("/api/jobs/{job}")).await.json();
    for field in ["status", "spend", "confidence"] {
        assert_eq!(again[field], answered[field], "{field}");
    }
    for job in [&job, &last] {
        let events = server.get(&format!("/api/jobs/{job}/events")).await.body;
        assert!(events.contains("(erased)"), "{events}");
        assert_eq!(server.get(&format!("/api/jobs/{job}/log")).await.status, 200);
    }
    let shown = server.get(&format!("/api/threads/{thread}")).await.body;
    assert!(shown.contains("harbour bridge") && shown.contains("And who built it?"), "{shown}");
    server.stop();
    assert_eq!(server.machine.holding(MARK), Vec::<String>::new(), "after it has ended");
    assert!(!server.logged().contains(MARK), "{}", server.logged());
}
