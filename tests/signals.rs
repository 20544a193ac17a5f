//! Ctrl-C, SIGTERM, and two processes on one folder.

use crate::world::process::{Machine, pseudo_terminal, stderr, stdout};
use crate::world::searxng::Searxng;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Child, Output};
use std::time::{Duration, Instant};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

fn machine() -> Machine {
    let machine = Machine::new();
    let page = "# Harbour Bridge\n\nThe Harbour Bridge of Eastmoor was opened in 1931.\n";
    let path = machine.write("docs/bridge.md", page);
    let added = machine.run(&["library", "add", path.to_str().expect("a plain path")]);
    assert!(added.status.success(), "{}", stderr(&added));
    machine
}

/// A child that nobody has waited for yet still has its process id, so this always reaches it or its remains.
fn send(child: &Child, signal: Signal) {
    let pid = Pid::from_raw(i32::try_from(child.id()).expect("a process id")).expect("a process id");
    kill_process(pid, signal).expect("the process id is still taken");
}

fn end(child: Child) -> Output {
    tokio::task::block_in_place(|| child.wait_with_output()).expect("it ends")
}

/// A search that takes far longer than the test: whatever is waited for is not this.
async fn slow_search() -> (Searxng, String) {
    let search = Searxng::start(Vec::new(), Duration::from_secs(600)).await;
    let setting = format!("search.searxng.base_url={}", search.base_url());
    (search, setting)
}

fn ask(machine: &Machine, setting: &str) -> Child {
    let args = ["ask", QUESTION, "--json", "--set", "search.searxng.enabled=true", "--set", setting];
    machine.gorkd(&args).spawn().expect("gorkd starts")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_ctrl_c_ends_research_and_still_answers() {
    let machine = machine();
    let (search, setting) = slow_search().await;
    let asking = ask(&machine, &setting);
    search.until_asked().await;
    send(&asking, Signal::INT);
    let output = end(asking);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let job: Value = serde_json::from_str(&stdout(&output)).expect("the job document");
    assert_eq!(job["stop_reason"], "stopped_by_user");
    assert!(job["answer"].is_object());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_ctrl_cs_end_without_an_answer() {
    let machine = machine();
    let (search, setting) = slow_search().await;
    let asking = ask(&machine, &setting);
    search.until_asked().await;
    send(&asking, Signal::INT);
    send(&asking, Signal::INT);
    tokio::time::sleep(Duration::from_millis(50)).await;
    send(&asking, Signal::INT);
    let output = end(asking);
    // The first press may have been answered before the second one came; an answer is never half an answer.
    if output.status.code() == Some(0) {
        let job: Value = serde_json::from_str(&stdout(&output)).expect("the job document");
        assert_eq!(job["stop_reason"], "stopped_by_user");
    } else {
        assert_eq!(output.status.code(), Some(4), "{}", stderr(&output));
    }
}

#[test]
fn ctrl_c_at_a_question_back_starts_no_research() {
    let machine = machine();
    let (_held, taken) = pseudo_terminal();
    let mut asking = machine.gorkd(&["ask", "Is it good?"]).stdin(taken).spawn().expect("gorkd starts");
    let mut lines = BufReader::new(asking.stderr.take().expect("it is piped")).lines();
    let asked = lines.any(|line| line.is_ok_and(|line| line.contains("Enter to continue")));
    assert!(asked, "it asks what is meant");
    send(&asking, Signal::INT);
    let output = asking.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(4), "{}", stdout(&output));
    assert!(stdout(&output).contains("It was canceled."), "{}", stdout(&output));
    let events = stdout(&machine.run(&["job", "events", "last"]));
    assert!(!events.contains("found"), "nothing was searched for: {events}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigterm_ends_a_service_which_hands_its_jobs_back() {
    let machine = machine();
    let (search, setting) = slow_search().await;
    let mut asking = ask(&machine, &setting);
    search.until_asked().await;
    asking.kill().expect("SIGKILL reaches it");
    end(asking);
    let calls = search.calls().values().sum::<u32>();
    let serve =
        ["serve", "--set", "search.searxng.enabled=true", "--set", &setting, "--set", "worker.grace_ms=100"];
    let serving = machine.gorkd(&serve).spawn().expect("gorkd starts");
    let patience = Instant::now();
    while search.calls().values().sum::<u32>() == calls {
        assert!(patience.elapsed() < Duration::from_secs(60), "the job was never taken over");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    send(&serving, Signal::TERM);
    let output = end(serving);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let listed = stdout(&machine.run(&["thread", "list", "--json"]));
    let threads: Value = serde_json::from_str(&listed).expect("a list");
    let thread = threads[0]["thread_id"].as_str().expect("an id");
    let shown: Value =
        serde_json::from_str(&stdout(&machine.run(&["thread", "show", thread, "--json"]))).expect("JSON");
    assert_ne!(shown["jobs"][0]["status"], "completed", "it is left for the next start");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_terminal_asks_beside_a_running_service() {
    let machine = machine();
    let mut serving = machine.gorkd(&["serve"]).spawn().expect("gorkd starts");
    let asked: Vec<Child> = (0..3)
        .map(|_| {
            machine.gorkd(&["ask", QUESTION, "--json", "--privacy", "local_only"]).spawn().expect("starts")
        })
        .collect();
    for asking in asked {
        let output = end(asking);
        let job: Value = serde_json::from_str(&stdout(&output)).expect("the job document");
        assert!(job["answer"]["summary"].as_str().is_some_and(|text| text.contains("1931")), "{job}");
    }
    serving.kill().expect("SIGKILL reaches it");
    end(serving);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_follow_up_waits_for_the_turn_that_a_dead_process_left_and_finishes_it() {
    let machine = machine();
    let (search, setting) = slow_search().await;
    let mut asking = ask(&machine, &setting);
    search.until_asked().await;
    asking.kill().expect("SIGKILL reaches it");
    end(asking);
    let threads: Value =
        serde_json::from_str(&stdout(&machine.run(&["thread", "list", "--json"]))).expect("a list");
    let thread = threads[0]["thread_id"].as_str().expect("an id");
    // The search that hung is not set up any more, so the first turn goes on with the library alone.
    let second = machine.run(&["ask", "--json", "--thread", thread, QUESTION]);
    assert_eq!(second.status.code(), Some(0), "{}", stderr(&second));
    let job: Value = serde_json::from_str(&stdout(&second)).expect("the job document");
    assert_eq!((job["turn"].as_u64(), job["status"].as_str()), (Some(2), Some("completed")));
    let shown: Value =
        serde_json::from_str(&stdout(&machine.run(&["thread", "show", thread, "--json"]))).expect("JSON");
    assert_eq!(shown["jobs"][0]["status"], "completed", "the first turn is finished, too");
}
