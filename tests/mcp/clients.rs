//! Others' official clients: the Python SDK, and the inspector on the command line.

use crate::web::http::Server;
use crate::world::process::Machine;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const QUESTION: &str = "When was the Harbour Bridge of Eastmoor opened?";

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A client that `make clients` has installed; under CI it has to be there.
fn installed(program: &str) -> Option<PathBuf> {
    let program = here("target/clients/mcp").join(program);
    if program.exists() {
        return Some(program);
    }
    let said = "others' MCP clients are not installed (make clients), so gorkd was not checked with them";
    assert!(std::env::var_os("CI").is_none(), "{said}: {}", program.display());
    eprintln!("{said}");
    None
}

/// What starts `gorkd mcp` on a machine, as a command line: clients give their servers a bare environment.
fn server(machine: &Machine) -> Vec<String> {
    let command = machine.gorkd(&["mcp", "--set", "ask.privacy=local_only"]);
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words = words.map(|word| word.to_string_lossy().into_owned());
    let database = machine.environment().into_iter().find(|(name, _)| name == "GORKD__STORE__URL");
    let store = database.map(|(_, url)| ["--set".to_owned(), format!("store.url={}", url.to_string_lossy())]);
    words.chain(store.into_iter().flatten()).collect()
}

fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output().expect("it starts");
    let said = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{said:?}");
    output
}

/// The last line of what a client says, which is what it has seen.
fn seen(output: &Output) -> Value {
    let said = String::from_utf8_lossy(&output.stdout);
    let line = said.lines().last().unwrap_or_default();
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn has_answered(seen: &Value, version: &str) {
    assert_eq!(seen["version"], version, "{seen}");
    assert_eq!(seen["tools"].as_array().map(Vec::len), Some(5), "{seen}");
    assert!(seen["text"].as_str().is_some_and(|text| text.contains("1931")), "{seen}");
    assert_eq!(seen["job"]["status"], "completed", "{seen}");
    let progress: Vec<f64> =
        seen["progress"].as_array().expect("some").iter().filter_map(Value::as_f64).collect();
    assert!(!progress.is_empty() && progress.windows(2).all(|two| two[0] < two[1]), "{seen}");
    assert!(seen["source"].as_str().is_some_and(|text| text.contains("1931")), "{seen}");
    assert!(seen["refused"].as_str().is_some_and(|text| text.contains("169.254.169.254")), "{seen}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_official_python_client_finds_its_way() {
    let Some(python) = installed("python/bin/python") else { return };
    let machine = Machine::with_library();
    let script = here("tests/clients/mcp/client.py");
    for (mode, version) in [("legacy", "2025-11-25"), ("auto", "2026-07-28")] {
        let mut command = Command::new(&python);
        command.arg(&script).args([mode, QUESTION, "stdio"]).args(server(&machine));
        has_answered(&seen(&run(&mut command)), version);
    }
    let server = Server::start(&["web.keys=always"]);
    let key = server.key("ada");
    for (mode, version) in [("legacy", "2025-11-25"), ("auto", "2026-07-28")] {
        let mut command = Command::new(&python);
        let url = format!("http://127.0.0.1:{}/mcp", server.port);
        command.arg(&script).args([mode, QUESTION, "http", &url, &key]);
        has_answered(&seen(&run(&mut command)), version);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_inspector_finds_its_way() {
    let Some(inspector) = installed("node/node_modules/@modelcontextprotocol/inspector-cli/build/index.js")
    else {
        return;
    };
    let json = |output: Output| -> Value {
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let begin = said.find('{').unwrap_or_else(|| panic!("no JSON: {said}"));
        serde_json::from_str(&said[begin..]).unwrap_or_else(|error| panic!("{error}: {said}"))
    };
    let machine = Machine::with_library();
    let question = format!("question={QUESTION}");
    let research = ["--method", "tools/call", "--tool-name", "research", "--tool-arg", &question];
    let at_home = || {
        let mut command = Command::new("node");
        command.arg(&inspector).args(server(&machine));
        command
    };
    let tools = json(run(at_home().args(["--method", "tools/list"])));
    assert_eq!(tools["tools"].as_array().map(Vec::len), Some(5), "{tools}");
    let answer = json(run(at_home().args(research)));
    assert!(answer["content"][0]["text"].as_str().is_some_and(|text| text.contains("1931")), "{answer}");
    let templates = json(run(at_home().args(["--method", "resources/templates/list"])));
    assert_eq!(templates["resourceTemplates"].as_array().map(Vec::len), Some(1), "{templates}");

    let server = Server::start(&["web.keys=always"]);
    let (url, key) = (format!("http://127.0.0.1:{}/mcp", server.port), server.key("ada"));
    let header = format!("Authorization: Bearer {key}");
    let mut command = Command::new("node");
    command.arg(&inspector).args([url.as_str(), "--transport", "http", "--header", &header]).args(research);
    let answer = json(run(&mut command));
    assert_eq!(answer["structuredContent"]["status"], "completed", "{answer}");
}
