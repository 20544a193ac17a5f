//! A running `gorkd serve`, and requests to it, written by hand so that every header is the test's own.

use crate::world::process::{Machine, stderr};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::Child;
use std::time::{Duration, Instant};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// `gorkd serve` on a machine of its own, ended when dropped.
pub struct Server {
    pub machine: Machine,
    pub port: u16,
    serving: Option<Child>,
}

/// A second process, ended when dropped.
pub struct Beside {
    pub port: u16,
    serving: Child,
}

impl Drop for Beside {
    fn drop(&mut self) {
        let _ = self.serving.kill();
        let _ = self.serving.wait();
    }
}

/// An answer to one request.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Its code, when it is a problem as RFC 9457 has them.
    pub fn problem(&self) -> (u16, String) {
        assert_eq!(self.headers["content-type"], "application/problem+json", "{self:?}");
        let document = self.json();
        assert_eq!(document["status"], self.status, "{self:?}");
        assert!(document["detail"].as_str().is_some_and(|detail| detail.ends_with(['.', '!'])), "{self:?}");
        (self.status, document["code"].as_str().unwrap_or_default().to_owned())
    }
}

impl Server {
    /// Starts with a small library and these settings.
    pub fn start(settings: &[&str]) -> Self {
        Self::start_with(Machine::with_library(), settings, &[])
    }

    pub fn start_with(machine: Machine, settings: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut server = Self { machine, port: 0, serving: None };
        server.resume(settings, environment);
        server
    }

    /// Starts again, on the same port once there was one.
    pub fn resume(&mut self, settings: &[&str], environment: &[(&str, &str)]) {
        let port = format!("web.port={}", self.port);
        let mut command = self.machine.gorkd(&["serve", "--set", &port]);
        command.args(["--set", "ask.privacy=local_only", "--set", "admission.runs=1000"]);
        settings.iter().for_each(|setting| _ = command.args(["--set", setting]));
        command
            .envs(environment.iter().copied())
            .stderr(std::fs::File::create(self.log()).expect("a log file"));
        let mut serving = command.spawn().expect("gorkd starts");
        let mut line = String::new();
        let out = serving.stdout.take().expect("piped");
        // Kept from here on, so that it is ended whatever comes.
        self.serving = Some(serving);
        BufReader::new(out).read_line(&mut line).expect("it speaks");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        self.port = port.unwrap_or_else(|| panic!("no port in {line:?}: {}", self.logged()));
    }

    fn log(&self) -> std::path::PathBuf {
        self.machine.home().join("serve.log")
    }

    pub fn logged(&self) -> String {
        std::fs::read_to_string(self.log()).unwrap_or_default()
    }

    /// SIGTERM, and waits for the end.
    pub fn stop(&mut self) {
        if let Some(mut serving) = self.serving.take() {
            let pid = Pid::from_raw(i32::try_from(serving.id()).expect("an id")).expect("an id");
            kill_process(pid, Signal::TERM).expect("it is there");
            let ended = tokio::task::block_in_place(|| serving.wait()).expect("it ends");
            assert!(ended.success(), "{}", self.logged());
        }
    }

