//! A simulated server of a search provider: answers every request alike, and counts them.

use axum::Router;
use axum::http::{HeaderMap, StatusCode};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

pub struct Provider {
    address: SocketAddr,
    calls: Arc<AtomicU32>,
}

/// What a server does with a request.
#[derive(Clone, Default)]
pub struct Manner {
    pub status: u16,
    pub body: String,
    pub retry_after: Option<&'static str>,
    pub takes: Duration,
}

impl Manner {
    pub fn answers(body: &str) -> Self {
        Self { status: 200, body: body.to_owned(), ..Self::default() }
    }

    /// Wants to be left alone.
    pub fn busy(retry_after: &'static str) -> Self {
        Self { status: 429, body: "{}".to_owned(), retry_after: Some(retry_after), ..Self::default() }
    }
}

impl Provider {
    pub async fn start(manner: Manner) -> Self {
        let calls = Arc::new(AtomicU32::new(0));
        let counted = calls.clone();
        let answer = move || {
            let (manner, calls) = (manner.clone(), counted.clone());
            async move {
                calls.fetch_add(1, Ordering::SeqCst);
                tokio::time::sleep(manner.takes).await;
                let mut headers = HeaderMap::new();
                if let Some(wait) = manner.retry_after {
                    headers.insert("retry-after", wait.parse().expect("a header"));
                }
                (StatusCode::from_u16(manner.status).expect("a status"), headers, manner.body)
            }
        };
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, Router::new().fallback(answer)).await });
        Self { address, calls }
    }

    pub fn calls(&self) -> u32 {
        self.calls.load(Ordering::SeqCst)
    }

    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The settings that point a provider here.
    pub fn settings(&self, name: &str) -> Vec<String> {
        settings(name, &self.base_url())
    }
}

/// A search provider that costs a cent a call, asked once in each run.
pub async fn paid() -> (Provider, Vec<String>) {
    let exa = Provider::start(Manner::answers(r#"{"results": []}"#)).await;
    let mut settings = exa.settings("exa");
    settings.extend(
        [
            "search.exa.usd=0.01",
            "search.exa.rate=1000",
            "ask.privacy=hybrid",
            "answers.reuse=false",
            "profiles.standard.queries=1",
            "profiles.standard.rounds=1",
        ]
        .map(str::to_owned),
    );
    (exa, settings)
}

/// The settings that point a provider to a port where nobody listens.
pub async fn nobody(name: &str) -> Vec<String> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    settings(name, &format!("http://{address}"))
}

fn settings(name: &str, base_url: &str) -> Vec<String> {
    let mut settings =
        vec![format!("search.{name}.base_url={base_url}"), format!("search.{name}.enabled=true")];
    if ["tavily", "exa", "brave", "serpapi", "news_api", "crunchbase"].contains(&name) {
        settings.push(format!("search.{name}.key=a-key"));
    }
    settings
}
