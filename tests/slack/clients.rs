//! The simulated Slack, checked by others' clients: what the official ones understand is Slack enough for gorkd.

use crate::world::slack::{APP_TOKEN, Slack, Transport};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};

const API: f64 = 20.0;

/// A client that runs, and what it has said.
pub struct Client {
    _child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Client {
    pub fn start(program: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command.args(arguments).stdout(Stdio::piped()).stdin(Stdio::null()).kill_on_drop(true);
        let mut child = command.spawn().expect("the client starts");
        let out = child.stdout.take().expect("piped");
        Self { _child: child, lines: BufReader::new(out).lines() }
    }

    /// The next thing that it says.
    pub async fn next(&mut self) -> Value {
        let line = self.lines.next_line().await.expect("it can be read").expect("it goes on");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    pub async fn says(&mut self, what: &str) -> Value {
        let said = self.next().await;
        assert_eq!(said["what"], what, "{said}");
        said
    }
}

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("target/clients")
}

pub fn script(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients").join(name);
    path.to_string_lossy().into_owned()
}

/// A Python with others' packages, or none where they could not be installed; under CI they have to be there.
pub fn python() -> Option<PathBuf> {
    installed(folder().join("python/bin/python"), folder().join("python.pins"))
}

/// Node, which finds others' packages in the folder `node` beside this, or none as above.
pub fn node() -> Option<PathBuf> {
    let node = std::env::var_os("PATH").and_then(|path| {
        std::env::split_paths(&path).map(|folder| folder.join("node")).find(|program| program.exists())
    });
    installed(node.unwrap_or_default(), folder().join("node.pins"))
}

fn installed(program: PathBuf, pins: PathBuf) -> Option<PathBuf> {
    if pins.exists() && program.exists() {
        return Some(program);
    }
    let said = "others' clients are not installed (make clients), so nothing was checked with them";
    assert!(std::env::var_os("CI").is_none(), "{said}");
    eprintln!("{said}");
    None
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_python_client_finds_a_slack() {
    let Some(python) = python() else { return };
    let slack = Slack::start(Transport::Socket, API).await;
    slack.books().codes.insert("code-1".into(), "T1".into());
    let token = slack.books().teams["T1"].token.clone();
    let mut client =
        Client::start(&python, &[&script("slack_client.py"), &slack.api_url(), &token, APP_TOKEN]);
    assert_eq!(client.says("auth").await["team"], "T1");
    let replies = client.says("replies").await;
    assert_eq!(replies["texts"], serde_json::json!(["changed", "below"]));
    assert_eq!(replies["nonce"], "n1");
    assert_eq!(client.says("history").await["texts"][0], "changed");
    assert_eq!(client.says("user").await["zone"], "Europe/Berlin");
    assert_eq!(client.says("channel").await["name"], "harbour");
    assert_eq!(client.says("direct").await["channel"], "DU1");
    assert_eq!(client.says("late").await["error"], "message_not_in_streaming_state");
    client.says("file").await;
    assert_eq!(client.says("error").await["error"], "message_not_found");
    assert_eq!(client.says("installed").await["token"], "xoxb");
    let content = slack.books().files.values().next().map(|file| file.file.bytes.clone());
    assert_eq!(content.as_deref(), Some(b"# Report".as_slice()));
    client.says("connected").await;
    hears(&slack, &mut client).await;
    assert_eq!(client.says("over").await["in_time"], true);
    assert!(slack.books().undelivered.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_official_socket_client_finds_a_slack_and_comes_back_after_a_disconnect() {
    let Some(node) = node() else { return };
    let slack = Slack::start(Transport::Socket, API).await;
    let modules = folder().join("node");
    let modules = modules.to_string_lossy();
    let mut client =
        Client::start(&node, &[&script("socket_mode.mjs"), &slack.api_url(), APP_TOKEN, &modules]);
    client.says("connected").await;
    slack.refresh_sockets();
    client.says("connected").await;
    slack.books().faults.dropped.push(("events_api".to_owned(), 1));
    hears(&slack, &mut client).await;
    assert!(slack.books().undelivered.is_empty());
}

/// A mention, a command and a press, over its socket.
async fn hears(slack: &Slack, client: &mut Client) {
    slack.mention("U1", "C1", "when was it built?");
    let mention = client.says("mention").await;
    assert!(mention["text"].as_str().is_some_and(|text| text.ends_with("when was it built?")), "{mention}");
    slack.command("U1", "C1", "help");
    assert_eq!(client.says("command").await["text"], "help");
    let posted = slack.post_as_bot("T1", "C1", "[Stop]");
    slack.press("U1", &posted, "Stop");
    assert_eq!(client.says("pressed").await["action"], "stop|job_1");
}
