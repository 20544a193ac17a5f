//! What a person and an operator see of the real binary: start, memory, answers.

use crate::store::Kept;
use crate::{line, median};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub fn figures(kept: Kept) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let documents = std::env::var_os("GORKD_BENCH_DATA")
        .filter(|named| !named.is_empty())
        .map(PathBuf::from)
        .unwrap_or_else(|| {
            let made_up = folder.path().join("documents");
            make_up(&made_up);
            made_up
        });
    let gorkd = Gorkd::at(folder.path(), kept);

    let began = Instant::now();
    gorkd.run(&["library", "add", documents.to_str().expect("a plain path")]);
    line("library add, the first time", seconds(began.elapsed()), "");
    let began = Instant::now();
    gorkd.run(&["library", "sync"]);
    line("library sync, nothing changed", seconds(began.elapsed()), "");

    let questions = [
        "How long is the bridge of Eastmoor?",
        "Who repaired the harbour in 1912?",
        "What is the maximum size of a database?",
        "When was the ferry closed?",
        "Difference between a lighthouse and a market",
    ];
    let asked = questions.map(|question| {
        let began = Instant::now();
        gorkd.run(&["ask", "--json", "--privacy", "local_only", question]);
        began.elapsed().as_secs_f64()
    });
    line("ask, a process of its own, median", format!("{:.2} s", median(asked.to_vec())), "2 s");

    let starts: Vec<f64> = (0..5).map(|_| gorkd.serve().1.as_secs_f64()).collect();
    line("start of serve until it is ready, median", format!("{:.0} ms", median(starts) * 1000.0), "300 ms");

    let (server, _) = gorkd.serve();
    std::thread::park_timeout(Duration::from_secs(2));
    let memory = server.memory_mb();
    line("memory of an idle serve (RssAnon)", format!("{memory:.0} MB"), "80 MB");
    crate::streams::figures(&server);
}

pub struct Gorkd {
    pub data: PathBuf,
    /// The address of its database; none where its data is in its folder.
    pub database: Option<String>,
    home: PathBuf,
}

impl Gorkd {
    /// Without any data, in a folder of its own.
    pub fn at(home: &Path, kept: Kept) -> Self {
        Self { data: home.join("data"), database: kept.database(), home: home.to_owned() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gorkd"));
        command.env_clear().env("HOME", &self.home).arg("--data").arg(&self.data).args(args);
        command.envs(self.database.iter().map(|url| ("GORKD__STORE__URL", url)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    fn run(&self, args: &[&str]) {
        let ended = self.command(args).status().expect("gorkd starts");
        assert!(ended.success(), "gorkd {args:?} ended with {ended}");
    }

    /// A service that answers on a port of its own, and how long it took until it did.
    pub fn serve(&self) -> (Server, Duration) {
        let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a free port").port();
        let set = format!("web.port={port}");
        let began = Instant::now();
        let child = self.command(&["serve", "--set", &set]).spawn().expect("gorkd starts");
        let server = Server { child, port };
        while !server.is_ready() {
            assert!(began.elapsed() < Duration::from_secs(30), "serve is not ready after 30 seconds");
            std::thread::park_timeout(Duration::from_millis(2));
        }
        (server, began.elapsed())
    }
}

pub struct Server {
    child: Child,
    pub port: u16,
}

impl Server {
    fn is_ready(&self) -> bool {
        use std::io::{Read, Write};
        let Ok(mut stream) = std::net::TcpStream::connect(("127.0.0.1", self.port)) else { return false };
        let request =
            format!("GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port);
        let mut head = [0; 12];
        stream.write_all(request.as_bytes()).and_then(|()| stream.read_exact(&mut head)).is_ok()
            && head.ends_with(b"200")
    }

    /// Memory that is not a file's: what the process really takes.
    pub fn memory_mb(&self) -> f64 {
        crate::memory_mb(&self.child.id().to_string())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

/// Five hundred small documents.
fn make_up(folder: &Path) {
    std::fs::create_dir_all(folder).expect("the folder can be made");
    for number in 0..500 {
        let topic = ["bridge", "harbour", "ferry", "lighthouse", "railway", "market"][number % 6];
        let text: String = (1900..1925)
            .map(|year| {
                format!(
                    "In {year} the {topic} number {number} of Eastmoor was closed for {} days.\n\n",
                    year % 50
                )
            })
            .collect();
        let file = folder.join(format!("{topic}-{number}.md"));
        std::fs::write(file, format!("# The {topic} {number}\n\n{text}")).expect("the file can be written");
    }
}
