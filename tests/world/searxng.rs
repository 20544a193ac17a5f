//! A simulated SearXNG: its JSON, with every call counted.

use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[derive(Clone)]
pub struct Searxng {
    pub address: SocketAddr,
    state: Arc<Mutex<Books>>,
}

#[derive(Default)]
struct Books {
    /// Pages that it knows: address, title, words.
    pages: Vec<(String, String, String)>,
    calls: BTreeMap<String, u32>,
    /// Each call: its query, and when it came.
    came: Vec<(String, i64)>,
    delay: Duration,
    fails: bool,
}

impl Searxng {
    /// Starts on a free port. Each answer takes `delay`.
    pub async fn start(pages: Vec<(String, String, String)>, delay: Duration) -> Self {
        let state = Arc::new(Mutex::new(Books { pages, delay, ..Books::default() }));
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let router = Router::new().route("/search", get(search)).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, state }
    }

    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// From now on every search is answered with 503, or not any more.
    pub fn fails(&self, fails: bool) {
        self.state.lock().expect("no test panics while it counts").fails = fails;
    }

    /// Waits for the first call.
    pub async fn until_asked(&self) {
        let patience = Instant::now();
        while self.calls().is_empty() {
            assert!(patience.elapsed() < Duration::from_secs(60), "the search was never asked");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Each call so far, with its time in milliseconds since 1970.
    pub fn came(&self) -> Vec<(String, i64)> {
        self.state.lock().expect("no test panics while it counts").came.clone()
    }

    /// Calls so far, by query.
    pub fn calls(&self) -> BTreeMap<String, u32> {
        self.state.lock().expect("no test panics while it counts").calls.clone()
    }
}

async fn search(
    State(state): State<Arc<Mutex<Books>>>,
    Query(parameters): Query<BTreeMap<String, String>>,
) -> Result<Json<Value>, StatusCode> {
    let query = parameters.get("q").cloned().unwrap_or_default();
    let (results, delay) = {
        let mut books = state.lock().expect("no test panics while it counts");
        *books.calls.entry(query.clone()).or_default() += 1;
        books.came.push((query.clone(), super::now_ms()));
        if books.fails {
            return Err(StatusCode::SERVICE_UNAVAILABLE);
        }
        let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let mut scored: Vec<(usize, Value)> = books
            .pages
            .iter()
            .map(|(url, title, text)| {
                let text = text.to_lowercase();
                let score = words.iter().filter(|word| text.contains(word.as_str())).count();
                let content: String = text.chars().take(200).collect();
                (score, json!({"url": url, "title": title, "content": content, "engines": ["sim"]}))
            })
            .filter(|(score, _)| *score > 0)
            .collect();
        scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        (scored.into_iter().take(10).map(|(_, page)| page).collect::<Vec<_>>(), books.delay)
    };
    tokio::time::sleep(delay).await;
    Ok(Json(json!({
        "query": query, "number_of_results": results.len(), "results": results,
        "answers": [], "corrections": [], "infoboxes": [], "suggestions": [], "unresponsive_engines": [],
    })))
}
