//! What jobs that wait for a person cost: nothing but rows.

use crate::line;
use crate::processes::{Gorkd, Server};
use crate::store::{self, Kept};
use gorkd_core::job::{Asked, ClarifyQuestion, Event, JobStatus};
use gorkd_core::model::*;
use gorkd_core::ports::NewJob;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const JOBS: usize = 100_000;
/// Written side by side, so that many share a commit.
const AT_ONCE: usize = 256;

pub fn figures(kept: Kept) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let gorkd = Gorkd::at(folder.path(), kept);
    let before = idle(&gorkd);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let began = Instant::now();
    runtime.block_on(fill(&gorkd));
    line("100,000 waiting jobs written", format!("{:.0} s", began.elapsed().as_secs_f64()), "");
    let after = idle(&gorkd);
    line("memory of serve that they take", format!("{:.1} MB", after - before), "20 MB");
    line("  a waiting job", format!("{:.0} bytes", (after - before) * 1e6 / JOBS as f64), "");
    let (server, _) = gorkd.serve();
    let mut times: Vec<f64> = (0..9).map(|at| resume(&server, JOBS / 10 * (at + 1))).collect();
    times.sort_by(f64::total_cmp);
    line("answering one of them, median", format!("{:.1} ms", times[4] * 1000.0), "50 ms");
}

/// Memory of a `serve` that has had time to look around.
fn idle(gorkd: &Gorkd) -> f64 {
    let (server, _) = gorkd.serve();
    std::thread::park_timeout(Duration::from_secs(3));
    server.memory_mb()
}

async fn fill(gorkd: &Gorkd) {
    let store = store::open(&gorkd.data, gorkd.database.as_deref()).await;
    for block in 0..JOBS / AT_ONCE + 1 {
        let jobs = (block * AT_ONCE..((block + 1) * AT_ONCE).min(JOBS)).map(|at| store.create(waiting(at)));
        for made in futures::future::join_all(jobs).await {
            made.expect("a job is made");
        }
    }
    store.close().await;
}

fn waiting(at: usize) -> NewJob {
    let now = Millis(jiff::Timestamp::now().as_millisecond());
    let (job, thread) = (JobId(format!("job_{at}")), ThreadId(format!("thr_{at}")));
    let requester = Requester { platform: "web".into(), user: "local".into(), ..Requester::default() };
    let asked = Asked {
        job: job.clone(),
        thread: thread.clone(),
        turn: 1,
        place: "web:local".into(),
        requester: requester.clone(),
        question: Question { text: format!("harbour {at}"), language: "en".into(), ..Question::default() },
        terms: Terms { planning: Planning::Interactive, privacy: Privacy::LocalOnly, ..Terms::default() },
        budget: Budget {
            seconds: 60,
            reserve_seconds: 10,
            rounds: 1,
            queries: 2,
            pages: 2,
            ..Budget::default()
        },
        at: now,
        reply_within_ms: 86_400_000,
        ..Asked::default()
    };
    let question = ClarifyQuestion {
        about: "depth".into(),
        text: "How deep should the answer go?".into(),
        options: ["A", "B", "C", "D"].map(str::to_owned).to_vec(),
        all_of_the_above: false,
    };
    let questions = vec![question.clone(), question];
    let effect = EffectId("clarify".into());
    NewJob {
        job,
        thread,
        turn: 1,
        place: "web:local".into(),
        requester,
        question: format!("harbour {at}"),
        at: now,
        events: vec![
            Event::Asked(Box::new(asked)),
            Event::Started { effect: effect.clone(), attempt: 1, reserved: Spend::default() },
            Event::Clarified { effect, questions, cost: Spend::default(), gate: None },
        ],
        status: JobStatus::Waiting,
        wake_at: Some(now.plus(86_400_000)),
        ..NewJob::default()
    }
}

/// Seconds from the answer to its acknowledgement.
fn resume(server: &Server, at: usize) -> f64 {
    let body = r#"{"interruptId": "clarify.0", "answer": 2}"#;
    let request = format!(
        "POST /api/threads/thr_{at}/resume HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        server.port,
        body.len()
    );
    let began = Instant::now();
    let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("it listens");
    let mut answer = String::new();
    stream.write_all(request.as_bytes()).expect("it is sent");
    stream.read_to_string(&mut answer).expect("it is answered");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    began.elapsed().as_secs_f64()
}
