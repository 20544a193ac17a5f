//! A simulated web on one port of 127.0.0.1: hosts by name, pages that are what they seem, and pages that are not.
//!
//! It speaks HTTP by hand, because most of what it says no proper server would.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::Instant;

/// What a page does when it is asked for.
#[derive(Clone, Debug)]
pub enum Page {
    /// Status, headers and body, as they are.
    Answer(u16, Vec<(&'static str, String)>, Vec<u8>),
    /// These bytes instead of an answer, and the connection closed.
    Bytes(Vec<u8>),
    /// These bytes, and then no more for ever.
    Hang(Vec<u8>),
    /// These bytes, and then the second ones again and again until the reader has enough.
    Endless(Vec<u8>, Vec<u8>),
    /// These bytes, and then one of the second ones at a time, so long apart.
    Drip(Vec<u8>, Vec<u8>, Duration),
    /// The first of them the first time, and so on; the last one stays.
    InTurn(Vec<Page>),
    /// The page, after so long.
    Slow(Duration, Box<Page>),
    /// Not changed for whoever knows this tag; else the page.
    Tagged(&'static str, Box<Page>),
}

/// One request.
#[derive(Clone, Debug)]
pub struct Asked {
    pub path: String,
    /// Names in lower case.
    pub headers: BTreeMap<String, String>,
    pub at: Instant,
    /// Requests under way when it came, itself included.
    pub at_once: usize,
}

#[derive(Clone)]
pub struct Web {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    pages: BTreeMap<(String, String), Page>,
    asked: Vec<Asked>,
    turns: BTreeMap<(String, String), usize>,
    open: usize,
}

pub fn html(body: &str) -> Page {
    Page::Answer(200, vec![("Content-Type", "text/html; charset=utf-8".into())], body.as_bytes().to_vec())
}

/// An article about something, long enough to be one.
pub fn article(title: &str, text: &str) -> Page {
    html(&format!(
        "<!doctype html><html lang=en><head><title>{title}</title></head><body><main><h1>{title}</h1><p>{text}</p>\
         </main></body></html>"
    ))
}

pub fn typed(kind: &str, body: impl Into<Vec<u8>>) -> Page {
    Page::Answer(200, vec![("Content-Type", kind.to_owned())], body.into())
}

pub fn status(status: u16) -> Page {
    Page::Answer(status, Vec::new(), b"no".to_vec())
}

pub fn redirect(to: &str) -> Page {
    Page::Answer(302, vec![("Location", to.to_owned())], Vec::new())
}

pub fn packed(coding: &str, body: Vec<u8>) -> Page {
    let headers = vec![("Content-Type", "text/html".to_owned()), ("Content-Encoding", coding.to_owned())];
    Page::Answer(200, headers, body)
}

pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    writer.write_all(bytes).expect("it is packed");
    writer.finish().expect("it is packed")
}

impl Web {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let web = Self { address, state: Arc::default() };
        let serving = web.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let web = serving.clone();
                tokio::spawn(async move {
                    web.serve(stream).await;
                });
            }
        });
        web
    }

    /// Puts a page under a host and path; the host `*` is every host.
    pub fn put(&self, host: &str, path: &str, page: Page) -> &Self {
        self.lock().pages.insert((host.to_owned(), path.to_owned()), page);
        self
    }

    pub fn url(&self, host: &str, path: &str) -> String {
        format!("http://{host}:{}{path}", self.address.port())
    }

    /// All requests so far, in order.
    pub fn asked(&self) -> Vec<Asked> {
        self.lock().asked.clone()
    }

    /// How often a path was asked for, whatever the host.
    pub fn count(&self, path: &str) -> usize {
        self.lock().asked.iter().filter(|asked| asked.path == path).count()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().expect("no test panics while it counts")
    }

    async fn serve(&self, mut stream: TcpStream) -> Option<()> {
        let mut request = Vec::new();
        let mut buffer = [0; 4096];
        while !request.windows(4).any(|end| end == b"\r\n\r\n") {
            let read = stream.read(&mut buffer).await.ok().filter(|read| *read > 0)?;
            request.extend_from_slice(&buffer[..read]);
        }
        let request = String::from_utf8_lossy(&request).into_owned();
        let path = request.split(' ').nth(1)?.to_owned();
        let headers: BTreeMap<String, String> = request
            .lines()
            .skip(1)
            .filter_map(|line| line.split_once(':'))
            .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
            .collect();
        let host = headers.get("host").map(|host| host.split(':').next().unwrap_or_default().to_owned())?;
        let page = {
            let mut state = self.lock();
            state.open += 1;
            let at_once = state.open;
            let asked = Asked { path: path.clone(), headers: headers.clone(), at: Instant::now(), at_once };
            state.asked.push(asked);
            let keys = [(host, path.clone()), ("*".to_owned(), path)];
            let key = keys.into_iter().find(|key| state.pages.contains_key(key));
            match key {
                Some(key) => {
                    let turn = state.turns.entry(key.clone()).or_default();
                    let number = *turn;
                    *turn += 1;
                    match state.pages.get(&key).cloned() {
                        Some(Page::InTurn(pages)) => pages[number.min(pages.len() - 1)].clone(),
                        Some(page) => page,
                        None => status(404),
                    }
                }
                None => status(404),
            }
        };
        let said = say(&mut stream, page, &headers).await;
        self.lock().open -= 1;
        let _ = stream.shutdown().await;
        said
    }
}

async fn say(stream: &mut TcpStream, page: Page, headers: &BTreeMap<String, String>) -> Option<()> {
    let mut page = page;
    loop {
        page = match page {
            Page::Slow(time, inner) => {
                tokio::time::sleep(time).await;
                *inner
            }
            Page::Tagged(tag, _) if headers.get("if-none-match").is_some_and(|known| known == tag) => {
                Page::Answer(304, vec![("ETag", tag.to_owned())], Vec::new())
            }
            Page::Tagged(tag, inner) => match *inner {
                Page::Answer(status, mut headers, body) => {
                    headers.push(("ETag", tag.to_owned()));
                    Page::Answer(status, headers, body)
                }
                other => other,
            },
            Page::InTurn(_) => status(500),
            Page::Answer(status, headers, body) => {
                let mut head = format!("HTTP/1.1 {status} So\r\n");
                for (name, value) in headers {
                    head.push_str(&format!("{name}: {value}\r\n"));
                }
                if status != 304 {
                    head.push_str(&format!("Content-Length: {}\r\n", body.len()));
                }
                head.push_str("Connection: close\r\n\r\n");
                stream.write_all(head.as_bytes()).await.ok()?;
                return stream.write_all(&body).await.ok();
            }
            Page::Bytes(bytes) => return stream.write_all(&bytes).await.ok(),
            Page::Hang(bytes) => {
                stream.write_all(&bytes).await.ok()?;
                wait_for_end(stream).await;
                return None;
            }
            Page::Endless(start, more) => {
                stream.write_all(&start).await.ok()?;
                loop {
                    stream.write_all(&more).await.ok()?;
                }
            }
            Page::Drip(start, more, apart) => {
                stream.write_all(&start).await.ok()?;
                loop {
                    stream.write_all(&more).await.ok()?;
                    tokio::time::sleep(apart).await;
                }
            }
        };
    }
}

/// Until the reader goes away.
async fn wait_for_end(stream: &mut TcpStream) {
    let mut buffer = [0; 64];
    while stream.read(&mut buffer).await.is_ok_and(|read| read > 0) {}
}
