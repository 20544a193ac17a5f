//! Against a small loopback server that returns scripted responses and records requests.

use super::*;
use crate::http::{MOST_BYTES, ServerSettings};
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use gorkd_core::model::{Destination, Failure, FailureReason, Filters, Privacy, Reach, Remedy};
use gorkd_net::{ServiceSettings, Services};
use std::sync::{Arc, Mutex};
use std::time::Duration;

fn searxng(base_url: &str) -> Searxng {
    let services = Services::new(ServiceSettings::default()).expect("clients");
    Searxng::new(ServerSettings::at(base_url.parse().expect(base_url)), &services)
}

#[derive(Clone, Default)]
struct Answer {
    status: u16,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
}

#[derive(Clone, Default)]
struct Instance {
    answer: Arc<Mutex<Answer>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Instance {
    async fn start(answer: Answer) -> (Self, Searxng) {
        let instance = Self { answer: Arc::new(Mutex::new(answer)), ..Self::default() };
        let router = axum::Router::new().fallback(reply).with_state(instance.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        (instance, searxng(&format!("http://{address}/")))
    }

    fn asked(&self) -> Vec<(String, String)> {
        let asked = self.asked.lock().expect("the list");
        let query = asked.last().cloned().unwrap_or_default();
        url::form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }
}

async fn reply(State(instance): State<Instance>, RawQuery(query): RawQuery) -> impl IntoResponse {
    instance.asked.lock().expect("the list").push(query.unwrap_or_default());
    let answer = instance.answer.lock().expect("the answer").clone();
    let mut headers = HeaderMap::new();
    for (name, value) in answer.headers {
        headers.insert(name, value.parse().expect("a header"));
    }
    (StatusCode::from_u16(answer.status).expect("a status"), headers, answer.body)
}

fn json(body: &str) -> Answer {
    Answer { status: 200, headers: vec![("content-type", "application/json")], body: body.to_owned() }
}

fn request(query: &str) -> SearchRequest {
    SearchRequest {
        results: 5,
        timeout: Duration::from_secs(5),
        ..SearchRequest::new(query, Reach::of(Privacy::Hybrid))
    }
}

async fn failure(answer: Answer) -> Failure {
    let (_instance, searxng) = Instance::start(answer).await;
    searxng.search(&request("anything")).await.expect_err("a failure").failure
}

const TWO: &str = r#"{"query": "q", "results": [
    {"url": "https://docs.example.org/a", "title": "A", "content": "alpha"},
    {"url": "https://other.example/b", "title": "B"}]}"#;

