//! How fast events reach a thousand readers of one thread: those that come back and want the past, and those that
//! are there while a job runs.

use crate::line;
use crate::processes::Server;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::watch;

const READERS: usize = 1_000;
const WAIT: Duration = Duration::from_secs(120);

pub fn figures(server: &Server) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let port = server.port;
    runtime.block_on(async move {
        let body = r#"{"goal":"How long is the bridge of Eastmoor?","privacy":"local_only"}"#;
        let started = post(port, "/api/threads/start", body).await;
        let thread = between(&started, "\"threadId\":\"", "\"").expect("a thread").to_owned();
        // One reader first, so that the thread's frames are made once and its job is over.
        read(port, &thread, 1, watch::channel(0).0).await;

        let began = Instant::now();
        let events = all(port, &thread, 1).await;
        line("events a second, 1,000 readers that come back", rate(events, began), "");

        let (caught_up, mut count) = watch::channel(0);
        let readers: Vec<_> = (0..READERS)
            .map(|_| {
                let (thread, caught_up) = (thread.clone(), caught_up.clone());
                tokio::spawn(async move { read(port, &thread, 2, caught_up).await })
            })
            .collect();
        count.wait_for(|count| *count == READERS).await.expect("the readers live");
        let began = Instant::now();
        post(port, &format!("/api/threads/{thread}/ask"), body).await;
        let mut live = 0;
        for reader in readers {
            live += reader.await.expect("a reader") - events / READERS;
        }
        line("events a second, 1,000 readers that watch a job", rate(live, began), "");
    });
}

async fn all(port: u16, thread: &str, jobs: usize) -> usize {
    let nobody = watch::channel(0).0;
    let readers = (0..READERS).map(|_| read(port, thread, jobs, nobody.clone()));
    futures::future::join_all(readers).await.into_iter().sum()
}

fn rate(events: usize, began: Instant) -> String {
    format!("{:.0}", events as f64 / began.elapsed().as_secs_f64())
}

/// Reads a thread's stream until so many of its jobs are over; gives the number of events. Tells when the first is.
async fn read(port: u16, thread: &str, jobs: usize, caught_up: watch::Sender<usize>) -> usize {
    let request = format!(
        "GET /api/stream/{thread}?events=status,section,citation,question,warning,done HTTP/1.1\r\nHost: \
         127.0.0.1:{port}\r\nAccept: text/event-stream\r\n\r\n"
    );
    let mut stream = connect(port).await;
    stream.write_all(request.as_bytes()).await.expect("sent");
    let (mut events, mut over, mut rest, mut buffer) = (0, 0, String::new(), vec![0; 16 * 1024]);
    while over < jobs {
        let length =
            tokio::time::timeout(WAIT, stream.read(&mut buffer)).await.expect("in time").expect("read");
        assert!(length > 0, "the stream ended: {rest}");
        rest.push_str(&String::from_utf8_lossy(&buffer[..length]));
        while let Some(end) = rest.find("\n\n") {
            let frame: String = rest.drain(..end + 2).collect();
            events += usize::from(frame.contains("event: "));
            if frame.contains("event: done") {
                over += 1;
                if over == 1 {
                    caught_up.send_modify(|count| *count += 1);
                }
            }
        }
    }
    events
}

async fn post(port: u16, path: &str, body: &str) -> String {
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    );
    let mut stream = connect(port).await;
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("answered");
    assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    answer
}

async fn connect(port: u16) -> TcpStream {
    TcpStream::connect(("127.0.0.1", port)).await.expect("it listens")
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let start = text.find(before)? + before.len();
    let end = text[start..].find(after)? + start;
    Some(&text[start..end])
}
