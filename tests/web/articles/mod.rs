//! Articles of sites and their readers, over a small simulated web.

mod access;
mod documents;
mod library;
mod panel;
mod repeats;
mod research;

use super::http::{Answer, Event, Listener, Server};
use crate::world::process::Machine;
use crate::world::searxng::Searxng;
use crate::world::web::{Page, Web, html};
use serde_json::{Value, json};
use std::process::Command;
use std::time::{Duration, Instant};

pub const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Host, title, text, the day on which it says that it was published.
const PAGES: [(&str, &str, &str, &str); 5] = [
    (
        "museum.localhost",
        "The Harbour Bridge",
        "The Harbour Bridge of Eastmoor was opened on 14 May 1931 by Mayor Ilse Brandt. The bridge is 412 metres long.",
        "2019-05-14",
    ),
    (
        "town.localhost",
        "History of Eastmoor",
        "Eastmoor grew around its harbour. The Harbour Bridge of Eastmoor took four years to build, and two winters \
         without ships.",
        "",
    ),
    (
        "engineers.localhost",
        "Steel bridges of the coast",
        "Among the steel bridges of the coast the Harbour Bridge of Eastmoor is the longest. Its engineer, Konrad Vey, \
         kept to riveted trusses.",
        "",
    ),
    (
        "sneaky.localhost",
        "The Harbour Bridge &lt;img src=x onerror=fetch('/hacked')&gt; of Eastmoor",
        "The Harbour Bridge of Eastmoor carries a sign that says &lt;img src=x onerror=fetch('/hacked')&gt; in white on \
         blue, and [a link](javascript:alert(1)) beside it.",
        "",
    ),
    (
        "gone.localhost",
        "Harbour Bridge of Eastmoor: repairs",
        "The Harbour Bridge of Eastmoor is closed for repairs, says a page that is not there any more.",
        "",
    ),
];

/// A web, a search engine that knows it, and a gorkd that serves the site `blog`.
pub struct World {
    pub web: Web,
    pub search: Searxng,
    pub server: Server,
    /// `Bearer` and the key of the site.
    pub key: String,
    settings: Vec<String>,
}

impl World {
    pub async fn start(settings: &[&str]) -> Self {
        Self::slow(Duration::ZERO, settings).await
    }

    /// Each search takes `delay`.
    pub async fn slow(delay: Duration, settings: &[&str]) -> Self {
        let web = Web::start().await;
        let mut known = Vec::new();
        for (host, title, text, day) in PAGES {
            let day = if day.is_empty() {
                String::new()
            } else {
                format!("<meta property=\"article:published_time\" content=\"{day}\">")
            };
            let page = format!(
                "<!doctype html><html lang=en><head><title>{title}</title>{day}</head><body><main><h1>{title}</h1><p>{text}</p></main></body></html>"
            );
            if host != "gone.localhost" {
                web.put(host, "/page", html(&page));
            }
            known.push((web.url(host, "/page"), title.to_owned(), text.to_owned()));
        }
        let search = Searxng::start(known, delay).await;
        let port = web.address.port();
        let allow: Vec<String> = PAGES.iter().map(|(host, ..)| format!("{host}:{port}")).collect();
        let mut all = vec![
            "ask.privacy=hybrid".to_owned(),
            "search.searxng.enabled=true".to_owned(),
            format!("search.searxng.base_url={}", search.base_url()),
            "search.searxng.rate=1000".to_owned(),
            format!("reader.allow={}", allow.join(",")),
            "reader.host_interval_ms=0".to_owned(),
            format!("articles.token_secrets=blog:k1:{SECRET},shop:k1:x{SECRET}"),
        ];
        all.extend(settings.iter().map(|setting| (*setting).to_owned()));
        let given: Vec<&str> = all.iter().map(String::as_str).collect();
        let server = Server::start_with(Machine::new(), &given, &[]);
        let key = format!("Bearer {}", server.key("blog"));
        Self { web, search, server, key, settings: all }
    }

    /// Starts again after a kill, on the same port.
    pub fn resume(&mut self) {
        let given: Vec<&str> = self.settings.iter().map(String::as_str).collect();
        self.server.resume(&given, &[]);
    }

    pub async fn send(&self, method: &str, path: &str, auth: &str, body: Option<Value>) -> Answer {
        let headers = [("Authorization", auth)];
        let headers = if auth.is_empty() { &headers[..0] } else { &headers[..] };
        self.server.send(method, path, headers, body.map(|body| body.to_string())).await
    }