#[tokio::test]
async fn results_become_hits_in_order() {
    let (instance, searxng) = Instance::start(json(TWO)).await;
    let hits = searxng.search(&request("  what is\n alpha ")).await.expect("an answer").value;
    assert_eq!(hits.iter().map(|hit| hit.rank).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((hits[0].title.as_str(), hits[0].snippet.as_str()), ("A", "alpha"));
    assert_eq!(hits[0].provider, "searxng");
    let asked = instance.asked();
    assert!(asked.contains(&("q".into(), "what is alpha".into())));
    assert!(asked.contains(&("format".into(), "json".into())));
}

#[tokio::test]
async fn filters_are_sent_and_checked_again() {
    let (instance, searxng) = Instance::start(json(TWO)).await;
    let mut asked = request("alpha");
    asked.filters = Filters {
        recency: Some(Recency::Month),
        language: Some("de".into()),
        domains_in: vec!["https://www.example.org/".into(), "example.net".into()],
        domains_out: vec!["spam.example.org".into()],
        kind: Some(ContentKind::News),
        ..Filters::default()
    };
    let hits = searxng.search(&asked).await.expect("an answer").value;
    assert_eq!(hits.len(), 1);
    assert_eq!(hits[0].url, "https://docs.example.org/a");
    let sent = instance.asked();
    for (name, value) in [
        ("q", "alpha site:example.org OR site:example.net -site:spam.example.org"),
        ("language", "de"),
        ("time_range", "month"),
        ("categories", "news"),
    ] {
        assert!(sent.contains(&(name.into(), value.into())), "{name}={value} in {sent:?}");
    }
}

#[tokio::test]
async fn nothing_found_is_an_answer_but_silent_engines_are_a_failure() {
    let (_instance, searxng) = Instance::start(json(r#"{"results": []}"#)).await;
    assert_eq!(searxng.search(&request("x")).await.expect("an answer").value, []);

    let silent = r#"{"results": [], "unresponsive_engines": [["brave", "timeout"], ["google", "CAPTCHA"]]}"#;
    let failure = failure(json(silent)).await;
    assert_eq!(failure.reason, FailureReason::Unreachable);
    assert!(failure.detail.contains("brave (timeout), google (CAPTCHA)"), "{}", failure.detail);
}

#[tokio::test]
async fn some_silent_engines_do_not_spoil_the_results_of_others() {
    let body =
        r#"{"results": [{"url": "https://a.example", "title": "A"}], "unresponsive_engines": [["x", "y"]]}"#;
    let (_instance, searxng) = Instance::start(json(body)).await;
    assert_eq!(searxng.search(&request("x")).await.expect("an answer").value.len(), 1);
}

#[tokio::test]
async fn every_error_has_its_reason_and_a_sentence() {
    let html = vec![("content-type", "text/html; charset=utf-8")];
    let page = "<!doctype html><title>Forbidden</title>".to_owned();
    let cases = [
        (401, vec![], String::new(), FailureReason::Unauthorized, Remedy::Skip, "search.searxng.key"),
        (402, vec![], String::new(), FailureReason::QuotaExhausted, Remedy::Skip, "used up"),
        (403, html.clone(), page.clone(), FailureReason::Denied, Remedy::Skip, "search.formats"),
        (403, vec![], "{}".into(), FailureReason::Denied, Remedy::Skip, "refuses"),
        (404, vec![], String::new(), FailureReason::NotFound, Remedy::Skip, "base_url"),
        (
            429,
            vec![("retry-after", "120")],
            String::new(),
            FailureReason::RateLimited,
            Remedy::Retry,
            "120 seconds",
        ),
        (429, vec![], String::new(), FailureReason::RateLimited, Remedy::Retry, "too many"),
        (500, html.clone(), page.clone(), FailureReason::ServerError, Remedy::Retry, "500"),
        (503, vec![], String::new(), FailureReason::ServerError, Remedy::Retry, "503"),
        (
            302,
            vec![("location", "https://x.example/")],
            String::new(),
            FailureReason::Malformed,
            Remedy::Skip,
            "x.example",
        ),
        (200, html, page, FailureReason::Malformed, Remedy::Skip, "web page"),
        (200, vec![], TWO[..60].to_owned(), FailureReason::Malformed, Remedy::Retry, "cut off"),
        (200, vec![], "[1, 2]".into(), FailureReason::Malformed, Remedy::Skip, "documented"),
        (200, vec![], "x".repeat(MOST_BYTES + 1), FailureReason::TooLarge, Remedy::Skip, "4 MB"),
    ];
    for (status, headers, body, reason, remedy, words) in cases {
        let failure = failure(Answer { status, headers, body }).await;
        assert_eq!((failure.reason, failure.remedy), (reason, remedy), "{status}: {}", failure.detail);
        assert!(failure.detail.contains(words), "{status}: {}", failure.detail);
    }
}

#[tokio::test]
async fn an_instance_that_is_not_there_is_skipped() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    drop(listener);
    let searxng = searxng(&format!("http://{address}"));
    let failure = searxng.search(&request("x")).await.expect_err("nobody there").failure;
    assert_eq!((failure.reason, failure.remedy), (FailureReason::Unreachable, Remedy::Skip));
}

#[tokio::test]
async fn a_silent_instance_costs_the_time_of_the_request() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let searxng = searxng(&format!("http://{address}"));
    let mut asked = request("x");
    asked.timeout = Duration::from_millis(50);
    let failure = searxng.search(&asked).await.expect_err("no answer").failure;
    assert_eq!(failure.reason, FailureReason::TimedOut);
    drop(listener);
}

#[tokio::test]
async fn a_local_question_never_reaches_an_instance_elsewhere() {
    let searxng = searxng("http://searx.invalid");
    assert_eq!(searxng.destination(), Destination::Far);
    let mut asked = request("x");
    asked.reach = Reach::NEAR;
    let failure = searxng.search(&asked).await.expect_err("not allowed").failure;
    assert_eq!(failure.reason, FailureReason::NotAllowed);

    let (instance, local) = Instance::start(json(TWO)).await;
    assert_eq!(local.destination(), Destination::Near);
    assert_eq!(local.search(&asked).await.expect("an answer").value.len(), 2);
    assert_eq!(instance.asked.lock().expect("the list").len(), 1);
}

#[test]
fn local_and_remote_instances_are_distinguished() {
    for (base_url, local) in [
        ("http://localhost:8888", true),
        ("http://[::1]:8888/searx/", true),
        ("http://127.9.9.9", true),
        ("http://192.168.1.2", false),
        ("http://localhost.example.org", false),
    ] {
        assert_eq!(searxng(base_url).destination(), Destination::near(local), "{base_url}");
    }
}