    /// SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut serving) = self.serving.take() {
            serving.kill().expect("it is there");
            let _ = serving.wait();
        }
    }

    /// SIGSTOP: it stands still, as on a machine that stalls, until it is told to go on.
    pub fn pause(&self) {
        self.signal(Signal::STOP);
    }

    pub fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    fn signal(&self, signal: Signal) {
        let serving = self.serving.as_ref().expect("it serves");
        let pid = Pid::from_raw(i32::try_from(serving.id()).expect("an id")).expect("an id");
        kill_process(pid, signal).expect("it is there");
    }

    /// Bytes of memory that it holds.
    pub fn resident(&self) -> u64 {
        let serving = self.serving.as_ref().expect("it serves");
        let status = std::fs::read_to_string(format!("/proc/{}/status", serving.id())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux tells it");
        let kilobytes: u64 = line.trim().trim_end_matches(" kB").trim().parse().expect("a number");
        kilobytes << 10
    }

    /// Another process on the same data, with a port of its own.
    pub fn beside(&self, settings: &[&str]) -> Beside {
        let mut command = self.machine.gorkd(&["serve"]);
        command.args(["--set", "ask.privacy=local_only", "--set", "admission.runs=1000"]);
        settings.iter().for_each(|setting| _ = command.args(["--set", setting]));
        let log = std::fs::File::create(self.machine.home().join("beside.log")).expect("a log file");
        let mut serving = command.stderr(log).spawn().expect("gorkd starts");
        let out = serving.stdout.take().expect("piped");
        let mut beside = Beside { port: 0, serving };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).expect("it speaks");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        beside.port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        beside
    }

    /// A fresh key by this name.
    pub fn key(&self, name: &str) -> String {
        let made = self.machine.run(&["key", "create", name, "--json"]);
        assert!(made.status.success(), "{}", stderr(&made));
        let made: Value = serde_json::from_slice(&made.stdout).expect("JSON");
        made["key"].as_str().expect("the key").to_owned()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &[], Some(body.to_string())).await
    }

    /// One request on a connection of its own. `Host`, `Connection` and `Content-Type` are as they should be unless given.
    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> Answer {
        answer(self.open(method, path, headers, body).await).await
    }

    pub async fn open(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<String>,
    ) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await.expect("it listens");
        let mut head = format!("{method} {path} HTTP/1.1\r\n");
        let given = |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        if !given("connection") {
            head.push_str("Connection: close\r\n");
        }
        if !given("host") {
            head.push_str(&format!("Host: 127.0.0.1:{}\r\n", self.port));
        }
        if body.is_some() && !given("content-type") {
            head.push_str("Content-Type: application/json\r\n");
        }
        headers.iter().for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        let body = body.unwrap_or_default();
        head.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
        stream.write_all(head.as_bytes()).await.expect("it reads");
        stream
    }

    /// Asks, and gives thread and job.
    pub async fn ask(&self, goal: &str) -> (String, String) {
        let taken = self.post("/api/threads/start", json!({"goal": goal})).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        let taken = taken.json();
        let text = |name: &str| taken[name].as_str().unwrap_or_default().to_owned();
        (text("threadId"), text("jobId"))
    }

    pub async fn until_over(&self, job: &str, headers: &[(&str, &str)]) -> Value {
        let patience = Instant::now();
        loop {
            let answer = self.send("GET", &format!("/api/jobs/{job}"), headers, None).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            let view = answer.json();
            if ["completed", "failed", "cancelled"].contains(&view["status"].as_str().unwrap_or_default()) {
                return view;
            }
            assert!(patience.elapsed() < Duration::from_secs(60), "{view}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// What comes back on a connection, to its end.
async fn answer(mut stream: TcpStream) -> Answer {
    let mut text = Vec::new();
    stream.read_to_end(&mut text).await.expect("an answer");
    // A file is no text; what it begins with can be read all the same.
    let text = String::from_utf8_lossy(&text).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text:?}"));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).expect("a status");
    let headers = lines.filter_map(|line| line.split_once(": "));
    let headers = headers.map(|(name, value)| (name.to_lowercase(), value.to_owned())).collect();
    Answer { status, headers, body: body.to_owned() }
}

/// Posts to whoever listens on a port of this machine.
pub async fn post_at(port: u16, path: &str, body: &Value) -> Answer {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.expect("it listens");
    let body = body.to_string();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).await.expect("it reads");
    answer(stream).await
}

/// One event of a stream.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub id: Option<String>,
    pub kind: String,
    pub data: Value,
}

/// A reader of a stream as a program would have it.
pub struct Listener {
    stream: tokio::io::BufReader<TcpStream>,
    pub comments: u32,
}

impl Listener {
    /// None: nobody listens on the port, or the answer is not a stream.
    pub async fn open(port: u16, path: &str, last: Option<&str>) -> Option<Self> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let last = last.map(|id| format!("Last-Event-ID: {id}\r\n")).unwrap_or_default();
        let head = format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{last}\r\n");
        stream.write_all(head.as_bytes()).await.ok()?;
        let mut stream = tokio::io::BufReader::new(stream);
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        if !line.starts_with("HTTP/1.1 200") {
            return None;
        }
        while line.trim() != "" {
            line.clear();
            stream.read_line(&mut line).await.ok()?;
        }
        Some(Self { stream, comments: 0 })
    }

    /// The next event; none when the stream has ended.
    pub async fn next(&mut self) -> Option<Event> {
        let (mut id, mut kind, mut data) = (None, String::new(), String::new());
        loop {
            let mut line = String::new();
            if self.stream.read_line(&mut line).await.ok()? == 0 {
                return None;
            }
            if let Some(value) = line.strip_prefix("id: ") {
                id = Some(value.trim_end().to_owned());
            } else if let Some(value) = line.strip_prefix("event: ") {
                kind = value.trim_end().to_owned();
            } else if let Some(value) = line.strip_prefix("data: ") {
                data = value.trim_end().to_owned();
            } else if line.starts_with(':') {
                self.comments += 1;
            } else if line == "\n" && !kind.is_empty() {
                return Some(Event { id, kind, data: serde_json::from_str(&data).ok()? });
            }
            // Chunks of the transfer begin with their size on a line, and end with an empty one: neither is one of
            // the lines above.
        }
    }
}
