//! Over standard input and output, as desktop programs start it.

use super::client::{Client, each_by_itself, handshake, text};
use crate::world::process::{Machine, stdout};
use crate::world::searxng::Searxng;
use crate::world::town::{QUESTION, Town};
use rmcp::ServiceError;
use rmcp::model::ContentBlock;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

const HARBOUR: &str = "When was the Harbour Bridge of Eastmoor opened?";

/// `gorkd mcp`, with both ends of it free.
fn started(machine: &Machine, settings: &[String]) -> Child {
    let mut command = machine.gorkd(&["mcp"]);
    for setting in settings {
        command.args(["--set", setting]);
    }
    Command::from(command).stdin(Stdio::piped()).kill_on_drop(true).spawn().expect("gorkd starts")
}

async fn client(machine: &Machine, settings: &[String]) -> (Client, Child) {
    let mut child = started(machine, settings);
    let ends = (child.stdout.take().expect("piped"), child.stdin.take().expect("piped"));
    (Client::over(ends, handshake()).await, child)
}

fn at_home() -> Vec<String> {
    vec!["ask.privacy=local_only".to_owned()]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_researches_goes_on_and_reads_what_an_answer_rests_on() {
    let (machine, town) = (Machine::new(), Town::start().await);
    let (client, _child) = client(&machine, &town.settings()).await;
    let says = client.service.peer().peer_info().expect("a server");
    assert_eq!(says.server_info.as_ref().map(|info| info.name.as_str()), Some("gorkd"));
    assert!(says.instructions.as_deref().is_some_and(|text| text.contains("research")), "{says:?}");

    let tools = client.service.peer().list_all_tools().await.expect("tools");
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["research", "follow_up", "get_job", "read_page", "search"]);
    for tool in &tools {
        assert!(tool.description.as_deref().is_some_and(|text| text.ends_with('.')), "{tool:?}");
        assert_eq!(tool.input_schema["type"], "object", "{tool:?}");
        let output = tool.output_schema.as_ref().expect("an output schema");
        assert_eq!(output["type"], "object", "{tool:?}");
        let hints = tool.annotations.as_ref().expect("annotations");
        let looks = ["get_job", "read_page", "search"].contains(&tool.name.as_ref());
        assert_eq!(
            (hints.read_only_hint, hints.open_world_hint),
            (Some(looks), Some(tool.name != "get_job"))
        );
    }

    let result = client.call("research", json!({"question": QUESTION, "profile": "deep"})).await;
    assert_ne!(result.is_error, Some(true), "{result:?}");
    let job = result.structured_content.clone().expect("the job");
    let id = job["job_id"].as_str().expect("an id");
    let shown = machine.run(&["job", "show", id, "--json"]);
    assert_eq!(job, serde_json::from_slice::<Value>(&shown.stdout).expect("JSON"), "as the terminal has it");
    let said = text(&result);
    assert!(said.contains("1931") && said.contains("## Sources") && said.contains(id), "{said}");

    let heard = client.heard();
    assert!(heard.len() > 2 && heard.windows(2).all(|two| two[0].0 < two[1].0), "{heard:?}");
    assert_eq!(client.job_heard().as_deref(), Some(id));

    let links: Vec<String> = result
        .content
        .iter()
        .filter_map(ContentBlock::as_resource_link)
        .map(|link| link.uri.clone())
        .collect();
    let citations = job["citations"].as_array().expect("citations");
    assert!(!links.is_empty() && !citations.is_empty(), "{job}");
    for citation in citations {
        let link = format!("gorkd://jobs/{id}/sources/{}", citation["source_id"].as_str().expect("an id"));
        assert!(links.contains(&link), "{link} is not in {links:?}");
        let stored: Vec<char> = client.read(&link).await.expect("its text").chars().collect();
        let at = |key: &str| usize::try_from(citation[key].as_u64().expect("a number")).expect("it is small");
        let slice: String = stored[at("start")..at("end")].iter().collect();
        assert_eq!(slice, citation["quote"].as_str().expect("a quote"));
    }
    let templates = client.service.peer().list_resource_templates(None).await.expect("templates");
    assert_eq!(templates.resource_templates[0].uri_template, "gorkd://jobs/{job_id}/sources/{source_id}");

    let thread = job["thread_id"].as_str().expect("an id");
    let second =
        client.job("follow_up", json!({"thread_id": thread, "question": "And how long is it?"})).await;
    assert_eq!((second["turn"].as_u64(), &second["thread_id"]), (Some(2), &job["thread_id"]));
    assert_eq!(client.job("get_job", json!({"job_id": id})).await, job);

    let url = town.web.url("museum.localhost", "/bridge.html");
    let page = client.call("read_page", json!({"url": url})).await;
    let read = page.structured_content.as_ref().expect("data");
    assert!(text(&page).contains(read["text"].as_str().expect("a text")), "{page:?}");
    assert_eq!((&read["url"], &read["next_start"]), (&json!(url), &Value::Null), "{read}");
    let hits = client.call("search", json!({"query": "Harbour Bridge", "provider": "searxng"})).await;
    let found = hits.structured_content.as_ref().expect("data");
    assert_eq!((&found["hits"][0]["provider"], &found["hits"][0]["rank"]), (&json!("searxng"), &json!(1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_model_can_mend_is_said_in_a_sentence() {
    let machine = Machine::with_own_library();
    let (client, _child) = client(&machine, &[]).await;
    for (tool, arguments, why) in [
        ("research", json!({"question": " "}), "is empty"),
        ("research", json!({"question": HARBOUR, "profile": "endless"}), "endless"),
        ("research", json!({"query": HARBOUR}), "query"),
        ("research", json!({"question": HARBOUR, "domain": "alchemy"}), "no domain"),
        ("follow_up", json!({"thread_id": "thr_none", "question": HARBOUR}), "no thread thr_none"),
        ("get_job", json!({"job_id": "job_none"}), "no job job_none"),
        ("read_page", json!({}), "either a url or a path"),
        ("read_page", json!({"url": "https://a.test", "path": "a"}), "either a url or a path"),
        ("read_page", json!({"url": "file:///etc/passwd"}), "file"),
        ("read_page", json!({"url": "http://169.254.169.254/latest/meta-data/"}), "169.254.169.254"),
        ("read_page", json!({"url": "http://[::ffff:127.0.0.1]:8484/metrics"}), "127.0.0.1"),
        ("read_page", json!({"url": "http://localhost/"}), "localhost"),
        ("read_page", json!({"path": "/nowhere/at/all.md"}), "not exist"),
        ("search", json!({"query": "bridge", "provider": "altavista"}), "no provider"),
    ] {
        let told = client.told(tool, arguments.clone()).await;
        assert!(told.contains(why) && told.ends_with('.'), "{tool} {arguments}: {told}");
        assert!(!told.contains("root:"), "{told}");
    }
    let unknown = client.try_call("publish", json!({})).await;
    assert!(matches!(&unknown, Err(ServiceError::McpError(error)) if error.code.0 == -32602), "{unknown:?}");
    for uri in ["gorkd://jobs/job_none/sources/1", "gorkd://jobs/../sources/1", "file:///etc/passwd"] {
        let code = client.read(uri).await.expect_err("there is none");
        assert!([-32002, -32602].contains(&code), "{uri}: {code}");
    }

    let path = machine.home().join("docs/bridge.md");
    let file = client.call("read_page", json!({"path": path})).await;
    assert!(text(&file).contains("412 metres"), "whoever started it may read files: {file:?}");
    let all: String = (0..9_000).map(|n| format!("Line {n} of a long text. ")).collect();
    let long = machine.write("long.txt", &all);
    let (mut start, mut whole) = (Some(0), String::new());
    while let Some(at) = start {
        let part = client.call("read_page", json!({"path": long, "start": at})).await;
        let part = part.structured_content.expect("data");
        whole.push_str(part["text"].as_str().expect("a text"));
        start = part["next_start"].as_u64();
        assert!(start.is_none_or(|next| next > at), "{start:?}");
    }
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(words(&whole), words(&all), "its parts are the whole");
    let beyond = client.told("read_page", json!({"path": long, "start": 10_000_000})).await;
    assert!(beyond.contains("nothing starts at 10000000"), "{beyond}");
}

/// A search that takes far longer than the test.
async fn slow_search() -> (Searxng, Vec<String>) {
    let search = Searxng::start(Vec::new(), Duration::from_secs(600)).await;
    let settings = vec![
        "search.searxng.enabled=true".to_owned(),
        format!("search.searxng.base_url={}", search.base_url()),
        "worker.grace_ms=100".to_owned(),
    ];
    (search, settings)
}

async fn until_over(client: &Client, job: &str) -> Value {
    let patience = Instant::now();
    loop {
        let view = client.call("get_job", json!({"job_id": job})).await.structured_content.expect("the job");
        if ["completed", "failed", "cancelled"].contains(&view["status"].as_str().unwrap_or_default()) {
            return view;
        }
        assert_eq!(view["answer"], Value::Null, "nothing unchecked is shown");
        assert!(patience.elapsed() < Duration::from_secs(60), "{view}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_call_stops_its_run_with_what_it_has() {
    let machine = Machine::with_library();
    let (search, settings) = slow_search().await;
    for (nth, lifecycle) in [handshake(), each_by_itself()].into_iter().enumerate() {
        let mut child = started(&machine, &settings);
        let ends = (child.stdout.take().expect("piped"), child.stdin.take().expect("piped"));
        let client = Client::over(ends, lifecycle).await;
        let calls: u32 = search.calls().values().sum();
        let question = format!("{HARBOUR} Number {nth}.");
        let call = client.begin("research", json!({"question": question})).await;
        let patience = Instant::now();
        while search.calls().values().sum::<u32>() == calls || client.job_heard().is_none() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the search was never asked");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let job = client.job_heard().expect("the first message names the job");
        let under_way = client.call("get_job", json!({"job_id": job})).await;
        assert!(text(&under_way).contains("is in progress"), "{under_way:?}");
        call.cancel(Some("enough".to_owned())).await.expect("it is sent");
        let view = until_over(&client, &job).await;
        assert_eq!((&view["status"], &view["stop_reason"]), (&json!("completed"), &json!("stopped_by_user")));
        assert!(view["answer"].is_object(), "{view}");
    }
}

/// A raw connection: what is written, and the lines that come.
struct Raw {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Raw {
    async fn begin(machine: &Machine, settings: &[String]) -> Self {
        let mut child = started(machine, settings);
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut raw = Self { child, lines };
        let client = json!({"name": "raw", "version": "1"});
        raw.say(
            "initialize",
            Some(1),
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}),
        )
        .await;
        let hello = raw.next().await.expect("an answer");
        assert_eq!((&hello["id"], &hello["result"]["protocolVersion"]), (&json!(1), &json!("2025-06-18")));
        raw.say("notifications/initialized", None, json!({})).await;
        raw
    }

    async fn say(&mut self, method: &str, id: Option<u32>, params: Value) {
        let mut message = json!({"jsonrpc": "2.0", "method": method, "params": params});
        if let Some(id) = id {
            message["id"] = json!(id);
        }
        self.write(&message.to_string()).await;
    }

    async fn write(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("open");
        input.write_all(format!("{line}\n").as_bytes()).await.expect("it reads");
    }

    async fn ask(&mut self, id: u32) {
        let call =
            json!({"name": "research", "arguments": {"question": HARBOUR}, "_meta": {"progressToken": "p"}});
        self.say("tools/call", Some(id), call).await;
    }

    /// The next message; everything that comes is one.
    async fn next(&mut self) -> Option<Value> {
        let line = self.lines.next_line().await.expect("it can be read")?;
        let message: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("no message: {line}"));
        assert_eq!(message["jsonrpc"], "2.0", "{line}");
        Some(message)
    }

    /// All that still comes until it ends, and what it says beside that.
    async fn end(mut self) -> (Vec<Value>, String) {
        let mut rest = Vec::new();
        while let Some(message) = self.next().await {
            rest.push(message);
        }
        let ended = self.child.wait().await.expect("it ends");
        let mut said = String::new();
        self.child.stderr.take().expect("piped").read_to_string(&mut said).await.expect("text");
        assert_eq!(ended.code(), Some(0), "{said}");
        (rest, said)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn standard_output_is_the_protocol_alone_and_ends_with_the_input() {
    let machine = Machine::with_library();
    let mut raw = Raw::begin(&machine, &at_home()).await;
    raw.write("this is no message").await;
    raw.ask(7).await;
    let mut last = 0.0;
    let answer = loop {
        let message = raw.next().await.expect("an answer");
        if message["method"] == "notifications/progress" {
            assert_eq!(message["params"]["progressToken"], "p", "{message}");
            let progress = message["params"]["progress"].as_f64().expect("a number");
            assert!(progress > last, "{message} after {last}");
            last = progress;
        } else if message["id"] == 7 {
            break message;
        }
    };
    assert!(last > 0.0, "it tells how far it is");
    assert!(
        answer["result"]["content"][0]["text"].as_str().is_some_and(|text| text.contains("1931")),
        "{answer}"
    );
    drop(raw.child.stdin.take());
    let (rest, said) = raw.end().await;
    assert_eq!((rest, said.as_str()), (Vec::new(), ""), "there is nothing left to say");

    let nothing = started(&machine, &at_home());
    let ended = nothing.wait_with_output().await.expect("it ends with its input");
    assert_eq!((ended.status.code(), stdout(&ended).as_str()), (Some(0), ""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_outlives_the_program_that_asked_for_it() {
    let (search, slow) = slow_search().await;
    for by_signal in [false, true] {
        let machine = Machine::with_library();
        let mut raw = Raw::begin(&machine, &slow).await;
        raw.ask(7).await;
        let first = raw.next().await.expect("progress");
        let job =
            first["params"]["message"].as_str().and_then(|text| text.split(':').next()).expect("its id");
        let job = job.to_owned();
        search.until_asked().await;
        if by_signal {
            let pid = Pid::from_raw(i32::try_from(raw.child.id().expect("it runs")).expect("an id"));
            kill_process(pid.expect("an id"), Signal::TERM).expect("it is there");
        } else {
            drop(raw.child.stdin.take());
        }
        raw.end().await;
        let shown = machine.run(&["job", "show", &job, "--json"]);
        let view: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        assert_eq!(
            (&view["answer"], &view["error"]),
            (&Value::Null, &Value::Null),
            "it is neither over nor stopped"
        );
        // Without the search that hangs, the next process takes it up.
        let (client, _child) = client(&machine, &at_home()).await;
        let view = until_over(&client, &job).await;
        assert_eq!(view["status"], "completed");
        assert_ne!(view["stop_reason"], "stopped_by_user");
    }
}
