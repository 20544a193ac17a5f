//! What is stored about a person is exported: all that they wrote, and nothing of anybody else.

use super::http::Server;
use super::talk::until_asked;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Stands in everything that the person at the terminal wrote, followed by the name of the field.
fn typed(field: &str) -> String {
    format!("zwiebelturm{field}")
}

/// The same of the person at the page.
fn of_page(field: &str) -> String {
    format!("pantherklee{field}")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_gets_all_that_is_theirs_and_nothing_of_another() {
    let server = Server::start(&[]);
    let goal = format!("harbour bridge {}", of_page("question"));
    let body = json!({"goal": goal, "modeOverride": "plan"});
    let taken = server.post("/api/threads/start", body).await.json();
    let thread = taken["threadId"].as_str().expect("one").to_owned();
    let job = taken["jobId"].as_str().expect("one").to_owned();
    let to = |what: &str| format!("/api/threads/{thread}{what}");
    until_asked(&server, &thread, "clarify.0").await;
    let run = |args: &[&str]| tokio::task::block_in_place(|| server.machine.run(args));
    let done = |args: &[&str]| {
        let output = run(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).expect("text")
    };

    // The one at the terminal has a say in the run of the one at the page, and asks in the same thread.
    done(&["job", "steer", &job, &format!("Mind the {}, please.", typed("steer"))]);
    let steer = json!({"text": format!("only the {} please", of_page("steer"))});
    assert_eq!(server.post(&to("/steer"), steer).await.status, 202);
    let memory = json!({"value": format!("Always mention the {}.", of_page("memory"))}).to_string();
    assert_eq!(server.send("PUT", "/api/memory/instructions", &[], Some(memory)).await.status, 200);
    done(&["memory", "set", "instructions", &format!("Always mention the {}.", typed("memory"))]);
    let auto = json!({"mode": "auto"}).to_string();
    assert_eq!(server.send("PATCH", &to("/mode"), &[], Some(auto)).await.status, 200);
    server.until_over(&job, &[]).await;
    let file = format!("# Tolls\n\nThe toll of the {} is 3 crowns a cart.\n", typed("file"));
    let file = server.machine.write(&format!("{}.md", typed("filename")), &file);
    let file = file.to_str().expect("a path in ASCII");
    // Whether there is an answer to it is no matter.
    run(&[
        "ask",
        "--thread",
        &thread,
        "--file",
        file,
        &format!("What is the toll of the {}?", typed("followup")),
    ]);
    done(&["thread", "rename", &thread, &typed("title")]);
    let watched = server.post(&to("/watch"), json!({"everyMinutes": 60, "jobId": job})).await;
    assert_eq!(watched.status, 201, "{watched:?}");
    let twice = server.post(&to("/watch"), json!({"everyMinutes": 60, "jobId": job})).await.json();
    assert_eq!(twice["id"], watched.json()["id"], "it is one watch");

    let export = |person: &str| {
        let lines = done(&["person", "export", person]);
        let records: Vec<Value> =
            lines.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
        let kinds = records.iter().map(|record| record["record"].as_str().expect("a kind").to_owned());
        let kinds: BTreeSet<String> = kinds.collect();
        (lines, kinds)
    };
    let has = |kinds: &BTreeSet<String>, expected: &[&str]| expected.iter().all(|kind| kinds.contains(*kind));
    let (lines, kinds) = export("cli:local");
    for field in ["steer", "memory", "file", "filename", "followup", "title"] {
        assert!(lines.contains(&typed(field)), "{field} is missing in {lines}");
    }
    assert!(!lines.contains("pantherklee"), "somebody else's in {lines}");
    let expected = [
        "person",
        "runs",
        "in_runs_of_others",
        "files",
        "titles_of_others_threads",
        "preferences",
        "audit_log",
    ];
    assert!(has(&kinds, &expected), "{kinds:?}");
    let (lines, kinds) = export("web:local");
    for field in ["question", "steer", "memory"] {
        assert!(lines.contains(&of_page(field)), "{field} is missing in {lines}");
    }
    assert!(lines.contains("\"verified\""), "the answer is missing in {lines}");
    assert!(!lines.contains("zwiebelturm"), "somebody else's in {lines}");
    let expected = ["person", "threads", "runs", "preferences", "watches", "audit_log"];
    assert!(has(&kinds, &expected), "{kinds:?}");

    // A log that was put away is read as well.
    let hash = done(&["person", "hash", "web:nobody"]);
    let old = json!({"target": "gorkd::audit", "who": hash.trim(), "deed": "asked", "on": "job_old"});
    let other =
        json!({"target": "gorkd::audit", "who": "0123456789abcdef", "deed": "asked", "on": "job_other"});
    let log = server.machine.home().join("old.log");
    std::fs::write(&log, format!("{old}\nno JSON\n{other}\n")).expect("the log can be written");
    let log = log.to_str().expect("a path in ASCII");
    let lines = done(&["person", "export", "web:nobody", "--audit-log", log]);
    assert!(lines.contains("job_old") && !lines.contains("job_other"), "{lines}");
    for mistyped in ["wbe:nobody", "slack:U1", "web:", "nobody"] {
        let refused = run(&["person", "erase", mistyped]);
        assert_eq!(refused.status.code(), Some(3), "{mistyped}: {refused:?}");
    }
    let missing = run(&["person", "export", "web:nobody", "--audit-log", "/nowhere/old.log"]);
    assert!(!missing.status.success(), "{missing:?}");
}
