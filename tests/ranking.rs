//! Ranking models as an operator meets them: fetched from a home on 127.0.0.1, listed, used, removed.

use crate::world::process::{Machine, stderr, stdout};
use axum::Router;
use axum::extract::Path as Named;
use axum::http::StatusCode;
use axum::routing::get;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::Output;

/// One of the tiny models of the tests.
fn sample(name: &str) -> Option<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters/models/tests-data/reranker");
    std::fs::read(folder.join(name)).ok()
}

/// Serves the tiny reranker, and gives the settings that point to it.
async fn home() -> Vec<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let file = |Named(name): Named<String>| async move { sample(&name).ok_or(StatusCode::NOT_FOUND) };
    let router = Router::new().route("/{name}", get(file));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let mut set = Vec::new();
    for (key, name) in [("weights", "model.onnx"), ("tokenizer", "tokenizer.json")] {
        let bytes = sample(name).expect("the sample is there");
        let sum: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        for (field, value) in
            [("url", format!("http://{address}/{name}")), ("sha256", sum), ("bytes", bytes.len().to_string())]
        {
            set.push("--set".to_owned());
            set.push(format!("models.catalogue.reranker.{key}_{field}={value}"));
        }
    }
    set
}

fn run(machine: &Machine, args: &[&str], set: &[String]) -> Output {
    let args: Vec<&str> = args.iter().copied().chain(set.iter().map(String::as_str)).collect();
    tokio::task::block_in_place(|| machine.run(&args))
}

/// What `doctor` finds of the reranker.
fn found(machine: &Machine) -> Value {
    let output = run(machine, &["doctor", "--json"], &[]);
    let findings: Value = serde_json::from_str(&stdout(&output)).expect("a document");
    let findings = findings["findings"].as_array().cloned().unwrap_or_default();
    findings.into_iter().find(|finding| finding["part"] == "reranker").expect("it looks for one")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reranker_is_fetched_used_and_removed() {
    let (machine, set) = (Machine::with_library(), home().await);
    let before = found(&machine);
    assert_eq!(before["state"], "off");
    assert!(before["advice"].as_str().is_some_and(|advice| advice.contains("`gorkd models get reranker`")));
    let got = run(&machine, &["models", "get", "reranker"], &set);
    assert!(got.status.success(), "{}", stderr(&got));
    assert!(stdout(&got).contains("The next question uses it"), "{}", stdout(&got));
    assert!(stderr(&got).contains("reranker model.onnx: 100 %"), "{}", stderr(&got));
    let after = found(&machine);
    assert_eq!(after["state"], "works", "{after}");
    let listed: Value = serde_json::from_str(&stdout(&run(&machine, &["models", "list", "--json"], &[])))
        .expect("a document");
    let states: Vec<_> = listed.as_array().into_iter().flatten().map(|one| one["used"].clone()).collect();
    assert_eq!(states, [true, false, false, false], "{listed}");
    let named = format!("models.reranker={}/adapters/models/tests-data/reranker", env!("CARGO_MANIFEST_DIR"));
    let listed = run(&machine, &["models", "list", "--json", "--set", &named], &[]);
    let listed: Value = serde_json::from_str(&stdout(&listed)).expect("a document");
    assert_eq!((&listed[0]["fetched"], &listed[0]["used"]), (&true.into(), &false.into()), "{listed}");
    assert_eq!(listed[4]["used"], true, "the settings name a folder: {listed}");
    let off =
        run(&machine, &["ask", "--json", "--reranker", "none", "When was the Harbour Bridge opened?"], &[]);
    assert!(off.status.success(), "{}", stderr(&off));
    let asked = run(&machine, &["ask", "When was the Harbour Bridge opened?"], &[]);
    assert!(stderr(&asked).contains("`gorkd models get minilm` (24 MB)"), "{}", stderr(&asked));
    let known = |output: &std::process::Output| {
        [stdout(output), stderr(output)].iter().any(|text| text.contains("This was researched"))
    };
    assert!(!known(&asked), "no reranker has read what it was answered from before");
    let again = run(&machine, &["ask", "When was the Harbour Bridge opened?"], &[]);
    assert!(known(&again), "{} {}", stdout(&again), stderr(&again));
    assert!(run(&machine, &["models", "remove", "reranker"], &[]).status.success());
    assert_eq!(found(&machine)["state"], "off");
    let again = run(&machine, &["models", "remove", "reranker"], &[]);
    assert_eq!(again.status.code(), Some(3), "{}", stderr(&again));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_checked_or_is_not_there_is_not_installed() {
    let (machine, mut set) = (Machine::new(), home().await);
    set.extend(["--set".to_owned(), "models.catalogue.reranker.weights_sha256=".to_owned()]);
    let got = run(&machine, &["models", "get", "reranker"], &set);
    assert_eq!(got.status.code(), Some(3), "{}", stderr(&got));
    assert!(stderr(&got).contains("models.catalogue.reranker.weights_sha256 is empty"), "{}", stderr(&got));
    set.extend(["--set".to_owned(), format!("models.catalogue.reranker.weights_sha256={}", "0".repeat(64))]);
    let got = run(&machine, &["models", "get", "reranker"], &set);
    assert_eq!(got.status.code(), Some(4), "{}", stderr(&got));
    assert!(stderr(&got).contains("model.onnx is not the file that was expected"), "{}", stderr(&got));
    assert_eq!(found(&machine)["state"], "off");
}

#[test]
fn the_first_answer_mentions_each_missing_model_once() {
    let machine = Machine::with_library();
    let ask = |more: &[&str]| {
        let args: Vec<&str> =
            ["ask", "--fresh", "--privacy", "local_only"].iter().chain(more).copied().collect();
        stderr(&machine.run(&args))
    };
    let question = "When was the Harbour Bridge opened?";
    let mentions = |said: String| said.matches("`gorkd models get reranker minilm` (58 MB)").count();
    assert_eq!(mentions(ask(&["--json", question])), 0);
    assert_eq!(mentions(ask(&["--reranker", "none", question])), 0);
    assert_eq!(mentions(ask(&[question])), 1);
    assert_eq!(mentions(ask(&[question])), 0);
    let refused = machine.run(&["ask", "--reranker", "nowhere", question]);
    assert_eq!(refused.status.code(), Some(2), "{}", stderr(&refused));
    assert!(stderr(&refused).starts_with("models.reranker: nowhere"), "{}", stderr(&refused));
}
