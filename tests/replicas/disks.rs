//! A process whose disk is full, next to a Postgres that has room. A limit of the size of files stands in for the disk:
//! nothing that it writes into any file is taken, neither its log nor its cache nor its index.

use super::fleet::{LONG, request};
use crate::world::process::Machine;
use rustix::process::{Pid, Resource, Rlimit, Signal, kill_process, prlimit};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// `gorkd serve`, which a limit of the size of files does not end; ended when dropped.
struct Process {
    port: u16,
    serving: Child,
}

impl Process {
    fn start(machine: &Machine) -> Self {
        let plain =
            machine.gorkd(&["serve", "--set", "ask.privacy=local_only", "--set", "answers.reuse=false"]);
        let mut command = Command::new("/bin/sh");
        // By default, a process that reaches the limit is killed; on a full disk, a write fails.
        command.args(["-c", r#"trap '' XFSZ; exec "$@""#, "sh"]).arg(plain.get_program());
        command.args(plain.get_args()).env_clear();
        command.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut serving = command.spawn().expect("sh is there");
        let out = serving.stdout.take().expect("piped");
        let mut process = Self { port: 0, serving };
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).expect("it speaks");
        let port = line.trim().trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse().ok());
        process.port = port.unwrap_or_else(|| panic!("no port in {line:?}"));
        process
    }

    fn pid(&self) -> Pid {
        Pid::from_raw(i32::try_from(self.serving.id()).expect("an id")).expect("an id")
    }

    fn disk_is_full(&self, full: bool) {
        let limit = Rlimit { current: full.then_some(0), maximum: None };
        prlimit(Some(self.pid()), Resource::Fsize, limit).expect("it may be limited");
    }

    /// Asks, and gives the job once it is over.
    async fn answered(&self, question: &str) -> Value {
        let body = json!({ "goal": question }).to_string();
        let asked = request(self.port, "POST", "/api/threads/start", "", &body).await;
        let Some((202, taken)) = &asked else { panic!("{asked:?}") };
        let taken: Value = serde_json::from_str(taken).expect("JSON");
        let path = format!("/api/jobs/{}", taken["jobId"].as_str().expect("an id"));
        let began = Instant::now();
        loop {
            let job = request(self.port, "GET", &path, "", "").await;
            let job: Option<Value> = job.and_then(|(_, job)| serde_json::from_str(&job).ok());
            match job.filter(|job| ["completed", "failed"].iter().any(|over| job["status"] == *over)) {
                Some(job) => return job,
                None => assert!(began.elapsed() < LONG, "{question} is never answered"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.serving.kill();
        let _ = self.serving.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_can_write_no_file_works_on_and_says_so_when_it_can() {
    let machine = tokio::task::block_in_place(|| Machine::with_library_on(Machine::on_postgres()));
    let mut process = tokio::task::block_in_place(|| Process::start(&machine));
    for (full, question, says) in [
        (false, "When was the Harbour Bridge of Eastmoor opened?", "1931"),
        (true, "How long is the Harbour Bridge of Eastmoor?", "412"),
        (false, "Who opened the Harbour Bridge of Eastmoor?", "Brandt"),
    ] {
        process.disk_is_full(full);
        let job = process.answered(question).await;
        assert_eq!(job["status"], "completed", "{job}");
        assert!(job["answer"].to_string().contains(says), "{job}");
        let ready = request(process.port, "GET", "/readyz", "", "").await;
        assert_eq!(ready.map(|(status, _)| status), Some(200), "its store has room");
        // A line of the log is written after the answer.
        let id = job["job_id"].as_str().expect("an id");
        let began = Instant::now();
        while !full && !machine.logged().contains(id) {
            assert!(began.elapsed() < LONG, "its log has no line again:\n{}", machine.logged());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert!(!full || !machine.logged().contains(id), "there was room:\n{}", machine.logged());
    }
    kill_process(process.pid(), Signal::TERM).expect("it is there");
    let ended = tokio::task::block_in_place(|| process.serving.wait()).expect("it ends");
    assert!(ended.success(), "{ended}");
}
