//! Every process says how it is, whatever its roles are.

use super::fleet::{LONG, request};
use crate::world::process::Machine;
use crate::world::slack::{Slack, Transport};
use gorkd_store::server;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

/// `gorkd serve` with these arguments, ended when dropped.
struct Process {
    port: u16,
    serving: Child,
    log: PathBuf,
}

impl Process {
    fn start(machine: &Machine, args: &[&str]) -> Self {
        let args = [&["serve"][..], args].concat();
        let log = machine.home().join("serve.log");
        let file = std::fs::File::create(&log).expect("a log file");
        let mut serving = machine.gorkd(&args).stderr(file).spawn().expect("gorkd starts");
        let mut line = String::new();
        let out = serving.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("it speaks");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        Self { port: port.unwrap_or_else(|| panic!("no port in {line:?}")), serving, log }
    }

    async fn get(&self, path: &str) -> (u16, String) {
        request(self.port, "GET", path, "", "").await.expect("it answers")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.serving.kill();
        let _ = self.serving.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_without_the_role_web_says_how_it_is_and_nothing_else() {
    for args in
        [&["--roles", "worker"][..], &["--roles", "scheduler,library"], &["--set", "web.enabled=false"]]
    {
        let machine = Machine::new();
        let process = tokio::task::block_in_place(|| Process::start(&machine, args));
        assert_eq!(process.get("/healthz").await.1, "ok\n", "{args:?}");
        assert_eq!(process.get("/readyz").await.1, "ready\n", "{args:?}");
        let (status, metrics) = process.get("/metrics").await;
        assert!(status == 200 && metrics.contains("store_up 1"), "{args:?}: {status} {metrics}");
        for other in ["/", "/api/threads", "/openapi.json", "/s/x"] {
            assert_eq!(process.get(other).await.0, 404, "{args:?}: {other}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_need_a_key_wherever_requests_do() {
    let machine = Machine::new();
    let args = ["--roles", "worker", "--set", "web.keys=always"];
    let process = tokio::task::block_in_place(|| Process::start(&machine, &args));
    assert_eq!(process.get("/metrics").await.0, 401);
    assert_eq!(process.get("/readyz").await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_is_not_ready_says_what_is_missing() {
    let slack = Slack::start(Transport::Socket, 10.0).await;
    let machine = Machine::on_postgres();
    let settings = crate::slack::office::settings(&slack, crate::slack::office::How::Connection, 10.0);
    let mut args = vec!["--roles", "slack"];
    settings.iter().for_each(|one| args.extend(["--set", one.as_str()]));
    let process = tokio::task::block_in_place(|| Process::start(&machine, &args));
    until(&process, |(status, _)| *status == 200).await;

    tokio::task::block_in_place(|| {
        server::close(machine.database(), true);
        server::cut(machine.database());
    });
    let missing = ["the store can't be written", "slack can't be taken"];
    until(&process, |(status, said)| *status == 503 && missing.iter().all(|one| said.contains(one))).await;

    tokio::task::block_in_place(|| server::close(machine.database(), false));
    until(&process, |(status, said)| *status == 200 && said == "ready\n").await;
}

async fn until(process: &Process, is: impl Fn(&(u16, String)) -> bool) {
    // Without its store it may be slow to answer.
    let mut last = None;
    let began = Instant::now();
    while !last.as_ref().is_some_and(&is) {
        let logged = || std::fs::read_to_string(&process.log).unwrap_or_default();
        assert!(began.elapsed() < LONG, "{last:?}:\n{}", logged());
        tokio::time::sleep(Duration::from_millis(50)).await;
        last = request(process.port, "GET", "/readyz", "", "").await;
    }
}