    /// Registers an article of `blog`, with what is given beside its title.
    pub async fn put(&self, id: &str, title: &str, more: Value) -> Answer {
        let mut body = json!({"title": title, "status": "published"});
        let given = more.as_object().into_iter().flatten();
        given.for_each(|(name, value)| body[name] = value.clone());
        self.send("PUT", &format!("/api/articles/{id}"), &self.key, Some(body)).await
    }

    pub async fn research(&self, id: &str, auth: &str) -> Value {
        let answer = self.send("GET", &format!("/api/articles/{id}/research"), auth, None).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// Starts research and waits for its end.
    pub async fn researched(&self, id: &str, query: &str, auth: &str) -> Value {
        let path = format!("/api/articles/{id}/research{query}");
        let started = self.send("POST", &path, auth, Some(json!({}))).await;
        assert_eq!(started.status, 202, "{started:?}");
        self.until_over(id, auth).await
    }

    pub async fn until_over(&self, id: &str, auth: &str) -> Value {
        let patience = Instant::now();
        loop {
            let research = self.research(id, auth).await;
            if ["ready", "failed"].contains(&research["status"].as_str().unwrap_or_default()) {
                return research;
            }
            assert!(patience.elapsed() < Duration::from_secs(60), "{research}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Asks and waits for the answer.
    pub async fn asked(&self, path: &str, auth: &str, question: &str) -> Value {
        let taken = self.send("POST", path, auth, Some(json!({"question": question}))).await;
        assert_eq!(taken.status, 202, "{taken:?}");
        let url = taken.json()["url"].as_str().expect("an address").to_owned();
        let patience = Instant::now();
        loop {
            let answer = self.send("GET", &url, auth, None).await;
            assert_eq!(answer.status, 200, "{answer:?}");
            let answer = answer.json();
            if ["ready", "failed"].contains(&answer["status"].as_str().unwrap_or_default()) {
                return answer;
            }
            assert!(patience.elapsed() < Duration::from_secs(60), "{answer}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    pub async fn listen(&self, path: &str, last: Option<&str>) -> Listener {
        Listener::open(self.server.port, path, last).await.expect("a stream")
    }

    pub fn searches(&self) -> u32 {
        self.search.calls().values().sum()
    }
}

/// The next events up to one with this status.
pub async fn events_to(listener: &mut Listener, status: &str) -> Vec<Event> {
    let mut events = Vec::new();
    while events.last().is_none_or(|event: &Event| event.data["status"] != status) {
        events.push(listener.next().await.expect("the stream goes on"));
    }
    events
}

/// `Bearer` and a token, made by the example in docs/articles.md.
pub fn token(arguments: &str) -> String {
    let document = document();
    let example = document.split("```python\n").nth(1).and_then(|rest| rest.split("```").next());
    let script = format!("{}\nprint(token({arguments}))", example.expect("an example in Python"));
    let made = Command::new("python3").args(["-c", &script]).output().expect("python3 is installed");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    format!("Bearer {}", String::from_utf8_lossy(&made.stdout).trim())
}

/// A token of a person of `blog`.
pub fn token_of(name: &str, admin: bool) -> String {
    token(&format!("{SECRET:?}, 'k1', {name:?}, {}", if admin { "True" } else { "False" }))
}

pub fn document() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/articles.md");
    std::fs::read_to_string(path).expect("it is there")
}

/// Every key of the example is in the value, with the same JSON type. A list is held to the first item of the example's;
/// where the example has null, anything will do.
pub fn is_like(example: &Value, value: &Value) -> Result<(), String> {
    match (example, value) {
        (Value::Null, _) => Ok(()),
        (Value::Object(fields), Value::Object(given)) => fields.iter().try_for_each(|(name, field)| {
            let value = given.get(name).ok_or_else(|| format!("{name} is missing"))?;
            is_like(field, value).map_err(|wrong| format!("{name}: {wrong}"))
        }),
        (Value::Array(items), Value::Array(given)) => match items.first() {
            Some(item) => given.iter().try_for_each(|value| is_like(item, value)),
            None => Ok(()),
        },
        (Value::String(_), Value::String(_))
        | (Value::Number(_), Value::Number(_))
        | (Value::Bool(_), Value::Bool(_)) => Ok(()),
        _ => Err(format!("{value} is not of the type of {example}")),
    }
}

/// A page that a browser is shown.
pub fn shown(body: &str) -> Page {
    html(&format!("<!doctype html><meta charset=utf-8><title>A page of the site</title>{body}"))
}
